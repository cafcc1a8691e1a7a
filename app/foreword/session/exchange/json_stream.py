"""A JSON file of any size, one element at a time: what is held is never more than one element.

A file is either one array or one object. Of an object whose values are arrays, the elements are handed
out one by one too. Knows nothing of what they mean.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import IO, Any

from foreword.session.exchange.errors import ExchangeError
from foreword.session.translate import mark, tr

_PIECE = 1 << 20
_WORDS = ("true", "false", "null", "NaN", "-Infinity")
_CUT_OFF = mark("The file ends too early: it was cut off.")
_BLANK, _NUMBER = " \t\r\n", "+-.eE0123456789"


class BrokenJson(ExchangeError):
    """From here on the file can't be read. What was handed out before is sound."""


def elements(file: IO[str]) -> Iterator[tuple[str, Any]]:
    """Each element as (key, element); the key is "" in an array, and is told with each element of an
    array that an object holds. Raises BrokenJson."""
    source = _Source(file)
    match source.next_sign():
        case "[":
            source.take()
            for element in _array(source):
                yield "", element
        case "{":
            source.take()
            yield from _object(source)
        case _:
            raise BrokenJson(tr("This is not a JSON file of chats."))


def _object(source: _Source) -> Iterator[tuple[str, Any]]:
    if source.next_sign() == "}":
        return
    while True:
        key = source.value()
        if not isinstance(key, str) or source.next_sign() != ":":
            raise source.broken()
        source.take()
        if source.next_sign() == "[":
            source.take()
            for element in _array(source):
                yield key, element
        else:
            yield key, source.value()
        if _ends(source, "}"):
            return


def _array(source: _Source) -> Iterator[Any]:
    if source.next_sign() == "]":
        source.take()
        return
    while True:
        yield source.value()
        if _ends(source, "]"):
            return


def _ends(source: _Source, closing: str) -> bool:
    """Take the sign behind an element: a comma, or the end."""
    sign = source.next_sign()
    if sign not in (",", closing):
        raise source.broken()
    source.take()
    return sign == closing


class _Source:
    """The text that was read and not taken yet."""

    def __init__(self, file: IO[str]) -> None:
        self._file = file
        self._text = ""
        self._at = 0
        self._before = 0
        self._decoder = json.JSONDecoder()

    def next_sign(self) -> str:
        """The next character that isn't blank; empty at the end."""
        while True:
            while self._at < len(self._text):
                if self._text[self._at] not in _BLANK:
                    return self._text[self._at]
                self._at += 1
            if not self._more():
                return ""

    def take(self) -> None:
        self._at += 1

    def value(self) -> Any:
        """Take one whole value."""
        self.next_sign()
        while True:
            try:
                value, end = self._decoder.raw_decode(self._text, self._at)
            except json.JSONDecodeError as error:
                cut_off = error.pos >= len(self._text) - 8 or error.msg.startswith("Unterminated string")
                rest = self._text[error.pos :].strip()
                if cut_off and self._more():
                    continue
                begun = "escape" in error.msg or any(word.startswith(rest) for word in _WORDS)
                if error.msg.startswith("Unterminated string") or (cut_off and begun):
                    raise BrokenJson(tr(_CUT_OFF)) from error
                raise self.broken(error.msg) from error
            except (RecursionError, ValueError) as error:
                raise self.broken("nested too deeply, or a number too long") from error
            else:
                number = isinstance(value, int | float)
                if number and not self._text[end : end + 9].strip(_NUMBER) and self._more():
                    continue  # it may go on
                self._at = end
                return value

    def broken(self, why: str = "") -> BrokenJson:
        if not self.next_sign():
            return BrokenJson(tr(_CUT_OFF))
        place, reason = self._before + self._at, f" ({why})" if why else ""
        return BrokenJson(
            tr("The file is broken near character {place:,}{reason}.", place=place, reason=reason)
        )

    def _more(self) -> bool:
        """Read on; as much again as is held, so that a long element is not decoded too often."""
        try:
            piece = self._file.read(max(_PIECE, len(self._text) - self._at))
        except UnicodeDecodeError as error:
            raise BrokenJson(tr("The file is not text in UTF-8.")) from error
        self._before += self._at
        self._text = self._text[self._at :] + piece
        self._at = 0
        return bool(piece)
