"""Colours for finished code, as layout formats over the text: the document itself stays untouched.

Long code is coloured a few lines at a time, so that no frame waits for it. Knows no widget.
"""

from __future__ import annotations

import time
from collections.abc import Iterator

from pygments.lexer import Lexer
from pygments.lexers import get_lexer_by_name
from pygments.token import Comment, Keyword, Literal, Name, Number, Operator, Punctuation, String
from pygments.token import _TokenType as TokenType
from pygments.util import ClassNotFound
from PySide6.QtGui import QColor, QTextBlock, QTextCharFormat, QTextDocument, QTextLayout

from foreword.ui.tokens import Tokens

#: The most specific entry wins: a token is looked up, then its parents.
_FIELDS: dict[TokenType, str] = {
    Keyword: "keyword",
    Operator.Word: "keyword",
    Name.Builtin: "builtin",
    Name.Class: "builtin",
    Name.Exception: "builtin",
    Name.Function: "name",
    Name.Tag: "name",
    Name.Attribute: "builtin",
    Name.Decorator: "number",
    String: "string",
    Number: "number",
    Literal: "number",
    Comment: "comment",
    Operator: "operator",
    Punctuation: "operator",
}


def lexer_for(language: str) -> Lexer | None:
    """The lexer for a fence's language, None where it is empty or unknown (then no colours)."""
    if not language:
        return None
    try:
        return get_lexer_by_name(language, ensurenl=False, stripnl=False)
    except ClassNotFound:
        return None


def field_for(token: TokenType) -> str | None:
    """The name of the colour of a Pygments token; None for plain text."""
    step: TokenType | None = token
    while step is not None:
        if step in _FIELDS:
            return _FIELDS[step]
        step = step.parent
    return None


def coloured_lines(code: str, lexer: Lexer) -> Iterator[list[tuple[int, int, str]]]:
    """For each line of `code`: its (start, length, colour name) runs, in UTF-16 units as Qt counts."""
    runs: list[tuple[int, int, str]] = []
    column = 0
    for token, value in lexer.get_tokens(code):
        name = field_for(token)
        for number, part in enumerate(value.split("\n")):
            if number:
                yield runs
                runs, column = [], 0
            length = len(part) if part.isascii() else len(part.encode("utf-16-le")) // 2
            if name and length:
                runs.append((column, length, name))
            column += length
    yield runs


class HighlightJob:
    """Colours the blocks from `first` on with the lines of `code`. Call `run` until it says done."""

    def __init__(self, document: QTextDocument, first: QTextBlock, code: str, lexer: Lexer) -> None:
        self._document = document
        self._block = first
        self._lines = coloured_lines(code, lexer)
        self._left = code.count("\n") + 1

    def run(self, tokens: Tokens, seconds: float | None = None) -> bool:
        """Go on for about `seconds` (None: to the end). Returns True when all lines are coloured."""
        formats: dict[str, QTextCharFormat] = {}
        start = self._block.position()
        end = time.monotonic() + seconds if seconds is not None else None
        while self._left and (end is None or time.monotonic() < end):
            runs = next(self._lines, None)
            if runs is None:
                self._left = 0
                break
            self._block.layout().setFormats([_range(run, tokens, formats) for run in runs])
            self._left -= 1
            following = self._block.next()
            if not self._left or not following.isValid():
                self._left = 0
                break
            self._block = following
        stop = self._block.position() + self._block.length()
        self._document.markContentsDirty(start, stop - start)
        return not self._left


def _range(
    run: tuple[int, int, str], tokens: Tokens, formats: dict[str, QTextCharFormat]
) -> QTextLayout.FormatRange:
    start, length, name = run
    if name not in formats:
        formats[name] = QTextCharFormat()
        formats[name].setForeground(QColor(getattr(tokens, name)))
    result = QTextLayout.FormatRange()
    result.start, result.length, result.format = start, length, formats[name]
    return result
