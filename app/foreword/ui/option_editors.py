"""One editor for each kind of option that a plugin can declare.

Each has a signal `chosen` with the new value, which has passed the option's own check, and shows the
value in force with `show_value`. Those that take free text also tell what is wrong with it. They know
nothing of speculators or of where a value is kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QLineEdit

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
from foreword.ui.value_editors import (
    SPIN_LIMIT,
    CheckEditor,
    ChoiceEditor,
    NumberEditor,
    WholeEditor,
    decimals,
)

_Box = TypeVar("_Box", WholeEditor, NumberEditor)


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
            return CheckEditor(escaped(option_label(option)))
        case IntOption(low=low, high=high) if max(abs(low), abs(high)) <= SPIN_LIMIT:
            return _as_wide_as_others(WholeEditor(low, high, _suffix(option.unit)))
        case FloatOption(low=low, high=high) if max(abs(low), abs(high)) <= SPIN_LIMIT:
            digits = max(decimals(each) for each in (low, high, option.default, 0.01))
            suffix = _suffix(option.unit)
            return _as_wide_as_others(
                NumberEditor(low, high, step=_step(high - low), digits=digits, suffix=suffix)
            )
        case ChoiceOption():
            editor = ChoiceEditor((line(choice, 80), choice) for choice in option.choices)
            editor.setMinimumWidth(EDITOR_WIDTH)
            return editor
        case TextOption() if choices:
            return PickEditor(option, choices)
    return TypedEditor(option)


def _as_wide_as_others(editor: _Box) -> _Box:
    editor.setFixedWidth(EDITOR_WIDTH)
    return editor


def _suffix(unit: str) -> str:
    return f" {line(unit, 20)}" if unit else ""


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
