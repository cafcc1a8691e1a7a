"""What a speculator shows of itself in the settings, and the buttons that it offers there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Fact:
    """One line: "Size on disk", "12.4 MB"."""

    label: str
    value: str


@dataclass(frozen=True, slots=True)
class Action:
    """A button. Pressing it calls `Speculator.act` with `name`; `confirm` is a question asked first."""

    name: str
    label: str
    help: str = ""
    confirm: str = ""


@dataclass(frozen=True, slots=True)
class Choice:
    """A value offered for a TextOption. One with an `obstacle` is listed with it and can't be chosen."""

    value: str
    label: str
    obstacle: str = ""


@dataclass(frozen=True, slots=True)
class Status:
    """Facts, buttons and choices as they stand now. `choices` is keyed by the option's name.

    `working` says what goes on in the background ("Rebuilding from your chats"), `fraction` (0 to 1, or
    None where no measure exists) how far it is.
    """

    facts: tuple[Fact, ...] = ()
    actions: tuple[Action, ...] = ()
    choices: Mapping[str, tuple[Choice, ...]] = field(default_factory=dict)
    working: str = ""
    fraction: float | None = None
