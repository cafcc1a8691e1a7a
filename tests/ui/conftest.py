"""A window over a scripted controller, and rendered messages without one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QLocale, Qt
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from foreword.paths import Paths
from foreword.session.translate import write_numbers_with
from foreword.settings import Settings
from foreword.ui import motion, zoom
from foreword.ui.main_window import MainWindow
from foreword.ui.message_document import MessageDocument
from foreword.ui.message_view import MessageView
from foreword.ui.styles import TextStyles
from foreword.ui.tokens import LIGHT
from tests.fakes.fake_controller import FakeController
from tests.fakes.fake_models import FakeModelManager
from tests.fakes.fake_plugin_manager import FakePluginManager
from tests.fakes.fake_worker import Script
from tests.ui.desk import FEW, OpenDesk, WindowDesk


@dataclass
class Stage:
    """The window and what stands behind it."""

    controller: FakeController
    settings: Settings
    paths: Paths
    plugins: FakePluginManager
    window: MainWindow
    models: FakeModelManager


OpenWindow = Callable[[FakeController], Stage]


@pytest.fixture(autouse=True)
def _as_it_comes(qapp: QApplication) -> Iterator[None]:
    """What belongs to the application and outlives a window: every test begins and ends without it."""
    font, palette, numbers = qapp.font(), qapp.palette(), QLocale()
    yield
    zoom.set_percent(100)
    motion.set_mode("system")
    write_numbers_with(",", ".")
    QLocale.setDefault(numbers)
    qapp.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
    if qapp.styleSheet():
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)  # none of those is styled once more
        qapp.setStyleSheet("")
    if qapp.property("ownStyle"):
        qapp.setProperty("ownStyle", None)
        qapp.setStyle("Fusion")
    if qapp.font() != font:
        qapp.setFont(font)
    qapp.setPalette(palette)


@pytest.fixture
def open_window(qtbot: QtBot, tmp_path: Path) -> Iterator[OpenWindow]:
    """Opens shown windows over a controller; a second one finds the files of the first."""

    controllers: list[FakeController] = []

    def open_one(controller: FakeController) -> Stage:
        controllers.append(controller)
        paths = Paths.profile(tmp_path).ensure()
        settings = Settings(paths.settings)
        plugins = FakePluginManager()
        models = FakeModelManager()
        window = MainWindow(controller, settings, paths, plugins, models)
        qtbot.addWidget(window)
        with qtbot.waitActive(window):
            window.show()
            window.activateWindow()
        return Stage(controller, settings, paths, plugins, window, models)

    yield open_one
    QApplication.sendPostedEvents(None, 0)
    for controller in controllers:
        controller.close()


@pytest.fixture
def stage(open_window: OpenWindow) -> Stage:
    return open_window(FakeController())


@pytest.fixture
def open_desk(qtbot: QtBot, tmp_path: Path) -> Iterator[OpenDesk]:
    """Windows over the real session; a second one finds what the first has kept, once that is closed."""
    desks: list[WindowDesk] = []

    def open_one(script: Script = FEW) -> WindowDesk:
        desks.append(WindowDesk(tmp_path / "desk", qtbot, script))
        return desks[-1]

    yield open_one
    QApplication.sendPostedEvents(None, 0)
    for desk in desks:
        assert desk.close()


@pytest.fixture
def desk(open_desk: OpenDesk) -> WindowDesk:
    return open_desk()


@pytest.fixture
def styles(qapp: QApplication) -> TextStyles:
    return TextStyles(LIGHT, qapp.font())


@pytest.fixture
def message(styles: TextStyles) -> MessageDocument:
    return MessageDocument(styles)


@pytest.fixture
def view(qtbot: QtBot, styles: TextStyles) -> MessageView:
    widget = MessageView(styles)
    qtbot.addWidget(widget)
    widget.resize(700, 100)
    return widget


def lines(document: QTextDocument) -> list[str]:
    """The text of every block that has any."""
    return [line.replace("\u2028", "\n") for line in document.toPlainText().split("\n") if line.strip()]
