"""How far a fetch has come, and whether it should go on: the two callbacks that all of models share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from foreword.models.errors import ModelCancelled

Cancelled = Callable[[], bool]


class Progress(Protocol):
    """Called with the stage in words and a fraction from 0 to 1, None where no measure exists."""

    def __call__(self, stage: str, fraction: float | None, /) -> None: ...


def silent(stage: str, fraction: float | None) -> None:
    """Report to nobody."""


def never() -> bool:
    """Nobody cancels."""
    return False


def check(cancelled: Cancelled) -> None:
    """Raises ModelCancelled once the user has stopped the fetch."""
    if cancelled():
        raise ModelCancelled("stopped by you")
