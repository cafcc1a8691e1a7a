"""What the formats for reading have in common: which parts are shown, and how a moment reads. Pure."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from dataclasses import dataclass

from foreword.session.conversation import Turn, WholeChat
from foreword.session.translate import mark, tr_n

WHO = {"user": mark("You"), "assistant": mark("Assistant"), "system": mark("System")}


@dataclass(frozen=True, slots=True)
class Parts:
    """What of a chat is written, besides its messages."""

    system_prompt: bool = True
    thinking: bool = True
    stats: bool = False


def moment_words(at: float) -> str:
    """In local time, to the minute."""
    return datetime.datetime.fromtimestamp(at).strftime("%Y-%m-%d %H:%M")


def head_words(chat: WholeChat, turns: tuple[Turn, ...]) -> str:
    """The line under a chat's title."""
    count = tr_n(len(turns), "{n:,} message", "{n:,} messages")
    return f"{moment_words(chat.summary.created_at)} · {count}"


def said(chat: WholeChat) -> tuple[Turn, ...]:
    """The turns of the open branch that say something or broke."""
    return tuple(turn for turn in chat.branch() if turn.text.strip() or turn.attachments or turn.error)


def numbered(chats: Iterator[WholeChat]) -> Iterator[tuple[int, WholeChat, tuple[Turn, ...]]]:
    for number, chat in enumerate(chats):
        yield number, chat, said(chat)
