"""Labels for words that others wrote: plain text that wraps, can be selected and never widens the page."""

from __future__ import annotations

import re

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from foreword.ui.reading import leading
from foreword.ui.theme import restyle

_RUN = re.compile(r"\S{32}(?=\S)")
_BREAK = "\u200b"


class WordsLabel(QLabel):
    """`kind` is the name that the style sheet knows it by. Hidden while it has nothing to say."""

    def __init__(self, kind: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(kind)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        self.setAlignment(leading() | Qt.AlignmentFlag.AlignVCenter)
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.hide()

    def minimumSizeHint(self) -> QSize:
        """One line of any width: how high it is follows from the width that it is given."""
        return QSize(1, self.fontMetrics().height())

    def say(self, words: str, state: str | None = None) -> None:
        """Show these words; nothing is laid out anew where they are the same. A long run without a space
        may be broken. `state` is what the style sheet colours by."""
        if words != self.words():
            self.setText(_RUN.sub(lambda run: run[0] + _BREAK, words))
        self.setVisible(bool(words))
        if state is not None and state != self.property("state"):
            self.setProperty("state", state)
            restyle(self)

    def words(self) -> str:
        """What it says, as it was given."""
        return self.text().replace(_BREAK, "")


def escaped(words: str) -> str:
    """For the text of a button or of a label with a buddy: `&` stands for itself."""
    return words.replace("&", "&&")
