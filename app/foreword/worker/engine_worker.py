"""The QObject on the worker thread: takes requests, drives the service, emits messages.

Every answer is one frozen `WorkerMessage` through one signal. Whatever goes wrong becomes a message
too: nothing raised here may end the thread. Importing this module imports no torch.
"""

from __future__ import annotations

import traceback

from PySide6.QtCore import QObject, Qt, Signal, Slot

from foreword.messages import (
    Acted,
    ActRequest,
    Checked,
    CheckFailed,
    CheckRequest,
    Failed,
    GenerateRequest,
    HistoryWanted,
    Lesson,
    LoadRequest,
    ModelFailed,
    ModelProgress,
    ModelReady,
    Notice,
    SpeculatorsListed,
    Taught,
)
from foreword.paths import Paths
from foreword.speculators.registry import Plugins
from foreword.worker.cancel import CancelToken, Switches
from foreword.worker.service import Service


class EngineWorker(QObject):
    """Lives on the worker thread. `cancel` and `switches` are shared with the window's thread."""

    message = Signal(object)
    _wished = Signal()

    def __init__(
        self, paths: Paths, cancel: CancelToken, switches: Switches, plugins: Plugins = "all"
    ) -> None:
        super().__init__()
        self._paths = paths
        self._plugins = plugins
        self._cancel = cancel
        self._switches = switches
        self._service: Service | None = None
        self._wished.connect(self._pass_on_wishes, Qt.ConnectionType.QueuedConnection)
        self._conversation_id = ""
        #: Set by the window's thread: loads with a smaller number are not wanted any more.
        self.newest_load = 0
        self._number = 0

    @Slot(object)
    def load(self, request: LoadRequest) -> None:
        """Load a model, unless a newer request has come meanwhile; that one also ends a load at once."""
        self._number = request.number
        if self._number < self.newest_load:
            return
        self._cancel.clear()  # whatever it was set for has ended, or this slot would not run
        self._report("Starting the engine", None)
        answer = self._load(request)
        if isinstance(answer, ModelFailed):
            # Only here, with the exception gone, does nobody hold what was loaded so far.
            self._ready_service().clean_up()
        self.message.emit(answer)
        self.relist()  # a speculator may suit another model, or not

    def _load(self, request: LoadRequest) -> ModelReady | ModelFailed:
        from foreword.models.errors import ModelCancelled, ModelError, ModelMissing
        from foreword.target.target import LoadStopped, TargetError
        from foreword.target.templates import TemplateMissing

        number = request.number
        try:
            return ModelReady(self._ready_service().load(request, self._report, self._is_outdated), number)
        except ModelMissing as error:
            return ModelFailed(str(error), missing=request.model or "starter", number=number)
        except (ModelCancelled, LoadStopped):
            return ModelFailed("Loading was stopped", number=number)
        except (ModelError, TargetError) as error:
            unset = isinstance(error, TemplateMissing)
            detail = traceback.format_exc()
            return ModelFailed(str(error), detail, template_missing=unset, number=number)
        except Exception as error:  # noqa: BLE001 - the worker's boundary: shown, with its traceback
            return ModelFailed(_one_line(error), traceback.format_exc(), number=number)

    def _is_outdated(self) -> bool:
        """Nobody wants what is being loaded any more. Asked by several threads."""
        return self._cancel.is_set() or self._number < self.newest_load

    @Slot()
    def unload(self) -> None:
        """Give the model's memory back."""
        if self._service is not None:
            self._service.unload()
            self.relist()

    @Slot(object)
    def run(self, request: GenerateRequest) -> None:
        failed = self._run(request)
        if failed is not None:
            if failed.out_of_memory:
                self._ready_service().clean_up()
            self.message.emit(failed)
        self.relist()  # a speculator may have failed during the reply

    def _run(self, request: GenerateRequest) -> Failed | None:
        from foreword.engine.fitting import PromptTooLong
        from foreword.target.target import OutOfMemory

        try:
            for event in self._ready_service().generate(request, self._cancel):
                self.message.emit(event)
        except PromptTooLong as error:
            return Failed(request.reply_id, _one_line(error), context_full=True)
        except OutOfMemory as error:
            return Failed(request.reply_id, _one_line(error), traceback.format_exc(), out_of_memory=True)
        except Exception as error:  # noqa: BLE001 - the worker's boundary: shown, with its traceback
            return Failed(request.reply_id, _one_line(error), traceback.format_exc())
        return None

    @Slot(object)
    def check(self, request: CheckRequest) -> None:
        """Write a reply once more with speculation off, and compare."""
        reply_id = request.request.reply_id
        event: object = None
        try:
            for event in self._ready_service().check(request, self._cancel):
                self.message.emit(event)
        except Exception as error:  # noqa: BLE001 - the worker's boundary: shown, with its traceback
            self.message.emit(CheckFailed(reply_id, _one_line(error), traceback.format_exc()))
            return
        if not isinstance(event, Checked):
            self.message.emit(CheckFailed(reply_id, "The check was stopped.", cancelled=True))

    @Slot()
    @Slot(str)
    def relist(self, conversation_id: str = "") -> None:
        """Send the speculators and their states; `conversation_id` is the open chat's."""
        self._conversation_id = conversation_id or self._conversation_id
        service = self._ready_service()
        self.message.emit(SpeculatorsListed(service.speculators(self._conversation_id or None)))

    @Slot()
    def _pass_on_wishes(self) -> None:
        """A speculator asked, on a thread of its own, for the stored conversations."""
        if wanted := self._ready_service().history_wanted():
            self.message.emit(HistoryWanted(wanted))

    @Slot(str)
    def retry(self, name: str) -> None:
        """A speculator was switched on anew: whatever went wrong with it is forgiven."""
        self._ready_service().retry(name)
        self.relist()

    @Slot()
    def rediscover(self) -> None:
        """Plugins were installed or removed."""
        self._ready_service().rediscover()
        self.relist()

    @Slot(object)
    def act(self, request: ActRequest) -> None:
        """Press a speculator's button."""
        self.message.emit(Acted(request.name, self._ready_service().act(request)))
        self.relist()

    @Slot(object)
    def teach(self, lesson: Lesson) -> None:
        """A stored conversation for speculators that asked for them."""
        accepted = self._ready_service().teach(lesson)
        self.message.emit(Taught(lesson.names, lesson.number, lesson.total, accepted))

    @Slot(str)
    def forget(self, conversation_id: str) -> None:
        """A conversation was deleted: let every speculator erase what it learnt from it."""
        try:
            self._ready_service().forget(conversation_id)
        except OSError as error:
            self.message.emit(Notice(f"A speculator that is off could not be told to forget: {error}"))
        self.relist()  # one that failed to forget is shown

    @Slot()
    def close(self) -> None:
        if self._service is not None:
            self._service.close()

    def _ready_service(self) -> Service:
        if self._service is None:
            self._service = Service(self._paths, self._switches, self._plugins, self._wished.emit)
        return self._service

    def _report(self, stage: str, fraction: float | None) -> None:
        self.message.emit(ModelProgress(stage, fraction, self._number))


def _one_line(error: BaseException) -> str:
    text = str(error).strip()
    return text.splitlines()[0] if text else type(error).__name__
