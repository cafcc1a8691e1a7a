"""The window over a scripted controller: chats, replies, the model's states, theme, geometry, keyboard."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QAbstractButton
from pytestqt.qtbot import QtBot

from foreword.messages import ModelFailed, ModelProgress
from foreword.ui.chat_list_model import ANSWERING
from foreword.ui.main_window import MainWindow
from foreword.ui.message_widget import MessageWidget
from foreword.ui.tokens import DARK, LIGHT
from tests.fakes.fake_controller import READY, FakeController
from tests.ui.conftest import OpenWindow, Stage


def last(window: MainWindow) -> MessageWidget:
    reply = window.chat.transcript.last_reply()
    assert reply is not None
    return reply


def write(stage: Stage, qtbot: QtBot, text: str) -> None:
    stage.window.chat.composer.set_text(text)
    qtbot.keyClick(stage.window.chat.composer.edit, Qt.Key.Key_Return)


def titles(window: MainWindow) -> list[str]:
    model = window.sidebar.list.model()
    return [model.index(row, 0).data() for row in range(model.rowCount())]


def answering(window: MainWindow) -> list[str]:
    """The chats that the list marks as being answered."""
    model = window.sidebar.list.model()
    rows = [model.index(row, 0) for row in range(model.rowCount())]
    return [row.data() for row in rows if row.data(ANSWERING)]


# --- a reply
def test_from_the_welcome_to_a_finished_reply(stage: Stage, qtbot: QtBot):
    window, controller = stage.window, stage.controller
    assert window.chat.stack.currentWidget() is window.chat.welcome
    write(stage, qtbot, "Hello")
    assert controller.calls == [("send", "Hello")]
    assert window.chat.composer.text() == ""
    assert window.chat.stack.currentWidget() is window.chat.transcript
    assert not last(window).activity.isHidden()
    controller.prefill(512, 2048)
    assert "Reading the prompt 512 / 2,048" in last(window).activity.text()
    controller.stream("Hi **there**")
    assert last(window).activity.isHidden()
    controller.finish()
    assert last(window).view.text.document.toPlainText() == "Hi there"
    assert last(window).stats.text().startswith("21.4 tokens/s")
    assert "Drafted: 160" in last(window).stats.toolTip()
    assert titles(window) == ["Today", "Hi there"]
    assert window.sidebar.list.rows.open_id() == controller.open_id


def test_text_that_was_cut_at_the_end_is_shown_as_it_was_kept(stage: Stage, qtbot: QtBot):
    write(stage, qtbot, "x")
    stage.controller.stream("one\n\ntwo STO")
    stage.controller.finish("stop_string", text="one\n\ntwo ")
    assert last(stage.window).view.text.document.toPlainText() == "one\ntwo"
    assert last(stage.window).view.text.source == "one\n\ntwo "


@pytest.mark.parametrize("by", ["key", "button"])
def test_stop(stage: Stage, qtbot: QtBot, by: str):
    write(stage, qtbot, "x")
    stage.controller.stream("partial")
    assert stage.window.commands.stop.isEnabled()
    if by == "key":
        qtbot.keyClick(stage.window.chat.composer.edit, Qt.Key.Key_Escape)
    else:
        stage.window.chat.composer.button.click()
    assert stage.controller.calls[-1] == ("stop",)
    assert last(stage.window).view.text.source == "partial"
    assert "stopped by you" in last(stage.window).stats.text()
    assert not stage.window.commands.stop.isEnabled()


def test_a_failed_reply_keeps_its_text_and_offers_retry(stage: Stage, qtbot: QtBot):
    write(stage, qtbot, "x")
    stage.controller.stream("so far")
    stage.controller.fail("out of memory <b>")
    reply = last(stage.window)
    assert reply.view.text.source == "so far"
    assert not reply.problem.isHidden()
    assert reply.problem.words.text() == "Out of memory <b>."
    reply.problem.retry.click()
    assert stage.controller.is_busy()
    assert len(stage.window.chat.transcript.entries) == 2
    assert last(stage.window).turn.status == "streaming"


def test_only_the_newest_reply_offers_retry(stage: Stage, qtbot: QtBot):
    write(stage, qtbot, "x")
    stage.controller.fail("broken")
    failed = last(stage.window)
    write(stage, qtbot, "again")
    assert failed.problem.retry.isHidden()
    assert not stage.window.commands.regenerate.isEnabled()


def test_a_message_that_was_refused_stays_in_the_composer(stage: Stage, qtbot: QtBot):
    stage.controller.refuse = "The chats can't be written."
    write(stage, qtbot, "precious")
    assert stage.window.chat.composer.text() == "precious"
    assert stage.window.chat.notice.words.text() == "The chats can't be written."
    assert stage.window.chat.notice.isVisible()


def test_a_users_text_is_shown_as_typed(stage: Stage, qtbot: QtBot):
    write(stage, qtbot, "**not bold** <i>\n  - x")
    (question, _) = stage.window.chat.transcript.findChildren(MessageWidget)
    assert question.view.text.document.toPlainText() == "**not bold** <i>\n  - x"


def test_copying_the_last_reply_gives_its_source(stage: Stage, qtbot: QtBot):
    write(stage, qtbot, "x")
    stage.controller.stream("| a |\n|---|\n| **1** |\n")
    stage.controller.finish()
    stage.window.commands.copy_reply.trigger()
    assert QGuiApplication.clipboard().text() == "| a |\n|---|\n| **1** |\n"


# --- the model
def test_one_can_send_while_the_model_loads(open_window: OpenWindow, qtbot: QtBot):
    stage = open_window(FakeController(model=ModelProgress("Loading weights", 0.43)))
    header = stage.window.chat.header
    assert header.status.whole() == "Loading weights 43 %"
    assert header.progress.isVisible()
    assert header.progress.value() == 430
    write(stage, qtbot, "Hello")
    assert "until the model is loaded" in last(stage.window).activity.text()
    stage.controller.set_model(READY)
    assert header.status.whole() == "SmolLM2-135M-Instruct · CPU · bfloat16"
    assert not header.progress.isVisible()
    assert "Thinking" in last(stage.window).activity.text()


def test_a_model_that_fails_says_why_and_can_be_tried_again(stage: Stage):
    banner = stage.window.chat.model_banner
    stage.controller.set_model(ModelFailed("no safetensors in <b>/x</b>", "Traceback <b>"))
    assert banner.words.text() == "No safetensors in <b>/x</b>."
    assert banner.download.isHidden()
    banner.retry.click()
    assert stage.controller.calls[-1] == ("load_model", False)
    stage.controller.set_model(READY)
    assert banner.isHidden()


# --- chats
def test_a_chat_with_a_running_reply_is_live_when_it_returns(stage: Stage, qtbot: QtBot):
    other = stage.controller.add_chat("Other", "q", "a")
    write(stage, qtbot, "x")
    running = stage.controller.open_id
    stage.controller.stream("one ")
    stage.controller.open(other)
    stage.controller.stream("two ")
    stage.controller.open(running)
    stage.controller.stream("three")
    assert last(stage.window).view.text.source == "one two three"


def test_it_shows_where_a_reply_is_being_written(stage: Stage, qtbot: QtBot):
    window = stage.window
    other = stage.controller.add_chat("Other", "q", "a")
    write(stage, qtbot, "x")
    running = stage.controller.open_id
    assert window.chat.composer.hint.text() == "Esc stops the reply"
    stage.controller.open(other)
    assert "another chat" in window.chat.composer.hint.text()
    assert answering(window) == ["x"]
    stage.controller.conversations_changed.emit()  # a list built anew keeps the mark
    assert answering(window) == ["x"]
    stage.controller.open(running)
    assert window.chat.composer.hint.text() == "Esc stops the reply"
    stage.controller.finish()
    assert answering(window) == []
    assert window.chat.composer.hint.text().startswith("Enter sends")


def test_stop_shows_before_the_reply_has_ended(stage: Stage, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch):
    write(stage, qtbot, "x")
    monkeypatch.setattr(stage.controller, "stop", lambda: None)  # the worker is in the middle of a step
    stage.window.commands.stop.trigger()
    composer = stage.window.chat.composer
    assert composer.hint.text() == "Stopping…"
    assert not composer.button.isEnabled()
    stage.controller.finish("cancelled")
    assert composer.hint.text().startswith("Enter sends")


def test_what_is_typed_stays_with_its_chat(open_window: OpenWindow):
    controller = FakeController()
    first, second = controller.add_chat("A", "q"), controller.add_chat("B", "q")
    stage = open_window(controller)
    composer = stage.window.chat.composer
    controller.open(first)
    composer.set_text("half a thought")
    controller.open(second)
    assert composer.text() == ""
    controller.open(first)
    assert composer.text() == "half a thought"


def test_new_chat_by_key(open_window: OpenWindow, qtbot: QtBot):
    controller = FakeController()
    controller.open_id = controller.add_chat("A", "q", "a")
    stage = open_window(controller)
    qtbot.keyClick(stage.window, Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)
    assert controller.calls == [("new_chat",)]
    assert stage.window.chat.stack.currentWidget() is stage.window.chat.welcome
    assert stage.window.sidebar.list.rows.open_id() == ""
    assert stage.window.windowTitle() == "Foreword"


def test_a_suggestion_is_only_written_into_the_composer(stage: Stage):
    button = stage.window.chat.welcome.buttons[0]
    button.click()
    assert stage.window.chat.composer.text() == button.text()
    assert stage.controller.calls == []


# --- the window itself
def test_the_theme_changes_live_and_is_kept(open_window: OpenWindow):
    controller = FakeController()
    controller.open_id = controller.add_chat("A", "question", "`code`\n\n```py\nx = 1\n```\n")
    stage = open_window(controller)
    stage.window.commands.themes["light"].trigger()
    assert stage.window.theme.tokens is LIGHT
    stage.window.commands.themes["dark"].trigger()
    assert stage.settings["appearance.theme"] == "dark"
    reply = last(stage.window)
    assert reply.view.text.styles.tokens is DARK
    cursor = reply.view.text.document.find("code")
    assert cursor.charFormat().background().color().name() == DARK.inline_code
    assert open_window(controller).window.theme.tokens is DARK


def test_geometry_survives_a_restart(open_window: OpenWindow):
    first = open_window(FakeController())
    first.window.resize(700, 600)
    first.window._splitter.setSizes([200, 500])
    sizes = first.window._splitter.sizes()
    first.window.close()
    assert first.paths.window_state.is_file()
    second = open_window(FakeController())
    assert (second.window.width(), second.window.height()) == (700, 600)
    assert second.window._splitter.sizes() == sizes


def test_the_window_is_never_larger_than_its_screen(stage: Stage):
    area = stage.window.screen().availableGeometry()
    assert area.width() < 1200  # what the window would like
    assert stage.window.width() <= area.width()
    assert stage.window.height() <= area.height() - 32  # and its title bar has room above it


def test_typing_can_begin_at_once(stage: Stage, qtbot: QtBot):
    qtbot.waitUntil(lambda: stage.window.focusWidget() is stage.window.chat.composer.edit)


def test_every_button_has_a_name_for_screen_readers(stage: Stage, qtbot: QtBot):
    write(stage, qtbot, "x")
    stage.controller.stream("```py\nx\n```\n")
    stage.controller.finish()
    stage.window.dialog.show_page("Speculators")
    nameless = [
        f"{type(button).__name__} {button.objectName()} in {type(button.parent()).__name__}"
        for button in stage.window.findChildren(QAbstractButton)
        if not (button.accessibleName() or button.text()) and not button.objectName().startswith("qt_")
    ]
    assert nameless == []


def test_every_command_stands_in_a_menu_with_a_shortcut_of_its_own(stage: Stage):
    shortcuts = [
        action.shortcut().toString()
        for menu in stage.window.menuBar().actions()
        for action in menu.menu().actions()
        if not action.shortcut().isEmpty()
    ]
    assert {"Ctrl+N", "Ctrl+,", "Esc", "F2", "Del"} <= set(shortcuts)
    assert len(shortcuts) == len(set(shortcuts))
