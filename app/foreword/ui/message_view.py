"""Shows one message document: as high as its text, code panels painted behind, copy buttons above.

Loads nothing: `loadResource` answers with nothing, whatever the text names. A link that is clicked is
only reported. Scrolling belongs to the transcript around it.
"""

from __future__ import annotations

import math

from PySide6.QtCore import QMimeData, QPoint, QRectF, QSize, Qt, QUrl, Signal, Slot
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QFocusEvent,
    QGuiApplication,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextCursor,
    QWheelEvent,
)
from PySide6.QtWidgets import (
    QFrame,
    QMenu,
    QSizePolicy,
    QTextBrowser,
    QWidget,
)

from foreword.ui.code_header import CodeHeader
from foreword.ui.message_document import MessageDocument
from foreword.ui.styles import CODE_HEADER_HEIGHT, CODE_PAD, SPACER, TextStyles
from foreword.ui.writer import Region

_RADIUS = 8.0


class MessageView(QTextBrowser):
    """The text of one turn. Feed it through `text`; it grows by itself."""

    #: str - the address of a link that the reader activated; nothing was opened.
    link_activated = Signal(str)

    def __init__(self, styles: TextStyles, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.finished = False
        self._headers: list[CodeHeader] = []
        self.text = MessageDocument(styles, self)
        self.setDocument(self.text.document)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setOpenLinks(False)
        self.setUndoRedoEnabled(False)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextBrowserInteraction | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.viewport().setAutoFillBackground(False)
        self.anchorClicked.connect(self._report_link)
        self.text.regions_changed.connect(self._match_headers)
        self.text.document.documentLayout().documentSizeChanged.connect(self._fit_height)

    # --- content
    def append(self, text: str) -> None:
        self.text.append(text)

    def finish(self) -> None:
        self.finished = True
        self.text.finish()

    def show_plain(self, text: str) -> None:
        """Show text as it was typed, without reading it as Markdown."""
        self.finished = True
        self.text.show_plain(text)

    def replace(self, source: str, *, finished: bool) -> None:
        """Show another source instead: the end of what was streamed has been cut."""
        self.finished = finished
        self.text.source = source
        self.set_styles(self.text.styles)

    def set_styles(self, styles: TextStyles) -> None:
        """Draw the message anew with other colours or fonts."""
        for header in self._headers:
            header.hide()
            header.deleteLater()
        self._headers.clear()
        self.text.rerender(styles, finished=self.finished)

    def loadResource(self, kind: int, name: QUrl | str) -> None:
        """Never load anything that a text names, be it a file, a share or an address."""
        return

    @Slot(QUrl)
    def _report_link(self, url: QUrl) -> None:
        self.link_activated.emit(url.toString(QUrl.ComponentFormattingOption.FullyEncoded))

    # --- geometry
    @Slot()
    def _fit_height(self) -> None:
        room = CODE_PAD if self.text.open_code is not None else 0
        height = max(math.ceil(self.text.document.size().height()) + room, 1)
        if height != self.height():
            self.setFixedHeight(height)
        self._place_headers()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_height()

    def sizeHint(self) -> QSize:
        return QSize(400, self.height())

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Who comes by keyboard starts reading at the beginning."""
        by_key = event.reason() in (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason)
        if by_key and not self.textCursor().hasSelection():
            self.moveCursor(QTextCursor.MoveOperation.Start)
        super().focusInEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()  # the transcript scrolls, never one message by itself

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        """A message never scrolls inside itself: it is as high as its text."""

    # --- code panels
    @Slot()
    def _match_headers(self) -> None:
        panels = [region for region in self.text.regions if region.kind == "code"]
        for region in panels[len(self._headers) :]:
            header = CodeHeader(region, self.text.styles.tokens, self.viewport())
            self._headers.append(header)
            header.show()
        self._place_headers()
        self.viewport().update()

    def _place_headers(self) -> None:
        for header in self._headers:
            box = self._box(header.region)
            header.setGeometry(int(box.left()), int(box.top()), int(box.width()), CODE_HEADER_HEIGHT - 4)

    def _box(self, region: Region) -> QRectF:
        layout = self.text.document.documentLayout()
        first = layout.blockBoundingRect(region.first)
        last = layout.blockBoundingRect(region.last)
        right = self.viewport().width() - 1.0
        form = region.last.blockFormat()
        # Qt's rectangle of a block is as high as its font, also where the line's height is fixed.
        bottom = last.top() + form.lineHeight() if form.hasProperty(SPACER) else last.bottom()
        if region is self.text.open_code:
            bottom += CODE_PAD
        return QRectF(region.left + 0.5, first.top() + 0.5, right - region.left, bottom - first.top() - 1.0)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for region in self.text.regions:
            box = self._box(region)
            if box.toAlignedRect().intersects(event.rect()):
                self._paint_region(painter, region, box)
        painter.end()
        super().paintEvent(event)

    def _paint_region(self, painter: QPainter, region: Region, box: QRectF) -> None:
        tokens = self.text.styles.tokens
        painter.setPen(Qt.PenStyle.NoPen)
        if region.kind == "quote":
            painter.setBrush(QColor(tokens.field_border))
            painter.drawRoundedRect(QRectF(box.left(), box.top(), 3, box.height()), 1.5, 1.5)
        elif region.kind == "rule":
            painter.setBrush(QColor(tokens.border))
            painter.drawRect(QRectF(box.left(), box.center().y(), box.width(), 1))
        else:
            painter.setPen(QColor(tokens.border))
            painter.setBrush(QColor(tokens.code))
            painter.drawRoundedRect(box, _RADIUS, _RADIUS)

    # --- copying
    def createMimeDataFromSelection(self) -> QMimeData:
        """The selected text without the room that panels need. Everything selected: the source."""
        mime = QMimeData()
        cursor = self.textCursor()
        end = self.text.document.characterCount() - 1
        if cursor.selectionStart() == 0 and cursor.selectionEnd() >= end:
            mime.setText(self.text.source)
        else:
            mime.setText(selected_text(cursor))
        return mime

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self.context_menu(event.pos()).exec(event.globalPos())

    def context_menu(self, position: QPoint) -> QMenu:
        """What a right click offers at this place of the message."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        copy = menu.addAction("Copy", self.copy)
        copy.setEnabled(self.textCursor().hasSelection())
        menu.addAction("Copy Message as Markdown", self.copy_source)
        address = self.anchorAt(position)
        if address:
            clipboard = QGuiApplication.clipboard()
            menu.addAction("Copy Link Address", lambda: clipboard.setText(address))
        menu.addSeparator()
        menu.addAction("Select All", self.selectAll)
        return menu

    @Slot()
    def copy_source(self) -> None:
        """Put the Markdown source of the whole message on the clipboard, byte for byte."""
        QGuiApplication.clipboard().setText(self.text.source)


def selected_text(cursor: QTextCursor) -> str:
    """The selection as plain text; blocks that are only room between panels are left out."""
    document = cursor.document()
    start, end = cursor.selectionStart(), cursor.selectionEnd()
    lines = []
    block = document.findBlock(start)
    while block.isValid() and block.position() <= end:
        if not block.blockFormat().hasProperty(SPACER):
            part = block.text().encode("utf-16-le")  # positions count UTF-16 units
            low, high = max(start - block.position(), 0), end - block.position()
            lines.append(part[low * 2 : high * 2].decode("utf-16-le", "replace"))
        block = block.next()
    return "\n".join(lines).replace("\u2028", "\n")
