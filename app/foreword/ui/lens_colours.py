"""How each speculator looks under the lens: a colour and a line below the text, by its name alone.

Those that ship with the app have looks of their own; a stranger's name picks one of the others, the same on
every machine. Colours are told apart by colour-blind readers too, and nothing rests on colour alone: the
lines differ as well. Data only: no Qt.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from typing import Literal

from foreword.ui.tokens import Scheme

Line = Literal["solid", "dashed", "dotted", "wavy", "double", "dash-dot"]
LINES: tuple[Line, ...] = ("solid", "dashed", "dotted", "wavy", "double", "dash-dot")


@dataclass(frozen=True, slots=True)
class Look:
    """`tint` lies over text and ground: in light it darkens, in dark it lightens. `mark` is the line's
    colour."""

    tint: str
    mark: str
    line: Line


#: By colour scheme: tint and mark of each hue.
HUES: dict[Scheme, tuple[tuple[str, str], ...]] = {
    "light": (
        ("#cfe2fc", "#0d72e0"),  # blue
        ("#fbdcc4", "#5a2600"),  # brown
        ("#fad6e8", "#c9278f"),  # pink
        ("#c3efd8", "#056b50"),  # green
        ("#e0d2fd", "#4105af"),  # violet
        ("#f0e992", "#757b00"),  # olive
    ),
    "dark": (
        ("#001a38", "#99aef1"),
        ("#2e1100", "#f0692f"),
        ("#340526", "#c07fae"),
        ("#001d0e", "#24f9d3"),
        ("#26004a", "#8c79ff"),
        ("#1c1900", "#f8c735"),
    ),
}
_OWN: dict[str, tuple[int, Line]] = {
    "ngram": (0, "solid"),
    "suffix_history": (1, "dashed"),
    "draft_model": (2, "wavy"),
}
_FREE_HUES = (3, 4, 5)


def look(name: str, scheme: Scheme) -> Look:
    """The look of the speculator of this name."""
    hue, line = _OWN.get(name) or _by_name(name)
    tint, mark = HUES[scheme][hue]
    return Look(tint, mark, line)


def _by_name(name: str) -> tuple[int, Line]:
    number = zlib.crc32(name.encode())
    return _FREE_HUES[number % len(_FREE_HUES)], LINES[number // len(_FREE_HUES) % len(LINES)]


def tinted(colour: str, tint: str, scheme: Scheme) -> str:
    """What a colour becomes below a tint."""
    pairs = [(int(colour[i : i + 2], 16), int(tint[i : i + 2], 16)) for i in (1, 3, 5)]
    if scheme == "light":
        return "#" + "".join(f"{round(a * b / 255):02x}" for a, b in pairs)
    return "#" + "".join(f"{round(a + b - a * b / 255):02x}" for a, b in pairs)
