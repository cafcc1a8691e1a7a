"""Writes the inline part of Markdown (emphasis, code, links) at a cursor. Knows no blocks.

HTML is never interpreted. An image becomes words: its text and its address, nothing is fetched.
"""

from __future__ import annotations

import re

from markdown_it.token import Token
from PySide6.QtGui import QColor, QFont, QTextCharFormat, QTextCursor

from foreword.ui.styles import TextStyles

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


class InlineWriter:
    """Writes one `inline` token of markdown-it, starting from the char format `base`."""

    def __init__(self, cursor: QTextCursor, styles: TextStyles, base: QTextCharFormat) -> None:
        self._cursor = cursor
        self._styles = styles
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
                self._insert(f"[image: {token.content} — {token.attrs.get('src', '')}]", self._muted())
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
