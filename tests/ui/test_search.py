"""The search above the chat list, in the real window over the real session."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QListView, QWidget
from pytestqt.qtbot import QtBot

from foreword.session.conversation import SearchHit
from foreword.ui.search_results import FoundDelegate
from foreword.ui.search_rows import Found, found_rows, found_words
from foreword.ui.tokens import LIGHT
from tests.fakes.fake_worker import Script
from tests.ui.desk import OpenDesk, WindowDesk

CTRL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


def look(desk: WindowDesk, words: str) -> list[str]:
    """Search for this; the lines of the answer."""
    field = desk.window.sidebar.search
    with desk.qtbot.waitSignal(desk.controller.chats.found):
        field.setText(words)
    return lines(desk)


def lines(desk: WindowDesk) -> list[str]:
    rows = desk.window.sidebar.results.rows()
    return [f"  {row.words}" if row.turn_id else row.words for row in rows]


def page(desk: WindowDesk) -> QWidget:
    return desk.window.sidebar.pages.currentWidget()


def press(
    desk: WindowDesk, key: Qt.Key, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier
) -> None:
    desk.qtbot.keyClick(desk.window.focusWidget(), key, modifiers)


# --- pure
def hit(chat: str, turn: str | None, at: float = 0.0) -> SearchHit:
    return SearchHit(
        chat, turn, f"title {chat}", f"snippet {turn}" if turn else f"title {chat}", ((0, 5),), at
    )


def test_messages_stand_under_their_chat_which_is_there_once():
    rows = found_rows([hit("a", None), hit("b", "t1"), hit("a", "t2"), hit("b", "t3")])
    assert [(row.chat_id, row.turn_id) for row in rows] == [
        ("a", ""), ("a", "t2"), ("b", ""), ("b", "t1"), ("b", "t3"),
    ]  # fmt: skip
    assert rows[0].spans == ((0, 5),)
    assert rows[2].spans == ()  # its title is not what matched
    assert found_words(rows) == "2 chats, 3 messages"
    assert found_words(found_rows([hit("a", "t")])) == "1 chat, 1 message"
    assert found_words(found_rows([hit("a", None)])) == "1 chat"


@pytest.mark.parametrize("width", [60, 90, 110, 130, 150])
@pytest.mark.parametrize("turn_id", ["", "t"])
def test_what_does_not_fit_ends_in_an_ellipsis_however_wide_its_marks_are(
    qtbot: QtBot, width: int, turn_id: str
):
    view = QListView()
    qtbot.addWidget(view)
    words = "Lamps & lamps <b>lamps</b> lamps of many kinds and of the light that they give to a room"
    spans = tuple((at, at + 5) for at in range(len(words)) if words[at : at + 5].lower() == "lamps")
    row = Found("chat", turn_id, words, spans, 0.0)
    layout, begins = FoundDelegate(LIGHT, view).lay_out(row, view.font(), width)
    assert layout.text().endswith("…")
    assert begins[-1] == len(layout.text())  # all of it is in the lines that are drawn
    assert words.startswith(layout.text()[:-1].rstrip())
    last = layout.lineAt(layout.lineCount() - 1)
    assert last.naturalTextWidth() <= width


# --- in the window
@pytest.mark.parametrize("modifiers", [CTRL, CTRL | SHIFT])
def test_the_keyboard_goes_into_the_field(desk: WindowDesk, modifiers: Qt.KeyboardModifier):
    desk.show()
    desk.window.commands.sidebar.trigger()
    press(desk, Qt.Key.Key_F, modifiers)
    assert desk.window.sidebar.isVisible()
    assert desk.window.focusWidget() is desk.window.sidebar.search


def test_titles_and_messages_are_found_with_what_matched(desk: WindowDesk):
    desk.add("Wall insulation", "how thick?", "As thick as the wall allows.", days=2)
    desk.add("Recipe", "bread", "flour, wall paper", days=1)
    desk.show()
    found = look(desk, "wall")
    assert found == ["Wall insulation", "  As thick as the wall allows.", "Recipe", "  flour, wall paper"]
    assert page(desk) is desk.window.sidebar.results
    assert desk.window.sidebar.count.text() == "2 chats, 2 messages"
    marked = [[row.words[a:b] for a, b in row.spans] for row in desk.window.sidebar.results.rows()]
    assert marked == [["Wall"], ["wall"], [], ["wall"]]


def test_enter_opens_at_the_message_while_the_keyboard_stays(desk: WindowDesk):
    desk.add("Recipe", "bread", "flour and water")
    window = desk.show()
    wanted: list[str] = []
    desk.controller.chats.turn_wanted.connect(wanted.append)
    press(desk, Qt.Key.Key_F, CTRL)
    look(desk, "flour")
    press(desk, Qt.Key.Key_Down)
    press(desk, Qt.Key.Key_Return)
    assert desk.controller.chats.open_id == "Recipe"
    assert wanted == ["Recipe/1"]
    assert window.focusWidget() is window.sidebar.search
    press(desk, Qt.Key.Key_Up)
    assert window.sidebar.results.current().turn_id == ""
    press(desk, Qt.Key.Key_Escape)
    assert window.sidebar.search.text() == ""
    assert page(desk) is window.sidebar.list
    assert window.focusWidget() is window.chat.composer.edit


def test_nothing_found_is_said(desk: WindowDesk):
    desk.add("Recipe")
    desk.show()
    assert look(desk, "<b>zebra") == []
    sidebar = desk.window.sidebar
    assert page(desk) is sidebar.nothing
    assert sidebar.nothing.words() == "Nothing found for “<b>zebra”."
    assert sidebar.count.isHidden()
    sidebar.search.clear()
    assert page(desk) is sidebar.list


def test_a_chat_that_is_deleted_meanwhile_leaves_the_results(desk: WindowDesk):
    desk.add("Recipe", "bread")
    desk.show()
    look(desk, "bread")
    with desk.qtbot.waitSignal(desk.controller.chats.found):
        desk.controller.delete("Recipe")
    assert lines(desk) == []


def test_typing_fast_shows_only_the_last_answer(desk: WindowDesk):
    desk.add("Recipe", "bread")
    desk.show()
    told: list[str] = []
    desk.controller.chats.found.connect(lambda query, hits: told.append(f"{query} {len(hits)}"))
    for words in ("b", "br", "bre", "zzz", "bre"):
        desk.window.sidebar.search.setText(words)
    desk.until(lambda: told[-1:] == ["bre 1"])
    assert "bre 0" not in told  # what was overtaken gives nothing, and that is no answer
    assert lines(desk) == ["Recipe", "  bread"]


def test_escape_leaves_the_search_and_does_not_stop_a_reply(open_desk: OpenDesk):
    desk = open_desk(Script(pieces=lambda request: ["word "] * 1000, pace_seconds=0.01))
    desk.show()
    desk.controller.send("go")
    desk.until_text()
    press(desk, Qt.Key.Key_F, CTRL)
    look(desk, "go")
    press(desk, Qt.Key.Key_Escape)
    assert desk.window.sidebar.search.text() == ""
    assert desk.controller.is_busy()
    desk.window.chat.composer.edit.setFocus()
    press(desk, Qt.Key.Key_Escape)
    desk.until_idle()


def test_rows_can_be_heard(desk: WindowDesk):
    desk.add("Recipe", "bread")
    desk.show()
    look(desk, "bread")
    model = desk.window.sidebar.results.model()
    spoken = [model.index(row, 0).data(Qt.ItemDataRole.AccessibleTextRole) for row in range(2)]
    assert spoken == ["Chat Recipe", "Message: bread"]
