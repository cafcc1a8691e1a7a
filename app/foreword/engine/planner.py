"""How much to verify: the nodes that pay, by measured pass times and measured survival.

T(width) is the running median of real pass times; survival is the share of drafted nodes accepted,
kept per speculator, match-length bucket and depth. Nodes join in order of path survival while the
expected tokens per second rise; where nothing beats a plain step, the step is plain. A speculator
that stopped paying is probed again with growing spacing, and never given up for good. Knows trees
and seconds; nothing of models or text.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from statistics import median

from foreword.engine.tree import TokenTree

_KEPT = 15
"""Pass times kept per width: enough for a median that one hiccup can't move."""
_PRIOR, _PRIOR_WEIGHT = 0.7, 2.0
"""What an untried first node is worth, so that new sources get their trial, and in how many trials
that belief is outweighed. A deeper node is believed to do as well as the one above it."""
_DEEPEST = 16
"""Depths from here on share one book."""
_MEMORY = 200.0
"""Trials after which old ones fade: survival follows the text that is being written."""
_FIRST_PROBE, _LAST_PROBE = 4, 64
"""Steps between probes of drafts that don't pay, at first and at most."""


class Survival:
    """The measured chance that a drafted node is accepted, given that its parent was."""

    def __init__(self) -> None:
        self._counts: dict[tuple[str, int, int], tuple[float, float]] = {}
        self._rates: dict[tuple[str, int, int], float] = {}

    def of(self, tree: TokenTree, node: int) -> float:
        """The best of the node's sources."""
        bucket, depth = _books(tree, node)
        return max(self._rate(source, bucket, depth) for source in tree.sources[node])

    def learn(self, tree: TokenTree, node: int, accepted: bool) -> None:
        bucket, depth = _books(tree, node)
        for source in tree.sources[node]:
            hits, trials = self._counts.get((source, bucket, depth), (0.0, 0.0))
            if trials >= _MEMORY:
                hits, trials = hits / 2, trials / 2
            self._counts[source, bucket, depth] = (hits + accepted, trials + 1)
        self._rates.clear()

    def _rate(self, source: str, bucket: int, depth: int) -> float:
        key = (source, bucket, depth)
        if key not in self._rates:
            belief = self._rate(source, bucket, depth - 1) if depth > 1 else _PRIOR
            hits, trials = self._counts.get(key, (0.0, 0.0))
            self._rates[key] = (hits + _PRIOR_WEIGHT * belief) / (trials + _PRIOR_WEIGHT)
        return self._rates[key]


def _books(tree: TokenTree, node: int) -> tuple[int, int]:
    """(match-length bucket, depth): the books in which a node's survival is kept."""
    return tree.match_lengths[node].bit_length(), min(tree.depths[node], _DEEPEST)


class PassTimes:
    """Seconds per pass by width. Widths not yet measured are guessed from their neighbours."""

    def __init__(self, widths: Sequence[int]) -> None:
        self._widths = tuple(widths)
        self._seen: dict[int, list[float]] = {}

    def learn(self, width: int, seconds: float) -> None:
        times = self._seen.setdefault(width, [])
        times.append(seconds)
        del times[:-_KEPT]

    def of(self, width: int) -> float:
        """Seconds of a pass of `width` tokens, which is one of the widths."""
        known = {seen: median(times) for seen, times in self._seen.items()}
        if width in known:
            return known[width]
        if not known:
            return 1.0 + width / 64  # before any measurement: as if mostly fixed cost
        nearest = min(known, key=lambda seen: abs(seen - width))
        return known[nearest] * (1.0 + max(0, width - nearest) / 64)


class Planner:
    """Cuts a merged tree to the chain that pays. One per loaded model: what it learns is the model's."""

    def __init__(self, widths: Sequence[int]) -> None:
        self._widths = tuple(widths)
        self.times = PassTimes(widths)
        self.survival = Survival()
        self._waiting = 0
        self._spacing = _FIRST_PROBE

    @property
    def widest(self) -> int:
        """Nodes that a pass may have at most, the root included."""
        return min(self._widths[-1], 64)

    def plan(self, merged: TokenTree, room: int) -> TokenTree:
        """The chain to verify: the root and at most `room` drafted nodes, perhaps none."""
        chain = self._best_chain(merged)[:room]
        if not chain:
            return merged.subtree(())
        free = self._widths[0] - 1  # a plain pass has room for them anyway
        kept = max(self._paying(merged, chain), min(free, len(chain)))
        if kept > free:
            self._waiting, self._spacing = 0, _FIRST_PROBE
        elif len(chain) > free and self._probe_is_due():
            kept = min(len(chain), self._probe_size)
        return merged.subtree(chain[:kept])

    def learn(self, verified: TokenTree, accepted: Iterable[int], seconds: float) -> None:
        """What a pass cost, and which of its nodes the target would have written."""
        right = set(accepted)
        self.times.learn(self._padded(len(verified)), seconds)
        for node in range(1, len(verified)):
            parent = verified.parents[node]
            if parent == 0 or parent in right:  # tried: the target did reach its parent
                self.survival.learn(verified, node, node in right)

    def _best_chain(self, tree: TokenTree) -> list[int]:
        """The root-to-leaf path on which most tokens are expected to survive."""
        best: tuple[float, int] = (0.0, 0)
        reach, gain = [1.0], [0.0]
        for node in range(1, len(tree)):
            parent = tree.parents[node]
            reach.append(reach[parent] * self.survival.of(tree, node))
            gain.append(gain[parent] + reach[node])
            best = max(best, (gain[node], node))
        return tree.path(best[1])[: self.widest - 1]

    def _paying(self, tree: TokenTree, chain: Sequence[int]) -> int:
        """How many nodes of the chain give the highest expected tokens per second; 0: plain pays."""
        best_rate, best = 1.0 / self.times.of(self._widths[0]), 0
        expected, reach = 1.0, 1.0
        for count, node in enumerate(chain, start=1):
            reach *= self.survival.of(tree, node)
            expected += reach
            rate = expected / self.times.of(self._padded(count + 1))
            if rate > best_rate:
                best_rate, best = rate, count
        return best

    @property
    def _probe_size(self) -> int:
        """What fits into the second narrowest pass, so that a probe costs little."""
        return self._widths[min(1, len(self._widths) - 1)] - 1

    def _probe_is_due(self) -> bool:
        self._waiting += 1
        if self._waiting < self._spacing:
            return False
        self._waiting = 0
        self._spacing = min(self._spacing * 2, _LAST_PROBE)
        return True

    def _padded(self, count: int) -> int:
        return next(width for width in self._widths if width >= count)
