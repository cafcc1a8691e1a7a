"""What is forgotten is gone from every byte of the folder."""

from __future__ import annotations

import random
import sqlite3
import struct
import tempfile
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from foreword_suffix_history import writer as writer_module
from foreword_suffix_history.grams import keys, packed
from tests.plugins.suffix_history.helpers import Bench, bench, check, everything

SECRET = range(45_000, 49_000)


def secret_of(draw: random.Random, length: int) -> list[int]:
    return [draw.choice(SECRET) for _ in range(length)]


def traces(secret: list[int], tokenizer: int = 1) -> list[bytes]:
    """Any two neighbouring tokens as they are stored, and the hash of any four in the index."""
    pairs = [packed(secret[at : at + 2]) for at in range(len(secret) - 1)]
    return pairs + [struct.pack("=I", hash_) for _, hash_, _ in keys(tokenizer, packed(secret), 0)]


def left(folder: Path, secret: list[int]) -> int:
    """How many traces the folder holds. A hash of four bytes turns up by chance; a file of some hundred
    kilobytes holds one in ten thousand of all."""
    written = everything(folder)
    return sum(trace in written for trace in traces(secret))


def test_a_deleted_chat_leaves_no_trace(history: Bench, path: Path) -> None:
    draw = random.Random(1)
    secret = secret_of(draw, 1_500)
    for number in range(10):
        history.chat(f"before {number}", [draw.randrange(40_000) for _ in range(300)])
    history.chat("deleted", secret[:700], secret[700:])
    for number in range(10):
        history.chat(f"after {number}", [draw.randrange(40_000) for _ in range(300)])
    split = 1_500 // 240  # pairs that lie in two chunks
    assert left(path.parent, secret) >= len(traces(secret)) - split, "the test looks for what is there"
    history.speculator.forget("deleted")
    assert left(path.parent, secret) <= 2
    assert b"deleted" not in everything(path.parent)
    assert history.chain_after(secret[:10], 4) == []
    assert history.store.totals().conversations == 20
    check(path)


@given(st.integers(0, 10_000))
@settings(max_examples=12)
def test_no_course_of_events_leaves_a_trace(seed: int) -> None:
    """Chats come, grow and go in between, leaves split and merge: copies could be left behind anywhere."""
    draw = random.Random(seed)
    with tempfile.TemporaryDirectory() as folder, bench(Path(folder)) as history:
        secret = secret_of(draw, 800)
        grown = 0
        for step in range(30):
            text = [draw.randrange(200) for _ in range(draw.randrange(400))]
            history.chat(f"chat {draw.randrange(8)}", text)
            if step % 3 == 0:
                grown = min(len(secret), grown + draw.randrange(150))
                history.chat("deleted", secret[:grown])
            if draw.random() < 0.2:
                history.speculator.forget(f"chat {draw.randrange(8)}")
            if draw.random() < 0.1:
                history.store.submit(lambda writer: writer.compact()).result()
        history.speculator.forget("deleted")
        assert left(Path(folder), secret[:grown]) <= 1
        check(Path(folder) / "history.db")


def test_it_is_forgotten_under_every_tokenizer(history: Bench, path: Path) -> None:
    secret = secret_of(random.Random(4), 50)
    history.chat("deleted", secret)
    history.chat("deleted", secret, fingerprint="two")
    history.speculator.forget("deleted")
    assert left(path.parent, secret) == 0
    assert history.store.totals().conversations == 0


def test_deleting_the_chat_that_is_being_written_lets_go_of_it(history: Bench, path: Path) -> None:
    secret = secret_of(random.Random(4), 50)
    history.chat("deleted", secret[:20])
    history.start(secret[:20], "deleted")
    history.observe(*secret[20:])
    history.speculator.forget("deleted")
    history.observe(1, 2, 3)
    assert history.draft() is None
    history.speculator.finish()
    history.settle()
    assert left(path.parent, secret) == 0
    assert history.store.totals().tokens == 0


def test_what_could_not_be_erased_is_erased_later(
    history: Bench, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    secret = secret_of(random.Random(5), 100)
    history.chat("deleted", secret)
    history.chat("kept", [1, 2, 3, 4, 5, 6])
    history.reopen()
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        history.store._writing.execute("PRAGMA busy_timeout = 10")
        other.execute("BEGIN IMMEDIATE")
        history.speculator.forget("deleted")
        history.speculator.close()
        assert packed(secret[:2]) in everything(path.parent)
    history.open()
    history.settle()
    assert left(path.parent, secret) == 0
    history.speculator.status(None)
    assert b"deleted" not in everything(path.parent)
    assert history.chain_after([2, 3, 4, 5], 1) == [6]


def test_an_erasure_cut_short_goes_on_at_the_next_start(
    history: Bench, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    secret = secret_of(random.Random(6), 9_000)
    history.chat("deleted", secret)
    erase = writer_module.erasing.erase

    def stopping(*given: object) -> None:
        erase(*given)  # type: ignore[arg-type]
        history.store._writer.stopping = True

    with monkeypatch.context() as patched:
        patched.setattr(writer_module.erasing, "erase", stopping)
        history.speculator.forget("deleted")
        history.settle()
    assert 0 < history.store.totals().tokens < 9_000
    history.reopen()
    history.settle()
    assert left(path.parent, secret[:1_000]) <= 2
    assert left(path.parent, secret[-1_000:]) <= 2
    check(path)


def test_clearing_erases_all_and_learns_on(history: Bench, path: Path) -> None:
    secret = secret_of(random.Random(7), 3_000)
    history.chat("here", secret)
    assert history.speculator.act("clear", None) == "The history is empty."
    assert left(path.parent, secret) == 0
    assert path.stat().st_size < 100_000
    history.feed("x", number=1, total=1)
    requests = history.host.requests
    history.chat("new", [1, 2, 3, 4, 5, 6])
    assert history.chain_after([2, 3, 4, 5], 1) == [6]
    check(path)
    assert history.host.requests == requests


def test_rebuilding_asks_for_the_chats_anew(history: Bench, path: Path) -> None:
    history.feed("here", [1, 2, 3, 4, 5, 6])
    history.speculator.act("rebuild", None)
    assert history.host.requests == 2
    assert history.store.totals().tokens == 0
    history.feed("here", [1, 2, 3, 4, 5, 6])
    assert history.store.totals().tokens == 6


def test_an_excluded_chat_is_forgotten_and_learnt_no_more(history: Bench, path: Path) -> None:
    secret = secret_of(random.Random(8), 60)
    history.chat("here", secret)
    history.speculator.act("exclude", "here")
    assert left(path.parent, secret) == 0
    history.chat("here", secret)
    history.feed("here", secret)
    history.reopen()
    history.chat("here", secret)
    assert left(path.parent, secret) == 0
    history.speculator.close()
    path.write_bytes(b"rubbish")  # the exclusion outlives the file
    history.open()
    history.feed("here", secret)
    assert history.store.totals().tokens == 0
    history.speculator.act("include", "here")
    history.chat("here", secret)
    assert history.store.totals().tokens == 60


def test_what_is_learnt_anew_after_an_erasure_is_erased_anew(history: Bench, path: Path) -> None:
    secret = secret_of(random.Random(9), 60)
    for _ in range(2):
        history.chat("deleted", secret)
        history.speculator._owed.add("deleted")
        history.speculator._ready()
        history.settle()  # done, but not struck off the list yet
    history.chat("deleted", secret)
    history.speculator.forget("deleted")
    assert left(path.parent, secret) == 0
    history.chat("deleted", secret)
    history.reopen()
    history.settle()
    assert history.store.totals().tokens == 60, "what was erased once is not erased again at the next start"


def test_the_name_of_a_temporary_chat_is_not_written_either(
    history: Bench, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    history.start([1, 2, 3], "hidden", temporary=True)
    history.speculator.finish()

    def refuse(name: str) -> None:
        raise AssertionError(f"{name} is written")

    monkeypatch.setattr(history.speculator._owed, "add", refuse)
    history.speculator.forget("hidden")
