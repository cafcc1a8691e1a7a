"""Assistants as a file: the same after a round trip; what doesn't fit is reported, the rest is kept."""

from __future__ import annotations

import json
from typing import Any

import pytest

from foreword.session.conversation import Preset
from foreword.session.presets_file import PresetsFileError, presets_text, read_presets

POET = Preset("p", "Poet — «ü» 🙂", {"reply.temperature": 0.9, "reply.system_prompt": 'Rhyme.\n"All".'})


def a_file(*presets: Any, **more: Any) -> bytes:
    return json.dumps({"foreword": "presets", "version": 1, "presets": list(presets), **more}).encode()


def test_presets_survive_the_way_through_a_file():
    other = Preset("q", "Sceptic", {"speculators.enabled": {"ngram": False}, "reply.seed": 2**53})
    read = read_presets(presets_text([POET, other]).encode())
    assert read.problems == ()
    assert [(each.name, dict(each.options)) for each in read.presets] == [
        (each.name, dict(each.options)) for each in (POET, other)
    ]


def test_an_editors_byte_order_mark_does_no_harm():
    assert read_presets(b"\xef\xbb\xbf" + presets_text([POET]).encode()).presets[0].name == POET.name


def test_what_does_not_fit_is_reported_and_the_rest_kept():
    read = read_presets(
        a_file(
            {"name": "A", "options": {"reply.top_k": 5, "reply.temperature": 99, "chat.open": "x", "new": 1}},
            {"name": "  ", "options": {}},
            "nonsense",
            {"name": "a", "options": {}},
            {"name": "B", "options": [], "colour": "red"},
        )
    )
    assert [(each.name, dict(each.options)) for each in read.presets] == [
        ("A", {"reply.top_k": 5}),
        ("B", {}),
    ]
    text = "\n".join(read.problems)
    for part in ("at most 5", "chat.open can't be set", "new can't be set", "Assistant 2", "Assistant 3",
                 "twice", "aren't a table", "colour"):  # fmt: skip
        assert part in text
    assert len(read.problems) == 8


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"\xff\xfe\x00", "isn't JSON"),
        (b"{", "isn't JSON"),
        (b"[" * 100_000, "isn't JSON"),
        (b"[]", "no assistants that Foreword"),
        (b'{"foreword": "chats"}', "no assistants that Foreword"),
        (b'{"foreword": "presets"}', "version"),
        (b'{"foreword": "presets", "version": true, "presets": []}', "version"),
        (b'{"foreword": "presets", "version": 2, "presets": []}', "newer"),
        (b'{"foreword": "presets", "version": 1, "presets": {}}', "no list"),
        (b" " * (5 * 1024 * 1024), "too large"),
    ],
)
def test_another_file_is_refused_in_one_line(data: bytes, words: str):
    with pytest.raises(PresetsFileError, match=words) as refused:
        read_presets(data)
    assert "\n" not in str(refused.value)


def test_numbers_that_json_does_not_know_are_refused():
    read = read_presets(a_file({"name": "A", "options": {"reply.temperature": float("nan")}}))
    assert read.presets[0].options == {}
    assert len(read.problems) == 1
