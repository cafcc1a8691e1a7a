"""What is stored of prompts and replies: each token once, versions as branches, none of a temporary chat."""

from __future__ import annotations

import random
from pathlib import Path

from foreword.api import Budget
from foreword_suffix_history.grams import packed
from tests.plugins.suffix_history.helpers import Bench, check, everything


def test_the_next_turn_adds_only_what_is_new(history: Bench, path: Path) -> None:
    history.chat("here", [1, 2, 3, 4], [5, 6])
    history.chat("here", [1, 2, 3, 4, 5, 6, 7, 8], [9])
    assert history.store.totals().tokens == 9
    assert history.chain_after([5, 6, 7, 8], 4) == [9]
    check(path)


def test_a_version_shares_the_beginning_and_branches_off(history: Bench, path: Path) -> None:
    prompt = list(range(1, 301))
    history.chat("here", prompt, [1_000, 1_001])
    history.chat("here", prompt, [2_000, 2_001])
    history.chat("here", [*prompt[:250], 3_000], [3_001])
    assert history.store.totals().tokens == 306
    for context, following in (([3_000], 3_001), ([2_000], 2_001), ([1_000], 1_001)):
        beginning = prompt[:250] if following == 3_001 else prompt
        history.start([*beginning, *context], "elsewhere", temporary=True)
        found = history.draft(Budget(1, 5_000))
        assert found is not None
        assert (found.token_ids, found.match_length) == ((following,), 32)
    check(path)


def test_an_interrupted_reply_is_learnt_as_far_as_it_came(history: Bench) -> None:
    history.start([1, 2, 3, 4, 5], "here")
    history.observe(6)
    history.observe(7)
    history.speculator.finish()
    history.settle()
    assert history.chain_after([2, 3, 4, 5], 4) == [6, 7]


def test_learning_from_a_transcript_replaces_what_was_known_of_it(history: Bench, path: Path) -> None:
    history.chat("here", [1, 2, 3, 4, 5, 6, 7])
    history.feed("here", [1, 2, 3, 4, 10, 11], [1, 2, 3, 4, 20, 21])
    assert history.store.totals().tokens == 8
    assert history.chain_after([2, 3, 4, 5], 4) == []
    assert packed([5, 6, 7]) not in everything(path.parent)
    history.feed("here")
    assert history.store.totals().conversations == 0
    check(path)


def test_a_transcript_that_tells_nothing_new_writes_no_tokens(history: Bench, path: Path) -> None:
    draw = random.Random(2)
    texts = [[draw.randrange(5) for _ in range(600)] for _ in range(3)]
    history.feed("here", *texts)
    before = path.read_bytes()
    history.feed("here", *reversed(texts))
    after = path.read_bytes()
    blocks = [at for at in range(0, len(before), 1024) if before[at : at + 1024] != after[at : at + 1024]]
    assert len(blocks) < 5  # counters and dates, no tokens


def test_nothing_of_a_temporary_chat_is_kept(history: Bench, path: Path) -> None:
    history.chat("other", [1, 2, 3, 4, 5, 6])
    secret = [31_001, 31_002, 31_003, 31_004]
    history.start([1, 2, 3, 4], "hidden", temporary=True)
    assert history.draft() is not None
    history.observe(*secret)
    history.speculator.finish()
    history.settle()
    assert "31003" not in repr(vars(history.speculator))
    assert history.chain_after(secret[:4], 4) == []
    history.reopen()
    written = everything(path.parent)
    assert packed(secret[:2]) not in written
    assert b"hidden" not in written
    assert history.store.counter("steps") == 0


def test_a_long_conversation_is_stored_in_slices(history: Bench, path: Path) -> None:
    draw = random.Random(3)
    text = [draw.randrange(40_000) for _ in range(20_000)]
    history.chat("here", text[:15_000], text[15_000:])
    assert history.store.totals().tokens == 20_000
    for at in (100, 4_095, 4_096, 8_192, 19_000):
        assert history.chain_after(text[at - 10 : at], 8) == text[at : at + 8]
    check(path)


def test_older_chats_are_asked_for_once_for_each_tokenizer(history: Bench) -> None:
    assert history.host.requests == 1
    history.attach()
    assert history.host.requests == 1
    history.feed("one", [1, 2, 3], number=1, total=2)
    status = history.speculator.status(None)
    assert status is not None
    assert (status.working, status.fraction) == ("Learning from your chats", 0.5)
    history.reopen()
    assert history.host.requests == 2, "the feeding had not come to its end"
    history.feed("one", [1, 2, 3], number=1, total=2)
    history.feed("two", [4, 5, 6], number=2, total=2)
    status = history.speculator.status(None)
    assert status is not None
    assert (status.working, status.fraction) == ("", None)
    history.reopen()
    assert history.host.requests == 2
    history.attach("two")
    assert history.host.requests == 3
