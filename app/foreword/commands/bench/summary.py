"""Rounds to figures: one row for each category and configuration, and the total.

Every figure is one of sums: all tokens over all seconds, not a mean of means. The ratio to plain
compares decode seconds per token over the same questions; its interval is a percentile bootstrap that
draws questions, each with both configurations' replies to it.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields

from foreword.commands.bench.configurations import Configuration
from foreword.commands.bench.records import Reply, Round

TOTAL = "total"
RESAMPLES = 2000
CONFIDENCE = 0.95


@dataclass(frozen=True, slots=True)
class Row:
    """The figures of one configuration in one category. None where there is nothing to measure."""

    category: str
    label: str
    questions: int
    replies: int
    equal: int
    tokens_per_second: float | None
    ratio: float | None
    interval: tuple[float, float] | None
    tokens_per_pass: float | None
    acceptance: float | None
    plain_share: float | None
    draft_microseconds: float | None


@dataclass(frozen=True, slots=True)
class SpeculatorRow:
    """What one speculator did in one configuration, over all questions; its drafting per pass."""

    label: str
    name: str
    drafted: int
    verified: int
    accepted: int
    draft_microseconds: float | None


@dataclass(frozen=True, slots=True)
class _Sums:
    """What one configuration did on some questions."""

    decode_seconds: float = 0.0
    decode_tokens: int = 0
    tokens: int = 0
    passes: int = 0
    plain_passes: int = 0
    verified: int = 0
    accepted: int = 0
    draft_seconds: float = 0.0

    @classmethod
    def of(cls, replies: Iterable[Reply]) -> _Sums:
        return cls.total(
            cls(
                reply.decode_seconds,
                reply.decode_tokens,
                len(reply.token_ids),
                reply.passes,
                reply.stats.plain_passes if reply.stats else 0,
                reply.stats.verified if reply.stats else 0,
                reply.stats.accepted if reply.stats else 0,
                reply.draft_seconds,
            )
            for reply in replies
        )

    @classmethod
    def total(cls, parts: Iterable[_Sums]) -> _Sums:
        parts = list(parts)
        return cls(*(sum(getattr(part, field.name) for part in parts) for field in fields(cls)))


Pair = tuple[float, int, float, int]
"""One question: the baseline's decode seconds and tokens, then the configuration's."""


def summarise(rounds: Sequence[Round], labels: Sequence[str], baseline: str, seed: int) -> list[Row]:
    """Rows by category in order of appearance, each with every label, at last the total's."""
    categories: dict[str, list[Round]] = {}
    for one in rounds:
        categories.setdefault(one.question.category, []).append(one)
    groups = [*categories.items(), (TOTAL, rounds)]
    return [_row(category, group, label, baseline, seed) for category, group in groups for label in labels]


def _row(category: str, rounds: Sequence[Round], label: str, baseline: str, seed: int) -> Row:
    per_question = [_Sums.of(one.replies[label]) for one in rounds]
    against = [_Sums.of(one.replies[baseline]) for one in rounds]
    pairs: list[Pair] = [
        (base.decode_seconds, base.decode_tokens, own.decode_seconds, own.decode_tokens)
        for base, own in zip(against, per_question, strict=True)
    ]
    sums = _Sums.total(per_question)
    equal = [same for one in rounds for same in one.equal(label, baseline)]
    own = any(reply.stats for one in rounds for reply in one.replies[label])
    return Row(
        category=category,
        label=label,
        questions=len(rounds),
        replies=len(equal),
        equal=sum(equal),
        tokens_per_second=_share(sums.decode_tokens, sums.decode_seconds),
        ratio=ratio(pairs),
        interval=None if label == baseline else interval(pairs, seed),
        tokens_per_pass=_share(sums.tokens, sums.passes),
        acceptance=_share(sums.accepted, sums.verified) if own else None,
        plain_share=_share(sums.plain_passes, sums.passes) if own else None,
        draft_microseconds=_share(1e6 * sums.draft_seconds, sums.passes) if own else None,
    )


def speculator_rows(rounds: Sequence[Round], configurations: Iterable[Configuration]) -> list[SpeculatorRow]:
    """One row for each speculator of each configuration, in their order."""
    return [
        _speculator_row(one.label, name, [reply for each in rounds for reply in each.replies[one.label]])
        for one in configurations
        for name in one.speculators
    ]


def _speculator_row(label: str, name: str, replies: Sequence[Reply]) -> SpeculatorRow:
    all_stats = [reply.stats.by_speculator for reply in replies if reply.stats]
    own = [by_name[name] for by_name in all_stats if name in by_name]
    return SpeculatorRow(
        label,
        name,
        sum(counts.drafted for counts in own),
        sum(counts.verified for counts in own),
        sum(counts.accepted for counts in own),
        _share(1e6 * sum(counts.seconds for counts in own), sum(reply.passes for reply in replies)),
    )


def ratio(pairs: Sequence[Pair]) -> float | None:
    """How many times faster than the baseline, over at least one question; None without timed tokens."""
    base_seconds, base_tokens, seconds, tokens = map(sum, zip(*pairs, strict=True))
    if not (base_seconds and base_tokens and seconds and tokens):
        return None
    return (base_seconds / base_tokens) / (seconds / tokens)


def interval(pairs: Sequence[Pair], seed: int) -> tuple[float, float] | None:
    """The ratio's 95 % interval; None for fewer than two questions, which say nothing of its spread."""
    if len(pairs) < 2:
        return None
    draw = random.Random(seed)
    ratios = sorted(
        found for _ in range(RESAMPLES) if (found := ratio(draw.choices(pairs, k=len(pairs)))) is not None
    )
    if not ratios:
        return None
    tail = (1 - CONFIDENCE) / 2
    low = math.floor(tail * (len(ratios) - 1))
    return ratios[low], ratios[len(ratios) - 1 - low]


def _share(part: float, whole: float) -> float | None:
    return part / whole if whole else None
