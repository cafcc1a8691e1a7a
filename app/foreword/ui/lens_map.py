"""Which character of a message's source each character of its document shows, and the other way round.

One block of the document at a time, when somebody asks: what isn't looked at costs nothing. What was worked
out for finished Markdown is kept until its text in the document is another one. Knows the document and its
pieces; nothing of what the places are wanted for.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from PySide6.QtGui import QTextBlock, QTextDocument

from foreword.ui.copying import Piece as Part
from foreword.ui.inline import printable
from foreword.ui.lens_atoms import atoms
from foreword.ui.lens_laying import Places, Shown, lay, positions
from foreword.ui.tables import row_of

_LONGEST_FENCE_INDENT = 3


@dataclass(slots=True)
class _Known:
    """What was worked out for a part, relative to its first block, as long as it is as long as it was."""

    length: int
    start: int
    places: Places


class SourceMap:
    """The places of one document. `parts` gives what stands in it, in order; `references` the link
    definitions of the whole message, which a part knows as far as they had come when it was written."""

    def __init__(
        self,
        document: QTextDocument,
        parts: Callable[[], Sequence[Part]],
        source: Callable[[], str],
        references: Callable[[], Mapping[str, Any]],
    ) -> None:
        self._document = document
        self._parts = parts
        self._source = source
        self._references = references
        self._known: dict[int, _Known] = {}
        self._feeds: list[int] = []  # where the lines of the source begin, as far as it was looked through
        self._looked = 0

    def clear(self) -> None:
        """The document is being built anew."""
        self._known.clear()
        self._feeds.clear()
        self._looked = 0

    # --- from the document to the source
    def of_block(self, block: QTextBlock) -> Places:
        """The characters of this block, at places of the document."""
        part = self._part_at(block.position())
        return self._of_block(part, block) if part is not None else Places()

    def _of_block(self, part: Part, block: QTextBlock) -> Places:
        if part.code or part.end is None:
            return self._of_line(part, block)
        low = block.position() - part.first.position()
        places = self._of_part(part).within(low, low + block.length())
        origin = part.first.position()
        places.at = [at + origin for at in places.at]
        places.ends = [at + origin for at in places.ends]
        return places

    def source_at(self, position: int) -> int | None:
        """What of the source is shown by the character at this place of the document."""
        places = self.of_block(self._document.findBlock(position))
        index = bisect_right(places.at, position) - 1
        return places.start[index] if index >= 0 and position < places.ends[index] else None

    # --- from the source to the document
    def place_of(self, offset: int) -> int | None:
        """Where the document shows the first character from this one on; None before there is any."""
        parts = self._parts()
        number = max(bisect_right(parts, offset, key=lambda part: part.start) - 1, 0)
        for part in islice(parts, number, None):
            found = self._place_in(part, offset)
            if found is not None:
                return found
        return None

    def _place_in(self, part: Part, offset: int) -> int | None:
        block, last = QTextBlock(part.first), part.last.position()
        if part.code or part.end is None:  # one line of the source is one block
            block = self._line_of(part, offset)
        while block.isValid() and block.position() <= last:
            row = row_of(block)
            for each in row:
                places = self._of_block(part, each)
                found = [at for at, end in zip(places.at, places.end, strict=True) if end > offset]
                if found:
                    return min(found)
            block = max(row, key=QTextBlock.position).next()
        return None

    def end_of(self, offset: int) -> int | None:
        """Where the last character ends that is shown of what stands before this place in the source."""
        parts = self._parts()
        for number in range(bisect_left(parts, offset, key=lambda part: part.start) - 1, -1, -1):
            places = self._around(parts[number], offset)
            pairs = zip(places.start, places.ends, strict=True)
            found = [(start, end) for start, end in pairs if start < offset]
            if found:
                return max(found)[1]
        return None

    def _around(self, part: Part, offset: int) -> Places:
        """The places of a part, or at least those of its line where this offset stands."""
        if part.code or part.end is None:
            block = self._line_of(part, offset - 1)
            while block.isValid() and not block.text() and block.position() > part.first.position():
                block = block.previous()
            return self._of_line(part, block)
        origin, places = part.first.position(), self._of_part(part)
        return Places(
            [at + origin for at in places.at],
            [at + origin for at in places.ends],
            places.start,
            places.end,
        )

    # --- parts
    def _part_at(self, position: int) -> Part | None:
        parts = self._parts()
        number = bisect_right(parts, position, key=lambda part: part.first.position()) - 1
        if number < 0:
            return None
        part = parts[number]
        return part if position < part.last.position() + part.last.length() else None

    def _of_part(self, part: Part) -> Places:
        """Of finished Markdown, relative to its first block."""
        origin = part.first.position()
        length = part.last.position() + part.last.length() - origin
        known = self._known.get(part.start)
        if known is None or known.length != length or known.start != part.start:
            known = self._known[part.start] = _Known(length, part.start, self._read(part, origin))
        return known.places

    def _read(self, part: Part, origin: int) -> Places:
        assert part.end is not None
        known = dict(islice(self._references().items(), part.references))
        return lay(Shown(part, origin), atoms(self._source(), part.start, part.end, known)).in_order()

    # --- lines: code and the unfinished end are shown line by line
    def _of_line(self, part: Part, block: QTextBlock) -> Places:
        number = block.blockNumber() - self._first_line(part).blockNumber()
        shown = block.text()
        if number < 0 or not shown:
            return Places()
        start = self._line_start(self._line_number(part) + number)
        end = self._line_start(self._line_number(part) + number + 1) - 1
        line = printable(self._source()[start:end])
        skipped = next((n for n in range(_LONGEST_FENCE_INDENT + 1) if line.startswith(shown, n)), None)
        if skipped is None:
            return Places()
        places = Places()
        places.take(shown, positions(shown, block.position()), start + skipped)
        return places

    def _line_of(self, part: Part, offset: int) -> QTextBlock:
        """The block that shows the line on which this offset stands."""
        self._look()
        number = bisect_right(self._feeds, offset) - 1 - self._line_number(part)
        first = self._first_line(part)
        block = self._document.findBlockByNumber(first.blockNumber() + max(number, 0))
        return block if block.isValid() else QTextBlock(part.last)

    @staticmethod
    def _first_line(part: Part) -> QTextBlock:
        return part.first.next() if part.code else QTextBlock(part.first)

    def _line_number(self, part: Part) -> int:
        self._look()
        return bisect_right(self._feeds, part.start) - 1 + part.code

    def _line_start(self, number: int) -> int:
        return self._feeds[number] if number < len(self._feeds) else len(self._source()) + 1

    def _look(self) -> None:
        """Take note of the lines that came since the last time."""
        source = self._source()
        if not self._feeds:
            self._feeds.append(0)
        while (feed := source.find("\n", self._looked)) >= 0:
            self._looked = feed + 1
            self._feeds.append(feed + 1)
