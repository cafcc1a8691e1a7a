"""Whom to ask for a draft: everyone whose drafting costs next to nothing, the others where it pays.

The measure is the time that a step saves. At the pace of this text (tokens per plain pass) a token is
worth `1 / pace` plain passes, so a step that expects E tokens and takes t plain passes is worth
`E - pace * t`: the best steps by this measure give the most tokens per second over many steps, also
where some of them are easy and some are not (Dinkelbach 1967, for ratios of sums). A dear speculator is
asked where its draft is expected to raise that worth by more than its time costs, and for as many tokens
as raise it most.

Where it isn't, it is probed: every step pays a small share of a plain pass into its account, and when
the account holds what a few tokens of it cost, they are asked for. The share falls with each probe that
brings less than it costs, so the spacing grows, and no account pays out more than that share; what a
probe brings is paid back in, so that a text that changes is noticed soon. Nobody is given up for good.

Knows books and plain passes; nothing of trees, texts or models.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from foreword.engine.books import DraftBook

_CHEAP = 0.01
"""Share of a plain pass below which drafting is next to nothing."""
_TRIAL = 3.0
"""Plain passes that one with no figures may cost until it has some."""
_FIRST_SHARE, _LAST_SHARE = 0.02, 0.01
"""What a step pays in for probes, in plain passes: at first, and after many that brought nothing."""
_SIZES = (4, 2, 8)
"""Tokens of the trials, in turn: not always as many, so that fixed and growing cost come apart."""
_FURTHER = 8
"""Every so many asks it is asked for some tokens more than seem to pay: nothing else shows that they do."""
_LEAST_REACH = 0.02
"""Chance to get there below which a deeper token isn't worth the thought."""
_NEXT_TO_NOTHING = 0.005
"""Tokens by which an offer may be worse than the best and ask for more: the planner can use them yet."""
_PAUSED = 16
"""Steps in a row in which it wasn't worth asking, after which the user is told."""

COSTS_TOO_MUCH = "drafting costs more time than it saves here"


@dataclass(frozen=True, slots=True)
class Terms:
    """What a step is judged by. `plain` is the seconds of a plain pass, `passes[n]` what a pass over n
    drafted tokens takes, in plain passes, and `pace` the tokens that come per plain pass, 1 or more."""

    plain: float
    passes: Sequence[float]
    pace: float


@dataclass(slots=True)
class _Account:
    """What may be spent on asking one speculator although it doesn't pay, in plain passes."""

    credit: float
    share: float = _FIRST_SHARE
    refused: int = 0
    probing: bool = False


class Economy:
    """Decides whom to ask. One per loaded model, since what pays depends on what its passes take."""

    cheap = _CHEAP

    def __init__(self, book: Callable[[str], DraftBook]) -> None:
        self._book = book
        self._accounts: dict[str, _Account] = {}

    def begin_step(self, names: Iterable[str], tokens: int, plain: float) -> tuple[list[str], list[str]]:
        """A step begins in which these could be asked: those who cost next to nothing, and the dear ones."""
        free: list[str] = []
        dear: list[str] = []
        for name in names:
            book, account = self._book(name), self._account(name)
            account.probing = False
            if book.timed and book.seconds(tokens) <= self.cheap * plain:
                account.refused = 0
                free.append(name)
            else:
                account.credit = min(_TRIAL, account.credit + account.share)
                account.refused += 1
                dear.append(name)
        return free, dear

    def choose(self, names: Iterable[str], worth: float, terms: Terms) -> tuple[str, int] | None:
        """Whom of the dear ones to ask next, and for how many tokens, where what was drafted so far is
        worth so much; None: nobody."""
        offers = sorted((self._offer(name, worth, terms), name) for name in names)
        for (gain, tokens), name in reversed(offers):
            account, book = self._account(name), self._book(name)
            if book.learnt and gain > 0.0:
                account.refused, account.share = 0, _FIRST_SHARE
            elif account.credit > 0.0 and account.credit >= book.seconds(tokens) / terms.plain:
                account.probing = True
            else:
                continue
            return name, tokens
        return None

    def settle(self, name: str, seconds: float, brought: int, terms: Terms) -> None:
        """A draft took so long and brought so many tokens that nobody else had."""
        account = self._account(name)
        if not account.probing:
            return
        account.probing = False
        price, gain = seconds / terms.plain, brought / terms.pace
        account.credit = min(_TRIAL, account.credit - price + gain)
        if self._book(name).learnt:
            account.share = _FIRST_SHARE if gain > price else max(_LAST_SHARE, account.share / 2)

    def paused(self) -> Mapping[str, str]:
        """Those who are hardly asked any more, and why."""
        return {
            name: COSTS_TOO_MUCH
            for name, account in self._accounts.items()
            if account.refused >= _PAUSED and self._book(name).learnt
        }

    def _offer(self, name: str, worth: float, terms: Terms) -> tuple[float, int]:
        """(by how much asking it raises the step's worth, for how many tokens), at its best; below 0 where it
        lowers it."""
        book = self._book(name)
        most = len(terms.passes) - 1
        if not book.learnt:
            return 0.0, min(most, _SIZES[book.asks % len(_SIZES)])
        fixed, per_token = book.cost()
        answers = book.answers()
        expected = reach = 1.0
        raised = float("-inf")
        gains: list[float] = []
        for tokens, survival in enumerate(book.survivals(most), start=1):
            reach *= survival
            expected += reach
            raised = max(raised, expected - terms.pace * terms.passes[tokens] - worth)
            cost = terms.pace * (fixed + per_token * tokens) / terms.plain
            gains.append(answers * max(0.0, raised) - cost)
            if reach < _LEAST_REACH:
                break
        best = max(gains)
        near = (tokens for tokens, gain in enumerate(gains, start=1) if gain >= best - _NEXT_TO_NOTHING)
        tokens = max(near) if best > 0.0 else gains.index(best) + 1
        further = 1 + tokens // 4 if book.asks % _FURTHER == 0 else 0
        return best, min(most, tokens + further)

    def _account(self, name: str) -> _Account:
        if name not in self._accounts:
            self._accounts[name] = _Account(0.0 if self._book(name).learnt else _TRIAL)
        return self._accounts[name]
