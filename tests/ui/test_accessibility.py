"""The accessible tree of the window in its main states: everything that takes the keyboard has a name and a
role, and what a screen reader hears of the states that matter most is pinned here, to be read."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QCheckBox, QPushButton, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from foreword.ui.main_window import MainWindow
from foreword.ui.settings_dialog import PAGES
from foreword.ui.switch import Switch
from foreword.ui.tokens import LIGHT
from foreword.ui.turn_actions import QuietButton
from tests.fakes.fake_models import LARGE, SMALL, STARTER
from tests.ui.accessible import dump, faults
from tests.ui.desk import OpenDesk, WindowDesk

SOURCE = "Words, `code`:\n\n```python\nprint(1)\n```\n\n[a link](https://example.org)\n"


@pytest.fixture
def desk(open_desk: OpenDesk) -> WindowDesk:
    desk = open_desk()
    desk.add("Planets", "Which planets are there?", SOURCE)
    desk.add("Rome", days=3)
    desk.controller.open("Planets")
    desk.show()
    desk.models.list_models(STARTER, LARGE, SMALL)
    return desk


def search(window: MainWindow, qtbot: QtBot) -> QWidget:
    window.commands.search.trigger()
    qtbot.keyClicks(window.sidebar.search, "planets")
    qtbot.waitUntil(lambda: bool(window.sidebar.results.rows()))
    return window


def options(window: MainWindow, _qtbot: QtBot) -> QWidget:
    window.chat.options.toggle.setChecked(True)
    return window


def panel(window: MainWindow, _qtbot: QtBot) -> QWidget:
    window.commands.panel.setChecked(True)
    return window


def editing(window: MainWindow, _qtbot: QtBot) -> QWidget:
    window.commands.edit_question.trigger()
    return window


def palette(window: MainWindow, _qtbot: QtBot) -> QWidget:
    window.commands.palette.trigger()
    return window.palette_host.dialog


def keys(window: MainWindow, _qtbot: QtBot) -> QWidget:
    window.commands.shortcuts.trigger()
    dialog = window._shortcuts
    assert dialog is not None
    return dialog


def nothing(window: MainWindow, _qtbot: QtBot) -> QWidget:
    return window


def new_chat(window: MainWindow, _qtbot: QtBot) -> QWidget:
    window.commands.new_chat.trigger()
    return window


def deleted(window: MainWindow, _qtbot: QtBot) -> QWidget:
    window.commands.delete.trigger()
    return window


def page(name: str) -> Callable[[MainWindow, QtBot], QWidget]:
    def show(window: MainWindow, _qtbot: QtBot) -> QWidget:
        window.dialog.show_page(name)
        return window.dialog

    show.__name__ = f"page {name}"
    return show


STATES = (nothing, new_chat, search, options, panel, editing, deleted, palette, keys, *map(page, PAGES))


@pytest.mark.parametrize("state", STATES, ids=lambda state: state.__name__)
def test_everything_that_takes_the_keyboard_has_a_name_and_a_role(
    desk: WindowDesk, qtbot: QtBot, state: Callable[[MainWindow, QtBot], QWidget]
):
    shown = state(desk.window, qtbot)
    qtbot.waitUntil(shown.isVisible)
    assert faults(shown) == []


def test_what_is_heard_of_a_chat(desk: WindowDesk, qtbot: QtBot):
    heard = [
        "Client “Conversation”",
        "StaticText “Your message” “Which planets are there?”",
        "StaticText “Reply” “Words, code: print(1) a link”",
        "StaticText “python”",
        "CheckBox “Break long lines of python”",
        "Button “Copy python”",
        "Button “Copy”",
        "Button “Write this reply once more”",
        "Button “Branch into a new chat”",
        "Button “Delete”",
    ]
    qtbot.waitUntil(lambda: dump(desk.window.chat.transcript) == heard)


def test_what_is_heard_of_the_side_bar(desk: WindowDesk):
    assert dump(desk.window.sidebar) == [
        "Button “New chat”",
        "Button “New folder”",
        "CheckBox “Temporary chat”",
        "EditableText “Search titles and messages”",
        "List “Chats”",
        "ListItem “Today”",
        "ListItem “Planets”",
        "ListItem “Previous 7 days”",
        "ListItem “Rome”",
        "Button “Settings”",
    ]


def test_what_is_heard_of_the_composer(desk: WindowDesk, qtbot: QtBot):
    composer = desk.window.chat.composer
    qtbot.keyClicks(composer.edit, "Hello")
    assert dump(composer)[:4] == [
        "Button “Attach files”",
        "EditableText “Message” “Hello”",
        "Button “Send”",
        "StaticText “Enter sends, Shift+Enter breaks the line”",
    ]


def test_what_is_heard_of_the_palette(desk: WindowDesk, qtbot: QtBot):
    heard = dump(palette(desk.window, qtbot))
    assert heard[:4] == [
        "Dialog “All Commands”",
        "EditableText “Commands, chats, models, settings”",
        "List “What fits”",
        "ListItem “New Chat, Chat, Ctrl+N”",
    ]


def test_what_is_heard_of_a_setting(desk: WindowDesk, qtbot: QtBot):
    heard = dump(page("General")(desk.window, qtbot))
    for line in ("ComboBox “Theme” “Follow the system”", "SpinBox “Zoom” “100 %”", "CheckBox “Wrap code”"):
        assert line in heard, heard


def test_a_switch_says_what_it_switches_and_whether_it_is_on(qtbot: QtBot, desk: WindowDesk):
    switch = Switch(desk.window.theme.tokens, "Speculation lens")
    qtbot.addWidget(switch)
    switch.show()
    switch.setChecked(True)
    assert dump(switch) == ["CheckBox “Speculation lens” checked"]


# --- Enter is as good as Space
@pytest.mark.parametrize("kind", [QToolButton, QuietButton, QPushButton, partial(Switch, LIGHT, "Lens")])
@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space])
def test_enter_presses_the_button_that_has_the_keyboard(
    desk: WindowDesk, qtbot: QtBot, kind: Callable[[], QAbstractButton], key: Qt.Key
):
    window = desk.window
    for parent in (window.chat, window.dialog):
        window.dialog.show_page("Speculators")
        button = kind()
        button.setParent(parent)
        if isinstance(button, QPushButton):
            button.setAutoDefault(False)
        button.show()
        pressed: list[bool] = []
        button.clicked.connect(lambda: pressed.append(True))
        button.setFocus()
        qtbot.keyClick(button, key)
        assert pressed == [True]
        assert window.dialog.isVisible()


def test_enter_leaves_a_check_box_to_the_dialog(desk: WindowDesk, qtbot: QtBot):
    box = QCheckBox("Box", desk.window.chat)
    box.show()
    box.setFocus()
    qtbot.keyClick(box, Qt.Key.Key_Return)
    assert not box.isChecked()
