"""Typing and sending: Enter, Shift+Enter, input methods, Tab, growth, Send and Stop."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from foreword.ui.composer import Composer
from foreword.ui.tokens import LIGHT


@pytest.fixture
def composer(qtbot: QtBot) -> Composer:
    widget = Composer(LIGHT)
    qtbot.addWidget(widget)
    widget.resize(600, 200)
    with qtbot.waitExposed(widget):
        widget.show()
    return widget


def sent(composer: Composer) -> list[str]:
    texts: list[str] = []
    composer.submitted.connect(texts.append)
    return texts


def compose(composer: Composer, preedit: str, commit: str = "") -> None:
    event = QInputMethodEvent(preedit, [])
    event.setCommitString(commit)
    QApplication.sendEvent(composer.edit, event)


def test_enter_sends_and_shift_enter_breaks_the_line(composer: Composer, qtbot: QtBot):
    texts = sent(composer)
    qtbot.keyClicks(composer.edit, "one")
    qtbot.keyClick(composer.edit, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    qtbot.keyClicks(composer.edit, "two")
    assert texts == []
    qtbot.keyClick(composer.edit, Qt.Key.Key_Return)
    assert texts == ["one\ntwo"]


def test_enter_during_a_composition_only_commits_it(composer: Composer, qtbot: QtBot):
    texts = sent(composer)
    compose(composer, "にほ")
    qtbot.keyClick(composer.edit, Qt.Key.Key_Return)
    assert texts == []
    compose(composer, "", "日本")
    assert composer.text() == "日本"
    qtbot.keyClick(composer.edit, Qt.Key.Key_Return)
    assert texts == ["日本"]


def test_blank_text_is_not_sent(composer: Composer, qtbot: QtBot):
    texts = sent(composer)
    qtbot.keyClicks(composer.edit, "  ")
    qtbot.keyClick(composer.edit, Qt.Key.Key_Return)
    assert texts == []
    assert not composer.button.isEnabled()


def test_while_busy_the_button_stops_and_enter_keeps_the_text(composer: Composer, qtbot: QtBot):
    texts = sent(composer)
    composer.set_busy(True)
    composer.set_text("next question")
    qtbot.keyClick(composer.edit, Qt.Key.Key_Return)
    assert texts == []
    assert composer.text() == "next question"
    assert composer.button.accessibleName() == "Stop"
    with qtbot.waitSignal(composer.stop_requested):
        composer.button.click()


def test_it_grows_with_its_text_up_to_a_limit(composer: Composer, qtbot: QtBot):
    low = composer.edit.height()
    composer.set_text("\n".join("abc"))
    middle = composer.edit.height()
    composer.set_text("\n" * 60)
    high = composer.edit.height()
    assert low < middle < high <= 200
    composer.set_text("")
    assert composer.edit.height() == low


def test_tab_leaves(composer: Composer, qtbot: QtBot):
    with qtbot.waitActive(composer):
        composer.activateWindow()
    composer.set_text("x")
    composer.edit.setFocus()
    qtbot.waitUntil(composer.edit.hasFocus)
    qtbot.keyClick(composer.edit, Qt.Key.Key_Tab)
    assert not composer.edit.hasFocus()
    assert composer.text() == "x"


def test_pasting_takes_text_only(composer: Composer):
    mime = QMimeData()
    mime.setHtml("<b>bold</b>")
    mime.setText("<b>bold</b>")
    composer.edit.insertFromMimeData(mime)
    assert composer.text() == "<b>bold</b>"
