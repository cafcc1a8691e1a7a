"""Typed options: what a speculator lets its user set. Declared once, in the class: the settings page draws
itself from them, the command line lists them, and what the user sets is kept under the option's `name`.

    class Echo(Speculator):
        options = (IntOption("longest_draft", 8, 1, 64, label="Longest draft", help="In tokens."),)

Every value that reaches `Speculator.configure` has passed `check`. `label` is what the user reads, the name
where it is empty; `help` is a sentence beside it. A name, once published, keeps its meaning: rename the
option instead, and what was set under the old name is left aside. All of these are frozen and picklable.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

_LARGEST = 2**63 - 1
"""The largest number that the settings file holds."""

Value = bool | int | float | str
"""What an option can hold."""


class OptionError(ValueError):
    """A value doesn't fit its option, or a declaration makes no sense. One line says what would do."""


@dataclass(frozen=True, slots=True)
class BoolOption:
    """On or off."""

    name: str
    default: bool
    label: str = ""
    help: str = ""

    def check(self, value: object) -> bool:
        if type(value) is not bool:
            raise OptionError(f"{self.name} must be true or false, not {_shown(value)}")
        return value


@dataclass(frozen=True, slots=True)
class IntOption:
    """A whole number from `low` to `high`, both included. `unit` is shown behind it."""

    name: str
    default: int
    low: int
    high: int
    label: str = ""
    help: str = ""
    unit: str = ""

    def check(self, value: object) -> int:
        if type(value) is not int or not self.low <= value <= self.high:
            raise OptionError(
                f"{self.name} must be a whole number from {self.low} to {self.high}, not {_shown(value)}"
            )
        return value


@dataclass(frozen=True, slots=True)
class FloatOption:
    """A number from `low` to `high`, both included. `unit` is shown behind it."""

    name: str
    default: float
    low: float
    high: float
    label: str = ""
    help: str = ""
    unit: str = ""

    def check(self, value: object) -> float:
        # Compared before it is converted: an int can be too large for a float.
        if type(value) not in (int, float) or not self.low <= value <= self.high:  # type: ignore[operator]
            raise OptionError(
                f"{self.name} must be a number from {self.low:g} to {self.high:g}, not {_shown(value)}"
            )
        return float(value)  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True)
class ChoiceOption:
    """One of `choices`, at least one, which are shown as they are."""

    name: str
    default: str
    choices: tuple[str, ...]
    label: str = ""
    help: str = ""

    def check(self, value: object) -> str:
        if type(value) is not str or value not in self.choices:
            raise OptionError(f"{self.name} must be one of {', '.join(self.choices)}, not {_shown(value)}")
        return value


@dataclass(frozen=True, slots=True)
class TextOption:
    """A line of text, perhaps empty. `Status.choices` can offer values for it.

    A speculator can't make something of every text: it raises Unsuitable in `attach` where it can't.
    """

    name: str
    default: str
    label: str = ""
    help: str = ""

    def check(self, value: object) -> str:
        if type(value) is not str or any(end in value for end in "\n\r\0"):
            raise OptionError(f"{self.name} must be one line of text, not {_shown(value)}")
        return value


Option = BoolOption | IntOption | FloatOption | ChoiceOption | TextOption


def checked_values(
    options: Iterable[Option], given: Mapping[str, object]
) -> tuple[dict[str, Value], list[str]]:
    """A value for every option, its default where none fits; and what was wrong, a line each.

    What is given under other names is left aside. The options have passed `check_options`.
    """
    values: dict[str, Value] = {}
    problems: list[str] = []
    for option in options:
        values[option.name] = option.check(option.default)
        if option.name in given:
            try:
                values[option.name] = option.check(given[option.name])
            except OptionError as error:
                problems.append(f"{error} (default used)")
    return values, problems


def check_options(options: object) -> None:
    """Raises OptionError unless `options` is a tuple of sound declarations with names of their own.

    Types are compared exactly: a subclass could bring a check that lets anything through.
    """
    if type(options) is not tuple:
        raise OptionError(f"options must be a tuple, not a {type(options).__name__}")
    names: set[str] = set()
    for option in options:
        if type(option) not in Option.__args__:
            raise OptionError(f"options holds a {type(option).__name__}, which is no option")
        _check_texts(option)
        if option.name in names:
            raise OptionError(f"two options are called {option.name}")
        names.add(option.name)
        if isinstance(option, IntOption | FloatOption):
            _check_range(option)
        if isinstance(option, ChoiceOption):
            _check_choices(option)
        try:
            option.check(option.default)
        except OptionError as error:
            raise OptionError(f"the default doesn't fit: {error}") from None


def _check_texts(option: Option) -> None:
    if type(option.name) is not str or not (option.name.isidentifier() and option.name.isascii()):
        raise OptionError(
            f"an option's name must be an identifier like longest_draft, not {_shown(option.name)}"
        )
    texts = [option.label, option.help]
    if isinstance(option, IntOption | FloatOption):
        texts.append(option.unit)
    if any(type(text) is not str for text in texts):
        raise OptionError(f"{option.name} has a label, help or unit that is no text")


def _check_range(option: IntOption | FloatOption) -> None:
    allowed = (int,) if isinstance(option, IntOption) else (int, float)
    for bound in (option.low, option.high):
        if type(bound) not in allowed or abs(bound) > _LARGEST:
            kind = "whole" if isinstance(option, IntOption) else "finite"
            raise OptionError(f"{option.name} must have {kind} numbers for its range, not {_shown(bound)}")
    if not option.low <= option.high:
        raise OptionError(f"{option.name} has an empty range: {option.low:g} to {option.high:g}")


def _check_choices(option: ChoiceOption) -> None:
    choices = option.choices
    if type(choices) is not tuple or not choices or any(type(choice) is not str for choice in choices):
        raise OptionError(f"{option.name} must have a tuple of texts as choices")
    if len(set(choices)) < len(choices):
        raise OptionError(f"{option.name} offers a choice twice")


def _shown(value: object) -> str:
    """A value in few words. It may be huge, or a stranger's whose repr is code of its own."""
    if type(value) not in (bool, int, float, str) or (type(value) is int and abs(value) > _LARGEST):
        return f"a {type(value).__name__}" if type(value) is not int else "a huge number"
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
