"""The chats to choose from for an export: a list with boxes to tick, and a field that narrows it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QPersistentModelIndex,
    QSortFilterProxyModel,
    Qt,
    Signal,
    Slot,
)
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QListView, QVBoxLayout, QWidget

from foreword.session.conversation import ConversationSummary
from foreword.session.exchange.readable import moment_words
from foreword.ui.clear_field import ClearField
from foreword.ui.translate import tr
from foreword.ui.wording import plain_tooltip
from foreword.ui.zoom import px

_Index = QModelIndex | QPersistentModelIndex
_HEIGHT = 168


class _Model(QAbstractListModel):
    def __init__(self, chats: Sequence[ConversationSummary], chosen: Sequence[str], parent: QWidget) -> None:
        super().__init__(parent)
        self._chats = list(chats)
        self.chosen = set(chosen)

    def rowCount(self, parent: _Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._chats)

    def flags(self, index: _Index) -> Qt.ItemFlag:
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsUserCheckable

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        chat = self._chats[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.AccessibleTextRole:
                return chat.title
            case Qt.ItemDataRole.ToolTipRole:
                return plain_tooltip(f"{chat.title}\n{moment_words(chat.updated_at)}")
            case Qt.ItemDataRole.CheckStateRole:
                return Qt.CheckState.Checked if chat.id in self.chosen else Qt.CheckState.Unchecked
        return None

    def setData(self, index: _Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if role != Qt.ItemDataRole.CheckStateRole:
            return False
        chat = self._chats[index.row()].id
        if Qt.CheckState(value) == Qt.CheckState.Checked:
            self.chosen.add(chat)
        else:
            self.chosen.discard(chat)
        self.dataChanged.emit(index, index, [role])
        return True


class _Boxes(QListView):
    """Enter ticks as the space bar does, instead of exporting what isn't chosen yet."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        index = self.currentIndex()
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and index.isValid():
            ticked = index.data(Qt.ItemDataRole.CheckStateRole) == Qt.CheckState.Checked
            state = Qt.CheckState.Unchecked if ticked else Qt.CheckState.Checked
            self.model().setData(index, state, Qt.ItemDataRole.CheckStateRole)
            return
        super().keyPressEvent(event)


class ChatChoice(QWidget):
    """Which chats are ticked; those that the field hides stay so."""

    changed = Signal()

    def __init__(self, chats: Sequence[ConversationSummary], chosen: Sequence[str]) -> None:
        super().__init__()
        self._model = _Model(chats, chosen, self)
        self._shown = QSortFilterProxyModel(self)
        self._shown.setSourceModel(self._model)
        self._shown.setFilterCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.field = ClearField()
        self.field.setPlaceholderText(tr("Find a chat by its title"))
        self.field.setAccessibleName(tr("Find a chat by its title"))
        self.list = _Boxes()
        self.list.setObjectName("exchangechats")
        self.list.setModel(self._shown)
        self.list.setUniformItemSizes(True)
        self.list.setCurrentIndex(self._shown.index(0, 0))
        self.list.setFixedHeight(px(_HEIGHT))
        self.list.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setAccessibleName(tr("Chats to export"))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(self.field)
        layout.addWidget(self.list)
        self.field.textChanged.connect(self._narrow)
        self._model.dataChanged.connect(self.changed)

    def chosen(self) -> tuple[str, ...]:
        return tuple(self._model.chosen)

    @Slot(str)
    def _narrow(self, text: str) -> None:
        self._shown.setFilterFixedString(text)
