"""Which other models can draft for this one, and why each other can't; one is taken by a button."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from foreword.messages import SpeculatorInfo
from foreword.model_messages import ModelCard
from foreword.ui.labels import WordsLabel
from foreword.ui.model_use import ModelUse
from foreword.ui.model_wording import name_words
from foreword.ui.plugin_wording import line
from foreword.ui.translate import mark, tr

SPECULATOR, OPTION = "draft_model", "model"
"""The speculator that drafts with a model, and its option that names one."""

_ABOUT = mark(
    "A smaller model of the same family can write a few tokens ahead. The answers stay the same; whether it "
    "is sooner is measured while it drafts."
)


class DraftsPart(QWidget):
    """Those that can come first."""

    def __init__(self, drafts: Sequence[tuple[ModelCard, str]], use: ModelUse) -> None:
        super().__init__()
        self._use = use
        self.buttons: dict[str, QPushButton] = {}
        self._states: dict[str, WordsLabel] = {}
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(8)
        about = WordsLabel("hint")
        about.say(tr(_ABOUT))
        self.problem = WordsLabel("fielderror")
        self._column.addWidget(about)
        self._column.addWidget(self.problem)
        for card, obstacle in sorted(drafts, key=lambda pair: bool(pair[1])):
            self._add(card, obstacle)

    def _add(self, card: ModelCard, obstacle: str) -> None:
        name = WordsLabel("content-words")
        name.say(name_words(card))
        state = WordsLabel("hint")
        state.say(tr("Can't draft: {reason}", reason=line(obstacle)) if obstacle else self._able(card))
        texts = QVBoxLayout()
        texts.setSpacing(0)
        texts.addWidget(name)
        texts.addWidget(state)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addLayout(texts, 1)
        self._states[card.id] = state
        button = self._button(card) if not obstacle else None
        if button is not None:
            self.buttons[card.id] = button
            row.addWidget(button)
        self._column.addLayout(row)

    def _able(self, card: ModelCard) -> str:
        if self._is_chosen(card):
            return tr("Is the draft model now")
        return tr("Can draft") if card.state == "here" else tr("Can draft, once it is downloaded")

    def _button(self, card: ModelCard) -> QPushButton | None:
        """Download, or use; nothing where the speculator that drafts with models isn't there."""
        button = QPushButton()
        button.setProperty("small", True)
        if card.state != "here":
            button.setText(tr("Download"))
            button.clicked.connect(partial(self._fetch, card))
        elif self._speculator() is None:
            return None
        else:
            button.setText(tr("Use as draft model"))
            button.setEnabled(not self._is_chosen(card))
            button.clicked.connect(partial(self._choose, card))
        button.setAccessibleName(f"{button.text()}: {name_words(card)}")
        return button

    def _speculator(self) -> SpeculatorInfo | None:
        found = (info for info in self._use.controller.speculators() if info.name == SPECULATOR)
        return next(found, None)

    def _is_chosen(self, card: ModelCard) -> bool:
        info = self._speculator()
        chosen = info.values.get(OPTION, "") if info is not None else ""
        return bool(chosen) and chosen in (card.id, card.folder)

    def _choose(self, card: ModelCard, _pressed: bool = False) -> None:
        """Set it, and switch its speculator on: that is what was meant."""
        problem = self._use.controller.set_option(SPECULATOR, OPTION, card.folder or card.id)
        self.problem.say(line(problem))
        if problem:
            return
        self._use.controller.set_speculator(SPECULATOR, True)
        for model, button in self.buttons.items():
            button.setEnabled(button.isEnabled() and model != card.id)
        self._states[card.id].say(tr("Is the draft model now"))

    def _fetch(self, card: ModelCard, _pressed: bool = False) -> None:
        self._use.models.pull(card.id)
        self.buttons[card.id].setEnabled(False)
        self._states[card.id].say(tr("Is being downloaded: see the page of models"))
