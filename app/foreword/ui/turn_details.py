"""Two dialogs to read in: everything that was measured of a reply, and the text of a file."""

from __future__ import annotations

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QPlainTextEdit, QVBoxLayout, QWidget

from foreword.session.conversation import Attachment, Turn
from foreword.ui import wording
from foreword.ui.theme import code_font

SHOWN_CHARACTERS = 200_000
"""More of a file would hold up the window while it is laid out."""


class Reader(QDialog):
    """A text to read, select and copy; never to change."""

    def __init__(self, title: str, line: str, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(title)
        self.resize(640, 480)
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
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        copy = buttons.addButton("Copy All", QDialogButtonBox.ButtonRole.ActionRole)
        copy.clicked.connect(self._copy)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 16)
        layout.setSpacing(8)
        layout.addWidget(about)
        layout.addWidget(self.text, 1)
        layout.addWidget(buttons)
        about.setVisible(bool(line))

    @Slot()
    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.text.toPlainText())


def file_reader(file: Attachment, parent: QWidget | None = None) -> Reader:
    line = wording.size_words(len(file.text.encode("utf-8")))
    if len(file.text) > SHOWN_CHARACTERS:
        line += f", the first {SHOWN_CHARACTERS:,} characters"
    return Reader(file.name, line, file.text[:SHOWN_CHARACTERS], parent)


def details_reader(turn: Turn, parent: QWidget | None = None) -> Reader:
    return Reader("Reply Details", wording.stats_line(turn), wording.stats_details(turn), parent)
