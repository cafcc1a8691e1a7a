"""Lays what a block of Markdown is made of against what the document shows of it, in step.

Knows atoms and blocks of a document; not where they come from.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field

from PySide6.QtGui import QTextBlock

from foreword.ui.copying import Piece as Part
from foreword.ui.lens_atoms import Atom, shown_text
from foreword.ui.math_object import SOURCE
from foreword.ui.styles import SPACER
from foreword.ui.tables import row_of


@dataclass(slots=True)
class Places:
    """The characters of a block or a part: where each begins in the document, and what of the source it
    shows. `ends` is where the character ends in the document."""

    at: list[int] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)
    start: list[int] = field(default_factory=list)
    end: list[int] = field(default_factory=list)

    def within(self, low: int, high: int) -> Places:
        """Only the characters that stand in this part of the document."""
        a, b = bisect_left(self.at, low), bisect_left(self.at, high)
        return Places(self.at[a:b], self.ends[a:b], self.start[a:b], self.end[a:b])

    def in_order(self) -> Places:
        """As they stand in the document, where a row of a table may be read the other way round."""
        every = sorted(zip(self.at, self.ends, self.start, self.end, strict=True))
        return Places(*map(list, zip(*every, strict=True))) if every else Places()

    def take(self, text: str, at: list[int], start: int) -> None:
        """Characters that stand in the source one by one, from `start` on."""
        self._take_places(text, at)
        self.start += range(start, start + len(text))
        self.end += range(start + 1, start + len(text) + 1)

    def take_whole(self, shown: Shown, here: int, length: int, atom: Atom) -> None:
        """Characters that stand together for a part of the source."""
        self._take_places(shown.text[here : here + length], shown.at[here : here + length])
        self.start += [atom.start] * length
        self.end += [atom.end] * length

    def _take_places(self, text: str, at: list[int]) -> None:
        self.at += at
        pairs = zip(at, text, strict=True)
        self.ends += [place + 1 + (character > "\uffff") for place, character in pairs]


class Shown:
    """The text of a part without the room for panels, and where each of its characters stands."""

    def __init__(self, part: Part, origin: int) -> None:
        texts: list[str] = []
        self.at: list[int] = []
        self.pictures: dict[int, int] = {}  # where something stands instead of its source, and its length
        block, last = QTextBlock(part.first), part.last.position()
        while block.isValid() and block.position() <= last:
            row = row_of(block)
            for each in row:
                if not each.blockFormat().hasProperty(SPACER):
                    self._add(each, origin, texts)
            block = max(row, key=QTextBlock.position).next()
        self.text = "".join(texts)

    def _add(self, block: QTextBlock, origin: int, texts: list[str]) -> None:
        iterator = block.begin()
        while not iterator.atEnd():
            fragment = iterator.fragment()
            text = fragment.text()
            if fragment.charFormat().hasProperty(SOURCE):
                self.pictures[len(self.at)] = len(text)
            self.at += positions(text, fragment.position() - origin)
            texts.append(text)
            iterator += 1


def lay(shown: Shown, found: Sequence[Atom]) -> Places:
    """Go through both in step. What is shown and has no atom, as a footnote's number, is passed over."""
    places = Places()
    here = 0
    for number, atom in enumerate(found):
        if atom.kind == "number":
            here = shown.text.find("\u2002", here) + 1
            continue
        text = shown_text(atom)
        if atom.kind == "mark" and here in shown.pictures:
            length = shown.pictures[here]
            twins = _twins(found, number) if length > 1 else 1
            if twins > 1:  # the same reference several times in a row is one run of the document
                shown.pictures[here + length // twins] = length - length // twins
                length //= twins
            places.take_whole(shown, here, length, atom)
            here += length
            continue
        if not shown.text.startswith(text, here):
            again = shown.text.find(text, here) if text.strip() else -1
            if again < 0:
                continue
            here = again
        if atom.kind == "literal" or (atom.kind == "mark" and "\n" not in atom.text):
            places.take(text, shown.at[here : here + len(text)], atom.start)
        else:
            places.take_whole(shown, here, len(text), atom)
        here += len(text)
    return places


def _twins(found: Sequence[Atom], number: int) -> int:
    """How many atoms with this one's text follow directly on each other from here."""
    count = 1
    while number + count < len(found) and found[number + count].text == found[number].text:
        count += 1
    return count


def positions(text: str, start: int) -> list[int]:
    """Where each character stands in a document, which counts UTF-16 units."""
    if not text or max(text) <= "\uffff":
        return list(range(start, start + len(text)))
    found = []
    for character in text:
        found.append(start)
        start += 1 + (character > "\uffff")
    return found
