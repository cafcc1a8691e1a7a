"""Speculators for tests, friendly and hostile, and registries that hold them.

Each is found as a stranger's would be: through an entry point, here one that is built by hand. What a
test wants to know of a call stands in class attributes; `reset` puts all of them back.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from importlib.metadata import EntryPoint
from typing import Any, ClassVar

from foreword.api import Budget, Context, Draft, Outcome, Session, Speculator
from foreword.speculators.registry import GROUP, VERSION_GROUP, Registry

API = "v1.0"


def registry_of(*speculators: type[Any] | tuple[str, str], version: str = API) -> Registry:
    """A registry of these: a class (its name is the speculator's), or (name, "module:Class")."""
    pairs = [entry if isinstance(entry, tuple) else (entry.__name__, path_of(entry)) for entry in speculators]
    points = [EntryPoint(name, path, GROUP) for name, path in pairs]
    versions = [EntryPoint(name, version, VERSION_GROUP) for name in dict(pairs)]
    return Registry(points, versions)


def path_of(speculator: type[Any]) -> str:
    return f"{speculator.__module__}:{speculator.__qualname__}"


def reset() -> None:
    """Forget what earlier tests left in class attributes."""
    Oracle.answer, Oracle.prompt_length = (), 0
    AlwaysWrong.answer, AlwaysWrong.prompt_length = (), 0
    for recorder in (Recorder, SecondRecorder):
        recorder.calls = []
    Mutates.succeeded = []
    RaisesOnce.raised = False


class _Session(Speculator):
    """Keeps the session that it was started with."""

    session: Session

    def start(self, session: Session) -> None:
        self.session = session

    def _any(self, token: int) -> int:
        return token % self.session.vocab_size


# --- friendly


class Oracle(_Session):
    """Drafts the right continuation. `answer` is the whole reply, `prompt_length` what stands before it."""

    answer: ClassVar[tuple[int, ...]] = ()
    prompt_length: ClassVar[int] = 0

    def draft(self, context: Context, budget: Budget) -> Draft | None:
        written = len(context.token_ids) - self.prompt_length
        return Draft.chain(self.answer[written : written + budget.tokens], match_length=8)


class Branching(_Session):
    """Drafts three chains in one tree, that share a first token or not; one may by chance be right."""

    def draft(self, context: Context, budget: Budget) -> Draft | None:
        last = context.token_ids[-1]
        ids = (last, last + 1, last + 2, last, last + 1, last + 2, last + 3)
        return Draft(tuple(self._any(token) for token in ids), (-1, 0, 1, 0, 3, -1, 5), (), 4)


class Recorder(_Session):
    """Drafts the last token again, and writes down how it was called."""

    calls: ClassVar[list[tuple[Any, ...]]] = []

    def start(self, session: Session) -> None:
        super().start(session)
        self.calls.append(("start", list(session.token_ids)))

    def draft(self, context: Context, budget: Budget) -> Draft | None:
        self.calls.append(("draft", list(context.token_ids)))
        return Draft.chain([context.token_ids[-1]])

    def observe(self, outcome: Outcome) -> None:
        self.calls.append(("observe", outcome.token_ids, outcome.accepted))

    def finish(self) -> None:
        self.calls.append(("finish",))

    def forget(self, conversation_id: str) -> None:
        self.calls.append(("forget", conversation_id))


class SecondRecorder(Recorder):
    calls: ClassVar[list[tuple[Any, ...]]] = []


class Silent(_Session):
    """Never has anything to say."""

    def draft(self, context: Context, budget: Budget) -> Draft | None:
        return None


# --- valid drafts that no one should want


class AlwaysWrong(_Session):
    """Drafts what is never accepted where `answer` is known (as Oracle's), else what rarely is."""

    answer: ClassVar[tuple[int, ...]] = ()
    prompt_length: ClassVar[int] = 0

    def draft(self, context: Context, budget: Budget) -> Draft | None:
        written = len(context.token_ids) - self.prompt_length
        right = self.answer[written : written + budget.tokens]
        base = right or [context.token_ids[-1] + step for step in range(budget.tokens)]
        return Draft.chain([self._any(token + 1) for token in base], match_length=3)


class RandomTokens(_Session):
    """A chain of any length, of any tokens; the same ones for the same context."""

    def draft(self, context: Context, budget: Budget) -> Draft | None:
        draw = random.Random(len(context.token_ids) * 7919 + context.token_ids[-1])
        ids = [draw.randrange(self.session.vocab_size) for _ in range(draw.randint(0, budget.tokens))]
        return Draft.chain(ids, match_length=draw.randint(0, 40))


class TooLong(_Session):
    """Many more tokens than the budget allows."""

    def draft(self, context: Context, budget: Budget) -> Draft | None:
        return Draft.chain([self._any(step) for step in range(budget.tokens * 20 + 100)])


class Million(_Session):
    """A million tokens."""

    def draft(self, context: Context, budget: Budget) -> Draft | None:
        return Draft.chain([1] * 1_000_000)


# --- raising


class RaisesInConstructor(Silent):
    def __init__(self) -> None:
        raise RuntimeError("no constructor today")


class RaisesInStart(Silent):
    def start(self, session: Session) -> None:
        raise RuntimeError("no start today")


class RaisesInDraft(_Session):
    def draft(self, context: Context, budget: Budget) -> Draft | None:
        raise RuntimeError("no draft today\nand a second line")


class RaisesLater(RandomTokens):
    """Drafts three times, then raises."""

    steps = 0

    def draft(self, context: Context, budget: Budget) -> Draft | None:
        self.steps += 1
        if self.steps > 3:
            raise KeyError("gone")
        return super().draft(context, budget)


class RaisesOnce(RandomTokens):
    """Raises in its first draft, and works ever after."""

    raised: ClassVar[bool] = False

    def draft(self, context: Context, budget: Budget) -> Draft | None:
        if not RaisesOnce.raised:
            RaisesOnce.raised = True
            raise OSError("a passing trouble")
        return super().draft(context, budget)


class RaisesInObserve(RandomTokens):
    def observe(self, outcome: Outcome) -> None:
        raise RuntimeError("no observe today")


class RaisesInFinish(RandomTokens):
    def finish(self) -> None:
        raise RuntimeError("no finish today")


class RaisesInForget(RandomTokens):
    def forget(self, conversation_id: str) -> None:
        raise RuntimeError("no forget today")


class RaisesNamelessly(_Session):
    """An exception that can't even be printed."""

    def draft(self, context: Context, budget: Budget) -> Draft | None:
        class Unprintable(Exception):
            def __str__(self) -> str:
                raise ValueError("not even this")

        raise Unprintable


class Exits(_Session):
    """Asks for the whole program to end."""

    def draft(self, context: Context, budget: Budget) -> Draft | None:
        raise SystemExit(3)


# --- nonsense


class ReturnsNonsense(_Session):
    """Returns `what`, whatever that is."""

    what: ClassVar[Any] = "nonsense"

    def draft(self, context: Context, budget: Budget) -> Draft | None:
        nonsense: Draft | None = self.what
        return nonsense


class ReturnsList(ReturnsNonsense):
    what = [1, 2, 3]


class ReturnsNone(ReturnsNonsense):
    """None is no nonsense, but None inside a draft is."""

    what = Draft((1, None), (-1, 0))  # type: ignore[arg-type]


class ReturnsFloats(ReturnsNonsense):
    what = Draft((1.0, 2.0), (-1, 0))  # type: ignore[arg-type]


class ReturnsBools(ReturnsNonsense):
    what = Draft((True, False), (-1, 0))


class ReturnsNegative(ReturnsNonsense):
    what = Draft((1, -1), (-1, 0))


class ReturnsPastVocabulary(ReturnsNonsense):
    what = Draft((1, 10_000_000), (-1, 0))


class ReturnsParentsOutOfOrder(ReturnsNonsense):
    what = Draft((1, 2), (1, -1))


class ReturnsUnequalLengths(ReturnsNonsense):
    what = Draft((1, 2), (-1,))


class ReturnsMutable(ReturnsNonsense):
    what = Draft([1, 2], [-1, 0])  # type: ignore[arg-type]


class NotASpeculator:
    """Has the methods, but not the base class."""

    def draft(self, context: Context, budget: Budget) -> Draft | None:
        return None


class Mutates(_Session):
    """Tries to change all that it is given; what it managed to change stands in `succeeded`."""

    succeeded: ClassVar[list[str]] = []

    def start(self, session: Session) -> None:
        super().start(session)
        self._try("session.seed", lambda: setattr(session, "seed", 7))
        self._spoil("session", session.token_ids)

    def draft(self, context: Context, budget: Budget) -> Draft | None:
        self._try("context.token_ids", lambda: setattr(context, "token_ids", [0]))
        self._try("budget.tokens", lambda: setattr(budget, "tokens", 1_000_000))
        self._spoil("context", context.token_ids)
        return Draft.chain([self._any(context.token_ids[-1] + 1)])

    def _spoil(self, what: str, token_ids: Sequence[int]) -> None:
        given: Any = token_ids
        before = list(token_ids)
        copied = given[:]
        self._try(f"{what}[:] = []", lambda: copied.__delitem__(0), harmless=True)
        self._try(f"{what}[0] = 0", lambda: given.__setitem__(0, 0))
        self._try(f"del {what}[0]", lambda: given.__delitem__(0))
        self._try(f"{what}.append", lambda: given.append(0))
        if list(token_ids) != before:
            self.succeeded.append(f"{what} has changed")

    def _try(self, what: str, change: Any, *, harmless: bool = False) -> None:
        try:
            change()
        except (AttributeError, TypeError):
            return
        if not harmless:
            self.succeeded.append(what)


HOSTILE: tuple[type[Speculator], ...] = (
    AlwaysWrong,
    RandomTokens,
    TooLong,
    Million,
    Branching,
    RaisesInStart,
    RaisesInDraft,
    RaisesLater,
    RaisesInObserve,
    RaisesInFinish,
    RaisesNamelessly,
    ReturnsList,
    ReturnsNone,
    ReturnsFloats,
    ReturnsBools,
    ReturnsNegative,
    ReturnsPastVocabulary,
    ReturnsParentsOutOfOrder,
    ReturnsUnequalLengths,
    ReturnsMutable,
    Mutates,
)
"""What the engine must survive with the same answer; tests/fakes/hostile.py has worse."""
