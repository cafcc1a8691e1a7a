"""Keeps the room of a scroll bar free, so that nothing moves when what is shown grows beyond its area."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QScrollArea


def reserve_scroll_bar(area: QScrollArea) -> None:
    """The vertical bar always has its place; it shows, and takes the mouse, where there is more to see."""
    area.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
    bar = area.verticalScrollBar()
    bar.setEnabled(bar.maximum() > 0)
    bar.rangeChanged.connect(lambda _least, largest: bar.setEnabled(largest > 0))
