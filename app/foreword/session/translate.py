"""Words for the user, in the user's language: `tr` around every text that the window shows.

English is the source: what has no translation is shown as it is written in the code. A text with parts
that change has names in braces, filled in after translation, so that another language can order them
anew. Knows nothing of where translations come from: Qt asks those that are installed.
"""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

CONTEXT = "Foreword"


def tr(text: str, *, about: str = "", **parts: object) -> str:
    """`text` in the user's language, with `parts` filled in. `about` tells apart, for translators, what
    is one text in English and several elsewhere."""
    found = QCoreApplication.translate(CONTEXT, text, about or None)
    return found.format(**parts) if parts else found


def tr_n(count: int, one: str, many: str, **parts: object) -> str:
    """The form for `count`, which `{n}` stands for: translations may have more forms than English's two."""
    found = QCoreApplication.translate(CONTEXT, many, None, count)
    if found == many and count == 1:
        found = one
    return found.format(n=count, **parts)


def mark(text: str) -> str:
    """Marks a text for translation where it is written, at a module's level; `tr` it where it is shown."""
    return text
