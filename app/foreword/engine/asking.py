"""The questions of one step: who is asked, in which order, for how many tokens, and what came of it.

Those who cost next to nothing are asked first and together; then, given the tree that they made, the dear
ones one by one, each only if it pays. What is learnt goes into their books when the step's tokens are
known. Calls no speculator itself: the loop does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from foreword.api import Budget, Draft
from foreword.engine.books import DraftBook
from foreword.engine.economy import Economy, Terms
from foreword.engine.tree import TokenTree


class Asking:
    """`next` until it is empty, with `took` for each; `learn` once the step has committed."""

    def __init__(
        self,
        economy: Economy,
        book: Callable[[str], DraftBook],
        worth: Callable[[TokenTree], float],
        terms: Terms,
        names: Iterable[str],
        room: int,
    ) -> None:
        """`worth` judges a tree; `room` is how many tokens could be used."""
        self._economy, self._book, self._worth, self._terms = economy, book, worth, terms
        self._room = room
        self._budgets: dict[str, int] = {}
        self._drafted: dict[str, int] = {}
        self._seconds: dict[str, float] = {}
        self._free, self._dear = economy.begin_step(names if room > 0 else (), room, terms.plain)

    @property
    def left_out(self) -> bool:
        """Whether somebody wasn't asked because it doesn't pay."""
        return bool(self._dear)

    @property
    def cost(self) -> float:
        """Expected seconds of the drafting that was asked for."""
        return sum(self._book(name).seconds(tokens) for name, tokens in self._budgets.items())

    def next(self, tree: TokenTree) -> dict[str, Budget]:
        """Whom to ask now, given what was drafted so far; empty: nobody any more."""
        wanted: dict[str, int] = {}
        if self._free:
            wanted, self._free = dict.fromkeys(self._free, self._room), []
        elif self._dear:
            choice = self._economy.choose(self._dear, self._worth(tree), self._terms)
            if choice is not None:
                self._dear.remove(choice[0])
                wanted = dict([choice])
        self._budgets |= wanted
        allowed = max(1, round(self._terms.plain * 1e6))
        return {name: Budget(tokens, allowed) for name, tokens in wanted.items()}

    def took(
        self, names: Iterable[str], drafts: Sequence[tuple[str, Draft]], seconds: Mapping[str, float]
    ) -> None:
        """These were asked; what they drafted, and how long each took."""
        drafted = {name: len(draft) for name, draft in drafts}
        for name in names:
            if name in seconds:
                self._drafted[name] = drafted.get(name, 0)
                self._seconds[name] = seconds[name]
                self._book(name).took(self._drafted[name], seconds[name])

    def learn(self, merged: TokenTree, token_ids: Sequence[int], step: int) -> None:
        """The step has committed these tokens; `merged` held all of its drafts."""
        nodes = list(merged.walk(token_ids))
        for name, drafted in self._drafted.items():
            right = _first(name in merged.sources[node] for node in nodes)
            others = _first(merged.sources[node] != (name,) for node in nodes)
            self._book(name).learn(self._budgets[name], drafted, right, len(token_ids), step)
            self._economy.settle(name, self._seconds[name], max(0, right - others), self._terms)


def _first(facts: Iterable[bool]) -> int:
    """How many of them hold, up to the first that doesn't."""
    count = 0
    for fact in facts:
        if not fact:
            break
        count += 1
    return count
