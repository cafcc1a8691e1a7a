"""Writes the inline part of Markdown (emphasis, code, links, math) at a cursor. Knows no blocks.

HTML is never interpreted. An image becomes words: its text and its address, nothing is fetched. Formulas
and references to footnotes are written as typed and noted as `Mark`s: what they look like is known later.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from markdown_it.token import Token
from PySide6.QtGui import QColor, QFont, QTextCharFormat, QTextCursor

from foreword.ui.math_drawing import Formula
from foreword.ui.styles import TextStyles
from foreword.ui.translate import tr

#: The only addresses that become links. Everything else stays text, its address shown.
SAFE_SCHEMES = ("http://", "https://", "mailto:")
_BARE_ADDRESS = re.compile(r"https?://[^\s<>\"'`]*[^\s<>\"'`.,;:!?)\]}*_]")
_UNSAFE_FOR_QT = {
    0x0: "\ufffd",
    0xFDD0: "\ufffd",
    0xFDD1: "\ufffd",
    0xFFFC: "\ufffd",
    0x2029: "\u2028",
    0xD: "",
}


def printable(text: str) -> str:
    """The text without the few characters that QTextDocument keeps for its own structure."""
    return text.translate(_UNSAFE_FOR_QT)


def image_words(words: str, address: str) -> str:
    """What stands for an image, which is never fetched."""
    return tr("[image: {words} — {address}]", words=words, address=address)


@dataclass(slots=True)
class Mark:
    """Something that stands in the document as typed. `what`: a formula, or the label of a footnote.

    `at` moves along when the document changes before it. `own_block`: nothing else is in its block.
    """

    what: Formula | str
    source: str
    at: QTextCursor
    base: QTextCharFormat
    own_block: bool = False

    def select(self) -> QTextCursor:
        """A cursor that selects what was typed."""
        cursor = QTextCursor(self.at)
        length = len(printable(self.source).encode("utf-16-le")) // 2
        cursor.setPosition(self.at.position() + length, QTextCursor.MoveMode.KeepAnchor)
        return cursor


def mark(
    cursor: QTextCursor, what: Formula | str, source: str, base: QTextCharFormat, *, own_block: bool = False
) -> Mark:
    """Write the source at the cursor, and note where it stands."""
    start = cursor.position()
    cursor.insertText(printable(source), base)
    at = QTextCursor(cursor.document())
    at.setPosition(start)
    return Mark(what, source, at, base, own_block)


class InlineWriter:
    """Writes one `inline` token of markdown-it, starting from the char format `base`."""

    def __init__(
        self, cursor: QTextCursor, styles: TextStyles, base: QTextCharFormat, marks: list[Mark]
    ) -> None:
        self._cursor = cursor
        self._styles = styles
        self._marks = marks
        self._formats = [base]
        self._after = ""  # the address to show behind a link that we don't make

    def write(self, inline: Token) -> None:
        for token in inline.children or []:
            self._write_token(token)

    def _write_token(self, token: Token) -> None:
        match token.type:
            case "text" | "html_inline" | "text_special":
                self._text(token.content)
            case "softbreak" | "hardbreak":
                self._insert("\u2028", self._formats[-1])
            case "math_inline":
                formula = Formula(token.content, bool(token.meta["display"]))
                self._marks.append(mark(self._cursor, formula, token.info, self._formats[-1]))
            case "footnote_ref":
                self._marks.append(mark(self._cursor, token.content, token.info, self._formats[-1]))
            case "code_inline":
                self._insert(token.content, self._code())
            case "em_open" | "strong_open" | "s_open":
                self._push(token.type)
            case "em_close" | "strong_close" | "s_close":
                self._formats.pop()
            case "link_open":
                self._open_link(str(token.attrs.get("href", "")))
            case "link_close":
                self._formats.pop()
                self._insert(self._after, self._formats[-1])
                self._after = ""
            case "image":
                self._insert(image_words(token.content, str(token.attrs.get("src", ""))), self._muted())
            case _:
                self._insert(token.content, self._formats[-1])

    def _text(self, text: str) -> None:
        form = self._formats[-1]
        at = 0
        if not form.isAnchor():
            for match in _BARE_ADDRESS.finditer(text):
                self._insert(text[at : match.start()], form)
                self._insert(match[0], self._link(match[0]))
                at = match.end()
        self._insert(text[at:], form)

    def _insert(self, text: str, form: QTextCharFormat) -> None:
        if text:
            self._cursor.insertText(printable(text), form)

    def _push(self, kind: str) -> None:
        form = QTextCharFormat(self._formats[-1])
        if kind == "em_open":
            form.setFontItalic(True)
        elif kind == "strong_open":
            form.setFontWeight(QFont.Weight.Bold)
        else:
            form.setFontStrikeOut(True)
        self._formats.append(form)

    def _open_link(self, address: str) -> None:
        if address.lower().startswith(SAFE_SCHEMES):
            self._formats.append(self._link(address))
        else:
            self._formats.append(QTextCharFormat(self._formats[-1]))
            self._after = f" ({address})"

    def _link(self, address: str) -> QTextCharFormat:
        form = QTextCharFormat(self._formats[-1])
        form.setAnchor(True)
        form.setAnchorHref(address)
        form.setForeground(QColor(self._styles.tokens.link))
        form.setFontUnderline(True)
        return form

    def _code(self) -> QTextCharFormat:
        form = QTextCharFormat(self._formats[-1])
        form.setFontFamilies(self._styles.code_font.families())
        form.setFontFixedPitch(True)
        form.setFontPointSize(self._styles.code_font.pointSizeF())
        form.setBackground(QColor(self._styles.tokens.inline_code))
        return form

    def _muted(self) -> QTextCharFormat:
        form = QTextCharFormat(self._formats[-1])
        form.setForeground(QColor(self._styles.tokens.muted))
        return form
