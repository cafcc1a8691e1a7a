"""What the formats for reading have in common: which parts are shown, and how a moment reads. Pure."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from dataclasses import dataclass

from foreword.session.conversation import Turn, WholeChat

WHO = {"user": "You", "assistant": "Assistant", "system": "System"}


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
    noun = "message" if len(turns) == 1 else "messages"
    return f"{moment_words(chat.summary.created_at)} · {len(turns):,} {noun}"


def said(chat: WholeChat) -> tuple[Turn, ...]:
    """The turns of the open branch that say something or broke."""
    return tuple(turn for turn in chat.branch() if turn.text.strip() or turn.attachments or turn.error)


def numbered(chats: Iterator[WholeChat]) -> Iterator[tuple[int, WholeChat, tuple[Turn, ...]]]:
    for number, chat in enumerate(chats):
        yield number, chat, said(chat)
