"""The n-gram speculator through the interface that the pool uses."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foreword.api import Budget, Context, Draft, Outcome, Session
from foreword_ngram import NgramSpeculator
from foreword_ngram.index import NgramIndex
from tests.speculators.conftest import Letters

BUDGET = Budget(tokens=8, microseconds=2_000)


def session(ids: list[int], conversation: str = "chat") -> Session:
    return Session(conversation, False, tuple(ids), 1000, Letters(), 0, Path("unused"))


def started(ids: list[int], conversation: str = "chat") -> NgramSpeculator:
    speculator = NgramSpeculator()
    speculator.start(session(ids, conversation))
    return speculator


def draft(speculator: NgramSpeculator, budget: Budget = BUDGET) -> Draft | None:
    return speculator.draft(Context(()), budget)


def state(speculator: NgramSpeculator) -> dict[str, Any]:
    return dict(vars(speculator._index))


def fresh(ids: list[int]) -> dict[str, Any]:
    index = NgramIndex()
    index.extend(ids)
    return dict(vars(index))


def test_it_drafts_what_followed_the_last_time() -> None:
    assert draft(started([1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2])) == Draft.chain([3, 4, 5, 6, 7, 8, 9, 1], (), 2)


def test_nothing_matches_nothing_is_drafted() -> None:
    assert draft(started([1, 2, 3, 4, 5])) is None
    assert draft(started([])) is None


def test_the_match_length_is_told_to_the_planner() -> None:
    found = draft(started([1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5]))
    assert found is not None
    assert found.match_length == 5


def test_the_budget_is_kept() -> None:
    for tokens in (1, 3, 20):
        found = draft(started([1, 2, 3, 1, 2]), Budget(tokens, 2_000))
        assert found is not None
        assert len(found) == tokens


def test_the_same_word_48_times_is_continued_by_itself() -> None:
    assert draft(started([7] * 48)) == Draft.chain([7] * 8, (), 32)


def test_a_repetition_that_ends_the_text_is_continued_over_its_end() -> None:
    assert draft(started([9, 1, 2, 3, 1, 2, 3])) == Draft.chain([1, 2, 3, 1, 2, 3, 1, 2], (), 3)


@given(st.lists(st.integers(0, 9), min_size=1, max_size=5), st.integers(3, 8), st.integers(1, 24))
def test_any_repetition_is_continued_as_it_would_go_on(period: list[int], times: int, count: int) -> None:
    ids = period * times
    found = draft(started(ids), Budget(count, 2_000))
    if found is None:  # two rounds of a single token are shorter than what counts as a match
        assert len(ids) < 3
    else:
        assert list(found.token_ids) == (period * (times + count))[len(ids) : len(ids) + count]


def test_committed_tokens_join_the_index() -> None:
    speculator = started([1, 2, 3])
    assert draft(speculator) is None
    speculator.observe(Outcome((9, 1, 2), 0))
    found = draft(speculator)
    assert found is not None
    assert found.token_ids[:2] == (3, 9)


class Spy:
    """Counts the tokens that are indexed and dropped."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.indexed = self.dropped = 0
        extend, truncate = NgramIndex.extend, NgramIndex.truncate

        def counting_extend(index: NgramIndex, token_ids: Any) -> None:
            self.indexed += len(token_ids)
            extend(index, token_ids)

        def counting_truncate(index: NgramIndex, length: int) -> None:
            self.dropped += max(0, len(index) - length)
            truncate(index, length)

        monkeypatch.setattr(NgramIndex, "extend", counting_extend)
        monkeypatch.setattr(NgramIndex, "truncate", counting_truncate)


def test_the_next_turn_indexes_only_what_is_new_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    prompt, reply, more = list(range(100)), list(range(50, 80)), [1, 2, 3]
    speculator = started(prompt)
    for token in reply:
        speculator.observe(Outcome((token,), 0))
    speculator.finish()
    spy = Spy(monkeypatch)
    speculator.start(session(prompt + reply + more))
    assert (spy.indexed, spy.dropped) == (3, 0)
    assert state(speculator) == fresh(prompt + reply + more)


def test_an_edited_turn_drops_what_is_behind_the_edit(monkeypatch: pytest.MonkeyPatch) -> None:
    speculator = started(list(range(100)))
    spy = Spy(monkeypatch)
    speculator.start(session([*range(90), 7, 7]))
    assert (spy.indexed, spy.dropped) == (2, 10)
    assert state(speculator) == fresh([*range(90), 7, 7])


def test_another_conversation_takes_nothing_over() -> None:
    speculator = started([1, 2, 3, 4, 1, 2])
    speculator.start(session([5, 1, 2], "another"))
    assert draft(speculator) is None
    assert state(speculator) == fresh([5, 1, 2])


@given(st.lists(st.tuples(st.lists(st.integers(0, 3), max_size=20), st.lists(st.integers(0, 3), max_size=8))))
def test_after_any_course_of_replies_the_index_is_that_of_the_last_one(
    replies: list[tuple[list[int], list[int]]],
) -> None:
    speculator, ids = NgramSpeculator(), list[int]()
    for prompt, written in replies:
        speculator.start(session(prompt))
        for token in written:
            speculator.observe(Outcome((token,), 0))
        speculator.finish()
        ids = prompt + written
    assert state(speculator) == fresh(ids)


def test_a_deleted_conversation_leaves_nothing_behind() -> None:
    speculator = started([1, 2, 3, 1, 2])
    speculator.forget("another")
    assert draft(speculator) is not None
    speculator.forget("chat")
    assert state(speculator) == fresh([])
    speculator.start(session([1, 2]))
    assert draft(speculator) is None


def test_it_brings_the_interface_alone() -> None:
    probe = "import sys, foreword_ngram; print(sorted(m for m in sys.modules if m.startswith('foreword')))"
    done = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, check=True)
    allowed = {"foreword", "foreword_ngram", "foreword_ngram.index", "foreword_ngram.speculator"}
    assert all(name in allowed or name.startswith("foreword.api") for name in eval(done.stdout))
