"""A reply ends exactly where it must, however its tokens arrive."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foreword.engine.stops import StopScanner
from foreword.messages import StopReason

EOS = 0


def letters(ids: Sequence[int]) -> str:
    return "".join(chr(token) for token in ids if token != EOS)


def scanner(*stop: str, room: int = 1000) -> StopScanner:
    return StopScanner(letters, frozenset({EOS}), stop, room, StopReason.LENGTH)


def feed(scan: StopScanner, text: str) -> str:
    shown = ""
    for letter in text:
        shown += scan.feed(ord(letter))
        if scan.ended:
            break
    return shown


def test_the_text_ends_exactly_before_the_stop_string() -> None:
    scan = scanner("END")
    assert feed(scan, "some ENEND more") == "some EN"
    assert scan.ended is StopReason.STOP_STRING


def test_the_first_of_several_stop_strings_cuts() -> None:
    scan = scanner("ccc", "b")
    assert feed(scan, "aaccbcc") == "aacc"


def test_what_may_begin_a_stop_string_is_held_back_and_then_shown() -> None:
    scan = scanner("END")
    assert scan.feed(ord("E")) == ""
    assert scan.feed(ord("N")) == ""
    assert scan.feed(ord("x")) == "ENx"
    assert scan.feed(ord("E")) == ""
    assert scan.flush() == "E"


def test_eos_ends_and_releases_what_was_held() -> None:
    scan = scanner("END")
    feed(scan, "okE")
    assert scan.feed(EOS) == "E"
    assert scan.ended is StopReason.EOS


def test_the_last_token_of_the_room_counts() -> None:
    scan = scanner(room=3)
    assert feed(scan, "abcdef") == "abc"
    assert scan.ended is StopReason.LENGTH


@pytest.mark.parametrize("reason", [StopReason.STOP_STRING, StopReason.EOS])
def test_a_stop_on_the_last_token_names_the_stop_not_the_length(reason: StopReason) -> None:
    scan = scanner("c", room=3)
    feed(scan, "ab")
    scan.feed(ord("c") if reason is StopReason.STOP_STRING else EOS)
    assert scan.ended is reason


def test_empty_stop_strings_stop_nothing() -> None:
    scan = scanner("", room=5)
    assert feed(scan, "abcde") == "abcde"


@given(st.text("ab", max_size=20), st.lists(st.text("ab", min_size=1, max_size=4), max_size=3))
def test_the_cut_is_that_of_the_whole_text(text: str, stops: list[str]) -> None:
    scan = scanner(*stops)
    shown = feed(scan, text) + scan.flush()
    ends = [text.find(stop) + len(stop) for stop in stops if stop in text]
    if not ends:
        assert shown == text
        return
    seen = text[: min(ends)]  # what had been written when the first stop string was complete
    assert shown == seen[: min(seen.find(stop) for stop in stops if stop in seen)]
