"""What a speculator shows of itself in the settings, and the buttons that it offers there.

Plain text everywhere: markup is shown as it is written. Frozen and picklable; values are made ready for
people ("12.4 MB"), since the page knows nothing of what they mean.
"""

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
    """A button. Pressing it calls `Speculator.act` with `name`, which no other button of this status has.

    `confirm` is a question that the user must say yes to first; where it is empty, none is asked.
    """

    name: str
    label: str
    help: str = ""
    confirm: str = ""


@dataclass(frozen=True, slots=True)
class Choice:
    """A value offered for a TextOption, shown as `label`. One with an `obstacle`, a reason in a few words, is
    listed with it and can't be chosen."""

    value: str
    label: str
    obstacle: str = ""


@dataclass(frozen=True, slots=True)
class Status:
    """Facts, buttons and choices as they stand now. `choices` is a dict by the name of a TextOption.

    `working` says what goes on in the background ("Rebuilding from your chats"; empty where nothing does),
    `fraction` (0 to 1, or None where no measure exists) how far it is.
    """

    facts: tuple[Fact, ...] = ()
    actions: tuple[Action, ...] = ()
    choices: Mapping[str, tuple[Choice, ...]] = field(default_factory=dict)
    working: str = ""
    fraction: float | None = None
