"""An incremental index of token sequences that finds the longest earlier match of their end.

Hash chains as in LZ77 compressors (RFC 1951, section 4): the last occurrence of every n-gram stands
in a dictionary, and each position points to the one before it with the same n-gram. Adding a token
is O(1); a look-up walks at most `CHAIN` candidates, most recent first. The index knows token ids
only: nothing of conversations, drafts or the model.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

CHAIN = 64
"""Candidates looked at for one look-up: a bound on its time, and recent ones are the better guess."""


class NgramIndex:
    """Token ids and, for each n-gram length in `orders`, chains of the positions where each ends."""

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

    def longest_match(self) -> tuple[int, int]:
        """(end, length) of the longest earlier occurrence of the sequence's end; (-1, 0) if none.

        `end` is the position of the match's last token. Of equally long ones the most recent wins;
        lengths over `longest` count as equal.
        """
        for previous in self._previous:
            if previous and previous[-1] >= 0:
                return self._longest_in_chain(previous)
        return -1, 0

    def _longest_in_chain(self, previous: list[int]) -> tuple[int, int]:
        ids = self.token_ids
        here = len(ids) - 1
        best_end, best = -1, 0
        candidate = previous[here]
        for _ in range(CHAIN):
            if candidate < 0:
                break
            # The token that would make it longer than the best: most candidates fail here, cheaply.
            if candidate >= best and ids[candidate - best] == ids[here - best]:
                length = self._common_length(candidate)
                if length > best:
                    best_end, best = candidate, length
                    if best >= self._longest:
                        break
            candidate = previous[candidate]
        return best_end, best

    def _common_length(self, end: int) -> int:
        ids = self.token_ids
        here = len(ids) - 1
        length = 0
        while length <= end and length < self._longest and ids[end - length] == ids[here - length]:
            length += 1
        return length
