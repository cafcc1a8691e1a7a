"""Where the user types. Enter sends, Shift+Enter breaks the line, Tab leaves.

Knows nothing of chats: it offers its text through `submitted` and keeps it until told to clear.
"""

from __future__ import annotations

import math

from PySide6.QtCore import QMimeData, QSize, Qt, Signal, Slot
from PySide6.QtGui import QFocusEvent, QGuiApplication, QInputMethodEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QTextEdit, QToolButton, QVBoxLayout, QWidget

from foreword.ui.icons import icon
from foreword.ui.tokens import COLUMN_WIDTH, Tokens
from foreword.ui.wording import composer_hint

_HIGHEST = 200  # pixels; then the text scrolls


class Composer(QWidget):
    """The field with its one button: Send, or Stop while a reply is being written."""

    #: str - the user wants to send this text (never blank, never while busy).
    submitted = Signal(str)
    stop_requested = Signal()

    def __init__(self, tokens: Tokens, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tokens = tokens
        self._busy = False
        self._elsewhere = False
        self.edit = ComposerEdit()
        self.hint = _small_label()
        self.button = QToolButton()
        self.button.setObjectName("send")
        self.button.setFixedSize(32, 32)
        self.button.setIconSize(QSize(20, 20))
        self._frame = QFrame()
        self._frame.setObjectName("composer")
        row = QHBoxLayout(self._frame)
        row.setContentsMargins(16, 8, 8, 8)
        row.setSpacing(8)
        row.addWidget(self.edit, 1, Qt.AlignmentFlag.AlignVCenter)
        row.addWidget(self.button, 0, Qt.AlignmentFlag.AlignBottom)
        self._frame.setMaximumWidth(COLUMN_WIDTH + 32)
        outer = QHBoxLayout()
        outer.addStretch(1)
        outer.addWidget(self._frame, 100)
        outer.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 8, 24, 8)
        layout.setSpacing(6)
        layout.addLayout(outer)
        layout.addWidget(self.hint)
        self.edit.submit_requested.connect(self._submit)
        self.edit.focus_changed.connect(self._show_focus)
        self.edit.textChanged.connect(self._update_button)
        self.button.clicked.connect(self._clicked)
        self.setFocusProxy(self.edit)
        self._update_button()

    def text(self) -> str:
        return self.edit.toPlainText()

    def set_text(self, text: str) -> None:
        """Replace the text; the caret goes to its end."""
        self.edit.setPlainText(text)
        self.edit.moveCursor(self.edit.textCursor().MoveOperation.End)

    def set_busy(self, busy: bool, *, elsewhere: bool = False) -> None:
        """A reply is being written; `elsewhere`: in a chat that isn't open."""
        self._busy = busy
        self._elsewhere = elsewhere
        self._update_button()

    def show_stopping(self) -> None:
        """Stop was asked for; until `set_busy` says that it happened there is nothing more to ask."""
        self.button.setEnabled(False)
        self.hint.setText("Stopping…")

    def set_tokens(self, tokens: Tokens) -> None:
        self._tokens = tokens
        self._update_button()

    @Slot()
    def _submit(self) -> None:
        if not self._busy and self.text().strip():
            self.submitted.emit(self.text())

    @Slot()
    def _clicked(self) -> None:
        if self._busy:
            self.stop_requested.emit()
        else:
            self._submit()
        self.edit.setFocus()

    @Slot()
    def _update_button(self) -> None:
        name, words = ("stop", "Stop (Esc)") if self._busy else ("send", "Send (Enter)")
        self.button.setIcon(icon(name, self._tokens.on_accent, self._tokens.muted))
        self.button.setToolTip(words)
        self.button.setAccessibleName(words.split(" ")[0])
        typed = bool(self.text().strip())
        self.button.setEnabled(self._busy or typed)
        self.hint.setText(composer_hint(busy=self._busy, elsewhere=self._elsewhere, typed=typed))

    @Slot(bool)
    def _show_focus(self, focused: bool) -> None:
        self._frame.setProperty("active", focused)
        self._frame.style().unpolish(self._frame)
        self._frame.style().polish(self._frame)


class ComposerEdit(QTextEdit):
    """A plain text field that grows with its text and knows when an input method composes."""

    submit_requested = Signal()
    focus_changed = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._composing = False
        self.setAccessibleName("Message")
        self.setPlaceholderText("Write a message")
        self.setAcceptRichText(False)
        self.setTabChangesFocus(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.document().setDocumentMargin(4)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.document().documentLayout().documentSizeChanged.connect(self._fit)
        self._fit()

    @Slot()
    def _fit(self) -> None:
        wanted = math.ceil(self.document().size().height())
        self.setFixedHeight(max(32, min(wanted, _HIGHEST)))
        policy = Qt.ScrollBarPolicy
        self.setVerticalScrollBarPolicy(
            policy.ScrollBarAsNeeded if wanted > _HIGHEST else policy.ScrollBarAlwaysOff
        )

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        self._composing = bool(event.preeditString())
        super().inputMethodEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter during a composition commits the composition and nothing else."""
        if event.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            super().keyPressEvent(event)
        elif self._composing:
            QGuiApplication.inputMethod().commit()
        elif event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self.textCursor().insertBlock()
            self.ensureCursorVisible()
        else:
            self.submit_requested.emit()

    def insertFromMimeData(self, source: QMimeData) -> None:
        """Paste and drop text only, never its formats or pictures."""
        if source.hasText():
            self.textCursor().insertText(source.text())
            self.ensureCursorVisible()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.focus_changed.emit(True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.focus_changed.emit(False)


def _small_label() -> QLabel:
    label = QLabel()
    label.setObjectName("hint")
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setAlignment(Qt.AlignmentFlag.AlignCenter)
    font = label.font()
    font.setPointSizeF(font.pointSizeF() * 0.88)
    label.setFont(font)
    label.setMinimumWidth(1)  # a narrow window may cut it, never grow for it
    return label
