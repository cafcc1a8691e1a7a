"""A chat as one QTextDocument for paper. The window's writer renders the replies; what the window paints or
floats on top (labels of code, thinking, formulas, notes) becomes part of the text here."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QObject, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QPainter,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextFrameFormat,
    QTextOption,
)
from PySide6.QtSvg import QSvgRenderer

from foreword.session.conversation import Attachment, Turn, WholeChat
from foreword.session.exchange.readable import WHO, Parts, head_words, moment_words
from foreword.ui.exchange_paper import draw_boxes, number_notes, show_addresses
from foreword.ui.exchange_text import blocks, passages
from foreword.ui.highlight import HighlightJob, lexer_for
from foreword.ui.inline import Mark, printable
from foreword.ui.math_drawing import INK, Drawing, Formula, draw
from foreword.ui.math_object import FormulaObjects
from foreword.ui.styles import CODE_PAD, SPACER, TextStyles
from foreword.ui.thinking import thinking_words
from foreword.ui.translate import tr
from foreword.ui.wording import stats_line
from foreword.ui.writer import BlockWriter, Region

_FIXED = QTextBlockFormat.LineHeightTypes.FixedHeight.value
_PROPORTIONAL = QTextBlockFormat.LineHeightTypes.ProportionalHeight.value


class ChatDocument:
    """Grows by one turn at a time. `regions` are for the page to paint behind the text."""

    def __init__(self, styles: TextStyles, parts: Parts) -> None:
        self.document = QTextDocument()
        self.document.setUndoRedoEnabled(False)
        self.document.setUseDesignMetrics(True)
        self.document.setDocumentMargin(0)
        self.document.setIndentWidth(styles.list_indent)
        self.document.setDefaultFont(styles.font)
        option = self.document.defaultTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.document.setDefaultTextOption(option)
        self.regions: list[Region] = []
        self._styles = styles
        self._parts = parts
        self._owner = QObject()
        self._formulas = _PrintedFormulas(self.document, self._owner)
        self._empty = True

    def begin(self, chat: WholeChat, turns: tuple[Turn, ...], prompt: str) -> None:
        styles = self._styles
        self._line(chat.summary.title, styles.heading_text(1), styles.heading(1))
        self._line(head_words(chat, turns), self._muted(), styles.paragraph)
        if prompt.strip():
            self._who(tr("System prompt"), "")
            self._plain(prompt)

    def add(self, turn: Turn) -> None:
        self._who(tr(WHO[turn.role]), moment_words(turn.created_at))
        for each in turn.attachments:
            self._attachment(each)
        if turn.role == "assistant":
            self._reply(turn)
        elif turn.text.strip():
            self._plain(turn.text)
        if turn.error:
            form = QTextCharFormat(self._styles.text)
            form.setForeground(QColor(self._styles.tokens.danger))
            self._line(turn.error, form, self._styles.paragraph)
        stats = stats_line(turn) if self._parts.stats and turn.role == "assistant" else ""
        if stats:
            self._line(stats, self._muted(), self._styles.paragraph)

    def finish(self) -> None:
        """Every turn is there."""
        show_addresses(self.document, self._styles)
        draw_boxes(self.document, self._styles)
        for frame in self.document.rootFrame().childFrames():
            form = frame.frameFormat()
            form.setTopMargin(max(form.topMargin(), self._styles.panel_gap))
            frame.setFrameFormat(form)

    def keep_together(self, height: float) -> None:
        """No heading, and no name of a language, stays alone at the end of a page of this height."""
        heads = {region.first.blockNumber() for region in self.regions if region.kind == "code"}
        block = self.document.begin()
        while block.isValid():
            following = block.next()
            first = block.blockNumber() in heads or block.blockFormat().headingLevel() > 0
            if first and following.isValid() and _page(block, height) != _page(following, height):
                form = block.blockFormat()
                form.setPageBreakPolicy(QTextFormat.PageBreakFlag.PageBreak_AlwaysBefore)
                QTextCursor(block).setBlockFormat(form)
            block = following

    # --- parts of a turn
    def _who(self, who: str, when: str) -> None:
        form = self._styles.heading(2)
        form.setTopMargin(20)
        cursor = self._line(who, self._styles.bold, form)
        if when:
            cursor.insertText(f"  {when}", self._muted())

    def _plain(self, text: str) -> None:
        """As it was typed, on a ground of its own."""
        frame = QTextFrameFormat()
        frame.setBackground(QColor(self._styles.tokens.bubble))
        frame.setPadding(10)
        frame.setBottomMargin(8)
        cursor = self._end()
        cursor.insertFrame(frame)
        form = QTextBlockFormat()
        form.setLineHeight(128, _PROPORTIONAL)
        cursor.setBlockFormat(form)
        cursor.insertText(printable(text.strip("\n")), self._styles.text)

    def _attachment(self, attachment: Attachment) -> None:
        self._line(tr("File {name}", name=attachment.name), self._muted(), self._styles.paragraph)
        writer = self._writer(self._styles)
        region = writer.open_code("")
        writer.add_code(region, attachment.text.removesuffix("\n"))
        writer.close_code(region)
        self._take(writer)

    def _reply(self, turn: Turn) -> None:
        for passage in passages(turn.text):
            if not passage.text.strip() or (passage.thought and not self._parts.thinking):
                continue
            styles = self._styles
            if passage.thought:
                seconds = turn.stats.get("thinking_seconds")
                words = thinking_words(seconds, closed=True, cut=passage.cut)
                self._line(words, self._muted(), styles.paragraph)
                styles = styles.quiet()
            writer = self._writer(styles)
            for block in blocks(passage.text):
                writer.write(block.source, block.continues)
            self._take(writer)

    def _writer(self, styles: TextStyles) -> BlockWriter:
        """A writer that goes on where the document ends."""
        self._end()
        return BlockWriter(self.document, styles, fresh=self._empty)

    def _take(self, writer: BlockWriter) -> None:
        """Settle what the window would settle later, while the document ends with it."""
        self._empty = writer.fresh
        number_notes(writer)
        for mark in writer.marks:
            if isinstance(mark.what, Formula):
                self._formulas.place(mark, mark.what)
        for region in writer.regions:
            if region.kind == "code":
                self._label(region)
                lexer = lexer_for(region.language)
                if lexer is not None and region.code:
                    code = printable(region.code)
                    HighlightJob(self.document, region.first.next(), code, lexer).run(self._styles.tokens)
        self.regions.extend(writer.regions)

    def _label(self, region: Region) -> None:
        """The name of the language in the room above the code; without one, less room."""
        cursor = QTextCursor(region.first)
        form = cursor.blockFormat()
        form.setLineHeight(head_room(region), _FIXED)
        form.clearProperty(SPACER)
        cursor.setBlockFormat(form)
        if region.language:
            cursor.insertText(printable(region.language), self._muted())

    # --- writing
    def _line(self, text: str, form: QTextCharFormat, block: QTextBlockFormat) -> QTextCursor:
        cursor = self._end()
        if self._empty:
            cursor.setBlockFormat(block)
        else:
            cursor.insertBlock(block, form)
        cursor.insertText(printable(" ".join(text.split())), form)
        self._empty = False
        return cursor

    def _end(self) -> QTextCursor:
        """Behind everything. Qt puts an empty block behind a frame: that one is used."""
        cursor = QTextCursor(self.document)
        cursor.movePosition(QTextCursor.MoveOperation.End)
        self._empty = not cursor.block().text() and not cursor.block().textList()
        return cursor

    def _muted(self) -> QTextCharFormat:
        form = QTextCharFormat(self._styles.text)
        form.setForeground(QColor(self._styles.tokens.muted))
        form.setFontPointSize(self._styles.font.pointSizeF() * 0.86)
        return form


def head_room(region: Region) -> int:
    """How much room there is in a panel above its code."""
    return 30 if region.language else CODE_PAD


def lines_top(block: QTextBlock) -> float:
    """Where its first line begins: a block may begin on one page, and its lines on the next."""
    top = block.document().documentLayout().blockBoundingRect(block).top()
    return top + (block.layout().lineAt(0).y() if block.layout().lineCount() else 0.0)


def lines_bottom(block: QTextBlock) -> float:
    top = block.document().documentLayout().blockBoundingRect(block).top()
    count = block.layout().lineCount()
    return top + (block.layout().lineAt(count - 1).rect().bottom() if count else 0.0)


def _page(block: QTextBlock, height: float) -> int:
    return int(lines_top(block) // height)


class _PrintedFormulas(FormulaObjects):
    """Draws formulas as lines and curves, sharp at every size."""

    def place(self, mark: Mark, formula: Formula) -> None:
        """Put the drawing in the place of what was typed; LaTeX that is broken stays as it is."""
        drawing = draw(formula)
        if drawing is None:
            return
        cursor = mark.select()
        self.insert(cursor, drawing, mark.source, mark.base)
        if mark.own_block:
            form = QTextBlockFormat()
            form.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            form.setLineHeight(100, _PROPORTIONAL)
            cursor.mergeBlockFormat(form)

    def paint(self, painter: QPainter, drawing: Drawing, box: QRectF, colour: str) -> None:
        svg = drawing.svg.replace(INK.encode(), colour.encode())
        QSvgRenderer(QByteArray(svg)).render(painter, box)
