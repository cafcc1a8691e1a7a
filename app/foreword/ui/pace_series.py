"""What a reply's figures become before they are drawn: fewer points, the one under the pointer, what each
speculator did lately. Pure: knows neither Qt nor where the figures come from.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import Literal, TypeVar

from foreword.session.pace import PaceNow, SpeculatorPace

Row = TypeVar("Row", bound=Sequence[float])

#: How far back "lately" goes, in steps of the reply.
SPAN = 16

Lately = Literal["drafted", "asked", "idle", "unknown"]
"""drafted: it proposed something. asked: it was asked and had nothing. idle: nobody asked it."""


def thinned(points: Sequence[Row], most: int, pick: Callable[[Sequence[Row]], Row]) -> list[Row]:
    """At most `most` points: `pick` says which of a run of neighbours stands for all of them."""
    run = -(-len(points) // most)
    if run <= 1:
        return list(points)
    return [pick(points[at : at + run]) for at in range(0, len(points), run)]


def highest(run: Sequence[Row]) -> Row:
    """A single wide pass among many narrow ones stays visible."""
    return max(run, key=lambda point: point[1])


def at_moment(points: Sequence[Row], moment: float) -> Row | None:
    """The point whose time this moment falls into: points stand at the end of theirs. None without any."""
    if not points:
        return None
    place = bisect_right(points, moment, key=lambda point: point[0])
    return points[min(place, len(points) - 1)]


class Recent:
    """Remembers how often each was asked, to tell one that finds nothing from one that isn't asked."""

    def __init__(self) -> None:
        self._seen: deque[tuple[int, Mapping[str, SpeculatorPace]]] = deque()

    def see(self, now: PaceNow) -> None:
        """The counts as they stand. Fewer passes than before: another reply began."""
        if self._seen and now.passes < self._seen[-1][0]:
            self._seen.clear()
        self._seen.append((now.passes, now.speculators))
        while len(self._seen) > 2 and self._seen[1][0] <= now.passes - SPAN:
            self._seen.popleft()

    def lately(self, name: str) -> Lately:
        """Within the last steps; "unknown" while too few were seen to say that it did nothing."""
        if not self._seen:
            return "unknown"
        (before, first), (passes, last) = self._seen[0], self._seen[-1]
        known = last.get(name, SpeculatorPace())
        if known.idle is not None and known.idle < SPAN:
            return "drafted"
        if passes - before < SPAN:
            return "unknown"
        return "asked" if known.steps > first.get(name, SpeculatorPace()).steps else "idle"


def in_reply(now: PaceNow, name: str) -> Lately:
    """The same for the whole of a reply that has ended."""
    known = now.speculators.get(name)
    if known is None or not now.passes:
        return "unknown"
    return "drafted" if known.drafted else "asked"
