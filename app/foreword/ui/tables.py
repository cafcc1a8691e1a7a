"""Markdown tables: read from the parser's tokens, inserted at a cursor. Knows no other block."""

from __future__ import annotations

from collections.abc import Iterator

from markdown_it.token import Token
from PySide6.QtCore import Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QTextBlock,
    QTextBlockFormat,
    QTextCursor,
    QTextFrameFormat,
    QTextTableCell,
    QTextTableFormat,
)

from foreword.ui.inline import InlineWriter, Mark
from foreword.ui.reading import reads_from_right
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


def row_of(block: QTextBlock) -> list[QTextBlock]:
    """The cells of a block's row, in the order of reading, where they stand the other way round in the
    document; else the block alone."""
    table = QTextCursor(block).currentTable()
    if table is None or table.format().layoutDirection() != Qt.LayoutDirection.RightToLeft:
        return [QTextBlock(block)]
    row = table.cellAt(block.position()).row()
    cells = (table.cellAt(row, column) for column in reversed(range(table.columns())))
    return [cell.firstCursorPosition().block() for cell in cells]


def insert_table(
    cursor: QTextCursor, rows: list[list[Cell]], styles: TextStyles, indent: float, marks: list[Mark]
) -> None:
    """Insert the table at the cursor, `indent` pixels from where lines begin."""
    form = QTextTableFormat()
    form.setBorderCollapse(True)
    form.setBorder(1)
    form.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
    form.setBorderBrush(QBrush(QColor(styles.tokens.border)))
    form.setCellPadding(6)
    form.setTopMargin(4)
    form.setBottomMargin(8)
    form.setHeaderRowCount(1)
    mirrored = reads_from_right("".join(inline.content for inline, _ in rows[0]))
    if mirrored:
        form.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        form.setAlignment(Qt.AlignmentFlag.AlignRight)
        form.setRightMargin(indent)
    else:
        form.setLeftMargin(indent)
    columns = max(map(len, rows))
    table = cursor.insertTable(len(rows), columns, form)
    for y, row in enumerate(rows):
        for x, cell in enumerate(row):
            at = columns - 1 - x if mirrored else x  # Qt always sets the first column to the left
            _fill(table.cellAt(y, at), cell, _side(cell[1], mirrored), styles, marks, head=y == 0)


def _side(style: str, mirrored: bool) -> Qt.AlignmentFlag:
    """Where a column's words begin, the same for all of its cells, whichever script one is in. In a table
    that is read from the right, left and plain columns begin at the right."""
    if "center" in style:
        return Qt.AlignmentFlag.AlignHCenter
    right = "right" in style or mirrored
    side = Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignAbsolute


def _fill(
    cell: QTextTableCell,
    content: Cell,
    side: Qt.AlignmentFlag,
    styles: TextStyles,
    marks: list[Mark],
    *,
    head: bool,
) -> None:
    if head:
        form = cell.format()
        form.setBackground(QColor(styles.tokens.code_header))
        cell.setFormat(form)
    cursor = cell.firstCursorPosition()
    block = QTextBlockFormat(styles.cell)
    block.setAlignment(side)
    cursor.setBlockFormat(block)
    InlineWriter(cursor, styles, styles.bold if head else styles.text, marks).write(content[0])
