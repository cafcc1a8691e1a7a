"""The n-gram speculator through the interface that the pool uses."""

from __future__ import annotations

import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foreword.api import Budget, Context, Draft, IntOption, Outcome, Session, Value
from foreword_ngram import NgramSpeculator
from foreword_ngram.index import NgramIndex
from tests.speculators.conftest import Letters

BUDGET = Budget(tokens=8, microseconds=2_000)
DEFAULTS: dict[str, Value] = {option.name: option.default for option in NgramSpeculator.options}


def session(ids: list[int], conversation: str = "chat") -> Session:
    return Session(conversation, False, tuple(ids), 1000, Letters(), 0, Path("unused"))


def started(ids: list[int], conversation: str = "chat", **options: Value) -> NgramSpeculator:
    speculator = NgramSpeculator()
    speculator.configure({**DEFAULTS, **options})
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


# --- options


def test_the_first_branch_is_the_chain_and_the_others_are_shorter() -> None:
    ids = [5, 1, 2, 3, 4, 5, 1, 2, 6, 7, 8, 5, 1, 2, 9, 9, 9, 1, 2]
    chain = draft(started(ids))
    tree = draft(started(ids, branches=3), Budget(20, 2_000))
    assert chain is not None
    assert tree is not None
    assert tree.token_ids[:8] == chain.token_ids
    starts = [at for at, parent in enumerate(tree.parents) if parent == -1]
    assert [tree.token_ids[at] for at in starts] == [9, 6, 3], "recency decides"
    assert tree.match_length == chain.match_length == 2
    sizes = [end - at for at, end in pairwise([*starts, len(tree)])]
    assert sizes == sorted(sizes, reverse=True)


@given(st.lists(st.integers(0, 3), max_size=40), st.integers(1, 4), st.integers(1, 63), st.integers(1, 30))
def test_any_tree_keeps_the_budget_and_has_different_children(
    ids: list[int], branches: int, longest: int, tokens: int
) -> None:
    found = draft(started(ids, branches=branches, longest_draft=longest), Budget(tokens, 2_000))
    if found is None:
        return
    assert len(found) <= tokens
    assert len(set(zip(found.parents, found.token_ids, strict=True))) == len(found)
    assert all(parent < at for at, parent in enumerate(found.parents))
    assert sum(parent == -1 for parent in found.parents) <= branches
    chain = draft(started(ids, longest_draft=longest), Budget(tokens, 2_000))
    assert chain is not None
    first = [*found.parents[1:], -1].index(-1) + 1
    assert found.token_ids[:first] == chain.token_ids[:first], "the chain, perhaps cut to make room"
    assert first == len(chain) or first < len(found)


def test_the_longest_draft_is_kept() -> None:
    found = draft(started([7] * 48, longest_draft=3))
    assert found == Draft.chain([7, 7, 7], (), 32)


@pytest.mark.parametrize("shortest", [1, 2, 3, 4])
def test_a_shorter_match_than_the_shortest_is_none(shortest: int) -> None:
    ids = [1, 2, 3, 4, 9, 9]
    too_short, enough = ids[4 - shortest + 1 : 4], ids[4 - shortest : 4]
    assert draft(started([*ids, 8, *too_short], shortest_match=shortest)) is None
    assert draft(started([*ids, 8, *enough], shortest_match=shortest)) is not None


def test_lengths_over_the_longest_count_as_equal() -> None:
    ids = [1, 2, 3, 4, 5, 6, 7, 8, 2, 3, 4, 5, 6, 9, 1, 2, 3, 4, 5, 6]
    longest = draft(started(ids))
    recent = draft(started(ids, longest_match=4))
    assert (longest and longest.token_ids[0], recent and recent.token_ids[0]) == (7, 9)


def test_new_options_hold_from_the_next_reply_on() -> None:
    speculator = started([1, 2, 3, 4, 1, 2])
    assert draft(speculator) is not None
    speculator.configure({**DEFAULTS, "shortest_match": 3})
    speculator.start(session([1, 2, 3, 4, 1, 2]))
    assert draft(speculator) is None
    speculator.observe(Outcome((3,), 0))
    assert draft(speculator) is not None


def test_the_same_options_keep_the_index(monkeypatch: pytest.MonkeyPatch) -> None:
    speculator = started([1, 2, 3, 4, 1, 2])
    speculator.configure(dict(DEFAULTS))
    spy = Spy(monkeypatch)
    speculator.start(session([1, 2, 3, 4, 1, 2, 3]))
    assert (spy.indexed, spy.dropped) == (1, 0)


def test_every_option_takes_its_ends() -> None:
    for option in NgramSpeculator.options:
        assert isinstance(option, IntOption)
        assert option.label
        assert option.help
        for value in (option.low, option.default, option.high):
            speculator = started([1, 2, 3, 4, 5, 9, 1, 2, 3, 4, 5], **{option.name: option.check(value)})
            assert draft(speculator) is not None


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
