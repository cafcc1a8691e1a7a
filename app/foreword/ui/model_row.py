"""One model in a list: what it is, whether it fits, and what can be done with it. Its buttons only ask."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout

from foreword.model_messages import Download, ModelCard
from foreword.ui.fit_bar import FitLine
from foreword.ui.labels import WordsLabel
from foreword.ui.model_download import STANDING
from foreword.ui.model_wording import GGUF_NOTE, meta_words, name_words
from foreword.ui.plugin_wording import line
from foreword.ui.theme import restyle
from foreword.ui.tokens import Tokens
from foreword.ui.translate import tr


class ModelRow(QFrame):
    """Shown in place: `show_card` changes what is another one, so that the keyboard stays where it is."""

    #: object: ModelCard - load it, fetch it first where it isn't here
    use_wanted = Signal(object)
    #: object: ModelCard - fetch it, no more
    fetch_wanted = Signal(object)
    details_wanted = Signal(object)
    remove_wanted = Signal(object)

    def __init__(self, tokens: Tokens) -> None:
        super().__init__()
        self.setObjectName("card")
        self.card: ModelCard | None = None
        self.name = WordsLabel("section")
        self.mark = QLabel()
        self.mark.setObjectName("modelmark")
        self.mark.setTextFormat(Qt.TextFormat.PlainText)
        self.meta = WordsLabel("muted")
        self.why = WordsLabel("content-words")
        self.reason = WordsLabel("modelreason")
        self.fit = FitLine(tokens)
        self.use = QPushButton()
        self.fetch = QPushButton(tr("Download"))
        self.details = QPushButton(tr("Details…"))
        self.remove = QPushButton(tr("Remove…"))
        self.buttons = (self.use, self.fetch, self.details, self.remove)
        self._build()
        self.use.clicked.connect(self._use)
        self.fetch.clicked.connect(self._fetch)
        self.details.clicked.connect(self._details)
        self.remove.clicked.connect(self._remove)

    def _build(self) -> None:
        top = QHBoxLayout()
        top.setSpacing(8)
        top.addWidget(self.name, 1)
        top.addWidget(self.mark, 0, Qt.AlignmentFlag.AlignTop)
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        for button in self.buttons:
            button.setProperty("small", True)
            buttons.addWidget(button)
        buttons.addStretch()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 12, 16, 12)
        layout.setSpacing(4)
        layout.addLayout(top)
        for widget in (self.meta, self.why, self.reason):
            layout.addWidget(widget)
        layout.addSpacing(4)
        layout.addWidget(self.fit)
        layout.addSpacing(4)
        layout.addLayout(buttons)

    def show_card(self, card: ModelCard, *, loaded: bool, download: Download | None) -> None:
        self.card = card
        self.name.say(name_words(card))
        self.meta.say(meta_words(card))
        self.why.say(line(tr(card.why)))
        self.reason.say(self._reason(card), "" if card.source == "gguf" and not card.reason else "warning")
        self.fit.show_fit(card.fit)
        going = download is not None and download.state != "done"
        self._show_mark(card, loaded, download if going else None)
        here = card.state == "here"
        self.use.setText(tr("Load") if here else tr("Download and load"))
        self.use.setVisible(not loaded and card.state != "refused" and not going)
        self.fetch.setVisible(card.state in ("absent", "partly") and not going)
        self.fetch.setText(tr("Resume download") if card.state == "partly" else tr("Download"))
        self.details.setVisible(card.state != "refused")
        ours = card.source not in ("folder", "gguf")  # what is the user's own is never deleted
        self.remove.setVisible(ours and (here or (card.state == "partly" and not going)))
        self._name_buttons(name_words(card))

    def _show_mark(self, card: ModelCard, loaded: bool, going: Download | None) -> None:
        words = self._mark_words(card, loaded, going)
        warns = card.state in ("refused", "partly") and going is None
        state = "loaded" if loaded else "warning" if warns else ""
        self.mark.setText(words)
        self.mark.setVisible(bool(words))
        if self.mark.property("state") != state:
            self.mark.setProperty("state", state)
            restyle(self.mark)

    def set_tokens(self, tokens: Tokens) -> None:
        self.fit.set_tokens(tokens)

    def _reason(self, card: ModelCard) -> str:
        if card.reason:
            return line(card.reason)
        if card.gated and card.state != "here":
            return tr(
                "Its authors ask for a registration on Hugging Face: accept their terms there, then put an "
                "access token under Network."
            )
        return tr(GGUF_NOTE) if card.source == "gguf" else ""

    def _mark_words(self, card: ModelCard, loaded: bool, going: Download | None) -> str:
        if going is not None:
            return tr("Paused") if going.state in STANDING else tr("Downloading")
        if loaded:
            return tr("Loaded")
        if card.state == "refused":
            return tr("Can't be loaded")
        if card.state == "partly":
            return tr("Not complete")
        return tr("Recommended") if card.recommended and card.state == "absent" else ""

    def _name_buttons(self, name: str) -> None:
        for button in self.buttons:
            button.setAccessibleName(f"{button.text()}: {name}")

    @Slot()
    def _use(self) -> None:
        self.use_wanted.emit(self.card)

    @Slot()
    def _fetch(self) -> None:
        self.fetch_wanted.emit(self.card)

    @Slot()
    def _details(self) -> None:
        self.details_wanted.emit(self.card)

    @Slot()
    def _remove(self) -> None:
        self.remove_wanted.emit(self.card)
