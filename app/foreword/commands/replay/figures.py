"""Counts to figures: what each list of speculators did, and each speculator in it. Plain data for JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

from foreword.commands.replay.walk import Tally
from foreword.messages import SpeculatorStats


@dataclass(frozen=True, slots=True)
class DraftTimes:
    """Microseconds of a speculator's drafts, one draft a step."""

    steps: int
    mean: float
    p50: float
    p99: float

    @classmethod
    def of(cls, seconds: Sequence[float]) -> DraftTimes:
        ordered = sorted(seconds)
        last = len(ordered) - 1
        return cls(
            len(ordered),
            1e6 * fmean(ordered),
            1e6 * ordered[round(0.5 * last)],
            1e6 * ordered[round(0.99 * last)],
        )


@dataclass(frozen=True, slots=True)
class SpeculatorFigures:
    """One speculator in a list. `draft_microseconds` is None where it was never asked."""

    name: str
    drafted: int
    verified: int
    accepted: int
    draft_microseconds: DraftTimes | None


@dataclass(frozen=True, slots=True)
class ListFigures:
    """One list. `ratio` is plain's time over this one's, by the measured pass times; None without them."""

    label: str
    replies: int
    tokens: int
    passes: int
    drafted: int
    verified: int
    accepted: int
    ratio: float | None
    speculators: tuple[SpeculatorFigures, ...] = ()

    @property
    def tokens_per_pass(self) -> float:
        return self.tokens / self.passes if self.passes else 0.0

    @property
    def acceptance(self) -> float:
        return self.accepted / self.verified if self.verified else 0.0


def plain_figures(replies: int, tokens: int, *, measured: bool) -> ListFigures:
    """Plain decoding needs no replay: a pass for each token."""
    return ListFigures("plain", replies, tokens, tokens, 0, 0, 0, 1.0 if measured else None)


def list_figures(label: str, names: Sequence[str], tally: Tally, *, measured: bool) -> ListFigures:
    counts = tally.counts()
    speculators = []
    for name in names:
        own = counts.by_speculator.get(name, SpeculatorStats())
        times = tally.step_seconds.get(name)
        speculators.append(
            SpeculatorFigures(
                name, own.drafted, own.verified, own.accepted, DraftTimes.of(times) if times else None
            )
        )
    return ListFigures(
        label=label,
        replies=tally.replies,
        tokens=counts.completion_tokens,
        passes=counts.passes,
        drafted=counts.drafted,
        verified=counts.verified,
        accepted=counts.accepted,
        ratio=tally.plain_seconds / tally.seconds if measured and tally.seconds else None,
        speculators=tuple(speculators),
    )
