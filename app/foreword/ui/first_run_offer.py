"""One model that the first start offers: what it is, what it takes, one click to have it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout

from foreword.model_messages import Download, ModelCard
from foreword.ui.fit_bar import FitLine
from foreword.ui.labels import WordsLabel
from foreword.ui.model_download import DownloadPart
from foreword.ui.model_wording import name_words, offer_words
from foreword.ui.plugin_wording import line
from foreword.ui.theme import restyle
from foreword.ui.tokens import Tokens
from foreword.ui.translate import tr


class OfferRow(QFrame):
    """Its button and those of its download only ask."""

    #: object: ModelCard
    wanted = Signal(object)

    def __init__(self, tokens: Tokens) -> None:
        super().__init__()
        self.setObjectName("offer")
        self.card: ModelCard | None = None
        self.name = WordsLabel("section")
        self.why = WordsLabel("content-words")
        self.facts = WordsLabel("hint")
        self.folder = WordsLabel("hint")
        self.fit = FitLine(tokens)
        self.download = DownloadPart()
        self.start = QPushButton()
        self.start.clicked.connect(self._ask)
        self._build()

    def _build(self) -> None:
        texts = QVBoxLayout()
        texts.setSpacing(4)
        for widget in (self.name, self.why, self.facts):
            texts.addWidget(widget)
        top = QHBoxLayout()
        top.setSpacing(16)
        top.addLayout(texts, 1)
        top.addWidget(self.start, 0, Qt.AlignmentFlag.AlignTop)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 12, 16, 12)
        layout.setSpacing(8)
        layout.addLayout(top)
        layout.addWidget(self.fit)
        layout.addWidget(self.folder)
        layout.addWidget(self.download)

    def show_card(self, card: ModelCard, *, first: bool) -> None:
        """`first`: it is the one to take where one doesn't know which."""
        self.card = card
        name = name_words(card)
        self.name.say(name)
        self.why.say(line(tr(card.why)))
        self.facts.say(offer_words(card))
        self.folder.say(tr("Will lie in {folder}", folder=line(card.folder)) if card.folder else "")
        self.fit.show_fit(card.fit)
        words = tr("Start") if card.state == "here" else tr("Download and start")
        self.start.setText(words)
        self.start.setAccessibleName(f"{words}: {name}")
        if self.start.property("primary") is not first:
            self.start.setProperty("primary", first)
            restyle(self.start)

    def show_download(self, download: Download | None) -> None:
        """The keyboard goes along: from the button to what stands in its place, and back."""
        had = self.start.hasFocus()
        inside = self.download.isAncestorOf(self.focusWidget()) if self.focusWidget() else False
        going = download is not None and download.state != "done"
        self.start.setHidden(going)
        self.download.show_download(download)
        if going and had:
            (self.download.resume if self.download.pause.isHidden() else self.download.pause).setFocus()
        elif not going and inside:
            self.start.setFocus()

    def set_tokens(self, tokens: Tokens) -> None:
        self.fit.set_tokens(tokens)

    @Slot()
    def _ask(self) -> None:
        self.wanted.emit(self.card)
