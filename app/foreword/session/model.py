"""Which model is loaded, and how far loading is. Knows nothing of what the model is asked."""

from __future__ import annotations

import logging

from PySide6.QtCore import QObject, Signal

from foreword.messages import LoadRequest, ModelFailed, ModelProgress, ModelReady
from foreword.session.link import WorkerLink
from foreword.settings import Settings

log = logging.getLogger(__name__)

ModelState = ModelProgress | ModelReady | ModelFailed


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
        self.state: ModelState = ModelProgress("Starting")

    def load(self, *, allow_download: bool = False) -> None:
        """Ask for the model of the settings; the command line's choice holds until the setting changes."""
        name: str = self._settings["model.name"]
        if self._override is not None and name == self._name_at_start:
            # Whoever names a model on the command line wants it here.
            name, allow_download = self._override, True
        self.receive(ModelProgress("Loading the model"))
        self._link.load_requested.emit(
            LoadRequest(
                name or None,
                self._settings["model.dtype"],
                allow_download=allow_download,
                context=self._settings["model.context"],
                mode=self._settings["model.mode"],
            )
        )

    def receive(self, state: ModelState) -> None:
        if isinstance(state, ModelFailed):
            log.error("the model could not be loaded: %s\n%s", state.reason, state.detail)
        self.state = state
        self.changed.emit(state)
