"""One speculator beside the chat: its name, how it stands, what it is worth in this reply, its switch."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from foreword.messages import SpeculatorInfo
from foreword.ui.labels import WordsLabel
from foreword.ui.plugin_wording import line
from foreword.ui.reading import leading
from foreword.ui.switch import Switch
from foreword.ui.tokens import Tokens
from foreword.ui.translate import tr
from foreword.ui.wording import plain_tooltip


class SpeculatorRow(QWidget):
    """Shows what it is told; its controls only ask."""

    #: str name, bool on
    turned = Signal(str, bool)
    #: str name
    again_wanted = Signal(str)

    def __init__(self, name: str, tokens: Tokens) -> None:
        super().__init__()
        self.info: SpeculatorInfo | None = None
        self._name = name
        self._shown = line(name, 60)
        self.name = WordsLabel("content-words")
        self.name.setAlignment(leading())
        self.state = WordsLabel("state")
        self.share = WordsLabel("hint")
        self.switch = Switch(tokens, tr("Use {name}", name=self._shown))
        self.again = QPushButton(tr("Try again"))
        self.again.setProperty("small", True)
        self.again.setAccessibleName(tr("Try {name} again", name=self._shown))
        self.again.hide()
        texts = QVBoxLayout()
        texts.setSpacing(0)
        for widget in (self.name, self.state, self.share):
            texts.addWidget(widget)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addLayout(texts, 1)
        row.addWidget(self.switch, 0, Qt.AlignmentFlag.AlignTop)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addLayout(row)
        layout.addWidget(self.again, 0, Qt.AlignmentFlag.AlignLeft)
        self.switch.clicked.connect(self._turn)
        self.again.clicked.connect(self._again)

    def show_name(self) -> None:
        """Not before it has a parent: it would flash up as a window of its own."""
        self.name.say(self._shown)

    def show_state(self, on: bool, state: str, words: str) -> None:
        self.state.say(words, state)
        self.switch.setChecked(on and state not in ("incompatible", "quarantined"))
        self.switch.setEnabled(state != "incompatible")
        self.switch.setAccessibleDescription(words)
        self.again.setVisible(on and state == "failed")

    def show_share(self, words: str, details: str) -> None:
        self.share.say(words)
        tooltip = plain_tooltip(details)
        if tooltip != self.toolTip():
            self.setToolTip(tooltip)

    def set_tokens(self, tokens: Tokens) -> None:
        self.switch.tokens = tokens
        self.switch.update()

    @Slot(bool)
    def _turn(self, on: bool) -> None:
        self.turned.emit(self._name, on)

    @Slot()
    def _again(self) -> None:
        self.again_wanted.emit(self._name)
