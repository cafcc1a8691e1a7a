"""Zoom: lengths of the style sheet, fonts, icons, gaps and what paints itself, live, and as it was again."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, QPointF, QSize, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QLabel, QLineEdit, QPushButton, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from foreword.ui import zoom
from foreword.ui.theme import Theme, base_font
from tests.ui.conftest import Stage
from tests.ui.desk import OpenDesk


@pytest.fixture(autouse=True)
def as_it_was(qapp: QApplication) -> Iterator[None]:
    yield
    Theme("light").set_zoom(101)
    Theme("light")


def test_steps_go_up_and_down_and_stop_at_the_ends():
    assert [zoom.stepped(100, 1), zoom.stepped(100, -1)] == [110, 90]
    assert [zoom.stepped(104, 1), zoom.stepped(104, -1)] == [110, 100]
    assert [zoom.stepped(300, 1), zoom.stepped(50, -1)] == [300, 50]


def test_lines_of_the_style_sheet_stay_lines_and_a_ring_moves_nothing():
    sheet = """
A { border: 1px solid red; padding: 6px 16px; min-height: 20px; border-radius: 6px; }
A:focus { border: 2px solid blue; padding: 5px 15px; }
QScrollBar:vertical { width: 12px; }
"""
    for percent in zoom.STEPS:
        zoom.set_percent(percent)
        lines = zoom.scaled_sheet(sheet).strip().split("\n")
        plain, ringed, bar = lines
        assert "border: 1px solid red" in plain
        assert "border: 2px solid blue" in ringed
        assert bar == "QScrollBar:vertical { width: 12px; }"
        sides = [int(each.removesuffix("px")) for each in plain.split("padding: ")[1].split(";")[0].split()]
        inside = [int(each.removesuffix("px")) for each in ringed.split("padding: ")[1].split(";")[0].split()]
        assert [side + 1 for side in sides] == [side + 2 for side in inside], percent
        assert sides == [round(6 * percent / 100), round(16 * percent / 100)]
        radius = int(plain.split("border-radius: ")[1].removesuffix("px; }"))
        assert 2 * radius <= zoom.px(12), "Qt draws square corners where the radius has no room"
    zoom.set_percent(100)
    assert zoom.scaled_sheet(sheet) is sheet


class Sample(QWidget):
    def __init__(self) -> None:
        super().__init__()
        self.row = QHBoxLayout(self)
        self.row.setContentsMargins(16, 8, 16, 8)
        self.row.setSpacing(8)
        self.tool = QToolButton()
        self.tool.setIconSize(QSize(20, 20))
        self.tool.setFixedSize(32, 32)
        self.field = QLineEdit()
        self.field.setFixedWidth(120)
        self.large = QLabel("Large")
        font = self.large.font()
        font.setPointSizeF(font.pointSizeF() * 2)
        self.large.setFont(font)
        for part in (self.tool, self.field, self.large, QPushButton("Go")):
            self.row.addWidget(part)

    def measures(self) -> tuple[object, ...]:
        margins = self.row.contentsMargins()
        return (
            (margins.left(), margins.top(), self.row.spacing()),
            self.tool.iconSize().width(),
            self.tool.width(),
            self.field.width(),
            round(self.large.font().pointSizeF() / base_font().pointSizeF(), 2),
        )


AT_100 = ((16, 8, 8), 20, 32, 120, 2.0)
AT_150 = ((24, 12, 12), 30, 48, 180, 3.0)


def test_what_is_there_is_scaled_and_comes_back_exactly(qtbot: QtBot):
    theme = Theme("light")
    sample = Sample()
    qtbot.addWidget(sample)
    sample.show()
    assert sample.measures() == AT_100
    for percent in (150, 50, 300, 150):
        theme.set_zoom(percent)
    assert sample.measures() == AT_150
    theme.set_zoom(100)
    assert sample.measures() == AT_100


def test_what_is_made_later_is_scaled_once(qtbot: QtBot):
    theme = Theme("light", percent=150)
    sample = Sample()
    qtbot.addWidget(sample)
    sample.show()
    assert sample.measures() == AT_150
    theme.set_mode("dark")  # polishes everything once more
    assert sample.measures() == AT_150
    sample.tool.setIconSize(QSize(16, 16))  # written anew, in pixels of 100 %
    theme.set_mode("light")
    assert sample.tool.iconSize() == QSize(24, 24)


def test_the_font_is_the_systems_times_the_zoom(qapp: QApplication):
    theme = Theme("light", percent=200)
    assert qapp.font().pointSizeF() == pytest.approx(2 * base_font().pointSizeF())
    theme.set_zoom(100)
    assert qapp.font().pointSizeF() == pytest.approx(base_font().pointSizeF())


# --- the window
def test_keys_zoom_the_window_live_and_it_is_kept(open_desk: OpenDesk, qtbot: QtBot):
    desk = open_desk()
    desk.add("Chat")
    desk.controller.open("Chat")
    window = desk.show()
    reply = window.chat.transcript.last_reply()
    assert reply is not None
    before = reply.view.text.document.begin().charFormat().font().pointSizeF(), window.sidebar.width()
    edit = window.chat.composer.edit
    for _ in range(3):
        qtbot.keyClick(edit, Qt.Key.Key_Plus, Qt.KeyboardModifier.ControlModifier)
    assert desk.settings["appearance.zoom"] == 150
    assert window.brief.isVisible()
    assert window.brief.text() == "Zoom 150 %"
    after = reply.view.text.document.begin().charFormat().font().pointSizeF()
    assert after == pytest.approx(1.5 * before[0], rel=0.02)
    assert window.sidebar.width() > before[1]
    qtbot.keyClick(edit, Qt.Key.Key_Minus, Qt.KeyboardModifier.ControlModifier)
    assert desk.settings["appearance.zoom"] == 125
    qtbot.keyClick(edit, Qt.Key.Key_0, Qt.KeyboardModifier.ControlModifier)
    assert desk.settings["appearance.zoom"] == 100
    assert not window.commands.zoom_reset.isEnabled()
    assert reply.view.text.document.begin().charFormat().font().pointSizeF() == pytest.approx(before[0])


def turn(stage: Stage, notches: float, held: Qt.KeyboardModifier) -> None:
    view = stage.window.chat.transcript.viewport()
    middle = QPointF(view.rect().center())
    delta = QPoint(0, round(120 * notches))
    event = QWheelEvent(
        middle, view.mapToGlobal(middle), QPoint(), delta, Qt.MouseButton.NoButton, held,
        Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(view, event)


def test_ctrl_and_the_wheel_zoom_and_the_wheel_alone_scrolls(stage: Stage):
    turn(stage, 1, Qt.KeyboardModifier.NoModifier)
    assert stage.settings["appearance.zoom"] == 100
    turn(stage, 1, Qt.KeyboardModifier.ControlModifier)
    assert stage.settings["appearance.zoom"] == 110
    for _ in range(4):  # parts of a notch, as touch pads tell them
        turn(stage, -0.5, Qt.KeyboardModifier.ControlModifier)
    assert stage.settings["appearance.zoom"] == 90


def test_the_ends_say_why_they_go_no_further(stage: Stage):
    stage.window.view_commands.set_zoom(300)
    assert not stage.window.commands.zoom_in.isEnabled()
    assert stage.window.commands.zoom_in.property("why") == "it is as large as it gets"
    stage.window.view_commands.set_zoom(50)
    assert not stage.window.commands.zoom_out.isEnabled()


def test_the_actual_size_is_as_if_nobody_had_chosen(stage: Stage):
    window = stage.window
    window.commands.zoom_in.trigger()
    assert stage.settings.is_set("appearance.zoom")
    window.commands.zoom_reset.trigger()
    assert not stage.settings.is_set("appearance.zoom")
    assert window.theme.percent == 100
