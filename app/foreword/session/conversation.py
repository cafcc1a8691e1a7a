"""A conversation as a tree of turns. Pure data: no Qt, no database, no model.

The records are storage's; they are named here too, since the widgets know the session alone.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from foreword.storage.records import (
    Attachment,
    ConversationSummary,
    Draft,
    Folder,
    Preset,
    SearchHit,
    Turn,
    TurnStatus,
    WholeChat,
)

__all__ = [
    "Attachment",
    "Conversation",
    "ConversationSummary",
    "Draft",
    "Folder",
    "Preset",
    "SearchHit",
    "Turn",
    "TurnStatus",
    "WholeChat",
    "title_from",
    "title_from_exchange",
]

TITLE_LENGTH = 60


@dataclass(frozen=True, slots=True)
class Conversation:
    """A conversation with the turns of its open branch, oldest first.

    `versions` holds, for each turn that has versions, the ids of all of them, itself included, oldest
    first. A temporary one is kept nowhere.
    """

    summary: ConversationSummary
    turns: tuple[Turn, ...]
    versions: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    temporary: bool = False

    def last_question(self) -> Turn | None:
        """The newest turn of the user on the open branch: what a retry asks again."""
        return next((turn for turn in reversed(self.turns) if turn.role == "user"), None)

    def up_to(self, turn: Turn) -> tuple[Turn, ...]:
        """The branch from its root to `turn`, that included."""
        return self.turns[: [each.id for each in self.turns].index(turn.id) + 1]


_GREETING = re.compile(
    r"(hi|hello|hey|hallo|hola|salut|bonjour|ciao|good (morning|afternoon|evening)|test(ing)?)"
    r"\b[\s\w!.,?]{0,12}",
    re.IGNORECASE,
)


def title_from_exchange(question: str, answer: str) -> str:
    """What the first exchange is about: the question, or the answer where that only says hello."""
    title = title_from(question)
    if title and not _GREETING.fullmatch(title):
        return title
    plain = re.sub(r"<think>.*?(</think>|$)", "", answer, flags=re.DOTALL)
    plain = re.sub(r"^[\s#>*_`\-\d.]+", "", plain)
    sentence = re.split(r"(?<=[.!?])\s", plain.strip(), maxsplit=1)[0]
    return title_from(re.sub(r"[*_`]+", "", sentence)) or title


def title_from(text: str) -> str:
    """The first line that says something, cut at a word so that it has at most 60 characters."""
    line = next((" ".join(line.split()) for line in text.splitlines() if line.strip()), "")
    if len(line) <= TITLE_LENGTH:
        return line
    cut = line[: TITLE_LENGTH - 1]
    if not line[len(cut)].isspace() and " " in cut:
        cut = cut[: cut.rindex(" ")]
    return cut.rstrip(" .,;:!?…") + "…"
