"""Everything about one model: facts, what it takes where, measured speeds, draft models, template, files."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtWidgets import (
    QDialog,
    QGridLayout,
    QHBoxLayout,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from foreword.model_messages import Fit, ModelCard, ModelDetails
from foreword.ui.disclosure import Disclosure
from foreword.ui.fit_bar import FitLegend, FitLine
from foreword.ui.labels import WordsLabel
from foreword.ui.model_drafts import DraftsPart
from foreword.ui.model_use import ModelUse
from foreword.ui.model_wording import (
    exact_size,
    meta_words,
    name_words,
    parameter_words,
    place_words,
)
from foreword.ui.plugin_wording import line
from foreword.ui.settings_pages import Page
from foreword.ui.theme import code_font
from foreword.ui.tokens import Tokens
from foreword.ui.translate import mark, tr, tr_n
from foreword.ui.zoom import px

_READING = mark("Reading what is known of it…")
_MOST_FILES = 200


class DetailsDialog(QDialog):
    """Shows the card's facts at once, and the rest when it is told."""

    def __init__(self, card: ModelCard, use: ModelUse, tokens: Tokens, parent: QWidget) -> None:
        super().__init__(parent)
        self.card = card
        self._use = use
        self._tokens = tokens
        self._lines: list[FitLine] = []
        self._legend: FitLegend | None = None
        self._folds: list[Disclosure] = []
        self.drafts: DraftsPart | None = None
        self.setWindowTitle(tr("About {name}", name=name_words(card)))
        self.resize(px(720), px(640))
        self.page = Page()
        self.told = WordsLabel("hint")
        self.close_button = QPushButton(tr("Close"))
        self.close_button.setDefault(True)
        self.close_button.clicked.connect(self.accept)
        bottom = QHBoxLayout()
        bottom.setContentsMargins(24, 8, 24, 16)
        bottom.addStretch()
        bottom.addWidget(self.close_button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.page)
        layout.addLayout(bottom)
        self._head(card)
        self.told.say(tr(_READING))

    def _head(self, card: ModelCard) -> None:
        self.page.add_heading(name_words(card))
        self.page.add_words(meta_words(card))
        if card.why:
            self.page.add_words(line(tr(card.why)))
        self.page.column.addWidget(self.told)

    def show_failed(self, reason: str) -> None:
        self.told.say(line(reason))

    def show_details(self, details: ModelDetails) -> None:
        """Once: what a dialog shows doesn't change while it is open."""
        if self._folds:
            return
        self.told.say("")
        self._add_facts(details)
        self._add_fits(details)
        self._add_drafts(details)
        self._add_template(details)
        self._add_files(details)
        self.page.column.addStretch()

    def set_tokens(self, tokens: Tokens) -> None:
        for part in (*self._lines, *self._folds, self._legend):
            if part is not None:
                part.set_tokens(tokens)

    # --- parts
    def _add_facts(self, details: ModelDetails) -> None:
        card = details.card
        rows = [
            (tr("Architecture"), line(details.architecture)),
            (tr("Size"), parameter_words(card.parameters) if card.parameters else ""),
            (tr("On disk"), exact_size(card.size) if card.size is not None else ""),
            (tr("Context"), tr_n(card.context, "{n:,} token", "{n:,} tokens") if card.context else ""),
            (tr("Licence"), line(card.licence)),
            (tr("Version"), line(card.commit)),
            (tr("Folder"), line(card.folder)),
        ]
        self.page.column.addWidget(_table([(name, words) for name, words in rows if words]))

    def _add_fits(self, details: ModelDetails) -> None:
        if not details.fits:
            return
        self.page.add_heading(tr("Memory"))
        self.page.add_words(tr("What it takes with {n:,} tokens of context.", n=details.fits[0].context))
        self._legend = FitLegend(self._tokens)
        self.page.column.addWidget(self._legend)
        for fit in details.fits:
            label = WordsLabel("content-words")
            label.say(fit_title(fit, details.speeds))
            part = FitLine(self._tokens)
            part.show_fit(fit)
            self._lines.append(part)
            self.page.column.addWidget(label)
            self.page.column.addWidget(part)
            self.page.column.addSpacing(8)

    def _add_drafts(self, details: ModelDetails) -> None:
        if details.drafts:
            self.page.add_heading(tr("Draft models"))
            self.drafts = DraftsPart(details.drafts, self._use)
            self.page.column.addWidget(self.drafts)

    def _add_template(self, details: ModelDetails) -> None:
        self.page.add_heading(tr("Chat template"))
        if not details.template:
            self.page.add_words(
                tr("It brings none: choose how messages become text under Model settings, Chat template.")
            )
            return
        self.page.add_words(f"SHA-256 {line(details.template_sha256)}")
        text = _read_only(details.template, self.page, tr("Chat template"))
        self._fold(tr("Show the chat template"), text)

    def _add_files(self, details: ModelDetails) -> None:
        self.page.add_heading(tr("Files"))
        listed = [(line(name, 120), exact_size(size)) for name, size in details.files[:_MOST_FILES]]
        self._fold(tr_n(len(details.files), "{n} file", "{n} files"), _table(listed))

    def _fold(self, words: str, body: QWidget) -> None:
        fold = Disclosure(words, body, self._tokens)
        self._folds.append(fold)
        self.page.column.addWidget(fold)
        self.page.column.addWidget(body)


def fit_title(fit: Fit, speeds: Mapping[str, float]) -> str:
    """Where and in which precision; how fast it was measured there."""
    words = tr("{precision} on {place}", precision=fit.precision, place=place_words(fit.device))
    speed = speeds.get(fit.precision)
    return words if speed is None else tr("{words}: {speed} tokens/s", words=words, speed=f"{speed:.1f}")


def _table(rows: list[tuple[str, str]]) -> QWidget:
    table = QWidget()
    grid = QGridLayout(table)
    grid.setContentsMargins(0, 0, 0, 0)
    grid.setHorizontalSpacing(16)
    grid.setVerticalSpacing(4)
    grid.setColumnStretch(1, 1)
    grid.setColumnMinimumWidth(0, px(96))
    for number, (name, words) in enumerate(rows):
        for column, text in enumerate((name, words)):
            label = WordsLabel("muted" if column == 0 else "value")
            label.say(text)
            grid.addWidget(label, number, column)
    return table


def _read_only(text: str, parent: QWidget, name: str) -> QPlainTextEdit:
    shown = QPlainTextEdit(parent)
    shown.setReadOnly(True)
    shown.setTabChangesFocus(True)
    shown.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
    shown.setFont(code_font(shown.font()))
    shown.setFixedHeight(px(240))
    shown.setPlainText(text)
    shown.setAccessibleName(name)
    return shown
