"""One thread for each open speculator. All of its code runs there, one call after another.

    call      waits for the answer, with a limit
    post      doesn't wait; what is posted as `patient` may take its time, and keeps the lane busy meanwhile

The first exception is kept as the lane's fault, and nothing that was queued behind it runs. A call that
doesn't come back can't be ended from outside: the lane is abandoned, its thread asked to end by an
exception that is raised in it, and if it doesn't listen (it sleeps in a system call, or catches
everything) it is left behind as a daemon. Code that never lets go of the interpreter's lock, or that
crashes the process, is beyond what threads can contain.

Hand-over is one SimpleQueue each way, whose waiting ends without polling. Knows nothing of speculators.
"""

from __future__ import annotations

import ctypes
import time
from collections.abc import Callable
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, NamedTuple, TypeVar

from foreword.speculators.faults import Fault, fault_of

_T = TypeVar("_T")
_Answer = SimpleQueue[Any]


class Broken(Exception):
    """The call, or one before it, raised: `lane.fault` says what."""


class Hangs(Exception):
    """No answer within the limit. `what` is the call that hangs, perhaps one that was queued earlier."""

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.what = what


class Abandoned(BaseException):
    """Raised inside of a lane that nobody waits for any more, to end what runs there."""


class LaneThread(Thread):
    """The thread of a lane, so that others can tell whose code runs."""


class _Job(NamedTuple):
    what: str
    function: Callable[[], Any]
    answer: _Answer | None
    patient: bool


class _Doing(NamedTuple):
    what: str
    since: float
    patient: bool


_FAILED = object()
"""The answer of a call that raised."""


class Lane:
    """A thread with a queue. Only one other thread, always the same, calls the methods."""

    def __init__(self, name: str, after: Lane | None = None, patience: float = 2.0) -> None:
        """`after` is the lane of a predecessor, which gets `patience` seconds to end first."""
        self.fault: Fault | None = None
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._posted = self._done = 0  # of the patient jobs; each is written by one thread alone
        self._doing: _Doing | None = None
        self._over = False
        self._unwanted = ""
        self._thread = LaneThread(
            target=self._run, args=(after, patience), name=f"speculator {name}", daemon=True
        )
        self._thread.start()

    # --- work
    def call(self, what: str, function: Callable[[], _T], seconds: float, *, patient: bool = False) -> _T:
        """The function's answer. Raises Broken if it, or what was queued before it, raised; Hangs after
        `seconds`, counted from now."""
        answer: _Answer = SimpleQueue()
        self._put(_Job(what, function, answer, patient))
        try:
            value = answer.get(timeout=max(seconds, 0.0))
        except Empty:
            raise Hangs(self.doing or what) from None
        if value is _FAILED:
            raise Broken(what)
        found: _T = value
        return found

    def post(self, what: str, function: Callable[[], object], *, patient: bool = False) -> None:
        self._put(_Job(what, function, None, patient))

    def settle(self, seconds: float) -> bool:
        """Wait until all that was queued so far is done or dropped; False where `seconds` are too few."""
        if self._over:
            return self.join(seconds)
        if seconds <= 0:
            return self._doing is None and self._jobs.empty()
        try:
            self.call("waiting", _nothing, seconds)
        except Broken:
            return True
        except Hangs:
            return False
        return True

    # --- what goes on
    @property
    def busy(self) -> bool:
        """Whether something that may take its time runs or is queued."""
        return self._posted != self._done

    @property
    def doing(self) -> str:
        """The call that runs now, empty if none."""
        doing = self._doing
        return doing.what if doing else ""

    def overdue(self, seconds: float) -> str:
        """The call that should have returned by now, empty if none."""
        doing = self._doing
        late = doing is not None and not doing.patient and time.monotonic() - doing.since > seconds
        return doing.what if doing is not None and late else ""

    @property
    def alive(self) -> bool:
        return self._thread.is_alive()

    # --- the end
    def skip(self, what: str) -> None:
        """Calls of this kind that haven't begun aren't made any more."""
        self._unwanted = what

    def drop_queued(self) -> None:
        """Forget what hasn't begun; whoever waits for it is told that it failed."""
        while True:
            try:
                job = self._jobs.get_nowait()
            except Empty:
                return
            if job is not None:
                self._posted -= job.patient
                if job.answer is not None:
                    job.answer.put(_FAILED)

    def end(self) -> None:
        """Nothing comes any more: the thread ends after what is queued."""
        self._over = True
        self._jobs.put(None)

    def join(self, seconds: float) -> bool:
        """Whether the thread has ended, after at most so many seconds."""
        self._thread.join(max(seconds, 0.0))
        return not self._thread.is_alive()

    def abandon(self) -> None:
        """Give up on it: nothing more runs, and what runs now is asked to end. May be asked again."""
        if not self._over:
            self.drop_queued()
            self.end()
        ident = self._thread.ident
        if ident is not None and self._thread.is_alive():
            ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(ident), ctypes.py_object(Abandoned))

    # --- on the lane's own thread
    def _put(self, job: _Job) -> None:
        assert not self._over, "nothing may be queued behind the end"
        self._posted += job.patient
        self._jobs.put(job)

    def _run(self, after: Lane | None, patience: float) -> None:
        try:
            if after is not None:
                after.join(patience)
                after = None  # else each lane would keep all those before it
            while (job := self._jobs.get()) is not None:
                self._do(job)
        except Abandoned:
            return  # it came between two calls

    def _do(self, job: _Job) -> None:
        value: Any = _FAILED
        self._doing = _Doing(job.what, time.monotonic(), job.patient)
        try:
            if self.fault is None and job.what != self._unwanted:
                value = job.function()
        except BaseException as error:  # noqa: BLE001 - the plugin boundary; Ctrl-C reaches the main thread alone
            self.fault = fault_of(job.what, error)
        finally:
            self._doing = None
            self._done += job.patient
        if job.answer is not None:
            job.answer.put(value)


def _nothing() -> None:
    """What `settle` queues: when it is done, so is all before it."""
