"""A loaded model and its speculators, without a window: what the worker thread and `ask` both drive.

Loads, answers, lists, closes. Knows nothing of Qt or of the database; torch and transformers are
imported when a model is first loaded.
"""

from __future__ import annotations

import hashlib
import json
import logging
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from foreword.api import Target, Transcript
from foreword.engine.planner import Planner
from foreword.messages import (
    ActRequest,
    Checked,
    CheckProgress,
    CheckRequest,
    GenerateRequest,
    Lesson,
    LoadRequest,
    ModelInfo,
    SpeculatorInfo,
)
from foreword.models.local import local_models
from foreword.paths import Paths
from foreword.speculators.pool import Pool
from foreword.speculators.registry import Plugins, Registry
from foreword.worker.cancel import CancelToken, Switches
from foreword.worker.lessons import transcript_of

log = logging.getLogger(__name__)

if TYPE_CHECKING:
    from foreword.engine.generate import Engine, Event
    from foreword.models.resolve import ResolvedModel

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
        #: No speculator is asked while this holds: they take memory too.
        self._plainly = False
        self._registry = Registry(plugins=plugins, state=paths.state)
        self._engine: Engine | None = None
        self._pool = Pool(
            self._registry,
            lambda: frozenset() if self._plainly else switches.enabled(),
            paths.speculator_data,
            options=switches.options,
            models=partial(local_models, paths),
            wished=wished,
        )

    def load(self, request: LoadRequest, progress: Progress, cancelled: Callable[[], bool]) -> ModelInfo:
        """Load the model, in place of one loaded before.

        Raises ModelError or TargetError, each with one line that says what to do, and ModelCancelled or
        LoadStopped soon after `cancelled` says so. Call `clean_up` once such an error is dealt with.
        """
        from foreword.engine.calibration import Calibration
        from foreword.engine.generate import Engine
        from foreword.models.resolve import resolve
        from foreword.target.generation import described
        from foreword.target.loading import load_target

        self.unload()
        found = resolve(
            request.model,
            self._paths,
            allow_download=request.allow_download,
            progress=progress,
            cancelled=cancelled,
        )
        progress("Looking whether it fits", None)
        _refuse_too_large(found, request)
        target = load_target(
            found.folder,
            name=found.name,
            dtype=request.dtype,
            context=request.context,
            mode=request.mode,
            template=request.template,
            device=request.device,
            threads=request.threads,
            cache=request.cache,
            notes_at=_notes(self._paths),
            progress=progress,
            cancelled=cancelled,
        )
        notes = pass_times_file(self._paths, target.info.name, target.info.fingerprint)
        calibration = Calibration(target.widths, notes, target.pass_seconds)
        self._engine = Engine(target, self._pool, Planner(target.widths, target.branches, calibration))
        self._pool.refresh()
        self._pool.attach(
            Target(target.info.name, target.info.vocab_size, target.context_length, target.tokenizer)
        )
        return described(target.info, target.tokenizer, found.folder)

    def generate(self, request: GenerateRequest, cancel: CancelToken) -> Iterator[Event]:
        """See Engine.generate. Raises RuntimeError if no model is loaded.

        Where memory runs out, its cache is given back and the reply goes on without speculation; raises
        OutOfMemory where that isn't enough.
        """
        if self._engine is None:
            raise RuntimeError("no model is loaded")
        yield from self._with_recovery(self._engine, request, cancel)
        try:
            self._engine.planner.calibration.save()
        except OSError as error:  # a head start for the next launch is not worth a reply
            log.warning("the measured pass times could not be kept: %s", error)

    def _with_recovery(
        self, engine: Engine, request: GenerateRequest, cancel: CancelToken
    ) -> Iterator[Event]:
        from foreword.target.memory import drop_frames, give_back, is_about_memory
        from foreword.target.target import OutOfMemory
        from foreword.worker.recovery import Recovery

        recovery = Recovery(request, engine.target.tokenizer)
        try:
            for event in engine.generate(request, cancel.is_set):
                recovery.told(event)
                yield event
            return
        except (OutOfMemory, MemoryError, RuntimeError) as error:
            if not is_about_memory(error):
                raise
            log.warning(
                "no memory left in reply %s: once more without speculation: %s", request.reply_id, error
            )
            drop_frames(error)
        engine.target.forget()
        give_back()
        self._plainly = True
        try:
            for event in engine.generate(recovery.rest(), cancel.is_set):
                if (whole := recovery.whole(event)) is not None:
                    yield whole
        except (OutOfMemory, MemoryError, RuntimeError) as error:
            if not is_about_memory(error):
                raise
            raise OutOfMemory(
                "there was no memory left to go on, even without speculation: set a smaller context "
                f"(it is {engine.target.context_length} tokens), take a lower precision or a smaller model, "
                "or close other programs"
            ) from error
        finally:
            self._plainly = False

    def check(self, request: CheckRequest, cancel: CancelToken) -> Iterator[CheckProgress | Checked]:
        """See engine.checking. Raises RuntimeError if no model is loaded."""
        from foreword.engine.checking import check

        if self._engine is None:
            raise RuntimeError("no model is loaded")
        yield from check(self._engine, request, cancel.is_set)

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
        if self._engine is not None:
            self._pool.attach(None)
            self._engine.target.close()
            self._engine = None
            self.clean_up()

    def clean_up(self) -> None:
        """Return to the system what a model or a failed attempt has left. Nothing where torch isn't there."""
        if "torch" in sys.modules:
            from foreword.target.memory import give_back

            give_back()

    def close(self) -> None:
        """The end: the model and the speculators are let go."""
        self.unload()
        self._pool.close()


def _refuse_too_large(found: ResolvedModel, request: LoadRequest) -> None:
    """Raises ModelError with figures where the model wouldn't fit, before anything is read."""
    from foreword.models.fit import check_before_loading
    from foreword.models.memory import main_memory
    from foreword.target.devices import chosen_device

    memory = main_memory()
    device = chosen_device(request.device, memory.free, memory.total)
    check_before_loading(
        found.folder,
        request.dtype,
        request.context,
        device.name,
        device.free,
        name=found.name,
        total=device.total,
        cache=request.cache,
        compute=device.precisions[0],
        precisions=device.precisions,
    )


def pass_times_file(paths: Paths, name: str, fingerprint: Mapping[str, str]) -> Path:
    """Where the measurements of a model lie, which hold for it on this device, in this form alone."""
    facts = json.dumps([name, dict(fingerprint)], sort_keys=True)
    return _notes(paths) / f"times-{hashlib.sha256(facts.encode()).hexdigest()[:24]}.json"


def _notes(paths: Paths) -> Path:
    return paths.data / "passes"
