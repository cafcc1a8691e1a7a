"""What paper needs and a screen doesn't, put into a document that is written: numbers of footnotes, the
boxes of tasks as signs, the addresses of links. Knows a document; not what it is about."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from PySide6.QtGui import (
    QColor,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFragment,
)

from foreword.ui.inline import printable
from foreword.ui.styles import TextStyles
from foreword.ui.writer import BlockWriter


def number_notes(writer: BlockWriter) -> None:
    """References to footnotes become numbers where their note is there."""
    numbers = {label: number for number, label in enumerate(writer.notes, 1)}
    for mark in writer.marks:
        if isinstance(mark.what, str) and mark.what in numbers:
            form = QTextCharFormat(mark.base)
            form.setVerticalAlignment(QTextCharFormat.VerticalAlignment.AlignSuperScript)
            mark.select().insertText(str(numbers[mark.what]), form)


def draw_boxes(document: QTextDocument, styles: TextStyles) -> None:
    """The boxes of tasks as signs of the text: only a widget's style would draw them otherwise."""
    block = document.begin()
    while block.isValid():
        form = block.blockFormat()
        marker = form.marker()
        if marker != QTextBlockFormat.MarkerType.NoMarker:
            made = block.textList()
            depth = made.format().indent() if made is not None else form.indent()
            if made is not None:
                made.remove(block)
            form = block.blockFormat()
            form.setMarker(QTextBlockFormat.MarkerType.NoMarker)
            form.setIndent(depth)
            form.setTextIndent(-styles.list_indent * 0.8)
            cursor = QTextCursor(block)
            cursor.setBlockFormat(form)
            done = marker == QTextBlockFormat.MarkerType.Checked
            cursor.insertText("☑\u2002" if done else "☐\u2002", styles.text)
        block = block.next()


def show_addresses(document: QTextDocument, styles: TextStyles) -> None:
    """Behind the words of a link stands where it leads: paper can't be clicked."""
    muted = QTextCharFormat(styles.text)
    muted.setForeground(QColor(styles.tokens.muted))
    for position, address in reversed(_links(document)):
        cursor = QTextCursor(document)
        cursor.setPosition(position)
        cursor.insertText(printable(f" ({address})"), muted)


def _links(document: QTextDocument) -> list[tuple[int, str]]:
    """(where a link ends, where it leads), for those whose own words don't say it."""
    found: list[tuple[int, str]] = []
    block = document.begin()
    while block.isValid():
        for address, group in itertools.groupby(_fragments(block), _address):
            fragments = list(group)
            words = "".join(each.text() for each in fragments)
            if address and not address.startswith("#") and words not in (address, address[len("mailto:") :]):
                found.append((fragments[-1].position() + fragments[-1].length(), address))
        block = block.next()
    return found


def _fragments(block: QTextBlock) -> Iterator[QTextFragment]:
    at = block.begin()
    while not at.atEnd():
        yield at.fragment()
        at += 1


def _address(fragment: QTextFragment) -> str:
    return fragment.charFormat().anchorHref()
