"""Lets Tab go through a page as it is laid out, also where parts of it were made later than others."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLayout, QWidget


def tab_stops(layout: QLayout) -> Iterator[QWidget]:
    """What Tab can reach in a layout, in reading order; what is hidden now is among it."""
    for index in range(layout.count()):
        item = layout.itemAt(index)
        widget, inner = (item.widget(), item.layout()) if item else (None, None)
        if widget is not None:
            if widget.focusPolicy() & Qt.FocusPolicy.TabFocus:
                yield widget
            inner = widget.layout()
        if inner is not None:
            yield from tab_stops(inner)


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
