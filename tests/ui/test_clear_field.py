"""The line to search with: its button, its icon, the room that its text leaves for both."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from foreword.ui.clear_field import ClearField
from foreword.ui.theme import Theme


def shown(qtbot: QtBot, theme: Theme, *, lead: str = "search") -> ClearField:
    field = ClearField(lead=lead)
    qtbot.addWidget(field)
    field.resize(240, field.sizeHint().height())
    field.show()
    assert theme.percent
    return field


def test_the_button_is_there_while_there_is_something_to_clear(qtbot: QtBot):
    field = shown(qtbot, Theme("light"))
    assert field.clear_button.isHidden()
    qtbot.keyClicks(field, "otters")
    assert field.clear_button.isVisible()
    assert field.clear_button.accessibleName() == "Clear the search"
    qtbot.mouseClick(field.clear_button, Qt.MouseButton.LeftButton)
    assert field.text() == ""
    assert field.clear_button.isHidden()


def test_icon_and_button_follow_the_zoom_live(qtbot: QtBot):
    theme = Theme("light")
    field = shown(qtbot, theme)
    field.setText("otters")
    before = field.clear_button.width(), field.clear_button.iconSize().width(), field.textMargins().left()
    assert before == (24, 16, 20)
    theme.set_zoom(150)
    after = field.clear_button.width(), field.clear_button.iconSize().width(), field.textMargins().left()
    assert after == (36, 24, 30)
    assert field.rect().contains(field.clear_button.geometry())


@pytest.mark.parametrize("direction", list(Qt.LayoutDirection)[:2])
def test_the_icon_leads_and_the_button_ends_whichever_way_one_reads(
    qtbot: QtBot, direction: Qt.LayoutDirection
):
    field = shown(qtbot, Theme("light"))
    field.setText("otters")
    field.setLayoutDirection(direction)
    mirrored = direction == Qt.LayoutDirection.RightToLeft
    assert (field.clear_button.geometry().center().x() < field.width() / 2) == mirrored
    margins = field.textMargins()
    assert (margins.left(), margins.right()) == (20, 20)
    painted = field.grab().toImage()
    field._lead = ""
    field.update()
    bare = field.grab().toImage()
    pixels = [(x, y) for x in range(240) for y in range(painted.height())]
    changed = [x for x, y in pixels if painted.pixel(x, y) != bare.pixel(x, y)]
    assert changed
    assert (min(changed) > 120) == mirrored
