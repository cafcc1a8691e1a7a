"""Drafter: the draft model at work on one reply at a time.

It keeps the commit rule: after every step the model's cache is cut to the tokens that were committed, and
between turns it stays, so that the next prompt is read from its first new token on. Knows no settings.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

from foreword.api import Draft, Session
from foreword_draft_model.bridge import Bridge
from foreword_draft_model.draws import Draws
from foreword_draft_model.model import DraftModel

CONFIDENCE_STEPS = (0.3, 0.6, 0.8, 0.95)
"""Where the books for weak and strong drafts part."""


class Drafter:
    """`begin`, then for each step `draft` and `commit`. What was read outlives the reply."""

    def __init__(self, model: DraftModel, bridge: Bridge) -> None:
        self.model, self._bridge = model, bridge
        self._draws: Draws | None = None
        self._committed = 0

    def begin(self, session: Session) -> None:
        """Read the prompt but for its last token, which the first draft reads."""
        self._draws = Draws(session.sampling, self._bridge.noise_ids, session.token_ids, self.model.device)
        self._bridge.restart(session.token_ids)
        self._committed = len(session.token_ids)
        ids = self._bridge.ids
        self.model.cut_to(ids)
        if self.model.room_behind(len(ids)) > 0 and len(ids) - 1 > len(self.model.ids):
            self.model.read(ids[:-1])

    def commit(self, token_ids: Sequence[int]) -> None:
        """The target wrote these: drop from the cache whatever else was drafted."""
        assert self._draws is not None, "begin() comes first"
        self._draws.commit(token_ids)
        self._bridge.extend(token_ids)
        self._committed += len(token_ids)
        self.model.cut_to(self._bridge.ids)

    def draft(self, tokens: int, least_confidence: float, seconds: float) -> Draft | None:
        """At most `tokens` tokens that follow what was committed, in about so many seconds.

        Ends early where the chance that all of it is right, by the model's own estimate, is below
        `least_confidence`: one more pass for the next token would hardly be repaid.
        """
        until = time.perf_counter() + seconds
        ids = self._bridge.ids
        passes = min(self._bridge.passes(tokens), self.model.room_behind(len(ids)))
        if self._bridge.open_end or not ids or passes <= 0:
            return None
        drafted, chances = self._write(ids, passes, least_confidence, until)
        token_ids = self._bridge.proposal(drafted)[:tokens]
        if not token_ids:
            return None
        # One score for each token only where the ids are the same ones.
        scores = chances[: len(token_ids)] if list(drafted[: len(token_ids)]) == token_ids else []
        return Draft.chain(token_ids, scores, confidence_book(chances[0]))

    def _write(
        self, ids: Sequence[int], passes: int, least_confidence: float, until: float
    ) -> tuple[list[int], list[float]]:
        """What the draft model writes behind `ids`, and how sure it is of each."""
        assert self._draws is not None, "begin() comes first"
        drafted: list[int] = []
        chances: list[float] = []
        sure, begun = 1.0, time.perf_counter()
        self.model.cut_to(ids)
        row = self.model.read(ids)
        while True:
            token, chance = self._draws.draw(row, self._committed + len(drafted), drafted)
            if not self._bridge.carries(token):
                break
            drafted.append(token)
            chances.append(chance)
            sure *= chance
            if len(drafted) >= passes or sure < least_confidence:
                break
            now = time.perf_counter()
            if now + (now - begun) / len(drafted) > until:
                break
            row = self.model.read([*ids, *drafted])
        return drafted, chances


def confidence_book(chance: float) -> int:
    """The `match_length` of a draft whose first token has this chance.

    The planner keeps separate books for weak and strong drafts by the number of bits of `match_length`. A
    draft model has no match; how sure it is of its first token is what parts its good drafts from its bad
    ones. So: 1, 2, 4, 8 or 16, the more the surer.
    """
    return 1 << sum(chance >= step for step in CONFIDENCE_STEPS)
