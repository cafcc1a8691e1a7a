"""The lens's legend at the foot of a reply: which colour and line is whose, how much of the reply each wrote,
and, while the keyboard steps through the text, where the piece under it came from."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QLabel, QSizePolicy, QVBoxLayout, QWidget

from foreword.session.trace import Piece
from foreword.ui.flow_layout import FlowLayout
from foreword.ui.lens_colours import look
from foreword.ui.lens_paint import paint_line
from foreword.ui.lens_words import share_details, share_words, shares
from foreword.ui.tokens import Tokens
from foreword.ui.translate import tr
from foreword.ui.wording import plain_tooltip

_SWATCH = 24
_GAP = 8
_SMALLER = 0.92  # as the line of figures below


class LegendItem(QWidget):
    """A swatch as the text is tinted, and whose it is."""

    def __init__(self, source: tuple[str, ...], tokens: Tokens) -> None:
        super().__init__()
        self.source = source
        self.tokens = tokens
        self.words = ""
        font = self.font()
        font.setPointSizeF(font.pointSizeF() * _SMALLER)
        self.setFont(font)

    def say(self, words: str, details: str) -> None:
        """`details`: exact figures, for who asks."""
        self.setToolTip(plain_tooltip(details))
        self.setAccessibleName(details)
        if words != self.words:
            self.words = words
            self.updateGeometry()
            self.update()

    def sizeHint(self) -> QSize:
        metrics = QFontMetricsF(self.font())
        return QSize(round(_SWATCH + _GAP + metrics.horizontalAdvance(self.words)) + 2, self._height())

    def _height(self) -> int:
        return round(QFontMetricsF(self.font()).height()) + 6

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        left = self.width() - _SWATCH if mirrored else 0
        box = QRectF(left, 2, _SWATCH, self.height() - 7)
        if self.source:
            chosen = look(self.source[0], self.tokens.scheme)
            painter.setCompositionMode(
                QPainter.CompositionMode.CompositionMode_Multiply
                if self.tokens.scheme == "light"
                else QPainter.CompositionMode.CompositionMode_Screen
            )
            painter.fillRect(box, QColor(chosen.tint))
            painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            paint_line(painter, box.left(), box.right(), box.bottom() + 1, chosen.mark, chosen.line)
        else:
            painter.setPen(QPen(QColor(self.tokens.field_border), 1))
            painter.drawRect(box.adjusted(0.5, 0.5, -0.5, 0.5))
        painter.setPen(QColor(self.tokens.muted))
        words = self.rect().adjusted(
            0 if mirrored else _SWATCH + _GAP, 0, -_SWATCH - _GAP if mirrored else 0, -3
        )
        painter.drawText(
            words, int(Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignVCenter), self.words
        )
        painter.end()


class LensLegend(QWidget):
    """One line of items, more where they don't fit; below it what the keyboard is at."""

    def __init__(self, tokens: Tokens) -> None:
        super().__init__()
        self._tokens = tokens
        self._items: dict[tuple[str, ...], LegendItem] = {}
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self._row = QWidget()
        self._row.setSizePolicy(policy)
        self._flow = FlowLayout(16)
        self._row.setLayout(self._flow)
        self.unknown = self._line(tr("Where its pieces came from was not recorded."))
        self.piece = self._line("")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 4, 0, 0)
        column.setSpacing(4)
        for widget in (self._row, self.unknown, self.piece):
            column.addWidget(widget)
        self.setAccessibleName(tr("Where this reply came from"))
        self.hide()

    def _line(self, words: str) -> QLabel:
        label = QLabel(words)
        label.setObjectName("stats")
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(True)
        font = label.font()
        font.setPointSizeF(font.pointSizeF() * _SMALLER)
        label.setFont(font)
        label.hide()
        return label

    def items(self) -> list[LegendItem]:
        """In the order of the line."""
        return list(self._items.values())

    def set_tokens(self, tokens: Tokens) -> None:
        self._tokens = tokens
        for item in self._items.values():
            item.tokens = tokens
            item.update()

    def show_pieces(self, pieces: Sequence[Piece], *, complete: bool) -> None:
        """Items for what wrote these pieces; figures once the reply is complete."""
        counts = shares(pieces) if pieces else {}
        total = sum(counts.values())
        if list(counts) != list(self._items):
            self._match(list(counts))
        for source, count in counts.items():
            words = share_words(source, count, total, complete=complete)
            self._items[source].say(words, share_details(source, count, total))
        self._row.setVisible(bool(counts))
        self.unknown.setVisible(not counts and complete)
        self.setAccessibleDescription("; ".join(item.accessibleName() for item in self._items.values()))

    def _match(self, sources: list[tuple[str, ...]]) -> None:
        kept, self._items = self._items, {}
        for item in kept.values():
            self._flow.removeWidget(item)
        for source in sources:
            item = kept.pop(source) if source in kept else LegendItem(source, self._tokens)
            self._flow.addWidget(item)
            item.show()
            self._items[source] = item
        for item in kept.values():
            item.hide()
            item.deleteLater()

    def show_piece(self, words: str) -> None:
        """Where the piece came from that the keyboard is at; nothing for no words."""
        self.piece.setText(words)
        self.piece.setVisible(bool(words))
