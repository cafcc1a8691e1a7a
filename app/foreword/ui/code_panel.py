"""What belongs to one code panel of a message: its header, and a scroll bar where a line is too long.

The lines are part of the message's document, so that text can be selected across them. Sideways they are
moved just before they are painted: Qt lays them out again whenever it likes, and then knows nothing of the
scrolling. Knows one region of a view; not the view.
"""

from __future__ import annotations

from typing import cast

from PySide6.QtCore import QObject, QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QTextBlock, QTextCursor
from PySide6.QtWidgets import QScrollBar, QWidget

from foreword.ui.code_header import CodeHeader
from foreword.ui.styles import CODE_HEADER_HEIGHT, CODE_PAD
from foreword.ui.tokens import Tokens
from foreword.ui.writer import Region
from foreword.ui.zoom import px

_SIDE = 16  # between the panel's edge and its text


class CodePanel(QObject):
    """Places a header and a scroll bar on a panel, and moves its lines."""

    #: The lines were moved: they are to be painted again.
    moved = Signal()

    def __init__(self, region: Region, tokens: Tokens, viewport: QWidget, parent: QObject) -> None:
        super().__init__(parent)
        self.region = region
        self.header = CodeHeader(region, tokens, viewport)
        self.header.show()
        self.bar: QScrollBar | None = None
        self.box = QRect()
        self._tokens = tokens
        self._viewport = viewport
        self.measure_anew()

    def drop(self) -> None:
        """The region is gone."""
        for widget in (self.header, self.bar):
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self.deleteLater()

    # --- geometry
    def measure_anew(self) -> None:
        """Lines may be wider or narrower than they were."""
        self._next: QTextBlock | None = None  # the first line that wasn't measured
        self._widest = 0.0
        self._complete = False  # it was placed with all of its text

    def place(self, box: QRectF) -> bool:
        """The panel lies here now, and its text may have grown. False if it is where it was."""
        before, self.box = self.box, box.toAlignedRect()
        if before == self.box and self._complete:
            return False
        self._complete = self.region.complete
        inside = self.box.adjusted(1, 1, -1, 0)
        self.header.setGeometry(inside.left(), inside.top(), inside.width(), px(CODE_HEADER_HEIGHT) - 5)
        hidden = 0 if self.region.wrap else max(round(self._measure() - box.width() + 2 * px(_SIDE)), 0)
        if hidden and self.bar is None:
            self.bar = self._build_bar()
        if self.bar is not None:
            self.bar.setRange(0, hidden)
            self.bar.setPageStep(max(int(box.width()) - 2 * px(_SIDE), 1))
            self.bar.setVisible(hidden > 0)
            top = self.box.bottom() - px(CODE_PAD)
            self.bar.setGeometry(self.box.left() + 8, top, self.box.width() - 16, px(CODE_PAD))
        return True

    def _build_bar(self) -> QScrollBar:
        bar = QScrollBar(Qt.Orientation.Horizontal, self._viewport)
        bar.setObjectName("codebar")
        bar.setSingleStep(40)
        bar.setCursor(Qt.CursorShape.ArrowCursor)
        bar.valueChanged.connect(self.moved)
        return bar

    def _measure(self) -> float:
        """How wide the widest line is. Looks at lines that came since the last time, and the last one."""
        block = self._next or self.region.first.next()
        end = self.region.last.position()
        while block.isValid() and block.position() <= end:
            line = block.layout().lineAt(0)
            if line.isValid():
                self._widest = max(self._widest, line.naturalTextWidth())
            self._next = QTextBlock(block)
            block = block.next()
        return self._widest

    # --- scrolling
    def scroll(self, by: int) -> bool:
        """Move sideways by wheel steps. False where there is nothing to scroll."""
        if self.bar is None or not self.bar.maximum():
            return False
        self.bar.setValue(self.bar.value() + by)
        return True

    def reveal(self, cursor: QTextCursor) -> None:
        """Scroll so far that the cursor is seen."""
        line = cursor.block().layout().lineAt(0)
        if self.bar is None or not self.bar.maximum() or not line.isValid():
            return
        x = cast(tuple[float, int], line.cursorToX(cursor.positionInBlock()))[0]
        at = round(x - line.position().x())
        room = self.bar.pageStep()
        self.bar.setValue(min(max(self.bar.value(), at - room + 8), max(at - 8, 0)))

    def shift(self, rect: QRect) -> bool:
        """Move the lines that are about to be painted to where the bar says. False if there are none."""
        assert self.bar is not None
        area = rect.intersected(self.box)
        if area.isEmpty():
            return False
        layout = self.region.first.document().documentLayout()
        block, end = self._line_at(area.top()), self.region.last.position()
        while block.isValid() and block.position() <= end:
            place = layout.blockBoundingRect(block).topLeft()
            if place.y() > area.bottom():
                break
            block.layout().setPosition(QPointF(-self.bar.value(), block.layout().position().y()))
            block = block.next()
        return bool(self.bar.maximum())

    def _line_at(self, y: int) -> QTextBlock:
        """The line of the panel at this height, or its first."""
        document = self.region.first.document()
        position = document.documentLayout().hitTest(
            QPointF(self.box.center().x(), y), Qt.HitTestAccuracy.FuzzyHit
        )
        block = document.findBlock(position)
        first = self.region.first.next()
        return block if block.position() > first.position() else first

    def paint_edges(self, painter: QPainter) -> None:
        """Cover what of the moved lines lies outside of the panel's text."""
        head = px(CODE_HEADER_HEIGHT)
        top, height = self.box.top() + head, self.box.height() - head - 8
        left, right = self.box.left(), self.box.right()
        code, border = QColor(self._tokens.code), QColor(self._tokens.border)
        painter.fillRect(0, top, left, height, QColor(self._tokens.window))
        for edge, inside in ((left, left + 1), (right, right - px(_SIDE) + 1)):
            painter.fillRect(inside, top, px(_SIDE) - 1, height, code)
            painter.fillRect(edge, top, 1, height, border)
