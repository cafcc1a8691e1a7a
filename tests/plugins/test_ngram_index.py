"""The index against brute force: the same match, whatever was added and taken away before."""

from __future__ import annotations

import random
from collections import Counter
from itertools import chain
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from foreword_ngram.index import CHAIN, NgramIndex

tokens = st.lists(st.integers(0, 2), max_size=70)
orders = st.sampled_from([(4, 2), (1,), (3,), (2, 4, 3)])
limits = st.sampled_from([4, 5, 32])
counts = st.integers(1, 4)


def brute_force(ids: list[int], orders: tuple[int, ...], longest: int, count: int) -> list[tuple[int, int]]:
    """By definition: of the latest places where the longest known n-gram stood, the best for each token
    that followed, ordered by length, then by how often that token followed, then the most recent."""
    for order in sorted(orders, reverse=True):
        ends = [
            end
            for end in range(len(ids) - 2, order - 2, -1)
            if ids[end - order + 1 : end + 1] == ids[len(ids) - order :]
        ][:CHAIN]
        if ends:
            followed = Counter(ids[end + 1] for end in ends)
            ranked = sorted(
                ((min(common_end(ids, end), longest), followed[ids[end + 1]], end) for end in ends),
                reverse=True,
            )
            best = {}
            for length, _, end in ranked:
                best.setdefault(ids[end + 1], (end, length))
            return list(best.values())[:count]
    return []


def common_end(ids: list[int], end: int) -> int:
    return next(
        (length for length in range(end + 1) if ids[end - length] != ids[len(ids) - 1 - length]), end + 1
    )


def state(index: NgramIndex) -> dict[str, Any]:
    return dict(vars(index))


def filled(ids: list[int], orders: tuple[int, ...] = (4, 2), longest: int = 32) -> NgramIndex:
    index = NgramIndex(orders, longest)
    index.extend(ids)
    return index


@given(tokens, orders, limits, counts)
def test_the_matches_are_those_of_brute_force(
    ids: list[int], orders: tuple[int, ...], longest: int, count: int
) -> None:
    found = filled(ids, orders, longest).matches(count)
    assert found == brute_force(ids, orders, longest, count)
    assert found[:1] == filled(ids, orders, longest).matches(1), "the first is the best, however many"


@given(st.lists(tokens, max_size=6), orders)
def test_added_in_pieces_is_added_at_once(pieces: list[list[int]], orders: tuple[int, ...]) -> None:
    index = NgramIndex(orders)
    for piece in pieces:
        index.extend(piece)
    assert state(index) == state(filled(list(chain(*pieces)), orders))


@given(tokens, tokens, orders)
def test_truncate_undoes_extend_exactly(kept: list[int], dropped: list[int], orders: tuple[int, ...]) -> None:
    index = filled(kept, orders)
    before = state(filled(kept, orders))
    index.extend(dropped)
    index.truncate(len(kept))
    assert state(index) == before


@given(tokens, st.lists(st.tuples(st.integers(0, 80), tokens), max_size=5))
def test_any_course_of_cuts_and_additions_ends_as_if_it_was_new(
    ids: list[int], course: list[tuple[int, list[int]]]
) -> None:
    index, plain = filled(ids), list(ids)
    for length, more in course:
        index.truncate(length)
        index.extend(more)
        plain = plain[:length] + more
    assert state(index) == state(filled(plain))


def test_the_longest_wins_over_the_most_recent() -> None:
    ids = [9, 1, 2, 3, 4, 7, 5, 2, 3, 4, 8, 9, 1, 2, 3, 4]
    assert filled(ids).matches(1) == [(4, 5)]


def test_of_equally_long_ones_what_followed_more_often_wins() -> None:
    ids = [1, 2, 3, 4, 6, 1, 2, 3, 4, 6, 1, 2, 3, 4, 7, 1, 2, 3, 4]
    assert filled(ids).matches(2) == [(8, 4), (13, 4)]


def test_of_equally_frequent_ones_the_most_recent_wins() -> None:
    ids = [1, 2, 3, 4, 6, 1, 2, 3, 4, 7, 1, 2, 3, 4]
    assert filled(ids).matches(1) == [(8, 4)]


def test_a_match_of_two_tokens_is_found_and_of_one_is_not() -> None:
    assert filled([5, 6, 7, 5, 6]).matches(1) == [(1, 2)]
    assert filled([6, 7, 5, 6]).matches(1) == []


def test_the_end_itself_is_no_earlier_match() -> None:
    assert filled([1, 2, 3, 4, 5]).matches(1) == []
    assert NgramIndex().matches(1) == []


def test_only_so_many_candidates_are_looked_at() -> None:
    best = [7, 7, 7, 1, 2, 3, 4]
    decoys = [token for number in range(CHAIN) for token in (100 + number, 1, 2, 3, 4)]
    assert filled(best + decoys[:-5] + best).matches(1) == [(6, 7)]
    assert filled(best + decoys + best).matches(1) == [(len(best + decoys) - 1, 4)]


class Counted(list[int]):
    """A list that counts how often it is read."""

    reads = 0

    def __getitem__(self, at: Any) -> Any:
        self.reads += 1
        return super().__getitem__(at)


def test_work_does_not_grow_with_the_text() -> None:
    for size in (1_000, 10_000):
        index = filled([number % 7 for number in range(size)])
        index.token_ids = counted = Counted(index.token_ids)
        index.extend([1])
        assert counted.reads == 2, "one n-gram for each order"
        counted.reads = 0
        index.matches(4)
        assert counted.reads <= CHAIN * 2 + CHAIN * 2 * 33
        counted.reads = 0
        index.truncate(size)
        assert counted.reads == 2


def test_memory_grows_with_the_tokens_and_no_faster() -> None:
    """A long prompt costs three places a token, whatever it repeats."""
    draw = random.Random(3)
    for alphabet in (1, 5, 40_000):
        index = NgramIndex()
        index.extend(draw.randrange(alphabet) for _ in range(5_000))
        assert [len(previous) for previous in index._previous] == [5_000] * 3
        assert all(len(last) <= 5_000 for last in index._last)
        assert max(len(gram) for last in index._last for gram in last) == 4
        index.truncate(10)
        assert sum(len(last) for last in index._last) <= 30
