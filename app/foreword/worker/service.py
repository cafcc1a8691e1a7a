"""A loaded model and its speculators, without a window: what the worker thread and `ask` both drive.

Loads, answers, lists, closes. Knows nothing of Qt or of the database; torch and transformers are
imported when a model is first loaded.
"""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from foreword.engine.planner import Planner
from foreword.messages import GenerateRequest, LoadRequest, ModelInfo, SpeculatorInfo
from foreword.paths import Paths
from foreword.speculators.pool import Pool
from foreword.speculators.registry import Registry
from foreword.worker.cancel import CancelToken, Switches

log = logging.getLogger(__name__)

if TYPE_CHECKING:
    from foreword.engine.generate import Engine, Event

Progress = Callable[[str, float | None], None]


class Service:
    """One at a time: a model, or none."""

    def __init__(self, paths: Paths, switches: Switches) -> None:
        self._paths = paths
        self._switches = switches
        self._registry = Registry()
        self._engine: Engine | None = None
        self._pool = Pool(self._registry, switches.enabled, paths.speculator_data)

    def load(self, request: LoadRequest, progress: Progress, cancelled: Callable[[], bool]) -> ModelInfo:
        """Load the model, in place of one loaded before.

        Raises ModelError or TargetError, each with one line that says what to do.
        """
        from foreword.engine.calibration import Calibration
        from foreword.engine.generate import Engine
        from foreword.models.resolve import resolve
        from foreword.target.loading import load_target

        self.close()
        notes_at = self._paths.data / "passes"
        found = resolve(
            request.model,
            self._paths,
            allow_download=request.allow_download,
            progress=progress,
            cancelled=cancelled,
        )
        target = load_target(
            found.folder,
            name=found.name,
            dtype=request.dtype,
            context=request.context,
            mode=request.mode,
            notes_at=notes_at,
            progress=progress,
        )
        notes = notes_at / f"times-{_key(target.info)}.json"
        calibration = Calibration(target.widths, notes, target.pass_seconds)
        self._engine = Engine(target, self._pool, Planner(target.widths, target.branches, calibration))
        return target.info

    def generate(self, request: GenerateRequest, cancel: CancelToken) -> Iterator[Event]:
        """See Engine.generate. Raises RuntimeError if no model is loaded."""
        if self._engine is None:
            raise RuntimeError("no model is loaded")
        yield from self._engine.generate(request, cancel.is_set)
        try:
            self._engine.planner.calibration.save()
        except OSError as error:  # a head start for the next launch is not worth a reply
            log.warning("the measured pass times could not be kept: %s", error)

    def speculators(self) -> tuple[SpeculatorInfo, ...]:
        """All discovered speculators; those that are on are imported now, so that failures show."""
        enabled = self._switches.enabled()
        self._registry.follow(enabled)
        for record in self._registry.records:
            if record.name in enabled:
                self._registry.obtain(record)
        return self._registry.infos(enabled)

    def forget(self, conversation_id: str) -> None:
        self._pool.forget(conversation_id)

    def close(self) -> None:
        """Drop the model and give its memory back."""
        engine, self._engine = self._engine, None
        if engine is not None:
            engine.target.close()


def _key(info: ModelInfo) -> str:
    """Names what the measurements hold for: this model on this device, in this form."""
    facts = json.dumps([info.name, dict(info.fingerprint)], sort_keys=True)
    return hashlib.sha256(facts.encode()).hexdigest()[:24]
