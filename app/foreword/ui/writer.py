"""Writes finished Markdown blocks to the end of a QTextDocument, once. Never reads back, never edits.

Raw HTML and images stay inert text; only http, https and mailto become links. What cannot be said
with block formats (code panels, thinking, quote bars, rules) is noted in `regions` for the view to paint;
formulas and references to footnotes, which are settled later, in `marks`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, MutableMapping
from dataclasses import dataclass, field
from typing import Any, Literal

from markdown_it import MarkdownIt
from markdown_it.token import Token
from PySide6.QtGui import (
    QColor,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextList,
    QTextListFormat,
)

from foreword.ui.footnotes import footnote_plugin, split_note
from foreword.ui.inline import InlineWriter, Mark, mark, printable
from foreword.ui.math_drawing import Formula
from foreword.ui.math_rules import math_plugin
from foreword.ui.reading import reads_from_right
from foreword.ui.styles import CODE_HEADER_HEIGHT, CODE_PAD, SPACER, THINKING_HEADER_HEIGHT, TextStyles
from foreword.ui.tables import insert_table, table_rows

_MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])
_MARKDOWN.use(math_plugin).use(footnote_plugin)
#: From the right Qt writes the dot first, and then turns it all: the mark before it keeps what is there.
_DOT = "\u2066."
_TASK = re.compile(r"\[([ xX])\][ \t]+(?=\S)")
_MARKERS = {" ": QTextBlockFormat.MarkerType.Unchecked, "x": QTextBlockFormat.MarkerType.Checked}
_BULLETS = (
    QTextListFormat.Style.ListDisc,
    QTextListFormat.Style.ListCircle,
    QTextListFormat.Style.ListSquare,
)


@dataclass(slots=True)
class Region:
    """Blocks that the view paints something behind or puts something on.

    `code` is the source of a code block, and `complete` says that it is all there. `thought` is what was
    thought, which is not in the document, where its one block is only room; `thought_start` is where it
    begins in the source.
    """

    kind: Literal["code", "quote", "rule", "thinking"]
    first: QTextBlock
    last: QTextBlock
    left: float
    language: str = ""
    code: str = ""
    coloured: bool = False
    wrap: bool = False
    complete: bool = False
    thought: str = ""
    thought_start: int = 0
    closed: bool = True
    cut: bool = False
    room: int = THINKING_HEADER_HEIGHT


@dataclass(slots=True)
class _List:
    ordered: bool
    start: int
    made: QTextList | None = None


@dataclass(slots=True)
class BlockWriter:
    """Appends to `document`. `fresh` says that its last block is empty and may be used."""

    document: QTextDocument
    styles: TextStyles
    regions: list[Region] = field(default_factory=list)
    references: MutableMapping[str, Any] = field(default_factory=dict)
    fresh: bool = True
    marks: list[Mark] = field(default_factory=list)
    notes: dict[str, QTextBlock] = field(default_factory=dict)
    _note: int = 0
    _lists: list[_List] = field(default_factory=list)
    _last_list: _List | None = None
    _item_open: bool = False
    _quotes: list[QTextBlock | None] = field(default_factory=list)

    # --- Markdown
    def write(self, source: str, continues: bool) -> None:
        """Render one finished piece of Markdown; `continues`: its list goes on with the last one."""
        resume = self._last_list if continues else None
        note = split_note(source)
        if note is not None:
            self._write_note(*note)
            return
        tokens = iter(_MARKDOWN.parse(source, self.references))
        for token in tokens:
            self._write_token(token, tokens, resume)
            if token.type.endswith("list_open") and token.level == 0:
                resume = None

    def _write_note(self, label: str, source: str) -> None:
        """A footnote's own text, behind its number. The first one comes after a rule."""
        if not self.notes:
            self._rule()
        before = self.document.lastBlock().blockNumber()
        self._note = len(self.notes) + 1
        for token in (tokens := iter(_MARKDOWN.parse(source, self.references))):
            self._write_token(token, tokens, None)
        self._note = 0
        self.notes.setdefault(label, self.document.findBlockByNumber(before + 1))

    def _write_token(self, token: Token, tokens: Iterator[Token], resume: _List | None) -> None:
        match token.type:
            case "paragraph_open":
                self._text_block(next(tokens), self.styles.note if self._note else self.styles.paragraph)
            case "heading_open":
                level = int(token.tag[1])
                self._text_block(next(tokens), self.styles.heading(level), self.styles.heading_text(level))
            case "fence" | "code_block":
                self._whole_code(token)
            case "hr":
                self._rule()
            case "table_open":
                self._table(tokens)
            case "math_block":
                cursor = self._new_block(self.styles.paragraph)
                formula = Formula(token.content, display=True)
                self.marks.append(mark(cursor, formula, token.info, self.styles.text, own_block=True))
            case _:
                self._enter_or_leave(token, resume)

    def _enter_or_leave(self, token: Token, resume: _List | None) -> None:
        """Lists and quotes: what encloses the blocks to come. Other closing tokens need nothing."""
        match token.type:
            case "bullet_list_open" | "ordered_list_open":
                ordered = token.type.startswith("ordered")
                start = int(token.attrs.get("start", 1)) if ordered else 1
                self._lists.append(resume if resume and token.level == 0 else _List(ordered, start))
            case "bullet_list_close" | "ordered_list_close":
                self._last_list = self._lists.pop()
            case "list_item_open":
                self._item_open = True
            case "list_item_close":
                if self._item_open:  # an item without any text
                    self._new_block(self.styles.paragraph)
            case "blockquote_open":
                self._quotes.append(None)
            case "blockquote_close":
                self._close_quote()

    def _text_block(self, inline: Token, form: QTextBlockFormat, text: QTextCharFormat | None = None) -> None:
        form = QTextBlockFormat(form)
        task = _TASK.match(inline.content) if self._item_open and self._lists else None
        first = (inline.children or [inline])[0]
        if task and first.type == "text" and first.content.startswith(task[0]):
            form.setMarker(_MARKERS[task[1].lower()])
            first.content = first.content[task.end() :]
        mirrored = reads_from_right(inline.content[task.end() if task else 0 :])
        cursor = self._new_block(form, mirrored=mirrored)
        if task and mirrored:
            cursor.insertText("\u2002", self.styles.text)  # else Qt draws the box over the first letters
        if self._note:
            back = QTextCharFormat(self.styles.text)
            back.setForeground(QColor(self.styles.tokens.link))
            back.setAnchor(True)
            back.setAnchorHref(f"#ref-{self._note}")
            cursor.insertText(f"{self._note}.", back)
            cursor.insertText("\u2002", self.styles.text)
            self._note = 0
        InlineWriter(cursor, self.styles, text or self.styles.text, self.marks).write(inline)

    def _new_block(
        self, form: QTextBlockFormat, *, listed: bool = True, mirrored: bool = False
    ) -> QTextCursor:
        """A new last block with this format, indented as lists and quotes want, and its cursor."""
        cursor = QTextCursor(self.document)
        cursor.movePosition(QTextCursor.MoveOperation.End)
        own = QTextBlockFormat(form)
        quoted = self.styles.quote_indent * len(self._quotes)
        if mirrored:
            own.setRightMargin(form.leftMargin() + quoted)
            own.setLeftMargin(form.rightMargin())
        else:
            own.setLeftMargin(form.leftMargin() + quoted)
        depth = len(self._lists)
        if listed and not self._item_open:
            own.setIndent(depth)
        if self._lists and not form.hasProperty(SPACER):
            own.setTopMargin(min(own.topMargin(), self.styles.item_gap))
            own.setBottomMargin(min(own.bottomMargin(), self.styles.item_gap))
        if self.fresh:
            cursor.setBlockFormat(own)
            cursor.setBlockCharFormat(self.styles.text)
        else:
            cursor.insertBlock(own, self.styles.text)
        cursor.setCharFormat(self.styles.text)
        self.fresh = False
        if self._item_open and listed:
            self._item_open = False
            self._add_to_list(cursor, depth, mirrored)
        self._quotes = [block or QTextBlock(cursor.block()) for block in self._quotes]
        return cursor

    def _add_to_list(self, cursor: QTextCursor, depth: int, mirrored: bool) -> None:
        current = self._lists[-1]
        if current.made is not None:
            current.made.add(cursor.block())
            return
        form = QTextListFormat()
        form.setIndent(depth)
        if current.ordered:
            form.setStyle(QTextListFormat.Style.ListDecimal)
            form.setStart(current.start)
            if mirrored:
                form.setNumberSuffix(_DOT)
        else:
            form.setStyle(_BULLETS[min(depth, len(_BULLETS)) - 1])
        current.made = cursor.createList(form)

    def _close_quote(self) -> None:
        first = self._quotes.pop()
        if first is not None:
            left = self.styles.quote_indent * len(self._quotes)
            self.regions.append(Region("quote", first, QTextBlock(self.document.lastBlock()), left))

    def _rule(self) -> None:
        block = self._new_block(self.styles.rule).block()
        left = self.styles.list_indent * len(self._lists) + self.styles.quote_indent * len(self._quotes)
        self.regions.append(Region("rule", QTextBlock(block), QTextBlock(block), left))

    # --- code
    def open_code(self, language: str) -> Region:
        """Begin a code panel: a block of room for its header, then the block of its first line."""
        if self._item_open:
            self._new_block(self.styles.paragraph)
        indent = self.styles.list_indent * len(self._lists)
        left = indent + self.styles.quote_indent * len(self._quotes)
        head = self._new_block(self._code_format(indent, CODE_HEADER_HEIGHT), listed=False).block()
        line = self._new_block(self._code_format(indent, 0), listed=False)
        line.setBlockCharFormat(self.styles.code)
        region = Region("code", QTextBlock(head), QTextBlock(line.block()), left, language)
        region.wrap = self.styles.wrap_code
        self.regions.append(region)
        return region

    def add_code(self, region: Region, text: str) -> None:
        """Append to the open code panel, which must be the end of the document."""
        cursor = QTextCursor(self.document)
        cursor.movePosition(QTextCursor.MoveOperation.End)
        cursor.insertText(printable(text), self.styles.code)
        region.code += text
        region.last = QTextBlock(cursor.block())

    def close_code(self, region: Region) -> None:
        """End the panel with a little room below its last line."""
        indent = region.left - self.styles.quote_indent * len(self._quotes)
        pad = self._new_block(self._code_format(indent, CODE_PAD), listed=False)
        region.last = QTextBlock(pad.block())
        region.complete = True

    def open_thinking(self) -> Region:
        """Room for thinking, which the view shows on top of it."""
        form = QTextBlockFormat(self.styles.rule)
        form.setBottomMargin(self.styles.panel_gap)
        form.setTopMargin(0)
        height = self.styles.px(THINKING_HEADER_HEIGHT)
        form.setLineHeight(height, QTextBlockFormat.LineHeightTypes.FixedHeight.value)
        block = self._new_block(form).block()
        region = Region("thinking", QTextBlock(block), QTextBlock(block), 0.0, closed=False)
        self.regions.append(region)
        return region

    def _code_format(self, left: float, height: int) -> QTextBlockFormat:
        form = QTextBlockFormat(self.styles.code_line)
        form.setLeftMargin(left + form.leftMargin())
        if height:
            form.setLineHeight(self.styles.px(height), QTextBlockFormat.LineHeightTypes.FixedHeight.value)
            form.setProperty(SPACER, True)
            form.setTopMargin(self.styles.panel_gap if height == CODE_HEADER_HEIGHT else 0)
            form.setBottomMargin(0 if height == CODE_HEADER_HEIGHT else self.styles.panel_gap)
        return form

    def _whole_code(self, token: Token) -> None:
        region = self.open_code(token.info.split()[0] if token.info.strip() else "")
        self.add_code(region, token.content.removesuffix("\n"))
        self.close_code(region)

    # --- tables
    def _table(self, tokens: Iterator[Token]) -> None:
        rows = table_rows(tokens)
        if self._item_open:
            self._new_block(self.styles.paragraph)
        cursor = self._thin_block()
        indent = self.styles.list_indent * len(self._lists) + self.styles.quote_indent * len(self._quotes)
        insert_table(cursor, rows, self.styles, indent, self.marks)
        self._thin_block()

    def _thin_block(self) -> QTextCursor:
        """Qt wants a block on either side of a table: use the one that is there, and hide it. Not that of
        an empty list item: with its only block the list itself would go."""
        last = self.document.lastBlock()
        self.fresh = self.fresh or not (last.text() or last.textList())
        cursor = self._new_block(self.styles.thin, listed=False)
        self.fresh = False
        return cursor
