"""Small parts of a message: what goes on, what failed, what was left out, the files that go with it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QSize, Qt, QTimer, Signal, Slot
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QWidget,
)

from foreword.session.conversation import Attachment
from foreword.ui import motion, wording
from foreword.ui.flow_layout import FlowLayout
from foreword.ui.icons import icon
from foreword.ui.labels import escaped
from foreword.ui.tokens import Tokens
from foreword.ui.translate import tr

_LONGEST_NAME = 40


class ActivityLabel(QLabel):
    """Words with moving dots, shown while a reply has no text yet."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("muted")
        self.setTextFormat(Qt.TextFormat.PlainText)
        self._words = ""
        self._dots = 0
        self._timer = QTimer(self)
        self._timer.setInterval(400)
        self._timer.timeout.connect(self._step)
        self.hide()

    def start(self, words: str) -> None:
        self._words = words
        self._show_words()
        self.show()
        if not self._timer.isActive() and not motion.reduced():
            self._timer.start()

    def stop(self) -> None:
        self._timer.stop()
        self.hide()

    @Slot()
    def _step(self) -> None:
        self._dots = (self._dots + 1) % 4
        self._show_words()

    def _show_words(self) -> None:
        self.setText(self._words + " " + "." * self._dots)
        self.setAccessibleName(self._words)


class ProblemBox(QFrame):
    """Why a reply broke off, with a way on."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("problem")
        self.words = QLabel()
        self.words.setTextFormat(Qt.TextFormat.PlainText)
        self.words.setWordWrap(True)
        self.words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.retry = QPushButton(tr("Retry"))
        self.retry.setAccessibleName(tr("Ask for the reply again"))
        self.shrink = QPushButton()
        self.shrink.setProperty("primary", True)
        self.shrink.setToolTip(tr("Load the model with less room for the chat, which takes less memory"))
        self.shrink.hide()
        self._buttons = QHBoxLayout()
        self._buttons.setSpacing(8)
        self._buttons.addWidget(self.shrink)
        self._buttons.addWidget(self.retry)
        self._buttons.addStretch()
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._row.setContentsMargins(16, 8, 8, 8)
        self._row.setSpacing(8)
        self._row.addWidget(self.words, 1)
        self._row.addLayout(self._buttons)
        self.hide()

    def offer_smaller(self, tokens: int, *, begun: bool) -> None:
        """A context of so many tokens is a way on, for a reply that has `begun` or for all of it. 0: none."""
        words = tr("Smaller context ({n:,} tokens) and continue", n=tokens)
        anew = tr("Smaller context ({n:,} tokens) and retry", n=tokens)
        self.shrink.setText(words if begun else anew)
        self.shrink.setVisible(bool(tokens))
        below = QBoxLayout.Direction.TopToBottom
        self._row.setDirection(below if tokens else QBoxLayout.Direction.LeftToRight)


class TurnFiles(QWidget):
    """The files of a user's turn as chips; a click shows the text."""

    #: object: Attachment
    chosen = Signal(object)

    def __init__(self, files: Sequence[Attachment], tokens: Tokens, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.chips: list[QToolButton] = []
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        flow = FlowLayout(8)
        self.setLayout(flow)
        for file in files:
            chip = QToolButton()
            chip.setProperty("chip", True)
            chip.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
            chip.setIconSize(QSize(16, 16))
            size = wording.size_words(len(file.text.encode("utf-8")))
            chip.setText(escaped(f"{wording.middle_cut(file.name, _LONGEST_NAME)}  {size}"))
            about = tr("{name}\n{size}. Click to read it.", name=file.name, size=size)
            chip.setToolTip(wording.plain_tooltip(about))
            chip.setAccessibleName(tr("File {name}, {size}", name=file.name, size=size))
            chip.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            chip.clicked.connect(partial(self._choose, file))
            flow.addWidget(chip)
            self.chips.append(chip)
        self.set_tokens(tokens)

    def natural_width(self) -> int:
        """With all chips side by side."""
        return sum(chip.sizeHint().width() for chip in self.chips) + 8 * max(len(self.chips) - 1, 0)

    def set_tokens(self, tokens: Tokens) -> None:
        for chip in self.chips:
            chip.setIcon(icon("file", tokens.muted))

    def _choose(self, file: Attachment, *_: object) -> None:
        self.chosen.emit(file)
