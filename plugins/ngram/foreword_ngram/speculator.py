"""Prompt lookup over this conversation: draft what followed the longest earlier match.

The idea is Apoorv Saxena's prompt lookup decoding (2023). Here the match is the longest one, not one of a
fixed length; of equally long ones, what followed more often and more recently is the better guess; and the
index is kept incrementally: a reply never rescans its context, and the next turn indexes only what is new
in its prompt.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from foreword.api import Budget, Context, Draft, IntOption, Outcome, Session, Speculator, Value
from foreword_ngram.index import NgramIndex

ORDERS = (4, 2, 1)
"""Lengths of the n-grams that are looked up; the shortest match that is wanted takes the last place."""


class NgramSpeculator(Speculator):
    summary = "Repeats what followed the last time these words stood in this conversation."
    options = (
        IntOption(
            "shortest_match", 1, 1, 4, label="Shortest match", unit="tokens",
            help="How many tokens must have stood here before. Shorter matches guess more often, and worse.",
        ),
        IntOption(
            "longest_match", 32, 4, 256, label="Longest match", unit="tokens",
            help="Matches of more tokens count as equally good, so that the most frequent one is taken.",
        ),
        IntOption(
            "longest_draft", 24, 1, 63, label="Longest draft", unit="tokens",
            help="How many tokens to draft at most behind one match.",
        ),
        IntOption(
            "branches", 1, 1, 4, label="Branches", unit="continuations",
            help="How many different continuations to draft at once. More than one pays only where the "
            "target verifies trees: in fast mode, on a GPU.",
        ),
    )  # fmt: skip

    def __init__(self) -> None:
        defaults = {option.name: option.default for option in self.options}
        self._conversation_id = ""
        self._set(defaults)

    def configure(self, values: Mapping[str, Value]) -> None:
        if values != self._values:
            self._set(values)

    def start(self, session: Session) -> None:
        self._conversation_id = session.conversation_id
        kept = _common_prefix(self._index.token_ids, session.token_ids)
        self._index.truncate(kept)
        self._index.extend(session.token_ids[kept:])

    def draft(self, context: Context, budget: Budget) -> Draft | None:
        ids = self._index.token_ids
        token_ids: list[int] = []
        parents: list[int] = []
        matches = self._index.matches(self._branches)
        for match, room in zip(
            matches, _rooms(len(matches), self._longest_draft, budget.tokens), strict=True
        ):
            if room:
                parents += (-1, *range(len(token_ids), len(token_ids) + room - 1))
                token_ids += _continuation(ids, match.end + 1, room)
        return Draft(tuple(token_ids), tuple(parents), (), matches[0].length) if token_ids else None

    def observe(self, outcome: Outcome) -> None:
        self._index.extend(outcome.token_ids)

    def forget(self, conversation_id: str) -> None:
        if conversation_id == self._conversation_id:
            self._index = self._new_index()

    def _set(self, values: Mapping[str, Value]) -> None:
        """Take these options; the index is of another form then, and built anew at the next reply."""
        self._values = dict(values)
        self._longest_draft = int(values["longest_draft"])
        self._branches = int(values["branches"])
        self._index = self._new_index()

    def _new_index(self) -> NgramIndex:
        shortest = int(self._values["shortest_match"])
        orders = {order for order in ORDERS if order > shortest} | {shortest}
        return NgramIndex(tuple(orders), int(self._values["longest_match"]))


def _rooms(branches: int, longest: int, tokens: int) -> list[int]:
    """How long each branch is, the best guess first: a worse one is less often right, and so is shorter."""
    if branches <= 1:
        return [min(longest, tokens)] * branches
    share = min(float(longest), tokens / sum(1 / rank for rank in range(1, branches + 1)))
    others = [int(share / rank) for rank in range(2, branches + 1)]
    return [min(longest, tokens - sum(others)), *others]


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
