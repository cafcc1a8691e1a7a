"""A simulated machine: passes and speculators of given costs, texts that are guessed so and so well.

Drives the real planner, economy and books without a model, and counts the time that a real one would have
taken. What kind of text stands where is fixed, as it is in a reply, however many steps it takes. `best`
computes what the best fixed rule would reach on the same machine and text.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from foreword.api import Draft
from foreword.engine.planner import Planner
from foreword.engine.tree import TokenTree

Text = Callable[[int], int]
"""Which kind of text stands at a position: an index into what a speculator is good at."""


def one_kind(_position: int) -> int:
    return 0


def blocks(length: int) -> Text:
    """Two kinds of text in turn, so many tokens of each."""
    return lambda position: position // length % 2


@dataclass(frozen=True)
class Guesser:
    """Drafts cost `fixed + per_token * drafted` seconds. For each kind of text: how often a draft comes, and
    how often each token of it is right where those before it were."""

    name: str
    fixed: float
    per_token: float
    answers: tuple[float, ...]
    right: tuple[float, ...]
    longest: int = 64

    def cost(self, tokens: int) -> float:
        return self.fixed + self.per_token * min(tokens, self.longest)


class Machine:
    """Writes text with a planner. `asked` and `kinds` tell of each step of the latest `write` how many tokens
    were asked for, and what kind of text stood there."""

    def __init__(
        self,
        widths: Mapping[int, float],
        guessers: Sequence[Guesser],
        seed: int = 0,
        planner: Planner | None = None,
    ) -> None:
        self.widths = dict(widths)
        self.guessers = {guesser.name: guesser for guesser in guessers}
        self.planner = planner or Planner(tuple(widths))
        for width, seconds in widths.items():
            self.planner.calibration.times.learn(width, 0, seconds)
        self._draw = random.Random(seed)
        self._position = 0
        self.hiccups = 0.0
        self.seconds = self.tokens = 0.0
        self.asked: dict[str, list[int]] = {name: [] for name in self.guessers}
        self.kinds: list[int] = []

    def write(self, steps: int, text: Text = one_kind) -> float:
        """Seconds per token of so many steps."""
        self.seconds = self.tokens = 0.0
        self.asked = {name: [] for name in self.guessers}
        self.kinds = []
        for _ in range(steps):
            self.kinds.append(text(self._position))
            self._step(text)
        return self.seconds / self.tokens

    def _step(self, text: Text) -> None:
        tree = TokenTree(0)
        asking = self.planner.ask(self.guessers, 63)
        asked = dict.fromkeys(self.guessers, 0)
        while budgets := asking.next(tree):
            drafts = []
            seconds = {}
            for name, budget in budgets.items():
                asked[name] = budget.tokens
                draft = self._draft(self.guessers[name], text, budget.tokens)
                if draft is not None:
                    drafts.append((name, draft))
                took = self.guessers[name].cost(len(draft) if draft else 0)
                self.seconds += took
                hiccup = self._draw.random() < self.hiccups
                seconds[name] = took * self._draw.uniform(0.9, 1.1) + 0.5 * hiccup
            tree.extend(drafts)
            asking.took(budgets, drafts, seconds)
        for name, tokens in asked.items():
            self.asked[name].append(tokens)
        plan = self.planner.plan(tree, 63)
        committed = [self._truth(at) for at in range(len(list(plan.tree.walk(self._future()))) + 1)]
        self._position += len(committed)
        self.tokens += len(committed)
        self.seconds += self.widths[plan.width]
        self.planner.learn(plan, committed, self.widths[plan.width] * self._draw.uniform(0.95, 1.05))

    def _truth(self, ahead: int) -> int:
        return 1 + self._position + ahead

    def _future(self) -> list[int]:
        return [self._truth(ahead) for ahead in range(64)]

    def _draft(self, guesser: Guesser, text: Text, tokens: int) -> Draft | None:
        if self._draw.random() >= guesser.answers[text(self._position)]:
            return None
        ids: list[int] = []
        wrong = False
        for ahead in range(min(tokens, guesser.longest)):
            wrong = wrong or self._draw.random() >= guesser.right[text(self._position + ahead)]
            # Wrong ones differ between speculators, so that no two are wrong alike.
            ids.append(-sum(map(ord, guesser.name)) - ahead if wrong else self._truth(ahead))
        return Draft.chain(ids, match_length=4)


def best(
    widths: Mapping[int, float], guesser: Guesser, text: int = 0, others: Sequence[Guesser] = ()
) -> float:
    """Seconds per token of the best fixed rule on one kind of text: never ask `guesser`, or always for so
    many tokens, with at most so many verified; or the best of the same for one of `others` alone."""
    plain = min(widths.values())
    rates = [plain]
    for one in (guesser, *others):
        answers, right = one.answers[text], one.right[text]
        for tokens in range(1, min(one.longest, 40) + 1):
            passing = min(seconds for width, seconds in widths.items() if width > tokens)
            gain = sum(right**depth for depth in range(1, tokens + 1))
            asking = answers * one.cost(tokens) + (1 - answers) * one.cost(0)
            spent = answers * passing + (1 - answers) * plain + asking
            rates.append(spent / (1 + answers * gain))
    return min(rates)
