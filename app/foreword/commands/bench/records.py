"""What is measured: questions, the replies to them, and rounds. Raw counts and seconds, no judgement."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from foreword.messages import ReplyStats


@dataclass(frozen=True, slots=True)
class Question:
    """What to ask, turn by turn."""

    id: str
    category: str
    turns: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Reply:
    """One reply of one configuration.

    `decode_tokens` are those that were written in `decode_seconds`. For Foreword that is every token:
    the last token of the prompt is its first step's root. A peer's first tokens come with its prefill
    pass, so only those behind it are counted. `stats` are Foreword's alone.
    """

    token_ids: tuple[int, ...]
    text: str
    stop_reason: str
    prompt_tokens: int
    passes: int
    decode_tokens: int
    prefill_seconds: float
    decode_seconds: float
    stats: ReplyStats | None = None

    @property
    def draft_seconds(self) -> float:
        return sum(one.seconds for one in self.stats.by_speculator.values()) if self.stats else 0.0

    def as_json(self) -> dict[str, Any]:
        """Everything, on one level; the fingerprint stands in the head of the file."""
        own = asdict(self)
        stats = own.pop("stats") or {}
        stats.pop("fingerprint", None)
        return {**stats, **own}


@dataclass(frozen=True, slots=True)
class Round:
    """One question, answered by every configuration; `replies[label]` has one reply for each turn."""

    question: Question
    replies: Mapping[str, tuple[Reply, ...]]

    def equal(self, label: str, baseline: str) -> tuple[bool, ...]:
        """For each turn: are the token ids those of the baseline's reply?"""
        pairs = zip(self.replies[label], self.replies[baseline], strict=True)
        return tuple(one.token_ids == other.token_ids for one, other in pairs)


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A question that a configuration could not be asked, and why; nobody's reply to it is counted."""

    question: Question
    reason: str
