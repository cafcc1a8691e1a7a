"""How much to draft and to verify: what pays, by measured pass times and measured survival.

Nodes join in order of path survival; as many of them are verified as raise the step's worth most (see
economy.py), and where nothing beats a plain step, the step is plain. What doesn't pay is probed again
with growing spacing, and never given up for good. All speculators compete in one tree by measured
survival; no rule prefers one of them. Knows trees and seconds; nothing of models or text.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from foreword.engine.asking import Asking
from foreword.engine.calibration import Calibration
from foreword.engine.economy import COSTS_TOO_MUCH, Economy, Terms
from foreword.engine.tree import TokenTree

log = logging.getLogger(__name__)

_FIRST_PROBE, _LAST_PROBE = 4, 64
"""Steps between probes of drafts that don't pay, at first and at most."""
_WIDEST = 64
"""Nodes beyond which no draft is long enough to matter."""
_PACE_MEMORY, _PACE_PRIOR = 0.9, 5.0
"""What is left of a step's weight after another one, and how many plain steps the pace begins with."""

NOTHING_DRAFTED = "nothing was drafted"
DOES_NOT_PAY = "verifying the draft would cost more than it brings"


@dataclass(frozen=True, slots=True)
class Plan:
    """What to verify, and how many tokens the pass is padded to; `merged` is all that was drafted.

    `reason` says why nothing is verified; `plain_seconds` is what a plain pass takes here.
    """

    tree: TokenTree
    width: int
    merged: TokenTree
    plain_seconds: float = 0.0
    reason: str = ""


@dataclass(frozen=True, slots=True)
class _Judged:
    """A tree's nodes in the order in which they join, how many pay, and what the step is worth then."""

    tree: TokenTree
    size: int
    room: int
    nodes: Sequence[int]
    paying: int
    worth: float


class Planner:
    """For each step `ask`, `plan`, `learn`. One per loaded model: what it learns is the model's."""

    def __init__(self, widths: Sequence[int], branches: bool = False, calibration: Calibration | None = None):
        """`branches`: whether a pass may verify a tree; else the best chain is taken."""
        self._widths = tuple(widths)
        self._branches = branches
        self.calibration = calibration or Calibration(widths)
        self.plain_reasons: Counter[str] = Counter()
        self._economy = Economy(self.calibration.book)
        self._asking: Asking | None = None
        self._judged: _Judged | None = None
        self._prices = _Prices(self._widths, self.widest)
        self._pace_tokens = self._pace_passes = _PACE_PRIOR
        self._steps = 0
        self._waiting = 0
        self._spacing = _FIRST_PROBE

    @property
    def widest(self) -> int:
        """Nodes that a pass may have at most, the root included."""
        return min(self._widths[-1], _WIDEST)

    def begin(self) -> None:
        """A reply begins: count its reasons anew. What was measured stays."""
        self.plain_reasons = Counter()

    def paused(self) -> Mapping[str, str]:
        """The speculators that are hardly asked because it doesn't pay, and why."""
        return self._economy.paused()

    # --- a step
    def ask(self, names: Iterable[str], room: int, context: int = 0) -> Asking:
        """Whom of these to ask for a draft of at most `room` tokens behind `context` tokens."""
        terms = replace(self._terms(context), passes=self._prices.in_plain_passes[: max(0, room) + 1])

        def worth(tree: TokenTree) -> float:
            return self._judge(tree, room, context).worth

        self._asking = Asking(self._economy, self.calibration.book, worth, terms, names, room)
        return self._asking

    def plan(self, merged: TokenTree, room: int, context: int = 0) -> Plan:
        """What to verify behind `context` tokens: the root and drafted nodes of a depth of at most
        `room`, perhaps none."""
        judged = self._judge(merged, room, context)
        nodes, kept = judged.nodes, judged.paying
        free = self._prices.width(0) - 1  # a plain pass has room for them anyway
        if kept > free:
            self._waiting, self._spacing = 0, _FIRST_PROBE
        elif len(nodes) > free and self._probe_is_due():
            kept = min(len(nodes), self._probe_size(free))
        reason = ""
        if not kept:
            reason = DOES_NOT_PAY if nodes else self._why_nothing()
            self._note(reason)
        tree, width = merged.subtree(nodes[:kept]), self._prices.width(kept)
        plan = Plan(tree, width, merged, self._prices.seconds(0), reason)
        log.debug("verify %d of %d drafted nodes at width %d", kept, len(merged) - 1, plan.width)
        return plan

    def learn(self, plan: Plan, token_ids: Sequence[int], seconds: float, context: int = 0) -> None:
        """A step committed these tokens; it took so long but for the drafting.

        Every drafted node whose parent the target reached is judged, whether it was verified or not.
        """
        terms = self._terms(context)
        drafting = 0.0
        if self._asking is not None:
            drafting = self._asking.cost
            self._asking.learn(plan.merged, token_ids, self._steps)
        passes = self._prices.seconds(len(plan.tree) - 1) + drafting
        self._pace_tokens = _PACE_MEMORY * self._pace_tokens + len(token_ids)
        self._pace_passes = _PACE_MEMORY * self._pace_passes + passes / terms.plain
        self._learn_survival(plan.merged, token_ids)
        self.calibration.times.learn(plan.width, context, seconds)
        self._steps += 1
        self._asking = self._judged = None

    # --- chunks of a prompt
    def chunk(self, chunks: Sequence[int], context: int, seconds: float) -> int:
        """The largest of these chunks of a prompt that takes at most so long, by what was measured."""
        times = self.calibration.times
        if not times.measured:
            return chunks[len(chunks) // 2]
        return max((size for size in chunks if times.of(size, context) <= seconds), default=chunks[0])

    def learn_chunk(self, size: int, context: int, seconds: float) -> None:
        self.calibration.times.learn(size, context, seconds)

    # --- what a step is worth
    def _terms(self, context: int) -> Terms:
        self._prices.follow(self.calibration, context)
        pace = max(1.0, self._pace_tokens / self._pace_passes)
        return Terms(self._prices.seconds(0), self._prices.in_plain_passes, pace)

    def _judge(self, tree: TokenTree, room: int, context: int) -> _Judged:
        known = self._judged
        if known and known.tree is tree and (known.size, known.room) == (len(tree), room):
            return known
        terms = self._terms(context)
        nodes, reach = self._candidates(tree, room)
        paying, worth = self._paying(nodes, reach, terms)
        self._judged = _Judged(tree, len(tree), room, nodes, paying, worth)
        return self._judged

    def _candidates(self, tree: TokenTree, room: int) -> tuple[list[int], list[float]]:
        """Nodes in the order in which they join, parents before children; the chance to reach each node."""
        survival = self.calibration.survival
        reach, gain = [1.0], [0.0]
        best = 0
        for node in range(1, len(tree)):
            parent = tree.parents[node]
            reach.append(reach[parent] * survival.of(tree, node))
            gain.append(gain[parent] + reach[node])
            if gain[node] > gain[best] and tree.depths[node] <= room:
                best = node
        if self._branches:
            nodes = [node for node in range(1, len(tree)) if tree.depths[node] <= room]
            nodes.sort(key=lambda node: (-reach[node], node))
        else:
            nodes = tree.path(best)
        return nodes[: self.widest - 1], reach

    def _paying(self, nodes: Sequence[int], reach: Sequence[float], terms: Terms) -> tuple[int, float]:
        """How many of the nodes make the step worth most, and how much that is; 0: plain pays."""
        expected = 1.0
        best, worth = 0, 1.0 - terms.pace
        for count, node in enumerate(nodes, start=1):
            expected += reach[node]
            value = expected - terms.pace * terms.passes[count]
            if value > worth:
                best, worth = count, value
        return best, worth

    def _learn_survival(self, tree: TokenTree, token_ids: Sequence[int]) -> None:
        survival, node = self.calibration.survival, 0
        for token in token_ids:
            for child in tree.children(node):
                survival.learn(tree, child, tree.token_ids[child] == token)
            right = tree.child(node, token)
            if right is None:
                return
            node = right

    # --- probes and reasons
    def _why_nothing(self) -> str:
        return COSTS_TOO_MUCH if self._asking is not None and self._asking.left_out else NOTHING_DRAFTED

    def _note(self, reason: str) -> None:
        self.plain_reasons[reason] += 1
        log.debug("plain: %s", reason)

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


class _Prices:
    """For each number of drafted tokens the cheapest width that holds them: wider is not always dearer."""

    def __init__(self, widths: Sequence[int], widest: int) -> None:
        self._widths, self._widest = widths, widest
        self._known: tuple[int, int] | None = None
        self._cheapest: list[tuple[int, float]] = []
        self.in_plain_passes: list[float] = []

    def width(self, drafted: int) -> int:
        return self._cheapest[drafted][0]

    def seconds(self, drafted: int) -> float:
        return self._cheapest[drafted][1]

    def follow(self, calibration: Calibration, context: int) -> None:
        """Take note of what passes behind so many tokens take by now."""
        times = calibration.times
        if self._known == (times.learnt, context):
            return
        self._known = times.learnt, context
        cheapest: list[tuple[int, float]] = []
        best = (0, float("inf"))
        for width, narrower in zip(reversed(self._widths), [*reversed(self._widths[:-1]), 0], strict=True):
            seconds = times.of(width, context)
            if seconds <= best[1]:
                best = (width, seconds)
            cheapest[:0] = [best] * (width - narrower)
        self._cheapest = cheapest[: self._widest]
        plain = self._cheapest[0][1]
        self.in_plain_passes = [seconds / plain for _, seconds in self._cheapest]
