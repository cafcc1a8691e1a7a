"""Formats with room below each line, where the lens shows drafts that were dropped."""

from __future__ import annotations

from PySide6.QtGui import QTextBlockFormat

from foreword.ui.styles import TextStyles

_MORE = 70.0  # percent of a line
_SPREAD = ("paragraph", "cell", "code_line", "note")


class _Spread(TextStyles):
    """Styles whose lines stand farther apart."""

    def heading(self, level: int) -> QTextBlockFormat:
        return _farther(super().heading(level))

    def quiet(self) -> TextStyles:
        return spread(super().quiet())

    def wrapped(self, wrap_code: bool) -> TextStyles:
        return spread(super().wrapped(wrap_code))


def spread(styles: TextStyles) -> TextStyles:
    """The same styles, with room for dropped drafts."""
    if isinstance(styles, _Spread):
        return styles
    result = _Spread.__new__(_Spread)
    result.__dict__.update(styles.__dict__)
    for name in _SPREAD:
        setattr(result, name, _farther(getattr(styles, name)))
    return result


def _farther(form: QTextBlockFormat) -> QTextBlockFormat:
    result = QTextBlockFormat(form)
    result.setLineHeight(form.lineHeight() + _MORE, form.lineHeightType())
    return result
