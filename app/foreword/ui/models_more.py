"""Models that are not here yet: the catalogue by memory, and what a search on the hub finds."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QPushButton

from foreword.model_messages import ModelCard, ModelsFound, ModelsListed
from foreword.ui.clear_field import ClearField
from foreword.ui.labels import WordsLabel
from foreword.ui.model_list import ModelList
from foreword.ui.model_use import ModelUse
from foreword.ui.model_wording import group_order, memory_group
from foreword.ui.plugin_wording import line
from foreword.ui.settings_pages import Page
from foreword.ui.tokens import Tokens
from foreword.ui.translate import mark, tr, tr_n
from foreword.ui.wording import sentence

_CATALOGUE = mark(
    "Well-known models that follow instructions, by the memory that they take with the settings in force."
)
_OFFLINE = mark("Offline is on: nothing is asked of the network. Switch it off under Network to search.")
_SEARCHING = mark("Asking Hugging Face…")


class ModelsMore(Page):
    """A part of the page of models. Nothing is asked of the network before somebody presses Search."""

    #: object: ModelCard
    details_wanted = Signal(object)

    def __init__(self, use: ModelUse, tokens: Tokens) -> None:
        super().__init__()
        self._use = use
        self._query = ""
        self._found: dict[str, ModelCard] = {}
        self.edit = ClearField()
        self.edit.setPlaceholderText(tr("Search on Hugging Face: a name, or who made it"))
        self.edit.setAccessibleName(tr("Search for models on Hugging Face"))
        self.search = QPushButton(tr("Search"))
        self.back = QPushButton(tr("Back to the catalogue"))
        self.more = QPushButton(tr("Show more"))
        self.told = WordsLabel("hint")
        self.problem = WordsLabel("fielderror")
        self.list = ModelList(use, tokens)
        self._build()
        self.list.details_wanted.connect(self.details_wanted)
        self.edit.returnPressed.connect(self._search)
        self.edit.textChanged.connect(self._follow_edit)
        self.search.clicked.connect(self._search)
        self.more.clicked.connect(self._ask_more)
        self.back.clicked.connect(self._leave_search)
        self.refresh()

    def _build(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.edit, 1)
        row.addWidget(self.search)
        self.column.addLayout(row)
        for widget in (self.problem, self.told, self.list):
            self.column.addWidget(widget)
        end = QHBoxLayout()
        end.setSpacing(8)
        end.addWidget(self.more)
        end.addWidget(self.back)
        end.addStretch()
        self.column.addLayout(end)
        self.column.addStretch()

    def set_tokens(self, tokens: Tokens) -> None:
        self.list.set_tokens(tokens)

    def refresh(self) -> None:
        """The settings, the loaded model or a download may have changed."""
        self._show_possible()
        if self._query:
            self._show_results()
        elif self._use.models.shelf is not None:
            self._show_catalogue(self._use.models.shelf)

    def show_listed(self, _listed: ModelsListed) -> None:
        self.refresh()

    def show_found(self, found: ModelsFound) -> None:
        """A further page stands below what was found before; it tells all of it."""
        if found.query != self._query:
            return
        self._found = {card.id: card for card in found.cards}
        count = len(self._found)
        self.told.say(
            tr_n(count, "{n} model was found for “{query}”", "{n} models were found for “{query}”",
                 query=line(found.query, 60))
            if count else tr("Nothing was found for “{query}”. Try fewer or other words.",
                             query=line(found.query, 60))
        )  # fmt: skip
        self.more.setVisible(found.more)
        self.more.setEnabled(True)
        self._show_results()

    def show_failed(self, reason: str) -> None:
        self.problem.say(sentence(line(reason)))
        self.told.say("")
        self.more.setEnabled(True)

    def _show_catalogue(self, listed: ModelsListed) -> None:
        cards = [card for card in listed.cards if card.source in ("starter", "catalogue")]
        groups: dict[str, list[ModelCard]] = {}
        for card in sorted(cards, key=_size):
            groups.setdefault(memory_group(card), []).append(card)
        self.told.say(tr(_OFFLINE) if self._use.settings["models.offline"] else tr(_CATALOGUE))
        self.more.hide()
        self.back.hide()
        self.list.show_groups(sorted(groups.items(), key=lambda group: group_order(group[0])))

    def _show_results(self) -> None:
        """What is on this computer of it already is known better from the list."""
        cards = [self._use.card(model) or card for model, card in self._found.items()]
        self.list.show_groups([("", cards)])
        self.back.show()

    @Slot()
    def _show_possible(self) -> None:
        offline = bool(self._use.settings["models.offline"])
        self.edit.setEnabled(not offline)
        self.search.setEnabled(not offline and bool(self.edit.text().strip()))
        if offline and not self._query:
            self.told.say(tr(_OFFLINE))

    @Slot(str)
    def _follow_edit(self, text: str) -> None:
        """An emptied field asks for nothing: the catalogue is back."""
        if not text and self._query:
            self._leave_search()
        self._show_possible()

    @Slot()
    def _search(self) -> None:
        query = " ".join(self.edit.text().split())
        if not query or not self.search.isEnabled():
            return
        self._query, self._found = query, {}
        self.problem.say("")
        self.told.say(tr(_SEARCHING))
        self.more.hide()
        self._show_results()
        self._use.models.search(query)

    @Slot()
    def _ask_more(self) -> None:
        self.more.setEnabled(False)
        self.problem.say("")
        self._use.models.search(self._query)  # the same once more: with a further page

    @Slot()
    def _leave_search(self) -> None:
        self._query, self._found = "", {}
        self.edit.clear()
        self.problem.say("")
        self.refresh()
        self.edit.setFocus()


def _size(card: ModelCard) -> int:
    return card.fit.needed if card.fit is not None else card.download or 0
