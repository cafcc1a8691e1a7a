"""Which model is loaded, how far loading is, and when its memory is given back.

    load -> ModelProgress ... -> ModelReady or ModelFailed -> (idle for long) -> unloaded -> load

One model at a time. Every request to load has a number: a newer one makes it void, and what is said of an
older one is ignored. Knows nothing of what the model is asked.
"""

from __future__ import annotations

import logging

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from foreword.messages import LoadRequest, ModelFailed, ModelProgress, ModelReady
from foreword.session.link import WorkerLink
from foreword.session.translate import tr, tr_n
from foreword.settings import BY_KEY, Settings

log = logging.getLogger(__name__)

ModelState = ModelProgress | ModelReady | ModelFailed

STARTER = "starter"
LEAST_CONTEXT = 1024
"""With less than this there is no room for a chat worth its name."""
MINUTE_MS = 60_000


class Model(QObject):
    """The model's state as the worker last told it."""

    #: object: ModelState
    changed = Signal(object)

    def __init__(self, settings: Settings, link: WorkerLink, override: str | None, parent: QObject) -> None:
        super().__init__(parent)
        self._settings = settings
        self._link = link
        self._override = override
        self._name_at_start: str = settings["model.name"]
        self._number = 0
        #: What was asked for last; None before the first time.
        self._asked: str | None = None
        self._busy = False
        self._idle = QTimer(self, singleShot=True)
        self._idle.timeout.connect(self._unload_idle)
        self.state: ModelState = ModelProgress(tr("Starting"))

    # --- what the controller asks
    def load(self, name: str | None = None, *, allow_download: bool = False) -> None:
        """Ask for this model, or for that of the settings; what was being loaded is not wanted any more.

        The command line's choice holds until the setting changes, or another is used.
        """
        name = self._settings["model.name"] if name is None else name
        self._asked = wanted = self._meant(name)
        self._number += 1
        self._link.void_loads_before(self._number)
        self.receive(ModelProgress(tr("Loading the model"), number=self._number))
        values = self._settings
        self._link.load_requested.emit(
            LoadRequest(
                wanted or None,
                values["model.dtype"],
                # Whoever names a model on the command line wants it here.
                allow_download=allow_download or self._is_overridden(name),
                context=values["model.context"],
                mode=values["model.mode"],
                device=values["model.device"],
                threads=values["model.threads"],
                cache=values["model.cache"],
                template=values["model.template"],
                number=self._number,
            )
        )

    def use(self, name: str, **changes: object) -> None:
        """Keep this model, and these settings by key, as the user's choice, and load it.

        Raises SettingsError where one doesn't fit: nothing has changed then.
        """
        for key, value in changes.items():
            BY_KEY[key].check(value)
        self._settings.set("model.name", _plain(name))
        for key, value in changes.items():
            self._settings.set(key, value)
        self._override = None
        self.load()

    def smaller_context(self) -> int:
        """Half of the loaded model's context, where a chat still has room in that; else 0."""
        context = self.state.info.context_length if isinstance(self.state, ModelReady) else 0
        return max(LEAST_CONTEXT, context // 2) if context > LEAST_CONTEXT else 0

    def halve_context(self) -> bool:
        """Keep the smaller context as the setting, and load the same model with that; False where there is
        none. Raises OSError where it can't be saved; it is loaded all the same."""
        context = self.smaller_context()
        if not context:
            return False
        try:
            self._settings.set("model.context", context)
        finally:  # also where it can't be saved: it holds until Foreword is closed
            self.load(self._asked)
        return True

    def want(self, name: str) -> bool:
        """Whether this model is ready. It is asked for where another is in memory, or none on purpose; where
        it failed, that is the user's to decide."""
        same = self._asked == self._meant(name)
        if isinstance(self.state, ModelReady) and same:
            return True
        stays = isinstance(self.state, ModelFailed) and not self.state.unloaded and self._asked is None
        if stays or (same and not getattr(self.state, "unloaded", False)):
            return False
        self.load(name)
        return False

    def unload(self, reason: str = "") -> None:
        """Give its memory back."""
        if isinstance(self.state, ModelProgress):
            self.cancel_load()
        elif isinstance(self.state, ModelReady):
            self._void()
            self._link.unload_requested.emit()
            reason = reason or tr("The model was unloaded: the next message loads it again.")
            self.receive(ModelFailed(reason, unloaded=True, number=self._number))

    def cancel_load(self) -> None:
        """End the load that goes on; nothing of it stays in memory."""
        if isinstance(self.state, ModelProgress) and self._number:
            self._void()
            # It may have ended meanwhile, or not have begun, with the one before it still in memory.
            self._link.unload_requested.emit()
            self.receive(ModelFailed(tr("Loading was stopped"), number=self._number))

    def set_busy(self, busy: bool) -> None:
        """Whether a reply is being written: the time without one is what counts as idle."""
        self._busy = busy
        self._watch_idleness()

    # --- what the worker says
    def receive(self, state: ModelState) -> None:
        """Take a new state, unless it is that of a load that nobody wants any more."""
        if 0 < state.number < self._number:
            return
        if isinstance(state, ModelFailed) and not state.unloaded:
            log.error("the model could not be loaded: %s\n%s", state.reason, state.detail)
        self.state = state
        self._watch_idleness()
        self.changed.emit(state)

    # --- steps
    def _meant(self, name: str) -> str:
        """The model that a name stands for: the command line's choice stands in for the setting's."""
        return _plain(self._override or "") if self._is_overridden(name) else _plain(name)

    def _is_overridden(self, name: str) -> bool:
        return self._override is not None and name == self._name_at_start

    def _void(self) -> None:
        self._number += 1
        self._link.void_loads_before(self._number)

    def _watch_idleness(self) -> None:
        minutes: int = self._settings["model.idle_minutes"]
        self._idle.stop()
        if minutes and not self._busy and isinstance(self.state, ModelReady):
            self._idle.start(minutes * MINUTE_MS)

    @Slot()
    def _unload_idle(self) -> None:
        minutes = self._settings["model.idle_minutes"]
        if minutes and not self._busy:
            self.unload(
                tr_n(
                    minutes,
                    "Unloaded after {n} idle minute: the next message loads the model again.",
                    "Unloaded after {n} idle minutes: the next message loads the model again.",
                )
            )


def _plain(name: str) -> str:
    """The starter model has an empty name in the settings."""
    return "" if name == STARTER else name
