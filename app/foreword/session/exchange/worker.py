"""The QObject on the exchange's thread: carries out one request after the other, answers with messages.

Every request ends in one message that is no Progress; nothing raised here may end the thread.
"""

from __future__ import annotations

import threading
import time
import traceback
from typing import assert_never

from PySide6.QtCore import QObject, Signal, Slot

from foreword.session.exchange.backup_file import back_up
from foreword.session.exchange.errors import Cancelled, ExchangeError
from foreword.session.exchange.exporting import export
from foreword.session.exchange.importing import import_file
from foreword.session.exchange.messages import (
    Answer,
    BackupRequest,
    CheckRequest,
    ExchangeFailed,
    ExportRequest,
    ImportRequest,
    Progress,
    Request,
)
from foreword.session.exchange.restoring import Places, lay_ready
from foreword.session.translate import mark, tr
from foreword.storage.store import ChatStore

_WORDS = {
    ExportRequest: mark("Exporting"),
    ImportRequest: mark("Importing"),
    BackupRequest: mark("Backing up"),
    CheckRequest: mark("Checking the backup"),
}
_EVERY_SECONDS = 0.05


class ExchangeWorker(QObject):
    """`cancel` is shared with the window's thread. Of the store only the way in is used."""

    #: object: Progress | Answer | ExchangeFailed
    message = Signal(object)

    def __init__(self, store: ChatStore, places: Places, cancel: threading.Event) -> None:
        super().__init__()
        self._store = store
        self._places = places
        self._cancel = cancel
        self._words = ""
        self._told = 0.0

    @Slot(object)
    def run(self, request: Request) -> None:
        self._words = tr(_WORDS[type(request)])
        self._told = 0.0
        try:
            self.message.emit(self._answer(request))
        except Cancelled:
            self.message.emit(ExchangeFailed(tr("Cancelled. Nothing was changed."), cancelled=True))
        except ExchangeError as error:
            self.message.emit(ExchangeFailed(str(error)))
        except Exception as error:  # noqa: BLE001 - the thread's boundary: shown, with its traceback
            said = tr("{work} failed ({kind}).", work=self._words, kind=type(error).__name__)
            self.message.emit(ExchangeFailed(said, traceback.format_exc()))

    def _answer(self, request: Request) -> Answer:
        match request:
            case ExportRequest():
                return export(self._store.path, request, self._go_on)
            case ImportRequest(source):
                return import_file(source, self._store.arrivals(), self._go_on)
            case BackupRequest(target):
                places = self._places
                return back_up(places.database, places.settings, target, places.staging, self._go_on)
            case CheckRequest(source):
                return lay_ready(self._places, source, self._go_on)
            case _:
                assert_never(request)

    def _go_on(self, fraction: float | None) -> None:
        """Tell how far it is, not more often than anyone could see. Raises Cancelled."""
        if self._cancel.is_set():
            raise Cancelled
        now = time.monotonic()
        if now - self._told >= _EVERY_SECONDS:
            self._told = now
            self.message.emit(Progress(self._words, fraction))
