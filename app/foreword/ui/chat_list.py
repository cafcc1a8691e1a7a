"""The list of chats as one sees and handles it: mouse, keyboard, drag and drop, renaming in place.

The arrow keys move through the list without opening anything; Enter or a click opens. Passes on what the
user wants; changes nothing itself.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QPoint, QRect, Qt, Signal, Slot
from PySide6.QtGui import (
    QContextMenuEvent,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
)
from PySide6.QtWidgets import QAbstractItemDelegate, QListView, QStyle, QWidget

from foreword.ui.chat_list_delegate import ChatDelegate, more_rect
from foreword.ui.chat_list_model import CHAT_MIME, ChatListModel
from foreword.ui.chat_list_rows import Row
from foreword.ui.shortcuts import KeyHelp
from foreword.ui.tokens import Tokens
from foreword.ui.translate import mark, tr

_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)

KEYS = (
    KeyHelp(mark("Go through the list"), ("Up", "Down", "Home", "End")),
    KeyHelp(mark("Open the chat, or fold the folder"), ("Return", "Space")),
    KeyHelp(mark("Open or close the folder"), ("Right", "Left")),
    KeyHelp(mark("More for the chat or folder"), ("Menu", "Shift+F10")),
)
"""What the list does with keys of its own, for the overview."""


class ChatList(QListView):
    """Holds rows back while a name is being edited, so that the editor stays where it is."""

    open_wanted = Signal(str)
    #: str folder id - open it, or close it
    fold_wanted = Signal(str)
    #: object: Row, QPoint on the screen
    menu_wanted = Signal(object, QPoint)
    #: The list has the keyboard now, or has it no more.
    focus_changed = Signal()

    def __init__(self, tokens: Tokens, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("conversations")
        self.setAccessibleName(tr("Chats"))
        self.rows = ChatListModel(self)
        self.setModel(self.rows)
        self.delegate = ChatDelegate(tokens, self)
        self.setItemDelegate(self.delegate)
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setDragEnabled(True)
        self.setAcceptDrops(True)
        self.setDropIndicatorShown(False)
        self.setDragDropMode(QListView.DragDropMode.DragDrop)
        self._waiting: Sequence[Row] | None = None
        self.delegate.closeEditor.connect(self._editor_closed)

    def set_tokens(self, tokens: Tokens) -> None:
        self.delegate.tokens = tokens
        self.viewport().update()

    # --- rows
    def show_rows(self, rows: Sequence[Row]) -> None:
        if self.is_editing():
            self._waiting = rows
            return
        current = self.rows.row(self.currentIndex())
        self.rows.show(rows)
        now = self.rows.row(self.currentIndex())
        if current is not None and (now is None or now.key() != current.key()):
            found = self.rows.find(*current.key())
            if found.isValid():  # it stood among rows that were put elsewhere
                self.selectionModel().setCurrentIndex(found, QItemSelectionModel.SelectionFlag.ClearAndSelect)

    def is_editing(self) -> bool:
        return self.state() == QListView.State.EditingState

    def edit_name(self, kind: str, key: str) -> None:
        """Rename a chat or a folder in place."""
        index = self.rows.find(kind, key)
        if index.isValid():
            self.scrollTo(index)
            self.setCurrentIndex(index)
            self.edit(index)

    def current_row(self) -> Row | None:
        return self.rows.row(self.currentIndex())

    def go_to(self, kind: str, key: str) -> None:
        """Make this row the current one, in sight."""
        index = self.rows.find(kind, key)
        if index.isValid():
            self.setCurrentIndex(index)
            self.scrollTo(index)

    @Slot(QWidget, QAbstractItemDelegate.EndEditHint)
    def _editor_closed(self, _editor: QWidget, _hint: object) -> None:
        if self._waiting is not None:
            rows, self._waiting = self._waiting, None
            self.rows.show(rows)

    # --- keyboard
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self.is_editing():  # Enter comes here too once the editor has had it
            super().keyPressEvent(event)
            return
        self._show_ring(True)
        row = self.current_row()
        key = event.key()
        if row is not None and key in _ENTER:
            self._activate(row)
        elif row is not None and key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            forth = Qt.Key.Key_Left if self.isRightToLeft() else Qt.Key.Key_Right
            self._fold(row, wants_open=key == forth)
        else:
            super().keyPressEvent(event)

    def _activate(self, row: Row) -> None:
        if row.kind == "chat":
            self.open_wanted.emit(row.id)
        elif row.kind == "folder":
            self.fold_wanted.emit(row.id)

    def _fold(self, row: Row, *, wants_open: bool) -> None:
        """As in a tree: Left closes a folder, or goes from a chat to its folder; Right opens it."""
        if row.kind == "folder" and row.expanded != wants_open:
            self.fold_wanted.emit(row.id)
        elif row.inside and row.chat is not None and not wants_open:
            self.go_to("folder", row.chat.folder_id or "")

    def moveCursor(self, action: QListView.CursorAction, modifiers: Qt.KeyboardModifier) -> QModelIndex:
        """Home and End go to the first and last row that is one; headings are none."""
        count = self.rows.rowCount()
        if action == QListView.CursorAction.MoveHome:
            return self._first_of(range(count))
        if action == QListView.CursorAction.MoveEnd:
            return self._first_of(range(count - 1, -1, -1))
        return super().moveCursor(action, modifiers)

    def _first_of(self, numbers: range) -> QModelIndex:
        for number in numbers:
            index = self.rows.index(number)
            if self.rows.flags(index) & Qt.ItemFlag.ItemIsEnabled:
                return index
        return QModelIndex()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Who comes by keyboard sees where they are: at the open chat, or at the top."""
        super().focusInEvent(event)
        self.focus_changed.emit()
        by_key = event.reason() not in (
            Qt.FocusReason.MouseFocusReason,
            Qt.FocusReason.PopupFocusReason,
            Qt.FocusReason.ActiveWindowFocusReason,
        )
        if by_key:
            self._show_ring(True)
        if by_key and not self.currentIndex().isValid():
            index = self.rows.find("chat", self.rows.open_id())
            start = index if index.isValid() else self._first_of(range(self.rows.rowCount()))
            self.setCurrentIndex(start)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.focus_changed.emit()

    def _show_ring(self, on: bool) -> None:
        if on != self.delegate.keyboard:
            self.delegate.keyboard = on
            self.viewport().update()

    # --- mouse
    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._show_ring(False)
        index = self.indexAt(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and self._is_on_more(index, event):
            self.setCurrentIndex(index)
            self._ask_menu(index, self._more_box(index).bottomLeft())
            return
        super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        pressed = self.state() not in (QListView.State.DraggingState, QListView.State.EditingState)
        super().mouseReleaseEvent(event)
        row = self.rows.row(index)
        if (
            pressed
            and row is not None
            and event.button() == Qt.MouseButton.LeftButton
            and index == self.currentIndex()
            and not self._is_on_more(index, event)
        ):
            self._activate(row)

    def _is_on_more(self, index: QModelIndex, event: QMouseEvent) -> bool:
        row = self.rows.row(index)
        if row is None or row.kind == "heading":
            return False
        return self._more_box(index).contains(event.position().toPoint())

    def _more_box(self, index: QModelIndex) -> QRect:
        """Where the button for the menu is drawn."""
        line = self.visualRect(index)
        return QStyle.visualRect(self.layoutDirection(), line, more_rect(line))

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """By the mouse: of the row under it. By the menu key: of the current one."""
        if event.reason() == QContextMenuEvent.Reason.Mouse:
            index = self.indexAt(event.pos())
            self._ask_menu(index, event.pos())
        else:
            self.scrollTo(self.currentIndex())
            self._ask_menu(self.currentIndex(), self.visualRect(self.currentIndex()).bottomLeft())

    def _ask_menu(self, index: QModelIndex, position: QPoint) -> None:
        row = self.rows.row(index)
        if row is not None and row.kind != "heading":
            self.setCurrentIndex(index)
            self.menu_wanted.emit(row, self.viewport().mapToGlobal(position))

    # --- drag and drop
    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasFormat(CHAT_MIME):
            event.acceptProposedAction()

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        super().dragMoveEvent(event)  # scrolls at the edges
        if event.mimeData().hasFormat(CHAT_MIME):
            self._mark_drop(self.indexAt(event.position().toPoint()).row())
            event.setDropAction(Qt.DropAction.CopyAction)
            event.accept()

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        super().dragLeaveEvent(event)
        self._mark_drop(-1)

    def dropEvent(self, event: QDropEvent) -> None:
        """A copy, as far as Qt is concerned: what follows from it comes back from the session."""
        self._mark_drop(-1)
        self.stopAutoScroll()
        self.setState(QListView.State.NoState)
        if event.mimeData().hasFormat(CHAT_MIME):
            self.rows.drop(event.mimeData(), self.indexAt(event.position().toPoint()))
            event.setDropAction(Qt.DropAction.CopyAction)
            event.accept()

    def _mark_drop(self, row: int) -> None:
        if row != self.delegate.drop_row:
            self.delegate.drop_row = row
            self.viewport().update()
