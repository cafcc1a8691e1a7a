"""One message taken apart for the formats for reading: what was thought, what is said, what is a footnote.

By the window's own rules, so that a file reads as the chat does. Pure: text in, text out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from foreword.ui.blocks import Block, BlockStream
from foreword.ui.footnotes import split_note
from foreword.ui.thinking import (
    BegunInside,
    Said,
    ThinkingClosed,
    ThinkingEvent,
    ThinkingStream,
    Thought,
)


@dataclass(frozen=True, slots=True)
class Passage:
    """A stretch of a message; `start` and `end` say where it stands in the source, its tags included."""

    text: str
    thought: bool = False
    cut: bool = False
    start: int = 0
    end: int = 0


def passages(source: str) -> list[Passage]:
    """What is thought and what is said, in order. Thinking may be empty; what is said is not."""
    events = _events(source)
    found: list[Passage] = []
    text, start, thought = "", 0, False
    for event in events:
        if isinstance(event, Said):
            start = start if text else event.start
            text += event.text
        elif isinstance(event, Thought):
            text += event.text
        elif isinstance(event, ThinkingClosed):
            found.append(Passage(text, True, event.cut, start, event.end))
            text, thought = "", False
        elif not isinstance(event, BegunInside):
            found.append(Passage(text, start=start, end=event.start))
            text, start, thought = "", event.start, True
    found.append(Passage(text, thought, start=start, end=len(source)))
    return [each for each in found if each.thought or each.text.strip()]


def _events(source: str) -> list[ThinkingEvent]:
    stream = ThinkingStream()
    events = [*stream.feed(source), *stream.finish()]
    if any(isinstance(event, BegunInside) for event in events):
        stream = ThinkingStream(inside=True)
        events = [*stream.feed(source), *stream.finish()]
    return events


def without_thinking(source: str) -> str:
    """The source of what is said, byte for byte; the blank lines behind thinking go with it."""
    thought = [each for each in passages(source) if each.thought]
    for each in reversed(thought):
        source = source[: each.start] + source[each.end :].lstrip("\n")
    return source


def blocks(source: str) -> Iterator[Block]:
    """The finished blocks of a text. A fence is a block of its own here, with all its code."""
    stream = BlockStream()
    end = 0
    for event in [*stream.feed(source), *stream.finish()]:
        if isinstance(event, Block):
            if event.start > end:
                yield from _fences(source, end, event.start)
            yield event
            end = event.end
    if end < len(source):
        yield from _fences(source, end, len(source))


def _fences(source: str, start: int, end: int) -> Iterator[Block]:
    """Between two blocks there is nothing, or there are fences."""
    if source[start:end].strip():
        yield Block(source[start:end].strip("\n") + "\n", start=start, end=end)


def split_notes(source: str) -> tuple[str, dict[str, str]]:
    """The text without its footnotes' own texts, and these by their labels, in order."""
    notes: dict[str, str] = {}
    for block in reversed(list(blocks(source))):
        note = split_note(block.source)
        if note is not None:
            notes[note[0]] = note[1]
            source = source[: block.start] + "\n" + source[block.end :]
    return source, dict(reversed(notes.items()))
