"""Export, import, backup and restore for the window, on a thread beside it: one at a time.

Knows the requests and where the files lie; nothing of formats and archives. The thread starts with the
first request.
"""

from __future__ import annotations

import logging
import threading
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, QThread, Signal, Slot

from foreword.session.chats import Chats
from foreword.session.exchange.errors import ExchangeError
from foreword.session.exchange.messages import (
    BackedUp,
    BackupRequest,
    Checked,
    CheckRequest,
    ExchangeFailed,
    Exported,
    ExportRequest,
    Imported,
    ImportRequest,
    Progress,
    Request,
)
from foreword.session.exchange.restoring import Places, confirm, give_up, is_waiting
from foreword.session.exchange.worker import ExchangeWorker
from foreword.session.translate import tr
from foreword.settings import Settings

log = logging.getLogger(__name__)


class Exchange(QObject):
    """Lives on the window's thread and owns the exchange's. A request that comes while another one is
    being carried out is not begun."""

    busy_changed = Signal(bool)
    #: object: Progress
    progress = Signal(object)
    #: object: Exported
    exported = Signal(object)
    #: object: Imported - the chats are in the list now
    imported = Signal(object)
    #: object: BackedUp
    backed_up = Signal(object)
    #: object: Checked - it is whole; `confirm_restore` takes it, `give_up_restore` leaves everything
    checked = Signal(object)
    #: object: ExchangeFailed
    failed = Signal(object)

    _requested = Signal(object)

    def __init__(self, chats: Chats, settings: Settings, parent: QObject) -> None:
        super().__init__(parent)
        self._chats = chats
        self._settings = settings
        self._places = Places(chats.store.path, settings.path)
        self._cancel = threading.Event()
        self._worker = ExchangeWorker(chats.store, self._places, self._cancel)
        self._thread = QThread()
        self._thread.setObjectName("exchange")
        self._worker.moveToThread(self._thread)
        self._requested.connect(self._worker.run, Qt.ConnectionType.QueuedConnection)
        self._worker.message.connect(self._receive, Qt.ConnectionType.QueuedConnection)
        self._closed = False
        self.busy = False

    def system_prompt(self) -> str:
        """What holds where neither chat nor preset says anything else."""
        return str(self._settings["reply.system_prompt"])

    def export(self, request: ExportRequest) -> bool:
        """Answered by `exported`, or `failed`. False where something else is under way."""
        return self._begin(request)

    def import_file(self, source: Path) -> bool:
        """Answered by `imported`, or `failed`; then no chat came in."""
        if self._chats.store.read_only:
            self.failed.emit(ExchangeFailed(tr("The chats are open read-only, so nothing can be imported.")))
            return False
        return self._begin(ImportRequest(source))

    def back_up(self, target: Path) -> bool:
        """Answered by `backed_up`, or `failed`."""
        return self._begin(BackupRequest(target))

    def check_backup(self, source: Path) -> bool:
        """Answered by `checked`, or `failed`. Nothing is restored before `confirm_restore`."""
        return self._begin(CheckRequest(source))

    def confirm_restore(self) -> Path | None:
        """The backup that was checked takes its place at the next start. Returns the folder that the
        present chats and settings are set aside in; None, after `failed`, where it can't be done."""
        try:
            return confirm(self._places)
        except ExchangeError as error:
            self.failed.emit(ExchangeFailed(str(error)))
            return None

    def give_up_restore(self) -> None:
        """Nothing takes the place of anything at the next start."""
        give_up(self._places)

    def restore_waits(self) -> bool:
        """A backup takes its place at the next start."""
        return is_waiting(self._places)

    @Slot()
    def cancel(self) -> None:
        """Stop what is under way; `failed` follows, once there is nothing left of it."""
        if self.busy:
            self._cancel.set()

    def close(self, limit_ms: int) -> bool:
        """The app ends: stop what is under way. False where the thread still runs after `limit_ms`."""
        self._closed = True
        self._cancel.set()
        self._thread.quit()
        ended = self._thread.wait(limit_ms) if self._thread.isRunning() else True
        QCoreApplication.sendPostedEvents(self, QEvent.Type.MetaCall.value)
        return ended

    def _begin(self, request: Request) -> bool:
        if self.busy or self._closed:
            log.warning("an exchange is under way already, or the app ends: not begun")
            return False
        if not self._thread.isRunning():
            self._thread.start()
        self._cancel.clear()
        self._set_busy(True)
        self._requested.emit(request)
        return True

    def _set_busy(self, busy: bool) -> None:
        self.busy = busy
        self.busy_changed.emit(busy)

    @Slot(object)
    def _receive(self, message: object) -> None:
        if isinstance(message, Progress):
            self.progress.emit(message)
            return
        self._set_busy(False)
        match message:
            case Exported():
                self.exported.emit(message)
            case Imported():
                self._chats.changed.emit()
                self.imported.emit(message)
            case BackedUp():
                self.backed_up.emit(message)
            case Checked():
                self.checked.emit(message)
            case ExchangeFailed(reason, detail):
                log.warning("exchange: %s\n%s", reason, detail)
                self.failed.emit(message)
