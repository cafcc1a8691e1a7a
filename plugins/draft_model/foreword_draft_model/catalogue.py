"""The models on this computer as choices for the settings, each with what keeps it from drafting.

A judgement reads some megabytes, so it is kept until the model's files or the target change, and a call
makes no more of them than fit into a moment; the rest comes with the next call.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

from foreword.api import Choice, LocalModel, Target
from foreword_draft_model.folder import Obstacle, stamp
from foreword_draft_model.pairing import Pairing, pair

MOMENT = 0.25
"""Seconds after which no further model is looked at in one call."""
NOT_YET = "not looked at yet"

_Stamp = tuple[object, ...]


class Catalogue:
    """Judgements of models, each a Pairing or an Obstacle."""

    def __init__(self) -> None:
        self._judged: dict[Path, tuple[_Stamp, Pairing | Obstacle]] = {}

    def pair(self, folder: Path, target: Target) -> Pairing:
        """Raises Obstacle where the model can't draft for this target."""
        judged = self._known(folder, target)
        if judged is None:
            try:
                judged = pair(folder, target)
            except Obstacle as obstacle:
                judged = obstacle
            self._judged[folder] = (_stamp(folder, target), judged)
        if isinstance(judged, Obstacle):
            raise Obstacle(str(judged)) from judged
        return judged

    def choices(
        self, models: Sequence[LocalModel], target: Target | None, seconds: float = MOMENT
    ) -> list[Choice]:
        """One for each model, by name. Without a target, nothing can be judged; for so many seconds, models
        that weren't judged before are."""
        deadline = time.monotonic() + seconds
        return [
            self._choice(model, target, time.monotonic() < deadline)
            for model in sorted(models, key=lambda model: model.name.casefold())
        ]

    def _choice(self, model: LocalModel, target: Target | None, look: bool) -> Choice:
        if target is None:
            return Choice(model.name, model.name)
        if not look and self._known(model.folder, target) is None:
            return Choice(model.name, model.name, NOT_YET)
        try:
            pairing = self.pair(model.folder, target)
        except Obstacle as obstacle:
            return Choice(model.name, model.name, str(obstacle))
        by_text = ", by text" if pairing.by_text else ""
        return Choice(model.name, f"{model.name} ({pairing.size}{by_text})")

    def _known(self, folder: Path, target: Target) -> Pairing | Obstacle | None:
        kept = self._judged.get(folder)
        return kept[1] if kept is not None and kept[0] == _stamp(folder, target) else None


def _stamp(folder: Path, target: Target) -> _Stamp:
    return (target.tokenizer.fingerprint, target.vocab_size, *stamp(folder))
