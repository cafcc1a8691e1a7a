"""Banners for problems, over the whole width of the chat: about the model, safe mode, and notices."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QHBoxLayout, QLabel, QPushButton, QToolButton, QWidget

from foreword.messages import ModelFailed
from foreword.ui.icons import icon
from foreword.ui.theme import restyle
from foreword.ui.tokens import Tokens
from foreword.ui.wording import ModelState, download_words, model_problem, plain_tooltip

_NARROW = 720  # pixels


class Banner(QFrame):
    """One line about a problem, over the whole width, with ways on. `kind`: error or notice."""

    def __init__(self, kind: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("banner")
        self.setProperty("kind", kind)
        self.words = QLabel()
        self.words.setObjectName("words")
        self.words.setTextFormat(Qt.TextFormat.PlainText)
        self.words.setWordWrap(True)
        self.words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.row = QHBoxLayout(self)
        self.row.setContentsMargins(24, 8, 16, 8)
        self.row.setSpacing(8)
        self.row.addWidget(self.words, 1)
        self.hide()

    def say(self, words: str) -> None:
        self.words.setText(words)
        self.setAccessibleName(words)
        self.show()


class ModelBanner(Banner):
    """Why there is no model, with Retry, and a download where one would help."""

    retry_requested = Signal()
    download_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("error", parent)
        self.retry = QPushButton("Retry")
        self.retry.setAccessibleName("Load the model again")
        self.download = QPushButton("Download")
        self.download.setProperty("primary", True)
        self.retry.clicked.connect(self.retry_requested)
        self.download.clicked.connect(self.download_requested)
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addWidget(self.retry)
        buttons.addWidget(self.download)
        buttons.addStretch()
        self.row.addLayout(buttons)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Buttons beside the words where there is room, else below them."""
        super().resizeEvent(event)
        narrow = event.size().width() < _NARROW
        direction = QBoxLayout.Direction.TopToBottom if narrow else QBoxLayout.Direction.LeftToRight
        self.row.setDirection(direction)

    def show_model(self, state: ModelState) -> None:
        if not isinstance(state, ModelFailed):
            self.hide()
            return
        self.download.setText(download_words(state.missing))
        words = model_problem(state)
        self.setToolTip(plain_tooltip(state.detail))
        self.download.setVisible(bool(state.missing))
        self.setProperty("kind", "notice" if state.missing else "error")
        for widget in (self, self.words):
            restyle(widget)
        self.say(words)


class SafeModeBanner(Banner):
    """That speculators are held back, and where one sees which. A state of the app: it can't be closed."""

    def __init__(self, words: str, parent: QWidget | None = None) -> None:
        super().__init__("notice", parent)
        self.more = QPushButton("Show speculators")
        self.row.addWidget(self.more)
        if words:
            self.say(words)


class NoticeBanner(Banner):
    """Something that went wrong outside a reply, until the user closes it."""

    def __init__(self, tokens: Tokens, parent: QWidget | None = None) -> None:
        super().__init__("notice", parent)
        self.close_button = QToolButton()
        self.close_button.setAccessibleName("Close this notice")
        self.close_button.setIconSize(QSize(16, 16))
        self.close_button.clicked.connect(self.hide)
        self.row.addWidget(self.close_button, 0, Qt.AlignmentFlag.AlignTop)
        self.set_tokens(tokens)

    def set_tokens(self, tokens: Tokens) -> None:
        self.close_button.setIcon(icon("close", tokens.warning))

    @Slot(str)
    def add(self, words: str) -> None:
        """A new notice joins those not closed yet, so that none is lost."""
        before = self.words.text().split("\n") if not self.isHidden() else []
        self.say("\n".join([*(line for line in before if line != words), words]))
