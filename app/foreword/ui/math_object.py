"""Formulas inside of a QTextDocument: as large as the text around them, on its baseline, in its colour.

A formula is one character whose format says which drawing it is and what was typed. Knows one document's
drawings; not where they come from.
"""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QObject, QRect, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import (
    QFontInfo,
    QFontMetrics,
    QFontMetricsF,
    QPainter,
    QPixmap,
    QPixmapCache,
    QPyTextObject,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
)
from PySide6.QtSvg import QSvgRenderer

from foreword.ui.math_drawing import EM, INK, X_HEIGHT, Drawing

#: A character property: the source of what is shown instead of it. Copying gives the source.
SOURCE = QTextFormat.Property.UserProperty.value + 2
_NUMBER = QTextFormat.Property.UserProperty.value + 3
_TYPE = QTextFormat.ObjectTypes.UserObject.value + 1
_OBJECT = "\ufffc"
_SIDE = 0.06 * EM  # of room to the left and right


class FormulaObjects(QPyTextObject):
    """Measures and paints the formulas of one document."""

    def __init__(self, document: QTextDocument, parent: QObject) -> None:
        super().__init__(parent)
        self._drawings: list[Drawing] = []
        document.documentLayout().registerHandler(_TYPE, self)

    def insert(self, cursor: QTextCursor, drawing: Drawing, source: str, base: QTextCharFormat) -> None:
        """Put a drawing in the place of what the cursor selects."""
        form = QTextCharFormat(base)
        form.setObjectType(_TYPE)
        # The only alignment that lets a part of the object lie below the baseline.
        form.setVerticalAlignment(QTextCharFormat.VerticalAlignment.AlignMiddle)
        form.setProperty(SOURCE, source)
        form.setProperty(_NUMBER, len(self._drawings))
        self._drawings.append(drawing)
        cursor.insertText(_OBJECT, form)

    # --- what Qt asks
    def intrinsicSize(self, document: QTextDocument, position: int, form: QTextFormat) -> QSizeF:
        drawing, scale, half = self._measures(document, form)
        depth = drawing.depth * scale
        ascent = drawing.height * scale - depth
        # Qt makes room for (height - half) / 2 of the object below the baseline, and for the rest above.
        return QSizeF((drawing.width + 2 * _SIDE) * scale, max(2 * depth + half, 2 * ascent - half))

    def drawObject(
        self,
        painter: QPainter,
        rect: QRectF | QRect,
        document: QTextDocument,
        position: int,
        form: QTextFormat,
    ) -> None:
        drawing, scale, _ = self._measures(document, form)
        block = document.findBlock(position)
        line = block.layout().lineForTextPosition(position - block.position())
        # Qt puts the object in the middle of its line, not where it measured it.
        baseline = rect.top() + line.ascent() - (line.ascent() + line.descent() - rect.height()) / 2
        height = drawing.height * scale
        box = QRectF(
            rect.left() + _SIDE * scale,
            baseline + drawing.depth * scale - height,
            drawing.width * scale,
            height,
        )
        colour = form.toCharFormat().foreground().color().name()
        self.paint(painter, drawing, box, colour)

    def paint(self, painter: QPainter, drawing: Drawing, box: QRectF, colour: str) -> None:
        """On a screen: a picture at its pixels."""
        ratio = painter.device().devicePixelRatioF()
        painter.drawPixmap(box, *_picture(drawing, box.size(), colour, ratio))

    def _measures(self, document: QTextDocument, form: QTextFormat) -> tuple[Drawing, float, float]:
        """The drawing, its scale, and half the x-height of the text around, as Qt takes it."""
        drawing = self._drawings[int(form.property(_NUMBER))]
        font = form.toCharFormat().font()
        size = QFontInfo(font).pixelSize()
        height = QFontMetricsF(font).xHeight()
        scale = min(max(height / X_HEIGHT, size), size * 1.25) / EM
        if document.textWidth() > 0:  # what is wider than the column is drawn smaller, never cut off
            scale = min(scale, document.textWidth() / (drawing.width + 2 * _SIDE))
        return drawing, scale, QFontMetrics(font).xHeight() / 2


def _picture(drawing: Drawing, size: QSizeF, colour: str, ratio: float) -> tuple[QPixmap, QRectF]:
    """The drawing in a colour at the device's pixels, from Qt's bounded cache or drawn now."""
    pixels = QSize(max(round(size.width() * ratio), 1), max(round(size.height() * ratio), 1))
    key = f"formula {hash(drawing.svg)} {colour} {pixels.width()} {pixels.height()}"
    pixmap = QPixmap()
    if not QPixmapCache.find(key, pixmap):
        pixmap = QPixmap(pixels)
        pixmap.fill(Qt.GlobalColor.transparent)
        renderer = QSvgRenderer(QByteArray(drawing.svg.replace(INK.encode(), colour.encode())))
        painter = QPainter(pixmap)
        renderer.render(painter, QRectF(0, 0, pixels.width(), pixels.height()))
        painter.end()
        QPixmapCache.insert(key, pixmap)
    return pixmap, QRectF(pixmap.rect())
