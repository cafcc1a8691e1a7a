"""The keys of the window: none twice, each in the overview, which is made from the actions themselves."""

from __future__ import annotations

from collections import Counter

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QGuiApplication, QKeySequence, QTextCursor
from PySide6.QtWidgets import QMenu, QToolButton
from pytestqt.qtbot import QtBot

from foreword.ui.main_window import MainWindow
from foreword.ui.shortcuts import commands, plain_words
from foreword.ui.shortcuts_dialog import ShortcutsDialog
from tests.ui.conftest import Stage


def overview(window: MainWindow) -> ShortcutsDialog:
    window.commands.shortcuts.trigger()
    assert window._shortcuts is not None
    return window._shortcuts


def shown(dialog: ShortcutsDialog) -> str:
    dialog.copy_button.click()
    return QGuiApplication.clipboard().text()


def test_no_key_has_two_meanings(stage: Stage):
    keys = Counter(
        key.toString() for command in commands(stage.window.menuBar()) for key in command.action.shortcuts()
    )
    assert [key for key, count in keys.items() if count > 1] == []


def test_every_action_of_the_window_is_in_a_menu(stage: Stage):
    window = stage.window
    listed = {id(command.action) for command in commands(window.menuBar())}
    loose = [
        action.text()
        for action in window.findChildren(QAction)
        if action.shortcuts() and id(action) not in listed
    ]
    assert loose == []


def test_the_overview_has_every_command_with_its_keys(stage: Stage, qtbot: QtBot):
    window = stage.window
    qtbot.keyClick(window.chat.composer.edit, Qt.Key.Key_F1)
    dialog = overview(window)
    assert dialog.isVisible()
    text = shown(dialog)
    for command in commands(window.menuBar()):
        for key in command.action.shortcuts():
            if key[0].key() < Qt.Key.Key_Back:
                line = next(line for line in text.split("\n") if line.strip().startswith(command.words))
                assert key.toString(QKeySequence.SequenceFormat.NativeText) in line
    for words in ("Writing a message", "Break the line", "Messages", "List of chats", "Leave the search"):
        assert words in text
    assert dialog.document().toPlainText() == text


def test_the_overview_follows_the_actions(stage: Stage):
    action = stage.window.commands.about
    action.setShortcut("Ctrl+Alt+F12")
    assert "Ctrl+Alt+F12" in shown(overview(stage.window))


def test_the_overview_is_searched_by_words_and_keys(stage: Stage, qtbot: QtBot):
    dialog = overview(stage.window)
    qtbot.keyClicks(dialog.field, "zoom")
    assert [line.split()[0] for line in shown(dialog).split("\n") if line.startswith("  ")] == [
        "Zoom",
        "Zoom",
    ]
    dialog.field.setText("ctrl+r")
    assert "Regenerate" in shown(dialog)
    dialog.field.setText("no such key")
    assert dialog.nothing.words() == "No key fits “no such key”."


def test_every_tooltip_that_names_a_key_names_the_right_one(stage: Stage):
    """A button that does what a command does tells the command's key."""
    known = {
        key.toString() for command in commands(stage.window.menuBar()) for key in command.action.shortcuts()
    }
    known |= {"Enter", "Ctrl+Enter", "Esc", "Alt+Left", "Alt+Right"}
    wrong = []
    for button in stage.window.findChildren(QToolButton):
        tip = button.toolTip()
        key = tip[tip.rfind("(") + 1 : -1] if tip.endswith(")") else ""
        if key.startswith(("Ctrl", "Alt", "Shift", "F")) and key not in known:
            wrong.append(tip)
    assert wrong == []


def test_marks_for_the_keyboard_are_no_words(qtbot: QtBot):
    menu = QMenu()
    qtbot.addWidget(menu)
    assert [
        plain_words(menu.addAction(text)) for text in ("&New Chat…", "Cut && Paste\tDel", "開く(&O)…")
    ] == [
        "New Chat",
        "Cut & Paste",
        "開く",
    ]


def test_at_the_end_of_the_text_that_key_goes_to_the_latest_message(stage: Stage, qtbot: QtBot):
    edit = stage.window.chat.composer.edit
    gone: list[bool] = []
    stage.window.commands.jump.triggered.connect(lambda: gone.append(True))
    edit.setFocus()
    qtbot.keyClick(edit, Qt.Key.Key_End, Qt.KeyboardModifier.ControlModifier)
    assert len(gone) == 1
    edit.begin("two words")
    edit.moveCursor(QTextCursor.MoveOperation.Start)
    qtbot.keyClick(edit, Qt.Key.Key_End, Qt.KeyboardModifier.ControlModifier)
    assert (len(gone), edit.textCursor().atEnd()) == (1, True)
