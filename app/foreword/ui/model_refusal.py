"""Why a model can't be loaded as things are, with the figures, and the ways to make it fit as buttons."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QDialog, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from foreword.model_messages import Fit, ModelCard
from foreword.ui.fit_bar import FitLine
from foreword.ui.labels import WordsLabel, escaped
from foreword.ui.model_wording import fit_details, name_words
from foreword.ui.plugin_wording import line
from foreword.ui.tokens import Tokens
from foreword.ui.translate import tr
from foreword.ui.zoom import px

_WIDTH = 520


class RefusalDialog(QDialog):
    """Never a dead end: a proposal each, or another model."""

    #: str model, object: Mapping[str, str | int] - the settings to take
    chosen = Signal(str, object)
    manage_wanted = Signal()

    def __init__(self, card: ModelCard, fit: Fit, tokens: Tokens, parent: QWidget) -> None:
        super().__init__(parent)
        self._card = card
        name = name_words(card)
        self.setWindowTitle(tr("Not Enough Memory"))
        self.setMinimumWidth(px(_WIDTH))
        self.title = WordsLabel("section")
        self.title.say(tr("{name} doesn't fit into the memory that is free", name=name))
        self.reason = WordsLabel("content-words")
        self.reason.say(line(fit.reason))
        self.fit = FitLine(tokens, legend=True)
        self.fit.show_fit(fit)
        self.figures = WordsLabel("hint")
        self.figures.say("\n".join(fit_details(fit).split("\n")[:5]))
        self.proposals: list[QPushButton] = []
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 24, 24, 24)
        layout.setSpacing(8)
        for widget in (self.title, self.reason, self.fit, self.figures):
            layout.addWidget(widget)
        layout.addSpacing(8)
        for proposal in fit.proposals:
            button = QPushButton(escaped(_sentence(proposal.words)))
            button.setProperty("suggestion", True)
            button.setAutoDefault(False)
            button.clicked.connect(lambda _on=False, changes=proposal.changes: self._choose(changes))
            self.proposals.append(button)
            layout.addWidget(button)
        layout.addSpacing(8)
        layout.addLayout(self._end())
        self.ensurePolished()
        self.resize(px(_WIDTH), layout.totalHeightForWidth(px(_WIDTH)))

    def _end(self) -> QHBoxLayout:
        self.other = QPushButton(tr("Choose another model…"))
        self.cancel = QPushButton(tr("Cancel"))
        self.cancel.setDefault(True)
        self.other.setAutoDefault(False)
        self.other.clicked.connect(self._manage)
        self.cancel.clicked.connect(self.reject)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.other)
        row.addStretch()
        row.addWidget(self.cancel)
        return row

    def _choose(self, changes: Mapping[str, str | int]) -> None:
        self.accept()
        self.chosen.emit(self._card.id, changes)

    def _manage(self) -> None:
        self.accept()
        self.manage_wanted.emit()


def _sentence(words: str) -> str:
    words = line(words, 120)
    return f"{words[:1].upper()}{words[1:]}"
