"""Which way words are read: where their lines begin, and how facts in two scripts share one line.

Qt mirrors what it lays out by itself. Here is what it leaves to the window: the side that a label's words
begin at, margins that differ from side to side, and lines put together from parts. Knows no widget.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

_FROM_RIGHT = "\u200f"  # a mark without a shape: the line's direction is that of its first letter


def window_from_right() -> bool:
    """Whether the window's language is read from right to left."""
    return QGuiApplication.layoutDirection() == Qt.LayoutDirection.RightToLeft


def reads_from_right(text: str) -> bool:
    """Whether the first letter with a direction belongs to a script that is read from right to left."""
    strong = (unicodedata.bidirectional(character) for character in text)
    return next((kind != "L" for kind in strong if kind in ("L", "R", "AL")), False)


def margins(leading: int, top: int, trailing: int, bottom: int) -> tuple[int, int, int, int]:
    """For `setContentsMargins`, which doesn't mirror by itself what differs from side to side."""
    return (trailing, top, leading, bottom) if window_from_right() else (leading, top, trailing, bottom)


def leading() -> Qt.AlignmentFlag:
    """Where a line begins in this window, whatever script its words are in."""
    side = Qt.AlignmentFlag.AlignRight if window_from_right() else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignAbsolute


def isolated(words: str) -> str:
    """For words that others wrote, on a line of ours: they keep their direction, dots at their own end."""
    return f"\u2068{words}\u2069" if words else words


def facts(parts: Iterable[str]) -> str:
    """Several facts on one line, in the order in which the window is read. Empty ones are left out."""
    said = [part for part in parts if part]
    if window_from_right() and said:
        return _FROM_RIGHT + " · ".join(map(isolated, said))
    return " · ".join(said)
