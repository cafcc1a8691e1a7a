"""All that a chat or an assistant may set, by section, drawn from the settings' declarations.

Used for the open chat (beside it) and for an assistant (in the settings dialog). Passes on what is
chosen; what it shows comes as a `Standing`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from foreword.messages import SpeculatorInfo
from foreword.model_messages import ModelCard
from foreword.session.choices import CHAT_KEYS, Standing
from foreword.ui import chat_options_switches as switches
from foreword.ui.chat_model import KEY as MODEL_KEY
from foreword.ui.chat_model import ModelField
from foreword.ui.chat_options_field import HeldField
from foreword.ui.chat_options_switches import SwitchesPart
from foreword.ui.model_use import ModelUse
from foreword.ui.settings_sections import MODEL, sections
from foreword.ui.settings_seed import SeedEditor
from foreword.ui.settings_wording import SEED
from foreword.ui.tokens import Tokens
from foreword.ui.translate import mark, tr


class OptionsForm(QWidget):
    """A field for each of the settings in `CHAT_KEYS`."""

    #: str key, object value | None (take it back)
    chosen = Signal(str, object)

    def __init__(self, owner: str, tokens: Tokens) -> None:
        super().__init__()
        self.fields: dict[str, HeldField] = {}
        self.model = ModelField(owner, tokens)
        self.model.refused.connect(self._refuse_model)
        self._use: ModelUse | None = None
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(16)
        for words, listed in sections().items():
            fitting = [setting for setting in listed if setting.key in CHAT_KEYS]
            if fitting and words != MODEL:  # one row, which says that by itself
                self._add_heading(words)
            for setting in fitting:
                field = self.model if setting.key == MODEL_KEY else HeldField(setting, owner, tokens)
                field.chosen.connect(self.chosen)
                self.fields[setting.key] = field
                self._column.addWidget(field)
        self._add_heading(mark("Speculators"))
        self.switches = SwitchesPart(owner, tokens)
        self.switches.chosen.connect(self.chosen)
        self._column.addWidget(self.switches)

    def _add_heading(self, words: str) -> None:
        label = QLabel(tr(words))
        label.setObjectName("section")
        if self._column.count():
            self._column.addSpacing(8)
        self._column.addWidget(label)

    def show_standing(self, standing: Standing, *, anew: bool) -> None:
        """What holds. `anew`: for another chat or assistant, so nothing in hand is to be kept."""
        for field in self.fields.values():
            field.show_standing(standing, anew=anew)
        self.switches.show_standing(standing)

    def show_speculators(self, infos: Sequence[SpeculatorInfo]) -> None:
        self.switches.show_speculators(infos)

    # --- which models there are
    def follow_models(self, use: ModelUse) -> None:
        """Offer the models at hand, from now on."""
        self._use = use
        use.models.listed.connect(self._show_models)
        if use.models.shelf is not None:
            self._show_models()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._use is not None:
            self._use.models.refresh()

    @Slot()
    def _show_models(self, _listed: object = None) -> None:
        if self._use is not None:
            self.model.show_cards(self._use.cards())

    @Slot(object)
    def _refuse_model(self, card: ModelCard) -> None:
        """Why it doesn't fit, and what would: other settings, or another model that is here."""
        if self._use is None or card.fit is None:
            return
        here = {each.id for each in self._use.here()}
        ways = (each for each in card.fit.proposals if each.changes.get(MODEL_KEY, card.id) in here)
        self._use.refuse(card, replace(card.fit, proposals=tuple(ways)), self._take_way)

    @Slot(str, object)
    def _take_way(self, model: str, changes: Mapping[str, str | int]) -> None:
        rest = {key: value for key, value in changes.items() if key != MODEL_KEY}
        if self._use is not None and self._use.keep(rest):
            self.chosen.emit(MODEL_KEY, changes.get(MODEL_KEY, model))

    def set_last_seed(self, seed: int | None) -> None:
        self._seed().set_last(seed)

    def hide_last_seed(self) -> None:
        """There is no chat here whose replies have a seed."""
        self._seed().reuse.hide()

    def show_problem(self, key: str, words: str) -> None:
        """What was chosen could not be set, for this reason."""
        if key == switches.KEY:
            self.switches.error.say(words)
        else:
            self.fields[key].say_problem(words)

    def keep(self) -> None:
        """Pass on what was typed and not yet passed on."""
        for field in self.fields.values():
            field.keep()

    def set_tokens(self, tokens: Tokens) -> None:
        for field in self.fields.values():
            field.set_tokens(tokens)
        self.switches.set_tokens(tokens)

    def _seed(self) -> SeedEditor:
        editor = self.fields[SEED].editor
        assert isinstance(editor, SeedEditor)
        return editor
