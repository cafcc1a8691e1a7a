"""What an empty chat shows: what the app is for, and a few ways to begin."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QScrollArea, QVBoxLayout, QWidget

from foreword.ui.icons import pixmap
from foreword.ui.translate import mark, tr

SUGGESTIONS = (
    mark("Explain how a rainbow forms, in three sentences."),
    mark("Write a Python function that reverses a sentence."),
    mark("Make a table of the planets of the solar system."),
)
_USUAL = (
    mark("What would you like to ask?"),
    mark("The model runs on this computer. What you write stays here."),
)
_TEMPORARY = (
    mark("Temporary chat"),
    mark("Nothing of it is kept, and nobody learns from it. It ends when you open another chat."),
)
_FIRST = (
    mark("Welcome to Foreword"),
    mark("You can write already: your message is sent as soon as a model is ready."),
)


class Welcome(QScrollArea):
    """Choosing a suggestion only writes it into the composer."""

    suggestion_chosen = Signal(str)

    #: bool - it is on screen now, or no longer.
    shown = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._temporary = self._first = False
        self._is_shown = False
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        inside = QWidget()
        inside.setObjectName("column")
        self.setWidget(inside)
        self._mark = QLabel()
        self._mark.setPixmap(pixmap("foreword", "#000000", 56))
        self._mark.setAlignment(Qt.AlignmentFlag.AlignCenter)
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
        self._build(inside)
        self._say()

    def _build(self, inside: QWidget) -> None:
        layout = QVBoxLayout(inside)
        layout.setContentsMargins(24, 24, 24, 24)
        layout.setSpacing(8)
        layout.addStretch()
        layout.addWidget(self._mark)
        layout.addSpacing(8)
        layout.addWidget(self._title)
        layout.addWidget(self._hint)
        layout.addSpacing(16)
        self._choices = QWidget()
        self._choices.setMaximumWidth(480)
        self._choices.setProperty("zooms", True)
        column = QVBoxLayout(self._choices)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        self._row = QHBoxLayout()
        self._row.addStretch(1)
        self._row.addWidget(self._choices, 100)
        self._row.addStretch(1)
        layout.addLayout(self._row)
        self.buttons = []
        for words in SUGGESTIONS:
            button = QPushButton(tr(words))
            button.setProperty("suggestion", True)
            button.clicked.connect(self._choose)
            self.buttons.append(button)
            column.addWidget(button)
        layout.addStretch()

    def set_temporary(self, temporary: bool) -> None:
        """A chat of which nothing is kept says so before the first word."""
        self._temporary = temporary
        self._say()

    # --- the first start
    def add_first_run(self, card: QWidget) -> None:
        """What stands in place of the suggestions while there is no model."""
        self._card = card
        self._row.insertWidget(2, card, 100)
        card.hide()

    def show_first_run(self, first: bool) -> None:
        self._first = first
        self._card.setVisible(first)
        self._choices.setVisible(not first)
        self._say()

    def is_first_run(self) -> bool:
        return self._first

    def is_shown(self) -> bool:
        return self._is_shown

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._is_shown = True
        self.shown.emit(True)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._is_shown = False
        self.shown.emit(False)

    def _say(self) -> None:
        title, hint = _TEMPORARY if self._temporary else _FIRST if self._first else _USUAL
        self._title.setText(tr(title))
        self._hint.setText(tr(hint))

    @Slot()
    def _choose(self) -> None:
        button = self.sender()
        assert isinstance(button, QPushButton)
        self.suggestion_chosen.emit(button.text())
