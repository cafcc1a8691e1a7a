"""The lens over one message: which piece is where, painted over its text, found under the pointer, stepped
through with the keyboard. The document itself is never touched. Knows the message's document and what is
known of the reply; not where that comes from.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QTextBlock, QTextCursor

from foreword.session.trace import Ghost, Piece
from foreword.ui import lens_paint
from foreword.ui.lens_laying import Places
from foreword.ui.lens_shapes import GhostShape, Shape, ghost_shapes, runs, shapes
from foreword.ui.message_document import MessageDocument

_NEAR = 8  # blocks without text that are passed in search of the next one with text


@dataclass(frozen=True, slots=True)
class LensView:
    """What is to be seen of a reply. `tinted`: pieces by their source; `ghosts` are empty where they are
    not wanted. `differs`: the part of the source that a check found to be another one."""

    pieces: tuple[Piece, ...] = ()
    ghosts: tuple[Ghost, ...] = ()
    tinted: bool = False
    differs: tuple[int, int] | None = None


@dataclass(slots=True)
class _Laid:
    """What was worked out for a block. `quick` tells at once that nothing has changed; else `sign` tells
    whether anything did that this block shows."""

    quick: tuple[object, ...]
    sign: tuple[object, ...]
    shapes: list[Shape]
    ghosts: list[GhostShape]
    differs: list[QRectF]


class LensLayer:
    """Lies over the message in `text`, whose source begins at `offset` of the reply's."""

    def __init__(self, text: MessageDocument, origin_of: Callable[[QTextBlock], QPointF]) -> None:
        self._text = text
        self._origin_of = origin_of
        self._laid: dict[int, _Laid] = {}
        self.offset = 0
        self.seen = LensView()
        self.current: int | None = None  # the piece that the keyboard is at
        self._version = 0  # of what is to be seen

    def show(self, seen: LensView, offset: int) -> None:
        if self.current is not None and (not seen.tinted or self.current >= len(seen.pieces)):
            self.current = None
        self.seen, self.offset = seen, offset
        self._version += 1

    def clear(self) -> None:
        """The document is being built anew."""
        self._laid.clear()

    # --- geometry
    def _blocks(self, rect: QRect) -> Iterator[QTextBlock]:
        """The blocks of text that may be seen in this part."""
        document = self._text.document
        layout = document.documentLayout()
        start = layout.hitTest(QPointF(0, rect.top()), Qt.HitTestAccuracy.FuzzyHit)
        end = layout.hitTest(QPointF(rect.right(), rect.bottom()), Qt.HitTestAccuracy.FuzzyHit)
        block = _first_of_row(document.findBlock(max(start, 0)))
        while block.isValid() and (block.position() <= end or self._is_beside(block, rect)):
            yield QTextBlock(block)
            block = block.next()

    def _is_beside(self, block: QTextBlock, rect: QRect) -> bool:
        """Cells of a table lie beside each other: those behind the last one hit may be seen, too."""
        return self._text.document.documentLayout().blockBoundingRect(block).top() <= rect.bottom()

    def _lay(self, block: QTextBlock) -> _Laid:
        number, width = block.blockNumber(), self._text.document.textWidth()
        quick = (self._version, block.revision(), block.length(), width)
        laid = self._laid.get(number)
        if laid is None or laid.quick != quick:
            laid = self._laid[number] = self._lay_anew(block, quick, laid)
        return laid

    def _lay_anew(self, block: QTextBlock, quick: tuple[object, ...], before: _Laid | None) -> _Laid:
        places = self._text.map.of_block(block)
        low = min(places.start, default=0) + self.offset
        high = max(places.end, default=0) + self.offset
        first, pieces = self._between(low, high)
        ghosts = self._ghosts_of(block, places) if self.seen.ghosts else ()
        sign = (*quick[1:], first, pieces, ghosts, self.seen.differs)
        if before is not None and before.sign == sign:
            before.quick = quick
            return before
        layout, at = block.layout(), block.position()
        found = runs(places, self.seen.pieces, self.offset, at) if pieces else []
        left = self._text.document.documentLayout().blockBoundingRect(block).left()  # a cell's, in a table
        width = self._text.document.textWidth() - left
        dropped = ghost_shapes(layout, places, ghosts, self.offset, at, width) if ghosts else []
        return _Laid(quick, sign, shapes(block, found), dropped, self._difference(block, places))

    def _between(self, low: int, high: int) -> tuple[int, tuple[Piece, ...]]:
        """The pieces of a part of the source, and the number of the first of them."""
        pieces = self.seen.pieces
        first = max(bisect_right(pieces, low, key=_start) - 1, 0)
        return first, pieces[first : bisect_left(pieces, high, key=_start)]

    def _ghosts_of(self, block: QTextBlock, places: Places) -> tuple[Ghost, ...]:
        """Those dropped behind this block's characters and before the next block's."""
        if not places.at:
            return ()
        low = min(places.start) + self.offset + 1
        if not self._neighbour(block, forward=False):
            low = self.offset
        following = self._neighbour(block, forward=True)
        high = (following if following is not None else len(self._text.source)) + self.offset
        ghosts = self.seen.ghosts
        return ghosts[bisect_left(ghosts, low, key=_at) : bisect_right(ghosts, high, key=_at)]

    def _neighbour(self, block: QTextBlock, *, forward: bool) -> int | None:
        """Where in the source the next block with text begins; backward: the one before."""
        for _ in range(_NEAR):
            block = block.next() if forward else block.previous()
            if not block.isValid():
                return None
            places = self._text.map.of_block(block)
            if places.at:
                return min(places.start)
        return None

    # --- painting
    def paint(self, painter: QPainter, rect: QRect, selected: tuple[int, int] = (0, 0)) -> None:
        """Over the text that was painted in this part. What is `selected` keeps its own ground."""
        tokens, seen = self._text.styles.tokens, self.seen
        tinted: list[tuple[QRectF, str]] = []
        lined: list[tuple[QRectF, float, str]] = []
        ghosts: list[GhostShape] = []
        current: list[QRectF] = []
        differs: list[QRectF] = []
        for block in self._blocks(rect):
            origin = self._origin_of(block)
            laid = self._lay(block)
            for shape in laid.shapes:
                box = shape.box.translated(origin)
                piece = seen.pieces[shape.index]
                if shape.index == self.current:
                    current.append(box)
                if seen.tinted and piece.sources:
                    lined.append((box, shape.below + origin.y(), piece.sources[0]))
                    low, high = selected[0] - block.position(), selected[1] - block.position()
                    if shape.high <= low or shape.low >= high:
                        tinted.append((box, piece.sources[0]))
            if seen.ghosts:
                ghosts += [_moved(ghost, origin) for ghost in laid.ghosts]
            differs += [box.translated(origin) for box in laid.differs]
        lens_paint.paint_tints(painter, tinted, tokens)
        lens_paint.paint_lines(painter, lined, tokens)
        lens_paint.paint_ghosts(painter, ghosts, self._text.styles.font, tokens)
        lens_paint.paint_ring(painter, lens_paint.joined(current), tokens.accent)
        lens_paint.paint_difference(painter, lens_paint.joined(differs), tokens)

    def _difference(self, block: QTextBlock, places: Places) -> list[QRectF]:
        if self.seen.differs is None:
            return []
        begin, end = self.seen.differs
        found = runs(places, (Piece(begin, max(end, begin + 1)),), self.offset, block.position())
        return [shape.box for shape in shapes(block, found)]

    # --- pointer
    def piece_at(self, position: int) -> Piece | None:
        """The piece that wrote the character at this place of the document."""
        index = self._index_at(position)
        return self.seen.pieces[index] if index is not None else None

    def _index_at(self, position: int) -> int | None:
        block = self._text.document.findBlock(position)
        for run in runs(self._text.map.of_block(block), self.seen.pieces, self.offset, 0):
            if run.low <= position < run.high:
                return run.index
        return None

    def ghosts_at(self, point: QPointF) -> tuple[Ghost, ...]:
        """What was dropped at the ghost that is shown here."""
        if not self.seen.ghosts:
            return ()
        metrics = QFontMetricsF(lens_paint.ghost_font(self._text.styles.font))
        height = 2 * int(metrics.height())  # a ghost lies below its line
        around = QRect(0, int(point.y()) - height, 1, height)
        for block in self._blocks(around):
            origin = self._origin_of(block)
            for ghost in self._lay(block).ghosts:
                box = lens_paint.ghost_box(_moved(ghost, origin), metrics)
                if box.adjusted(-2, 0, 2, 3).contains(point):
                    return ghost.ghosts
        return ()

    # --- keyboard
    def step(self, by: int, position: int) -> int | None:
        """Go to the next piece that shows anything, or the one before; the first time, to the one at this
        place. Returns where it begins in the document; None where there is none."""
        pieces = self.seen.pieces
        if self.current is not None:
            index = self.current + by
        else:
            here = self._index_at(position)
            index = here if here is not None else bisect_left(pieces, self.offset, key=_start)
        while 0 <= index < len(pieces):
            piece = pieces[index]
            place = self._text.map.place_of(max(piece.start - self.offset, 0))
            if place is None or piece.end <= self.offset:
                return None  # the reply goes on, but not in this text
            if self._index_at(place) == index:
                self.current = index
                return place
            index += by
        return None

    def current_piece(self) -> Piece | None:
        return self.seen.pieces[self.current] if self.current is not None else None

    def ghosts_before(self, piece: Piece) -> tuple[Ghost, ...]:
        """What was dropped where this piece begins."""
        return tuple(ghost for ghost in self.seen.ghosts if ghost.at == piece.start)


def _first_of_row(block: QTextBlock) -> QTextBlock:
    """The first cell of a table's row, where this is another one: it may stand on either side."""
    cursor = QTextCursor(block)
    table = cursor.currentTable()
    if table is None:
        return block
    return table.cellAt(table.cellAt(cursor).row(), 0).firstCursorPosition().block()


def _moved(shape: GhostShape, origin: QPointF) -> GhostShape:
    return replace(shape, x=shape.x + origin.x(), below=shape.below + origin.y())


def _start(piece: Piece) -> int:
    return piece.start


def _at(ghost: Ghost) -> int:
    return ghost.at
