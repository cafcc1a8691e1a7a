"""Figures to text: the table, and what must be said beneath it."""

from __future__ import annotations

from collections.abc import Sequence

from foreword.commands.bench.configurations import Configuration
from foreword.commands.bench.records import LeftOut, Round
from foreword.commands.bench.summary import Row, SpeculatorRow
from foreword.commands.columns import aligned

HEAD = (
    "category", "configuration", "questions", "tok/s", "ratio", "95 %", "tok/pass",
    "accepted", "plain steps", "draft µs", "equal",
)  # fmt: skip
SPECULATOR_HEAD = ("configuration", "speculator", "drafted", "verified", "accepted", "draft µs")
_WORDS = 2  # the first columns are words, aligned to the left
NOTHING = "-"

LEGEND = (
    "tok/s: tokens written per second of decoding. ratio: plain's seconds per token / this one's; above 1 is",
    "faster. 95 %: its interval, by bootstrap over questions. accepted: of the drafted tokens verified.",
    "plain steps: passes without a draft. draft µs: drafting per pass. equal: replies of plain's token ids.",
)
PEER_LEGEND = "Peers are timed from the end of their first pass to the end of the last one."


def table(rows: Sequence[Row]) -> list[str]:
    """Lines of equal columns; a category's name stands on its first line, and before it an empty one."""
    cells: list[tuple[str, ...]] = []
    breaks = set()
    last = None
    for row in rows:
        if row.category != last:
            breaks.add(len(cells))
        cells.append(_cells(row, named=row.category != last))
        last = row.category
    head, *rest = aligned([HEAD, *cells], _WORDS)
    lines = [head]
    for at, line in enumerate(rest):
        lines += [""] if at in breaks else []
        lines.append(line)
    return lines


def speculator_table(rows: Sequence[SpeculatorRow]) -> list[str]:
    """Lines of equal columns: one for each speculator of each configuration."""
    cells = [
        (
            row.label,
            row.name,
            str(row.drafted),
            str(row.verified),
            str(row.accepted),
            _number(row.draft_microseconds, ".0f"),
        )
        for row in rows
    ]
    return aligned([SPECULATOR_HEAD, *cells], _WORDS)


def notes(
    rounds: Sequence[Round], left_out: Sequence[LeftOut], configurations: Sequence[Configuration]
) -> list[str]:
    """One line for each thing that the figures alone don't tell."""
    plain, *others = configurations
    lines = [f"Left out: {one.question.category} {one.question.id}: {one.reason}" for one in left_out]
    for other in others:
        replies = [same for one in rounds for same in one.equal(other.label, plain.label)]
        # A later turn's prompt holds the replies before it.
        parted = sum(not all(one.equal(other.label, plain.label)[:-1]) for one in rounds)
        if parted:
            lines.append(
                f"{other.label}: an earlier reply differed from plain's in {parted} of {len(rounds)} "
                "conversations, so that their later turns answer other prompts."
            )
        if other.kind == "speculators" and not all(replies):
            own = [reply for one in rounds for reply in one.replies[other.label]]
            ties = sum(reply.stats.near_ties for reply in own if reply.stats)
            lines.append(
                f"{other.label}: {replies.count(False)} of {len(replies)} replies differ from plain's; "
                f"rounding could have decided {ties} tokens."
            )
    return lines


def _cells(row: Row, *, named: bool) -> tuple[str, ...]:
    low_high = f"{row.interval[0]:.2f} to {row.interval[1]:.2f}" if row.interval else NOTHING
    return (
        row.category if named else "",
        row.label,
        str(row.questions),
        _number(row.tokens_per_second, ".1f"),
        _number(row.ratio, ".2f"),
        low_high,
        _number(row.tokens_per_pass, ".2f"),
        _number(row.acceptance, ".0%"),
        _number(row.plain_share, ".0%"),
        _number(row.draft_microseconds, ".0f"),
        f"{row.equal} of {row.replies}",
    )


def _number(value: float | None, form: str) -> str:
    return NOTHING if value is None else format(value, form)
