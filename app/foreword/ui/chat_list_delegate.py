"""Draws one line of the chat list, and lends it an editor for its name. Knows no model but its rows."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QAbstractItemModel, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPen, QPixmap
from PySide6.QtWidgets import QLineEdit, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from foreword.ui.chat_list_model import ANSWERING, OPEN, ROW, Index
from foreword.ui.chat_list_rows import Row
from foreword.ui.icons import pixmap
from foreword.ui.reading import isolated
from foreword.ui.tokens import Tokens
from foreword.ui.translate import numeral, tr
from foreword.ui.zoom import px

_MARGIN, _PADDING, _ICON, _DOT, _MORE = 8, 8, 16, 8, 24  # pixels at 100 %
_RADIUS = 6


class ChatDelegate(QStyledItemDelegate):
    """Titles on one line, cut where they don't fit. `keyboard`: whether the current row wears a ring."""

    def __init__(self, tokens: Tokens, parent: QWidget) -> None:
        super().__init__(parent)
        self.tokens = tokens
        self.keyboard = False
        self.drop_row = -1

    def sizeHint(self, option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(80, max(px(32), option.fontMetrics.height() + px(14)) + 2)

    # --- drawing
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row: Row = index.data(ROW)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if row.kind == "heading":
            self._paint_heading(painter, option, row)
        else:
            self._paint_ground(painter, option, index)
            self._paint_row(painter, option, index, row)
        painter.restore()

    def _paint_heading(self, painter: QPainter, option: QStyleOptionViewItem, row: Row) -> None:
        font = heading_font(option.font)
        painter.setFont(font)
        painter.setPen(QColor(self.tokens.muted))
        side = px(_MARGIN + _PADDING)
        box = option.rect.adjusted(side, 0, -side, -px(4))
        words = QFontMetrics(font).elidedText(row.words, Qt.TextElideMode.ElideRight, box.width())
        painter.drawText(box, _leading(option) | Qt.AlignmentFlag.AlignBottom, words)

    def _paint_ground(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        box = QRectF(row_box(option.rect))
        over = bool(option.state & QStyle.StateFlag.State_MouseOver)
        if index.data(OPEN):
            _fill(painter, box, self.tokens.selected)
        elif over or index.row() == self.drop_row:
            _fill(painter, box, self.tokens.hover)
        if index.row() == self.drop_row or (self._has_focus(option) and self.keyboard):
            painter.setPen(QPen(QColor(self.tokens.accent), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            radius = px(_RADIUS) - 1
            painter.drawRoundedRect(box.adjusted(1, 1, -1, -1), radius, radius)

    def _paint_row(self, painter: QPainter, option: QStyleOptionViewItem, index: Index, row: Row) -> None:
        """Laid out from left to right; `_on` mirrors where one reads the other way."""
        box, size = row_box(option.rect), px(_ICON)
        left = box.left() + px(_PADDING)
        top = box.top() + (box.height() - size) // 2
        if row.kind == "folder":
            chevron = "chevron-down" if row.expanded else "chevron-right"
            self._paint_icon(painter, option, QRect(left - px(2), top, size, size), chevron)
            self._paint_icon(painter, option, QRect(left + size + px(2), top, size, size), "folder")
        right = box.right() - px(_PADDING)
        if self._shows_more(option):
            more = more_rect(option.rect)
            self._paint_icon(
                painter, option, QRect(more.left() + (more.width() - size) // 2, top, size, size), "more"
            )
            right = more.left() - px(4)
        elif index.data(ANSWERING):
            dot = px(_DOT)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(self.tokens.accent))
            painter.drawEllipse(_on(option, QRect(right - dot, box.center().y() - dot // 2 + 1, dot, dot)))
            right -= dot + px(_PADDING)
        elif row.kind == "folder" and not row.expanded:
            counted = QRect(left, box.top(), right - left, box.height())
            right = self._paint_count(painter, option, counted, row)
        self._paint_words(painter, option, text_box(option.rect, row, right), row)

    def _paint_icon(self, painter: QPainter, option: QStyleOptionViewItem, box: QRect, name: str) -> None:
        ratio = painter.device().devicePixelRatioF()
        picture = _picture(name, self.tokens.muted, box.width(), ratio, option.direction)
        painter.drawPixmap(_on(option, box).topLeft(), picture)

    def _paint_count(self, painter: QPainter, option: QStyleOptionViewItem, box: QRect, row: Row) -> int:
        painter.setPen(QColor(self.tokens.muted))
        painter.setFont(option.font)
        words = numeral(row.held)
        align = _leading(option, Qt.AlignmentFlag.AlignRight) | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(_on(option, box), align, words)
        return box.right() - option.fontMetrics.horizontalAdvance(words) - px(_PADDING)

    def _paint_words(self, painter: QPainter, option: QStyleOptionViewItem, box: QRect, row: Row) -> None:
        painter.setFont(option.font)
        painter.setPen(QColor(self.tokens.text))
        words = option.fontMetrics.elidedText(row.words, Qt.TextElideMode.ElideRight, box.width())
        align = _leading(option) | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(_on(option, box), align | Qt.TextFlag.TextSingleLine, isolated(words))

    def _shows_more(self, option: QStyleOptionViewItem) -> bool:
        """The button for the menu: under the mouse, and where the keyboard is."""
        over = bool(option.state & QStyle.StateFlag.State_MouseOver)
        return over or (self.keyboard and self._has_focus(option))

    @staticmethod
    def _has_focus(option: QStyleOptionViewItem) -> bool:
        return bool(option.state & QStyle.StateFlag.State_HasFocus)

    # --- renaming in place
    def createEditor(self, parent: QWidget, _option: QStyleOptionViewItem, index: Index) -> QWidget:
        editor = QLineEdit(parent)
        editor.setObjectName("rename")
        folder = index.data(ROW).kind == "folder"
        editor.setAccessibleName(tr("Name of the folder") if folder else tr("Name of the chat"))
        editor.setMaxLength(200)
        return editor

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        if isinstance(editor, QLineEdit) and not editor.isModified():
            editor.setText(index.data(Qt.ItemDataRole.EditRole))
            editor.end(False)
            editor.home(True)  # all of it, with its beginning in sight

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:
        if isinstance(editor, QLineEdit):
            model.setData(index, editor.text())

    def updateEditorGeometry(self, editor: QWidget, option: QStyleOptionViewItem, index: Index) -> None:
        row: Row = index.data(ROW)
        box = row_box(option.rect)
        left = text_box(option.rect, row, box.right()).left() - px(_PADDING)
        editor.setGeometry(_on(option, QRect(left, box.top(), box.right() - left + 1, box.height())))


def heading_font(font: QFont) -> QFont:
    """A little smaller, and firmer."""
    result = QFont(font)
    result.setPointSizeF(font.pointSizeF() * 0.88)
    result.setWeight(QFont.Weight.DemiBold)
    return result


def row_box(rect: QRect) -> QRect:
    """What a row fills of its line."""
    return rect.adjusted(px(_MARGIN), 1, -px(_MARGIN), -1)


def more_rect(rect: QRect) -> QRect:
    """Where the button for the menu is on a line that is read from left to right."""
    box, size = row_box(rect), px(_MORE)
    return QRect(box.right() - size - 2, box.top() + (box.height() - size) // 2, size, size)


def text_box(rect: QRect, row: Row, right: int) -> QRect:
    box = row_box(rect)
    left = box.left() + px(_PADDING)
    if row.kind == "folder":
        left += 2 * px(_ICON) + px(8)
    elif row.inside:
        left += px(_ICON) + 2
    return QRect(left, box.top(), max(0, right - left), box.height())


def _on(option: QStyleOptionViewItem, box: QRect) -> QRect:
    """A place on a line, mirrored where one reads from right to left."""
    return QStyle.visualRect(option.direction, option.rect, box)


def _leading(
    option: QStyleOptionViewItem, align: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft
) -> Qt.AlignmentFlag:
    """Where lines begin; of words in whichever language."""
    return QStyle.visualAlignment(option.direction, align) | Qt.AlignmentFlag.AlignAbsolute


def _fill(painter: QPainter, box: QRectF, colour: str) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(colour))
    painter.drawRoundedRect(box, px(_RADIUS), px(_RADIUS))


@lru_cache(maxsize=128)
def _picture(name: str, colour: str, size: int, ratio: float, _direction: Qt.LayoutDirection) -> QPixmap:
    return pixmap(name, colour, size, ratio)
