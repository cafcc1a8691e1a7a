"""Two dialogs to read in: everything that was measured of a reply, and the text of a file."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QPlainTextEdit, QVBoxLayout, QWidget

from foreword.session.conversation import Attachment, Turn
from foreword.ui import wording
from foreword.ui.lens_words import worth_lines
from foreword.ui.theme import code_font
from foreword.ui.translate import tr
from foreword.ui.zoom import px

SHOWN_CHARACTERS = 200_000
"""More of a file would hold up the window while it is laid out."""


class Reader(QDialog):
    """A text to read, select and copy; never to change."""

    def __init__(self, title: str, line: str, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(title)
        self.resize(px(640), px(480))
        about = QLabel(line)
        about.setObjectName("hint")
        about.setTextFormat(Qt.TextFormat.PlainText)
        about.setWordWrap(True)
        self.text = QPlainTextEdit()
        self.text.setReadOnly(True)
        self.text.setTabChangesFocus(True)
        self.text.setFont(code_font(self.text.font()))
        self.text.setAccessibleName(title)
        self.text.setPlainText(text)
        self.buttons = buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        copy = buttons.addButton(tr("Copy All"), QDialogButtonBox.ButtonRole.ActionRole)
        copy.clicked.connect(self._copy)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 16)
        layout.setSpacing(8)
        layout.addWidget(about)
        layout.addWidget(self.text, 1)
        layout.addWidget(buttons)
        about.setVisible(bool(line))

    def offer(self, words: str, slot: Callable[[], object], why_not: str) -> None:
        """A button that does something and closes this; off, with the reason, where it can't be done."""
        button = self.buttons.addButton(words, QDialogButtonBox.ButtonRole.ActionRole)
        button.setEnabled(not why_not)
        button.setToolTip(wording.plain_tooltip(why_not))
        button.setAccessibleDescription(why_not)
        button.clicked.connect(slot)
        button.clicked.connect(self.accept)

    @Slot()
    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.text.toPlainText())


def file_reader(file: Attachment, parent: QWidget | None = None) -> Reader:
    line = wording.size_words(len(file.text.encode("utf-8")))
    if len(file.text) > SHOWN_CHARACTERS:
        line = tr("{size}, the first {count:,} characters", size=line, count=SHOWN_CHARACTERS)
    return Reader(file.name, line, file.text[:SHOWN_CHARACTERS], parent)


def details_reader(turn: Turn, parent: QWidget | None = None) -> Reader:
    return Reader(tr("Reply Details"), wording.stats_line(turn), details_text(turn), parent)


def details_text(turn: Turn) -> str:
    """What drafting was worth, in words, then everything that was counted."""
    worth = "\n".join(worth_lines(turn.stats))
    return "\n\n".join(part for part in (worth, wording.stats_details(turn)) if part)
