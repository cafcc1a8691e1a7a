"""One message as one QTextDocument that grows: finished blocks once, the tail as plain text.

`MessageDocument` joins the block splitter, the writer and the highlighter. It is the only place that
edits the document, and it only ever edits behind what is committed. Knows no widget.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal, Slot
from PySide6.QtGui import QTextCursor, QTextDocument, QTextOption

from foreword.ui.blocks import Block, BlockStream, CodeText, Event, FenceClosed, FenceOpened
from foreword.ui.highlight import HighlightJob, lexer_for
from foreword.ui.inline import printable
from foreword.ui.styles import TextStyles
from foreword.ui.writer import BlockWriter, Region

#: How long the colouring of long code may hold up one turn of the event loop.
_SLICE_SECONDS = 0.004


class MessageDocument(QObject):
    """The rendered view of a growing `source`, which stays the truth for copying."""

    #: A code panel was begun or ended: `regions` changed.
    regions_changed = Signal()

    def __init__(self, styles: TextStyles, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.document = QTextDocument(self)
        self.document.setUndoRedoEnabled(False)
        self.document.setDocumentMargin(0)
        self.document.setIndentWidth(styles.list_indent)
        self.document.setDefaultFont(styles.font)
        option = self.document.defaultTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.document.setDefaultTextOption(option)
        self.styles = styles
        self.source = ""
        self.commits = 0  # how many finished blocks were rendered, each exactly once
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._colour_more)
        self._begin()

    def _begin(self) -> None:
        self._stream = BlockStream()
        self._writer = BlockWriter(self.document, self.styles)
        self._open: Region | None = None
        self._tail = ""
        self._tail_start = 0
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
        self.source += text
        self._apply(self._stream.feed(text))

    def finish(self) -> None:
        """The source is complete; what is left of it is committed."""
        self._apply(self._stream.finish())

    def show_plain(self, text: str) -> None:
        """Replace everything with `text` as it was typed."""
        self.source = text
        self.document.clear()
        QTextCursor(self.document).insertText(printable(text), self.styles.text)

    def rerender(self, styles: TextStyles, *, finished: bool) -> None:
        """Build the whole document anew, for other fonts or colours. Costs what the whole message costs."""
        source, self.source = self.source, ""
        self._timer.stop()
        self.styles = styles
        self.document.clear()
        self.document.setDefaultFont(styles.font)
        self._begin()
        self.append(source)
        if finished:
            self.finish()
        self.regions_changed.emit()

    # --- applying events
    def _apply(self, events: list[Event]) -> None:
        edit = QTextCursor(self.document)
        edit.beginEditBlock()
        if events:
            self._show_tail("")
            for event in events:
                self._commit(event)
        self._show_tail(printable(self._stream.tail))
        edit.endEditBlock()
        if any(isinstance(event, FenceOpened | FenceClosed | Block) for event in events):
            self.regions_changed.emit()

    def _commit(self, event: Event) -> None:
        match event:
            case Block(source, continues):
                self.commits += 1
                self._writer.write(source, continues)
                for region in self.regions[-8:]:
                    self._colour(region)
            case FenceOpened(language):
                self.commits += 1
                self._open = self._writer.open_code(language)
            case CodeText(text):
                assert self._open is not None
                self._writer.add_code(self._open, printable(text))
            case FenceClosed():
                assert self._open is not None
                self._writer.close_code(self._open)
                self._colour(self._open)
                self._open = None

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
            self._tail_start = cursor.position()
        if tail.startswith(self._tail):
            cursor.insertText(tail[len(self._tail) :], self.styles.text)
        else:
            cursor.setPosition(self._tail_start, QTextCursor.MoveMode.KeepAnchor)
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
            self._jobs.append(HighlightJob(self.document, region.first.next(), region.code, lexer))
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
