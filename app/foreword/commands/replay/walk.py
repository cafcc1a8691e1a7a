"""One list of speculators, led over stored replies: the engine's loop with the reply itself for a target.

    draft -> merge -> plan -> verify (compare with what was written) -> commit -> observe

Pool, tree, planner and counts are the app's own. Every speculator is asked at every step, whatever its
drafts cost. Knows nothing of databases, models or of what is printed.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from foreword.api import Budget, Draft, LocalModel, Sampling, Target
from foreword.commands import CommandError
from foreword.commands.replay.passes import Passes
from foreword.engine.stats import StatsBuilder
from foreword.engine.tree import TokenTree
from foreword.messages import ReplyStats
from foreword.speculators.pool import Pool, Reply
from foreword.speculators.registry import Registry

START_SECONDS = 120.0
"""How long a speculator may take to load, or to take in a prompt and what it learns from the last reply."""
_DRAFT_MICROSECONDS = 20_000
"""What a plain pass takes where none was measured: the budget of a draft."""

Options = Callable[[str], Mapping[str, object]]


@dataclass(frozen=True, slots=True)
class Told:
    """A reply as token ids, and the prompt that it answered."""

    conversation_id: str
    seed: int
    prompt: tuple[int, ...]
    token_ids: tuple[int, ...]


@dataclass(slots=True)
class Tally:
    """What one list has done so far. `step_seconds` has one entry for each draft that was asked for."""

    stats: StatsBuilder = field(default_factory=lambda: StatsBuilder(0, 0, 0))
    step_seconds: dict[str, array[float]] = field(default_factory=dict)
    seconds: float = 0.0
    plain_seconds: float = 0.0
    replies: int = 0

    def counts(self) -> ReplyStats:
        return self.stats.build({name: sum(times) for name, times in self.step_seconds.items()}, {})


class Walk:
    """Use as a context manager: its end lets the speculators go. `data` is a folder of their own."""

    def __init__(
        self,
        names: Sequence[str],
        registry: Registry,
        target: Target,
        passes: Passes,
        data: Path,
        *,
        options: Options = lambda _name: {},
        models: Callable[[], Sequence[LocalModel]] = tuple,
    ) -> None:
        self.tally = Tally()
        self._names = frozenset(names)
        self._target = target
        self._planner = passes.planner()
        self._widths = passes.widths
        self._pool = Pool(registry, lambda: self._names, data, options=options, models=models)

    def __enter__(self) -> Walk:
        self._pool.refresh()
        self._pool.attach(self._target)
        return self

    def __exit__(self, *_error: object) -> None:
        self._pool.close()

    def reply(self, told: Told) -> None:
        """Walk over one reply. Raises CommandError where a speculator can't go on: what followed would
        be counted as plain decoding under its name."""
        reply = Reply(
            conversation_id=told.conversation_id,
            temporary=False,
            seed=told.seed,
            vocab_size=self._target.vocab_size,
            tokenizer=self._target.tokenizer,
            sampling=Sampling(seed=told.seed),
        )
        self._pool.begin(reply, told.prompt)
        try:
            self._planner.begin()
            done = 0
            while done < len(told.token_ids):
                done += self._step(told, done)
        finally:
            self._pool.end()
        self.tally.replies += 1

    def _step(self, told: Told, done: int) -> int:
        """One pass behind `done` tokens of the reply; returns how many it commits."""
        context = len(told.prompt) + done
        room = self._planner.widest - 1
        # Draft and merge.
        merged = TokenTree.merge(_root(told, done), self._draft(room, context))
        # Plan.
        plan = self._planner.plan(merged, room, context)
        # Verify and accept: the target would have written what it did write.
        nodes = _right(plan.tree, told.token_ids[done:])
        token_ids = told.token_ids[done : done + len(nodes) + 1]
        # Commit.
        seconds = self._planner.calibration.times.of(plan.width, context)
        self._planner.learn(plan, token_ids, seconds, context)
        self._pool.observe(token_ids, plan.tree.accepted_by(nodes))
        self.tally.stats.count_draft(merged)
        self.tally.stats.count_pass(plan.tree, len(token_ids), nodes)
        self.tally.seconds += seconds
        self.tally.plain_seconds += len(token_ids) * self._plain_seconds(context)
        return len(token_ids)

    def _draft(self, room: int, context: int) -> list[tuple[str, Draft]]:
        budget = Budget(room, self._budget_microseconds(context))
        drafts = self._pool.draft(dict.fromkeys(self._everyone(), budget))
        for name, seconds in self._pool.last_seconds.items():
            self.tally.step_seconds.setdefault(name, array("d")).append(seconds)
            self.tally.seconds += seconds
        return drafts

    def _everyone(self) -> tuple[str, ...]:
        """The whole list. No prompt is read meanwhile, so a speculator that isn't ready is waited for."""
        ready = self._pool.ready()
        if self._names - set(ready):
            self._pool.settle(START_SECONDS)
            self._refuse_those_out()
            ready = self._pool.ready()
        if late := self._names - set(ready):
            raise CommandError(f"{', '.join(sorted(late))} was not ready within {START_SECONDS:.0f} s")
        return ready

    def _refuse_those_out(self) -> None:
        for info in self._pool.infos(None):
            if info.name in self._names and info.state != "active":
                raise CommandError(f"the speculator {info.name} can't be replayed: {info.reason}")

    def _budget_microseconds(self, context: int) -> int:
        if not self._planner.calibration.times.measured:
            return _DRAFT_MICROSECONDS
        return int(1e6 * self._plain_seconds(context))

    def _plain_seconds(self, context: int) -> float:
        return min(self._planner.calibration.times.of(width, context) for width in self._widths)


def _root(told: Told, done: int) -> int:
    return told.token_ids[done - 1] if done else told.prompt[-1]


def _right(tree: TokenTree, written: Sequence[int]) -> list[int]:
    """The nodes of the tree that the target would have accepted, a path."""
    nodes: list[int] = []
    for token in written:
        node = tree.child(nodes[-1] if nodes else 0, token)
        if node is None:
            break
        nodes.append(node)
    return nodes
