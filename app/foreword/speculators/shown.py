"""What a plugin declares and shows of itself, copied into plain data that the window can trust.

Types are compared exactly: a subclass of str could bring code of its own to the window's thread. Lengths
are cut; what is no text, or out of shape, is refused with the reason. Runs on the speculator's lane.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields, replace
from typing import Any, TypeVar

from foreword.api import (
    Action,
    Choice,
    ChoiceOption,
    Fact,
    Option,
    OptionError,
    Speculator,
    Status,
    check_options,
)
from foreword.api.limits import LONG, MOST_CHOICES, MOST_LIKELIEST, MOST_LINES, MOST_OPTIONS, SHORT
from foreword.speculators.faults import Refused, plain

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class About:
    """What the class says of itself."""

    summary: str | None = None
    options: tuple[Option, ...] = ()
    likeliest_wanted: int = 0


def about(speculator: type[Speculator]) -> About:
    """Raises Refused for a declaration that makes no sense."""
    summary, wanted = speculator.summary, speculator.likeliest_wanted
    if type(wanted) is not int or not 0 <= wanted <= MOST_LIKELIEST:
        raise Refused(f"has a likeliest_wanted that is no whole number from 0 to {MOST_LIKELIEST}")
    return About(_sentence(summary), _options(speculator.options), wanted)


def _sentence(summary: object) -> str | None:
    return " ".join(plain(summary, LONG).split()) if isinstance(summary, str) else None


def _options(options: object) -> tuple[Option, ...]:
    try:
        check_options(options)
    except OptionError as error:
        raise Refused(f"declares options that can't be used: {error}") from None
    assert isinstance(options, tuple)
    if len(options) > MOST_OPTIONS:
        raise Refused(f"declares {len(options)} options; {MOST_OPTIONS} are the most")
    return tuple(_option(option) for option in options)


def _option(option: Option) -> Option:
    """A copy: the plugin keeps the original, and frozen data can be changed by those who want to."""
    copy: Option = replace(option, label=option.label[:SHORT], help=option.help[:LONG])
    if isinstance(copy, ChoiceOption):
        copy = replace(copy, choices=tuple(copy.choices))
    check_options((copy,))  # what was checked may have been changed by another thread meanwhile
    return copy


def status_of(given: object) -> Status | None:
    """A plain copy of what `status` returned. Raises Refused where it is out of shape."""
    if given is None:
        return None
    status = _exactly(Status, given, "status")
    choices: dict[str, tuple[Choice, ...]] = {}
    if type(status.choices) is not dict:
        raise Refused(f"gave choices as a {type(status.choices).__name__}, not a dict")
    for option, offered in list(status.choices.items())[:MOST_OPTIONS]:
        choices[_text(option, SHORT, "the name of an option")] = _items(offered, _choice, MOST_CHOICES)
    return Status(
        _items(status.facts, _fact, MOST_LINES),
        _items(status.actions, _action, MOST_LINES),
        choices,
        _text(status.working, LONG, "working"),
        _fraction(status.fraction),
    )


def _fact(given: object) -> Fact:
    fact = _exactly(Fact, given, "fact")
    return Fact(_text(fact.label, SHORT, "a fact's label"), _text(fact.value, LONG, "a fact's value"))


def _action(given: object) -> Action:
    action = _exactly(Action, given, "action")
    return Action(
        _text(action.name, LONG, "an action's name"),
        _text(action.label, SHORT, "an action's label"),
        _text(action.help, LONG, "an action's help"),
        _text(action.confirm, LONG, "an action's question"),
    )


def _choice(given: object) -> Choice:
    choice = _exactly(Choice, given, "choice")
    return Choice(
        _text(choice.value, 4_096, "a choice's value"),
        _text(choice.label, SHORT, "a choice's label"),
        _text(choice.obstacle, LONG, "a choice's obstacle"),
    )


def _items(given: object, copy: Callable[[object], _T], most: int) -> tuple[_T, ...]:
    if type(given) is not tuple:
        raise Refused(f"gave facts, actions or choices as a {type(given).__name__}, not a tuple")
    items: Iterable[object] = given[:most]
    return tuple(copy(item) for item in items)


def _exactly(kind: type[_T], given: object, what: str) -> _T:
    if type(given) is not kind:
        raise Refused(f"gave a {type(given).__name__} for a {what}, not a {kind.__name__}")
    for field in fields(kind):  # type: ignore[arg-type]
        if not hasattr(given, field.name):
            raise Refused(f"gave a {what} without its {field.name}")
    found: Any = given
    return found  # type: ignore[no-any-return]


def _text(given: object, longest: int, what: str) -> str:
    if type(given) is not str:
        raise Refused(f"gave a {type(given).__name__} for {what}, not a str")
    return given[:longest]


def _fraction(given: object) -> float | None:
    if given is None:
        return None
    if type(given) not in (int, float) or not math.isfinite(given):  # type: ignore[arg-type]
        raise Refused("gave a fraction that is no number from 0 to 1")
    return min(max(float(given), 0.0), 1.0)  # type: ignore[arg-type]
