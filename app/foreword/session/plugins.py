"""Plugins for the window: what is installed, and installing, updating and removing on a thread beside.

One thing at a time; what is asked meanwhile is not done. The switches of what is new or gone are dropped
here, since the settings belong to the window's thread. Knows nothing of pip.
"""

from __future__ import annotations

import logging
import threading

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, QThread, Signal, Slot

from foreword.paths import Paths
from foreword.plugin_messages import (
    InstallPlan,
    Planned,
    PluginDone,
    PluginFailed,
    PluginInfo,
    PluginProgress,
    PluginsListed,
)
from foreword.settings import Settings
from foreword.speculators.install.switches import forget_switches
from foreword.worker.plugin_worker import PluginWorker

log = logging.getLogger(__name__)


class PluginManager(QObject):
    """Lives on the window's thread and owns the plugins' thread, which starts with the first request."""

    #: object: tuple[PluginInfo, ...]
    plugins_changed = Signal(object)
    #: object: InstallPlan - show it, and ask
    planned = Signal(object)
    #: object: PluginProgress
    progress = Signal(object)
    #: object: PluginDone - other speculators may be there now
    done = Signal(object)
    #: object: PluginFailed
    failed = Signal(object)
    busy_changed = Signal(bool)

    _list_requested = Signal()
    _install_requested = Signal(str, bool)
    _update_requested = Signal(str)
    _carry_out_requested = Signal(object)
    _remove_requested = Signal(str, bool)
    _look_requested = Signal()

    def __init__(self, paths: Paths, settings: Settings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._settings = settings
        self._cancel = threading.Event()
        self._worker = PluginWorker(paths, self._cancel)
        self._thread = QThread()
        self._thread.setObjectName("plugins")
        self._worker.moveToThread(self._thread)
        self._keep_data = False
        self._closed = False
        self.busy = False
        self.plugins: tuple[PluginInfo, ...] = ()
        self._connect()

    def _connect(self) -> None:
        queued, worker = Qt.ConnectionType.QueuedConnection, self._worker
        self._list_requested.connect(worker.list_plugins, queued)
        self._install_requested.connect(worker.plan_install, queued)
        self._update_requested.connect(worker.plan_update, queued)
        self._carry_out_requested.connect(worker.carry_out, queued)
        self._remove_requested.connect(worker.remove, queued)
        self._look_requested.connect(worker.look_for_updates, queued)
        worker.message.connect(self._receive, queued)

    @Slot()
    def refresh(self) -> None:
        """Ask for what is installed; while something is under way, the list comes at its end."""
        if not self.busy and self._running():
            self._list_requested.emit()

    @Slot(str, bool)
    def plan_install(self, requirement: str, allow_source: bool) -> None:
        """Answered by `planned`, or `failed`."""
        if self._begin():
            self._install_requested.emit(requirement, allow_source)

    @Slot(str)
    def plan_update(self, distribution: str) -> None:
        """Answered by `planned`, by `done` where it is up to date, or by `failed`."""
        if self._begin():
            self._update_requested.emit(distribution)

    @Slot(object)
    def carry_out(self, plan: InstallPlan) -> None:
        """Do what was planned. Answered by `done`, or by `failed`, everything being as before."""
        if self._begin():
            self._keep_data = False
            self._carry_out_requested.emit(plan)

    @Slot(str, bool)
    def remove(self, distribution: str, keep_data: bool) -> None:
        """Answered by `done`, or by `failed`, everything being as before."""
        if self._begin():
            self._keep_data = keep_data
            self._remove_requested.emit(distribution, keep_data)

    @Slot()
    def look_for_updates(self) -> None:
        """Ask the index about each plugin. Answered by `plugins_changed`, or `failed`."""
        if self._begin():
            self._look_requested.emit()

    @Slot()
    def cancel(self) -> None:
        """Stop what is under way; `failed` follows once everything is as before."""
        if self.busy:
            self._cancel.set()

    @Slot(int, result=bool)
    def close(self, limit_ms: int) -> bool:
        """Stop what is under way and end the thread. False where it still runs after `limit_ms`: it must
        not be destroyed then."""
        self._closed = True
        self._cancel.set()
        self._thread.quit()
        ended = self._thread.wait(limit_ms) if self._thread.isRunning() else True
        QCoreApplication.sendPostedEvents(self, QEvent.Type.MetaCall.value)
        return ended

    def _running(self) -> bool:
        if not self._closed and not self._thread.isRunning():
            self._thread.start()
        return not self._closed

    def _begin(self) -> bool:
        if self.busy or not self._running():
            log.warning("plugins are being changed already, or the app ends: not done")
            return False
        self._cancel.clear()
        self._set_busy(True)
        return True

    def _set_busy(self, busy: bool) -> None:
        if busy != self.busy:
            self.busy = busy
            self.busy_changed.emit(busy)

    @Slot(object)
    def _receive(self, message: object) -> None:
        if isinstance(message, PluginProgress):
            self.progress.emit(message)
        elif isinstance(message, PluginsListed):
            self.plugins = message.plugins
            self.plugins_changed.emit(self.plugins)
            if message.looked:
                self._set_busy(False)
        elif isinstance(message, Planned):
            self._set_busy(False)
            self.planned.emit(message.plan)
        elif isinstance(message, PluginDone):
            self._forget(message)
            self.done.emit(message)
            self._set_busy(False)
        elif isinstance(message, PluginFailed):
            log.warning("plugins: %s\n%s", message.reason, message.detail)
            self.failed.emit(message)
            self._set_busy(False)

    def _forget(self, done: PluginDone) -> None:
        try:
            forget_switches(self._settings, done.speculators, options=not self._keep_data)
        except OSError as error:
            log.error("the switches of %s could not be dropped: %s", ", ".join(done.speculators), error)
