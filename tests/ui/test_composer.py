"""Typing and sending: Enter, Shift+Enter, input methods, Tab, growth, history, drafts, Send and Stop."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QGuiApplication, QImage, QInputMethodEvent
from PySide6.QtWidgets import QApplication, QFileDialog
from pytestqt.qtbot import QtBot

from foreword.session.conversation import Attachment, Draft
from foreword.session.gauge import Room
from foreword.ui.composer import Composer
from foreword.ui.composer_wording import composer_hint
from foreword.ui.tokens import LIGHT

SHIFT, CONTROL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier
LONG = "a line that was copied from somewhere\n" * 80
FILE = Attachment("notes.txt", "what I noted")


@pytest.fixture
def composer(qtbot: QtBot) -> Composer:
    return build(qtbot, "send")


def build(qtbot: QtBot, enter: str) -> Composer:
    widget = Composer(LIGHT, lambda: enter)
    qtbot.addWidget(widget)
    widget.resize(600, 600)
    with qtbot.waitExposed(widget):
        widget.show()
    return widget


def sent(composer: Composer) -> list[tuple[str, tuple[Attachment, ...]]]:
    told: list[tuple[str, tuple[Attachment, ...]]] = []
    composer.submitted.connect(lambda text, attachments: told.append((text, attachments)))
    return told


def drafts(composer: Composer) -> list[Draft]:
    told: list[Draft] = []
    composer.draft_changed.connect(told.append)
    return told


def compose(composer: Composer, preedit: str, commit: str = "") -> None:
    event = QInputMethodEvent(preedit, [])
    event.setCommitString(commit)
    QApplication.sendEvent(composer.edit, event)


def mime(text: str) -> QMimeData:
    data = QMimeData()
    data.setText(text)
    return data


# --- Enter
def test_enter_sends_and_shift_enter_breaks_the_line(composer: Composer, qtbot: QtBot):
    told = sent(composer)
    qtbot.keyClicks(composer.edit, "one")
    qtbot.keyClick(composer.edit, Qt.Key.Key_Return, SHIFT)
    qtbot.keyClicks(composer.edit, "two")
    assert told == []
    qtbot.keyClick(composer.edit, Qt.Key.Key_Return)
    assert told == [("one\ntwo", ())]


def test_where_enter_breaks_the_line_control_enter_sends(qtbot: QtBot):
    composer = build(qtbot, "break")
    told = sent(composer)
    for text, held in (("one", Qt.KeyboardModifier.NoModifier), ("two", SHIFT)):
        qtbot.keyClicks(composer.edit, text)
        qtbot.keyClick(composer.edit, Qt.Key.Key_Enter, held)
    qtbot.keyClicks(composer.edit, "three")
    assert told == []
    assert composer.hint.text() == "Ctrl+Enter sends, Enter breaks the line"
    assert "Ctrl+Enter" in composer.button.toolTip()
    qtbot.keyClick(composer.edit, Qt.Key.Key_Return, CONTROL)
    assert told == [("one\ntwo\nthree", ())]


def test_control_enter_always_sends(composer: Composer, qtbot: QtBot):
    told = sent(composer)
    composer.set_text("x")
    qtbot.keyClick(composer.edit, Qt.Key.Key_Return, CONTROL)
    assert told == [("x", ())]


def test_what_enter_does_follows_the_setting_when_the_keyboard_comes_back(qtbot: QtBot):
    mode = ["send"]
    composer = Composer(LIGHT, lambda: mode[0])
    qtbot.addWidget(composer)
    assert composer.hint.text().startswith("Enter sends")
    mode[0] = "break"
    composer.edit.focus_changed.emit(True)
    assert composer.hint.text().startswith("Ctrl+Enter sends")


def test_enter_during_a_composition_only_commits_it(composer: Composer, qtbot: QtBot):
    told = sent(composer)
    compose(composer, "にほ")
    for held in (Qt.KeyboardModifier.NoModifier, CONTROL):
        qtbot.keyClick(composer.edit, Qt.Key.Key_Return, held)
    assert told == []
    compose(composer, "", "日本")
    assert composer.text() == "日本"
    qtbot.keyClick(composer.edit, Qt.Key.Key_Return)
    assert told == [("日本", ())]


def test_up_during_a_composition_leaves_the_history_alone(composer: Composer, qtbot: QtBot):
    composer.set_history(["earlier"])
    compose(composer, "にほ")
    qtbot.keyClick(composer.edit, Qt.Key.Key_Up)
    assert composer.text() == ""


def test_nothing_is_not_sent(composer: Composer, qtbot: QtBot):
    told = sent(composer)
    qtbot.keyClicks(composer.edit, "  ")
    qtbot.keyClick(composer.edit, Qt.Key.Key_Return)
    assert told == []
    assert not composer.button.isEnabled()


def test_attachments_alone_are_sent(composer: Composer, qtbot: QtBot):
    told = sent(composer)
    composer.set_draft(Draft("", (FILE,)))
    assert composer.button.isEnabled()
    qtbot.keyClick(composer.edit, Qt.Key.Key_Return)
    assert told == [("", (FILE,))]


def test_while_busy_the_button_stops_and_enter_keeps_the_text(composer: Composer, qtbot: QtBot):
    told = sent(composer)
    composer.set_busy(True)
    composer.set_text("next question")
    qtbot.keyClick(composer.edit, Qt.Key.Key_Return)
    assert told == []
    assert composer.text() == "next question"
    assert composer.button.accessibleName() == "Stop"
    with qtbot.waitSignal(composer.stop_requested):
        composer.button.click()


# --- the field
def test_it_grows_with_its_text_up_to_a_third_of_the_window(composer: Composer, qtbot: QtBot):
    low = composer.edit.height()
    composer.set_text("\n".join("abc"))
    middle = composer.edit.height()
    composer.set_text("\n" * 90)
    assert low < middle < composer.edit.height() == 600 // 3
    composer.resize(600, 840)
    qtbot.waitUntil(lambda: composer.edit.height() == 840 // 3)
    composer.set_text("")
    assert composer.edit.height() == low


def test_tab_leaves_for_the_button_and_back(composer: Composer, qtbot: QtBot):
    with qtbot.waitActive(composer):
        composer.activateWindow()
    composer.set_text("x")
    composer.edit.setFocus()
    qtbot.waitUntil(composer.edit.hasFocus)
    qtbot.keyClick(composer.edit, Qt.Key.Key_Tab)
    assert composer.focusWidget() is composer.button or not composer.edit.hasFocus()
    qtbot.keyClick(composer.focusWidget(), Qt.Key.Key_Backtab)
    assert composer.edit.hasFocus()
    assert composer.text() == "x"


def test_undo_brings_back_what_was_replaced(composer: Composer, qtbot: QtBot):
    qtbot.keyClicks(composer.edit, "mine")
    composer.set_text("a suggestion")
    composer.edit.undo()
    assert composer.text() == "mine"
    composer.edit.redo()
    assert composer.text() == "a suggestion"


# --- paste
def test_pasting_takes_text_only(composer: Composer):
    data = mime("<b>bold</b>")
    data.setHtml("<b>bold</b>")
    composer.edit.insertFromMimeData(data)
    assert composer.text() == "<b>bold</b>"


def test_a_pasted_zero_character_is_left_out(composer: Composer):
    composer.edit.insertFromMimeData(mime("a\0b"))
    assert composer.text() == "ab"


@pytest.mark.parametrize("text", [LONG, "x" * 4001])
def test_a_long_paste_becomes_an_attachment_and_text_on_demand(composer: Composer, text: str):
    composer.set_text("See: ")
    composer.edit.insertFromMimeData(mime(text.replace("\n", "\r\n")))
    assert composer.content() == Draft("See: ", (Attachment("Pasted text.txt", text),))
    assert "pasted" in composer.tray.note.words()
    assert composer.tray.as_text.isVisible()
    composer.tray.as_text.click()
    assert composer.content() == Draft(f"See: {text}")
    assert composer.tray.isHidden()


def test_a_paste_of_sixty_lines_or_four_thousand_characters_stays_text(composer: Composer):
    for text in ("line\n" * 60, "x" * 4000):
        composer.set_text("")
        composer.edit.insertFromMimeData(mime(text))
        assert composer.content() == Draft(text)


def test_pasted_texts_have_names_of_their_own(composer: Composer):
    for number in range(2):
        composer.edit.insertFromMimeData(mime(f"{number}{LONG}"))
    assert [each.name for each in composer.content().attachments] == ["Pasted text.txt", "Pasted text 2.txt"]


def test_control_shift_v_pastes_as_text_however_long(composer: Composer, qtbot: QtBot):
    QGuiApplication.clipboard().setText(LONG)
    qtbot.keyClick(composer.edit, Qt.Key.Key_V, CONTROL | SHIFT)
    assert composer.content() == Draft(LONG)


def test_a_pasted_picture_is_refused_in_words(composer: Composer):
    data = QMimeData()
    data.setImageData(QImage(4, 4, QImage.Format.Format_RGB32))
    assert composer.edit.canInsertFromMimeData(data)
    composer.edit.insertFromMimeData(data)
    assert composer.content() == Draft()
    assert "Pictures can't be attached" in composer.tray.note.words()


# --- history
def test_up_and_down_walk_through_the_questions_and_back_to_what_was_typed(composer: Composer, qtbot: QtBot):
    composer.set_history(["first", "second", "second", "  "])
    qtbot.keyClicks(composer.edit, "typed")
    shown = []
    for key in (
        Qt.Key.Key_Up,
        Qt.Key.Key_Up,
        Qt.Key.Key_Up,
        Qt.Key.Key_Down,
        Qt.Key.Key_Down,
        Qt.Key.Key_Down,
    ):
        qtbot.keyClick(composer.edit, key)
        shown.append(composer.text())
    assert shown == ["second", "first", "first", "second", "typed", "typed"]


def test_up_moves_through_the_lines_first(composer: Composer, qtbot: QtBot):
    composer.set_history(["earlier"])
    composer.set_text("one\ntwo")
    qtbot.keyClick(composer.edit, Qt.Key.Key_Up)
    assert composer.text() == "one\ntwo"
    qtbot.keyClick(composer.edit, Qt.Key.Key_Up, SHIFT)
    assert composer.text() == "one\ntwo"
    composer.edit.moveCursor(composer.edit.textCursor().MoveOperation.Start)
    qtbot.keyClick(composer.edit, Qt.Key.Key_Up)
    assert composer.text() == "earlier"


def test_a_walk_goes_through_questions_of_many_lines_until_the_caret_is_moved(
    composer: Composer, qtbot: QtBot
):
    composer.set_history(["first\nof two", "second\nof two"])
    qtbot.keyClicks(composer.edit, "typed")
    shown = []
    for key in (Qt.Key.Key_Up, Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Up):
        qtbot.keyClick(composer.edit, key)
        shown.append(composer.text().split("\n")[0])
    assert shown == ["second", "first", "second", "typed", "second"]
    qtbot.keyClick(composer.edit, Qt.Key.Key_Left)
    qtbot.keyClick(composer.edit, Qt.Key.Key_Up)
    qtbot.keyClicks(composer.edit, "!")
    assert composer.text().startswith("sec")
    assert "!" in composer.text().split("\n")[0]


def test_a_question_that_is_only_looked_at_is_no_draft(composer: Composer, qtbot: QtBot):
    composer.set_history(["earlier"])
    qtbot.keyClicks(composer.edit, "typed")
    told = drafts(composer)
    qtbot.keyClick(composer.edit, Qt.Key.Key_Up)
    assert composer.content() == Draft("earlier")
    assert composer.draft() == told[-1] == Draft("typed")
    qtbot.keyClicks(composer.edit, "!")
    assert composer.draft() == told[-1] == Draft("earlier!")


def test_undoing_a_step_ends_the_walk(composer: Composer, qtbot: QtBot):
    composer.set_history(["first", "second"])
    qtbot.keyClicks(composer.edit, "typed")
    for _ in range(2):
        qtbot.keyClick(composer.edit, Qt.Key.Key_Up)
        composer.edit.undo()
        assert composer.text() == "typed"
    qtbot.keyClick(composer.edit, Qt.Key.Key_Up)
    assert composer.text() == "second"


def test_a_new_question_in_the_middle_of_a_walk_keeps_what_was_typed(composer: Composer, qtbot: QtBot):
    composer.set_history(["first"])
    qtbot.keyClicks(composer.edit, "typed")
    qtbot.keyClick(composer.edit, Qt.Key.Key_Up)
    composer.set_history(["first", "second"])
    for expected in ("second", "typed"):
        qtbot.keyClick(composer.edit, Qt.Key.Key_Down)
        assert composer.text() == expected


# --- drafts
def test_a_draft_is_told_when_the_user_changes_it_and_only_then(composer: Composer, qtbot: QtBot):
    told = drafts(composer)
    composer.set_draft(Draft("half a thought", (FILE,)))
    assert told == []
    assert composer.content() == Draft("half a thought", (FILE,))
    qtbot.keyClicks(composer.edit, "!")
    assert told == [Draft("half a thought!", (FILE,))]
    composer.tray.chips()[0].remove_button.click()
    assert told[-1] == Draft("half a thought!")


def test_every_content_is_told_for_the_gauge(composer: Composer, qtbot: QtBot):
    told: list[Draft] = []
    composer.content_changed.connect(told.append)
    composer.set_draft(Draft("one"))
    qtbot.keyClicks(composer.edit, "2")
    assert told[-2:] == [Draft("one"), Draft("one2")]


def test_another_draft_has_nothing_to_undo(composer: Composer, qtbot: QtBot):
    qtbot.keyClicks(composer.edit, "of another chat")
    composer.set_draft(Draft("mine"))
    composer.edit.undo()
    assert composer.text() == "mine"


# --- around the field
def test_the_line_below():
    assert composer_hint(busy=False, elsewhere=True, typed=True).startswith("Enter sends")
    assert composer_hint(busy=True, elsewhere=False, typed=False) == "Esc stops the reply"
    assert "when the reply is complete" in composer_hint(busy=True, elsewhere=False, typed=True)
    assert "another chat" in composer_hint(busy=True, elsewhere=True, typed=True)
    assert "files are read" in composer_hint(busy=False, elsewhere=False, typed=True, reading=True)


def test_the_room_is_shown_with_the_attachments_tokens(composer: Composer):
    composer.set_draft(Draft("x", (FILE,)))
    composer.show_room(Room(1000, 234, 8192, {FILE: 12}))
    assert composer.gauge.isVisible()
    assert composer.gauge.figure.text() == "1,234 of 8,192 tokens"
    assert "12 tokens" in composer.tray.chips()[0].show_button.text()
    composer.show_room(None)
    assert composer.gauge.isHidden()
    assert "tokens" not in composer.tray.chips()[0].show_button.text()


def test_the_key_and_the_button_let_choose_files(
    composer: Composer, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
):
    opened: list[QFileDialog] = []

    def note(dialog: QFileDialog) -> None:
        opened.append(dialog)

    monkeypatch.setattr(QFileDialog, "open", note)
    with qtbot.waitActive(composer):
        composer.activateWindow()
    composer.edit.setFocus()
    qtbot.keyClick(composer.edit, Qt.Key.Key_A, CONTROL | SHIFT)
    composer.attach.click()
    assert len(opened) == 2
    assert opened[0].fileMode() == QFileDialog.FileMode.ExistingFiles


def test_what_can_be_pressed_has_a_name_and_says_its_key(composer: Composer):
    composer.set_draft(Draft("x", (FILE,)))
    chip = composer.tray.chips()[0]
    for button in (composer.attach, composer.button, chip.show_button, chip.remove_button):
        assert button.accessibleName()
        assert button.toolTip()
    assert "Ctrl+Shift+A" in composer.attach.toolTip()
