"""The Speculators page: every discovered speculator with its package, its state in words, a switch."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from foreword.messages import SpeculatorInfo
from foreword.ui.settings_pages import Page
from foreword.ui.switch import Switch
from foreword.ui.theme import code_font
from foreword.ui.tokens import Tokens

_STATE_WORDS = {"active": "Active", "off": "Off", "incompatible": "Incompatible", "failed": "Failed"}


class SpeculatorsPage(Page):
    """Shows what it is told; a switch only asks."""

    #: str name, bool on
    switched = Signal(str, bool)

    def __init__(self, tokens: Tokens, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tokens = tokens
        self.cards: dict[tuple[str, str], SpeculatorCard] = {}
        self.add_heading("Speculators")
        self.add_words(
            "A speculator proposes the next words; the model checks them and keeps only those that it "
            "would have written itself. The answer stays the same, it comes sooner. "
            "A switch takes effect at the next step, in the middle of a reply too."
        )
        self.add_words("A speculator is a program with your rights on this computer. Use those you trust.")
        self._none = self.add_words("No speculator is installed.")
        self._cards = QVBoxLayout()
        self._cards.setSpacing(8)
        self.column.addLayout(self._cards)
        self.column.addStretch()

    def show_speculators(self, speculators: Sequence[SpeculatorInfo]) -> None:
        """Bring the cards up to date, without rebuilding those that stay."""
        wanted = {(info.name, info.distribution): info for info in speculators}
        for key in set(self.cards) - set(wanted):
            self.cards.pop(key).deleteLater()
        for key, info in wanted.items():
            if key not in self.cards:
                card = SpeculatorCard(info.name, self._tokens)
                card.switched.connect(self.switched)
                self.cards[key] = card
                self._cards.addWidget(card)
            self.cards[key].show_info(info)
        self._none.setVisible(not wanted)

    def set_tokens(self, tokens: Tokens) -> None:
        self._tokens = tokens
        for card in self.cards.values():
            card.switch.tokens = tokens
            card.switch.update()


class SpeculatorCard(QFrame):
    """One speculator."""

    switched = Signal(str, bool)

    def __init__(self, name: str, tokens: Tokens) -> None:
        super().__init__()
        self.setObjectName("card")
        self._name = name
        self.title = _label("section")
        self.package = _label("muted")
        self.summary = _label("content-words")
        self.state = _label("state")
        self.detail = _label("muted")
        self.detail.setFont(code_font(self.detail.font()))
        self.detail.hide()
        self.more = QPushButton("Show details")
        self.more.clicked.connect(self._toggle_detail)
        self.switch = Switch(tokens, f"Use {name}")
        self.switch.clicked.connect(self._clicked)
        top = QHBoxLayout()
        top.setSpacing(8)
        top.addWidget(self.title)
        top.addWidget(self.package, 1)
        top.addWidget(self.switch)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 8, 12, 12)
        layout.setSpacing(4)
        layout.addLayout(top)
        for widget in (self.summary, self.state, self.detail):
            layout.addWidget(widget)
        layout.addWidget(self.more, 0, Qt.AlignmentFlag.AlignLeft)

    def show_info(self, info: SpeculatorInfo) -> None:
        self.title.setText(info.name)
        self.package.setText(f"{info.distribution} {info.version}".strip())
        self.summary.setText(info.summary)
        self.summary.setVisible(bool(info.summary))
        self.state.setText(_state_words(info))
        self.state.setProperty("state", info.state)
        self.state.style().unpolish(self.state)
        self.state.style().polish(self.state)
        self.detail.setText(info.detail.rstrip())
        self.more.setVisible(bool(info.detail))
        self.switch.setEnabled(info.state != "incompatible")
        self.switch.setChecked(info.state in ("active", "failed"))
        self.switch.setAccessibleDescription(self.state.text())

    @Slot(bool)
    def _clicked(self, on: bool) -> None:
        self.switched.emit(self._name, on)

    @Slot()
    def _toggle_detail(self) -> None:
        shown = self.detail.isHidden()
        self.detail.setVisible(shown)
        self.more.setText("Hide details" if shown else "Show details")


def _state_words(info: SpeculatorInfo) -> str:
    """The state and why, without saying "failed" twice."""
    words = _STATE_WORDS[info.state]
    if info.reason.startswith(f"{words.lower()} "):
        return words + info.reason[len(words) :]
    return f"{words}: {info.reason}" if info.reason else words


def _label(name: str, parent: QWidget | None = None) -> QLabel:
    label = QLabel(parent)
    label.setObjectName(name)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(name != "section")
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return label
