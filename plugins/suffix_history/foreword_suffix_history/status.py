"""What the settings show of the history: facts in words, and buttons."""

from __future__ import annotations

from dataclasses import dataclass

from foreword.api import Action, Fact
from foreword_suffix_history.store import Store

COUNTERS = ("steps", "hits", "drafted", "accepted")

CLEAR = Action(
    "clear",
    "Clear history",
    "Erases all that was learnt. Your chats stay; new ones are learnt from as before.",
    "Erase everything that the history has learnt from your chats? The chats themselves stay.",
)
REBUILD = Action(
    "rebuild", "Rebuild", "Erases all that was learnt and learns it anew from your stored chats."
)
EXCLUDE = Action(
    "exclude", "Exclude this chat", "Erases what was learnt from the open chat, and learns no more."
)
INCLUDE = Action("include", "Include this chat", "Learns from the open chat again, from its next reply on.")


@dataclass(slots=True)
class Counts:
    """Steps of decoding, those with a draft (hits), and tokens drafted and accepted."""

    steps: int = 0
    hits: int = 0
    drafted: int = 0
    accepted: int = 0

    def add(self, other: Counts) -> None:
        for name in COUNTERS:
            setattr(self, name, getattr(self, name) + getattr(other, name))

    def as_dict(self) -> dict[str, int]:
        return {name: getattr(self, name) for name in COUNTERS}

    def in_words(self) -> str:
        if not self.steps:
            return "no steps yet"
        words = f"a draft in {self.hits / self.steps:.0%} of {self.steps:,} steps"
        return (
            f"{words}, {self.accepted / self.drafted:.0%} of its tokens accepted" if self.drafted else words
        )


def facts_of(store: Store, cap_megabytes: int, session: Counts) -> tuple[Fact, ...]:
    totals = store.totals()
    overall = Counts(**{name: store.counter(name) for name in COUNTERS})
    facts = [
        Fact("Size on disk", f"{totals.bytes / 1e6:,.1f} MB of {cap_megabytes:,} MB"),
        Fact("Conversations", f"{totals.conversations:,}"),
        Fact("Tokens", f"{totals.tokens:,}"),
        Fact("Hit rate since the start", session.in_words()),
        Fact("Hit rate overall", overall.in_words()),
    ]
    return (*facts, Fact("Problem", store.problem)) if store.problem else tuple(facts)
