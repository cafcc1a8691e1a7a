"""One attachment in the composer: its name, size and tokens; a click shows its text, a cross removes it."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QToolButton, QWidget

from foreword.session.conversation import Attachment
from foreword.ui import wording
from foreword.ui.icons import icon
from foreword.ui.labels import escaped
from foreword.ui.tokens import Tokens
from foreword.ui.translate import tr, tr_n
from foreword.ui.turn_details import Reader

_LEAST_NAME, _MOST_NAME = 64, 240
"""Pixels of the name; a longer one loses its middle."""
_AROUND = 80
"""Pixels of a chip that are neither name nor details: icon, cross, margins."""
SHOWN_CHARACTERS = 200_000
"""More of a file would hold up the window while it is laid out."""
_REMOVING = (Qt.Key.Key_Delete, Qt.Key.Key_Backspace)


class AttachmentChip(QFrame):
    """Shows `name` while its file is being read; `fill` then gives it the text."""

    remove_requested = Signal()

    def __init__(self, name: str, tokens: Tokens, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("attachment")
        self.name = name
        self.attachment: Attachment | None = None
        self.count: int | None = None
        self._room = _MOST_NAME
        self.show_button = _button()
        self.show_button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.show_button.clicked.connect(self.show_text)
        self.remove_button = _button()
        self.remove_button.setFixedSize(24, 24)
        self.remove_button.setProperty("narrow", True)  # all of its room is the icon's
        self.remove_button.clicked.connect(self.remove_requested)
        row = QHBoxLayout(self)
        row.setContentsMargins(4, 3, 4, 3)
        row.setSpacing(0)
        row.addWidget(self.show_button)
        row.addWidget(self.remove_button)
        self.set_tokens(tokens)
        self._say()

    def fill(self, attachment: Attachment) -> None:
        self.name, self.attachment = attachment.name, attachment
        self._say()

    def set_count(self, count: int | None) -> None:
        """How many tokens it is in the prompt; None: not known."""
        if count != self.count:
            self.count = count
            self._say()

    def fit(self, width: int) -> None:
        """Be no wider than this, as far as that goes."""
        details = self.fontMetrics().horizontalAdvance(f"   {self.details()}")
        room = max(_LEAST_NAME, min(_MOST_NAME, width - details - _AROUND))
        if room != self._room:
            self._room = room
            self._say()

    def set_tokens(self, tokens: Tokens) -> None:
        self.show_button.setIcon(icon("file", tokens.muted))
        self.remove_button.setIcon(icon("close", tokens.muted))

    def details(self) -> str:
        """Its size and its tokens, as far as they are known."""
        if self.attachment is None:
            return tr("reading…")
        size = wording.size_words(len(self.attachment.text.encode("utf-8")))
        return size if self.count is None else f"{size} · {tr_n(self.count, '{n:,} token', '{n:,} tokens')}"

    @Slot()
    def show_text(self) -> None:
        """Open the text to read."""
        if self.attachment is not None:
            text, cut = self.attachment.text, len(self.attachment.text) > SHOWN_CHARACTERS
            line = (
                tr("{size}, the first {count:,} characters", size=self.details(), count=SHOWN_CHARACTERS)
                if cut
                else self.details()
            )
            reader = Reader(self.name, line, text[:SHOWN_CHARACTERS], self.window())
            reader.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            reader.open()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _REMOVING:
            self.remove_requested.emit()
        else:
            super().keyPressEvent(event)

    def _say(self) -> None:
        details = self.details()
        name = self.fontMetrics().elidedText(self.name, Qt.TextElideMode.ElideMiddle, self._room)
        self.show_button.setText(escaped(f"{name}   {details}"))
        more = "" if self.attachment is None else tr("\nClick to read it, Delete removes it.")
        self.show_button.setToolTip(wording.plain_tooltip(f"{self.name}\n{details}{more}"))
        self.show_button.setAccessibleName(
            tr("Attachment {name}, {details}", name=self.name, details=details)
        )
        self.remove_button.setToolTip(wording.plain_tooltip(tr("Remove {name} (Delete)", name=self.name)))
        self.remove_button.setAccessibleName(tr("Remove {name}", name=self.name))
        self.updateGeometry()


def _button() -> QToolButton:
    button = QToolButton()
    button.setIconSize(QSize(16, 16))
    button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    button.setCursor(Qt.CursorShape.PointingHandCursor)
    return button
