"""A bar of progress that stands still under reduced motion, also while nobody knows how far it is."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QProgressBar

from foreword.ui import motion

_SHARE = 3
"""What stands for work of unknown length is a third of the bar, in its middle."""


class ProgressBar(QProgressBar):
    """Without text; a range of nothing, (0, 0), means that no measure exists."""

    def __init__(self) -> None:
        super().__init__()
        self.setTextVisible(False)

    def is_still(self) -> bool:
        """No measure exists, and nothing may run to and fro."""
        return self.minimum() == self.maximum() and motion.reduced()

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self.is_still():
            super().paintEvent(event)
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        whole = QRectF(self.rect())
        part = QRectF(0, 0, whole.width() / _SHARE, whole.height())
        part.moveCenter(whole.center())
        for rect, role in ((whole, QPalette.ColorRole.AlternateBase), (part, QPalette.ColorRole.Accent)):
            painter.setBrush(self.palette().color(role))
            painter.drawRoundedRect(rect, whole.height() / 2, whole.height() / 2)
