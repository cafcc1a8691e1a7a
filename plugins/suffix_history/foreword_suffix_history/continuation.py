"""From matches to a draft: what followed them, as a small tree, the likeliest first.

Each match has a weight: one token more of agreement doubles it, and of equal ones the newer counts a
little more. Matches that went on alike add up. A node's score is the share of its parent's weight that
it holds, trusted more the longer the match. Knows matches; nothing of the store.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence

from foreword.api import Draft
from foreword_suffix_history.matcher import Match

_AGEING = 0.9
"""Weight of a match against that of the next newer one."""

_DOUBT = 2.0
"""A match of so many tokens is trusted half."""

Voice = tuple[float, int, list[int]]
"""Weight, length and continuation of a match."""


def draft_of(matches: Sequence[Match], tokens: int, *, branches: int, vocab_size: int) -> Draft | None:
    """A tree of at most `tokens` nodes and `branches` leaves; `matches` are longest and newest first."""
    if not matches or tokens < 1:
        return None
    longest = matches[0].length
    voices = [
        (2.0 ** (match.length - longest) * _AGEING**rank, match.length, match.ahead)
        for rank, match in enumerate(matches)
    ]
    tree = _Tree(tokens, branches, vocab_size)
    tree.grow(voices)
    if not tree.token_ids:
        return None
    return Draft(tuple(tree.token_ids), tuple(tree.parents), tuple(tree.scores), longest)


class _Tree:
    """Grows by the node that is likeliest to be reached, until it is full."""

    def __init__(self, tokens: int, branches: int, vocab_size: int) -> None:
        self._room, self._branches, self._vocab_size = tokens, branches, vocab_size
        self._waiting: list[tuple[float, int, int, int, int, float, list[Voice]]] = []
        self._offered = 0
        self.token_ids: list[int] = []
        self.parents: list[int] = []
        self.scores: list[float] = []

    def grow(self, voices: list[Voice]) -> None:
        """`voices` are longest first."""
        self._offer(-1, 0, 1.0, voices)
        continued: set[int] = set()  # nodes that have a child: one more is one more branch
        leaves = 0
        while self._waiting and len(self.token_ids) < self._room:
            chance, _, parent, depth, token, score, group = heapq.heappop(self._waiting)
            if parent in continued or not self.token_ids:
                if leaves == self._branches:
                    continue
                leaves += 1
            continued.add(parent)
            self.token_ids.append(token)
            self.parents.append(parent)
            self.scores.append(score)
            self._offer(len(self.token_ids) - 1, depth + 1, -chance, group)

    def _offer(self, parent: int, depth: int, chance: float, group: list[Voice]) -> None:
        """Put the tokens that follow a node at `depth` (of its children) among those that may come next."""
        following: dict[int, list[Voice]] = {}
        total = 0.0
        for voice in group:
            weight, _, ahead = voice
            total += weight
            if depth < len(ahead):
                following.setdefault(ahead[depth], []).append(voice)
        for token, voices in following.items():
            if token < self._vocab_size:
                length = depth + voices[0][1]
                score = length / (length + _DOUBT)
                if len(voices) < len(group):
                    score *= sum([voice[0] for voice in voices]) / total
                self._offered += 1
                entry = (-chance * score, self._offered, parent, depth, token, score, voices)
                heapq.heappush(self._waiting, entry)
