"""What asking a speculator costs and what it brings, known before it is asked: one book for each.

Survival (calibration.py) judges the nodes of a draft that lies there. These books say what to expect of
one that doesn't yet: how often a draft comes at all, how far it is right, how long it takes. Kept between
launches. They know counts and seconds; they decide nothing.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import combinations
from statistics import fmean, median
from typing import Any

_KEPT = 15
"""Times kept for each size of draft: enough for a median that one hiccup can't move."""
_MEMORY, _FADED = 24.0, 12.0
"""Asks that are remembered, and how many of them are left of one that wasn't asked for long: text changes."""
_RARER = 3.0
"""So many times more asks are remembered of whether a draft came at all: that can be a rare event."""
_PRIOR, _PRIOR_WEIGHT, _ABOVE_WEIGHT = 0.7, 2.0, 6.0
"""What an untried first token is worth, and how many asks that belief weighs at first. A deeper one is
believed to do as well as the one above it, and that belief weighs more: depths differ little."""
_DEEPEST = 32
"""Depths that are counted; what lies deeper is believed to do as well."""
_LEARNT = 8
"""Asks after which its figures mean something."""


class DraftBook:
    """The figures of one speculator."""

    def __init__(self) -> None:
        self.asks = 0
        self._times: dict[int, list[tuple[int, float]]] = {}
        self._line = (0.0, 0.0)
        self._unanswered = 0.0
        self._answers = self._trials = 0.0
        self._filled = 1.0
        self._depths: list[tuple[float, float]] = []
        self._last_step = 0

    # --- what it costs
    @property
    def timed(self) -> bool:
        """Whether its drafts have ever been timed."""
        return bool(self._times)

    @property
    def learnt(self) -> bool:
        """Whether it was asked often enough for its figures to mean something."""
        return self.asks >= _LEARNT

    def cost(self) -> tuple[float, float]:
        """(seconds of asking at all, seconds for each token that is asked for), as expected."""
        fixed, per_token = self._line
        answers = self.answers()
        if 0 not in self._times:
            answers = 1.0
        return (1.0 - answers) * self._unanswered + answers * fixed, answers * self._filled * per_token

    def seconds(self, tokens: int) -> float:
        """Expected seconds of asking for so many tokens."""
        fixed, per_token = self.cost()
        return fixed + per_token * tokens

    def took(self, drafted: int, seconds: float) -> None:
        """A draft of so many tokens, perhaps none, took so long."""
        times = self._times.setdefault(drafted.bit_length(), [])
        times.append((drafted, seconds))
        del times[:-_KEPT]
        if self.asks < 2 * _KEPT or self.asks % _LEARNT == 0:  # medians move slowly: spare the hot path
            self._fit()

    def _fit(self) -> None:
        """A line through the medians of each size: its slope is the median of all slopes (Theil, Sen)."""
        points = [
            (fmean(count for count, _ in times), median(seconds for _, seconds in times))
            for size, times in self._times.items()
            if size
        ]
        if 0 in self._times:
            self._unanswered = median(seconds for _, seconds in self._times[0])
        if len(points) == 1:  # which part of it is fixed isn't known yet: say half
            count, seconds = points[0]
            self._line = seconds / 2, seconds / 2 / count
        elif points:
            slope = median((b[1] - a[1]) / (b[0] - a[0]) for a, b in combinations(points, 2))
            slope = max(0.0, slope)
            self._line = max(0.0, median(seconds - slope * count for count, seconds in points)), slope

    # --- what it brings
    def answers(self) -> float:
        """The chance that a draft comes at all."""
        weight = self._prior_weight()
        return (self._answers + weight) / (self._trials + weight)

    def _prior_weight(self) -> float:
        """The belief in what is new fades with every ask, or it would outlive what is remembered."""
        return _PRIOR_WEIGHT / (1.0 + self.asks / _LEARNT)

    def survival(self, depth: int) -> float:
        """The chance that a draft's token at this depth, 1 or more, is right where those above it were.
        A draft that ends above it counts as wrong there."""
        return self.survivals(depth)[-1]

    def survivals(self, depth: int) -> list[float]:
        """`survival` of every depth from 1 to `depth`."""
        rates: list[float] = []
        rate, weight = _PRIOR, self._prior_weight()
        for hits, trials in self._depths[:depth]:
            rate = (hits + weight * rate) / (trials + weight)
            weight = _ABOVE_WEIGHT
            rates.append(rate)
        return rates + [rate] * (depth - len(rates))

    def learn(self, asked: int, drafted: int, right: int, known: int, step: int) -> None:
        """Of `asked` tokens it drafted some, of which the first `right` were what the target wrote.

        `known` tokens were committed, so nothing is known of a draft beyond them. `step` counts all steps
        of the target.
        """
        keep = max(_FADED, _MEMORY - (step - self._last_step))
        self._last_step = step
        self.asks += 1
        self._answers, self._trials = _faded(self._answers, self._trials, _RARER * keep)
        self._answers, self._trials = self._answers + (drafted > 0), self._trials + 1
        if not drafted:
            return
        self._filled += (min(1.0, drafted / asked) - self._filled) / min(self.asks, 16)
        for depth in range(1, min(asked, right + 1, known, _DEEPEST) + 1):
            if depth > len(self._depths):
                self._depths.append((0.0, 0.0))
            hits, trials = _faded(*self._depths[depth - 1], keep)
            self._depths[depth - 1] = hits + (depth <= right), trials + 1

    # --- between launches
    def state(self) -> dict[str, Any]:
        return {
            "asks": self.asks,
            "answers": [self._answers, self._trials],
            "filled": self._filled,
            "depths": [list(counts) for counts in self._depths],
            "times": [
                [fmean(count for count, _ in times), median(seconds for _, seconds in times)]
                for times in self._times.values()
            ],
        }

    @classmethod
    def restored(cls, state: Mapping[str, Any]) -> DraftBook:
        """Raises KeyError, TypeError or ValueError where the state is none."""
        book = cls()
        for count, seconds in state["times"]:
            if not (count >= 0 and 0 <= seconds < math.inf):
                raise ValueError("no times of drafts")
            book.took(round(count), float(seconds))
        book.asks = int(state["asks"])
        answers, trials = state["answers"]
        book._answers, book._trials = _faded(float(answers), float(trials), _FADED)
        book._filled = min(1.0, max(0.0, float(state["filled"])))
        book._depths = [_faded(float(hits), float(trials), _FADED) for hits, trials in state["depths"]]
        return book


def _faded(hits: float, trials: float, keep: float) -> tuple[float, float]:
    """The same share, of at most `keep` trials."""
    if trials <= keep:
        return hits, trials
    return hits * keep / trials, keep
