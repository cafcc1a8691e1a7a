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


@dataclass(frozen=True, slots=True)
class ConversationSummary:
    """One line of the conversation list. Times are seconds since the epoch."""

    id: str
    title: str
    created_at: float
    updated_at: float
