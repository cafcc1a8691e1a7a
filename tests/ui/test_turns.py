"""What one can do with turns in the open chat, through the real session and a scripted worker."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, cast

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from foreword.messages import StopReason
from foreword.paths import Paths
from foreword.session.conversation import Attachment, Draft
from foreword.ui import turn_commands, turn_question
from foreword.ui.chat_pane import ChatPane
from foreword.ui.message_widget import MessageWidget
from foreword.ui.tokens import LIGHT
from foreword.ui.turn_question import Question
from foreword.ui.turn_reply import Reply
from tests.fakes.fake_worker import Script
from tests.session.conftest import Desk

FEW = Script(pieces=lambda request: ["one ", "two ", "three"])
SLOW = Script(pace_seconds=0.01)
FULL = Script(context_full=True)
ALT = Qt.KeyboardModifier.AltModifier


class Scene:
    """The pane of the open chat, shown, and the session behind it."""

    def __init__(self, desk: Desk, pane: ChatPane) -> None:
        self.desk = desk
        self.pane = pane
        self.controller = desk.controller

    def ask(self, *texts: str) -> None:
        for text in texts:
            self.controller.turns.send(text)
            self.desk.until_idle()

    def message(self, index: int) -> MessageWidget:
        return self.pane.transcript.message(self.desk.turns()[index].id)

    def reply(self, index: int = -1) -> Reply:
        return cast(Reply, self.message(index))

    def question(self, index: int = 0) -> Question:
        return cast(Question, self.message(index))

    def press(self, index: int, deed: str) -> None:
        """Press a button of a message, as soon as its row is there."""
        row = self.message(index).row
        row.reveal(True)
        row.buttons[cast(Any, deed)].click()

    def texts(self) -> list[str]:
        """What the messages of the transcript say."""
        return [self.pane.transcript.message(turn.id).view.text.source for turn in self.desk.turns()]


@pytest.fixture
def open_scene(tmp_path: Any, qtbot: QtBot) -> Iterator[Callable[..., Scene]]:
    desks: list[Desk] = []

    def open_one(script: Script = FEW) -> Scene:
        desk = Desk(Paths.profile(tmp_path / "profile").ensure(), script, qtbot)
        desks.append(desk)
        pane = ChatPane(desk.controller, desk.settings, LIGHT)
        qtbot.addWidget(pane)
        pane.resize(900, 700)
        pane.show()
        qtbot.waitUntil(lambda: _is_active(pane))
        return Scene(desk, pane)

    yield open_one
    for desk in desks:
        assert desk.close()


def _is_active(pane: ChatPane) -> bool:
    pane.activateWindow()
    return pane.isActiveWindow()


@pytest.fixture
def scene(open_scene: Callable[..., Scene]) -> Scene:
    return open_scene()


@pytest.fixture
def answer_yes(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every question is answered with yes; what was asked, in order."""
    asked: list[str] = []

    def yes(_parent: object, _title: str, question: str, _more: str, _yes: str) -> bool:
        asked.append(question)
        return True

    monkeypatch.setattr(turn_commands, "confirm", yes)
    return asked


# --- the row of actions
def test_a_complete_reply_offers_what_can_be_done_with_it(scene: Scene):
    scene.ask("a question")
    assert list(scene.reply().row.buttons) == ["copy", "regenerate", "branch", "delete", "more"]
    scene.question().row.reveal(True)
    assert list(scene.question().row.buttons) == ["copy", "edit", "branch", "delete"]
    for button in scene.reply().row.buttons.values():
        assert button.accessibleName()
        assert button.toolTip()


def test_the_row_of_the_last_message_always_shows_others_on_hover_and_focus(scene: Scene, qtbot: QtBot):
    scene.ask("first", "second")
    assert all(button.revealed for button in scene.reply(3).row.buttons.values())
    early = scene.reply(1)
    assert not any(button.revealed for button in early.row.buttons.values())
    height = early.height()
    early.view.setFocus()
    assert early.row.buttons
    assert all(button.revealed for button in early.row.buttons.values())
    scene.reply(3).view.setFocus()
    assert not any(button.revealed for button in early.row.buttons.values())
    assert early.height() == height


def test_copy_takes_the_source(scene: Scene):
    scene.ask("**as typed**")
    scene.press(0, "copy")
    assert QGuiApplication.clipboard().text() == "**as typed**"
    scene.press(1, "copy")
    assert QGuiApplication.clipboard().text() == "one two three"


# --- versions
def test_a_reply_written_once_more_is_another_version(scene: Scene, qtbot: QtBot):
    scene.ask("a question")
    first = scene.desk.turns()[1].id
    assert scene.reply().row.switch.isHidden()
    scene.press(1, "regenerate")
    scene.desk.until_idle()
    switch = scene.reply().row.switch
    assert switch.isVisible()
    assert switch.count.text() == "2/2"
    assert not switch.forth.isEnabled()
    switch.back.click()
    assert scene.desk.turns()[1].id == first
    assert scene.reply().row.switch.count.text() == "1/2"


def test_versions_are_switched_with_the_keyboard_in_the_text(scene: Scene, qtbot: QtBot):
    scene.ask("a question")
    scene.press(1, "regenerate")
    scene.desk.until_idle()
    first, second = scene.controller.current().versions[scene.desk.turns()[1].id]  # type: ignore[union-attr]
    scene.reply().view.setFocus()
    qtbot.keyClick(scene.reply().view, Qt.Key.Key_Left, ALT)
    assert scene.desk.turns()[1].id == first
    assert scene.reply().view.hasFocus()
    qtbot.keyClick(scene.reply().view, Qt.Key.Key_Left, ALT)
    assert scene.desk.turns()[1].id == first
    qtbot.keyClick(scene.reply().view, Qt.Key.Key_Right, ALT)
    assert scene.desk.turns()[1].id == second


def test_nothing_is_asked_or_changed_under_a_reply_that_is_being_written(
    open_scene: Callable[..., Scene], qtbot: QtBot
):
    scene = open_scene()
    scene.ask("first")
    scene.desk.worker.script = SLOW
    scene.controller.turns.send("second")
    scene.desk.until_text()
    early = scene.reply(1).row
    early.reveal(True)
    assert not early.buttons["regenerate"].isEnabled()
    assert not early.buttons["delete"].isEnabled()
    assert early.buttons["copy"].isEnabled()
    assert scene.reply().row.buttons == {}
    scene.controller.stop()
    scene.desk.until_idle()
    assert early.buttons["regenerate"].isEnabled()
    assert "go_on" in scene.reply().row.buttons


# --- editing
def test_a_question_is_edited_in_its_place_and_sent_again(scene: Scene, qtbot: QtBot):
    scene.ask("first", "second")
    scene.press(0, "edit")
    editor = scene.question().editor
    assert editor is not None
    assert editor.edit.hasFocus()
    assert scene.question().row.isHidden()
    editor.edit.setPlainText("first, better")
    qtbot.keyClick(editor.edit, Qt.Key.Key_Return)
    scene.desk.until_idle()
    assert scene.texts() == ["first, better", "one two three"]
    assert scene.question().row.switch.count.text() == "2/2"
    assert scene.question().editor is None
    assert scene.pane.composer.edit.hasFocus()  # the field that had the keyboard went with its turn


def test_escape_leaves_the_editor_and_the_text_as_it_was(scene: Scene, qtbot: QtBot):
    scene.ask("first")
    scene.pane.edit_last()
    editor = scene.question().editor
    assert editor is not None
    editor.edit.setPlainText("something else")
    qtbot.keyClick(editor.edit, Qt.Key.Key_Escape)
    assert scene.question().editor is None
    assert scene.question().view.hasFocus()
    assert scene.texts()[0] == "first"
    assert scene.question().row.isVisible()


def test_an_empty_text_cannot_be_sent_and_files_stay_with_it(scene: Scene, qtbot: QtBot):
    scene.controller.turns.send("what is this?", (Attachment("a.py", "x = 1"),))
    scene.desk.until_idle()
    scene.pane.edit_last()
    editor = scene.question().editor
    assert editor is not None
    editor.edit.setPlainText("and this?")
    editor.save.click()
    scene.desk.until_idle()
    assert scene.desk.turns()[0].attachments == (Attachment("a.py", "x = 1"),)
    scene.ask("no files")
    scene.pane.edit_last()
    editor = scene.question(2).editor
    assert editor is not None
    editor.edit.setPlainText("   ")
    assert not editor.save.isEnabled()
    qtbot.keyClick(editor.edit, Qt.Key.Key_Return)
    assert scene.question(2).editor is editor


def test_the_editor_stays_where_sending_is_refused(scene: Scene, qtbot: QtBot):
    scene.ask("first")
    scene.pane.edit_last()
    editor = scene.question().editor
    assert editor is not None
    editor.edit.setPlainText("precious")
    scene.controller.turns.closing = True
    editor.save.click()
    assert scene.question().editor is editor
    assert editor.edit.toPlainText() == "precious"
    assert scene.pane.notice.words.text() == "Foreword is closing."


# --- continue, branch, delete
def test_a_reply_that_was_cut_goes_on_in_its_place(open_scene: Callable[..., Scene]):
    scene = open_scene(Script(pieces=lambda request: ["```py\n", "x = 1\n"], stop_reason=StopReason.LENGTH))
    scene.ask("code, please")
    scene.desk.worker.script = Script(pieces=lambda request: ["y = 2\n", "```\n"])
    scene.press(1, "go_on")
    scene.desk.until_idle()
    assert scene.texts()[1] == "```py\nx = 1\ny = 2\n```\n"
    (panel,) = [region for region in scene.reply().view.text.regions if region.kind == "code"]
    assert panel.code.splitlines() == ["x = 1", "y = 2"]
    assert "go_on" not in scene.reply().row.buttons


def test_continue_says_so_where_there_is_nothing_to_continue(scene: Scene):
    scene.ask("a question")
    scene.pane.continue_last()
    assert "nothing to continue" in scene.pane.notice.words.text()
    assert not scene.controller.is_busy()


def test_a_branch_becomes_a_chat_of_its_own(scene: Scene):
    scene.ask("first", "second")
    old = scene.controller.current()
    scene.press(1, "branch")
    new = scene.controller.current()
    assert old is not None
    assert new is not None
    assert new.summary.id != old.summary.id
    assert scene.texts() == ["first", "one two three"]


def test_a_temporary_chat_has_no_branches(scene: Scene):
    scene.controller.chats.new_temporary()
    scene.ask("secret")
    assert "branch" not in scene.reply().row.buttons


def test_deleting_says_first_how_many_messages_go(scene: Scene, answer_yes: list[str]):
    scene.ask("first", "second")
    scene.press(1, "delete")
    assert answer_yes == ["Delete this message and the 2 that follow it?"]
    assert scene.texts() == ["first"]
    scene.press(0, "regenerate")  # a question whose reply is gone
    scene.desk.until_idle()
    assert scene.texts() == ["first", "one two three"]


# --- failures and a full context
def test_a_failed_reply_shows_why_beneath_its_text_and_can_be_tried_again(open_scene: Callable[..., Scene]):
    scene = open_scene(Script(fail_after=2, pieces=FEW.pieces, fail_reason="out of memory <b>"))
    scene.ask("a question")
    reply = scene.reply()
    assert reply.view.text.source == "one two "
    assert reply.problem.isVisible()
    assert reply.problem.words.text() == "Out of memory <b>."
    scene.desk.worker.script = FEW
    reply.problem.retry.click()
    scene.desk.until_idle()
    assert scene.texts()[1] == "one two three"
    assert scene.reply().problem.isHidden()


def full_chat(open_scene: Callable[..., Scene]) -> Scene:
    scene = open_scene()
    scene.ask("first")
    scene.desk.worker.script = FULL
    scene.ask("too much")
    scene.desk.worker.script = FEW
    return scene


def test_a_full_context_offers_ways_on(open_scene: Callable[..., Scene]):
    scene = full_chat(open_scene)
    panel = scene.reply().overflow
    assert panel is not None
    assert panel.isVisible()
    assert scene.reply().problem.isHidden()
    panel.buttons["drop"].click()
    scene.desk.until_idle()
    assert scene.texts() == ["first", "one two three", "too much", "one two three"]
    assert scene.desk.worker.requests[-1].overflow == "drop"
    assert scene.desk.settings["reply.overflow"] == "ask"


def test_the_choice_can_be_remembered_for_all_chats(open_scene: Callable[..., Scene]):
    scene = full_chat(open_scene)
    panel = scene.reply().overflow
    assert panel is not None
    panel.remember.setChecked(True)
    panel.buttons["stop"].click()
    assert scene.desk.settings["reply.overflow"] == "stop"
    assert panel.buttons["drop"].isHidden()
    assert panel.again.isVisible()
    scene.desk.worker.script = FULL
    scene.ask("still too much")
    later = scene.reply().overflow
    assert later is not None
    assert later.buttons["drop"].isHidden()  # not asked again, only offered
    later.again.click()
    assert later.buttons["drop"].isVisible()


def test_while_a_summary_is_written_it_says_so(open_scene: Callable[..., Scene]):
    scene = full_chat(open_scene)
    scene.desk.worker.script = SLOW
    panel = scene.reply().overflow
    assert panel is not None
    panel.buttons["summary"].click()
    assert "Summing up the earlier chat" in scene.reply().activity.text()
    scene.desk.until(lambda: not scene.controller.is_summarising())
    scene.desk.until(lambda: bool(scene.reply().view.text.source))
    scene.controller.stop()
    scene.desk.until_idle()
    assert scene.desk.turns()[0].text == "too much"


def test_it_says_how_many_messages_were_left_out(scene: Scene):
    scene.ask("a question")
    scene.controller.left_out.emit(scene.desk.turns()[1].id, 4)
    assert scene.reply().left_out.text() == "The 4 oldest messages were left out for want of room"
    assert scene.reply().left_out.isVisible()


# --- files, seeds, drafts, streams
def test_files_are_chips_and_a_click_shows_their_text(scene: Scene, monkeypatch: pytest.MonkeyPatch):
    opened: list[Attachment] = []

    class Shown:
        def __init__(self, file: Attachment, _parent: object) -> None:
            opened.append(file)

        def open(self) -> None:
            pass

    monkeypatch.setattr(turn_question, "file_reader", Shown)
    file = Attachment("<b>notes</b>.md", "text " * 500)
    scene.controller.turns.send("read this", (file,))
    scene.desk.until_idle()
    (chip,) = scene.question().files.chips
    assert chip.text() == "<b>notes</b>.md  2.5 KB"
    chip.click()
    assert opened == [file]


def test_a_seed_can_be_used_again_and_given_up(scene: Scene):
    scene.ask("a question")
    turn = scene.desk.turns()[1]
    menu = scene.pane.commands.more_menu(turn)
    names = [action.text() for action in menu.actions() if action.text()]
    about = ["Check This Reply", "Where Each Piece Came From…", "Reply Details…"]
    assert names == [f"Seed {turn.stats['seed']}", "Use This Seed Again", *about]
    menu.actions()[1].trigger()
    scene.ask("another")
    assert scene.desk.worker.requests[-1].sampling.seed == turn.stats["seed"]
    again = scene.pane.commands.more_menu(turn)
    again.actions()[1].trigger()
    assert "reply.seed" not in scene.controller.options.own()


def test_what_is_typed_stays_with_its_chat_and_is_kept(scene: Scene):
    scene.ask("first")
    chat = scene.controller.current()
    assert chat is not None
    scene.pane.composer.set_text("half a thought")
    scene.controller.new_chat()
    assert scene.pane.composer.draft() == Draft()
    assert scene.controller.chats.draft(chat.summary.id) == Draft("half a thought")
    scene.controller.open(chat.summary.id)
    assert scene.pane.composer.draft() == Draft("half a thought")


def test_the_keyboard_stays_where_one_can_write_when_another_chat_opens(scene: Scene):
    scene.ask("first")
    scene.reply().view.setFocus()
    scene.controller.new_chat()
    assert scene.pane.composer.edit.hasFocus()


def test_nothing_typed_in_a_temporary_chat_is_kept(scene: Scene):
    scene.controller.chats.new_temporary()
    chat = scene.controller.current()
    assert chat is not None
    scene.pane.composer.set_text("secret")
    scene.controller.new_chat()
    assert scene.controller.chats.draft(chat.summary.id) == Draft()
    assert scene.controller.chats.draft(None) == Draft()
    scene.desk.store.drafts.keep("", Draft("later")).result(5)
    assert list(scene.desk.store.drafts.all()) == [""]


def test_what_was_typed_survives_that_the_window_closes(scene: Scene):
    scene.pane.composer.set_text("half a thought")
    scene.pane.hide()
    assert scene.controller.chats.draft(None) == Draft("half a thought")


def test_a_reply_goes_on_while_another_chat_is_open_and_is_live_on_return(
    open_scene: Callable[..., Scene],
):
    scene = open_scene()
    scene.ask("first")
    other = scene.controller.current()
    assert other is not None
    scene.desk.worker.script = SLOW
    scene.controller.new_chat()
    scene.controller.turns.send("slowly")
    running = scene.controller.current()
    assert running is not None
    scene.desk.until_text()
    scene.controller.open(other.summary.id)
    assert scene.texts() == ["first", "one two three"]
    scene.reply().row.reveal(True)
    assert not scene.reply().row.buttons["regenerate"].isEnabled()
    assert scene.reply().row.buttons["delete"].isEnabled()
    scene.controller.open(running.summary.id)
    before = scene.texts()[1]
    assert before
    scene.desk.until_text()
    assert scene.texts()[1].startswith(before)
    scene.desk.until_idle()
    assert scene.texts()[1] == scene.desk.saved()[1].text


def test_the_search_leads_to_a_turn(scene: Scene):
    scene.ask("first", "second")
    chat = scene.controller.current()
    assert chat is not None
    scene.controller.new_chat()
    scene.controller.chats.open_at(chat.summary.id, chat.turns[0].id)
    assert not scene.pane.transcript.isHidden()
    assert scene.texts()[0] == "first"
    assert scene.pane.transcript.jump.isHidden()  # all of it is in view


def test_a_chat_begins_at_its_end_though_a_longer_one_was_open(scene: Scene):
    scene.ask(*["a line\n" * 12] * 4)
    bar = scene.pane.transcript.verticalScrollBar()
    assert bar.value() == bar.maximum() > 0
    scene.controller.new_chat()
    scene.pane.resize(900, 900)  # the bar moves before the turns of the new chat are placed
    scene.ask("short")
    assert scene.texts() == ["short", "one two three"]
    assert scene.pane.transcript.following
    assert bar.value() == bar.maximum()


def test_breaking_long_lines_of_code_is_followed_at_once(open_scene: Callable[..., Scene]) -> None:
    scene = open_scene(Script(pieces=lambda request: ["```py\n" + "x = 1; " * 60 + "\n```\n"]))
    scene.ask("code, please")
    assert not scene.pane.transcript.styles.wrap_code
    scene.desk.settings.set("chat.wrap_code", True)
    scene.controller.options.follow_settings()
    assert scene.pane.transcript.styles.wrap_code


def test_where_memory_ran_out_a_smaller_context_is_offered(open_scene: Callable[..., Scene]):
    scene = open_scene(replace(FEW, fail_after=2, fail_memory=True))
    scene.ask("a question")
    problem = scene.reply().problem
    assert scene.texts()[-1] == "one two "  # what was written stays
    turn = scene.desk.turns()[-1]
    assert (turn.status, turn.stop_reason) == ("failed", "out_of_memory")
    assert scene.reply().stats.text().endswith("out of memory")
    assert problem.shrink.isVisible()
    assert problem.shrink.text() == "Smaller context (1,024 tokens) and continue"
    assert problem.retry.isVisible()
    scene.desk.worker.script = replace(FEW, pieces=lambda request: ["three"])
    problem.shrink.click()
    scene.desk.until_idle()
    assert scene.desk.settings["model.context"] == 1024  # half of what the script's model has
    assert [request.context for request in scene.desk.worker.loads] == [8192, 1024]
    assert scene.desk.worker.requests[-1].prefix_text == "one two "  # in its own place
    assert scene.texts()[-1] == "one two three"
    assert scene.desk.turns()[-1].id == turn.id
    assert scene.reply().problem.isHidden()


def test_where_memory_ran_out_before_the_first_word_the_reply_is_written_anew(
    open_scene: Callable[..., Scene],
):
    scene = open_scene(replace(FEW, fail_after=0, fail_memory=True))
    scene.ask("a question")
    problem = scene.reply().problem
    assert problem.shrink.text() == "Smaller context (1,024 tokens) and retry"
    scene.desk.worker.script = FEW
    problem.shrink.click()
    scene.desk.until_idle()
    assert scene.texts() == ["a question", "one two three"]


def test_where_the_context_is_small_already_that_is_said(open_scene: Callable[..., Scene]):
    scene = open_scene(replace(FEW, fail_after=2, fail_memory=True, context=600))
    told: list[str] = []
    scene.pane.commands.notice.connect(told.append)
    scene.ask("a question")
    assert scene.reply().problem.shrink.isHidden()
    assert scene.reply().problem.retry.isVisible()
    scene.reply().problem.shrink.click()
    assert told == ["The context can't be made smaller: take a smaller model."]
    assert len(scene.desk.worker.loads) == 1


def test_another_fault_offers_no_smaller_context(open_scene: Callable[..., Scene]):
    scene = open_scene(replace(FEW, fail_after=2))
    scene.ask("a question")
    assert not scene.reply().problem.isHidden()
    assert scene.reply().problem.shrink.isHidden()
