"""How much to verify: the nodes that pay, by measured pass times and measured survival.

Nodes join in order of path survival while the expected tokens per second rise; where nothing beats a
plain step, the step is plain. What doesn't pay is probed again with growing spacing, and never given up
for good. All speculators compete in one tree by measured survival; no rule prefers one of them. Knows
trees and seconds; nothing of models or text.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from foreword.engine.calibration import Calibration
from foreword.engine.tree import TokenTree

log = logging.getLogger(__name__)

_FIRST_PROBE, _LAST_PROBE = 4, 64
"""Steps between probes of drafts that don't pay, at first and at most."""
_WIDEST = 64
"""Nodes beyond which no draft is long enough to matter."""

NOTHING_DRAFTED = "nothing was drafted"
DOES_NOT_PAY = "verifying the draft would cost more than it brings"


@dataclass(frozen=True, slots=True)
class Plan:
    """What to verify, and how many tokens the pass is padded to."""

    tree: TokenTree
    width: int


class Planner:
    """Cuts a merged tree to what pays. One per loaded model: what it learns is the model's."""

    def __init__(self, widths: Sequence[int], branches: bool = False, calibration: Calibration | None = None):
        """`branches`: whether a pass may verify a tree; else the best chain is taken."""
        self._widths = tuple(widths)
        self._branches = branches
        self.calibration = calibration or Calibration(widths)
        self.plain_reasons: Counter[str] = Counter()
        self._waiting = 0
        self._spacing = _FIRST_PROBE

    @property
    def widest(self) -> int:
        """Nodes that a pass may have at most, the root included."""
        return min(self._widths[-1], _WIDEST)

    def begin(self) -> None:
        """A reply begins: count its reasons anew. What was measured stays."""
        self.plain_reasons = Counter()

    def plan(self, merged: TokenTree, room: int, context: int = 0) -> Plan:
        """What to verify behind `context` tokens: the root and drafted nodes of a depth of at most
        `room`, perhaps none."""
        nodes = self._candidates(merged, room)
        plain_width = self._width_for(1, context)
        if not nodes:
            self._note(NOTHING_DRAFTED)
            return Plan(merged.subtree(()), plain_width)
        free = plain_width - 1  # a plain pass has room for them anyway
        kept = max(self._paying(merged, nodes, context), min(free, len(nodes)))
        if kept > free:
            self._waiting, self._spacing = 0, _FIRST_PROBE
        elif len(nodes) > free and self._probe_is_due():
            kept = min(len(nodes), self._probe_size(free))
        if not kept:
            self._note(DOES_NOT_PAY)
        plan = Plan(merged.subtree(nodes[:kept]), self._width_for(kept + 1, context))
        log.debug("verify %d of %d drafted nodes at width %d", kept, len(merged) - 1, plan.width)
        return plan

    def learn(self, plan: Plan, accepted: Iterable[int], seconds: float, context: int = 0) -> None:
        """What a step cost, and which nodes of its tree the target would have written."""
        right, verified = set(accepted), plan.tree
        self.calibration.times.learn(plan.width, context, seconds)
        for node in range(1, len(verified)):
            parent = verified.parents[node]
            if parent == 0 or parent in right:  # tried: the target did reach its parent
                self.calibration.survival.learn(verified, node, node in right)

    def chunk(self, chunks: Sequence[int], context: int, seconds: float) -> int:
        """The largest of these chunks of a prompt that takes at most so long, by what was measured."""
        times = self.calibration.times
        if not times.measured:
            return chunks[len(chunks) // 2]
        return max((size for size in chunks if times.of(size, context) <= seconds), default=chunks[0])

    def learn_chunk(self, size: int, context: int, seconds: float) -> None:
        self.calibration.times.learn(size, context, seconds)

    def _note(self, reason: str) -> None:
        self.plain_reasons[reason] += 1
        log.debug("plain: %s", reason)

    def _candidates(self, tree: TokenTree, room: int) -> list[int]:
        """Nodes in the order in which they join, parents before children."""
        survival = self.calibration.survival
        reach, gain = [1.0], [0.0]
        for node in range(1, len(tree)):
            parent = tree.parents[node]
            reach.append(reach[parent] * survival.of(tree, node))
            gain.append(gain[parent] + reach[node])
        if self._branches:
            nodes = [node for node in range(1, len(tree)) if tree.depths[node] <= room]
            nodes.sort(key=lambda node: (-reach[node], node))
            return nodes[: self.widest - 1]
        best = max(range(len(tree)), key=lambda node: (gain[node], -node))
        return tree.path(best)[: min(room, self.widest - 1)]

    def _paying(self, tree: TokenTree, nodes: Sequence[int], context: int) -> int:
        """How many of the nodes give the highest expected tokens per second; 0: plain pays."""
        times, survival = self.calibration.times, self.calibration.survival
        best_rate, best = 1.0 / times.of(self._width_for(1, context), context), 0
        expected, reach = 1.0, {0: 1.0}
        fits, cost = 0, 0.0
        for count, node in enumerate(nodes, start=1):
            reach[node] = reach[tree.parents[node]] * survival.of(tree, node)
            expected += reach[node]
            if count + 1 > fits:
                fits = self._width_for(count + 1, context)
                cost = times.of(fits, context)
            if expected / cost > best_rate:
                best_rate, best = expected / cost, count
        return best

    def _probe_size(self, free: int) -> int:
        """What fits into the next wider pass than a plain one, so that a probe costs little."""
        return min((width for width in self._widths if width > free + 1), default=free + 1) - 1

    def _probe_is_due(self) -> bool:
        self._waiting += 1
        if self._waiting < self._spacing:
            return False
        self._waiting = 0
        self._spacing = min(self._spacing * 2, _LAST_PROBE)
        return True

    def _width_for(self, count: int, context: int) -> int:
        """The cheapest width that holds so many tokens: wider is not always dearer."""
        fitting = [width for width in self._widths if width >= count]
        return min(fitting, key=lambda width: (self.calibration.times.of(width, context), width))
