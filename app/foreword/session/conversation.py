"""A conversation as a tree of turns. Pure data: no Qt, no database, no model.

The records are storage's; they are named here too, since the widgets know the session alone.
"""

from __future__ import annotations

from dataclasses import dataclass

from foreword.storage.records import ConversationSummary, Turn, TurnStatus

__all__ = ["Conversation", "ConversationSummary", "Turn", "TurnStatus", "title_from"]

TITLE_LENGTH = 60


@dataclass(frozen=True, slots=True)
class Conversation:
    """A conversation with the turns of its open branch, oldest first."""

    summary: ConversationSummary
    turns: tuple[Turn, ...]

    def last_question(self) -> Turn | None:
        """The newest turn of the user on the open branch: what a retry asks again."""
        return next((turn for turn in reversed(self.turns) if turn.role == "user"), None)

    def up_to(self, turn: Turn) -> tuple[Turn, ...]:
        """The branch from its root to `turn`, that included."""
        return self.turns[: [each.id for each in self.turns].index(turn.id) + 1]


def title_from(text: str) -> str:
    """The first line that says something, cut at a word so that it has at most 60 characters."""
    line = next((" ".join(line.split()) for line in text.splitlines() if line.strip()), "")
    if len(line) <= TITLE_LENGTH:
        return line
    cut = line[: TITLE_LENGTH - 1]
    if not line[len(cut)].isspace() and " " in cut:
        cut = cut[: cut.rindex(" ")]
    return cut.rstrip(" .,;:!?…") + "…"
