"""The editor for a seed. Has the signal and `show_value` of the other editors of settings."""

from __future__ import annotations

import secrets

from PySide6.QtCore import QRegularExpression, QSignalBlocker, QSize, Signal, Slot
from PySide6.QtGui import QRegularExpressionValidator
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLineEdit, QToolButton, QVBoxLayout, QWidget

from foreword.settings import Setting, Value
from foreword.ui.icons import icon
from foreword.ui.settings_wording import FRESH
from foreword.ui.tokens import Tokens
from foreword.ui.translate import tr


class SeedEditor(QWidget):
    """A fresh seed each time, or one that is kept: typed, drawn once, or that of the last reply."""

    chosen = Signal(object)

    def __init__(self, setting: Setting) -> None:
        super().__init__()
        self._value = FRESH
        self._last: int | None = None
        self.fresh = QCheckBox(tr("Fresh each time"))
        self.number = QLineEdit()
        self.number.setAccessibleName(tr(setting.label))
        self.number.setValidator(QRegularExpressionValidator(QRegularExpression("[0-9]{1,16}"), self))
        self.number.setPlaceholderText(tr("Drawn for each reply"))
        self.draw = _tool_button(tr("Draw another seed, and keep it"))
        self.reuse = _tool_button("")
        row = QHBoxLayout()
        row.setSpacing(4)
        for widget in (self.number, self.draw, self.reuse):
            row.addWidget(widget)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(self.fresh)
        layout.addLayout(row)
        self.setFocusProxy(self.fresh)
        self.fresh.toggled.connect(self._fresh_toggled)
        self.number.editingFinished.connect(self._typed)
        self.draw.clicked.connect(self._draw)
        self.reuse.clicked.connect(self._reuse)
        self.set_last(None)

    def set_tokens(self, tokens: Tokens) -> None:
        self.draw.setIcon(icon("dice", tokens.muted))
        self.reuse.setIcon(icon("reuse", tokens.muted, tokens.field_border))

    def show_value(self, value: Value) -> None:
        self._value = int(value)  # type: ignore[arg-type]
        fresh = self._value == FRESH
        with QSignalBlocker(self.fresh):
            self.fresh.setChecked(fresh)
        self.number.setText("" if fresh else str(self._value))
        self.number.setEnabled(not fresh)

    def set_last(self, seed: int | None) -> None:
        """The seed of the last reply, which can be used again."""
        self._last = seed
        words = tr("There is no reply yet whose seed could be used again")
        if seed is not None:
            words = tr("Use the last reply's seed again: {seed}", seed=seed)
        self.reuse.setEnabled(seed is not None)
        self.reuse.setToolTip(words)
        self.reuse.setAccessibleName(words)

    @Slot(bool)
    def _fresh_toggled(self, fresh: bool) -> None:
        """The kept seed begins as that of the last reply: whoever wants one liked what it gave."""
        if fresh:
            self._choose(FRESH)
        else:
            self._choose(_drawn() if self._last is None else self._last)
            self.number.setFocus()

    @Slot()
    def _draw(self) -> None:
        self._choose(_drawn())

    @Slot()
    def _reuse(self) -> None:
        if self._last is not None:
            self._choose(self._last)

    @Slot()
    def _typed(self) -> None:
        text = self.number.text()
        if text and int(text) != self._value:
            self._value = int(text)
            self.chosen.emit(self._value)

    def _choose(self, value: int) -> None:
        self.show_value(value)
        self.chosen.emit(value)


def _drawn() -> int:
    """Short enough to be read out to somebody."""
    return secrets.randbits(31)


def _tool_button(words: str) -> QToolButton:
    button = QToolButton()
    button.setIconSize(QSize(16, 16))
    button.setToolTip(words)
    button.setAccessibleName(words)
    return button
