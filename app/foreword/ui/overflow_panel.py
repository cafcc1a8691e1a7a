"""What a reply shows for which the chat left no room, or too little: the ways on. Knows their names, not
what they do."""

from __future__ import annotations

from functools import partial
from typing import Literal

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QCheckBox, QFrame, QLabel, QPushButton, QVBoxLayout, QWidget

from foreword.ui.flow_layout import FlowLayout
from foreword.ui.translate import mark, tr

Way = Literal["drop", "summary", "stop"]

_WAYS: tuple[tuple[Way, str, str], ...] = (
    (
        "drop",
        mark("Leave out the oldest turns"),
        mark("They stay in the chat; the model isn't told of them any more"),
    ),
    ("summary", mark("Go on in a new chat with a summary"), mark("The model sums this chat up first")),
    ("stop", mark("Not now"), mark("Leave everything as it is")),
)
_NONE = mark("This chat no longer fits into the model's context, so there is no room for a reply.")
_TOO_LITTLE = mark("This chat fills the model's context, so the reply was cut. What it says stays.")


class OverflowPanel(QFrame):
    """Asks once; after “Not now” one line stays from which the choice can be opened again."""

    #: str - a `Way`; bool - for all chats from now on
    chosen = Signal(str, bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("overflow")
        self.setAccessibleName(tr("The context is full"))
        self._words = QLabel(tr(_NONE))
        self._words.setWordWrap(True)
        self._words.setTextFormat(Qt.TextFormat.PlainText)
        self.remember = QCheckBox(tr("Remember for all chats"))
        self.buttons: dict[Way, QPushButton] = {}
        ways = FlowLayout(8)
        for way, words, tip in _WAYS:
            button = QPushButton(tr(words))
            button.setToolTip(tr(tip))
            button.clicked.connect(partial(self._choose, way))
            ways.addWidget(button)
            self.buttons[way] = button
        self.buttons["drop"].setProperty("primary", True)
        self.again = QPushButton(tr("Make room…"))
        self.again.clicked.connect(self.ask)
        back = FlowLayout(8)
        back.addWidget(self.again)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 16)
        layout.setSpacing(12)
        layout.addWidget(self._words)
        layout.addLayout(ways)
        layout.addWidget(self.remember)
        layout.addLayout(back)
        self.again.hide()
        self.hide()

    @Slot()
    def ask(self) -> None:
        """Show the choice."""
        self._fold(folded=False)

    def rest(self) -> None:
        """Only the line: the choice was made not to choose."""
        self._fold(folded=True)

    def set_begun(self, begun: bool) -> None:
        """Whether there was room for some of the reply."""
        self._words.setText(tr(_TOO_LITTLE if begun else _NONE))

    def set_enabled(self, enabled: bool) -> None:
        """While another reply is being written there is nothing to begin."""
        for way in ("drop", "summary"):
            self.buttons[way].setEnabled(enabled)

    def _fold(self, *, folded: bool) -> None:
        for widget in (*self.buttons.values(), self.remember):
            widget.setHidden(folded)
        self.again.setVisible(folded)
        self.show()

    def _choose(self, way: Way, *_: object) -> None:
        if way == "stop":
            self.rest()
            self.again.setFocus()
        self.chosen.emit(way, self.remember.isChecked())
