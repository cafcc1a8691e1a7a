"""Below the composer: what keys do or what is waited for, and how much of the context is used."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QStyle, QVBoxLayout, QWidget

from foreword.ui.gauge_view import GaugeView
from foreword.ui.tokens import Tokens
from foreword.ui.zoom import px

_NARROW = 480


class ComposerFooter(QWidget):
    """The hint first, the gauge behind it; above both what a full context means."""

    def __init__(self, tokens: Tokens, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.hint = _Hint()
        self.gauge = GaugeView(tokens)
        row = QHBoxLayout()
        row.setSpacing(16)
        row.addWidget(self.hint, 1)
        row.addWidget(self.gauge)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 0, 16, 0)
        layout.setSpacing(4)
        layout.addWidget(self.gauge.words)
        layout.addLayout(row)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Where it is narrow, the figure without the bar leaves room for the hint."""
        super().resizeEvent(event)
        self.gauge.bar.setVisible(self.width() >= px(_NARROW))


class _Hint(QLabel):
    """A quiet line that ends in dots where it has no room."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("hint")
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setMinimumWidth(1)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setPen(self.palette().windowText().color())
        words = self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, self.width())
        align = QStyle.visualAlignment(self.layoutDirection(), Qt.AlignmentFlag.AlignLeft)
        align |= Qt.AlignmentFlag.AlignAbsolute | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(self.rect(), align, words)
        painter.end()
