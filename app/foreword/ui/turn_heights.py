"""How high each message of a chat is, and where it begins: measured where it was shown, else guessed.

With it the scroll bar is right though only the messages in view exist. Pure: knows no widget.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

_BUBBLE_SHARE = 0.85
_CODE_FENCE = 60  # pixels that a code panel has beyond its lines, half of it a fence
_EXTRA = {"user": 60, "assistant": 66}  # what a message has beyond its text


@dataclass(frozen=True, slots=True)
class Measures:
    """What the guess is made with: the width for text, of a usual character, and how high lines are."""

    width: int
    char: float
    line: float


def guess(text: str, role: str, measures: Measures) -> int:
    """About how high a message with this text is."""
    width = measures.width * (_BUBBLE_SHARE if role == "user" else 1.0)
    fit = max(10, int(width / measures.char))
    lines = 0
    height = 0.0
    for line in text.split("\n"):
        if line.startswith("```"):
            height += _CODE_FENCE / 2
        elif line or role == "user":
            lines += 1 + len(line) // fit
        else:
            height += 14
    spacing = 1.0 if role == "user" else 1.32
    return round(_EXTRA.get(role, 60) + height + lines * measures.line * spacing)


class Tops:
    """Where messages begin, one below the other with a gap between them."""

    def __init__(self, heights: Sequence[int], gap: int, above: int, below: int) -> None:
        self._tops = list(accumulate((height + gap for height in heights), initial=above))
        self.total = (self._tops[-1] - gap if heights else above) + below

    def __getitem__(self, index: int) -> int:
        return self._tops[index]

    def at(self, y: int) -> int:
        """The index of the message that covers this place, or the nearest one."""
        return min(max(bisect_right(self._tops, y) - 1, 0), max(len(self._tops) - 2, 0))

    def between(self, low: int, high: int) -> range:
        """The messages of which some part lies in [low, high)."""
        if len(self._tops) < 2:
            return range(0)
        return range(self.at(low), self.at(max(high - 1, low)) + 1)
