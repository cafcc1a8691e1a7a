"""Calls the speculators that are switched on, for one reply at a time, and contains their faults.

A speculator that raises or returns nonsense is left out until it is switched on anew, and one that is
far too slow for the rest of the reply; its record says why, and the reply goes on. Switches are read at
every step, so a speculator can come in or leave in the middle of a reply. The pool knows drafts and
outcomes; nothing of the model.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar, overload

from foreword.api import Budget, Context, Draft, Outcome, Session, Speculator, Tokenizer
from foreword.speculators.registry import FAULTS, Record, Registry
from foreword.speculators.validate import BadDraft, checked

_T = TypeVar("_T")

SLOW_FACTOR, SLOW_STEPS = 10, 5
"""A speculator that takes so many times its budget, for so many steps in a row, is left out of the reply."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What a speculator may know of the reply that begins."""

    conversation_id: str
    temporary: bool
    seed: int
    vocab_size: int
    tokenizer: Tokenizer


class ReadOnly(Sequence[int]):
    """A view of the pool's token ids: plugins see them grow and can't change them by accident."""

    def __init__(self, token_ids: list[int]) -> None:
        self._token_ids = token_ids

    @overload
    def __getitem__(self, index: int) -> int: ...
    @overload
    def __getitem__(self, index: slice) -> list[int]: ...
    def __getitem__(self, index: int | slice) -> int | list[int]:
        return self._token_ids[index]

    def __len__(self) -> int:
        return len(self._token_ids)

    def __iter__(self) -> Iterator[int]:
        return iter(self._token_ids)  # the inherited one takes milliseconds on a long chat


class Pool:
    """`begin`, then for each step `draft` and `observe`, then `end`."""

    def __init__(self, registry: Registry, enabled: Callable[[], frozenset[str]], data: Path) -> None:
        self._registry = registry
        self._enabled = enabled
        self._data = data
        self._started: dict[str, Speculator] = {}
        self._names: frozenset[str] = frozenset()
        self._strikes: dict[str, int] = {}
        self._paused: set[str] = set()
        self._reply: Reply | None = None
        self._token_ids: list[int] = []
        self.seconds: dict[str, float] = {}

    def begin(self, reply: Reply, prompt: Iterable[int]) -> None:
        self._reply = reply
        self._token_ids = list(prompt)
        self._started.clear()
        self._names = frozenset()
        for name in self._paused:
            self._record(name).forgive()
        self._paused.clear()
        self.seconds = {}

    def draft(self, budget: Budget) -> list[tuple[str, Draft]]:
        """Valid drafts, each with its speculator's name, in order of name."""
        self._follow_switches()
        drafts = []
        for name in sorted(self._started):
            draft = self._draft_of(name, budget)
            if draft is not None:
                drafts.append((name, draft))
        return drafts

    def observe(self, token_ids: tuple[int, ...], accepted: dict[str, int]) -> None:
        """Tell all that these tokens were committed, and each how many of its own were accepted."""
        self._token_ids.extend(token_ids)
        for name in list(self._started):
            self._tell(name, Outcome(token_ids, accepted.get(name, 0)))

    def end(self) -> None:
        for name in list(self._started):
            self._stop(name)
        self._reply = None

    def forget(self, conversation_id: str) -> None:
        """A conversation was deleted: every speculator that was ever built erases it."""
        for record in self._registry.records:
            if record.instance is not None:
                try:
                    record.instance.forget(conversation_id)
                except FAULTS as error:
                    record.fail("failed in forget", error)

    # --- one speculator
    def _tell(self, name: str, outcome: Outcome) -> None:
        self._guarded(name, "observe", lambda s: s.observe(outcome))

    def _draft_of(self, name: str, budget: Budget) -> Draft | None:
        assert self._reply is not None, "begin() comes first"
        context = Context(ReadOnly(self._token_ids))
        begin = time.perf_counter()
        proposed = self._guarded(name, "draft", lambda s: s.draft(context, budget))
        elapsed = time.perf_counter() - begin
        self.seconds[name] = self.seconds.get(name, 0.0) + elapsed
        self._mind_pace(name, elapsed, budget)
        try:
            draft = checked(proposed, tokens=budget.tokens, vocab_size=self._reply.vocab_size)
        except BadDraft as error:
            self._started.pop(name, None)
            self._record(name).leave_out(f"made a bad draft: it {error}")
            return None
        return draft if name in self._started else None

    def _mind_pace(self, name: str, elapsed: float, budget: Budget) -> None:
        allowed = budget.microseconds / 1e6
        strikes = self._strikes.get(name, 0) + 1 if elapsed > SLOW_FACTOR * allowed else 0
        self._strikes[name] = strikes
        if strikes >= SLOW_STEPS and name in self._started:
            self._record(name).leave_out(
                f"takes too long: {elapsed * 1e3:.0f} ms a step, {allowed * 1e3:g} ms allowed"
            )
            self._paused.add(name)
            self._stop(name)

    def _follow_switches(self) -> None:
        names = self._enabled()
        if names == self._names:
            return
        self._registry.follow(names)
        for name in self._started.keys() - names:
            self._stop(name)
        for name in sorted(names - self._names):
            self._start(name)
        self._names = names

    def _start(self, name: str) -> None:
        record = self._registry.find(name)
        speculator = self._registry.obtain(record) if record else None
        if record is None or speculator is None or record.problem:
            return
        assert self._reply is not None
        folder = self._data / name
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            record.leave_out(f"has no folder for its data: {error.strerror or error}: {folder}")
            return
        session = Session(
            conversation_id=self._reply.conversation_id,
            temporary=self._reply.temporary,
            token_ids=tuple(self._token_ids),
            vocab_size=self._reply.vocab_size,
            tokenizer=self._reply.tokenizer,
            seed=self._reply.seed,
            data_folder=folder,
        )
        self._strikes[name] = 0
        self._paused.discard(name)
        self._started[name] = speculator
        self._guarded(name, "start", lambda s: s.start(session))

    def _stop(self, name: str) -> None:
        self._guarded(name, "finish", lambda s: s.finish())
        self._started.pop(name, None)

    def _guarded(self, name: str, what: str, call: Callable[[Speculator], _T]) -> _T | None:
        try:
            return call(self._started[name])
        except FAULTS as error:
            self._started.pop(name, None)
            self._paused.discard(name)
            self._record(name).fail(f"failed in {what}", error)
            return None

    def _record(self, name: str) -> Record:
        record = self._registry.find(name)
        assert record is not None, "only what the registry found was ever started"
        return record
