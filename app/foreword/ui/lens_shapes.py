"""Where pieces and dropped drafts lie on the lines of one block of text. Geometry only: paints nothing."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import cast

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QTextBlock, QTextLayout, QTextLine

from foreword.session.trace import Ghost, Piece
from foreword.ui.lens_laying import Places

#: Letters that are read from right to left: a run of text may then lie in several places of a line.
_FROM_RIGHT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")


@dataclass(frozen=True, slots=True)
class Run:
    """Characters of a block, from `low` to `high`, that one piece wrote; `index` is the piece's."""

    low: int
    high: int
    index: int


@dataclass(frozen=True, slots=True)
class Shape:
    """A run's part on one line, relative to the block: its characters, its box, and where the line below
    it goes."""

    low: int
    high: int
    box: QRectF
    below: float
    index: int


@dataclass(frozen=True, slots=True)
class GhostShape:
    """Where drafts were dropped: the place on its line, where the line's text ends below, and the room from
    there on: to the right, or to the left where the text is read from the right (`mirrored`)."""

    x: float
    below: float
    room: float
    ghosts: tuple[Ghost, ...]
    mirrored: bool = False


def runs(places: Places, pieces: Sequence[Piece], offset: int, origin: int) -> list[Run]:
    """Which piece each character of a block belongs to. `offset`: what to add to a place of the source."""
    found: list[Run] = []
    low = high = index = -1
    for at, ends, start, end in zip(places.at, places.ends, places.start, places.end, strict=True):
        if index >= 0 and pieces[index].start <= start + offset < pieces[index].end and end == start + 1:
            now = index
        else:
            now = _piece_of(pieces, start + offset, end + offset)
        if now != index or at != high:
            if index >= 0:
                found.append(Run(low - origin, high - origin, index))
            low, index = at, now
        high = ends
    if index >= 0:
        found.append(Run(low - origin, high - origin, index))
    return found


def _piece_of(pieces: Sequence[Piece], start: int, end: int) -> int:
    """The piece that wrote the most of this part of the source; -1 for none."""
    index = bisect_right(pieces, start, key=lambda piece: piece.start) - 1
    best, most = -1, 0
    for number in range(max(index, 0), len(pieces)):
        piece = pieces[number]
        if piece.start >= end:
            break
        covered = min(piece.end, end) - max(piece.start, start)
        if covered > most:
            best, most = number, covered
    return best


def shapes(block: QTextBlock, found: Sequence[Run]) -> list[Shape]:
    """The runs as boxes, line by line. The block has to be laid out."""
    bidirectional = bool(_FROM_RIGHT.search(block.text()))
    layout = block.layout()
    lines = [layout.lineAt(number) for number in range(layout.lineCount())]
    starts = [line.textStart() for line in lines]
    result = []
    for run in found:
        for number in range(max(bisect_right(starts, run.low) - 1, 0), len(lines)):
            line = lines[number]
            if line.textStart() >= run.high:
                break
            low = max(run.low, line.textStart())
            high = min(run.high, line.textStart() + line.textLength())
            below = line.y() + line.ascent() + line.descent()
            for left, right in _stretches(line, low, high, bidirectional):
                if right > left:
                    box = QRectF(left, line.y(), right - left, below - line.y())
                    result.append(Shape(low, high, box, below, run.index))
    return result


def _stretches(line: QTextLine, low: int, high: int, bidirectional: bool) -> Iterator[tuple[float, float]]:
    """Where these characters lie on their line: in one stretch, unless it is read in two directions."""
    text = line.naturalTextRect()  # blanks where a line is broken lie outside, as does an indent
    if not bidirectional:
        yield max(x_of(line, low), text.left()), min(x_of(line, high), text.right())
        return
    edges = []
    for at in range(low, high):
        edges.append(_edges(line, at))
    edges.sort()
    left, right = edges[0] if edges else (0.0, 0.0)
    for begin, end in edges:
        if begin > right + 0.5:
            yield left, right
            left = begin
        right = max(right, end)
    yield left, right


def _edges(line: QTextLine, at: int) -> tuple[float, float]:
    """The left and the right of a character. Where the direction changes Qt knows a place of the cursor
    only, which is the end of the run before; there the glyph itself tells."""
    leading, trailing = x_of(line, at), x_of(line, at, QTextLine.Edge.Trailing)
    if leading == trailing:
        glyphs = [run.boundingRect() for run in line.glyphRuns(at, 1)]
        if glyphs:
            return min(box.left() for box in glyphs), max(box.right() for box in glyphs)
    return min(leading, trailing), max(leading, trailing)


def x_of(line: QTextLine, at: int, edge: QTextLine.Edge = QTextLine.Edge.Leading) -> float:
    return cast(tuple[float, int], line.cursorToX(at, edge))[0]


def ghost_shapes(
    layout: QTextLayout, places: Places, ghosts: Sequence[Ghost], offset: int, origin: int, width: float
) -> list[GhostShape]:
    """Where drafts were dropped in this block: behind the last character shown before each."""
    by_place: dict[int, list[Ghost]] = {}
    ordered = sorted(zip(places.start, places.ends, strict=True))
    starts = [start + offset for start, _ in ordered]
    for ghost in ghosts:
        number = bisect_right(starts, ghost.at - 1) - 1
        at = ordered[number][1] if number >= 0 else (min(places.at) if places.at else origin)
        by_place.setdefault(at - origin, []).append(ghost)
    mirrored = layout.textOption().textDirection() == Qt.LayoutDirection.RightToLeft
    found: list[GhostShape] = []
    for at, dropped in sorted(by_place.items()):
        line = layout.lineForTextPosition(at)
        if line.isValid():
            text = line.naturalTextRect()
            x = min(max(x_of(line, at), text.left()), text.right())
            below = line.y() + line.ascent() + line.descent()
            found.append(GhostShape(x, below, x if mirrored else width - x, tuple(dropped), mirrored))
    return [_with_room(shape, found) for shape in found]


def _with_room(shape: GhostShape, others: Sequence[GhostShape]) -> GhostShape:
    """As far as the next one on the same line."""
    sign = -1 if shape.mirrored else 1
    steps = [sign * (other.x - shape.x) for other in others if other.below == shape.below]
    return replace(shape, room=min([shape.room, *(step for step in steps if step > 0)]))
