"""Words that float over the window: after a chat was deleted, with the way back, and others for a moment.

Ask; change nothing.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, QSize, Qt, QTimer, Signal, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QSizePolicy, QToolButton, QWidget

from foreword.ui.announce import announce
from foreword.ui.header_title import ElidedLabel
from foreword.ui.icons import icon
from foreword.ui.tokens import Tokens
from foreword.ui.translate import tr
from foreword.ui.zoom import px

_WIDTH, _GAP = 480, 8  # pixels at 100 %
_BRIEF_MS = 1500


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
        self.undo = QPushButton(tr("Undo"))
        self.undo.setToolTip(tr("Bring the chat back (Ctrl+Z)"))
        self.undo.clicked.connect(self.take_back)
        self.close_button = QToolButton()
        self.close_button.setAccessibleName(tr("Hide"))
        self.close_button.setToolTip(tr("Hide. The chat can't be brought back then."))
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
        announce(self, tr("{words} Undo with Ctrl+Z.", words=self.words.whole()))

    @Slot(str)
    def settle(self, chat_id: str) -> None:
        """It is back, or gone for good."""
        if self._deleted.pop(chat_id, None) is not None:
            self._show_last()

    def offers(self) -> bool:
        """Whether there is a chat to bring back."""
        return bool(self._deleted)

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
            self.words.set_text(tr("Deleted “{title}”.", title=title))
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
        width = min(px(_WIDTH), self._over.width() - 32)
        wanted = self.words.sizeHint().width() + self.undo.sizeHint().width() + px(96)
        self.resize(min(width, wanted), self.sizeHint().height())
        below = self._above.mapTo(self._over, QPoint(0, 0)).y()
        self.move((self._over.width() - self.width()) // 2, below - self.height() - px(_GAP))


class BriefToast(QLabel):
    """A few words below the upper edge, gone after a moment. They take no mouse and no keyboard."""

    def __init__(self, over: QWidget) -> None:
        super().__init__(over)
        self._over = over
        self.setObjectName("brief")
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._timer = QTimer(self, singleShot=True, interval=_BRIEF_MS)
        self._timer.timeout.connect(self.hide)
        self.hide()

    def show_words(self, words: str) -> None:
        self.setText(words)
        self.show()
        self.raise_()
        self.adjustSize()
        self.move((self._over.width() - self.width()) // 2, px(64))
        self._timer.start()
