"""Markdown tables: read from the parser's tokens, inserted at a cursor. Knows no other block."""

from __future__ import annotations

from collections.abc import Iterator

from markdown_it.token import Token
from PySide6.QtCore import Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QTextBlockFormat,
    QTextCursor,
    QTextFrameFormat,
    QTextTable,
    QTextTableFormat,
)

from foreword.ui.inline import InlineWriter, Mark, reads_from_right
from foreword.ui.styles import TextStyles

#: A cell: its inline token, and its style attribute with the alignment, or empty.
Cell = tuple[Token, str]


def table_rows(tokens: Iterator[Token]) -> list[list[Cell]]:
    """Take the tokens up to the table's end. The first row is the header."""
    rows: list[list[Cell]] = []
    style = ""
    for token in tokens:
        if token.type == "table_close":
            break
        if token.type == "tr_open":
            rows.append([])
        elif token.type in ("th_open", "td_open"):
            style = str(token.attrs.get("style", ""))
        elif token.type == "inline":
            rows[-1].append((token, style))
    return rows


def insert_table(
    cursor: QTextCursor, rows: list[list[Cell]], styles: TextStyles, indent: float, marks: list[Mark]
) -> None:
    """Insert the table at the cursor, `indent` pixels from the left."""
    form = QTextTableFormat()
    form.setBorderCollapse(True)
    form.setBorder(1)
    form.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
    form.setBorderBrush(QBrush(QColor(styles.tokens.border)))
    form.setCellPadding(6)
    form.setTopMargin(4)
    form.setBottomMargin(8)
    form.setLeftMargin(indent)
    form.setHeaderRowCount(1)
    if reads_from_right("".join(inline.content for inline, _ in rows[0])):
        form.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    table = cursor.insertTable(len(rows), max(map(len, rows)), form)
    for y, row in enumerate(rows):
        for x, cell in enumerate(row):
            _fill(table, y, x, cell, styles, marks)


def _fill(table: QTextTable, y: int, x: int, content: Cell, styles: TextStyles, marks: list[Mark]) -> None:
    inline, style = content
    cell = table.cellAt(y, x)
    if y == 0:
        form = cell.format()
        form.setBackground(QColor(styles.tokens.code_header))
        cell.setFormat(form)
    cursor = cell.firstCursorPosition()
    block = QTextBlockFormat(styles.cell)
    for name, flag in (("right", Qt.AlignmentFlag.AlignRight), ("center", Qt.AlignmentFlag.AlignHCenter)):
        if name in style:
            block.setAlignment(flag)
    cursor.setBlockFormat(block)
    InlineWriter(cursor, styles, styles.bold if y == 0 else styles.text, marks).write(inline)
