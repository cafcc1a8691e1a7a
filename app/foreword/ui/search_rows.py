"""What a search found, line by line: each chat with its title, and under it the messages that match.

Pure: knows the hits; nothing of how a row looks.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from foreword.session.conversation import SearchHit
from foreword.ui.translate import tr, tr_n

Spans = tuple[tuple[int, int], ...]


class Found(NamedTuple):
    """One line. `turn_id` is empty for a chat's title; `spans` are the matches within `words`."""

    chat_id: str
    turn_id: str
    words: str
    spans: Spans
    at: float


def found_rows(hits: Sequence[SearchHit]) -> list[Found]:
    """Chats whose title matches come first, as the hits do; each is there once, with all its messages."""
    chats: dict[str, list[Found]] = {}
    for hit in hits:
        if hit.conversation_id not in chats:
            title, spans = _one_line(hit.title, hit.spans if hit.turn_id is None else ())
            chats[hit.conversation_id] = [
                Found(hit.conversation_id, "", title or tr("Untitled"), spans, hit.at)
            ]
        if hit.turn_id is not None:
            found = Found(hit.conversation_id, hit.turn_id, hit.snippet, hit.spans, hit.at)
            chats[hit.conversation_id].append(found)
    return [row for rows in chats.values() for row in rows]


def found_words(rows: Sequence[Found]) -> str:
    """How many there are, for the line above them and for screen readers."""
    messages = sum(1 for row in rows if row.turn_id)
    chats = len(rows) - messages
    words = tr_n(chats, "{n:,} chat", "{n:,} chats")
    if not messages:
        return words
    return tr("{chats}, {messages}", chats=words, messages=tr_n(messages, "{n:,} message", "{n:,} messages"))


def _one_line(title: str, spans: Spans) -> tuple[str, Spans]:
    """A title's white space doesn't matter, but its spans count it: they hold only where it is one line."""
    line = " ".join(title.split())
    return (line, spans) if line == title else (line, ())
