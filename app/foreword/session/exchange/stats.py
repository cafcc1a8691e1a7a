"""Statistics from a file: what the window counts with must be numbers; the rest is kept as it is."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from foreword.messages import ReplyStats, SpeculatorStats

_TABLES = ("by_speculator", "fingerprint", "plain_reasons")
_NUMBERS = {field.name for field in fields(ReplyStats)} - set(_TABLES) | {
    "tokens_per_second",
    "tokens_per_pass",
    "acceptance",
    "thinking_seconds",
}
_COUNTS = tuple(field.name for field in fields(SpeculatorStats))


def sound_stats(stats: Mapping[str, Any]) -> dict[str, Any]:
    """The same without the entries that are not what their name says."""
    return {key: value for key, value in stats.items() if _fits(key, value)}


def _fits(key: str, value: object) -> bool:
    if key == "seed":
        return type(value) is int and 0 <= value < 2**64
    if key in _NUMBERS:
        return _is_number(value)
    if key in _TABLES:
        return isinstance(value, dict) and all(_fits_table(key, each) for each in value.values())
    return True


def _fits_table(key: str, value: object) -> bool:
    if key == "by_speculator":
        return isinstance(value, dict) and all(_is_number(value.get(name)) for name in _COUNTS)
    return isinstance(value, str) if key == "fingerprint" else _is_number(value)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
