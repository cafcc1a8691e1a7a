"""Tells what a model thinks from what it says: `<think>` to `</think>`, in text that arrives in pieces.

Thinking begins at the start of a message, right behind other thinking, or with a line that holds nothing
but the tag, and never inside of a code fence: a reply *about* the tag shows it. Some models are started
inside of their thinking, and only its end is in the text. Pure; knows nothing of Markdown's other rules.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from foreword.ui.translate import tr

OPENING = "<think>"
CLOSING = "</think>"
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")


@dataclass(frozen=True, slots=True)
class Said:
    """More of the reply itself. `start` is where it stands in the source."""

    text: str
    start: int


@dataclass(frozen=True, slots=True)
class ThinkingOpened:
    start: int


@dataclass(frozen=True, slots=True)
class Thought:
    text: str


@dataclass(frozen=True, slots=True)
class ThinkingClosed:
    """`end` is behind the closing tag. `cut`: the message ended first."""

    end: int
    cut: bool = False


@dataclass(frozen=True, slots=True)
class BegunInside:
    """Everything that was said so far was thinking: its end is here, and its start was never written."""


ThinkingEvent = Said | ThinkingOpened | Thought | ThinkingClosed | BegunInside


class ThinkingStream:
    """Feed it text in any pieces. `inside`: the message begins in the middle of thinking."""

    def __init__(self, *, inside: bool = False) -> None:
        self._held = ""  # not handed out yet: it may turn out to be a tag
        self._at = 0  # where it stands in the source
        self._inside = inside
        self._announced = not inside
        self._never = not inside  # no thinking so far
        self._fresh = True  # nothing but blanks was said since the start or since the last thinking
        self._line = ""  # what was handed out of the current line
        self._fence = ""

        self.begun_inside = inside

    def feed(self, text: str) -> list[ThinkingEvent]:
        """Take more text. The events are in reading order."""
        self._held += text
        events: list[ThinkingEvent] = []
        if not self._announced:
            self._announced = True
            events.append(ThinkingOpened(0))
        while self._held and (self._think(events) if self._inside else self._say(events)):
            pass
        return events

    def finish(self) -> list[ThinkingEvent]:
        """The message is complete: what was held back is text, and open thinking ends."""
        events: list[ThinkingEvent] = []
        if self._inside:
            if self._held:
                events.append(Thought(self._take(len(self._held))))
            self._inside = False
            events.append(ThinkingClosed(self._at, cut=True))
        elif self._held:
            if self._held.rstrip() == OPENING and not self._line.strip():  # its last line
                self._open(events, self._held.find("<") + len(OPENING))
                return events + self.finish()
            self._hand_out(events, len(self._held))
        return events

    # --- each step takes something from what is held, or says that there is nothing to take yet
    def _think(self, events: list[ThinkingEvent]) -> bool:
        end = self._held.find(CLOSING)
        length = end if end >= 0 else len(self._held) - _overlap(self._held, CLOSING)
        if length:
            events.append(Thought(self._take(length)))
        if end < 0:
            return False
        self._take(len(CLOSING))
        self._inside, self._fresh, self._line = False, True, ""
        events.append(ThinkingClosed(self._at))
        return True

    def _say(self, events: list[ThinkingEvent]) -> bool:
        line, feed, _ = self._held.partition("\n")
        if not self._line.strip() and not self._fence:
            bare = line.lstrip(" \t")
            if bare.startswith(OPENING):
                alone = not bare[len(OPENING) :].strip()
                if self._fresh or (alone and feed):
                    self._open(events, self._held.find("<") + len(OPENING))
                    return True
                if alone:
                    return False  # the rest of the line decides
            elif self._never and bare.startswith(CLOSING) and not self._fresh:
                events.append(BegunInside())
                return False
            elif not feed and (OPENING.startswith(bare) or CLOSING.startswith(bare)):
                return False
        self._hand_out(events, len(line) + len(feed))
        return True

    def _open(self, events: list[ThinkingEvent], length: int) -> None:
        events.append(ThinkingOpened(self._at))
        self._take(length)
        self._inside, self._never = True, False

    def _hand_out(self, events: list[ThinkingEvent], length: int) -> None:
        start = self._at
        text = self._take(length)
        events.append(Said(text, start))
        self._fresh = self._fresh and not text.strip()
        self._line += text
        if text.endswith("\n"):
            self._end_line(self._line.rstrip("\n"))
            self._line = ""

    def _end_line(self, line: str) -> None:
        """Keep track of code fences: a tag inside of one is code."""
        fence = _FENCE.match(line)
        if self._fence:
            if line.strip().startswith(self._fence) and not line.strip().strip(self._fence[0]):
                self._fence = ""
        elif fence and not (fence[1][0] == "`" and "`" in line[fence.end() :]):
            self._fence = fence[1]

    def _take(self, length: int) -> str:
        taken, self._held = self._held[:length], self._held[length:]
        self._at += length
        return taken


def _overlap(text: str, tag: str) -> int:
    """How many characters at the end of the text may be the beginning of the tag."""
    return next((n for n in range(len(tag) - 1, 0, -1) if text.endswith(tag[:n])), 0)


def thinking_words(seconds: float | None, *, closed: bool, cut: bool) -> str:
    """What the folded thinking is called."""
    if not closed:
        return tr("Thinking…")
    if cut:
        return tr("Thinking was cut short")
    if seconds is None:
        return tr("Thoughts")
    if seconds < 1:
        return tr("Thought for a moment")
    minutes, rest = divmod(round(seconds), 60)
    if not minutes:
        return tr("Thought for {seconds} s", seconds=rest)
    return tr("Thought for {minutes} min {seconds} s", minutes=minutes, seconds=rest)
