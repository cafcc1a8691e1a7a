"""What storage gives and takes: plain frozen records, free of the database that keeps them.

A turn's parent is the turn that it follows, so a conversation is a tree; two turns with one parent
are versions of each other, and the open branch is the path from the root to the conversation's leaf.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from foreword.messages import Role

TurnStatus = Literal["complete", "streaming", "stopped", "interrupted", "failed"]


@dataclass(frozen=True, slots=True)
class Attachment:
    """A text that goes with a user's turn, under its file's name."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Turn:
    """One message as it is kept. `stats` is what the stats line shows (see ReplyStats); {} for users.

    `text` is the source as typed or generated: the truth for copy, export and search.
    `created_at` is in seconds since the epoch.
    """

    id: str
    conversation_id: str
    parent_id: str | None
    role: Role
    text: str
    status: TurnStatus
    created_at: float
    stop_reason: str | None = None
    error: str | None = None
    stats: Mapping[str, Any] = field(default_factory=dict)
    attachments: tuple[Attachment, ...] = ()


@dataclass(frozen=True, slots=True)
class ConversationSummary:
    """One line of the conversation list. Times are seconds since the epoch.

    `named`: the user chose the title. `options` are settings (by key) that hold for this chat alone;
    they come before those of its preset, and those before the app's.
    """

    id: str
    title: str
    created_at: float
    updated_at: float
    pinned: bool = False
    named: bool = False
    folder_id: str | None = None
    preset_id: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Folder:
    """A place for chats in the list; `position` orders them."""

    id: str
    name: str
    position: int = 0


@dataclass(frozen=True, slots=True)
class Preset:
    """An assistant: a name, and settings (by key) that hold for the chats that use it."""

    id: str
    name: str
    options: Mapping[str, Any] = field(default_factory=dict)
    position: int = 0


@dataclass(frozen=True, slots=True)
class Draft:
    """What stands in the composer and was not sent."""

    text: str = ""
    attachments: tuple[Attachment, ...] = ()


@dataclass(frozen=True, slots=True)
class SearchHit:
    """Where a search found something: a title (`turn_id` None) or a turn.

    `snippet` is one line around the first match; `spans` are (start, end) of the matches in it.
    """

    conversation_id: str
    turn_id: str | None
    title: str
    snippet: str
    spans: tuple[tuple[int, int], ...]
    at: float


@dataclass(frozen=True, slots=True)
class WholeChat:
    """A conversation with everything that belongs to it: all turns in the order in which they were added
    (so each comes after its parent), the last turn of the open branch, the token ids of replies, and where
    their pieces came from, packed."""

    summary: ConversationSummary
    turns: tuple[Turn, ...]
    leaf_id: str | None = None
    token_ids: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    traces: Mapping[str, bytes] = field(default_factory=dict)

    def branch(self) -> tuple[Turn, ...]:
        """The turns of the open branch, oldest first."""
        by_id = {turn.id: turn for turn in self.turns}
        path: list[Turn] = []
        turn_id = self.leaf_id
        while turn_id is not None:
            path.append(by_id[turn_id])
            turn_id = path[-1].parent_id
        return tuple(reversed(path))
