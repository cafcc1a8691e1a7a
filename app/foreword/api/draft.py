"""Draft: what one speculator proposes for one step, a chain or a small tree of token ids."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Draft:
    """A tree of proposed tokens as parent indexes; a chain is the plain case.

    `token_ids[i]` is proposed to follow node `parents[i]`; -1 is the last token of the context.
    A parent comes before its children; two children of one parent hold different tokens. Both tuples have
    one entry for each node and hold plain ints, not those of a tensor library. An empty draft is the same
    as None. Where only a chain can be verified, as in exact mode on most machines, the branch that
    promises most is taken: put the best one first.

    `scores[i]` is the speculator's own estimate, 0 to 1, that node i is right given that its parent is;
    empty where it has none. The planner goes by what it measured and may leave them unread.
    `match_length` says how many tokens of context the proposal rests on (0: it does not rest on a match).
    The planner keeps separate books of survival for each power of two of it, so a speculator that has
    another measure of its own confidence may put that here: small for weak, large for strong.

    Nothing is checked when a draft is built; the host checks every draft that it is given.
    """

    token_ids: tuple[int, ...]
    parents: tuple[int, ...]
    scores: tuple[float, ...] = ()
    match_length: int = 0

    @classmethod
    def chain(cls, token_ids: Sequence[int], scores: Sequence[float] = (), match_length: int = 0) -> Draft:
        """A draft in which each token follows the one before it. Copies what it is given."""
        return cls(tuple(token_ids), tuple(range(-1, len(token_ids) - 1)), tuple(scores), match_length)

    def __len__(self) -> int:
        return len(self.token_ids)
