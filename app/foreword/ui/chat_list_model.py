"""The chat list as a model that changes only where its rows did. Asks nobody; tells what the user did.

A view keeps its place, its editor and its current row through a change, since rows that stay are never
taken out. What a rename, a drop or a click wants is a signal: the rows change when the session says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QMimeData,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)

from foreword.ui.chat_list_rows import PINNED, Row
from foreword.ui.translate import tr, tr_n
from foreword.ui.wording import plain_tooltip

Index = QModelIndex | QPersistentModelIndex

ROW = Qt.ItemDataRole.UserRole
"""The whole `Row`."""
OPEN = Qt.ItemDataRole.UserRole + 1
"""Whether it is the chat that the window shows."""
ANSWERING = Qt.ItemDataRole.UserRole + 2
"""Whether a reply is being written there."""

CHAT_MIME = "application/x-foreword-chat"

_ROOT = QModelIndex()
_CHAT_FLAGS = (
    Qt.ItemFlag.ItemIsEnabled
    | Qt.ItemFlag.ItemIsSelectable
    | Qt.ItemFlag.ItemIsEditable
    | Qt.ItemFlag.ItemIsDragEnabled
    | Qt.ItemFlag.ItemNeverHasChildren
)
_FOLDER_FLAGS = _CHAT_FLAGS & ~Qt.ItemFlag.ItemIsDragEnabled


class ChatListModel(QAbstractListModel):
    """Rows of `chat_list_rows`, the mark of the open chat, and the dot of the one being answered."""

    #: str kind ("chat" or "folder"), str id, str name
    rename_wanted = Signal(str, str, str)
    #: str chat id, str folder id; empty: out of any folder
    move_wanted = Signal(str, str)
    #: str chat id, bool pinned
    pin_wanted = Signal(str, bool)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[Row] = []
        self._open = ""
        self._answering = ""

    # --- what the view asks
    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row = self._rows[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.EditRole:
                return row.words
            case Qt.ItemDataRole.ToolTipRole:
                return plain_tooltip(row.words) if row.kind != "heading" else None
            case Qt.ItemDataRole.AccessibleTextRole:
                return self._spoken(row)
            case Qt.ItemDataRole.AccessibleDescriptionRole:
                return self._spoken_state(row)
            case _:
                return self._own(row, role)

    def _own(self, row: Row, role: int) -> Any:
        if role == ROW:
            return row
        if role == OPEN:
            return row.kind == "chat" and row.id == self._open
        if role == ANSWERING:
            return row.kind == "chat" and row.id == self._answering
        return None

    def _spoken(self, row: Row) -> str:
        if row.kind == "folder":
            words = (
                tr("Folder {name}, {chats}, open") if row.expanded else tr("Folder {name}, {chats}, closed")
            )
            return words.format(name=row.words, chats=tr_n(row.held, "{n:,} chat", "{n:,} chats"))
        pinned = row.chat is not None and row.chat.pinned
        return tr("{chat}, pinned", chat=row.words) if pinned else row.words

    def _spoken_state(self, row: Row) -> str:
        states = []
        if row.kind == "chat" and row.id == self._open:
            states.append(tr("is open"))
        if row.kind == "chat" and row.id == self._answering:
            states.append(tr("is being answered"))
        return ", ".join(states)

    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        kind = self._rows[index.row()].kind
        if kind == "heading":
            return Qt.ItemFlag.NoItemFlags
        return _CHAT_FLAGS if kind == "chat" else _FOLDER_FLAGS

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """A name was written in place. It is shown once it is kept."""
        row = self._rows[index.row()]
        name = " ".join(str(value or "").split())
        if role != Qt.ItemDataRole.EditRole or not name or name == row.words:
            return False
        self.rename_wanted.emit(row.kind, row.id, name)
        return True

    # --- what the sidebar asks
    def row(self, index: Index) -> Row | None:
        return self._rows[index.row()] if index.isValid() else None

    def find(self, kind: str, key: str) -> QModelIndex:
        """Where a chat or a folder stands; invalid where it isn't shown."""
        for number, row in enumerate(self._rows):
            if row.id == key and row.kind == kind:
                return self.index(number)
        return QModelIndex()

    def open_id(self) -> str:
        return self._open

    def mark_open(self, chat_id: str) -> None:
        """The window shows this chat; empty: none of the list."""
        before, self._open = self._open, chat_id
        self._touch({before, chat_id})

    def mark_answering(self, chat_id: str) -> None:
        """A reply is being written in this chat; empty: in none."""
        before, self._answering = self._answering, chat_id
        self._touch({before, chat_id})

    def _touch(self, chat_ids: set[str]) -> None:
        for chat_id in chat_ids - {""}:
            index = self.find("chat", chat_id)
            if index.isValid():
                self.dataChanged.emit(index, index)

    # --- change by difference
    def show(self, rows: Sequence[Row]) -> None:
        """Become these rows. What stands before and behind the change is not touched."""
        old, new = self._rows, list(rows)
        first = _common(old, new)
        if first < max(len(old), len(new)):
            last = _common(old[first:][::-1], new[first:][::-1])
            self._replace(first, len(old) - last, new[first : len(new) - last])
        before = self._rows
        changed = [
            number for number, row in enumerate(new) if row is not before[number] and row != before[number]
        ]
        self._rows = new
        if changed:
            self.dataChanged.emit(self.index(changed[0]), self.index(changed[-1]))

    def _replace(self, first: int, end: int, rows: list[Row]) -> None:
        """Put `rows` in the place of those from `first` to `end`; one that only moves is moved."""
        gone = self._rows[first:end]
        if len(gone) == len(rows) and gone and self._move_one(first, gone, [row.key() for row in rows]):
            return
        if gone:
            self.beginRemoveRows(_ROOT, first, end - 1)
            self._rows = self._rows[:first] + self._rows[end:]
            self.endRemoveRows()
        if rows:
            self.beginInsertRows(_ROOT, first, first + len(rows) - 1)
            self._rows = self._rows[:first] + rows + self._rows[first:]
            self.endInsertRows()

    def _move_one(self, first: int, gone: list[Row], keys: list[tuple[str, str]]) -> bool:
        """A chat that was used goes up: the usual change, and it keeps the view as it is."""
        old = [row.key() for row in gone]
        last = first + len(gone) - 1
        if [old[-1], *old[:-1]] == keys:
            self.beginMoveRows(_ROOT, last, last, _ROOT, first)
            moved = [gone[-1], *gone[:-1]]
        elif [*old[1:], old[0]] == keys:
            self.beginMoveRows(_ROOT, first, first, _ROOT, last + 1)
            moved = [*gone[1:], gone[0]]
        else:
            return False
        self._rows = self._rows[:first] + moved + self._rows[last + 1 :]
        self.endMoveRows()
        return True

    # --- drag and drop
    def mimeTypes(self) -> list[str]:
        return [CHAT_MIME]

    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:
        data = QMimeData()
        data.setData(CHAT_MIME, self._rows[indexes[0].row()].id.encode())
        return data

    def supportedDropActions(self) -> Qt.DropAction:
        return Qt.DropAction.CopyAction

    def drop(self, data: QMimeData, target: Index) -> bool:
        """A chat was dropped here: on a folder or a chat in one, among the pinned, or among the others."""
        chat_id = bytes(data.data(CHAT_MIME).data()).decode()
        dropped = self.row(self.find("chat", chat_id))
        if dropped is None or dropped.chat is None:
            return False
        row = self.row(target)
        to_pinned = row is not None and (row.chat.pinned if row.chat else row.id == PINNED)
        if to_pinned != dropped.chat.pinned:
            self.pin_wanted.emit(chat_id, to_pinned)
        folder = self._folder_of(row)
        if not to_pinned and folder != (dropped.chat.folder_id or ""):
            self.move_wanted.emit(chat_id, folder)
        return True

    @staticmethod
    def _folder_of(row: Row | None) -> str:
        if row is None:
            return ""
        if row.kind == "folder":
            return row.id
        return (row.chat.folder_id or "") if row.chat and row.inside else ""


def _common(first: Sequence[Row], second: Sequence[Row]) -> int:
    """How many of their first rows stand for the same."""
    count = 0
    for one, other in zip(first, second, strict=False):
        if one is not other and one.key() != other.key():
            break
        count += 1
    return count
