"""The window's composition root: every part is built once, here, in reading order.

`run` is the life of the app: folders and log, one window per profile (a second start raises the first),
then `build` (settings, chats, worker on its thread, controller, plugins, models, window), the event loop,
and an orderly end. After two starts that didn't end well the next one is a safe one.

    refuse new work -> cancel -> wait for the worker, with a limit -> keep what is pending
    -> close the chats -> exit code 0

The worker's thread is never terminated. If it does not end in time, everything is on disk already
and the process leaves without it.
"""

from __future__ import annotations

import logging
import os
import signal
import socket
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from types import FrameType

from PySide6.QtCore import (
    QMessageLogContext,
    QObject,
    QSocketNotifier,
    Qt,
    QTimer,
    QtMsgType,
    Slot,
    qInstallMessageHandler,
)
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from foreword import __version__, log
from foreword.messages import ModelProgress
from foreword.paths import Paths
from foreword.safe_mode import Starts
from foreword.session.controller import Controller
from foreword.session.exchange.restoring import Places, take_up
from foreword.session.link import WorkerLink
from foreword.session.models import ModelManager
from foreword.session.plugins import PluginManager
from foreword.settings import Settings
from foreword.speculators.registry import Plugins
from foreword.storage.errors import StorageError
from foreword.storage.store import ChatStore
from foreword.ui import languages
from foreword.ui.main_window import MainWindow
from foreword.ui.one_instance import Asked, StartError, claim, raise_window
from foreword.worker.cancel import CancelToken, Switches
from foreword.worker.engine_worker import EngineWorker

logger = logging.getLogger(__name__)

QUIT_LIMIT_MS = 5000
WELL_MS = 5000
"""So long after the model was loaded, or could not be, a start counts as a good one."""

MakeWorker = Callable[[Paths, CancelToken, Switches], EngineWorker]

_SAFE = "Safe mode: speculators that don't come with Foreword are left out, and no model is loaded by itself."
_AFTER_FAILURES = "Foreword didn't start well the last two times. "
_NO_PLUGINS = "Started without speculators: every reply is decoded plainly."


@dataclass(frozen=True, slots=True)
class App:
    """The parts, built and connected."""

    settings: Settings
    store: ChatStore
    link: WorkerLink
    controller: Controller
    plugins: PluginManager
    models: ModelManager
    window: MainWindow

    def start(self) -> None:
        """Show the window first, so that nothing which takes time delays it."""
        self.window.show()
        self.link.start()
        self.controller.start()

    def shut_down(self, limit_ms: int = QUIT_LIMIT_MS) -> bool:
        """End in stages. False where the worker's thread still runs after `limit_ms`."""
        self.window.hide()
        self.controller.close_down()
        beside_ended = all([self.plugins.close(limit_ms), self.models.close(limit_ms)])
        ended = self.link.close(limit_ms) and beside_ended and self.controller.exchange.close(0)
        ended = self.controller.gauge.stop(0) and ended
        self.controller.settle()
        self.store.close()
        return ended


def run(paths: Paths, *, model: str | None = None, debug: bool = False, plugins: Plugins = "all") -> int:
    """Open the window and stay until it is closed. Returns the exit code: 0, or 1 with one line said.

    `plugins` says whose speculators may run; "bundled" is safe mode. Where the app is open already with
    this profile, its window is raised, and told of `model`.
    """
    try:
        paths.ensure()
        log.start(paths.log, debug=debug)
        logger.info("Foreword %s starts", __version__)
        application = qt_application()
        here = claim(paths, Asked(model or "", _activation()))
        if here is None:
            sys.stderr.write(
                "foreword: Foreword is open already with these chats: its window is shown now.\n"
            )
            return 0
        starts = Starts(paths.state)
        plugins, words = _whose_plugins(plugins, failing=starts.begin())
        app = build(paths, make_worker=partial(EngineWorker, plugins=plugins), model=model, safe_mode=words)
    except (StartError, StorageError, OSError) as error:
        if logging.getLogger().hasHandlers():  # the log itself may be what can't be written
            logger.error("start failed", exc_info=error)
        sys.stderr.write(f"foreword: {_one_line(error)}\n")
        return 1
    logging.getLogger().addHandler(TellOfBugs(app.controller, paths))
    well = WellStarted(app.controller, starts)
    further = FurtherStarts(app)
    here.asked.connect(further.take)
    with QuitOnSignal(application):
        app.start()
        application.exec()
        ended = app.shut_down()
    well.clear()
    here.release()
    logger.info("Foreword ends")
    if not ended:
        leave_without_worker()
    return 0


def _whose_plugins(wanted: Plugins, *, failing: bool) -> tuple[Plugins, str]:
    """(whose speculators may run, the words for the window; empty where nothing is held back)."""
    if wanted == "none":
        return wanted, _NO_PLUGINS
    if wanted == "bundled":
        return wanted, _SAFE
    return ("bundled", _AFTER_FAILURES + _SAFE) if failing else ("all", "")


def build(
    paths: Paths,
    *,
    make_worker: MakeWorker = EngineWorker,
    model: str | None = None,
    safe_mode: str = "",
    load: bool = True,
) -> App:
    """Build every part and connect them; nothing runs yet. Needs a QApplication and ready folders.

    `safe_mode` says in words what is held back; `load`: the model is loaded at once, not when asked for.

    Raises StorageError or OSError where the environment keeps a part from being built.
    """
    restored = take_up(Places(paths.chats, paths.settings))
    settings = Settings(paths.settings)
    english = _in_the_users_language(settings, paths)
    store = ChatStore.open(paths.chats)
    store.notices = (*(line() for line in restored), *store.notices, *english)
    cancel, switches = CancelToken(), Switches()
    link = WorkerLink(make_worker(paths, cancel, switches), cancel, switches)
    controller = Controller(store, settings, link, model=model, safe_mode=safe_mode, load=load)
    plugins = PluginManager(paths, settings)
    models = ModelManager(paths, settings)
    controller.model_changed.connect(models.model_changed)
    controller.plain_speed_measured.connect(models.note_speed)
    window = MainWindow(controller, settings, paths, plugins, models)
    return App(settings, store, link, controller, plugins, models, window)


def _in_the_users_language(settings: Settings, paths: Paths) -> list[str]:
    """Before the window is built. What to tell where that is not possible."""
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    told = languages.install(application, settings["appearance.language"], paths.state / "languages")
    return [told] if told else []


def qt_application() -> QApplication:
    qInstallMessageHandler(_log_qt_message)
    # Screens of 125 or 150 percent are drawn as they are, not rounded to a whole factor.
    QGuiApplication.setHighDpiScaleFactorRoundingPolicy(Qt.HighDpiScaleFactorRoundingPolicy.PassThrough)
    application = QApplication(sys.argv[:1])
    application.setApplicationName("foreword")
    application.setApplicationDisplayName("Foreword")
    application.setApplicationVersion(__version__)
    application.setDesktopFileName("foreword")
    return application


def _activation() -> str:
    """The desktop's leave for this start to come to the front, which the window that is raised needs."""
    return os.environ.pop("XDG_ACTIVATION_TOKEN", "") or os.environ.get("DESKTOP_STARTUP_ID", "")


class FurtherStarts(QObject):
    """Somebody started the app once more: this window comes to the front, with what was asked for."""

    def __init__(self, app: App) -> None:
        super().__init__()
        self._app = app

    @Slot(object)
    def take(self, asked: Asked) -> None:
        raise_window(self._app.window, asked)
        if asked.model:
            self._app.controller.use_model(asked.model)


def _one_line(error: Exception) -> str:
    if isinstance(error, OSError) and error.filename:
        return (
            f"{error.filename} can't be used ({error.strerror}): check its rights, or use another --profile."
        )
    return str(error)


class WellStarted(QObject):
    """Tells the counter of starts when this one counts as a good one."""

    def __init__(self, controller: Controller, starts: Starts) -> None:
        super().__init__()
        self._starts = starts
        self._timer = QTimer(self, singleShot=True, interval=WELL_MS)
        self._timer.timeout.connect(self.clear)
        controller.model_changed.connect(self._model_changed)

    @Slot(object)
    def _model_changed(self, state: object) -> None:
        if isinstance(state, ModelProgress):
            self._timer.stop()
        else:
            self._timer.start()

    @Slot()
    def clear(self) -> None:
        self._starts.clear()


class QuitOnSignal(QObject):
    """SIGINT and SIGTERM quit in order.

    Python runs its handlers only between bytecodes, and Qt's loop sits in C++: the signal's number,
    written to a socket by the interpreter, is what wakes the loop.
    """

    def __init__(self, application: QApplication) -> None:
        super().__init__()
        self._application = application
        self._here, self._there = socket.socketpair()
        for end in (self._here, self._there):
            end.setblocking(False)
        self._notifier = QSocketNotifier(self._here.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._quit)

    def __enter__(self) -> QuitOnSignal:
        self._old_fd = signal.set_wakeup_fd(self._there.fileno(), warn_on_full_buffer=False)
        self._old = {number: signal.signal(number, _noted) for number in (signal.SIGINT, signal.SIGTERM)}
        return self

    def __exit__(self, *_: object) -> None:
        for number, handler in self._old.items():
            signal.signal(number, handler)
        signal.set_wakeup_fd(self._old_fd)
        self._notifier.setEnabled(False)
        self._here.close()
        self._there.close()

    @Slot()
    def _quit(self) -> None:
        numbers = self._here.recv(64)
        logger.info("asked to quit by signal %s", ", ".join(str(number) for number in numbers))
        self._application.closeAllWindows()
        self._application.exit(0)


def _noted(_number: int, _frame: FrameType | None) -> None:
    """The handler itself has nothing to do: `QuitOnSignal` hears of the signal through its socket."""


class TellOfBugs(logging.Handler):
    """Our own bugs end up in the log; this tells the user that there was one, and where to look."""

    def __init__(self, controller: Controller, paths: Paths) -> None:
        super().__init__(logging.CRITICAL)
        self._controller = controller
        self._line = f"Something went wrong inside Foreword. The details are in {paths.log}"

    def emit(self, record: logging.LogRecord) -> None:
        self._controller.notice.emit(self._line)


def leave_without_worker() -> None:
    """Everything is on disk, but a thread still runs, and Qt aborts where it is destroyed running."""
    logger.warning("the worker did not end in time; leaving without it")
    logging.shutdown()
    os._exit(0)


_LEVELS = {
    QtMsgType.QtDebugMsg: logging.DEBUG,
    QtMsgType.QtInfoMsg: logging.INFO,
    QtMsgType.QtWarningMsg: logging.WARNING,
    QtMsgType.QtCriticalMsg: logging.ERROR,
    QtMsgType.QtFatalMsg: logging.CRITICAL,
}


def _log_qt_message(kind: QtMsgType, context: QMessageLogContext, message: str) -> None:
    logging.getLogger("qt").log(_LEVELS[kind], "%s", message)
