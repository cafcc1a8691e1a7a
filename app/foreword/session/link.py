"""The way to the worker and back: one thread, queued in both directions.

Only `@Slot` methods are connected across the threads, and only frozen messages cross. Stop and the
speculators' switches do not queue: `cancel` and `switches` are read by the worker at every step.
"""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, QThread, Signal, Slot

from foreword.worker.cancel import CancelToken, Switches
from foreword.worker.engine_worker import EngineWorker


class _ThreadEnd(QObject):
    """Ends the thread that it lives on. Its slot queues behind the worker's `close`, so that runs first."""

    @Slot()
    def end(self) -> None:
        self.thread().quit()


class WorkerLink(QObject):
    """Owns the worker's thread for the app's life. Lives on the window's thread."""

    load_requested = Signal(object)
    unload_requested = Signal()
    run_requested = Signal(object)
    check_requested = Signal(object)
    relist_requested = Signal(str)
    retry_requested = Signal(str)
    rediscover_requested = Signal()
    act_requested = Signal(object)
    teach_requested = Signal(object)
    forget_requested = Signal(str)
    _close_requested = Signal()
    #: object: WorkerMessage, on the window's thread
    message = Signal(object)

    def __init__(self, worker: EngineWorker, cancel: CancelToken, switches: Switches) -> None:
        super().__init__()
        self.cancel = cancel
        self.switches = switches
        self._worker = worker
        self._end = _ThreadEnd()
        self._thread = QThread()
        self._thread.setObjectName("worker")
        for each in (worker, self._end):
            each.moveToThread(self._thread)
        queued = Qt.ConnectionType.QueuedConnection
        self.load_requested.connect(worker.load, queued)
        self.unload_requested.connect(worker.unload, queued)
        self.run_requested.connect(worker.run, queued)
        self.check_requested.connect(worker.check, queued)
        self.relist_requested.connect(worker.relist, queued)
        self.retry_requested.connect(worker.retry, queued)
        self.rediscover_requested.connect(worker.rediscover, queued)
        self.act_requested.connect(worker.act, queued)
        self.teach_requested.connect(worker.teach, queued)
        self.forget_requested.connect(worker.forget, queued)
        self._close_requested.connect(worker.close, queued)
        self._close_requested.connect(self._end.end, queued)
        worker.message.connect(self._receive, queued)

    def start(self) -> None:
        self._thread.start()

    def void_loads_before(self, number: int) -> None:
        """Loads with a smaller number are not wanted any more: one that goes on ends at once."""
        self._worker.newest_load = number

    def close(self, limit_ms: int) -> bool:
        """Close the worker and wait; what it said on the way has arrived when this returns.

        False where it did not end in time: the thread then still runs, and must not be destroyed.
        """
        self.cancel.set_for_good()
        self._close_requested.emit()
        ended = self._thread.wait(limit_ms)
        QCoreApplication.sendPostedEvents(self, QEvent.Type.MetaCall.value)
        return ended

    @Slot(object)
    def _receive(self, message: object) -> None:
        self.message.emit(message)
