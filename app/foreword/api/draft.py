"""Draft: what one speculator proposes for one step, a chain or a small tree of token ids."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Draft:
    """A tree of proposed tokens as parent indexes; a chain is the plain case.

    `token_ids[i]` is proposed to follow node `parents[i]`; -1 is the last token of the context.
    A parent comes before its children. `scores[i]` is the speculator's own estimate, 0 to 1, that
    node i is right given that its parent is; empty where it has none. `match_length` says how many
    tokens of context the proposal rests on (0: it does not rest on a match); the planner keeps
    separate books for weak and strong matches.
    """

    token_ids: tuple[int, ...]
    parents: tuple[int, ...]
    scores: tuple[float, ...] = ()
    match_length: int = 0

    @classmethod
    def chain(cls, token_ids: Sequence[int], scores: Sequence[float] = (), match_length: int = 0) -> Draft:
        """A draft in which each token follows the one before it."""
        return cls(tuple(token_ids), tuple(range(-1, len(token_ids) - 1)), tuple(scores), match_length)

    def __len__(self) -> int:
        return len(self.token_ids)
