"""Records for tests, with only what a test cares about spelled out."""

from __future__ import annotations

from typing import Any

from foreword.storage.records import ConversationSummary, Turn


def chat(chat_id: str = "chat", *, title: str = "A title", at: float = 100.0) -> ConversationSummary:
    return ConversationSummary(chat_id, title, at, at)


def question(turn_id: str, parent: str | None = None, **more: Any) -> Turn:
    return _turn(turn_id, parent, "user", "complete", more)


def reply(turn_id: str, parent: str | None, **more: Any) -> Turn:
    return _turn(turn_id, parent, "assistant", "streaming", more)


def _turn(turn_id: str, parent: str | None, role: Any, status: Any, more: dict[str, Any]) -> Turn:
    fields = {"conversation_id": "chat", "text": f"text of {turn_id}", "status": status, "created_at": 100.0}
    return Turn(id=turn_id, parent_id=parent, role=role, **(fields | more))
