"""Speculators that do worse than raise: hang, meddle, lie about types, misdeclare themselves.

Where one could spoil the test run itself, it stops when `put_back` ends, which also mends what it changed.
"""

from __future__ import annotations

import atexit
import gc
import os
import random
import shutil
import signal
import sys
import tempfile
import threading
import time
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, ClassVar

from foreword.api import (
    Action,
    Budget,
    Context,
    Draft,
    Fact,
    IntOption,
    Outcome,
    Session,
    Speculator,
    Status,
    Target,
    TextOption,
    Unsuitable,
)
from tests.fakes.speculators import RandomTokens, ReturnsNonsense, Silent

_let_go = [threading.Event()]
"""The last one is set by `put_back`: whoever still hangs, and swallows every exception, ends."""


@contextmanager
def put_back() -> Iterator[None]:
    """Undo what a plugin may have done to the process."""
    _let_go.append(threading.Event())
    before = list(sys.path), dict(os.environ), Path.cwd(), random.getstate()
    handler = signal.getsignal(signal.SIGINT)
    try:
        with warnings.catch_warnings():
            yield
    finally:
        _let_go[-1].set()
        sys.path[:] = before[0]
        os.environ.clear()
        os.environ.update(before[1])
        os.chdir(before[2])
        random.setstate(before[3])
        signal.signal(signal.SIGINT, handler)


def _sleep_for_ever() -> None:
    let_go = _let_go[-1]
    while not let_go.is_set():
        time.sleep(0.01)


# --- hanging


class HangsInDraft(Silent):
    def draft(self, context: Context, budget: Budget) -> Draft | None:
        _sleep_for_ever()
        return None


class SpinsInDraft(Silent):
    """Never sleeps: it would eat a processor."""

    def draft(self, context: Context, budget: Budget) -> Draft | None:
        while True:
            pass


class HangsAndSwallows(Silent):
    """Doesn't listen to the exception that asks it to end."""

    def draft(self, context: Context, budget: Budget) -> Draft | None:
        let_go = _let_go[-1]
        while not let_go.is_set():
            try:
                time.sleep(0.01)
            except BaseException:  # noqa: BLE001 - which is the point
                continue
        return None


class HangsInStart(RandomTokens):
    def start(self, session: Session) -> None:
        _sleep_for_ever()


class HangsInOpen(RandomTokens):
    def open(self, host: Any) -> None:
        _sleep_for_ever()


class HangsInConstructor(RandomTokens):
    def __init__(self) -> None:
        _sleep_for_ever()


class HangsInConfigure(RandomTokens):
    def configure(self, values: Mapping[str, Any]) -> None:
        _sleep_for_ever()


class HangsInObserve(RandomTokens):
    def observe(self, outcome: Outcome) -> None:
        _sleep_for_ever()


class HangsInFinish(RandomTokens):
    def finish(self) -> None:
        _sleep_for_ever()


class HangsInStatus(RandomTokens):
    def status(self, conversation_id: str | None) -> Status | None:
        _sleep_for_ever()
        return None


class HangsInForget(RandomTokens):
    def forget(self, conversation_id: str) -> None:
        _sleep_for_ever()


class HangsInClose(RandomTokens):
    def close(self) -> None:
        _sleep_for_ever()


class HangsInItsMessage(Silent):
    """An exception whose text never comes."""

    def draft(self, context: Context, budget: Budget) -> Draft | None:
        class Endless(Exception):
            def __str__(self) -> str:
                _sleep_for_ever()
                return ""

        raise Endless


# --- raising what is no Exception


class Interrupts(Silent):
    def draft(self, context: Context, budget: Budget) -> Draft | None:
        raise KeyboardInterrupt


class ExitsInStart(Silent):
    def start(self, session: Session) -> None:
        sys.exit("enough")


class ExitsInObserve(RandomTokens):
    def observe(self, outcome: Outcome) -> None:
        raise SystemExit


class RaisesBase(Silent):
    def draft(self, context: Context, budget: Budget) -> Draft | None:
        class Own(BaseException):
            pass

        raise Own("no Exception at all")


class RaisesGeneratorExit(Silent):
    def draft(self, context: Context, budget: Budget) -> Draft | None:
        raise GeneratorExit


class Recurses(Silent):
    def draft(self, context: Context, budget: Budget) -> Draft | None:
        return self.draft(context, budget)


class RaisesHugeMessage(Silent):
    def draft(self, context: Context, budget: Budget) -> Draft | None:
        raise ValueError("x" * 5_000_000)


class RaisesSubclassedText(Silent):
    """Its message is a str with methods of its own."""

    def draft(self, context: Context, budget: Budget) -> Draft | None:
        class Text(str):
            def strip(self, *_: Any) -> Any:
                raise SystemExit

            splitlines = __getitem__ = __len__ = strip  # type: ignore[assignment]

        class Textual(Exception):
            def __str__(self) -> str:
                return Text("a text with a will")

        raise Textual


class UnsuitablySaid(RandomTokens):
    """Unsuitable, with a reason that can't be read."""

    def start(self, session: Session) -> None:
        class Wordless(Unsuitable):
            def __str__(self) -> str:
                raise KeyboardInterrupt

        raise Wordless


class UnsuitableForAll(RandomTokens):
    def attach(self, target: Target) -> None:
        raise Unsuitable(f"{target.name} is not to its taste\nat all")


# --- lying about types


class _Int(int):
    def __lt__(self, other: Any) -> bool:
        raise SystemExit

    __le__ = __ge__ = __gt__ = __lt__


class _Tuple(tuple[int, ...]):
    def __len__(self) -> int:
        raise SystemExit


class _Draft(Draft):
    def __len__(self) -> int:
        raise SystemExit


class _Pretends:
    """Says that it is a Draft."""

    __class__ = Draft  # type: ignore[assignment]
    token_ids, parents, scores, match_length = (1,), (-1,), (), 0


class ReturnsIntSubclass(ReturnsNonsense):
    what = Draft((_Int(1), 2), (-1, 0))


class ReturnsTupleSubclass(ReturnsNonsense):
    what = Draft(_Tuple((1, 2)), _Tuple((-1, 0)))


class ReturnsDraftSubclass(ReturnsNonsense):
    what = _Draft((1, 2), (-1, 0))


class ReturnsPretender(ReturnsNonsense):
    what = _Pretends()


class ReturnsHalfADraft(ReturnsNonsense):
    what = Draft.__new__(Draft)


class ReturnsHugeParents(ReturnsNonsense):
    what = Draft((1, 2), (-1, 10**40))


class ReturnsHugeToken(ReturnsNonsense):
    what = Draft((10**5_000,), (-1,))


class ReturnsNegativeParent(ReturnsNonsense):
    what = Draft((1, 2), (-1, -2))


class ReturnsItsOwnParent(ReturnsNonsense):
    what = Draft((1, 2), (-1, 1))


class ReturnsBadMatchLength(ReturnsNonsense):
    what = Draft((1,), (-1,), (), -5)


# --- meddling


class MutatesByForce(RandomTokens):
    """Past frozen dataclasses and read-only views, to the lists behind them."""

    def start(self, session: Session) -> None:
        super().start(session)
        self._force(session, "token_ids", (0,))
        self._force(session, "seed", 0)
        self._force(session.sampling, "temperature", 9.0)

    def draft(self, context: Context, budget: Budget) -> Draft | None:
        for behind in gc.get_referents(context.token_ids):
            if isinstance(behind, list):
                behind.clear()
                behind.extend([0, 0, 0])
        self._force(context, "token_ids", [0])
        self._force(budget, "tokens", 1_000_000)
        self._force(budget, "microseconds", -1)
        return Draft.chain([1] * 50)

    def observe(self, outcome: Outcome) -> None:
        self._force(outcome, "token_ids", ())

    def _force(self, target: Any, name: str, value: Any) -> None:
        object.__setattr__(target, name, value)


class SpoilsTokenizer(RandomTokens):
    def start(self, session: Session) -> None:
        super().start(session)
        tokenizer: Any = session.tokenizer
        tokenizer.vocabulary().clear()
        tokenizer.encode("a text").clear()
        for name in list(vars(tokenizer)):
            setattr(tokenizer, name, None)


class SpoilsItself(RandomTokens):
    def start(self, session: Session) -> None:
        self.draft = None  # type: ignore[assignment,method-assign]
        self.observe = 7  # type: ignore[assignment,method-assign]
        self.finish = "no"  # type: ignore[assignment,method-assign]


class DeletesItsFolder(RandomTokens):
    def start(self, session: Session) -> None:
        super().start(session)
        shutil.rmtree(session.data_folder)


class StartsBadThreads(RandomTokens):
    def start(self, session: Session) -> None:
        super().start(session)
        thread = threading.Thread(target=self._fall, daemon=True)
        thread.start()
        thread.join()

    def _fall(self) -> None:
        raise RuntimeError("in a thread of its own")


class ChangesSurroundings(RandomTokens):
    def start(self, session: Session) -> None:
        super().start(session)
        sys.path.clear()
        os.environ.clear()
        os.chdir(tempfile.gettempdir())
        warnings.simplefilter("ignore")
        random.seed(1)
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # raises: this isn't the main thread


class Prints(RandomTokens):
    def draft(self, context: Context, budget: Budget) -> Draft | None:
        print("hello from a plugin")
        return super().draft(context, budget)


class RegistersAtExit(RandomTokens):
    registered: ClassVar[list[Any]] = []

    def start(self, session: Session) -> None:
        super().start(session)
        atexit.register(self._fall)
        self.registered.append(self._fall)

    def _fall(self) -> None:
        raise RuntimeError("at exit")


class RaisesInClose(RandomTokens):
    def close(self) -> None:
        raise RuntimeError("no close today")


# --- misdeclaring


class OptionsInAList(RandomTokens):
    options = [IntOption("longest", 4, 1, 8)]  # type: ignore[assignment]


class OptionsTwice(RandomTokens):
    options = (IntOption("longest", 4, 1, 8), TextOption("longest", ""))


class OptionsThatDontFit(RandomTokens):
    options = (IntOption("longest", 400, 1, 8),)


class OptionsThatAreNone(RandomTokens):
    options = ("longest",)  # type: ignore[assignment]


class WantsTooMuch(RandomTokens):
    likeliest_wanted = 1_000


class _Meta(type(Speculator)):  # type: ignore[misc]
    @property
    def options(cls) -> Any:
        raise SystemExit("no options")


class RaisesWhenLookedAt(RandomTokens, metaclass=_Meta):
    pass


class StatusOfNonsense(RandomTokens):
    what: ClassVar[Any] = {"facts": 1}

    def status(self, conversation_id: str | None) -> Status | None:
        nonsense: Status | None = self.what
        return nonsense


class StatusOfLists(StatusOfNonsense):
    what = Status(facts=[Fact("size", "1")])  # type: ignore[arg-type]


class StatusOfNumbers(StatusOfNonsense):
    what = Status(facts=(Fact("size", 1),))  # type: ignore[arg-type]


class StatusWithoutMeasure(StatusOfNonsense):
    what = Status(working="busy", fraction=float("nan"))


class StatusRaises(RandomTokens):
    def status(self, conversation_id: str | None) -> Status | None:
        raise RuntimeError("no status today")


class StatusOfVolumes(StatusOfNonsense):
    """Well-formed, and far too much."""

    what = Status(
        facts=(Fact("l" * 10_000, "v" * 1_000_000),) * 10_000,
        actions=(Action("go", "Go"),) * 10_000,
        working="w" * 1_000_000,
        fraction=7,
    )


class RaisesInAct(RandomTokens):
    def act(self, action: str, conversation_id: str | None) -> str:
        raise RuntimeError("no act today")


HANGING: tuple[type[Speculator], ...] = (
    HangsInDraft,
    SpinsInDraft,
    HangsAndSwallows,
    HangsInStart,
    HangsInOpen,
    HangsInConstructor,
    HangsInConfigure,
    HangsInObserve,
    HangsInFinish,
    HangsInStatus,
    HangsInForget,
    HangsInClose,
    HangsInItsMessage,
)
MEDDLING: tuple[type[Speculator], ...] = (
    Interrupts,
    ExitsInStart,
    ExitsInObserve,
    RaisesBase,
    RaisesGeneratorExit,
    Recurses,
    RaisesHugeMessage,
    RaisesSubclassedText,
    UnsuitablySaid,
    UnsuitableForAll,
    ReturnsIntSubclass,
    ReturnsTupleSubclass,
    ReturnsDraftSubclass,
    ReturnsPretender,
    ReturnsHalfADraft,
    ReturnsHugeParents,
    ReturnsHugeToken,
    ReturnsNegativeParent,
    ReturnsItsOwnParent,
    ReturnsBadMatchLength,
    MutatesByForce,
    SpoilsTokenizer,
    SpoilsItself,
    DeletesItsFolder,
    StartsBadThreads,
    ChangesSurroundings,
    Prints,
    RegistersAtExit,
    RaisesInClose,
    OptionsInAList,
    OptionsTwice,
    OptionsThatDontFit,
    OptionsThatAreNone,
    WantsTooMuch,
    RaisesWhenLookedAt,
    StatusOfNonsense,
    StatusOfLists,
    StatusOfNumbers,
    StatusWithoutMeasure,
    StatusRaises,
    StatusOfVolumes,
    RaisesInAct,
)
