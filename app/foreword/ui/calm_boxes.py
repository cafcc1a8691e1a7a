"""Boxes for numbers and choices that a page can be scrolled over without changing them."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QComboBox, QDoubleSpinBox, QSpinBox


class CalmSpinBox(QSpinBox):
    """Scrolling a page must not change a number on the way."""

    def __init__(self) -> None:
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.lineEdit().setTextMargins(6, 0, 0, 0)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


class CalmDoubleSpinBox(QDoubleSpinBox):
    """Scrolling a page must not change a number on the way."""

    def __init__(self) -> None:
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.lineEdit().setTextMargins(6, 0, 0, 0)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


class CalmComboBox(QComboBox):
    """Scrolling a page must not change a choice on the way."""

    def __init__(self) -> None:
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()
