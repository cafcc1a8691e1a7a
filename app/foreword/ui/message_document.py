"""One message as one QTextDocument that grows: finished blocks once, the tail as plain text.

`MessageDocument` joins the splitters, the writer, the highlighter and the pictures of formulas. It is the
only place that edits the document. Text is only ever added behind what is committed; what is settled later
(a formula that was drawn, a footnote that came) is changed in its place, once. Knows no widget.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QTextBlock, QTextBlockFormat, QTextCursor, QTextDocument, QTextOption

from foreword.ui.blocks import Block, BlockStream, CodeText, Event, FenceClosed, FenceOpened
from foreword.ui.copying import Piece, markdown_of
from foreword.ui.highlight import HighlightJob, lexer_for
from foreword.ui.inline import printable
from foreword.ui.lens_map import SourceMap
from foreword.ui.marks import Marks
from foreword.ui.styles import TextStyles
from foreword.ui.thinking import (
    OPENING,
    BegunInside,
    Said,
    ThinkingClosed,
    ThinkingEvent,
    ThinkingOpened,
    ThinkingStream,
    Thought,
)
from foreword.ui.writer import BlockWriter, Region

#: How long the colouring of long code may hold up one turn of the event loop.
_SLICE_SECONDS = 0.004
_FIXED = QTextBlockFormat.LineHeightTypes.FixedHeight.value


class MessageDocument(QObject):
    """The rendered view of a growing `source`, which stays the truth for copying.

    `nested`: this is itself what a model thinks, so that no thinking is looked for in it.
    """

    #: A code panel or thinking was begun or ended: `regions` changed.
    regions_changed = Signal()
    #: More was thought: a region's `thought` grew.
    thought = Signal()
    #: The document is about to be emptied and built anew: let go of its regions and blocks now.
    cleared = Signal()

    def __init__(self, styles: TextStyles, parent: QObject | None = None, *, nested: bool = False) -> None:
        super().__init__(parent)
        self.document = QTextDocument(self)
        self.document.setUndoRedoEnabled(False)
        self.document.setDocumentMargin(0)
        self.document.setIndentWidth(styles.list_indent)
        self.document.setDefaultFont(styles.font)
        option = self.document.defaultTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        option.setTextDirection(Qt.LayoutDirection.LayoutDirectionAuto)
        self.document.setDefaultTextOption(option)
        self.styles = styles
        self.source = ""
        self._just_closed = False  # a fence, since the last signal
        self.commits = 0  # how many finished blocks were rendered, each exactly once
        self._nested = nested
        self._inside = False  # the source begins in the middle of thinking
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._colour_more)
        self.marks = Marks(self.document, self)
        self.map = SourceMap(self.document, self._all_pieces, lambda: self.source, self._references)
        self._begin()

    def _begin(self) -> None:
        self._thinking = ThinkingStream(inside=self._inside)
        self._stream: BlockStream | None = None  # splits what is said since the last thinking
        self._base = 0  # where that begins in the source
        self._writer = BlockWriter(self.document, self.styles)
        self.marks.clear()
        self.map.clear()
        self._open: Region | None = None
        self._thought: Region | None = None
        self._pieces: list[Piece] = []
        self._tail = ""
        self._tail_start = QTextCursor(self.document)
        self._tail_start.setKeepPositionOnInsert(True)
        self._jobs: list[HighlightJob] = []

    @property
    def regions(self) -> list[Region]:
        return self._writer.regions

    @property
    def open_code(self) -> Region | None:
        """The code panel at the end that still grows."""
        return self._open

    def append(self, text: str) -> None:
        """More of the source. Costs what is new, however long the message already is."""
        start = len(self.source)
        self.source += text
        self._apply([Said(text, start)] if self._nested else self._thinking.feed(text))

    def finish(self) -> None:
        """The source is complete; what is left of it is committed."""
        self._apply(self._thinking.finish(), finished=True)

    def show_plain(self, text: str) -> None:
        """Replace everything with `text` as it was typed."""
        self.source = text
        self.cleared.emit()
        self.document.clear()
        QTextCursor(self.document).insertText(printable(text), self.styles.text)

    def rerender(self, styles: TextStyles, *, finished: bool) -> None:
        """Build the whole document anew, for other fonts or colours. Costs what the whole message costs."""
        self.styles = styles
        self._inside = False
        self._rebuild()
        if finished:
            self.finish()
        self.regions_changed.emit()

    def _rebuild(self) -> None:
        source, self.source = self.source, ""
        self._timer.stop()
        # First: clearing makes the view lay out anew, and blocks that are gone must not be asked for a place.
        self.cleared.emit()
        self.document.clear()
        self.document.setDefaultFont(self.styles.font)
        self._begin()
        self.append(source)

    # --- what the view changes
    def set_wrap(self, region: Region, wrap: bool) -> None:
        """Break the long lines of a code panel, or let them run on."""
        region.wrap = wrap
        form = QTextBlockFormat()
        form.setNonBreakableLines(not wrap)
        cursor = QTextCursor(region.first.next())
        cursor.setPosition(region.last.position(), QTextCursor.MoveMode.KeepAnchor)
        cursor.mergeBlockFormat(form)

    def set_room(self, region: Region, height: int) -> None:
        """How much room thinking takes; none at all for no height."""
        if region.room == height:
            return
        region.room = height
        form = QTextBlockFormat()
        form.setLineHeight(max(height, 1), _FIXED)
        form.setBottomMargin(self.styles.panel_gap if height else 0)
        QTextCursor(region.first).mergeBlockFormat(form)

    def selection(self, cursor: QTextCursor) -> str:
        """What a selection is copied as."""
        return markdown_of(cursor, self._all_pieces(), self.source)

    def _references(self) -> Mapping[str, Any]:
        return cast(Mapping[str, Any], self._writer.references.get("references", {}))

    def _all_pieces(self) -> Sequence[Piece]:
        if not self._tail or self._stream is None:
            return self._pieces
        first = self.document.findBlock(self._tail_start.position())
        start = self._base + self._stream.tail_start
        return [*self._pieces, Piece(start, None, first, self.document.lastBlock())]

    # --- applying events
    def _apply(self, events: Sequence[ThinkingEvent], *, finished: bool = False) -> None:
        edit = QTextCursor(self.document)
        edit.beginEditBlock()
        commits, regions = self.commits, len(self.regions)
        grew = closed = False
        for event in events:
            if isinstance(event, Said):
                self._say(event)
            elif isinstance(event, Thought):
                grew = self._think(event.text)
            elif isinstance(event, BegunInside):
                self._inside = True
            else:
                closed = True
                self._turn(event)
        if finished:
            self._end_said()
        self._show_tail(printable(self._stream.tail) if self._stream else "")
        self.marks.settle(self._writer)
        edit.endEditBlock()
        if self._inside and not self._thinking.begun_inside:
            self._rebuild()
        elif closed or self.commits != commits or len(self.regions) != regions or self._just_closed:
            self._just_closed = False
            self.regions_changed.emit()
        if grew:
            self.thought.emit()

    def _say(self, said: Said) -> None:
        if self._stream is None:
            self._stream, self._base = BlockStream(), said.start
        self._commit_all(self._stream.feed(said.text))

    def _end_said(self) -> None:
        if self._stream is not None:
            self._commit_all(self._stream.finish())
            self._show_tail("")
            self._stream = None

    def _think(self, text: str) -> bool:
        assert self._thought is not None
        self._thought.thought += text
        return True

    def _turn(self, event: ThinkingOpened | ThinkingClosed) -> None:
        """Between what is said and what is thought."""
        if isinstance(event, ThinkingOpened):
            self._end_said()
            region = self._thought = self._writer.open_thinking()
            tag = self.source.find(OPENING, event.start) if not self._inside or event.start else -1
            region.thought_start = tag + len(OPENING) if tag >= 0 else event.start
            self._pieces.append(Piece(event.start, None, region.first, region.last))
            return
        assert self._thought is not None
        self._thought.closed, self._thought.cut = True, event.cut
        self._pieces[-1].end = event.end
        self._thought = None

    def _commit_all(self, events: list[Event]) -> None:
        if events:
            self._show_tail("")
        for event in events:
            self._commit(event)

    def _commit(self, event: Event) -> None:
        match event:
            case Block():
                self.commits += 1
                self._write(event)
                for region in self.regions[-8:]:
                    self._colour(region)
            case FenceOpened(language, start):
                self.commits += 1
                self._open = region = self._writer.open_code(language)
                self._pieces.append(Piece(self._base + start, None, region.first, region.last, code=True))
            case CodeText(text):
                assert self._open is not None
                self._writer.add_code(self._open, text)
                self._pieces[-1].last = self._open.last
            case FenceClosed(end):
                assert self._open is not None
                self._writer.close_code(self._open)
                self._pieces[-1].end, self._pieces[-1].last = self._base + end, self._open.last
                self._colour(self._open)
                self._open = None
                self._just_closed = True

    def _write(self, block: Block) -> None:
        """Render a block, and note which part of the document shows it."""
        before, fresh = QTextBlock(self.document.lastBlock()), self._writer.fresh
        references = len(self._references())
        self._writer.write(block.source, block.continues)
        first = before if fresh else before.next()
        if first.isValid() and not self._writer.fresh:
            last = QTextBlock(self.document.lastBlock())
            piece = Piece(self._base + block.start, self._base + block.end, first, last)
            piece.references = references
            self._pieces.append(piece)

    def _show_tail(self, tail: str) -> None:
        """Show the unfinished text as it is: append what is new, replace only what changed."""
        if tail == self._tail:
            return
        cursor = QTextCursor(self.document)
        cursor.movePosition(QTextCursor.MoveOperation.End)
        if not self._tail:
            if not self._writer.fresh:
                cursor.insertBlock(self.styles.paragraph, self.styles.text)
            else:
                cursor.setBlockFormat(self.styles.paragraph)
            self._writer.fresh = False
            self._tail_start.setPosition(cursor.position())
        if tail.startswith(self._tail):
            cursor.insertText(tail[len(self._tail) :], self.styles.text)
        else:
            cursor.setPosition(self._tail_start.position(), QTextCursor.MoveMode.KeepAnchor)
            cursor.insertText(tail, self.styles.text)
        self._tail = tail
        self._writer.fresh = not tail

    # --- colours
    def _colour(self, region: Region) -> None:
        if region.kind != "code" or region.coloured:
            return
        region.coloured = True
        lexer = lexer_for(region.language)
        if lexer is not None and region.code:
            code = printable(region.code)
            self._jobs.append(HighlightJob(self.document, region.first.next(), code, lexer))
            self._timer.start()

    @Slot()
    def _colour_more(self) -> None:
        if self._jobs and self._jobs[0].run(self.styles.tokens, _SLICE_SECONDS):
            self._jobs.pop(0)
        if not self._jobs:
            self._timer.stop()

    def colour_all(self) -> None:
        """Finish all colouring now. For printing and tests; the window leaves it to the timer."""
        while self._jobs:
            self._jobs.pop(0).run(self.styles.tokens)
        self._timer.stop()
