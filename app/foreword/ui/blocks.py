"""Splits Markdown that arrives in pieces into finished blocks and an unfinished tail.

A block is handed out once, as soon as nothing that follows can change it, so that a reader can commit
it and never look at it again. Code in a fence is handed out while it comes. Where the rules of
CommonMark leave doubt the text stays in the tail a little longer; it is never split inside a block.
Knows nothing of Qt, of rendering or of highlighting.
"""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass, field

from foreword.ui.math_rules import closes_display, display_closer

_FENCE = re.compile(r"^( {0,3})(`{3,}|~{3,})[ \t]*(.*)$")
_HEADING = re.compile(r"^#{1,6}(?:[ \t]|$)")
_RULE = re.compile(r"^(?:(?:\*[ \t]*){3,}|(?:_[ \t]*){3,}|(?:-[ \t]*){3,})$")
_UNDERLINE = re.compile(r"^ {0,3}(?:=+|-+)[ \t]*$")
_DELIMITER = re.compile(r"^ {0,3}[|:-][|: -]*$")  # the second row of a table
_NOTE = re.compile(r"^ {0,3}\[\^[^\]\s]+\]:")  # the text of a footnote
_MARKER = re.compile(r"^ {0,3}(?:([-+*])|(\d{1,9})([.)]))(?:[ \t]|$)")
#: The start of a line that may still turn out to be a list marker, a rule or a fence.
_UNDECIDED = re.compile(r"^(?:[-+*_`~#>=][-+*_`~#= \t]*|\d{1,9}[.)]?[ \t]*)$")
_MAYBE_FENCE = re.compile(r"^ {0,3}(?:`{1,2}|`{3,}[^`]*|~{1,2}|~{3,}.*)$")


@dataclass(frozen=True, slots=True)
class Block:
    """Finished Markdown. `continues`: its list goes on with the one that the last block ended with.

    `start` and `end` say where it stands in the text that was fed; its blank lines lie in between.
    """

    source: str
    continues: bool = False
    start: int = field(default=0, compare=False)
    end: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class FenceOpened:
    """A top-level code block begins; `language` is its info string's first word, or empty."""

    language: str
    start: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class CodeText:
    """More text of the open fence. Lines are separated, not ended, by line feeds."""

    text: str


@dataclass(frozen=True, slots=True)
class FenceClosed:
    """The open fence ended, by its closing line or with the message."""

    end: int = field(default=0, compare=False)


Event = Block | FenceOpened | CodeText | FenceClosed


@dataclass(slots=True)
class _Fence:
    indent: int
    mark: str
    lines: int = 0
    shown: int = 0  # characters of the current, incomplete line that were handed out


class BlockStream:
    """Feed it text in any pieces; the events come out the same."""

    def __init__(self) -> None:
        self._lines: list[str] = []  # complete lines of the block that is not finished
        self._line = ""  # the line that is still being written
        self._ends: list[int] = []  # where each of them ends in the text
        self._start = 0  # where the first of them begins
        self._at = 0  # where the line that is still being written begins
        self._fence: _Fence | None = None
        self._math: tuple[int, str] | None = None  # the line where display math began, and what closes it
        self._as_typed = False  # lines that looked like math turned out not to be
        self._continues = False

    @property
    def tail(self) -> str:
        """What is neither committed nor part of a fence, as the reader may see it now.

        A line that may become a fence is held back: it would flash up as text for a moment.
        """
        if self._fence is not None:
            return ""
        line = "" if _MAYBE_FENCE.match(self._line) else self._line
        return "\n".join([*self._lines, line]).rstrip("\n")

    @property
    def tail_start(self) -> int:
        """Where the tail begins in the text that was fed."""
        return self._start if self._lines else self._at

    def feed(self, text: str) -> list[Event]:
        """Take more text. The events are in reading order."""
        events: list[Event] = []
        first, *rest = text.split("\n")
        self._line += first
        for part in rest:
            self._end_line(events)
            self._line = part
        self._peek(events)
        return events

    def finish(self) -> list[Event]:
        """The message is complete: commit what is left and close an open fence."""
        events: list[Event] = []
        if self._line:
            self._end_line(events)
            self._at -= 1  # no line feed ended it
        if self._fence is not None:
            self._fence = None
            events.append(FenceClosed(self._at))
        self._give_up_math(events)
        self._commit(events)
        return events

    # --- complete lines
    def _end_line(self, events: list[Event]) -> None:
        line, self._line = self._line, ""
        start = self._at
        self._at += len(line) + 1
        self._take_line(line, start, events)

    def _take_line(self, line: str, start: int, events: list[Event]) -> None:
        if self._fence is not None:
            self._end_code_line(self._fence, line, events, start)
        elif self._math is not None:
            self._take_math_line(self._math, line, start, events)
        elif not self._begins_math(line, start, events):
            self._take_text_line(line, start, events)

    def _take_text_line(self, line: str, start: int, events: list[Event]) -> None:
        if line.strip() and self._interrupts(line):
            self._commit(events, line)
        opening = _FENCE.match(line)
        if opening and not (opening[2][0] == "`" and "`" in opening[3]) and self._fence_stands(opening[1]):
            self._commit(events)
            self._continues = False
            self._fence = _Fence(len(opening[1]), opening[2])
            events.append(FenceOpened(opening[3].split()[0] if opening[3].strip() else "", start))
        elif line.strip():
            self._keep(line, start)
            if self._is_heading_or_rule():
                self._commit(events)
        elif self._lines:
            self._keep("", start)
            if not self._waits():
                self._commit(events)

    def _keep(self, line: str, start: int) -> None:
        if not self._lines:
            self._start = start
        self._lines.append(line)
        self._ends.append(start + len(line))

    # --- display math: its lines look like headings, lists and rules, and are none
    def _begins_math(self, line: str, start: int, events: list[Event]) -> bool:
        closer = None if self._as_typed else display_closer(line)
        if closer is None or (self._lines and self._kind() == "indented"):
            return False
        self._math = (len(self._lines), closer)
        self._keep(line, start)
        if closes_display(line, closer, first=True):
            self._end_math(events)
        return True

    def _take_math_line(self, math: tuple[int, str], line: str, start: int, events: list[Event]) -> None:
        if not line.strip() or _FENCE.match(line):
            self._give_up_math(events)
            self._take_line(line, start, events)
            return
        self._keep(line, start)
        if closes_display(line, math[1]):
            self._end_math(events)

    def _end_math(self, events: list[Event]) -> None:
        """The math is closed: what stood before it is a block, and so is the math."""
        lines, ends = self._take_back_math()
        self._commit(events)
        self._continues = False
        for line, end in zip(lines, ends, strict=True):
            self._keep(line, end - len(line))
        self._commit(events)

    def _give_up_math(self, events: list[Event]) -> None:
        """It was never closed: its lines are read again as what else they are."""
        if self._math is None:
            return
        self._as_typed = True
        lines, ends = self._take_back_math()
        for line, end in zip(lines, ends, strict=True):
            self._take_line(line, end - len(line), events)
        self._as_typed = False

    def _take_back_math(self) -> tuple[list[str], list[int]]:
        assert self._math is not None
        begin, self._math = self._math[0], None
        taken = self._lines[begin:], self._ends[begin:]
        del self._lines[begin:], self._ends[begin:]
        return taken

    def _end_code_line(self, fence: _Fence, line: str, events: list[Event], start: int) -> None:
        closing = line.strip(" \t")
        if _indent(line) < 4 and len(closing) >= len(fence.mark) and set(closing) == {fence.mark[0]}:
            self._fence = None
            events.append(FenceClosed(start + len(line)))
            return
        self._emit_code(fence, line, events)
        fence.lines += 1
        fence.shown = 0

    def _emit_code(self, fence: _Fence, line: str, events: list[Event]) -> None:
        """Hand out the part of `line` that was not handed out yet, after a line feed if it is new."""
        strip = min(fence.indent, len(line) - len(line.lstrip(" ")))
        new = line[strip:][fence.shown :]
        start = "\n" if fence.lines and not fence.shown else ""
        if start or new:
            events.append(CodeText(start + new))
        fence.shown += len(new)

    # --- the line that is still being written
    def _peek(self, events: list[Event]) -> None:
        line = self._line
        if not line or self._math is not None:
            return
        if self._fence is not None:
            if line.strip(" \t" + self._fence.mark[0]):
                self._emit_code(self._fence, line, events)
        elif line.strip() and not _UNDECIDED.match(line.lstrip()) and self._interrupts(line):
            self._commit(events, line)

    # --- rules
    def _is_heading_or_rule(self) -> bool:
        *before, last = self._lines
        if not before:
            return bool(_HEADING.match(last) or _RULE.match(last))
        table_or_link = _is_table(before) or before[0].lstrip().startswith("[")
        return bool(_UNDERLINE.match(last)) and self._kind() == "text" and not table_or_link

    def _kind(self) -> str:
        """What the tail is: a list's marker, `indented`, `note`, `quote` or `text`."""
        first = self._lines[0]
        if _NOTE.match(first):
            return "note"
        if _indent(first) >= 4:
            return "indented"
        marker = _MARKER.match(first)
        if marker and not _RULE.match(first):
            return marker[1] or marker[3]
        return "quote" if first.lstrip().startswith(">") else "text"

    def _waits(self) -> bool:
        """Whether the tail can go on after a blank line."""
        return self._kind() not in ("quote", "text")

    def _fence_stands(self, indent: str) -> bool:
        """Whether a fence with this indent is outside of the tail, not a part of its list item."""
        if not self._lines or self._kind() in ("quote", "text", "note"):
            return True
        return len(indent) < self._offset() and (self._plain_item() or not self._has_fence())

    def _has_fence(self) -> bool:
        return any(_FENCE.match(re.sub(r"^(?:[-+*]|\d+[.)])?\s*", "", line)) for line in self._lines)

    def _offset(self) -> int:
        """The least indent that text needs to belong to an item of the tail's list."""
        return min(_content_offset(line) for line in self._lines if _MARKER.match(line))

    def _interrupts(self, line: str) -> bool:
        """Whether `line` begins a block of its own behind the tail, or the next item of its list."""
        if not self._lines:
            return False
        kind = self._kind()
        if kind == "indented":
            return _indent(line) < 4
        if kind == "note" or _NOTE.match(line):
            return bool(_NOTE.match(line)) or (not self._lines[-1] and _indent(line) < 4)
        marker = _MARKER.match(line)
        if kind in ("quote", "text"):
            bare = line.lstrip()
            ended = any(_indent(each) >= 4 for each in self._lines)  # by a line of code
            if kind == "text" and not ended and _is_table(self._lines):
                kind = "table"
            return _indent(line) < 4 and self._ends_paragraph(bare, _MARKER.match(bare), kind)
        item = marker and not _RULE.match(line)
        if not self._plain_item():
            return not self._lines[-1] and line[0] not in " \t" and not item and not self._has_fence()
        if line[0] in " \t":
            return not self._lines[-1] and not marker and _indent(line) < self._offset()
        ends = item or not self._lines[-1] or _RULE.match(line)
        return bool(ends) or self._ends_paragraph(line, None, "text")

    def _plain_item(self) -> bool:
        """Whether the tail is one item with nothing in a doubtful column; else it is kept whole."""
        first, *others = self._lines
        least = _content_offset(first)
        if (
            first[0] == " "
            or len(first.rstrip()) < least
            or any(line and line[0] not in " \t" for line in others)
        ):
            return False
        return all(_indent(line) >= least for line in others if _MARKER.match(line))

    @staticmethod
    def _ends_paragraph(line: str, marker: re.Match[str] | None, kind: str) -> bool:
        """Whether `line`, which is not indented, can end a paragraph without a blank line between."""
        if line.startswith(">"):
            return kind != "quote"
        if _RULE.match(line):
            return line[0] != "-" or kind != "text"  # else it may underline a heading
        if marker:
            full = bool(line[marker.end() :].strip())
            return kind != "text" or (full and bool(marker[1] or marker[2] == "1"))
        return bool(_HEADING.match(line))

    def _commit(self, events: list[Event], following: str = "") -> None:
        """Hand out the tail as one block. `following` is the line that ended it."""
        if not self._lines:
            return
        kind = self._kind()
        while self._lines and not self._lines[-1]:
            self._lines.pop()
            self._ends.pop()
        events.append(Block("\n".join(self._lines) + "\n", self._continues, self._start, self._ends[-1]))
        self._lines.clear()
        self._ends.clear()
        marker = _MARKER.match(following)
        same = bool(marker and not _RULE.match(following) and (marker[1] or marker[3]) == kind)
        self._continues = same


def _is_table(lines: list[str]) -> bool:
    """Whether a header row and a row of dashes with as many cells stand in these lines."""
    pairs = itertools.pairwise(lines)
    return any(_DELIMITER.match(low) and _cells(low) == _cells(high) for high, low in pairs)


def _cells(row: str) -> int:
    return row.strip().strip("|").count("|") + 1


def _indent(line: str) -> int:
    expanded = line.expandtabs(4)
    return len(expanded) - len(expanded.lstrip(" "))


def _content_offset(line: str) -> int:
    """The column where the text of a list item begins, given the line with its marker."""
    expanded = line.expandtabs(4)
    marker = _MARKER.match(expanded)
    assert marker is not None
    width = len(expanded[: marker.end()].rstrip())
    gap = len(expanded[width:]) - len(expanded[width:].lstrip(" "))
    return width + (gap if gap <= 4 and expanded[width:].strip() else 1)
