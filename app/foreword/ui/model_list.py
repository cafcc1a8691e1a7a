"""Models beneath each other, under headings where there are some. Rows stay while their model does."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from foreword.model_messages import ModelCard
from foreword.ui.model_row import ModelRow
from foreword.ui.model_use import ModelUse
from foreword.ui.tab_order import TabOrder
from foreword.ui.tokens import Tokens
from foreword.ui.translate import tr


class ModelList(QWidget):
    """What its rows ask is passed on; what concerns downloads goes to `use` at once."""

    #: object: ModelCard
    details_wanted = Signal(object)
    #: object: ModelCard
    remove_wanted = Signal(object)

    def __init__(self, use: ModelUse, tokens: Tokens) -> None:
        super().__init__()
        self._use = use
        self._tokens = tokens
        self.rows: dict[str, ModelRow] = {}
        self._headings: dict[str, QLabel] = {}
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(8)
        self._order = TabOrder(self._column)

    def show_groups(self, groups: Sequence[tuple[str, Sequence[ModelCard]]]) -> None:
        """(heading, models) in order; an empty heading isn't shown."""
        self._drop({card.id for _, cards in groups for card in cards}, {words for words, _ in groups})
        place = 0
        for words, cards in groups:
            if words and cards:
                self._place(self._heading(words), place)
                place += 1
            for card in cards:
                row = self.rows.get(card.id) or self._new_row(card.id)
                self._place(row, place)
                place += 1
                self._show(row, card)
        self._order.apply()

    def refresh_download(self, model: str) -> None:
        """A download of this model has gone on, or is over: nothing else has changed."""
        row = self.rows.get(model)
        if row is not None and row.card is not None:
            self._show(row, row.card)

    def set_tokens(self, tokens: Tokens) -> None:
        self._tokens = tokens
        for row in self.rows.values():
            row.set_tokens(tokens)

    def _show(self, row: ModelRow, card: ModelCard) -> None:
        loaded = card.id == self._use.loaded_id()
        row.show_card(card, loaded=loaded, download=self._use.download(card.id))

    def _place(self, widget: QWidget, place: int) -> None:
        if self._column.indexOf(widget) != place:
            self._column.insertWidget(place, widget)
        widget.show()

    def _heading(self, words: str) -> QLabel:
        if words not in self._headings:
            label = QLabel(tr(words))
            label.setObjectName("muted")
            label.setContentsMargins(0, 8, 0, 0)
            self._headings[words] = label
        return self._headings[words]

    def _new_row(self, model: str) -> ModelRow:
        row = ModelRow(self._tokens)
        row.use_wanted.connect(self._use.use)
        row.fetch_wanted.connect(self._fetch)
        row.details_wanted.connect(self.details_wanted)
        row.remove_wanted.connect(self.remove_wanted)
        self.rows[model] = row
        return row

    def _fetch(self, card: ModelCard) -> None:
        download = self._use.download(card.id)
        if download is not None:
            self._use.models.resume(card.id)
        else:
            self._use.models.pull(card.id)

    def _drop(self, models: set[str], headings: set[str]) -> None:
        for model in self.rows.keys() - models:
            row = self.rows.pop(model)
            self._column.removeWidget(row)
            row.hide()
            row.deleteLater()
        for words in self._headings.keys() - headings:
            label = self._headings.pop(words)
            self._column.removeWidget(label)
            label.deleteLater()
