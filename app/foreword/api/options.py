"""Typed options: what a speculator lets its user set. Declared once; the settings draw themselves.

    class Echo(Speculator):
        options = (IntOption("longest_draft", 8, 1, 64, label="Longest draft", help="In tokens."),)

Every value that reaches `Speculator.configure` has passed `check`. All of these are frozen and picklable.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

Value = bool | int | float | str
"""What an option can hold."""


class OptionError(ValueError):
    """A value doesn't fit its option. The message says in one line what would."""


@dataclass(frozen=True, slots=True)
class BoolOption:
    """On or off."""

    name: str
    default: bool
    label: str = ""
    help: str = ""

    def check(self, value: object) -> bool:
        if type(value) is not bool:
            raise OptionError(f"{self.name} must be true or false, not {value!r}")
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
                f"{self.name} must be a whole number from {self.low} to {self.high}, not {value!r}"
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
        number = float(value) if type(value) in (int, float) else math.nan  # type: ignore[arg-type]
        if not self.low <= number <= self.high:
            raise OptionError(
                f"{self.name} must be a number from {self.low:g} to {self.high:g}, not {value!r}"
            )
        return number


@dataclass(frozen=True, slots=True)
class ChoiceOption:
    """One of `choices`."""

    name: str
    default: str
    choices: tuple[str, ...]
    label: str = ""
    help: str = ""

    def check(self, value: object) -> str:
        if type(value) is not str or value not in self.choices:
            raise OptionError(f"{self.name} must be one of {', '.join(self.choices)}, not {value!r}")
        return value


@dataclass(frozen=True, slots=True)
class TextOption:
    """A line of text. `Status.choices` can offer values for it."""

    name: str
    default: str
    label: str = ""
    help: str = ""

    def check(self, value: object) -> str:
        if type(value) is not str or "\n" in value or "\0" in value:
            raise OptionError(f"{self.name} must be one line of text, not {value!r}")
        return value


Option = BoolOption | IntOption | FloatOption | ChoiceOption | TextOption


def checked_values(
    options: Iterable[Option], given: Mapping[str, object]
) -> tuple[dict[str, Value], list[str]]:
    """A value for every option, its default where none fits; and what was wrong, a line each."""
    values: dict[str, Value] = {}
    problems: list[str] = []
    for option in options:
        values[option.name] = option.default
        if option.name in given:
            try:
                values[option.name] = option.check(given[option.name])
            except OptionError as error:
                problems.append(f"{error} (default used)")
    return values, problems
