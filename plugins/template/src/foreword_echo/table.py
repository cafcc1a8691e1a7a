"""What the model thought likely to follow each pair of tokens, and each single one.

The idea is Token Recycling (arXiv 2408.08696): at every step the model weighs its whole vocabulary and
throws all but one token away; its second thoughts are good guesses for the next time. Knows token ids only.
"""

from __future__ import annotations

from collections.abc import Sequence

KEPT = 8
"""How many ids are kept for each place, best first."""


class Table:
    """A place is the last two tokens, or the last one where those two never stood before."""

    def __init__(self) -> None:
        self._followers: dict[tuple[int, ...], tuple[int, ...]] = {}

    def __len__(self) -> int:
        return len(self._followers)

    def note(self, before: Sequence[int], came: int, likeliest: Sequence[int]) -> None:
        """After `before` came this token; `likeliest` are those that the model had weighed there."""
        for place in _places(before):
            known = self._followers.get(place, ())
            best = dict.fromkeys((came, *likeliest, *known))
            self._followers[place] = tuple(best)[:KEPT]

    def look(self, before: Sequence[int]) -> tuple[tuple[int, ...], int]:
        """(ids that may follow, best first; how many tokens of `before` they rest on: 2, 1 or 0)."""
        for place in _places(before):
            followers = self._followers.get(place)
            if followers:
                return followers, len(place)
        return (), 0


def _places(before: Sequence[int]) -> list[tuple[int, ...]]:
    last = tuple(before[-2:])
    return [last[at:] for at in range(len(last))]
