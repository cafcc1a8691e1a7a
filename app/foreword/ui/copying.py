"""What a selection of a message is copied as: its Markdown, as it was written, wherever that is possible.

Every committed piece knows where it stands in the source and in the document. Pieces that are selected
whole give their source, with what stands between them; of a piece that is selected in part the words are
copied, with the LaTeX of its formulas, whole rows of a table, or plain lines of code. Knows no widget.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtGui import QTextBlock, QTextCursor, QTextDocument

from foreword.ui.math_object import SOURCE
from foreword.ui.styles import SPACER

_DELIMITER = re.compile(r"\s*\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?\s*")
_PREFIX = re.compile(r"\s*(?:(?:[-+*]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?|#{1,6}\s+|>\s?)")


@dataclass(slots=True)
class Piece:
    """`source[start:end]` is shown by the blocks from `first` to `last`. `end` is None while it grows.

    `references`: how many link definitions had been read when it was written.
    """

    start: int
    end: int | None
    first: QTextBlock
    last: QTextBlock
    code: bool = False
    references: int = 0

    def span(self) -> tuple[int, int]:
        """Where its text begins and ends in the document, without room for panels."""
        first, last = QTextBlock(self.first), QTextBlock(self.last)
        while first != last and first.blockFormat().hasProperty(SPACER):
            first = first.next()
        while last != first and last.blockFormat().hasProperty(SPACER):
            last = last.previous()
        return first.position(), last.position() + last.length() - 1


def markdown_of(cursor: QTextCursor, pieces: Sequence[Piece], source: str) -> str:
    """The selection as Markdown."""
    start, end = cursor.selectionStart(), cursor.selectionEnd()
    touched = []
    for piece in pieces:
        low, high = piece.span()
        if low <= end and high >= start and (low < end or low == high):
            touched.append((piece, low, high))
    touched = [each for each in touched if each[2] > start or each[1] == each[2]]
    if len(touched) < 2 and not (touched and _whole(touched[0], start, end) and not touched[0][0].code):
        if touched and not touched[0][0].code:
            return _part(cursor, *touched[0], source)
        return selected_text(cursor.document(), start, end)
    out: list[str] = []
    before: Piece | None = None
    for each in touched:
        piece = each[0]
        if before is not None:
            out.append(source[_end(before, source) : piece.start])
        whole = source[piece.start : _end(piece, source)]
        out.append(whole if _whole(each, start, end) else _part(cursor, *each, source, among=True))
        before = piece
    return "".join(out)


def _end(piece: Piece, source: str) -> int:
    return len(source) if piece.end is None else piece.end


def _whole(touched: tuple[Piece, int, int], start: int, end: int) -> bool:
    return start <= touched[1] and end >= touched[2]


def _part(cursor: QTextCursor, piece: Piece, low: int, high: int, source: str, *, among: bool = False) -> str:
    """A piece that is selected in part. `among`: something before or behind it is selected too."""
    own = source[piece.start : _end(piece, source)]
    start, end = max(cursor.selectionStart(), low), min(cursor.selectionEnd(), high)
    rows = _rows(cursor.document(), start, end, own, among)
    if rows is not None:
        return rows
    words = selected_text(cursor.document(), start, end)
    if piece.code:
        opening = own.partition("\n")[0]
        fence = opening.lstrip()[:1] * max(3, len(opening) - len(opening.lstrip("`~ ")))
        return f"{opening}\n{words}\n{fence}"
    prefix = _PREFIX.match(own)
    return (prefix[0] if among and prefix and start == low else "") + words


def _rows(document: QTextDocument, start: int, end: int, own: str, among: bool) -> str | None:
    """The rows of a table that the selection touches; None where it isn't in one, or in one cell alone."""
    first, last = QTextCursor(document), QTextCursor(document)
    first.setPosition(start)
    last.setPosition(end)
    table = first.currentTable() or last.currentTable()
    lines = own.split("\n")
    delimiter = next((n for n, line in enumerate(lines) if "-" in line and _DELIMITER.fullmatch(line)), 0)
    if table is None or not delimiter:
        return None
    top = table.cellAt(first).row() if first.currentTable() else 0
    bottom = table.cellAt(last).row() if last.currentTable() else table.rows() - 1
    if not among and table.cellAt(first) == table.cellAt(last):
        return None
    numbers = [delimiter - 1, *range(delimiter + 1, len(lines))]
    chosen = numbers[top : bottom + 1]
    return "\n".join(lines[chosen[0] : chosen[-1] + 1])


def selected_text(document: QTextDocument, start: int, end: int) -> str:
    """The words between two places, the source of what is shown as a picture, and no room of panels."""
    lines = []
    block = document.findBlock(start)
    while block.isValid() and block.position() <= end:
        if not block.blockFormat().hasProperty(SPACER):
            lines.append(_words(block, start, end))
        block = block.next()
    return "\n".join(lines).replace("\u2028", "\n")


def _words(block: QTextBlock, start: int, end: int) -> str:
    out = []
    iterator = block.begin()
    while not iterator.atEnd():
        fragment = iterator.fragment()
        at, units = fragment.position(), fragment.text().encode("utf-16-le")  # positions count UTF-16 units
        low, high = max(start - at, 0), end - at
        part = units[low * 2 : max(high, 0) * 2].decode("utf-16-le", "replace")
        typed = fragment.charFormat().property(SOURCE)
        if typed and part:
            part = str(typed) * max(part.count("\ufffc"), 1)
        out.append(part)
        iterator += 1
    return "".join(out)
