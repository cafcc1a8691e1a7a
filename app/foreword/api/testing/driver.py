"""Drives one speculator through its life as the app does: every call in order, in a thread of its own.

    driver = Driver(Echo, folder, ToyModel())
    driver.open()
    reply = driver.reply("chat 1", prompt, length=80)
    assert reply.token_ids == reply.plain
    driver.close()

After every call it looks whether what was given away was changed, and whether what came back is sound;
AssertionError says what is wrong. Steps are as varied as in the app, but the same each time: budgets differ,
some steps ask for no draft, some drafts are cut, some tokens are another speculator's.
"""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from foreword.api.draft import Draft
from foreword.api.host import LocalModel, Transcript
from foreword.api.limits import CALL_SECONDS, MOST_LIKELIEST
from foreword.api.options import Value, check_options, checked_values
from foreword.api.sampling import Sampling
from foreword.api.speculator import Budget, Context, Outcome, Session, Speculator, Unsuitable
from foreword.api.status import Status
from foreword.api.testing.checks import check_draft, check_status
from foreword.api.testing.host import ToyHost, View
from foreword.api.testing.lane import Lane, fail
from foreword.api.testing.toy import ToyModel

_T = TypeVar("_T")

PATIENCE = 60.0
"""Seconds for the calls that may take their time."""

WIDEST = 16
"""The largest budget of a draft, in tokens."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What was written, what plain decoding writes, and the counts."""

    token_ids: list[int]
    plain: list[int]
    drafted: int
    accepted: int
    steps: int


class Driver:
    """One instance of a speculator. `reason` says why it is unsuitable, empty where it isn't.

    `cpu_seconds` holds what each draft has computed for, in order.
    """

    def __init__(
        self,
        make: Callable[[], Speculator],
        folder: Path,
        model: ToyModel,
        *,
        values: Mapping[str, Value] | None = None,
        models: Sequence[LocalModel] = (),
        microseconds: int = 20_000,
    ) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.model = model
        self.host = ToyHost(folder, models)
        self.reason = ""
        self.cpu_seconds: list[float] = []
        self._make = make
        self._values = dict(values or {})
        self._microseconds = microseconds
        self._lane = Lane()
        self._speculator: Speculator
        self._tokens: list[int] = []
        self._shown: list[int] = []

    @property
    def computed(self) -> float:
        """Seconds of processor time of the latest call."""
        return self._lane.cpu_seconds

    # --- outside of a reply
    def open(self, *, forget: Sequence[str] = ()) -> None:
        """Build, open, tell what was deleted meanwhile, configure, attach."""
        self._speculator = self._call("__init__", self._make, PATIENCE)
        self._call("open", lambda: self._speculator.open(self.host), PATIENCE)
        for conversation_id in forget:
            self.forget(conversation_id)
        self.configure(self._values)

    def configure(self, given: Mapping[str, Value]) -> None:
        options = type(self._speculator).options
        check_options(options)
        values, problems = checked_values(options, given)
        if problems:
            raise fail(f"the suite's own values don't fit: {problems}")
        self._call("configure", lambda: self._speculator.configure(values))
        self.attach(self.model)

    def attach(self, model: ToyModel) -> None:
        self.model = model
        target = model.target()
        try:
            self._call("attach", lambda: self._speculator.attach(target), PATIENCE)
            self.reason = ""
        except Unsuitable as error:
            self.reason = str(error) or "(no reason given: say why)"

    def learn(self, conversation_id: str, sequences: Sequence[Sequence[int]]) -> None:
        transcript = Transcript(
            conversation_id, self.model.tokenizer.fingerprint, tuple(map(tuple, sequences)), 1, 1
        )
        self._call("learn", lambda: self._speculator.learn(transcript), PATIENCE, transcript)

    def status(self, conversation_id: str | None) -> Status | None:
        status = self._call("status", lambda: self._speculator.status(conversation_id))
        check_status(status, type(self._speculator).options)
        return status

    def act(self, action: str, conversation_id: str | None) -> str:
        line = self._call("act", lambda: self._speculator.act(action, conversation_id), PATIENCE)
        if type(line) is not str or "\n" in line:
            raise fail(f"`act` returned {line!r}: return one line of text, perhaps an empty one")
        return line

    def forget(self, conversation_id: str) -> None:
        self._call("forget", lambda: self._speculator.forget(conversation_id))

    def close(self) -> None:
        self._call("close", self._speculator.close, PATIENCE)
        self.abandon()

    def abandon(self) -> None:
        """As a crash of the app does: no close."""
        self._lane.end()

    # --- a reply
    def start(
        self,
        conversation_id: str,
        token_ids: Sequence[int],
        sampling: Sampling | None = None,
        *,
        temporary: bool = False,
    ) -> bool:
        """Whether it can be asked in this reply."""
        if self.reason:
            return False
        self._tokens, self._shown = list(token_ids), list(token_ids)
        sampling = sampling or Sampling()
        session = Session(
            conversation_id=conversation_id,
            temporary=temporary,
            token_ids=tuple(token_ids),
            vocab_size=self.model.vocab_size,
            tokenizer=self.model.tokenizer,
            seed=sampling.seed,
            data_folder=self.host.data_folder,
            sampling=sampling,
        )
        try:
            self._call("start", lambda: self._speculator.start(session), PATIENCE, session)
        except Unsuitable:
            return False
        return True

    def draft(self, tokens: int) -> Draft | None:
        context, budget = Context(View(self._shown)), Budget(tokens, self._microseconds)
        draft = self._call(
            "draft", lambda: self._speculator.draft(context, budget), CALL_SECONDS, context, budget
        )
        self.cpu_seconds.append(self._lane.cpu_seconds)
        if self._shown != self._tokens:
            raise fail("`draft` changed the context: what is given is read-only, copy it by list(...)")
        check_draft(draft, budget, self.model.vocab_size)
        return draft

    def observe(self, committed: Sequence[int], accepted: int) -> None:
        wanted = min(type(self._speculator).likeliest_wanted, MOST_LIKELIEST)
        contexts = ([*self._tokens, *committed[:at]] for at in range(len(committed)))
        likeliest = tuple(self.model.likeliest(context, wanted) for context in contexts) if wanted else ()
        self._tokens.extend(committed)
        self._shown.extend(committed)
        outcome = Outcome(tuple(committed), accepted, likeliest)
        self._call("observe", lambda: self._speculator.observe(outcome), CALL_SECONDS, outcome)

    def finish(self) -> None:
        self._call("finish", self._speculator.finish)

    def reply(
        self,
        conversation_id: str,
        prompt: Sequence[int],
        *,
        length: int = 64,
        sampling: Sampling | None = None,
        temporary: bool = False,
        switched_on_at: int = 0,
        broken_off: bool = False,
    ) -> Reply:
        """One reply from `start` to `finish`. `switched_on_at` tokens of it stand there already;
        `broken_off`: it is killed with the app, so no finish."""
        sampling = sampling or Sampling()
        plain = self.model.plain(prompt, length, sampling)
        drafted = accepted = steps = 0
        if not self.start(conversation_id, [*prompt, *plain[:switched_on_at]], sampling, temporary=temporary):
            return Reply(plain, plain, 0, 0, 0)
        dice = random.Random(f"{sampling.seed} {len(prompt)} {length}")
        while (room := len(prompt) + length - len(self._tokens)) > 0:
            budget = min(room, dice.choice((1, 2, 3, 5, 8, WIDEST)))
            draft = self.draft(budget) if dice.random() < 0.8 else None
            committed, kept = self._verify(draft, room, sampling, dice)
            self.observe(committed, kept)
            drafted += len(draft) if draft else 0
            accepted, steps = accepted + kept, steps + 1
        if not broken_off:
            self.finish()
        return Reply(self._tokens[len(prompt) :], plain, drafted, accepted, steps)

    def _verify(
        self, draft: Draft | None, room: int, sampling: Sampling, dice: random.Random
    ) -> tuple[list[int], int]:
        """(committed, accepted): sample and match over the draft, which may be cut, and perhaps another's."""
        edges = zip(draft.parents, draft.token_ids, strict=True) if draft else ()
        children = {edge: node for node, edge in enumerate(edges)}
        node: int | None = -1 if dice.random() < 0.8 else None
        others = dice.choice((1, 1, 1, 4))
        committed: list[int] = []
        accepted = 0
        while len(committed) < room and (node is not None or len(committed) < others):
            token = self.model.pick([*self._tokens, *committed], sampling)
            committed.append(token)
            node = None if node is None else children.get((node, token))
            accepted += node is not None
        return committed, accepted

    def _call(
        self, what: str, function: Callable[[], _T], seconds: float = CALL_SECONDS, *given: object
    ) -> _T:
        before = [dataclasses.replace(value) for value in given]  # type: ignore[type-var]
        try:
            result = self._lane.call(what, function, seconds)
        except Unsuitable as error:
            if what in ("attach", "start"):
                raise
            raise fail(f"`{what}` raised Unsuitable, which only attach and start may") from error
        if before != list(given):
            raise fail(f"`{what}` changed what it was given: everything is read-only, copy what you change")
        return result
