"""What was measured on this machine: seconds of passes, what drafting takes, and how often nodes survive.

Kept per model and device between launches, so that the second one starts well. Knows trees and seconds;
decides nothing.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import Any

from foreword.engine.books import DraftBook
from foreword.engine.tree import TokenTree

_KEPT = 15
"""Pass times kept for each width and context: enough for a median that one hiccup can't move."""
_BUCKET = 1024
"""Tokens of context after which a pass is another one: attention reads all of it."""
_PRIOR, _PRIOR_WEIGHT = 0.7, 2.0
"""What an untried first node is worth, so that new sources get their trial, and in how many trials
that belief is outweighed. A deeper node is believed to do as well as the one above it."""
_DEEPEST = 16
"""Depths from here on share one book."""
_MEMORY = 200.0
"""Trials after which old ones fade: survival follows the text that is being written."""
_FORMAT = 2


class PassTimes:
    """Seconds per pass by width and context. What is not measured yet is guessed from its neighbours.

    A pass is what a step takes but for the drafting. `learnt` counts the measurements.
    """

    def __init__(self, widths: Sequence[int]) -> None:
        self._widths = tuple(widths)
        self._seen: dict[int, dict[int, list[float]]] = {}
        self._medians: dict[int, dict[int, float]] = {}
        self.learnt = 0

    def learn(self, width: int, context: int, seconds: float) -> None:
        times = self._seen.setdefault(context // _BUCKET, {}).setdefault(width, [])
        times.append(seconds)
        del times[:-_KEPT]
        self._medians.setdefault(context // _BUCKET, {})[width] = median(times)
        self.learnt += 1

    @property
    def measured(self) -> bool:
        """Whether anything was measured at all."""
        return bool(self._medians)

    def of(self, width: int, context: int) -> float:
        """Seconds of a pass of `width` tokens, which is one of the widths, behind so many others."""
        if not self._medians:
            return 1.0 + width / 64  # before any measurement: as if mostly fixed cost
        wanted = context // _BUCKET
        # The nearest context that has seen anything; of two, the one with more tokens.
        bucket = min(self._medians, key=lambda seen: (abs(seen - wanted), -seen))
        known = self._medians[bucket]
        if width in known:
            return known[width]
        scaled = self._by_another_context(width, bucket)
        if scaled is not None:
            return scaled
        below = max((seen for seen in known if seen < width), default=None)
        above = min((seen for seen in known if seen > width), default=None)
        if below is not None and above is not None:
            share = (width - below) / (above - below)
            return known[below] + share * (known[above] - known[below])
        if below is not None:
            return known[below] * (1.0 + (width - below) / 64)
        assert above is not None
        return known[above]

    def _by_another_context(self, width: int, bucket: int) -> float | None:
        """From what passes of this width take elsewhere, against those of a width that is known here too:
        drafts alone may have been verified since the context grew, and a plain pass is not one of those."""
        known = self._medians[bucket]
        for other in sorted(self._medians, key=lambda each: (abs(each - bucket), -each)):
            there = self._medians[other]
            shared = known.keys() & there.keys()
            if width in there and shared:
                nearest = min(shared, key=lambda each: (abs(each - width), each))
                return known[nearest] * there[width] / there[nearest]
        return None

    def state(self) -> dict[str, Any]:
        return {
            str(bucket): {str(width): value for width, value in medians.items()}
            for bucket, medians in self._medians.items()
        }

    def restore(self, state: Mapping[str, Mapping[str, float]]) -> None:
        for bucket, medians in state.items():
            for width, seconds in medians.items():
                if int(width) in self._widths and seconds > 0:
                    self.learn(int(width), int(bucket) * _BUCKET, float(seconds))


class Survival:
    """The measured chance that a drafted node is accepted, given that its parent was."""

    def __init__(self) -> None:
        self._counts: dict[tuple[str, int, int], tuple[float, float]] = {}
        self._rates: dict[tuple[str, int, int], float] = {}

    def of(self, tree: TokenTree, node: int) -> float:
        """The best of the node's sources, each by its own match."""
        return max(self._rate(*book) for book in _books(tree, node))

    def learn(self, tree: TokenTree, node: int, accepted: bool) -> None:
        for book in _books(tree, node):
            hits, trials = self._counts.get(book, (0.0, 0.0))
            if trials >= _MEMORY:
                hits, trials = hits / 2, trials / 2
            self._counts[book] = (hits + accepted, trials + 1)
        self._rates.clear()

    def _rate(self, source: str, bucket: int, depth: int) -> float:
        key = (source, bucket, depth)
        if key not in self._rates:
            belief = self._rate(source, bucket, depth - 1) if depth > 1 else _PRIOR
            hits, trials = self._counts.get(key, (0.0, 0.0))
            self._rates[key] = (hits + _PRIOR_WEIGHT * belief) / (trials + _PRIOR_WEIGHT)
        return self._rates[key]

    def state(self) -> list[list[Any]]:
        return [[*key, *counts] for key, counts in sorted(self._counts.items())]

    def restore(self, state: Sequence[Sequence[Any]]) -> None:
        for source, bucket, depth, hits, trials in state:
            if 0 <= hits <= trials:
                # Half of it: the next conversation is another one.
                self._counts[str(source), int(bucket), int(depth)] = (hits / 2, trials / 2)
        self._rates.clear()


class Calibration:
    """All of it, and its file. What the file held is a head start; what is measured replaces it."""

    def __init__(
        self, widths: Sequence[int], path: Path | None = None, at_load: Mapping[int, float] | None = None
    ) -> None:
        """`at_load` are the seconds of a pass of each width that were measured at load."""
        self.times = PassTimes(widths)
        self.survival = Survival()
        self._books: dict[str, DraftBook] = {}
        self._path = path
        for width, seconds in (at_load or {}).items():
            self.times.learn(width, 0, seconds)
        if path is not None:
            self._read(path)

    def book(self, name: str) -> DraftBook:
        """What asking this speculator costs and brings: an empty book if it is new here."""
        return self._books.setdefault(name, DraftBook())

    def save(self) -> None:
        """Raises OSError where the file can't be written."""
        if self._path is None:
            return
        state = {
            "format": _FORMAT,
            "seconds": self.times.state(),
            "survival": self.survival.state(),
            "drafting": {name: book.state() for name, book in sorted(self._books.items())},
        }
        self._path.parent.mkdir(parents=True, exist_ok=True)
        draft = self._path.with_suffix(".new")
        draft.write_text(json.dumps(state), encoding="utf-8")
        draft.replace(self._path)

    def _read(self, path: Path) -> None:
        try:
            state = json.loads(path.read_text(encoding="utf-8"))
            if state["format"] == _FORMAT:
                self.times.restore(state["seconds"])
                self.survival.restore(state["survival"])
                self._books.update(
                    {name: DraftBook.restored(book) for name, book in state["drafting"].items()}
                )
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return  # measured anew: notes are a saving, never the truth


def _books(tree: TokenTree, node: int) -> Iterator[tuple[str, int, int]]:
    """(source, match-length bucket, depth): the books in which a node's survival is kept."""
    depth = min(tree.depths[node], _DEEPEST)
    for source, length in zip(tree.sources[node], tree.match_lengths[node], strict=True):
        yield source, length.bit_length(), depth
