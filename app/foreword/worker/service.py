"""A loaded model and its speculators, without a window: what the worker thread and `ask` both drive.

Loads, answers, lists, closes. Knows nothing of Qt or of the database; torch and transformers are
imported when a model is first loaded.
"""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from foreword.api import Target, Transcript
from foreword.engine.planner import Planner
from foreword.messages import ActRequest, GenerateRequest, Lesson, LoadRequest, ModelInfo, SpeculatorInfo
from foreword.models.local import local_models
from foreword.paths import Paths
from foreword.speculators.pool import Pool
from foreword.speculators.registry import Plugins, Registry
from foreword.worker.cancel import CancelToken, Switches
from foreword.worker.lessons import transcript_of

log = logging.getLogger(__name__)

if TYPE_CHECKING:
    from foreword.engine.generate import Engine, Event

Progress = Callable[[str, float | None], None]


class Service:
    """One at a time: a model, or none."""

    def __init__(
        self,
        paths: Paths,
        switches: Switches,
        plugins: Plugins = "all",
        wished: Callable[[], None] = lambda: None,
    ) -> None:
        """`plugins` says whose code may run: everybody's, that of the bundled speculators, or none's.

        `wished` is called, on any thread, when `history_wanted` has something to say.
        """
        self._paths = paths
        self._registry = Registry(plugins=plugins, state=paths.state)
        self._engine: Engine | None = None
        self._pool = Pool(
            self._registry,
            switches.enabled,
            paths.speculator_data,
            options=switches.options,
            models=partial(local_models, paths),
            wished=wished,
        )

    def load(self, request: LoadRequest, progress: Progress, cancelled: Callable[[], bool]) -> ModelInfo:
        """Load the model, in place of one loaded before.

        Raises ModelError or TargetError, each with one line that says what to do.
        """
        from foreword.engine.calibration import Calibration
        from foreword.engine.generate import Engine
        from foreword.models.resolve import resolve
        from foreword.target.loading import load_target

        self.unload()
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
            notes_at=_notes(self._paths),
            progress=progress,
        )
        notes = pass_times_file(self._paths, target.info.name, target.info.fingerprint)
        calibration = Calibration(target.widths, notes, target.pass_seconds)
        self._engine = Engine(target, self._pool, Planner(target.widths, target.branches, calibration))
        self._pool.refresh()
        self._pool.attach(
            Target(target.info.name, target.info.vocab_size, target.context_length, target.tokenizer)
        )
        return replace(target.info, folder=str(found.folder))

    def generate(self, request: GenerateRequest, cancel: CancelToken) -> Iterator[Event]:
        """See Engine.generate. Raises RuntimeError if no model is loaded."""
        if self._engine is None:
            raise RuntimeError("no model is loaded")
        yield from self._engine.generate(request, cancel.is_set)
        try:
            self._engine.planner.calibration.save()
        except OSError as error:  # a head start for the next launch is not worth a reply
            log.warning("the measured pass times could not be kept: %s", error)

    def speculators(self, conversation_id: str | None = None) -> tuple[SpeculatorInfo, ...]:
        """All discovered speculators; those that are on are imported now, so that failures show."""
        self._pool.refresh()
        self._pool.paused = self._engine.planner.paused() if self._engine else {}
        return self._pool.infos(conversation_id)

    def retry(self, name: str) -> None:
        """Forgive what went wrong with this speculator, and build it once more."""
        self._pool.retry(name)

    def rediscover(self) -> None:
        """Something was installed or removed: look again which speculators there are."""
        self._registry.rediscover()

    def act(self, request: ActRequest) -> str:
        """Press a speculator's button; one line for the user, perhaps empty."""
        return self._pool.act(request.name, request.action, request.conversation_id)

    def history_wanted(self) -> tuple[str, ...]:
        """The speculators that asked for the stored conversations since the last question."""
        return self._pool.history_wanted()

    def teach(self, lesson: Lesson) -> bool:
        """Pass a stored conversation on; False where that isn't possible now: no model, or busy still."""
        if self._engine is None or self._pool.is_learning(lesson.names):
            return False
        self.learn(lesson.names, transcript_of(lesson, self._engine.target.tokenizer))
        return True

    def learn(self, names: Sequence[str], transcript: Transcript) -> None:
        """Give these speculators a conversation as if it had been stored."""
        self._pool.learn(names, transcript)

    def is_learning(self, names: Sequence[str]) -> bool:
        """Whether one of these is busy still with what it was given to learn."""
        return self._pool.is_learning(names)

    def forget(self, conversation_id: str) -> None:
        """Raises OSError where one that is off can't be told, and that can't be noted down either."""
        self._pool.forget(conversation_id)

    def unload(self) -> None:
        """Drop the model and give its memory back."""
        engine, self._engine = self._engine, None
        if engine is not None:
            self._pool.attach(None)
            engine.target.close()

    def close(self) -> None:
        """The end: the model and the speculators are let go."""
        self.unload()
        self._pool.close()


def pass_times_file(paths: Paths, name: str, fingerprint: Mapping[str, str]) -> Path:
    """Where the measurements of a model lie, which hold for it on this device, in this form alone."""
    facts = json.dumps([name, dict(fingerprint)], sort_keys=True)
    return _notes(paths) / f"times-{hashlib.sha256(facts.encode()).hexdigest()[:24]}.json"


def _notes(paths: Paths) -> Path:
    return paths.data / "passes"
