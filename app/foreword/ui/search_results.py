"""The list of what a search found: chats, and their messages with the matches marked.

Enter or a click opens a chat, at the message where it is one. Knows nothing of how one searches.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetrics,
    QGuiApplication,
    QKeyEvent,
    QPainter,
    QPen,
    QTextCharFormat,
    QTextLayout,
    QTextOption,
)
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from foreword.ui.chat_list_delegate import row_box
from foreword.ui.chat_list_model import Index
from foreword.ui.chat_list_rows import short_date
from foreword.ui.search_rows import Found
from foreword.ui.tokens import Tokens
from foreword.ui.translate import tr
from foreword.ui.wording import plain_tooltip
from foreword.ui.zoom import px

_ROOT = QModelIndex()
_FOUND = Qt.ItemDataRole.UserRole
_PADDING, _RADIUS, _LINES = 8, 6, 2


class _Model(QAbstractListModel):
    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.rows: list[Found] = []

    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self.rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row = self.rows[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return row.words
            case Qt.ItemDataRole.ToolTipRole:
                return plain_tooltip(row.words)
            case Qt.ItemDataRole.AccessibleTextRole:
                words = tr("Message: {words}") if row.turn_id else tr("Chat {words}")
                return words.format(words=row.words)
            case _:
                return row if role == _FOUND else None

    def show(self, rows: Sequence[Found]) -> None:
        self.beginResetModel()
        self.rows = list(rows)
        self.endResetModel()


class SearchResults(QListView):
    #: str chat id, str turn id; that is empty for the chat itself
    chosen = Signal(str, str)
    left = Signal()

    def __init__(self, tokens: Tokens, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("results")
        self.setAccessibleName(tr("What was found"))
        self._model = _Model(self)
        self.setModel(self._model)
        self._delegate = FoundDelegate(tokens, self)
        self.setItemDelegate(self._delegate)
        self.setMouseTracking(True)
        self.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.clicked.connect(self.choose)

    def set_tokens(self, tokens: Tokens) -> None:
        self._delegate.tokens = tokens
        self.viewport().update()

    def rows(self) -> list[Found]:
        return self._model.rows

    def show_rows(self, rows: Sequence[Found]) -> None:
        """Show these; the one that was current stays so where it is still among them, else the first is."""
        before = self.current()
        self._model.show(rows)
        key = (before.chat_id, before.turn_id) if before else None
        again = [number for number, row in enumerate(rows) if (row.chat_id, row.turn_id) == key]
        if rows:
            self.setCurrentIndex(self._model.index(again[0] if again else 0))

    def current(self) -> Found | None:
        index = self.currentIndex()
        return self._model.rows[index.row()] if index.isValid() else None

    def move(self, event: QKeyEvent) -> None:  # type: ignore[override]
        """A key that the field had and that is for the list."""
        super().keyPressEvent(event)

    def choose(self) -> None:
        row = self.current()
        if row is not None:
            self.chosen.emit(row.chat_id, row.turn_id)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.choose()
        elif event.key() == Qt.Key.Key_Escape or (
            event.key() == Qt.Key.Key_Up and not self.currentIndex().row()
        ):
            self.left.emit()
        else:
            super().keyPressEvent(event)


class FoundDelegate(QStyledItemDelegate):
    """A title on one line with its date; a message on two, quieter."""

    def __init__(self, tokens: Tokens, parent: QListView) -> None:
        super().__init__(parent)
        self.tokens = tokens

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        row: Found = index.data(_FOUND)
        lines = _LINES if row.turn_id else 1
        height = lines * QFontMetrics(_font(option.font, row)).lineSpacing()
        return QSize(80, height + px(10 if row.turn_id else 18))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row: Found = index.data(_FOUND)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = row_box(option.rect)
        self._paint_ground(painter, option, box)
        font = _font(option.font, row)
        inner = box.adjusted(px(_PADDING * (2 if row.turn_id else 1)), 0, -px(_PADDING), 0)
        if not row.turn_id:
            inner.setRight(self._paint_date(painter, option, inner, row))
        self._paint_words(painter, font, QStyle.visualRect(option.direction, option.rect, inner), row)
        painter.restore()

    def _paint_ground(self, painter: QPainter, option: QStyleOptionViewItem, box: QRect) -> None:
        """The current row wears a ring: also while the keyboard is in the field above."""
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if option.state & QStyle.StateFlag.State_MouseOver:
            painter.setBrush(QColor(self.tokens.hover))
        if option.state & QStyle.StateFlag.State_Selected:
            painter.setBrush(QColor(self.tokens.selected))
            painter.setPen(QPen(QColor(self.tokens.accent), 1))
        painter.drawRoundedRect(QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5), px(_RADIUS), px(_RADIUS))

    def _paint_date(self, painter: QPainter, option: QStyleOptionViewItem, box: QRect, row: Found) -> int:
        font = _small(option.font)
        words = short_date(row.at, time.time())
        painter.setFont(font)
        painter.setPen(QColor(self.tokens.muted))
        align = QStyle.visualAlignment(option.direction, Qt.AlignmentFlag.AlignRight)
        align |= Qt.AlignmentFlag.AlignAbsolute | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(QStyle.visualRect(option.direction, option.rect, box), align, words)
        return box.right() - QFontMetrics(font).horizontalAdvance(words) - px(_PADDING)

    def _paint_words(self, painter: QPainter, font: QFont, box: QRect, row: Found) -> None:
        """Laid out by hand, since only plain text with marks keeps strangers' words plain."""
        layout, begins = self.lay_out(row, font, box.width())
        height = (len(begins) - 1) * QFontMetrics(font).lineSpacing()
        painter.setPen(QColor(self.tokens.muted if row.turn_id else self.tokens.text))
        painter.setClipRect(box)
        layout.draw(painter, QPointF(box.left(), box.top() + (box.height() - height) / 2))

    def lay_out(self, row: Found, font: QFont, width: int) -> tuple[QTextLayout, list[int]]:
        """Marked, and cut with an ellipsis where there is more than fits; see `_laid_out`."""
        count = _LINES if row.turn_id else 1
        words, marks = row.words, [self._mark(start, end) for start, end in row.spans]
        layout, begins = _laid_out(words, font, width, count, marks)
        last, room = begins[-2:][0], width
        while begins[-1] < len(words) and room > 0:
            rest = QFontMetrics(font).elidedText(row.words[last:], Qt.TextElideMode.ElideRight, room)
            words = row.words[:last] + rest
            marks = [
                self._mark(start, min(end, len(words))) for start, end in row.spans if start < len(words)
            ]
            layout, begins = _laid_out(words, font, width, count, marks)
            room -= _PADDING  # what is marked is wider than it was measured
        return layout, begins

    def _mark(self, start: int, end: int) -> QTextLayout.FormatRange:
        marked = QTextLayout.FormatRange()
        marked.start, marked.length = start, end - start
        format_ = QTextCharFormat()
        format_.setForeground(QColor(self.tokens.text))
        format_.setBackground(QColor(self.tokens.warning_surface))
        format_.setFontWeight(QFont.Weight.DemiBold)
        marked.format = format_
        return marked


def _laid_out(
    words: str, font: QFont, width: int, count: int, marks: Sequence[QTextLayout.FormatRange]
) -> tuple[QTextLayout, list[int]]:
    """(at most so many lines, where each of them begins and the last one ends)."""
    layout = QTextLayout(words, font)
    option = QTextOption()
    option.setTextDirection(QGuiApplication.layoutDirection())
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    layout.setFormats(list(marks))
    begins = [0]
    layout.beginLayout()
    for number in range(count):
        line = layout.createLine()
        if not line.isValid():
            break
        line.setLineWidth(width)
        line.setPosition(QPointF(0, number * QFontMetrics(font).lineSpacing()))
        begins.append(line.textStart() + line.textLength())
    layout.endLayout()
    return layout, begins


def _font(font: QFont, row: Found) -> QFont:
    return _small(font) if row.turn_id else font


def _small(font: QFont) -> QFont:
    result = QFont(font)
    result.setPointSizeF(font.pointSizeF() * 0.92)
    return result
