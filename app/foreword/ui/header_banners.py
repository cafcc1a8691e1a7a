"""Banners for problems, over the whole width of the chat: about the model, safe mode, and notices."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QHBoxLayout, QLabel, QPushButton, QToolButton, QWidget

from foreword.messages import ModelFailed, ModelProgress
from foreword.model_messages import Download
from foreword.ui.icons import icon
from foreword.ui.model_download import DownloadPart
from foreword.ui.model_use import ModelUse
from foreword.ui.theme import restyle
from foreword.ui.tokens import Tokens
from foreword.ui.translate import tr
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
    """Why there is no model, with ways on: retry, fetch it, make it fit, choose another one.

    A download that was begun takes its place, so that it can be seen from every chat. It stays away while
    the card of the first start says the same.
    """

    retry_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("error", parent)
        self._use: ModelUse | None = None
        self._state: ModelState = ModelProgress("")
        self._card_shown = False
        self.retry = QPushButton(tr("Retry"))
        self.retry.setAccessibleName(tr("Load the model again"))
        self.download = QPushButton(tr("Download"))
        self.download.setProperty("primary", True)
        self.fit = QPushButton(tr("Make it fit…"))
        self.choose = QPushButton(tr("Choose a model…"))
        self.part = DownloadPart(named=True)
        self.retry.clicked.connect(self.retry_requested)
        self.download.clicked.connect(self._fetch)
        self.fit.clicked.connect(self._show_ways)
        self._buttons = (self.download, self.fit, self.choose, self.retry)
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        for button in self._buttons:
            buttons.addWidget(button)
        buttons.addStretch()
        self.row.addWidget(self.part, 1)
        self.row.addLayout(buttons)

    def follow(self, use: ModelUse) -> None:
        """Where models come from, from now on."""
        self._use = use
        self.choose.clicked.connect(use.manage_wanted)
        self.part.pause_wanted.connect(use.models.pause)
        self.part.resume_wanted.connect(use.fetch)
        self.part.cancel_wanted.connect(use.give_up)
        use.models.download_changed.connect(self._refresh)
        use.models.pulled.connect(self._refresh)
        use.models.listed.connect(self._refresh)
        self._refresh()

    def set_card_shown(self, shown: bool) -> None:
        if shown != self._card_shown:
            self._card_shown = shown
            self._refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Buttons beside the words where there is room, else below them."""
        super().resizeEvent(event)
        narrow = event.size().width() < _NARROW
        direction = QBoxLayout.Direction.TopToBottom if narrow else QBoxLayout.Direction.LeftToRight
        self.row.setDirection(direction)

    def show_model(self, state: ModelState) -> None:
        self._state = state
        self._refresh()

    @Slot()
    def _refresh(self, _what: object = None) -> None:
        state = self._state
        told = isinstance(state, ModelFailed) and bool(state.missing) and self._card_shown
        if not isinstance(state, ModelFailed) or told or state.unloaded:
            self.hide()
            return
        download = self._download()
        self.part.show_download(download)
        self._show_problem(state)
        self._show_buttons(state, fetching=download is not None)
        self.words.setVisible(download is None)
        quiet = bool(state.missing) or download is not None
        self.setProperty("kind", "notice" if quiet else "error")
        for widget in (self, self.words):
            restyle(widget)

    def _download(self) -> Download | None:
        """What is being fetched to be used; before the card, which shows all of them."""
        if self._use is None or self._card_shown:
            return None
        return next((each for each in self._use.models.downloads if each.state != "done"), None)

    def _show_problem(self, state: ModelFailed) -> None:
        self.setToolTip(plain_tooltip(state.detail))
        self.say(model_problem(state))

    def _show_buttons(self, state: ModelFailed, *, fetching: bool) -> None:
        known = self._use is not None
        self.download.setText(download_words(state.missing))
        self.download.setVisible(bool(state.missing) and not fetching and known)
        self.retry.setVisible(not fetching)
        self.choose.setVisible(known and not fetching)
        fits = self._use is None or not self._use.loads_refused()
        self.fit.setVisible(not fits and not fetching)

    @Slot()
    def _fetch(self) -> None:
        if self._use is not None and isinstance(self._state, ModelFailed):
            self._use.fetch(self._state.missing)

    @Slot()
    def _show_ways(self) -> None:
        if self._use is not None:
            self._use.load_again()


class SafeModeBanner(Banner):
    """That speculators are held back, and where one sees which. A state of the app: it can't be closed."""

    def __init__(self, words: str, parent: QWidget | None = None) -> None:
        super().__init__("notice", parent)
        self.more = QPushButton(tr("Show speculators"))
        self.row.addWidget(self.more)
        if words:
            self.say(words)


class NoticeBanner(Banner):
    """Something that went wrong outside a reply, until the user closes it."""

    def __init__(self, tokens: Tokens, parent: QWidget | None = None) -> None:
        super().__init__("notice", parent)
        self.close_button = QToolButton()
        self.close_button.setAccessibleName(tr("Close this notice"))
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
