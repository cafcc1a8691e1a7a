"""Paints the lens over text that is there already: tints, the lines below, dropped drafts, the piece the
keyboard is at, and the place where a check found a difference. Knows shapes and colours; no message."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen, QPolygonF

from foreword.ui.lens_colours import Line, look
from foreword.ui.lens_shapes import GhostShape
from foreword.ui.lens_words import one_line
from foreword.ui.tokens import Tokens

_GAP = 1.0  # between neighbouring pieces, so that one sees where a draft begins
_WIDTH = 2.0
_WAVE = 3.0
GHOST_SCALE = 0.8
_STRIKE = 0.45
_LEAST_GHOST = 12.0  # narrower than this, words say nothing
_PENS: dict[Line, list[float]] = {"dashed": [3, 1.5], "dotted": [0.1, 2], "dash-dot": [3, 1.5, 0.1, 1.5]}


def paint_tints(painter: QPainter, tinted: Iterable[tuple[QRectF, str]], tokens: Tokens) -> None:
    """Boxes over text, each with the name of its speculator. The text below stays as it is, only darker or
    lighter with its ground."""
    light = tokens.scheme == "light"
    mode = QPainter.CompositionMode.CompositionMode_Multiply
    painter.setCompositionMode(mode if light else QPainter.CompositionMode.CompositionMode_Screen)
    for box, name in tinted:
        painter.fillRect(box.adjusted(0, 0, -_GAP, 0), QColor(look(name, tokens.scheme).tint))
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)


def paint_lines(painter: QPainter, lined: Iterable[tuple[QRectF, float, str]], tokens: Tokens) -> None:
    """The lines below the same boxes."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for box, below, name in lined:
        chosen = look(name, tokens.scheme)
        paint_line(painter, box.left(), box.right() - _GAP, below, chosen.mark, chosen.line)


def paint_line(painter: QPainter, left: float, right: float, y: float, colour: str, line: Line) -> None:
    """One line of a speculator's own style, around `y`."""
    pen = QPen(QColor(colour), _WIDTH)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    if line == "wavy":
        pen.setWidthF(1.4)
        painter.setPen(pen)
        painter.drawPolyline(_wave(left, right, y))
        return
    if line == "double":
        pen.setWidthF(1.0)
        painter.setPen(pen)
        painter.drawLines([QLineF(left, y - 1.5, right, y - 1.5), QLineF(left, y + 1, right, y + 1)])
        return
    if line in _PENS:
        if line != "dashed":
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        pen.setDashPattern(_PENS[line])
    painter.setPen(pen)
    painter.drawLine(QLineF(left, y, right, y))


def _wave(left: float, right: float, y: float) -> QPolygonF:
    points, x, up = [], left, True
    while x < right:
        points.append(QPointF(x, y - 1.4 if up else y + 1.4))
        x, up = x + _WAVE, not up
    points.append(QPointF(right, y))
    return QPolygonF(points)


def paint_ring(painter: QPainter, boxes: Iterable[QRectF], colour: str) -> None:
    """Around the piece that the keyboard is at."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor(colour), 2))
    for box in boxes:
        painter.drawRoundedRect(box.adjusted(-1, -1, 0, 1), 3, 3)


def paint_difference(painter: QPainter, boxes: Sequence[QRectF], tokens: Tokens) -> None:
    """A frame and a flag where plain decoding wrote something else."""
    if not boxes:
        return
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor(tokens.danger), 2))
    for box in boxes:
        painter.drawRoundedRect(box.adjusted(-2, -2, 2, 2), 3, 3)
    top = boxes[0].topLeft()
    painter.setBrush(QColor(tokens.danger))
    painter.setPen(Qt.PenStyle.NoPen)
    flag = [top + QPointF(-3, -9), top + QPointF(5, -6), top + QPointF(-3, -3)]
    painter.drawPolygon(QPolygonF(flag))


def ghost_font(font: QFont) -> QFont:
    small = QFont(font)
    small.setPointSizeF(font.pointSizeF() * GHOST_SCALE)
    return small


def ghost_box(shape: GhostShape, metrics: QFontMetricsF) -> QRectF:
    """Where a ghost's words are painted: below its line. As narrow as its words, or as its room."""
    words = one_line(" ".join(ghost.text for ghost in shape.ghosts)).strip()
    width = max(min(metrics.horizontalAdvance(words) + 4, shape.room), 4.0)
    left = shape.x - width if shape.mirrored else shape.x
    return QRectF(left, shape.below + _WIDTH, width, metrics.height())


def paint_ghosts(painter: QPainter, ghosts: Iterable[GhostShape], font: QFont, tokens: Tokens) -> None:
    """Struck out and quiet, below the place where they were dropped, which a stroke shows."""
    small = ghost_font(font)
    metrics = QFontMetricsF(small)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for shape in ghosts:
        name = shape.ghosts[0].sources[0] if shape.ghosts[0].sources else ""
        mark = QColor(look(name, tokens.scheme).mark)
        box = ghost_box(shape, metrics)
        painter.setPen(QPen(mark, 1))
        painter.drawLine(QLineF(shape.x, shape.below - 4, shape.x, box.bottom() - 3))
        if box.width() < _LEAST_GHOST:
            continue
        words = one_line(" ".join(ghost.text for ghost in shape.ghosts)).strip()
        words = metrics.elidedText(words, Qt.TextElideMode.ElideRight, box.width() - 4)
        painter.setFont(small)
        quiet = QColor(tokens.muted)
        painter.setPen(quiet)
        begin = box.left() + (1 if shape.mirrored else 3)
        painter.drawText(QPointF(begin, box.top() + metrics.ascent()), words)
        strike = box.top() + metrics.ascent() - metrics.xHeight() / 2
        end = begin + metrics.horizontalAdvance(words)
        quiet.setAlphaF(_STRIKE)  # the words have to be read
        painter.setPen(QPen(quiet, 1))
        painter.drawLine(QLineF(begin - 1, strike, end, strike))


def joined(boxes: Sequence[QRectF]) -> list[QRectF]:
    """Boxes that follow each other on one line, as one."""
    found: list[QRectF] = []
    for box in boxes:
        if found and found[-1].top() == box.top() and abs(found[-1].right() - box.left()) <= _GAP:
            found[-1] = found[-1].united(box)
        else:
            found.append(QRectF(box))
    return found
