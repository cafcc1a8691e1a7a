"""An incremental index of token ids that finds where their end stood before, and what followed there.

Hash chains as in LZ77 compressors (RFC 1951, section 4): the last occurrence of every n-gram stands
in a dictionary, and each position points to the one before it with the same n-gram. Adding a token
is O(1); a look-up walks at most `CHAIN` candidates, most recent first. The index knows token ids
only: nothing of conversations, drafts or the model.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

CHAIN = 32
"""Candidates looked at for one look-up: a bound on its time, and recent ones are the better guess."""


class Match(NamedTuple):
    """`length` tokens up to position `end` are the last `length` ones of the sequence."""

    end: int
    length: int


class NgramIndex:
    """Token ids and, for each n-gram length in `orders`, chains of the positions where each ends.

    `longest` is at least the largest of `orders`.
    """

    def __init__(self, orders: Sequence[int] = (4, 2, 1), longest: int = 32) -> None:
        self.token_ids: list[int] = []
        self._orders = tuple(sorted(orders, reverse=True))
        self._longest = longest
        self._last: list[dict[tuple[int, ...], int]] = [{} for _ in self._orders]
        self._previous: list[list[int]] = [[] for _ in self._orders]

    def __len__(self) -> int:
        return len(self.token_ids)

    def extend(self, token_ids: Iterable[int]) -> None:
        ids = self.token_ids
        for token in token_ids:
            ids.append(token)
            end = len(ids)
            for order, last, previous in zip(self._orders, self._last, self._previous, strict=True):
                if end < order:
                    previous.append(-1)
                    continue
                gram = tuple(ids[end - order :])
                previous.append(last.get(gram, -1))
                last[gram] = end - 1

    def truncate(self, length: int) -> None:
        """Forget everything behind the first `length` tokens, newest first."""
        while len(self.token_ids) > length:
            end = len(self.token_ids)
            for order, last, previous in zip(self._orders, self._last, self._previous, strict=True):
                before = previous.pop()
                if end < order:
                    continue
                gram = tuple(self.token_ids[end - order :])
                if before < 0:
                    del last[gram]
                else:
                    last[gram] = before
            self.token_ids.pop()

    def matches(self, count: int) -> list[Match]:
        """Earlier occurrences of the sequence's end, at most `count`, the best guess first.

        Looks for the longest n-gram that stood before, in its latest `CHAIN` places, and takes one of
        them for each token that followed. Longer matches come first (lengths over `longest` count as
        equal), of equally long ones those whose next token followed more often, then the most recent.
        """
        for order, previous in zip(self._orders, self._previous, strict=True):
            if previous and previous[-1] >= 0:
                found = self._by_next_token(order, previous)
                best = [max(found)] if count == 1 else sorted(found, reverse=True)[:count]
                return [Match(end, length) for length, _, end in best]
        return []

    def _by_next_token(self, order: int, previous: list[int]) -> Collection[list[int]]:
        """[length, times, end] for each token that followed: its longest match, the most recent of those,
        and how often it followed. All candidates are known to match in `order` tokens."""
        ids, longest = self.token_ids, self._longest
        here = len(ids) - 1
        found: dict[int, list[int]] = {}
        candidate = previous[here]
        for _ in range(CHAIN):
            if candidate < 0:
                break
            known = found.get(ids[candidate + 1])
            if known is None:
                found[ids[candidate + 1]] = known = [order, 0, candidate]
            known[1] += 1
            length = known[0]
            # The token that would make it longer than the best: most candidates fail here, cheaply.
            if length < longest and length <= candidate and ids[candidate - length] == ids[here - length]:
                length = self._common_length(candidate, order)
                if length > known[0]:
                    known[0], known[2] = length, candidate
            candidate = previous[candidate]
        return found.values()

    def _common_length(self, end: int, known: int) -> int:
        """How many tokens up to `end` are those at the sequence's end, the first `known` ones included."""
        ids, longest = self.token_ids, self._longest
        here = len(ids) - 1
        length = known
        while length <= end and length < longest and ids[end - length] == ids[here - length]:
            length += 1
        return length
