"""The rows of a table, split into cells as the parser splits them, with the place of every character."""

from __future__ import annotations

import re

from markdown_it.token import Token

from foreword.ui.lens_parser import SourceLine

#: What a list or a quote puts before a table's row or a heading.
CONTAINER = r"(?:[ \t]*(?:>|[-+*][ \t]|\d{1,9}[.)][ \t]))"
_BEFORE_ROW = re.compile(CONTAINER)
#: What the parser takes for blanks.
BLANKS = " \t\n\r\f\v"

#: The text of a cell, and where each of its characters stands.
Cell = tuple[str, list[int]]


def contents_of(tokens: list[Token], number: int) -> list[str]:
    """What the cells hold of the row that begins with this token."""
    found = []
    for token in tokens[number:]:
        if token.type == "tr_close":
            break
        if token.type == "inline":
            found.append(token.content)
    return found


def cells_of(line: SourceLine, contents: list[str]) -> list[Cell]:
    """The cells of a table's row, behind so many lists and quotes as it stands in."""
    begins = [0]
    while before := _BEFORE_ROW.match(line.text, begins[-1]):
        begins.append(before.end())
    for begin in reversed(begins):
        cells = _cells(line, begin)
        if all(cell[0].strip(BLANKS) == words for cell, words in zip(cells, contents, strict=False)):
            return cells
    return []


def _cells(line: SourceLine, begin: int) -> list[Cell]:
    """What stands between the pipes, as the parser splits it, with the place of each character."""
    row = line.text[begin:].strip(BLANKS)
    begin += len(line.text[begin:]) - len(line.text[begin:].lstrip(BLANKS))
    cells: list[tuple[list[str], list[int]]] = [([], [])]
    escaped = False
    for number, character in enumerate(row, line.start + begin):
        if character == "|" and not escaped:
            cells.append(([], []))
        else:
            if character == "|":  # it goes without its backslash
                cells[-1][0].pop()
                cells[-1][1].pop()
            cells[-1][0].append(character)
            cells[-1][1].append(number)
        escaped = character == "\\"
    if cells and not cells[0][0]:
        cells.pop(0)
    if cells and not cells[-1][0]:
        cells.pop()
    return [("".join(text), places) for text, places in cells]


def trimmed(cell: Cell) -> Cell:
    """Without the blanks around its text."""
    text, places = cell
    return text.strip(BLANKS), places[len(text) - len(text.lstrip(BLANKS)) :]
