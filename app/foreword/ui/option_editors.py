"""One editor for each kind of option that a plugin can declare.

Each has a signal `chosen` with the new value, which has passed the option's own check, and shows the
value in force with `show_value`. Those that take free text also tell what is wrong with it. They know
nothing of speculators or of where a value is kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from PySide6.QtCore import QSignalBlocker, Signal, Slot
from PySide6.QtWidgets import QCheckBox, QLineEdit

from foreword.api import (
    BoolOption,
    Choice,
    ChoiceOption,
    FloatOption,
    IntOption,
    Option,
    OptionError,
    TextOption,
    Value,
)
from foreword.ui.labels import escaped
from foreword.ui.pick_editor import EDITOR_WIDTH, PickEditor
from foreword.ui.plugin_wording import line, option_label, option_problem
from foreword.ui.calm_boxes import CalmComboBox, CalmDoubleSpinBox, CalmSpinBox

_SPIN_LIMIT = 2**31 - 1
_MOST_DECIMALS = 8


class CheckEditor(QCheckBox):
    """On or off; its text is the option's label."""

    chosen = Signal(object)

    def __init__(self, option: BoolOption) -> None:
        super().__init__(escaped(option_label(option)))
        self.toggled.connect(self._chosen)

    def show_value(self, value: Value) -> None:
        with QSignalBlocker(self):
            self.setChecked(bool(value))

    @Slot(bool)
    def _chosen(self, on: bool) -> None:
        self.chosen.emit(on)


class WholeEditor(CalmSpinBox):
    """A whole number. What is out of range can't be typed; typing counts when it is done."""

    chosen = Signal(object)

    def __init__(self, option: IntOption) -> None:
        super().__init__()
        self.setRange(option.low, option.high)
        self.setGroupSeparatorShown(True)
        self.setKeyboardTracking(False)
        self.setSuffix(_suffix(option.unit))
        self.setFixedWidth(EDITOR_WIDTH)
        self.valueChanged.connect(self._chosen)

    def show_value(self, value: Value) -> None:
        with QSignalBlocker(self):
            self.setValue(int(value))

    @Slot(int)
    def _chosen(self, value: int) -> None:
        self.chosen.emit(value)


class NumberEditor(CalmDoubleSpinBox):
    """A number, with as many decimals as its declaration and its value have."""

    chosen = Signal(object)

    def __init__(self, option: FloatOption) -> None:
        super().__init__()
        self.setDecimals(max(_decimals(each) for each in (option.low, option.high, option.default, 0.01)))
        self.setRange(option.low, option.high)
        self.setSingleStep(_step(option.high - option.low))
        self.setGroupSeparatorShown(True)
        self.setKeyboardTracking(False)
        self.setSuffix(_suffix(option.unit))
        self.setFixedWidth(EDITOR_WIDTH)
        self.valueChanged.connect(self._chosen)

    def show_value(self, value: Value) -> None:
        with QSignalBlocker(self):
            self.setDecimals(max(self.decimals(), _decimals(float(value))))
            self.setValue(float(value))

    @Slot(float)
    def _chosen(self, value: float) -> None:
        self.chosen.emit(value)


class ChoiceEditor(CalmComboBox):
    """One of a few words."""

    chosen = Signal(object)

    def __init__(self, option: ChoiceOption) -> None:
        super().__init__()
        for choice in option.choices:
            self.addItem(line(choice, 80), choice)
        self.setMinimumWidth(EDITOR_WIDTH)
        self.activated.connect(self._chosen)

    def show_value(self, value: Value) -> None:
        self.setCurrentIndex(self.findData(value))

    @Slot(int)
    def _chosen(self, index: int) -> None:
        self.chosen.emit(self.itemData(index))


class TypedEditor(QLineEdit):
    """Text, or a number too large for a spin box: what doesn't fit stays to be mended, and is not kept."""

    chosen = Signal(object)
    problem = Signal(str)

    def __init__(self, option: Option) -> None:
        super().__init__()
        self._option = option
        self._shown: Value = ""
        if not isinstance(option, TextOption):
            self.setFixedWidth(EDITOR_WIDTH)
        self.editingFinished.connect(self._typed)

    def show_value(self, value: Value) -> None:
        self._shown = value
        self.setText(str(value))

    @Slot()
    def _typed(self) -> None:
        try:
            value = self._option.check(_parsed(self._option, self.text().strip()))
        except OptionError as error:
            self.problem.emit(option_problem(self._option, str(error)))
            return
        self.problem.emit("")
        if value != self._shown:
            self._shown = value
            self.chosen.emit(value)


Editor = CheckEditor | WholeEditor | NumberEditor | ChoiceEditor | TypedEditor | PickEditor


def make_editor(option: Option, choices: Sequence[Choice] = ()) -> Editor:
    """The editor for an option; `choices` are offered for a text."""
    match option:
        case BoolOption():
            return CheckEditor(option)
        case IntOption() if max(abs(option.low), abs(option.high)) <= _SPIN_LIMIT:
            return WholeEditor(option)
        case FloatOption() if max(abs(option.low), abs(option.high)) <= _SPIN_LIMIT:
            return NumberEditor(option)
        case ChoiceOption():
            return ChoiceEditor(option)
        case TextOption() if choices:
            return PickEditor(option, choices)
    return TypedEditor(option)


def _suffix(unit: str) -> str:
    return f" {line(unit, 20)}" if unit else ""


def _decimals(value: float) -> int:
    """Digits behind the point, as the number is written."""
    exponent = Decimal(repr(float(value))).normalize().as_tuple().exponent
    return min(max(-exponent, 0), _MOST_DECIMALS) if isinstance(exponent, int) else 0


def _step(span: float) -> float:
    """What one press of an arrow adds: about a twentieth of a small range, one of a large one."""
    return 0.05 if span <= 2 else 0.5 if span <= 20 else 1.0


def _parsed(option: Option, text: str) -> object:
    """The number that is meant, else the text, which the option then refuses in its own words."""
    try:
        if isinstance(option, IntOption):
            return int(text.replace(",", ""))
        return float(text) if isinstance(option, FloatOption) else text
    except ValueError:
        return text
