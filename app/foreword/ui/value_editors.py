"""The editors of plain values: a check box, two kinds of number, a choice.

Each has a signal `chosen` with the new value and shows the value in force with `show_value`. They are told
ranges and words, and don't know whether a setting or a plugin's option stands behind them.
"""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from typing import Any

from PySide6.QtCore import QSignalBlocker, Signal, Slot
from PySide6.QtWidgets import QCheckBox

from foreword.ui.calm_boxes import CalmComboBox, CalmDoubleSpinBox, CalmSpinBox

SPIN_LIMIT = 2**31 - 1
"""What a spin box of Qt's can hold."""
_MOST_DECIMALS = 8


class CheckEditor(QCheckBox):
    """On or off; `words` say what."""

    chosen = Signal(object)

    def __init__(self, words: str) -> None:
        super().__init__(words)
        self.toggled.connect(self._chosen)

    def show_value(self, value: Any) -> None:
        with QSignalBlocker(self):
            self.setChecked(bool(value))

    @Slot(bool)
    def _chosen(self, on: bool) -> None:
        self.chosen.emit(on)


class WholeEditor(CalmSpinBox):
    """A whole number. What is out of range can't be typed; typing counts when it is done."""

    chosen = Signal(object)

    def __init__(self, low: int, high: int, suffix: str = "", at_least: str = "") -> None:
        """`at_least`: what the smallest value means, shown in its place."""
        super().__init__()
        self.setRange(low, high)
        self.setGroupSeparatorShown(True)
        self.setKeyboardTracking(False)
        self.setSuffix(suffix)
        self.setSpecialValueText(at_least)
        self.valueChanged.connect(self._chosen)

    def show_value(self, value: Any) -> None:
        with QSignalBlocker(self):
            self.setValue(int(value))

    @Slot(int)
    def _chosen(self, value: int) -> None:
        self.chosen.emit(value)


class NumberEditor(CalmDoubleSpinBox):
    """A number, with at least `digits` decimals, and as many as its value has; typing counts when done."""

    chosen = Signal(object)

    def __init__(self, low: float, high: float, *, step: float, digits: int = 2, suffix: str = "") -> None:
        super().__init__()
        self._digits = digits
        self.setDecimals(digits)
        self.setRange(low, high)
        self.setSingleStep(step)
        self.setGroupSeparatorShown(True)
        self.setKeyboardTracking(False)
        self.setSuffix(suffix)
        self.valueChanged.connect(self._chosen)

    def show_value(self, value: Any) -> None:
        with QSignalBlocker(self):
            self.setDecimals(max(self._digits, decimals(float(value))))
            self.setValue(float(value))

    @Slot(float)
    def _chosen(self, value: float) -> None:
        self.chosen.emit(value)


class ChoiceEditor(CalmComboBox):
    """One of a few: pairs of the words shown and the value that they stand for."""

    chosen = Signal(object)

    def __init__(self, choices: Iterable[tuple[str, str]]) -> None:
        super().__init__()
        for words, value in choices:
            self.addItem(words, value)
        self.currentIndexChanged.connect(self._chosen)

    def show_value(self, value: Any) -> None:
        with QSignalBlocker(self):
            self.setCurrentIndex(self.findData(value))

    @Slot(int)
    def _chosen(self, index: int) -> None:
        self.chosen.emit(self.itemData(index))


def decimals(value: float) -> int:
    """Digits behind the point, as the number is written."""
    exponent = Decimal(repr(float(value))).normalize().as_tuple().exponent
    return min(max(-exponent, 0), _MOST_DECIMALS) if isinstance(exponent, int) else 0
