"""The size cap holds for the file and its log, and the oldest chats go first."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from foreword_suffix_history import writer as writer_module
from tests.plugins.suffix_history.helpers import Bench, check

RESERVE, CAP = 200_000, 1_000_000


@pytest.fixture
def small(history: Bench, monkeypatch: pytest.MonkeyPatch) -> Bench:
    """A history of at most a megabyte; the true reserve is larger than that."""
    monkeypatch.setattr(writer_module, "RESERVE", RESERVE)
    monkeypatch.setattr(writer_module, "LOG", 50_000)
    monkeypatch.setattr(writer_module, "SLICE", 500)
    monkeypatch.setattr(writer_module, "NEED", 40)
    history.store.submit(lambda writer: writer.set_cap(CAP)).result()
    return history


def text(number: int, length: int = 600) -> list[int]:
    draw = random.Random(number)
    return [draw.randrange(40_000) for _ in range(length)]


def on_disk(path: Path) -> int:
    return sum(
        file.stat().st_size for file in path.parent.glob("history.db*") if not file.name.endswith("shm")
    )


def test_it_stays_under_the_cap_and_the_oldest_go_first(small: Bench, path: Path) -> None:
    largest = 0
    for number in range(150):
        small.chat(f"chat {number}", text(number))
        largest = max(largest, on_disk(path))
    assert largest <= CAP
    known = [
        number for number in range(150) if small.chain_after(text(number)[:20], 2) == text(number)[20:22]
    ]
    assert known == list(range(known[0], 150))
    assert 20 < len(known) < 149
    check(path)


def test_a_chat_that_goes_on_is_young_again(small: Bench, path: Path) -> None:
    small.chat("first", text(1_000))
    for number in range(150):
        small.chat(f"chat {number}", text(number))
        if number % 10 == 0:
            small.chat("first", [*text(1_000), *text(2_000)[:number]])
    assert small.chain_after(text(1_000)[:20], 2) == text(1_000)[20:22]


def test_one_chat_larger_than_the_cap_is_learnt_as_far_as_it_fits(small: Bench, path: Path) -> None:
    small.chat("other", text(1))
    small.chat("huge", text(2, 100_000))
    assert on_disk(path) <= CAP
    assert small.chain_after(text(2)[:20], 2) == text(2)[20:22]
    small.chat("later", text(3))
    assert small.chain_after(text(3)[:20], 2) == text(3)[20:22]
    assert on_disk(path) <= CAP
    check(path)


def test_a_lower_cap_shrinks_the_file_at_once(small: Bench, path: Path) -> None:
    for number in range(40):
        small.chat(f"chat {number}", text(number))
    small.store.submit(lambda writer: writer.set_cap(500_000)).result()
    assert on_disk(path) <= 500_000
    assert small.chain_after(text(39)[:20], 2) == text(39)[20:22]
    assert small.chain_after(text(0)[:20], 2) == []
    check(path)
    for number in range(40, 80):
        small.chat(f"chat {number}", text(number))
        assert on_disk(path) <= 500_000
    check(path)


def test_the_option_reaches_the_writer_only_once_it_is_known(history: Bench) -> None:
    history.configure(size_cap=64)
    history.settle()
    assert history.store._writer._cap == 64_000_000


def test_a_file_that_stands_mostly_empty_is_compacted(history: Bench, path: Path) -> None:
    for number in range(4):
        history.chat(f"chat {number}", text(number, 3_000))
    history.store.submit(lambda writer: writer.fold()).result()
    before = path.stat().st_size
    for number in range(1, 4):
        history.speculator.forget(f"chat {number}")
    history.store.submit(lambda writer: writer.compact()).result()
    assert path.stat().st_size < before / 2
    assert history.chain_after(text(0)[:20], 2) == text(0)[20:22]
    history.chat("new", text(9))
    check(path)


def test_the_file_grows_with_the_tokens_and_no_faster(history: Bench, path: Path) -> None:
    """Random tokens are the worst case: nothing in the index is shared."""
    each, sizes = 30_000, []
    for number in range(4):
        history.chat(f"long prompt {number}", text(number, each))
        history.store.submit(lambda writer: writer.compact()).result()
        sizes.append(on_disk(path))
    assert sizes[3] < 2.5 * sizes[1]
    assert sizes[3] < 40 * 4 * each
