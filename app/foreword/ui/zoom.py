"""How large everything is drawn: one factor for fonts, the style sheet's lengths, icons and gaps.

Widgets are written in the pixels of 100 %. What a widget sets for itself once (the size of its icons, of a
button, the gaps of its layouts) is scaled by the style when it polishes the widget, so no widget has to
know of the zoom; who paints by itself asks `px`. The factor belongs to the application, as its font does.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QEvent, QMargins, QObject, QSize, Qt, Signal
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QApplication,
    QBoxLayout,
    QComboBox,
    QLayout,
    QLineEdit,
    QListWidget,
    QWidget,
)
from shiboken6 import isValid

LEAST, MOST = 50, 300
STEPS = (50, 67, 75, 80, 90, 100, 110, 125, 150, 175, 200, 250, 300)
"""What zooming in and out goes through, in percent."""
_NO_LIMIT = 16_777_215  # a maximum that is none
_NOTCH = 120  # what one notch of a mouse wheel tells
_SIZED = (QAbstractButton, QAbstractSpinBox, QComboBox, QLineEdit, QListWidget)
"""Their fixed sizes are measures that somebody wrote down; those of other widgets follow from their text."""

_factor = 1.0


def factor() -> float:
    return _factor


def set_percent(percent: int) -> None:
    """In force for what is drawn and polished from now on."""
    global _factor  # noqa: PLW0603 - as the application's font is one for all
    _factor = max(LEAST, min(percent, MOST)) / 100


def px(length: float) -> int:
    """So many pixels at 100 % are this many now."""
    return round(length * _factor)


def stepped(percent: int, by: int) -> int:
    """The next larger (1) or smaller (-1) step."""
    place = bisect_right(STEPS, percent) if by > 0 else bisect_left(STEPS, percent) - 1
    return STEPS[max(0, min(place, len(STEPS) - 1))]


# --- fonts
def change(percent: int, apply: Callable[[], None]) -> None:
    """Another factor: `apply` brings the application's font and style sheet in line with it.

    Widgets whose font has a size of its own made it from one of the factor of that moment. They get it
    anew behind the style sheet, which puts back the fonts that it knows.
    """
    own = []
    for widget in QApplication.allWidgets():
        size = widget.font().pointSizeF()
        named = widget.testAttribute(Qt.WidgetAttribute.WA_SetFont)
        if named and size > 0 and abs(size - QApplication.font().pointSizeF()) > 0.01:
            own.append((widget, size / _factor))
    set_percent(percent)
    apply()
    for widget, size in own:
        if isValid(widget):
            font = widget.font()
            font.setPointSizeF(size * _factor)
            widget.setFont(font)


# --- the style sheet
_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
_DECLARATION = re.compile(r"([\w-]+)\s*:\s*([^;]+)")
_LENGTH = re.compile(r"(\d+)px")


def scaled_sheet(sheet: str) -> str:
    """The style sheet for the factor in force. Lines stay lines, and scroll bars as wide as they are.

    A ring of two pixels takes the place of a line of one: what a rule for the focus leaves beside it is
    kept so much smaller, at every factor, that nothing moves.
    """
    return sheet if _factor == 1 else _RULE.sub(_scaled_rule, sheet)


def _scaled_rule(rule: re.Match[str]) -> str:
    selector, body = rule[1], rule[2]
    if "QScrollBar" in selector:
        return rule[0]
    ringed = ":focus" in selector
    return f"{selector}{{{_DECLARATION.sub(lambda each: _scaled_words(each[1], each[2], ringed), body)}}}"


def _scaled_words(name: str, words: str, ringed: bool) -> str:
    less = {"padding": 1, "min-height": 2}.get(name, 0) if ringed else 0
    radius = "radius" in name
    line = name.startswith("border") and not radius

    def one(length: re.Match[str]) -> str:
        number = int(length[1])
        if line and number <= 2:
            return length[0]
        if radius:  # one of more than half a widget's height counts for nothing: its corners would be square
            return f"{max(int(number * _factor), min(number, 1))}px"
        return f"{max(round((number + less) * _factor) - less, min(number, 1))}px"

    return f"{name}: {_LENGTH.sub(one, words)}"


# --- widgets
def fit(widget: QWidget) -> None:
    """Scale what this widget has set for itself. Costs nothing at 100 % where it never was another."""
    if isinstance(widget, QAbstractButton | QAbstractItemView):
        size = _settle(widget, "zoomIcon", _pair(widget.iconSize()))
        if size is not None:
            widget.setIconSize(QSize(*size))
    if isinstance(widget, _SIZED) or widget.property("zooms"):
        _fit_fixed(widget)
    layout = widget.layout()
    if layout is not None:
        _fit_layout(layout)


def _fit_fixed(widget: QWidget) -> None:
    least, most = widget.minimumSize(), widget.maximumSize()
    if least.width() == most.width():
        width = _settle(widget, "zoomWidth", (most.width(),))
        if width is not None:
            widget.setFixedWidth(width[0])
    elif widget.property("zooms") and most.width() < _NO_LIMIT:
        width = _settle(widget, "zoomMost", (most.width(),))
        if width is not None:
            widget.setMaximumWidth(width[0])
    # Of a list, the height that it is held to follows from its rows.
    if least.height() == most.height() and not isinstance(widget, QAbstractItemView):
        height = _settle(widget, "zoomHeight", (most.height(),))
        if height is not None:
            widget.setFixedHeight(height[0])


def _fit_layout(layout: QLayout) -> None:
    margins = layout.contentsMargins()
    sides = (margins.left(), margins.top(), margins.right(), margins.bottom())
    found = _settle(layout, "zoomMargins", sides)
    if found is not None:
        layout.setContentsMargins(QMargins(*found))
    if isinstance(layout, QBoxLayout):
        gap = _settle(layout, "zoomGap", (layout.spacing(),))
        if gap is not None:
            layout.setSpacing(gap[0])
    for inner in layout.children():
        if isinstance(inner, QLayout):
            _fit_layout(inner)


def _settle(part: QObject, name: str, now: tuple[int, ...]) -> tuple[int, ...] | None:
    """What to set instead of `now`; None where nothing is to be done.

    The part remembers what it was written with and what it was given. Where it has something else by
    now, it was written anew meanwhile.
    """
    known: Any = part.property(name)
    if known is None and _factor == 1:
        return None
    written, given = known or (now, now)
    if tuple(given) != now:
        written = now
    wanted = tuple(px(each) if each > 0 else each for each in written)
    part.setProperty(name, (tuple(written), wanted))
    return wanted if wanted != now else None


def _pair(size: QSize) -> tuple[int, int]:
    return size.width(), size.height()


class ZoomWheel(QObject):
    """Ctrl and the wheel over an area ask for another zoom; without Ctrl the wheel is the area's own."""

    #: int - 1: larger, -1: smaller
    turned = Signal(int)

    def __init__(self, area: QWidget) -> None:
        super().__init__(area)
        self._rest = 0  # touch pads tell small parts of a notch
        area.installEventFilter(self)

    def eventFilter(self, _area: QObject, event: QEvent) -> bool:
        if event.type() != QEvent.Type.Wheel or not isinstance(event, QWheelEvent):
            return False
        if not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self._rest = 0
            return False
        self._rest += event.angleDelta().y()
        notches = int(self._rest / _NOTCH)
        self._rest -= notches * _NOTCH
        for _ in range(abs(notches)):
            self.turned.emit(1 if notches > 0 else -1)
        event.accept()
        return True
