"""The line at a reply's foot that tells of its check: how far it is, then what it found. Asks for nothing by
itself; what is pressed is passed on."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QToolButton, QWidget

from foreword.messages import Checked, CheckFailed
from foreword.ui.announce import announce
from foreword.ui.check_words import checking_words, result_words
from foreword.ui.icons import icon
from foreword.ui.labels import WordsLabel
from foreword.ui.progress_bar import ProgressBar
from foreword.ui.tokens import Tokens
from foreword.ui.translate import tr

_SMALLER = 0.92
_BAR_WIDTH = 96


@dataclass(frozen=True, slots=True)
class Checking:
    """A check that goes on."""

    done: int
    total: int


CheckState = Checking | Checked | CheckFailed


class CheckLine(QWidget):
    """Hidden while there is nothing to tell."""

    cancelled = Signal()
    #: int - the place in the reply's text where plain decoding wrote something else
    place_wanted = Signal(int)

    def __init__(self, tokens: Tokens) -> None:
        super().__init__()
        self.setObjectName("check")
        self._tokens = tokens
        self.state: CheckState | None = None
        self.sign = QLabel()
        self.sign.setFixedSize(16, 16)
        self.words = WordsLabel("stats")
        font = self.words.font()
        font.setPointSizeF(font.pointSizeF() * _SMALLER)
        self.words.setFont(font)
        self.bar = ProgressBar()
        self.bar.setFixedSize(_BAR_WIDTH, 6)
        self.bar.setProperty("zooms", True)
        self.cancel = self._button(tr("Cancel"), tr("Cancel the check"))
        self.cancel.clicked.connect(self.cancelled)
        self.jump = self._button(tr("Show"), tr("Show where it differs"))
        self.jump.clicked.connect(self._want_place)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self.sign, 0, Qt.AlignmentFlag.AlignVCenter)
        row.addWidget(self.words, 1)
        for widget in (self.bar, self.cancel, self.jump):
            row.addWidget(widget, 0, Qt.AlignmentFlag.AlignVCenter)
        self.hide()

    def _button(self, words: str, about: str) -> QToolButton:
        button = QToolButton()
        button.setText(words)
        button.setToolTip(about)
        button.setAccessibleName(about)
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        return button

    def set_tokens(self, tokens: Tokens) -> None:
        self._tokens = tokens
        self._draw()

    def show_state(self, state: CheckState | None) -> None:
        before, self.state = self.state, state
        self.setVisible(state is not None)
        if state is None or state == before:
            return
        going = isinstance(state, Checking)
        had_focus = self.cancel.hasFocus()
        self.bar.setVisible(going)
        self.cancel.setVisible(going)
        self.jump.setVisible(isinstance(state, Checked) and state.difference is not None)
        if isinstance(state, Checking):
            self.bar.setRange(0, max(state.total, 1))
            self.bar.setValue(state.done)
            self.words.say(checking_words(state.done, state.total))
            self.bar.setAccessibleName(self.words.words())
        else:
            self.words.say(result_words(state))
            if isinstance(before, Checking):
                announce(self, self.words.words())
            if had_focus and self.jump.isVisibleTo(self):
                self.jump.setFocus(Qt.FocusReason.OtherFocusReason)
        self._draw()

    def _draw(self) -> None:
        tokens, state = self._tokens, self.state
        if isinstance(state, Checking) or state is None:
            name, colour = "retry", tokens.muted
        elif isinstance(state, CheckFailed):
            name, colour = "info", tokens.muted
        elif state.difference is not None:
            name, colour = "alert", tokens.warning
        else:
            name, colour = "check", tokens.success
        self.sign.setPixmap(icon(name, colour).pixmap(QSize(16, 16), self.devicePixelRatioF()))

    @Slot()
    def _want_place(self) -> None:
        if isinstance(self.state, Checked) and self.state.difference is not None:
            self.place_wanted.emit(self.state.difference.character)
