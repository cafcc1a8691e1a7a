"""A switch, for what takes effect at once."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from foreword.ui.tokens import Tokens
from foreword.ui.zoom import factor, px


class Switch(QAbstractButton):
    """On or off, by click or space. Its accessible name says what it switches."""

    def __init__(self, tokens: Tokens, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setCheckable(True)
        self.setAccessibleName(name)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.tokens = tokens

    def sizeHint(self) -> QSize:
        return QSize(px(44), px(28))

    def paintEvent(self, _event: QPaintEvent) -> None:
        tokens = self.tokens
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.layoutDirection() == Qt.LayoutDirection.RightToLeft:
            painter.translate(self.width(), 0)
            painter.scale(-1, 1)
        painter.scale(factor(), factor())
        on = self.isChecked()
        track = QRectF(4, 4, 36, 20)
        if self.hasFocus():
            painter.setPen(QPen(QColor(tokens.accent), 2))
            painter.drawRoundedRect(track.adjusted(-3, -3, 3, 3), 13, 13)
        edge = tokens.accent if on else tokens.field_border
        painter.setPen(QPen(QColor(edge if self.isEnabled() else tokens.border), 1.5))
        painter.setBrush(QColor(tokens.accent if on and self.isEnabled() else tokens.raised))
        painter.drawRoundedRect(track, 10, 10)
        painter.setPen(Qt.PenStyle.NoPen)
        knob = tokens.on_accent if on else tokens.field_border
        painter.setBrush(QColor(knob if self.isEnabled() else tokens.border))
        painter.drawEllipse(QRectF(track.right() - 17 if on else track.left() + 3, track.top() + 3, 14, 14))
        painter.end()
