"""Which model a chat or an assistant uses: the one of the settings, or one of those at hand.

Shows the models that the manager tells of. One that is too large isn't taken: why, and the ways out, are
shown first. A chat's own model is loaded by its next message, not when it is chosen.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from PySide6.QtCore import QSignalBlocker, Signal, Slot

from foreword.model_messages import ModelCard
from foreword.session.choices import Standing
from foreword.settings import BY_KEY, Value
from foreword.ui.chat_options_field import HeldField
from foreword.ui.model_use import STARTER
from foreword.ui.model_wording import name_words
from foreword.ui.plugin_wording import line
from foreword.ui.settings_wording import empty_words, help_words
from foreword.ui.tokens import Tokens
from foreword.ui.translate import mark, tr
from foreword.ui.value_editors import ChoiceEditor
from foreword.ui.wording import middle_cut, plain_tooltip

KEY = "model.name"
_BENEATH: Mapping[str, str] = {
    "settings": mark("As in the settings: {name}"),
    "preset": mark("As the assistant: {name}"),
}
_LONGEST, _SHORT = 80, 32
"""Characters of a name in full, and where it has to fit into the list."""


class ModelEditor(ChoiceEditor):
    """The models at hand, behind what holds where none of them is chosen."""

    def __init__(self) -> None:
        super().__init__([])
        self.setAccessibleName(tr(BY_KEY[KEY].label))
        self.setAccessibleDescription(help_words(BY_KEY[KEY]))
        self.setSizeAdjustPolicy(ChoiceEditor.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self._cards: Sequence[ModelCard] | None = None
        self._beneath = ""
        #: None: none is chosen here.
        self._value: str | None = None

    def show_cards(self, cards: Sequence[ModelCard]) -> None:
        self._cards = cards
        self._fill()

    def show_choice(self, value: str | None, beneath: str) -> None:
        """`beneath` says what holds where nothing is chosen."""
        self._value, self._beneath = value, beneath
        self._fill()

    def show_value(self, value: Value) -> None:
        """What holds; `show_choice` says whether that was chosen here."""

    def named(self, model: str) -> str:
        """How a model is called, also one that is gone."""
        model = model or STARTER
        card = next((each for each in self._cards or () if each.id == model), None)
        if card is not None:
            return name_words(card)
        if model == STARTER:
            return empty_words(BY_KEY[KEY])
        # Of a folder or file its name, of a hub id all of it.
        return line(Path(model).name if Path(model).is_absolute() else model, _LONGEST)

    def _fill(self) -> None:
        here = sorted((card for card in self._cards or () if card.state == "here"), key=_by_name)
        rows: list[tuple[str, str | None]] = [(self._beneath, None)]
        rows += [(middle_cut(name_words(card), _SHORT), card.id) for card in here]
        if self._value is not None and self._value not in [model for _, model in rows]:
            name = middle_cut(self.named(self._value), _SHORT)
            gone = self._cards is not None
            rows.append((tr("Missing: {name}", name=name) if gone else name, self._value))
        shown = [(self.itemText(row), self.itemData(row)) for row in range(self.count())]
        with QSignalBlocker(self):
            if rows != shown and not self.view().isVisible():
                self.clear()
                for words, model in rows:
                    self.addItem(words, model)
            ids = [self.itemData(row) for row in range(self.count())]
            self.setCurrentIndex(ids.index(self._value) if self._value in ids else 0)
        self.setToolTip(plain_tooltip(self._value or self._beneath))


class ModelField(HeldField):
    """The row of the model, beside the other options."""

    editor: ModelEditor

    #: object: ModelCard - it was chosen, and doesn't fit into this computer's memory.
    refused = Signal(object)

    def __init__(self, owner: str, tokens: Tokens) -> None:
        self._cards: Mapping[str, ModelCard] = {}
        self._standing: Standing | None = None
        super().__init__(BY_KEY[KEY], owner, tokens, ModelEditor())

    def show_cards(self, cards: Sequence[ModelCard]) -> None:
        self._cards = {card.id: card for card in cards}
        self.editor.show_cards(cards)
        if self._standing is not None:
            self.show_standing(self._standing, anew=False)

    def show_standing(self, standing: Standing, *, anew: bool) -> None:
        self._standing = standing
        super().show_standing(standing, anew=anew)
        source = standing.source_beneath(KEY)
        name = middle_cut(self.value_words(standing.beneath(KEY)), _SHORT)
        words = tr(_BENEATH.get(source, "{name}"), name=name)
        own = standing.source(KEY) == "chat"
        self.editor.show_choice(str(standing[KEY]) or STARTER if own else None, words)

    def value_words(self, value: Value) -> str:
        return self.editor.named(str(value))

    @Slot(object)
    def _chosen(self, value: Value | None) -> None:
        card = self._cards.get(str(value))
        if card is not None and card.fit is not None and card.fit.verdict == "too_large":
            if self._standing is not None:
                self.show_standing(self._standing, anew=False)
            self.refused.emit(card)
            return
        super()._chosen(value)


def _by_name(card: ModelCard) -> tuple[str, str]:
    return name_words(card).lower(), card.id
