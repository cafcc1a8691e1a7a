"""The chat list's model: it changes only where the rows did, checked by Qt's own tester too."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QAbstractItemModel, QPersistentModelIndex, Qt
from PySide6.QtTest import QAbstractItemModelTester

from foreword.session.conversation import ConversationSummary
from foreword.ui.chat_list_model import ANSWERING, CHAT_MIME, OPEN, ChatListModel
from foreword.ui.chat_list_rows import Row


def rows(*names: str) -> list[Row]:
    """`:x` is a heading, `/x` a folder, `x` a chat, `-x` one in a folder, `*x` a pinned one."""
    return [row(name) for name in names]


def row(name: str) -> Row:
    if name.startswith(":"):
        return Row("heading", name[1:], name[1:])
    if name.startswith("/"):
        return Row("folder", name[1:], name[1:], None, False, True, 1)
    inside, pinned = name.startswith("-"), name.startswith("*")
    key = name.lstrip("-*")
    chat = ConversationSummary(key, key, 0.0, 0.0, pinned=pinned, folder_id="f" if inside else None)
    return Row("chat", key, key, chat, inside)


def shown(model: QAbstractItemModel) -> list[str]:
    return [model.index(number, 0).data() for number in range(model.rowCount())]


class Watch:
    """What a model tells its views."""

    def __init__(self, model: QAbstractItemModel) -> None:
        self.told: list[tuple[str, int, int]] = []
        model.rowsInserted.connect(lambda _, first, last: self.told.append(("in", first, last)))
        model.rowsRemoved.connect(lambda _, first, last: self.told.append(("out", first, last)))
        model.rowsMoved.connect(lambda _, first, _last, _to, place: self.told.append(("move", first, place)))
        model.dataChanged.connect(lambda a, b: self.told.append(("changed", a.row(), b.row())))
        model.modelReset.connect(lambda: self.told.append(("reset", 0, 0)))


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ("a b c", "a b c", []),
        ("a b c", "x a b c", [("in", 0, 0)]),
        ("a b c", "a c", [("out", 1, 1)]),
        ("a b c d", "a d b c", [("move", 3, 1)]),
        ("a b c d", "b c d a", [("move", 0, 4)]),
        ("a a2", "a x a2", [("in", 1, 1)]),
        ("a b", "x a b", [("in", 0, 0)]),
        ("a b c", "a x c", [("out", 1, 1), ("in", 1, 1)]),
        ("", "a b", [("in", 0, 1)]),
        ("a b", "", [("out", 0, 1)]),
    ],
)
def test_only_what_changed_is_told(before: str, after: str, told: Sequence[tuple[str, int, int]]):
    model = ChatListModel()
    model.show(rows(*before.split()))
    watch = Watch(model)
    model.show(rows(*after.split()))
    assert watch.told == list(told)
    assert shown(model) == after.split()


def test_a_new_title_changes_one_row():
    model = ChatListModel()
    model.show(rows("a", "b", "c"))
    watch = Watch(model)
    renamed = rows("a", "b", "c")
    renamed[1] = renamed[1]._replace(words="B")
    model.show(renamed)
    assert watch.told == [("changed", 1, 1)]
    assert shown(model) == ["a", "B", "c"]


@settings(max_examples=150)
@given(st.lists(st.lists(st.sampled_from("abcdefgh"), unique=True), min_size=2, max_size=5))
def test_it_follows_any_change_and_keeps_what_stays(steps: list[list[str]]):
    model = ChatListModel()
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    for names in steps:
        kept = {name: QPersistentModelIndex(model.find("chat", name)) for name in shown(model)}
        model.show(rows(*names))
        assert shown(model) == names
        assert all(index.data() == name for name, index in kept.items() if index.isValid())


def test_marks_are_roles_and_words_for_screen_readers():
    model = ChatListModel()
    model.show([*rows(":Today", "a", "*b", "/f")])
    model.mark_open("a")
    model.mark_answering("b")
    assert [model.index(number).data(OPEN) for number in range(4)] == [False, True, False, False]
    assert [model.index(number).data(ANSWERING) for number in range(4)] == [False, False, True, False]
    spoken = [model.index(number).data(Qt.ItemDataRole.AccessibleTextRole) for number in range(4)]
    assert spoken == ["Today", "a", "b, pinned", "Folder f, 1 chat, open"]
    states = [model.index(number).data(Qt.ItemDataRole.AccessibleDescriptionRole) for number in range(4)]
    assert states == ["", "is open", "is being answered", ""]


def test_a_mark_is_drawn_anew_on_its_two_rows_only():
    model = ChatListModel()
    model.show(rows("a", "b", "c"))
    model.mark_open("a")
    watch = Watch(model)
    model.mark_open("c")
    assert sorted(watch.told) == [("changed", 0, 0), ("changed", 2, 2)]


def test_headings_can_not_be_reached():
    model = ChatListModel()
    model.show(rows(":Today", "a"))
    assert model.flags(model.index(0)) == Qt.ItemFlag.NoItemFlags
    assert model.flags(model.index(1)) & Qt.ItemFlag.ItemIsEditable


def test_a_name_is_asked_for_and_shown_only_once_it_is_kept():
    model = ChatListModel()
    model.show(rows("a", "/f"))
    asked: list[tuple[str, str, str]] = []
    model.rename_wanted.connect(lambda *values: asked.append(values))
    assert model.setData(model.index(0), "  new\n name ")
    assert not model.setData(model.index(0), "   ")
    assert not model.setData(model.index(1), "f")
    assert asked == [("chat", "a", "new name")]
    assert shown(model) == ["a", "f"]


@pytest.mark.parametrize(
    ("dragged", "target", "wanted"),
    [
        ("a", "f", [("move", "a", "f")]),
        ("a", "in", [("move", "a", "f")]),
        ("a", "b", []),
        ("a", "Pinned", [("pin", "a", True)]),
        ("a", "top", [("pin", "a", True)]),
        ("in", "b", [("move", "in", "")]),
        ("in", None, [("move", "in", "")]),
        ("in", "f", []),
        ("top", "b", [("pin", "top", False)]),
        ("top", "f", [("pin", "top", False), ("move", "top", "f")]),
        ("top", "top", []),
        ("unknown", "f", []),
    ],
)
def test_what_a_drop_asks_for(dragged: str, target: str | None, wanted: list[tuple[object, ...]]):
    model = ChatListModel()
    model.show(rows(":Pinned", "*top", "/f", "-in", ":Today", "a", "b"))
    asked: list[tuple[object, ...]] = []
    model.move_wanted.connect(lambda *values: asked.append(("move", *values)))
    model.pin_wanted.connect(lambda *values: asked.append(("pin", *values)))
    data = model.mimeData([model.index(0)])
    data.setData(CHAT_MIME, dragged.encode())
    where = shown(model).index(target) if target else -1
    model.drop(data, model.index(where))
    assert asked == wanted


def test_a_dragged_chat_carries_its_id_only():
    model = ChatListModel()
    model.show(rows("a"))
    data = model.mimeData([model.index(0)])
    assert data.formats() == [CHAT_MIME]
    assert bytes(data.data(CHAT_MIME).data()) == b"a"
