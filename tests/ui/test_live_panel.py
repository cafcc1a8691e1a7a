"""The live panel over the real session: its numbers are the session's, and hidden it does nothing at all."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt, QTimer
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from foreword.ui import pace_plot
from foreword.ui.pace_words import saved_words, share_details, share_words
from foreword.ui.tokens import DARK, LIGHT
from tests.ui.pane_desk import ENDLESS, OpenPane, PaneDesk, opening


@pytest.fixture
def open_pane(tmp_path: Path, qtbot: QtBot) -> Iterator[OpenPane]:
    with opening(tmp_path, qtbot) as open_one:
        yield open_one


@pytest.fixture
def desk(open_pane: OpenPane) -> PaneDesk:
    return open_pane()


# --- numbers
def test_what_is_shown_is_what_the_session_has_measured(desk: PaneDesk):
    panel = desk.show_panel()
    desk.ask()
    now = desk.controller.pace.now()
    assert now.passes == 100
    assert panel.figures.now.value.text() == f"{now.tokens_per_second:.1f}"
    assert panel.figures.plain.value.text() == f"{now.plain_tokens_per_second:.1f}"
    assert panel.figures.passes.value.text() == f"{now.tokens_per_pass:.2f}"
    assert panel.saved.words() == saved_words(now.saved_chat)
    assert panel.charts is not None
    assert panel.charts.speed.drawn("now") == (
        [at for at, _, _ in now.speeds],
        [speed for _, speed, _ in now.speeds],
    )
    assert panel.charts.speed.drawn("plain")[1] == [plain for _, _, plain in now.speeds]
    at, widths = panel.charts.width_plot.drawn("width")
    assert set(widths) <= {float(width) for _, width in now.widths}
    assert at[-1] <= now.seconds
    for name, pace in now.speculators.items():
        assert desk.row(name).share.words() == share_words(pace, now.seconds)
        shown = re.sub("<[^>]*>", "", desk.row(name).toolTip())
        assert shown == share_details(pace, now.seconds)


def test_figures_move_while_the_reply_is_written_and_the_header_has_the_pace(open_pane: OpenPane):
    desk = open_pane(ENDLESS)
    panel = desk.show_panel()
    header = desk.pane.header
    assert header.pace.isHidden()
    desk.begin()
    desk.until(lambda: panel.figures.now.value.text() != "–")
    assert panel.figures.now.caption.words() == "tokens/s now"
    assert header.pace.text() == f"{desk.controller.pace.now().tokens_per_second:.1f} tokens/s"
    assert header.pace.isVisible()
    desk.end()
    assert header.pace.isHidden()
    assert panel.figures.now.caption.words() == "tokens/s, last reply"


def test_a_chat_without_a_measured_reply_says_so_and_draws_nothing(desk: PaneDesk):
    panel = desk.show_panel()
    assert panel.figures.now.value.text() == "–"
    assert panel.saved.words() == "Saved so far: nothing measured yet"
    assert "Ask something" in panel.hint.words()
    assert panel.charts is not None
    assert panel.charts.isHidden()
    desk.ask()
    assert panel.charts.isVisible()
    assert panel.hint.isHidden()
    desk.controller.new_chat()
    assert panel.charts.isHidden()
    assert panel.figures.now.value.text() == "–"


def test_what_the_pointer_rests_on_is_told_exactly(desk: PaneDesk):
    panel = desk.show_panel()
    desk.ask()
    assert panel.charts is not None
    plot = panel.charts.width_plot
    QApplication.processEvents()
    speeds = desk.controller.pace.now().speeds
    found = panel.charts.speed.words_at(QPointF(panel.charts.speed.width() - 2, 40))
    assert f"{speeds[-1][1]:.2f} tokens/s" in found
    assert "tokens in this pass" in plot.words_at(QPointF(plot.width() / 2, 40))


# --- at rest
def test_hidden_it_costs_nothing(open_pane: OpenPane, monkeypatch: pytest.MonkeyPatch):
    desk = open_pane(ENDLESS)
    panel = desk.show_panel()
    desk.pane.panel_toggle.setChecked(False)
    asked: list[str] = []
    monkeypatch.setattr(panel.figures, "show_pace", lambda _now: asked.append("figures"))
    monkeypatch.setattr(panel.charts, "show_pace", lambda _now: asked.append("charts"))
    monkeypatch.setattr(panel.speculators, "_show_states", lambda _now: asked.append("states"))
    desk.begin()
    told = []
    desk.controller.pace.changed.connect(lambda: told.append(1))
    desk.until(lambda: len(told) >= 2)
    assert asked == []
    assert panel.findChildren(QTimer) == []
    desk.pane.panel_toggle.setChecked(True)
    assert {"figures", "charts", "states"} <= set(asked)
    desk.end()


def test_it_draws_no_oftener_than_the_session_tells(open_pane: OpenPane, monkeypatch: pytest.MonkeyPatch):
    desk = open_pane(ENDLESS)
    panel = desk.show_panel()
    drawn, told = [], []
    monkeypatch.setattr(panel.charts, "show_pace", lambda _now: drawn.append(1))
    desk.controller.pace.changed.connect(lambda: told.append(1))
    desk.begin()
    desk.until(lambda: len(told) >= 2)
    desk.end()
    assert len(drawn) == len(told)


def test_the_library_is_fetched_only_when_the_panel_is_first_shown(
    open_pane: OpenPane, monkeypatch: pytest.MonkeyPatch
):
    fetched: list[str] = []
    monkeypatch.setattr(pace_plot.PlotLibrary, "fetch", lambda _self: fetched.append("once"))
    desk = open_pane()
    desk.ask()
    assert fetched == []
    for shown in (True, False, True):
        desk.pane.panel_toggle.setChecked(shown)
    assert fetched == ["once"]


def test_without_the_library_everything_but_the_curves_is_there(open_pane: OpenPane):
    desk = open_pane()
    panel = desk.panel
    panel._library = pace_plot.PlotLibrary()  # as if it had been asked for
    desk.pane.panel_toggle.setChecked(True)
    panel._tell_missing("No module named 'pyqtgraph'")
    desk.ask()
    assert panel.figures.now.value.text() != "–"
    said = [each.text() for each in panel.findChildren(QWidget, "fielderror") if each.isVisible()]  # type: ignore[attr-defined]
    assert said == ["The curves can't be drawn: install pyqtgraph (No module named 'pyqtgraph')."]


# --- looks and manners
def test_another_theme_recolours_the_curves(desk: PaneDesk):
    panel = desk.show_panel()
    desk.ask()
    assert panel.charts is not None
    speed = panel.charts.speed
    assert speed.colour_of("now") == LIGHT.link
    desk.pane.set_tokens(DARK)
    assert speed.colour_of("now") == DARK.link
    assert speed.colour_of("plain") == DARK.muted
    assert panel.charts.width_plot.colour_of("width") == DARK.link
    assert speed.view.backgroundBrush().color().name() == DARK.sidebar


def test_a_plot_can_be_neither_dragged_nor_zoomed(desk: PaneDesk):
    panel = desk.show_panel()
    desk.ask()
    assert panel.charts is not None
    plot = panel.charts.speed
    before = plot.view.viewRange()
    at = QPointF(plot.rect().center())
    globally = QPointF(plot.mapToGlobal(plot.rect().center()))
    wheel = QWheelEvent(
        at, globally, QPoint(), QPoint(0, 240), Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(plot, wheel)
    desk.qtbot.mousePress(plot, Qt.MouseButton.LeftButton, pos=QPoint(20, 20))
    desk.qtbot.mouseMove(plot, QPoint(90, 40))
    desk.qtbot.mouseRelease(plot, Qt.MouseButton.LeftButton, pos=QPoint(90, 40))
    assert plot.view.viewRange() == before
    assert plot.childAt(plot.rect().center()) is None  # the page scrolls under the pointer


def test_the_panel_opens_by_button_shortcut_and_setting_and_is_kept(open_pane: OpenPane):
    desk = open_pane()
    edit = desk.pane.composer.edit
    edit.setFocus()
    keys = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    desk.qtbot.keyClick(edit, Qt.Key.Key_L, keys)
    assert desk.panel.isVisible()
    assert desk.settings["lens.panel"] is True
    assert desk.pane.header.panel.isChecked()
    assert desk.pane.focusWidget() is edit  # one looks at it while one writes
    desk.panel.close_button.setFocus()
    desk.panel.close_button.click()
    assert desk.panel.isHidden()
    assert desk.settings["lens.panel"] is False
    assert desk.pane.focusWidget() is edit
    desk.settings.set("lens.panel", True)
    desk.controller.options.follow_settings()
    assert desk.panel.isVisible()
    assert desk.close()
    again = open_pane()
    assert again.panel.isVisible()
    assert again.pane.header.panel.isChecked()


def test_options_and_panel_share_one_place(desk: PaneDesk):
    pane, told = desk.pane, []
    pane.side.changed.connect(told.append)
    pane.panel_toggle.setChecked(True)
    pane.header.options.click()
    assert pane.options.isVisible()
    assert desk.panel.isHidden()
    assert not pane.header.panel.isChecked()
    assert not desk.settings["lens.panel"]
    pane.header.panel.click()
    assert desk.panel.isVisible()
    assert pane.options.isHidden()
    assert not pane.header.options.isChecked()
    assert told[-1] is True
    pane.header.panel.click()
    assert told[-1] is False


@pytest.mark.parametrize("direction", [Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.RightToLeft])
def test_beside_the_chat_where_there_is_room_else_over_it(desk: PaneDesk, direction: Any):
    side, column = desk.pane.side, desk.pane.column
    desk.pane.setLayoutDirection(direction)
    desk.pane.panel_toggle.setChecked(True)
    assert not side.overlays()
    assert not column.geometry().intersects(desk.panel.geometry())
    assert column.width() + desk.panel.width() == side.width()
    at_the_left = direction == Qt.LayoutDirection.RightToLeft
    assert (desk.panel.x() == 0) is at_the_left
    desk.pane.resize(560, 600)
    assert side.overlays()
    assert column.width() == side.width()
    assert (desk.panel.x() == 0) is at_the_left
    desk.pane.panel_toggle.setChecked(False)
    assert column.geometry() == side.rect()


def test_tab_goes_through_the_panel_and_everything_has_a_name(desk: PaneDesk):
    panel = desk.show_panel()
    desk.ask()
    panel.close_button.setFocus()
    seen: list[QWidget] = []
    for _ in range(30):
        focus = desk.pane.focusWidget()
        if focus is None or not panel.isAncestorOf(focus):
            break
        seen.append(focus)
        desk.qtbot.keyClick(focus, Qt.Key.Key_Tab)
    else:
        pytest.fail("Tab never leaves the panel")
    rows = [desk.row(name).switch for name in ("ngram", "suffix_history")]
    reached = [each for each in seen if each in (*rows, panel.lens.tint)]
    assert reached == [*rows, panel.lens.tint]
    for each in seen:
        assert each.accessibleName() or getattr(each, "text", str)(), each
    assert (
        panel.figures.now.value.accessibleName() == f"tokens/s, last reply: {panel.figures.now.value.text()}"
    )
    assert panel.charts is not None
    assert "tokens per second" in panel.charts.speed.accessibleDescription()
