"""The field above the chat list: what is typed is looked for at once. Knows nothing of what is found."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from foreword.ui.clear_field import ClearField
from foreword.ui.shortcuts import KeyHelp
from foreword.ui.translate import mark, tr

_MOVES = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)

KEYS = (
    KeyHelp(mark("Go through what was found"), ("Up", "Down", "PgUp", "PgDown")),
    KeyHelp(mark("Open what was found"), ("Return",)),
    KeyHelp(mark("Leave the search"), ("Esc",)),
)
"""What the field does with keys of its own, for the overview."""


class SearchField(ClearField):
    """Up, Down and Enter belong to the results, so the keyboard need not leave the field."""

    #: object: QKeyEvent - to be handled by the results
    moved = Signal(object)
    chosen = Signal()
    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("Clear the search (Esc)"), lead="search", parent=parent)
        self.setObjectName("search")
        self.setPlaceholderText(tr("Search chats"))
        self.setAccessibleName(tr("Search titles and messages"))
        self.setToolTip(tr("Search titles and messages (Ctrl+F)"))

    def words(self) -> str:
        return self.text().strip()

    def event(self, event: QEvent) -> bool:
        """Esc leaves the search here; it doesn't stop a reply meanwhile."""
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and event.key() == Qt.Key.Key_Escape
        ):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        elif event.key() in _MOVES and self.words():
            self.moved.emit(event)
        elif event.key() == Qt.Key.Key_Down:
            self.focusNextChild()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.chosen.emit()
        else:
            super().keyPressEvent(event)
