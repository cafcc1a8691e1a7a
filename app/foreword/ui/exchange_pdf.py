"""Chats as a PDF for reading and printing: pages with numbers, fonts embedded, links that can be followed
and whose addresses are shown. Runs on any thread: touches no widget and no pixmap.

A chat is written into a document by the window's own writer, then painted page by page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QLocale, QMarginsF, QRectF, QSizeF, Qt
from PySide6.QtGui import (
    QAbstractTextDocumentLayout,
    QColor,
    QFont,
    QPageLayout,
    QPageSize,
    QPainter,
    QPdfWriter,
    QTextDocument,
)

from foreword import __version__
from foreword.session.conversation import Turn, WholeChat
from foreword.session.exchange.errors import ExchangeError
from foreword.session.exchange.messages import Shelf
from foreword.session.exchange.readable import Parts, numbered
from foreword.ui.exchange_document import ChatDocument, head_room, lines_bottom, lines_top
from foreword.ui.styles import TextStyles
from foreword.ui.tokens import LIGHT
from foreword.ui.translate import tr
from foreword.ui.writer import Region

_DPI = 96  # what the styles' lengths are made for
_MARGINS_MM = QMarginsF(20, 18, 20, 22)
_FOOTER = 28
_POINTS = 10.5


@dataclass(frozen=True, slots=True)
class PdfFormat:
    """`font` is the window's; its size is the paper's own."""

    parts: Parts
    font: QFont
    suffix: str = ".pdf"

    def write(
        self, target: Path, chats: Iterator[WholeChat], shelf: Shelf, go_on: Callable[[], None]
    ) -> None:
        font = QFont(self.font)
        font.setPointSizeF(_POINTS)
        font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
        styles = TextStyles(LIGHT, font, wrap_code=True)
        writer = _writer(target)
        pages: _Pages | None = None
        try:
            for _, chat, turns in numbered(chats):
                if pages is None:
                    writer.setTitle(chat.summary.title)
                    pages = _Pages(writer, styles, go_on)
                pages.print(self._document(styles, chat, turns, shelf, go_on), chat.summary.title)
        finally:
            if pages is not None:
                pages.end()

    def _document(
        self,
        styles: TextStyles,
        chat: WholeChat,
        turns: tuple[Turn, ...],
        shelf: Shelf,
        go_on: Callable[[], None],
    ) -> ChatDocument:
        document = ChatDocument(styles, self.parts)
        document.begin(chat, turns, shelf.prompt_of(chat) if self.parts.system_prompt else "")
        for turn in turns:
            go_on()
            document.add(turn)
        document.finish()
        return document


def _writer(target: Path) -> QPdfWriter:
    writer = QPdfWriter(str(target))
    imperial = QLocale().measurementSystem() is QLocale.MeasurementSystem.ImperialUSSystem
    size = QPageSize.PageSizeId.Letter if imperial else QPageSize.PageSizeId.A4
    writer.setPageLayout(
        QPageLayout(
            QPageSize(size), QPageLayout.Orientation.Portrait, _MARGINS_MM, QPageLayout.Unit.Millimeter
        )
    )
    writer.setResolution(_DPI)
    writer.setCreator(f"Foreword {__version__}")
    return writer


class _Pages:
    """The pages of one file, painted in order."""

    def __init__(self, writer: QPdfWriter, styles: TextStyles, go_on: Callable[[], None]) -> None:
        self._writer = writer
        self._styles = styles
        self._go_on = go_on
        self._painter = QPainter()
        if not self._painter.begin(writer):
            raise ExchangeError(tr("The PDF can't be written: check the disk and the folder's rights."))
        self._page = 0
        self._width, self._height = float(writer.width()), float(writer.height() - _FOOTER)

    def print(self, chat: ChatDocument, title: str) -> None:
        document = chat.document
        document.documentLayout().setPaintDevice(self._writer)
        document.setPageSize(QSizeF(self._width, self._height))
        chat.keep_together(self._height)
        for number in range(document.pageCount()):
            self._go_on()
            if self._page and not self._writer.newPage():
                raise ExchangeError(tr("The PDF can't be written: the disk may be full."))
            self._page += 1
            self._paint(document, chat.regions, number)
            self._foot(title)

    def end(self) -> None:
        self._painter.end()

    def _paint(self, document: QTextDocument, regions: list[Region], number: int) -> None:
        painter = self._painter
        part = QRectF(0, number * self._height, self._width, self._height)
        painter.save()
        painter.translate(0, -part.top())
        painter.setClipRect(part)
        for region in regions:
            self._panel(region, part)
        context = QAbstractTextDocumentLayout.PaintContext()
        context.clip = part
        context.palette.setColor(context.palette.ColorRole.Text, QColor(self._styles.tokens.text))
        document.documentLayout().draw(painter, context)
        painter.restore()

    def _panel(self, region: Region, part: QRectF) -> None:
        """What lies behind code, beside a quote, or is a rule; as far as it is on this page."""
        tokens, painter = self._styles.tokens, self._painter
        top, bottom = lines_top(region.first), lines_bottom(region.last)
        if region.kind == "code":
            top = lines_top(region.first.next()) - head_room(region)
        box = QRectF(region.left, top, self._width - region.left, bottom - top)
        box = box.intersected(part)
        if box.isEmpty():
            return
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(tokens.border))
        if region.kind == "code":
            painter.setBrush(QColor(tokens.code))
            painter.drawRoundedRect(box, 6, 6)
        elif region.kind == "quote":
            painter.drawRect(QRectF(box.left() + 2, box.top(), 3, box.height()))
        elif region.kind == "rule":
            painter.drawRect(QRectF(box.left(), box.center().y(), box.width(), 1))

    def _foot(self, title: str) -> None:
        painter = self._painter
        font = QFont(self._styles.font)
        font.setPointSizeF(8.5)
        painter.setFont(font)
        painter.setPen(QColor(self._styles.tokens.muted))
        line = QRectF(0, self._height + 8, self._width, _FOOTER - 8)
        number = str(self._page)
        room = line.width() - 48
        cut = painter.fontMetrics().elidedText(title, Qt.TextElideMode.ElideRight, int(room))
        painter.drawText(line, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignBottom, cut)
        painter.drawText(line, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignBottom, number)
