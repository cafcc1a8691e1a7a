"""Figures to text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from foreword.commands.columns import aligned
from foreword.commands.replay.figures import DraftTimes, ListFigures

HEAD = (
    "configuration", "speculator", "drafted", "verified", "accepted", "of verified", "tok/pass", "ratio",
    "draft µs", "p50", "p99",
)  # fmt: skip
LEGEND = (
    "drafted: proposed tokens. verified: those that entered a pass. accepted: those that the reply has.",
    "tok/pass: tokens of the replies per pass. draft µs: drafting per step, mean, median, 99th percentile.",
)
RATIO_LEGEND = (
    "ratio: plain's time over this one's, by the measured pass times and with drafting; above 1 is faster."
)
NOTHING = "-"


def table(lists: Sequence[ListFigures]) -> list[str]:
    """Lines of equal columns: for each list its own line, then one for each speculator in it."""
    return aligned([HEAD, *(line for figures in lists for line in _lines(figures))], words=2)


def _lines(figures: ListFigures) -> Iterator[tuple[str, ...]]:
    yield (
        figures.label,
        "",
        *map(str, (figures.drafted, figures.verified, figures.accepted)),
        _share(figures.accepted, figures.verified),
        f"{figures.tokens_per_pass:.2f}",
        NOTHING if figures.ratio is None else f"{figures.ratio:.2f}",
        *_times(None),
    )
    for one in figures.speculators:
        yield (
            "",
            one.name,
            *map(str, (one.drafted, one.verified, one.accepted)),
            _share(one.accepted, one.verified),
            "",
            "",
            *_times(one.draft_microseconds),
        )


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.0%}" if whole else NOTHING


def _times(times: DraftTimes | None) -> tuple[str, str, str]:
    if times is None:
        return "", "", ""
    return f"{times.mean:.0f}", f"{times.p50:.0f}", f"{times.p99:.0f}"
