"""What an empty chat shows: what the app is for, and a few ways to begin."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QScrollArea, QVBoxLayout, QWidget

from foreword.ui.icons import pixmap

SUGGESTIONS = (
    "Explain how a rainbow forms, in three sentences.",
    "Write a Python function that reverses a sentence.",
    "Make a table of the planets of the solar system.",
)
_USUAL = ("What would you like to ask?", "The model runs on this computer. What you write stays here.")
_TEMPORARY = (
    "Temporary chat",
    "Nothing of it is kept, and nobody learns from it. It ends when you open another chat.",
)


class Welcome(QScrollArea):
    """Choosing a suggestion only writes it into the composer."""

    suggestion_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        inside = QWidget()
        inside.setObjectName("column")
        self.setWidget(inside)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        layout = QVBoxLayout(inside)
        layout.setContentsMargins(24, 24, 24, 24)
        layout.setSpacing(8)
        layout.addStretch()
        mark = QLabel()
        mark.setPixmap(pixmap("foreword", "#000000", 56))
        mark.setAlignment(Qt.AlignmentFlag.AlignCenter)
        title = self._title = QLabel()
        title.setAlignment(Qt.AlignmentFlag.AlignCenter)
        font = title.font()
        font.setPointSizeF(font.pointSizeF() * 1.6)
        font.setWeight(font.Weight.DemiBold)
        title.setFont(font)
        hint = self._hint = QLabel()
        hint.setObjectName("hint")
        hint.setWordWrap(True)
        hint.setAlignment(Qt.AlignmentFlag.AlignCenter)
        layout.addWidget(mark)
        layout.addSpacing(8)
        layout.addWidget(title)
        layout.addWidget(hint)
        layout.addSpacing(16)
        choices = QWidget()
        choices.setMaximumWidth(480)
        column = QVBoxLayout(choices)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(choices, 100)
        row.addStretch(1)
        layout.addLayout(row)
        self.buttons = []
        for words in SUGGESTIONS:
            button = QPushButton(words)
            button.setProperty("suggestion", True)
            button.clicked.connect(self._choose)
            self.buttons.append(button)
            column.addWidget(button)
        layout.addStretch()
        self.set_temporary(False)

    def set_temporary(self, temporary: bool) -> None:
        """A chat of which nothing is kept says so before the first word."""
        self._title.setText(_TEMPORARY[0] if temporary else _USUAL[0])
        self._hint.setText(_TEMPORARY[1] if temporary else _USUAL[1])

    @Slot()
    def _choose(self) -> None:
        button = self.sender()
        assert isinstance(button, QPushButton)
        self.suggestion_chosen.emit(button.text())
