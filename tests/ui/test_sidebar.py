"""The chat list in the real window over the real session: keyboard, mouse, menus, folders, undo."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt
from PySide6.QtGui import QAction, QDropEvent
from PySide6.QtWidgets import QLineEdit, QMenu
from pytestqt.qtbot import QtBot

from foreword.ui import dialogs
from foreword.ui.chat_list import ChatList
from foreword.ui.chat_list_delegate import more_rect
from foreword.ui.chat_list_model import CHAT_MIME
from foreword.ui.chat_list_rows import Row
from tests.fakes.fake_worker import Script
from tests.ui.desk import FEW, OpenDesk, WindowDesk

CTRL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


def chat_list(desk: WindowDesk) -> ChatList:
    return desk.window.sidebar.list


def press(
    desk: WindowDesk, key: Qt.Key, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier
) -> None:
    desk.qtbot.keyClick(desk.window.focusWidget(), key, modifiers)


def go_to(desk: WindowDesk, kind: str, key: str) -> None:
    """The keyboard is in the list, on this row."""
    chat_list(desk).setFocus(Qt.FocusReason.TabFocusReason)
    chat_list(desk).go_to(kind, key)


def current(desk: WindowDesk) -> str:
    row = chat_list(desk).current_row()
    return row.words if row else ""


def opened(desk: WindowDesk) -> str | None:
    return desk.controller.chats.open_id


def click(desk: WindowDesk, kind: str, key: str) -> None:
    view = chat_list(desk)
    place = view.visualRect(view.rows.find(kind, key))
    desk.qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place.center())


def write_name(desk: WindowDesk, name: str) -> None:
    editor = chat_list(desk).findChild(QLineEdit, "rename")
    assert editor is not None
    editor.setText(name)
    desk.qtbot.keyClick(editor, Qt.Key.Key_Return)
    desk.until(lambda: not chat_list(desk).is_editing())


def menu_of(desk: WindowDesk, kind: str, key: str) -> dict[str, QAction]:
    """What the list's own menu offers for a row, by the words without their marks."""
    row = chat_list(desk).rows.row(chat_list(desk).rows.find(kind, key))
    assert isinstance(row, Row)
    return actions_of(desk.window.chat_commands.menu_for(row))


def actions_of(menu: QMenu) -> dict[str, QAction]:
    return {
        action.text().split("\t")[0].replace("&", "").rstrip("…"): action
        for action in menu.actions()
        if not action.isSeparator()
    }


@pytest.fixture
def yes(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every question is answered with yes; what was asked."""
    asked: list[str] = []
    monkeypatch.setattr(dialogs, "confirm", lambda _parent, _title, words, *_: asked.append(words) or True)
    return asked


# --- what is shown
def test_an_empty_list_says_so(desk: WindowDesk):
    sidebar = desk.show().sidebar
    assert sidebar.pages.currentWidget() is sidebar.nothing
    assert sidebar.nothing.words() == "Your chats will appear here."
    desk.controller.send("Hello")
    desk.until_idle()
    assert sidebar.pages.currentWidget() is sidebar.list
    assert len(desk.titles()) == 2


def test_groups_and_folders(desk: WindowDesk):
    desk.show()
    desk.add("today")
    desk.add("old", days=400)
    desk.add("kept", days=3, pinned=True)
    folder = desk.controller.chats.add_folder("Work")
    desk.add("job", folder_id=folder)
    titles = desk.titles()
    assert titles[:6] == ["Pinned", "kept", "Work", "job", "Today", "today"]
    assert titles[7] == "old"


def test_titles_of_strangers_are_plain_text(desk: WindowDesk):
    desk.show()
    desk.add("<b>bold</b> & <img src=x>")
    index = chat_list(desk).rows.index(1)
    assert index.data() == "<b>bold</b> & <img src=x>"
    assert "<b>" not in index.data(Qt.ItemDataRole.ToolTipRole)


def test_a_chat_that_is_answered_goes_up_and_wears_a_dot(open_desk: OpenDesk):
    desk = open_desk(Script(pieces=lambda request: ["word "] * 400, pace_seconds=0.01))
    desk.show()
    desk.add("a")
    desk.add("b", days=2)
    desk.controller.open("b")
    desk.controller.send("more")
    assert desk.titles() == ["Today", "b", "a"]
    index = chat_list(desk).rows.find("chat", "b")
    assert index.data(Qt.ItemDataRole.AccessibleDescriptionRole) == "is open, is being answered"
    desk.controller.open("a")
    assert index.data(Qt.ItemDataRole.AccessibleDescriptionRole) == "is being answered"
    desk.controller.stop()
    desk.until_idle()
    assert index.data(Qt.ItemDataRole.AccessibleDescriptionRole) == ""


# --- the keyboard
def test_arrows_move_and_enter_opens(desk: WindowDesk):
    for title, days in (("a", 0), ("b", 1.5), ("c", 60)):
        desk.add(title, days=days)
    desk.show()
    go_to(desk, "chat", "a")
    press(desk, Qt.Key.Key_Down)
    assert (current(desk), opened(desk)) == ("b", None)  # over the heading
    press(desk, Qt.Key.Key_End)
    assert current(desk) == "c"
    press(desk, Qt.Key.Key_Home)
    assert current(desk) == "a"
    press(desk, Qt.Key.Key_Down)
    press(desk, Qt.Key.Key_Return)
    assert opened(desk) == "b"
    assert desk.window.focusWidget() is desk.window.chat.composer.edit


def test_who_comes_by_tab_is_at_the_open_chat(desk: WindowDesk):
    desk.add("a")
    desk.add("b", days=1)
    desk.show()
    desk.controller.open("b")
    chat_list(desk).setFocus(Qt.FocusReason.TabFocusReason)
    assert current(desk) == "b"


def test_next_and_previous_chat_open(desk: WindowDesk):
    desk.add("a")
    desk.add("b", days=1)
    desk.show()
    press(desk, Qt.Key.Key_PageDown, CTRL)
    assert opened(desk) == "a"
    press(desk, Qt.Key.Key_PageDown, CTRL)
    press(desk, Qt.Key.Key_PageDown, CTRL)
    assert opened(desk) == "b"
    press(desk, Qt.Key.Key_PageUp, CTRL)
    assert opened(desk) == "a"


def test_f2_renames_the_current_row(desk: WindowDesk):
    desk.add("a")
    desk.add("b", days=1)
    desk.show()
    desk.controller.open("a")
    go_to(desk, "chat", "b")
    press(desk, Qt.Key.Key_F2)
    desk.controller.chats.changed.emit()  # must not take the editor away
    write_name(desk, "New <b>name</b>")
    assert desk.store.summary("b").title == "New <b>name</b>"
    assert "New <b>name</b>" in desk.titles()
    assert desk.store.summary("a").title == "a"


def test_f2_from_the_composer_renames_the_open_chat(desk: WindowDesk):
    desk.add("a")
    desk.show()
    desk.controller.open("a")
    desk.window.chat.composer.edit.setFocus()
    desk.window.commands.sidebar.trigger()
    assert desk.window.sidebar.isHidden()
    press(desk, Qt.Key.Key_F2)
    assert desk.window.sidebar.isVisible()
    write_name(desk, "better")
    assert desk.window.windowTitle() == "better — Foreword"


@pytest.mark.parametrize("name", ["", "   ", "a"])
def test_no_name_leaves_the_old_one(desk: WindowDesk, name: str):
    desk.add("a")
    desk.show()
    go_to(desk, "chat", "a")
    press(desk, Qt.Key.Key_F2)
    write_name(desk, name)
    assert desk.titles() == ["Today", "a"]


def test_escape_leaves_the_old_name(desk: WindowDesk):
    desk.add("a")
    desk.show()
    go_to(desk, "chat", "a")
    press(desk, Qt.Key.Key_F2)
    editor = chat_list(desk).findChild(QLineEdit, "rename")
    editor.setText("x")
    desk.qtbot.keyClick(editor, Qt.Key.Key_Escape)
    desk.until(lambda: not chat_list(desk).is_editing())
    assert desk.titles() == ["Today", "a"]


def test_the_menu_key_asks_about_the_current_row(desk: WindowDesk):
    desk.add("a")
    desk.show()
    asked: list[str] = []
    desk.window.sidebar.menu_wanted.disconnect()
    desk.window.sidebar.menu_wanted.connect(lambda row, _place: asked.append(row.words))
    go_to(desk, "chat", "a")
    view = chat_list(desk)
    view._ask_menu(view.currentIndex(), view.visualRect(view.currentIndex()).center())
    assert asked == ["a"]


# --- pin, duplicate, move
def test_pin_by_key_and_back(desk: WindowDesk):
    desk.add("a")
    desk.add("b", days=1)
    desk.show()
    go_to(desk, "chat", "b")
    press(desk, Qt.Key.Key_D, CTRL)
    assert desk.titles() == ["Pinned", "b", "Today", "a"]
    assert current(desk) == "b"
    assert desk.window.commands.pin.text() == "Unp&in"
    press(desk, Qt.Key.Key_D, CTRL)
    assert desk.titles() == ["Today", "a", "Yesterday", "b"]


def test_duplicate_opens_the_copy(desk: WindowDesk):
    desk.add("a", "question", "answer")
    desk.show()
    desk.controller.open("a")
    press(desk, Qt.Key.Key_D, CTRL | SHIFT)
    assert desk.titles() == ["Today", "a (copy)", "a"]
    assert opened(desk) not in ("a", None)
    assert [turn.text for turn in desk.turns()] == ["question", "answer"]


def test_the_list_s_own_menu(desk: WindowDesk):
    desk.add("a")
    desk.show()
    offered = ["Pin", "Rename", "Duplicate", "Move to Folder", "Export", "Delete"]
    assert list(menu_of(desk, "chat", "a")) == offered
    menu_of(desk, "chat", "a")["Pin"].trigger()
    assert desk.titles() == ["Pinned", "a"]
    assert "Unpin" in menu_of(desk, "chat", "a")


def test_move_to_a_folder_and_out(desk: WindowDesk):
    desk.add("a")
    work = desk.controller.chats.add_folder("R&D")
    desk.show()
    folders = actions_of(menu_of(desk, "chat", "a")["Move to Folder"].menu())
    assert list(folders) == ["RD", "New Folder"]  # the mark doubled: `&` is shown as it is
    folders["RD"].trigger()
    assert desk.store.summary("a").folder_id == work
    assert desk.titles() == ["R&D", "a"]
    actions_of(menu_of(desk, "chat", "a")["Move to Folder"].menu())["No Folder"].trigger()
    assert desk.titles() == ["R&D", "Today", "a"]


def test_a_new_folder_for_a_chat_is_named_in_place(desk: WindowDesk):
    desk.add("a")
    desk.show()
    actions_of(menu_of(desk, "chat", "a")["Move to Folder"].menu())["New Folder"].trigger()
    write_name(desk, "Travel")
    assert desk.titles() == ["Travel", "a"]


def test_dragging_a_chat_onto_a_folder(desk: WindowDesk):
    desk.add("a")
    work = desk.controller.chats.add_folder("Work")
    desk.show()
    view = chat_list(desk)
    data = QMimeData()
    data.setData(CHAT_MIME, b"a")
    place = QPointF(view.visualRect(view.rows.find("folder", work)).center())
    drop = QDropEvent(
        place, Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    )
    view.dropEvent(drop)
    assert drop.isAccepted()
    assert desk.titles() == ["Work", "a"]


# --- folders
def test_a_folder_closes_and_stays_closed(open_desk: OpenDesk):
    desk = open_desk(FEW)
    work = desk.controller.chats.add_folder("Work")
    desk.add("a", folder_id=work)
    desk.show()
    click(desk, "folder", work)
    assert desk.titles() == ["Work"]
    desk.window.close()
    desk.show()
    assert desk.titles() == ["Work"]
    go_to(desk, "folder", work)
    press(desk, Qt.Key.Key_Right)
    assert desk.titles() == ["Work", "a"]
    go_to(desk, "chat", "a")
    press(desk, Qt.Key.Key_Left)
    assert current(desk) == "Work"
    press(desk, Qt.Key.Key_Left)
    assert desk.titles() == ["Work"]


def test_a_chat_in_a_closed_folder_can_be_renamed(desk: WindowDesk):
    work = desk.controller.chats.add_folder("Work")
    desk.add("a", folder_id=work)
    desk.show()
    desk.controller.open("a")
    click(desk, "folder", work)
    desk.window.chat.composer.edit.setFocus()
    press(desk, Qt.Key.Key_F2)
    write_name(desk, "b")
    assert desk.titles() == ["Work", "b"]


def test_folders_are_made_renamed_arranged_and_deleted(desk: WindowDesk, yes: list[str]):
    desk.show()
    desk.window.sidebar.folder_button.click()
    write_name(desk, "One")
    two = desk.controller.chats.add_folder("Two")
    desk.add("a", folder_id=two)
    assert desk.titles() == ["One", "Two", "a"]
    menu_of(desk, "folder", two)["Move Up"].trigger()
    assert desk.titles() == ["Two", "a", "One"]
    assert "Move Up" not in menu_of(desk, "folder", two)
    go_to(desk, "folder", two)
    press(desk, Qt.Key.Key_F2)
    write_name(desk, "Second")
    go_to(desk, "folder", two)
    press(desk, Qt.Key.Key_Delete)
    assert yes == ["Delete the folder “Second”?"]
    assert desk.titles() == ["One", "Today", "a"]


# --- delete, and the way back
@pytest.fixture
def long_undo(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("foreword.session.chats.UNDO_MS", 60_000)


def test_delete_by_key_and_undo_by_key(desk: WindowDesk, long_undo: None):
    desk.add("a")
    desk.add("b", days=1)
    desk.show()
    go_to(desk, "chat", "b")
    press(desk, Qt.Key.Key_Delete)
    assert desk.titles() == ["Today", "a"]
    toast = desk.window.toast
    assert toast.isVisible()
    assert toast.words.whole() == "Deleted “b”."
    press(desk, Qt.Key.Key_Z, CTRL)
    assert desk.titles() == ["Today", "a", "Yesterday", "b"]
    assert opened(desk) == "b"
    assert toast.isHidden()
    assert not desk.window.commands.undo_delete.isEnabled()


def test_after_deleting_the_open_chat_the_keyboard_can_undo(desk: WindowDesk, long_undo: None):
    desk.add("a")
    desk.add("b", days=1)
    desk.show()
    desk.controller.open("a")
    desk.window.chat.composer.edit.setFocus()
    desk.window.commands.delete.trigger()
    assert desk.titles() == ["Yesterday", "b"]
    press(desk, Qt.Key.Key_Z, CTRL)
    assert "a" in desk.titles()


def test_several_deletions_are_undone_one_by_one(desk: WindowDesk, long_undo: None):
    for title in ("a", "b", "c"):
        desk.add(title)
    window = desk.show()
    for title in ("a", "b"):
        menu_of(desk, "chat", title)["Delete"].trigger()
    assert window.toast.words.whole() == "Deleted “b”."
    window.toast.undo.click()
    assert window.toast.words.whole() == "Deleted “a”."
    window.toast.undo.click()
    assert sorted(desk.titles()) == ["Today", "a", "b", "c"]
    assert window.toast.isHidden()


def test_when_the_time_is_over_the_toast_goes(desk: WindowDesk, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("foreword.session.chats.UNDO_MS", 50)
    desk.add("a")
    desk.show()
    menu_of(desk, "chat", "a")["Delete"].trigger()
    desk.until(desk.window.toast.isHidden)
    assert desk.store.binned() == []
    assert not desk.window.commands.undo_delete.isEnabled()


def test_delete_in_the_composer_deletes_text_only(desk: WindowDesk):
    desk.add("a")
    desk.show()
    desk.controller.open("a")
    desk.window.chat.composer.edit.setFocus()
    press(desk, Qt.Key.Key_Delete)
    assert desk.titles() == ["Today", "a"]


# --- temporary chats
def test_a_temporary_chat_by_key_is_marked_and_not_listed(desk: WindowDesk):
    desk.add("a")
    window = desk.show()
    press(desk, Qt.Key.Key_N, CTRL | SHIFT)
    assert window.sidebar.temporary_button.isChecked()
    assert window.windowTitle() == "Temporary chat — Foreword"
    desk.controller.send("secret")
    desk.until_idle()
    assert desk.titles() == ["Today", "a"]
    assert not window.commands.duplicate.isEnabled()
    assert not window.commands.pin.isEnabled()
    window.sidebar.temporary_button.click()
    assert not window.sidebar.temporary_button.isChecked()
    assert opened(desk) is None


def test_deleting_a_temporary_chat_asks_since_it_can_not_be_undone(desk: WindowDesk, yes: list[str]):
    desk.show()
    desk.controller.chats.new_temporary()
    desk.window.commands.delete.trigger()
    assert yes == ["Delete this temporary chat?"]
    assert opened(desk) is None


# --- the mouse
def test_a_click_opens(desk: WindowDesk):
    desk.add("a")
    desk.add("b")
    desk.show()
    click(desk, "chat", "a")
    assert opened(desk) == "a"


def test_the_button_at_the_end_of_a_row_asks_for_its_menu(desk: WindowDesk, qtbot: QtBot):
    desk.add("a")
    desk.show()
    asked: list[str] = []
    desk.window.sidebar.menu_wanted.disconnect()
    desk.window.sidebar.menu_wanted.connect(lambda row, _place: asked.append(row.words))
    view = chat_list(desk)
    place = more_rect(view.visualRect(view.rows.find("chat", "a"))).center()
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert asked == ["a"]
    assert opened(desk) is None
