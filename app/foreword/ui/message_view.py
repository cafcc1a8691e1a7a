"""Shows one message document: as high as its text, panels painted behind, their controls above.

Loads nothing: `loadResource` answers with nothing, whatever the text names. A link that is clicked is
only reported. Scrolling belongs to the transcript around it.
"""

from __future__ import annotations

import math

from PySide6.QtCore import QMimeData, QPoint, QPointF, QRect, QRectF, QSize, Qt, QUrl, Signal, Slot
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QFocusEvent,
    QGuiApplication,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextBlock,
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

from foreword.ui.code_panel import CodePanel
from foreword.ui.lens_control import LensControl
from foreword.ui.lens_layer import LensView
from foreword.ui.message_document import MessageDocument
from foreword.ui.styles import CODE_PAD, SPACER, TextStyles
from foreword.ui.thinking_panel import ThinkingPanel
from foreword.ui.translate import tr
from foreword.ui.writer import Region

_RADIUS = 8.0


class MessageView(QTextBrowser):
    """The text of one turn. Feed it through `text`; it grows by itself."""

    #: str - the address of a link that the reader activated; nothing was opened.
    link_activated = Signal(str)
    #: int, int - a place in this message that the reader asked for: its top and its height.
    place_wanted = Signal(int, int)
    #: str - where the piece came from that the keyboard has stepped to; empty for none
    piece_reached = Signal(str)

    def __init__(self, styles: TextStyles, parent: QWidget | None = None, *, nested: bool = False) -> None:
        super().__init__(parent)
        self.finished = False
        self._thinking_seconds: float | None = None
        self._code: list[CodePanel] = []
        self._thinking: list[ThinkingPanel] = []
        self._last_control: QWidget = self  # in the order of Tab
        self._opened: set[int] = set()  # which thinking the reader has open, by its number
        self._wrapped: dict[int, bool] = {}  # which code panels the reader switched, and how
        self.lens: LensControl | None = None
        self.text = MessageDocument(styles, self, nested=nested)
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
        self.text.regions_changed.connect(self._match_panels)
        self.text.thought.connect(self._follow_thinking)
        self.text.cleared.connect(self._drop_panels)
        self.cursorPositionChanged.connect(self._reveal_cursor)
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
        """Draw the message anew with other colours or fonts. Thinking that is open stays open."""
        self.text.rerender(styles, finished=self.finished)

    def set_wrap(self, wrap: bool) -> None:
        """Break the long lines of all code, now and from now on, or let them scroll sideways."""
        self._wrapped.clear()
        self.set_styles(self.text.styles.wrapped(wrap))

    def set_thinking_seconds(self, seconds: float | None) -> None:
        """How long the model thought, for the line that stands for its thinking."""
        self._thinking_seconds = seconds
        self._follow_thinking()

    def show_lens(self, seen: LensView, offset: int = 0) -> None:
        """Look at where the text came from, which begins at `offset` of the reply; also in its thinking."""
        if self.lens is None:
            if seen == LensView():
                return
            self.lens = LensControl(self)
            self.lens.reached.connect(self.piece_reached)
        self.lens.show(seen, offset)
        self._lend_lens()

    def _lend_lens(self) -> None:
        """Thoughts are shown by a view of their own, once they are wanted."""
        if self.lens is None:
            return
        for panel in self._thinking:
            if panel.view is not None:
                if panel.view.lens is None:
                    panel.view.piece_reached.connect(self.piece_reached)
                    panel.view.place_wanted.connect(self._want_thought)
                panel.view.show_lens(self.lens.layer.seen, self.lens.layer.offset + panel.start)

    @Slot(int, int)
    def _want_thought(self, top: int, height: int) -> None:
        view = self.sender()
        assert isinstance(view, QWidget)
        self.place_wanted.emit(view.mapTo(self, QPoint(0, top)).y(), height)

    def go_to(self, offset: int) -> None:
        """Ask for the place where this part of the source is shown; thinking opens for it."""
        for panel in self._thinking:
            if panel.start <= offset < panel.start + len(panel.region.thought):
                panel.set_open(True)
                assert panel.view is not None
                self._lend_lens()
                panel.view.go_to(offset - panel.start)
                return
        cursor = QTextCursor(self.text.document)
        cursor.setPosition(self.text.map.place_of(offset) or 0)
        box = self.cursorRect(cursor)
        self.place_wanted.emit(box.top(), box.height())

    def loadResource(self, kind: int, name: QUrl | str) -> None:
        """Never load anything that a text names, be it a file, a share or an address."""
        return

    @Slot(QUrl)
    def _report_link(self, url: QUrl) -> None:
        inside = self.text.marks.place(url.toString())
        if inside is not None:
            place = self.cursorRect(inside)
            self.place_wanted.emit(place.top(), place.height())
        elif not url.toString().startswith("#"):
            self._report_address(url)

    def _report_address(self, url: QUrl) -> None:
        self.link_activated.emit(url.toString(QUrl.ComponentFormattingOption.FullyEncoded))

    # --- geometry
    @Slot()
    def _fit_height(self) -> None:
        room = self.text.styles.px(CODE_PAD) if self.text.open_code is not None else 0
        height = max(math.ceil(self.text.document.size().height()) + room, 1)
        if height != self.height():
            self.setFixedHeight(height)
        self._place_panels()

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
        """The transcript scrolls, never one message by itself; sideways the code panel below the pointer."""
        delta = event.angleDelta()
        sideways = delta.x() or (delta.y() if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 0)
        at = event.position().toPoint()
        over = next((panel for panel in self._code if panel.box.contains(at)), None)
        if sideways and over is not None and over.scroll(-sideways):
            event.accept()
        else:
            event.ignore()

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        """A message never scrolls inside itself: it is as high as its text, and lines of code that are
        wider than it scroll within their panel."""
        self.horizontalScrollBar().setValue(0)

    # --- panels
    @Slot()
    def _match_panels(self) -> None:
        """One panel for each region that has one, in the order of the text."""
        known = len(self._code), len(self._thinking)
        code = [region for region in self.text.regions if region.kind == "code"]
        for number, region in enumerate(code[len(self._code) :], len(self._code)):
            wrap = self._wrapped.get(number, region.wrap)
            if wrap != region.wrap:
                self.text.set_wrap(region, wrap)
            panel = CodePanel(region, self.text.styles.tokens, self.viewport(), self)
            panel.header.wrap_toggled.connect(self._switch_wrap)
            panel.moved.connect(self.viewport().update)
            self._code.append(panel)
        thinking = [region for region in self.text.regions if region.kind == "thinking"]
        for number, region in enumerate(thinking[len(self._thinking) :], len(self._thinking)):
            thought = ThinkingPanel(region, self.text.styles, _nested, self.viewport())
            thought.room_changed.connect(self._make_room)
            thought.link_activated.connect(self.link_activated)
            self._thinking.append(thought)
            thought.set_open(number in self._opened)
            thought.show()
        self._follow_thinking()
        self._place_panels()
        self._order_tabs(self._code[known[0] :], self._thinking[known[1] :])
        self.viewport().update()

    def _order_tabs(self, code: list[CodePanel], thinking: list[ThinkingPanel]) -> None:
        """Tab goes through the controls as they stand in the text: the new ones come behind the others."""
        places: list[tuple[int, list[QWidget]]] = [
            (panel.region.first.position(), [panel.header.wrap_button, panel.header.copy_button])
            for panel in code
        ]
        places += [(panel.region.first.position(), [panel.button]) for panel in thinking]
        for _, controls in sorted(places, key=lambda place: place[0]):
            for control in controls:
                QWidget.setTabOrder(self._last_control, control)
                self._last_control = control

    @Slot()
    def _drop_panels(self) -> None:
        self._opened = {number for number, panel in enumerate(self._thinking) if panel.is_open}
        panels: tuple[CodePanel | ThinkingPanel, ...] = (*self._code, *self._thinking)
        for panel in panels:
            panel.drop()
        self._code.clear()
        self._thinking.clear()
        self._last_control = self

    @Slot(bool)
    def _switch_wrap(self, wrap: bool) -> None:
        number, panel = next(each for each in enumerate(self._code) if each[1].header is self.sender())
        self._wrapped[number] = wrap
        self.text.set_wrap(panel.region, wrap)
        panel.measure_anew()
        self._fit_height()
        self.viewport().update()

    @Slot()
    def _follow_thinking(self) -> None:
        for number, panel in enumerate(self._thinking):
            panel.follow(self._thinking_seconds if not number else None)

    @Slot()
    def _make_room(self) -> None:
        for panel in self._thinking:
            self.text.set_room(panel.region, panel.wanted_height())
        self._lend_lens()
        self._place_panels()

    @Slot()
    def _reveal_cursor(self) -> None:
        cursor = self.textCursor()
        for panel in (panel for panel in self._code if panel.bar is not None):
            if panel.region.first.position() <= cursor.position() <= panel.region.last.position():
                panel.reveal(cursor)

    def _place_panels(self) -> None:
        """From the end: above a panel that still lies where it lay, nothing has moved."""
        for panel in reversed(self._code):
            if not panel.place(self._box(panel.region)) and panel.region is not self.text.open_code:
                break
        for thinking in self._thinking:
            box = self._box(thinking.region)
            thinking.setGeometry(0, round(box.top()), self.viewport().width(), thinking.wanted_height())

    def origin_of(self, block: QTextBlock) -> QPointF:
        """Where the layout of a block of text has its origin now, scrolled sideways or not."""
        return self.text.document.documentLayout().blockBoundingRect(block).topLeft()

    def _box(self, region: Region) -> QRectF:
        layout = self.text.document.documentLayout()
        first = layout.blockBoundingRect(region.first)
        last = layout.blockBoundingRect(region.last)
        right = self.viewport().width() - 1.0
        form = region.last.blockFormat()
        # Qt's rectangle of a block is as high as its font, also where the line's height is fixed.
        bottom = last.top() + form.lineHeight() if form.hasProperty(SPACER) else last.bottom()
        if region is self.text.open_code:
            bottom += self.text.styles.px(CODE_PAD)
        return QRectF(region.left + 0.5, first.top() + 0.5, right - region.left, bottom - first.top() - 1.0)

    # --- painting
    def paintEvent(self, event: QPaintEvent) -> None:
        self._paint_regions(event.rect(), {"code", "quote", "rule"})
        scrolled = [panel for panel in self._code if panel.bar is not None and panel.shift(event.rect())]
        super().paintEvent(event)
        if self.lens is not None:
            self.lens.paint(event.rect())
        if scrolled:
            painter = QPainter(self.viewport())
            for panel in scrolled:
                panel.paint_edges(painter)
            painter.end()
            self._paint_regions(event.rect(), {"quote"})

    def _paint_regions(self, rect: QRect, kinds: set[str]) -> None:
        """Paint those that may be seen in this part."""
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        layout = self.text.document.documentLayout()
        start = layout.hitTest(QPointF(0, rect.top()), Qt.HitTestAccuracy.FuzzyHit)
        end = layout.hitTest(QPointF(rect.right(), rect.bottom()), Qt.HitTestAccuracy.FuzzyHit)
        for region in self.text.regions:
            if region.kind in kinds and region.first.position() <= end:
                last = region.last.next()  # room below the last line belongs to it
                if not last.isValid() or last.position() >= start:
                    self._paint_region(painter, region, self._box(region))
        painter.end()

    def _paint_region(self, painter: QPainter, region: Region, box: QRectF) -> None:
        tokens = self.text.styles.tokens
        painter.setPen(Qt.PenStyle.NoPen)
        if region.kind == "quote":
            mirrored = region.first.textDirection() == Qt.LayoutDirection.RightToLeft
            left = box.right() - region.left - 3 if mirrored else box.left()
            painter.setBrush(QColor(tokens.field_border))
            painter.drawRoundedRect(QRectF(left, box.top(), 3, box.height()), 1.5, 1.5)
        elif region.kind == "rule":
            painter.setBrush(QColor(tokens.border))
            painter.drawRect(QRectF(box.left(), box.center().y(), box.width(), 1))
        else:
            painter.setPen(QColor(tokens.border))
            painter.setBrush(QColor(tokens.code))
            painter.drawRoundedRect(box, _RADIUS, _RADIUS)

    # --- copying
    def createMimeDataFromSelection(self) -> QMimeData:
        """The selection as Markdown, where that is possible. Everything selected: the source."""
        mime = QMimeData()
        cursor = self.textCursor()
        end = self.text.document.characterCount() - 1
        if cursor.selectionStart() == 0 and cursor.selectionEnd() >= end:
            mime.setText(self.text.source)
        else:
            mime.setText(self.text.selection(cursor))
        return mime

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self.context_menu(event.pos()).exec(event.globalPos())

    def context_menu(self, position: QPoint) -> QMenu:
        """What a right click offers at this place of the message."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        copy = menu.addAction(tr("Copy"), self.copy)
        copy.setEnabled(self.textCursor().hasSelection())
        menu.addAction(tr("Copy Message as Markdown"), self.copy_source)
        address = self.anchorAt(position)
        if address:
            clipboard = QGuiApplication.clipboard()
            menu.addAction(tr("Copy Link Address"), lambda: clipboard.setText(address))
        menu.addSeparator()
        menu.addAction(tr("Select All"), self.selectAll)
        return menu

    @Slot()
    def copy_source(self) -> None:
        """Put the Markdown source of the whole message on the clipboard, byte for byte."""
        QGuiApplication.clipboard().setText(self.text.source)


def _nested(styles: TextStyles, parent: QWidget) -> MessageView:
    """A view for what a model thinks."""
    return MessageView(styles, parent, nested=True)
