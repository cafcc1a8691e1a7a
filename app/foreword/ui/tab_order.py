"""Lets Tab go through a page as it is laid out, also where parts of it were made later than others."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLayout, QWidget

_DIRECT = Qt.FindChildOption.FindDirectChildrenOnly


def tab_stops(layout: QLayout) -> Iterator[QWidget]:
    """What Tab can reach in a layout, in reading order; what is hidden now is among it."""
    for part in _parts(layout):
        if isinstance(part, QLayout):
            yield from tab_stops(part)
            continue
        if part.focusPolicy() & Qt.FocusPolicy.TabFocus:
            yield part
        inner = part.layout()
        if inner is not None:
            yield from tab_stops(inner)


def _parts(layout: QLayout) -> list[QWidget | QLayout]:
    """The widgets and layouts directly in a layout, in its order.

    Asked by `indexOf` and never through a layout's items: Qt deletes those behind Python's back, and the
    next object at such an address, a style perhaps, is then taken for the item that was.
    """
    parent = layout.parentWidget()
    placed: list[tuple[int, QWidget | QLayout]] = []
    if parent is not None:
        widgets: list[QWidget] = parent.findChildren(QWidget, options=_DIRECT)
        placed += [(layout.indexOf(each), each) for each in widgets]
    placed += [(layout.indexOf(each), each) for each in layout.children() if isinstance(each, QLayout)]
    return [each for index, each in sorted(placed, key=lambda pair: pair[0]) if index >= 0]


class TabOrder:
    """The order of one page. `apply` costs nothing while its parts are the same."""

    def __init__(self, layout: QLayout) -> None:
        self._layout = layout
        self._stops: list[QWidget] = []

    def apply(self) -> None:
        stops = list(tab_stops(self._layout))
        if stops != self._stops:
            self._stops = stops
            for before, after in pairwise(stops):
                QWidget.setTabOrder(before, after)
