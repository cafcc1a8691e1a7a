"""Calls the speculators that are switched on, for one reply at a time, and contains their faults.

Each runs on a thread of its own (lane.py). One that raises, returns nonsense or hangs is left out until it
is switched on anew, and one that is far too slow for the rest of the reply; its record says why, and the
reply goes on. Switches are read at every step, so a speculator can come in or leave in the middle of a
reply. The pool knows drafts and outcomes; nothing of the model.

What can't be contained inside of one process: a plugin that crashes it, fills its memory, never lets go of
the interpreter's lock, or goes out of its way to change the app's own objects.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from foreword.api import Budget, Draft, LocalModel, Sampling, Session, Target, Tokenizer, Transcript
from foreword.api.limits import SLOW_FACTOR, SLOW_STEPS
from foreword.messages import SpeculatorInfo
from foreword.speculators.members import Members, no_folder
from foreword.speculators.opened import Opened
from foreword.speculators.registry import Registry
from foreword.speculators.views import TokenizerView

GRACE_SECONDS = 0.02
"""How long a step waits, once for each start, for a speculator that is nearly ready."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What a speculator may know of the reply that begins."""

    conversation_id: str
    temporary: bool
    seed: int
    vocab_size: int
    tokenizer: Tokenizer
    sampling: Sampling = field(default_factory=Sampling)


def _nothing_set(_name: str) -> Mapping[str, object]:
    return {}


class Pool:
    """Between replies `attach`, `refresh`, `infos` and so on; for a reply `begin`, then at each step
    `ready`, `draft` and `observe`, then `end`. One thread calls all of it."""

    def __init__(
        self,
        registry: Registry,
        enabled: Callable[[], frozenset[str]],
        data: Path,
        *,
        options: Callable[[str], Mapping[str, object]] = _nothing_set,
        models: Callable[[], Sequence[LocalModel]] = tuple,
        wished: Callable[[], None] = lambda: None,
    ) -> None:
        """`enabled` names who is switched on, `options` what the user set for one, unchecked. `wished` is
        called, on any thread, when `history_wanted` has something to say."""
        self._members = Members(registry, enabled, data, options, models, wished)
        self._reply: Reply | None = None
        self._number = 0
        self._token_ids: list[int] = []
        self._strikes: dict[str, int] = {}
        #: Drafting seconds of this reply, by name.
        self.seconds: dict[str, float] = {}
        #: What each took in the latest call of `draft`.
        self.last_seconds: dict[str, float] = {}
        #: Why some are not asked at present, in words, as the engine sees it.
        self.paused: Mapping[str, str] = {}

    # --- outside of a reply
    def attach(self, target: Target | None) -> None:
        """A model was loaded, or unloaded."""
        self._members.attach(target)

    def refresh(self) -> None:
        """Follow switches and options now; what fails at once, or within two seconds, shows in `infos`."""
        self._members.refresh()

    def infos(self, conversation_id: str | None) -> tuple[SpeculatorInfo, ...]:
        """What the settings list, in order of name; statuses are for the conversation that is open."""
        return self._members.infos(conversation_id, self.paused)

    def act(self, name: str, action: str, conversation_id: str | None) -> str:
        """Press a button. Returns a line for the user, within ten seconds."""
        return self._members.act(name, action, conversation_id)

    def learn(self, names: Sequence[str], transcript: Transcript) -> None:
        """Feed these a stored conversation. Doesn't wait; `is_learning` says whether they are done."""
        self._members.learn(names, transcript)

    def is_learning(self, names: Sequence[str]) -> bool:
        return self._members.is_learning(names)

    def history_wanted(self) -> tuple[str, ...]:
        """Who asked for the stored conversations since the last question."""
        return self._members.history_wanted()

    def forget(self, conversation_id: str) -> None:
        """A conversation was deleted. Raises OSError where that can't be noted down for one that is off."""
        self._members.forget(conversation_id)

    def retry(self, name: str) -> None:
        """Forgive what went wrong with this one, quarantine included, and build it once more."""
        self._members.retry(name)

    def settle(self, seconds: float) -> bool:
        """Wait until no speculator has anything left to do; False where `seconds` are too few."""
        return self._members.settle(seconds)

    def close(self) -> None:
        """The app quits: all are let go, within two seconds."""
        self._members.close()

    # --- during a reply
    def begin(self, reply: Reply, prompt: Iterable[int]) -> None:
        """Before the prompt is read: `start` runs meanwhile."""
        self._reply = reply
        self._number += 1
        self._token_ids = list(prompt)
        self._strikes.clear()
        for member in self._members.opened.values():
            member.slow = ""
        self.seconds, self.last_seconds = {}, {}
        self._members.collect()
        self._members.follow(anew=True)
        self._members.configure()
        self._start_new()

    def ready(self) -> tuple[str, ...]:
        """Follow the switches; then who can be asked at this step, in order of name."""
        self._members.follow()
        self._start_new()
        for member in self._members.opened.values():
            if member.lane.busy and not member.graced:
                member.graced = True
                member.lane.settle(GRACE_SECONDS)
        self._members.collect()
        return tuple(sorted(name for name in self._members.opened if self._can_draft(name)))

    def draft(self, budgets: Mapping[str, Budget]) -> list[tuple[str, Draft]]:
        """Ask these, in order of name: the valid drafts, each with its speculator's name.

        Once one has hung, those behind it aren't asked at this step.
        """
        drafts: list[tuple[str, Draft]] = []
        self.last_seconds = {}
        for name in sorted(budgets):
            if not self._can_draft(name):
                continue
            member = self._members.opened[name]
            draft = self._draft_of(member, budgets[name])
            if draft is not None:
                drafts.append((name, draft))
            if member.hung:
                break
        return drafts

    def observe(
        self,
        token_ids: tuple[int, ...],
        accepted: Mapping[str, int],
        likeliest: tuple[tuple[int, ...], ...] = (),
    ) -> None:
        """Tell all that these tokens were committed, and each how many of its own were accepted.

        `likeliest[i]` are the target's likeliest ids at token i, at least `likeliest_wanted` of them.
        """
        self._token_ids.extend(token_ids)
        for name, member in self._members.opened.items():
            if member.told == self._number and not member.unsuitable:
                member.observe(token_ids, accepted.get(name, 0), likeliest)

    @property
    def likeliest_wanted(self) -> int:
        """The most that any started speculator wants."""
        started = (m for m in self._members.opened.values() if m.started == self._number)
        return max((member.about.likeliest_wanted for member in started), default=0)

    def end(self) -> None:
        """The reply has ended. Doesn't wait."""
        for member in self._members.opened.values():
            if member.told == self._number:
                member.finish()
        self._reply = None

    # --- one speculator
    def _can_draft(self, name: str) -> bool:
        member = self._members.opened.get(name)
        return (
            member is not None
            and member.told == member.started == self._number
            and not member.lane.busy
            and not member.unsuitable
        )

    def _draft_of(self, member: Opened, budget: Budget) -> Draft | None:
        assert self._reply is not None, "begin() comes first"
        name, draft = member.record.name, None
        tokens, microseconds = budget.tokens, budget.microseconds
        begun = time.perf_counter()
        with self._members.contained(member):
            draft = member.draft(Budget(tokens, microseconds), self._reply.vocab_size)
        elapsed = time.perf_counter() - begun
        self.last_seconds[name] = elapsed
        self.seconds[name] = self.seconds.get(name, 0.0) + elapsed
        self._mind_pace(member, elapsed, microseconds / 1e6)
        return None if member.slow else draft

    def _mind_pace(self, member: Opened, elapsed: float, allowed: float) -> None:
        name = member.record.name
        strikes = self._strikes.get(name, 0) + 1 if elapsed > SLOW_FACTOR * allowed else 0
        self._strikes[name] = strikes
        if strikes >= SLOW_STEPS and self._members.opened.get(name) is member:
            member.finish()
            member.slow = f"takes too long: {elapsed * 1e3:.0f} ms a step, {allowed * 1e3:g} ms allowed"

    def _start_new(self) -> None:
        """`start` for all that are open and haven't heard of this reply."""
        for member in list(self._members.opened.values()):
            if member.told != self._number and not member.slow:
                self._start(member)

    def _start(self, member: Opened) -> None:
        assert self._reply is not None, "begin() comes first"
        reply = self._reply
        try:
            folder = member.host.data_folder
        except OSError as error:
            self._members.leave_out(member, no_folder(member.folder, error))
            return
        self._strikes[member.record.name] = 0
        session = Session(
            conversation_id=reply.conversation_id,
            temporary=reply.temporary,
            token_ids=tuple(self._token_ids),
            vocab_size=reply.vocab_size,
            tokenizer=TokenizerView(reply.tokenizer),
            seed=reply.seed,
            data_folder=folder,
            sampling=replace(reply.sampling),
        )
        member.start(self._number, session)
