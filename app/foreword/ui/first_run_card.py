"""What an empty chat shows where no model is on this computer: models to begin with, one click each.

It also says what stays on this computer and where. Shows what `ModelUse` knows; fetches nothing itself.
"""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSize, QUrl, Slot
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu, QPushButton, QVBoxLayout

from foreword.messages import ModelProgress
from foreword.model_messages import ModelCard
from foreword.ui.first_run_offer import OfferRow
from foreword.ui.icons import icon
from foreword.ui.labels import WordsLabel, escaped
from foreword.ui.model_download import DownloadPart
from foreword.ui.model_use import STARTER, ModelUse
from foreword.ui.model_wording import name_words
from foreword.ui.tokens import Tokens
from foreword.ui.translate import mark, tr
from foreword.ui.wording import model_line

_MOST_BETTER = 3
_LOOKING = mark("Looking at what fits this computer…")
_NOTHING = mark("Nothing could be offered here: choose another model.")
_ABOUT = mark(
    "Foreword needs a language model on this computer, once. Nothing that you write leaves this computer: "
    "only the model itself is fetched from the network."
)


def offers(cards: tuple[ModelCard, ...]) -> list[ModelCard]:
    """The starter first, then the best of those that fit this computer, the smaller ones first."""
    starter = [card for card in cards if card.id == STARTER]
    better = [
        card
        for card in cards
        if card.recommended and card.id != STARTER and card.state in ("absent", "partly") and not card.gated
        and (card.fit is None or card.fit.verdict != "too_large")
    ]  # fmt: skip
    better.sort(key=lambda card: card.download or card.size or 0)
    return [*starter, *better[-_MOST_BETTER:]]


class FirstRunCard(QFrame):
    """Hidden, or shown by the welcome, as `ModelParts` decides."""

    def __init__(self, use: ModelUse, data: Path, tokens: Tokens) -> None:
        super().__init__()
        self.setObjectName("firstrun")
        self.setMaximumWidth(640)
        self.setProperty("zooms", True)
        self._use = use
        self._data = data
        self._tokens = tokens
        self.rows: dict[str, OfferRow] = {}
        self.about = WordsLabel("content-words")
        self.about.say(tr(_ABOUT))
        self.state = WordsLabel("hint")
        self.problem = WordsLabel("fielderror")
        self.elsewhere = DownloadPart(named=True)  # one that was begun on the page of models
        self._connect(self.elsewhere)
        self.here = QPushButton(tr("Use one already on this computer"))
        self.menu = QMenu(self.here)
        self.here.setMenu(self.menu)
        self.other = QPushButton(tr("Choose another…"))
        self.other.setAccessibleName(tr("Choose another model"))
        self.place = WordsLabel("hint")
        self.place.say(tr("Your chats and settings lie in {folder}", folder=str(data)))
        self.folder = QPushButton(tr("Open folder"))
        self.folder.setAccessibleName(tr("Open the folder with your chats and settings"))
        self.folder.setProperty("small", True)
        self.folder.setIconSize(QSize(16, 16))
        self._build()
        self.menu.aboutToShow.connect(self._fill_menu)
        self.other.clicked.connect(use.manage_wanted)
        self.folder.clicked.connect(self._open_folder)
        self.set_tokens(tokens)
        self.refresh()

    def _build(self) -> None:
        self._offers = QVBoxLayout()
        self._offers.setSpacing(8)
        ways = QHBoxLayout()
        ways.setSpacing(8)
        ways.addWidget(self.here)
        ways.addWidget(self.other)
        ways.addStretch()
        data = QHBoxLayout()
        data.setSpacing(16)
        data.addWidget(self.place, 1)
        data.addWidget(self.folder)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(16)
        for widget in (self.about, self.state, self.problem):
            layout.addWidget(widget)
        layout.addLayout(self._offers)
        layout.addWidget(self.elsewhere)
        layout.addLayout(ways)
        layout.addLayout(data)

    def set_tokens(self, tokens: Tokens) -> None:
        self._tokens = tokens
        self.folder.setIcon(icon("folder", tokens.muted))
        for row in self.rows.values():
            row.set_tokens(tokens)

    def say_problem(self, words: str) -> None:
        self.problem.say(words)

    def refresh(self) -> None:
        """Show the offers, or the one that is on its way."""
        listed = offers(self._use.cards())
        going = [each for each in self._use.models.downloads if each.state != "done"]
        shown = {each.id for each in going}
        cards = [card for card in listed if card.id in shown] or listed
        state = self._use.controller.model_state()
        loading = state if isinstance(state, ModelProgress) else None
        for number, card in enumerate(cards):
            row = self.rows.get(card.id) or self._add_row(card.id)
            row.show_card(card, first=number == 0)
            row.show_download(self._use.download(card.id))
            if loading is not None and row.start.hasFocus():
                self.other.setFocus()  # it stays on the card
            row.start.setEnabled(loading is None)
            row.show()
        kept = {card.id for card in cards}
        for model, row in self.rows.items():
            if model not in kept:
                row.hide()
        self.elsewhere.show_download(next((each for each in going if each.id not in self.rows), None))
        self.state.say(self._state_words(bool(cards), loading))

    def _state_words(self, any_offer: bool, loading: ModelProgress | None) -> str:
        if loading is not None:
            return model_line(loading)
        if self._use.models.shelf is None:
            return tr(_LOOKING)
        return "" if any_offer else tr(_NOTHING)

    def _add_row(self, model: str) -> OfferRow:
        row = OfferRow(self._tokens)
        row.wanted.connect(self._use.use)
        self._connect(row.download)
        self.rows[model] = row
        self._offers.addWidget(row)
        return row

    def _connect(self, part: DownloadPart) -> None:
        part.pause_wanted.connect(self._use.models.pause)
        part.resume_wanted.connect(self._use.fetch)
        part.cancel_wanted.connect(self._use.give_up)

    @Slot()
    def _fill_menu(self) -> None:
        self.menu.clear()
        for card in self._use.here():
            action = self.menu.addAction(escaped(name_words(card)))
            action.triggered.connect(lambda _on=False, card=card: self._use.use(card))
        if not self._use.here():
            self.menu.addAction(tr("None was found")).setEnabled(False)
        self.menu.addSeparator()
        self.menu.addAction(tr("Choose a folder…"), self._use.choose_folder)
        self.menu.addAction(tr("Choose a GGUF file…"), self._use.choose_file)

    @Slot()
    def _open_folder(self) -> None:
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._data)))
