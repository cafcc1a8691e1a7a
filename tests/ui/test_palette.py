"""The command palette: what is found in which order, and the window driven by it."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from foreword.ui.main_window import MainWindow
from foreword.ui.palette import Entry, find, match, prepare, used
from foreword.ui.palette_dialog import Palette
from tests.fakes.fake_models import SMALL, STARTER
from tests.ui.conftest import Stage


def entry(words: str, where: str = "", key: str = "") -> Entry:
    return Entry(key or words, "command", words, where, lambda: None)


def found(query: str, *entries: Entry, recent: tuple[str, ...] = ()) -> list[str]:
    return [each.words for each in find(prepare(entries), query, recent)]


def test_a_beginning_counts_more_than_a_word_than_an_inside_than_letters_apart():
    scores = [match(text, "zo") or 0 for text in ("zoom in", "see zoom", "hazold", "zap door")]
    assert scores == sorted(scores, reverse=True)
    assert len(set(scores)) == 4
    assert match("quit", "zo") is None


@pytest.mark.parametrize(
    ("query", "words"),
    [("nch", "New Chat"), ("copy last", "Copy Last Reply"), ("RENÁME", "Rename"), ("clr", "Copy Last Reply")],
)
def test_what_people_type_finds_what_they_mean(query: str, words: str):
    all_of_them = [entry(each) for each in ("Quit", "New Chat", "Copy Last Reply", "Rename", "Zoom In")]
    assert found(query, *all_of_them)[0] == words


def test_every_word_has_to_fit_and_may_name_the_menu():
    pair = (entry("Delete", "Chat"), entry("Delete Last Reply", "Reply"))
    assert found("delete reply", *pair) == ["Delete Last Reply"]
    assert found("delete chat", *pair) == ["Delete"]
    assert found("delete xyz", *pair) == []


def test_what_was_used_last_comes_first_among_equals():
    three = (entry("Zoom In"), entry("Zoom Out"), entry("Quit"))
    assert found("zoom", *three, recent=("Zoom Out",)) == ["Zoom Out", "Zoom In"]
    assert found("", *three, recent=("Quit", "Zoom Out")) == ["Quit", "Zoom Out", "Zoom In"]
    assert used(["a", "b"], "b") == ["b", "a"]


# --- in the window
def opened(window: MainWindow, qtbot: QtBot, typed: str = "") -> Palette:
    qtbot.keyClick(window.focusWidget(), Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    dialog = window.palette_host.dialog
    qtbot.waitUntil(dialog.isVisible)
    qtbot.keyClicks(dialog.field, typed)
    return dialog


def rows(dialog: Palette) -> list[str]:
    model = dialog.list.model()
    return [model.index(row, 0).data() for row in range(model.rowCount())]


def test_a_command_runs_and_the_keyboard_is_where_it_was(stage: Stage, qtbot: QtBot):
    window = stage.window
    window.sidebar.search.setFocus()
    dialog = opened(window, qtbot, "dark")
    assert rows(dialog)[0] == "Dark"
    qtbot.keyClick(dialog.field, Qt.Key.Key_Return)
    assert dialog.isHidden()
    assert window.focusWidget() is window.sidebar.search
    assert window.theme.tokens.scheme == "dark"
    assert rows(opened(window, qtbot))[0] == "Dark"  # used last


def test_esc_closes_and_nothing_ran(stage: Stage, qtbot: QtBot):
    window = stage.window
    dialog = opened(window, qtbot, "quit")
    qtbot.keyClick(dialog.field, Qt.Key.Key_Escape)
    assert dialog.isHidden()
    assert window.isVisible()
    assert window.focusWidget() is window.chat.composer.edit


def test_what_is_off_says_why_and_stays(stage: Stage, qtbot: QtBot):
    dialog = opened(stage.window, qtbot, "regenerate")
    index = dialog.list.model().index(0, 0)
    spoken = index.data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "Regenerate, Reply, Ctrl+R, Off: this chat has no reply yet"
    qtbot.keyClick(dialog.field, Qt.Key.Key_Return)
    assert dialog.isVisible()


def test_chats_models_pages_and_settings_are_found(stage: Stage, qtbot: QtBot):
    window = stage.window
    chat = stage.controller.add_chat("Über die <b>Sterne</b>", "q", "a")
    stage.models.list_models(SMALL, STARTER)
    dialog = opened(window, qtbot, "uber sterne")
    assert rows(dialog) == ["Über die <b>Sterne</b>"]
    qtbot.keyClick(dialog.field, Qt.Key.Key_Return)
    assert stage.controller.open_id == chat
    dialog = opened(window, qtbot, "tiny-llama")
    assert rows(dialog) == ["Use tiny-llama"]
    qtbot.keyClick(dialog.field, Qt.Key.Key_Return)
    assert stage.controller.calls[-1] == ("use_model", SMALL.id, {})
    dialog = opened(window, qtbot, "speculators")
    assert "Speculators" in rows(dialog)
    dialog.field.clear()
    qtbot.keyClicks(dialog.field, "settings temperature")
    assert rows(dialog)[0] == "Temperature"
    qtbot.keyClick(dialog.field, Qt.Key.Key_Return)
    field = window.dialog.general.fields["reply.temperature"]
    assert window.dialog.isVisible()
    assert window.dialog.focusWidget() is field.editor or field.isAncestorOf(window.dialog.focusWidget())


def test_arrows_go_through_the_list_and_come_round(stage: Stage, qtbot: QtBot):
    dialog = opened(stage.window, qtbot, "zoom")
    count = dialog.list.model().rowCount()
    qtbot.keyClick(dialog.field, Qt.Key.Key_Up)
    assert dialog.list.currentIndex().row() == count - 1
    qtbot.keyClick(dialog.field, Qt.Key.Key_Down)
    assert dialog.list.currentIndex().row() == 0
    qtbot.keyClicks(dialog.field, " nothing like it")
    assert dialog.nothing.words() == "Nothing fits “zoom nothing like it”."
    qtbot.keyClick(dialog.field, Qt.Key.Key_Return)
    assert dialog.isVisible()
