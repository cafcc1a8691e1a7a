"""Words for the user, in the user's language: `tr` around every text that the window shows.

English is the source: what has no translation is shown as it is written in the code. A text with parts
that change has names in braces, filled in after translation, so that another language can order them
anew; numbers among them are written with the language's own marks. Knows nothing of where translations
come from: Qt asks those that are installed.
"""

from __future__ import annotations

import string
from typing import Any

from PySide6.QtCore import QCoreApplication

CONTEXT = "Foreword"
_marks: dict[int, str] = {}
"""What stands in numbers for the comma between thousands and the point; empty where they stay."""


def tr(text: str, *, about: str = "", **parts: object) -> str:
    """`text` in the user's language, with `parts` filled in. `about` tells apart, for translators, what
    is one text in English and several elsewhere."""
    found = QCoreApplication.translate(CONTEXT, text, about or None)
    return _filled(found, parts) if parts else found


def tr_n(count: int, one: str, many: str, **parts: object) -> str:
    """The form for `count`, which `{n}` stands for: translations may have more forms than English's two."""
    found = QCoreApplication.translate(CONTEXT, many, None, count)
    if found == many and count == 1:
        found = one
    return _filled(found, {"n": count, **parts})


def numeral(value: float, form: str = ",") -> str:
    """A number as the user's language writes it: `1,024.5` is `1.024,5` in German."""
    return format(value, form).translate(_marks)


def write_numbers_with(thousands: str, point: str) -> None:
    """These marks from now on."""
    _marks.clear()
    if (thousands, point) != (",", "."):
        _marks.update({ord(","): thousands, ord("."): point})


class _Filler(string.Formatter):
    """Fills in as `str.format` does, with numbers in the language's own marks."""

    def format_field(self, value: Any, form: str) -> Any:
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        return numeral(value, form) if form and is_number else format(value, form)


_FILLER = _Filler()


def _filled(text: str, parts: dict[str, Any]) -> str:
    return _FILLER.vformat(text, (), parts) if _marks else text.format(**parts)


def mark(text: str) -> str:
    """Marks a text for translation where it is written, at a module's level; `tr` it where it is shown."""
    return text
