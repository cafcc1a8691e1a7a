"""Draws one line of the chat list, and lends it an editor for its name. Knows no model but its rows."""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import QAbstractItemModel, QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPen, QPixmap
from PySide6.QtWidgets import QLineEdit, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from foreword.ui.chat_list_model import ANSWERING, OPEN, ROW, Index
from foreword.ui.chat_list_rows import Row
from foreword.ui.icons import pixmap
from foreword.ui.tokens import Tokens

_MARGIN, _PADDING, _ICON, _DOT, _MORE = 8, 8, 16, 8, 24  # pixels
_RADIUS = 6
_HALF = QPoint(_ICON // 2 - 1, _ICON // 2 - 1)


class ChatDelegate(QStyledItemDelegate):
    """Titles on one line, cut where they don't fit. `keyboard`: whether the current row wears a ring."""

    def __init__(self, tokens: Tokens, parent: QWidget) -> None:
        super().__init__(parent)
        self.tokens = tokens
        self.keyboard = False
        self.drop_row = -1

    def sizeHint(self, option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(80, max(32, option.fontMetrics.height() + 14) + 2)

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
        box = option.rect.adjusted(_MARGIN + _PADDING, 0, -_MARGIN - _PADDING, -4)
        words = QFontMetrics(font).elidedText(row.words, Qt.TextElideMode.ElideRight, box.width())
        painter.drawText(box, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignBottom, words)

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
            painter.drawRoundedRect(box.adjusted(1, 1, -1, -1), _RADIUS - 1, _RADIUS - 1)

    def _paint_row(self, painter: QPainter, option: QStyleOptionViewItem, index: Index, row: Row) -> None:
        box = row_box(option.rect)
        left = box.left() + _PADDING
        middle = box.center().y() - _ICON // 2 + 1
        if row.kind == "folder":
            chevron = "chevron-down" if row.expanded else "chevron-right"
            painter.drawPixmap(left - 2, middle, _picture(chevron, self.tokens.muted))
            painter.drawPixmap(left + _ICON + 2, middle, _picture("folder", self.tokens.muted))
        right = box.right() - _PADDING
        if self._shows_more(option):
            more = more_rect(option.rect)
            painter.drawPixmap(more.center() - _HALF, _picture("more", self.tokens.muted))
            right = more.left() - 4
        elif index.data(ANSWERING):
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(self.tokens.accent))
            painter.drawEllipse(QRectF(right - _DOT, box.center().y() - _DOT / 2 + 0.5, _DOT, _DOT))
            right -= _DOT + _PADDING
        elif row.kind == "folder" and not row.expanded:
            right = self._paint_count(
                painter, option, QRect(left, box.top(), right - left, box.height()), row
            )
        self._paint_words(painter, option, text_box(option.rect, row, right), row)

    def _paint_count(self, painter: QPainter, option: QStyleOptionViewItem, box: QRect, row: Row) -> int:
        painter.setPen(QColor(self.tokens.muted))
        painter.setFont(option.font)
        words = f"{row.held:,}"
        painter.drawText(box, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, words)
        return box.right() - option.fontMetrics.horizontalAdvance(words) - _PADDING

    def _paint_words(self, painter: QPainter, option: QStyleOptionViewItem, box: QRect, row: Row) -> None:
        painter.setFont(option.font)
        painter.setPen(QColor(self.tokens.text))
        words = option.fontMetrics.elidedText(row.words, Qt.TextElideMode.ElideRight, box.width())
        align = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(box, align | Qt.TextFlag.TextSingleLine, words)

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
        kind = "folder" if index.data(ROW).kind == "folder" else "chat"
        editor.setAccessibleName(f"Name of the {kind}")
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
        left = text_box(option.rect, row, box.right()).left() - _PADDING
        editor.setGeometry(left, box.top(), box.right() - left + 1, box.height())


def heading_font(font: QFont) -> QFont:
    """A little smaller, and firmer."""
    result = QFont(font)
    result.setPointSizeF(font.pointSizeF() * 0.88)
    result.setWeight(QFont.Weight.DemiBold)
    return result


def row_box(rect: QRect) -> QRect:
    """What a row fills of its line."""
    return rect.adjusted(_MARGIN, 1, -_MARGIN, -1)


def more_rect(rect: QRect) -> QRect:
    """Where the button for the menu is on a line."""
    box = row_box(rect)
    return QRect(box.right() - _MORE - 2, box.top() + (box.height() - _MORE) // 2, _MORE, _MORE)


def text_box(rect: QRect, row: Row, right: int) -> QRect:
    box = row_box(rect)
    left = box.left() + _PADDING
    if row.kind == "folder":
        left += 2 * _ICON + 8
    elif row.inside:
        left += _ICON + 2
    return QRect(left, box.top(), max(0, right - left), box.height())


def _fill(painter: QPainter, box: QRectF, colour: str) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(colour))
    painter.drawRoundedRect(box, _RADIUS, _RADIUS)


@cache
def _picture(name: str, colour: str) -> QPixmap:
    return pixmap(name, colour, _ICON, 3.0)
