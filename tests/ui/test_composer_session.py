"""The composer in the real window over the real session: drafts, what is sent, what is counted."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from foreword.session.conversation import Attachment, Draft
from tests.fakes.fake_worker import Script
from tests.fakes.tiny_target import write_tiny
from tests.ui.desk import OpenDesk, WindowDesk

FILE = Attachment("notes.txt", "what I noted")


def send(desk: WindowDesk, qtbot: QtBot, draft: Draft) -> None:
    desk.window.chat.composer.set_draft(draft)
    qtbot.keyClick(desk.window.chat.composer.edit, Qt.Key.Key_Return)
    desk.until_idle()


def test_a_draft_with_its_attachments_stays_with_its_chat_across_a_restart(
    open_desk: OpenDesk, qtbot: QtBot, tmp_path: Path
) -> None:
    desk = open_desk()
    composer = desk.show().chat.composer
    send(desk, qtbot, Draft("a question"))
    chat = desk.controller.chats.open_id
    assert chat is not None
    path = tmp_path / FILE.name
    path.write_text(FILE.text)
    qtbot.keyClicks(composer.edit, "half a thought")
    composer.tray.take_files([str(path)])
    qtbot.waitUntil(lambda: composer.content() == Draft("half a thought", (FILE,)))
    desk.controller.new_chat()
    assert composer.content() == Draft()
    qtbot.keyClicks(composer.edit, "of a new chat")
    desk.window.hide()  # as quitting does first
    desk.close()
    again = open_desk()
    composer = again.show().chat.composer
    assert composer.content() == Draft("of a new chat")
    again.controller.open(chat)
    assert composer.content() == Draft("half a thought", (FILE,))


def test_attachments_are_kept_with_the_turn_and_stand_in_the_prompt(
    open_desk: OpenDesk, qtbot: QtBot
) -> None:
    desk = open_desk()
    desk.show()
    send(desk, qtbot, Draft("and this?", (FILE,)))
    chat = desk.controller.current()
    assert chat is not None
    assert chat.turns[0].attachments == (FILE,)
    assert (
        "File notes.txt:\n```\nwhat I noted\n```\n\nand this?"
        in desk.worker.requests[-1].messages[-1].content
    )
    assert desk.window.chat.composer.content() == Draft()


def test_up_brings_back_the_questions_of_the_open_chat(open_desk: OpenDesk, qtbot: QtBot) -> None:
    desk = open_desk()
    composer = desk.show().chat.composer
    for text in ("first", "second"):
        send(desk, qtbot, Draft(text))
    for expected in ("second", "first"):
        qtbot.keyClick(composer.edit, Qt.Key.Key_Up)
        assert composer.text() == expected
    desk.controller.new_chat()
    qtbot.keyClick(composer.edit, Qt.Key.Key_Up)
    assert composer.text() == ""


def test_tab_comes_by_the_button_that_attaches_files(open_desk: OpenDesk, qtbot: QtBot) -> None:
    window = open_desk().show()
    composer = window.chat.composer
    composer.edit.setFocus()
    qtbot.keyClick(composer.edit, Qt.Key.Key_Backtab)
    assert composer.attach.hasFocus()
    qtbot.keyClick(composer.attach, Qt.Key.Key_Backtab)
    qtbot.keyClick(window.focusWidget(), Qt.Key.Key_Tab)
    assert composer.attach.hasFocus()


def test_enter_follows_the_setting(open_desk: OpenDesk, qtbot: QtBot) -> None:
    desk = open_desk()
    composer = desk.show().chat.composer
    desk.settings.set("composer.enter", "break")
    composer.edit.focus_changed.emit(True)
    qtbot.keyClicks(composer.edit, "one")
    qtbot.keyClick(composer.edit, Qt.Key.Key_Return)
    assert desk.controller.current() is None
    qtbot.keyClick(composer.edit, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    desk.until_idle()
    chat = desk.controller.current()
    assert chat is not None
    assert chat.turns[0].text == "one\n"


def test_the_gauge_counts_what_stands_in_the_composer(
    open_desk: OpenDesk, qtbot: QtBot, tmp_path: Path
) -> None:
    desk = open_desk(Script(folder=str(write_tiny(tmp_path / "tiny"))))
    composer = desk.show().chat.composer
    qtbot.waitUntil(composer.gauge.isVisible, timeout=10_000)
    before = composer.gauge.figure.text()
    composer.set_draft(Draft("words to count", (FILE,)))
    qtbot.waitUntil(lambda: composer.gauge.figure.text() != before, timeout=10_000)
    room = desk.controller.gauge.room
    assert room is not None
    assert composer.gauge.figure.text() == f"{room.draft:,} of 2,048 tokens"
    assert f"{room.attachments[FILE]:,} tokens" in composer.tray.chips()[0].show_button.text()
