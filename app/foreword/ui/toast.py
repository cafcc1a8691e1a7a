"""The word at the bottom of the window after a chat was deleted, with the way back. Asks; changes nothing."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, QSize, Signal, Slot
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QSizePolicy, QToolButton, QWidget

from foreword.ui.header import ElidedLabel
from foreword.ui.icons import icon
from foreword.ui.tokens import Tokens

_WIDTH, _GAP = 480, 8  # pixels


class UndoToast(QFrame):
    """Floats over one widget, just above another.

    Shows the chat deleted last; those before it follow once that is settled. How long
    a chat can be brought back is the session's to say: `settle` takes it off.
    """

    #: str chat id
    undo_wanted = Signal(str)
    #: bool - there is something to undo, or no more
    shown_changed = Signal(bool)

    def __init__(self, tokens: Tokens, over: QWidget, above: QWidget) -> None:
        super().__init__(over)
        self.setObjectName("toast")
        self._over, self._above = over, above
        self._deleted: dict[str, str] = {}
        self.words = ElidedLabel()
        self.words.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.undo = QPushButton("Undo")
        self.undo.setToolTip("Bring the chat back (Ctrl+Z)")
        self.undo.clicked.connect(self.take_back)
        self.close_button = QToolButton()
        self.close_button.setAccessibleName("Hide")
        self.close_button.setToolTip("Hide. The chat can't be brought back then.")
        self.close_button.setIconSize(QSize(16, 16))
        self.close_button.clicked.connect(self._hide_all)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(16, 8, 8, 8)
        layout.setSpacing(8)
        layout.addWidget(self.words, 1)
        layout.addWidget(self.undo)
        layout.addWidget(self.close_button)
        for widget in (over, above):
            widget.installEventFilter(self)
        self.hide()
        self.set_tokens(tokens)

    def set_tokens(self, tokens: Tokens) -> None:
        self.close_button.setIcon(icon("close", tokens.muted))

    @Slot(str, str)
    def offer(self, chat_id: str, title: str) -> None:
        """A chat was deleted, and can be brought back."""
        self._deleted.pop(chat_id, None)
        self._deleted[chat_id] = title
        self._show_last()
        said = f"{self.words.whole()} Undo with Ctrl+Z."
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, said))

    @Slot(str)
    def settle(self, chat_id: str) -> None:
        """It is back, or gone for good."""
        if self._deleted.pop(chat_id, None) is not None:
            self._show_last()

    @Slot()
    def take_back(self) -> None:
        """Bring back the one that is shown."""
        if self._deleted:
            chat_id, _ = self._deleted.popitem()
            self._show_last()
            self.undo_wanted.emit(chat_id)

    @Slot()
    def _hide_all(self) -> None:
        self._deleted.clear()
        self._show_last()

    def _show_last(self) -> None:
        if self._deleted:
            title = " ".join(next(reversed(self._deleted.values())).split())
            self.words.set_text(f"Deleted “{title}”.")
            self.show()
            self.raise_()
            self._place()
        else:
            self.hide()
        self.shown_changed.emit(bool(self._deleted))

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Resize, QEvent.Type.Move) and not self.isHidden():
            self._place()
        return False

    def _place(self) -> None:
        width = min(_WIDTH, self._over.width() - 32)
        wanted = self.words.sizeHint().width() + self.undo.sizeHint().width() + 96
        self.resize(min(width, wanted), self.sizeHint().height())
        below = self._above.mapTo(self._over, QPoint(0, 0)).y()
        self.move((self._over.width() - self.width()) // 2, below - self.height() - _GAP)
