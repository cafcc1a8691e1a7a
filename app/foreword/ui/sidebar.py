"""The list of conversations, lightly grouped by day, with renaming in place. Asks; changes nothing."""

from __future__ import annotations

import time
from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QAction, QColor, QPainter
from PySide6.QtWidgets import (
    QAbstractItemDelegate,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QPushButton,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from foreword.session.conversation import ConversationSummary
from foreword.ui.icons import icon
from foreword.ui.tokens import Tokens
from foreword.ui.wording import day_group, plain_tooltip

_ID = Qt.ItemDataRole.UserRole
_ANSWERING = Qt.ItemDataRole.UserRole + 1
_DOT, _DOT_ROOM = 8, 24  # pixels


class Sidebar(QWidget):
    """New chat above, the conversations, settings below."""

    open_requested = Signal(str)
    #: str conversation id, str title
    rename_requested = Signal(str, str)

    def __init__(self, tokens: Tokens, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("sidebar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.new_button = _quiet_button("New chat")
        self.settings_button = _quiet_button("Settings")
        self.list = QListWidget()
        self.list.setObjectName("conversations")
        self.list.setAccessibleName("Conversations")
        self.list.setEditTriggers(QListWidget.EditTrigger.NoEditTriggers)
        self.list.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setVerticalScrollMode(QListWidget.ScrollMode.ScrollPerPixel)
        self.list.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.list.setUniformItemSizes(False)
        self._delegate = ChatDelegate(tokens, self.list)
        self.list.setItemDelegate(self._delegate)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 8, 0, 8)
        layout.setSpacing(4)
        for widget, margin in ((self.new_button, 8), (self.list, 0), (self.settings_button, 8)):
            box = QVBoxLayout()
            box.setContentsMargins(margin, 0, margin, 0)
            box.addWidget(widget)
            layout.addLayout(box, 1 if widget is self.list else 0)
        self._editing = False
        self._answering = ""
        self._waiting: tuple[Sequence[ConversationSummary], str | None] | None = None
        self._menu_actions: list[QAction] = []
        self.list.currentItemChanged.connect(self._current_changed)
        self.list.itemChanged.connect(self._item_changed)
        self._delegate.closeEditor.connect(self._editor_closed)
        self.list.customContextMenuRequested.connect(self._show_menu)
        self.set_tokens(tokens)

    def set_tokens(self, tokens: Tokens) -> None:
        self.new_button.setIcon(icon("new-chat", tokens.muted))
        self.settings_button.setIcon(icon("settings", tokens.muted))
        self._delegate.tokens = tokens
        self.list.viewport().update()

    def set_menu_actions(self, actions: Sequence[QAction]) -> None:
        """What the context menu of a conversation offers; shared with the menu bar."""
        self._menu_actions = list(actions)

    def current_id(self) -> str | None:
        item = self.list.currentItem()
        return str(item.data(_ID)) if item is not None and item.data(_ID) else None

    def current_title(self) -> str:
        item = self.list.currentItem()
        return item.text() if item is not None else ""

    def show_conversations(self, items: Sequence[ConversationSummary], open_id: str | None) -> None:
        """Show the list anew. While a name is being edited, that comes first."""
        if self._editing:
            self._waiting = (items, open_id)
            return
        position = self.list.verticalScrollBar().value()
        self.list.blockSignals(True)
        self.list.clear()
        group, now = "", time.time()
        for summary in items:
            heading = day_group(summary.updated_at, now)
            if heading != group:
                group = heading
                self._add_heading(heading)
            self._add_conversation(summary, summary.id == open_id)
        self.list.blockSignals(False)
        self.list.verticalScrollBar().setValue(position)

    def select(self, open_id: str | None) -> None:
        """Mark the open conversation, without asking for it to be opened."""
        self.list.blockSignals(True)
        self.list.setCurrentRow(-1)
        for row in range(self.list.count()):
            if open_id is not None and self.list.item(row).data(_ID) == open_id:
                self.list.setCurrentRow(row)
        self.list.blockSignals(False)
        self.list.viewport().update()

    @Slot(str)
    def mark_answering(self, conversation_id: str) -> None:
        """Mark the chat in which a reply is being written; empty for none."""
        self._answering = conversation_id
        for row in range(self.list.count()):
            self._mark(self.list.item(row))

    def _mark(self, item: QListWidgetItem) -> None:
        answering = bool(item.data(_ID)) and item.data(_ID) == self._answering
        item.setData(_ANSWERING, answering)
        item.setData(Qt.ItemDataRole.AccessibleDescriptionRole, "is being answered" if answering else "")

    @Slot()
    def edit_name(self) -> None:
        """Rename the open conversation in place."""
        item = self.list.currentItem()
        if item is not None:
            self._editing = True
            self.list.editItem(item)

    def step(self, by: int) -> None:
        """Go to the next (1) or previous (-1) conversation of the list."""
        row = self.list.currentRow() + by
        while 0 <= row < self.list.count() and not self.list.item(row).data(_ID):
            row += by
        if 0 <= row < self.list.count():
            self.list.setCurrentRow(row)

    def _add_heading(self, words: str) -> None:
        item = QListWidgetItem(words)
        item.setFlags(Qt.ItemFlag.NoItemFlags)
        font = self.list.font()
        font.setPointSizeF(font.pointSizeF() * 0.88)
        item.setFont(font)
        self.list.addItem(item)

    def _add_conversation(self, summary: ConversationSummary, is_open: bool) -> None:
        item = QListWidgetItem(" ".join(summary.title.split()))
        item.setData(_ID, summary.id)
        item.setToolTip(plain_tooltip(summary.title))
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsEditable
        item.setFlags(flags)
        self._mark(item)
        self.list.addItem(item)
        if is_open:
            self.list.setCurrentItem(item)

    @Slot(QListWidgetItem, QListWidgetItem)
    def _current_changed(self, current: QListWidgetItem | None, _previous: object) -> None:
        if current is not None and current.data(_ID):
            self.open_requested.emit(str(current.data(_ID)))

    @Slot(QListWidgetItem)
    def _item_changed(self, item: QListWidgetItem) -> None:
        if self._editing:
            self.rename_requested.emit(str(item.data(_ID)), item.text().strip())

    @Slot(QWidget, QAbstractItemDelegate.EndEditHint)
    def _editor_closed(self, _editor: QWidget, _hint: object) -> None:
        self._editing = False
        if self._waiting is not None:
            items, open_id = self._waiting
            self._waiting = None
            self.show_conversations(items, open_id)

    @Slot(QPoint)
    def _show_menu(self, position: QPoint) -> None:
        item = self.list.itemAt(position)
        if item is None or not item.data(_ID):
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addActions(self._menu_actions)
        menu.popup(self.list.viewport().mapToGlobal(position))


class ChatDelegate(QStyledItemDelegate):
    """Draws a chat's title, with a dot behind it while a reply is being written there."""

    def __init__(self, tokens: Tokens, parent: QWidget) -> None:
        super().__init__(parent)
        self.tokens = tokens

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        super().paint(painter, option, index)
        if index.data(_ANSWERING):
            box = option.rect
            painter.save()
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(self.tokens.accent))
            left, top = box.right() - _DOT_ROOM / 2 - _DOT / 2, box.center().y() - _DOT / 2
            painter.drawEllipse(QRectF(left, top, _DOT, _DOT))
            painter.restore()

    def initStyleOption(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Keep the title out of the dot's room."""
        super().initStyleOption(option, index)
        if index.data(_ANSWERING):
            room = option.rect.width() - _DOT_ROOM - 20
            words = option.fontMetrics.elidedText(
                option.text,
                Qt.TextElideMode.ElideRight,
                room,
            )
            option.text = words


def _quiet_button(words: str) -> QPushButton:
    button = QPushButton(words)
    button.setProperty("quiet", True)
    button.setIconSize(QSize(20, 20))
    return button
