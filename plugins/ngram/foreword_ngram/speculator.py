"""Prompt lookup over this conversation: draft what followed the longest earlier match.

The idea is Apoorv Saxena's prompt lookup decoding (2023); the match here is the longest one, not
one of a fixed length, and the index is kept incrementally: a reply never rescans its context, and
the next turn indexes only what is new in its prompt.
"""

from __future__ import annotations

from collections.abc import Sequence

from foreword.api import Budget, Context, Draft, Outcome, Session, Speculator
from foreword_ngram.index import NgramIndex


class NgramSpeculator(Speculator):
    summary = "Repeats what followed the last time these words stood in this conversation."

    def __init__(self) -> None:
        self._index = NgramIndex()
        self._conversation_id = ""

    def start(self, session: Session) -> None:
        self._conversation_id = session.conversation_id
        kept = _common_prefix(self._index.token_ids, session.token_ids)
        self._index.truncate(kept)
        self._index.extend(session.token_ids[kept:])

    def draft(self, context: Context, budget: Budget) -> Draft | None:
        end, length = self._index.longest_match()
        if length == 0:
            return None
        return Draft.chain(_continuation(self._index.token_ids, end + 1, budget.tokens), (), length)

    def observe(self, outcome: Outcome) -> None:
        self._index.extend(outcome.token_ids)

    def forget(self, conversation_id: str) -> None:
        if conversation_id == self._conversation_id:
            self._index = NgramIndex()


def _common_prefix(ours: Sequence[int], theirs: Sequence[int]) -> int:
    shorter = min(len(ours), len(theirs))
    return next((at for at in range(shorter) if ours[at] != theirs[at]), shorter)


def _continuation(token_ids: Sequence[int], start: int, count: int) -> list[int]:
    """`count` tokens from `start`; past the end the copy reads itself, which continues a repetition."""
    copied = list(token_ids[start : start + count])
    period = len(token_ids) - start
    while len(copied) < count:
        copied.append(copied[len(copied) - period])
    return copied
