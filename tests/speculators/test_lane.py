"""A lane: one call after another on a thread of its own, its first fault kept, given up when it hangs."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator

import pytest

from foreword.speculators.faults import Refused
from foreword.speculators.lane import Broken, Hangs, Lane
from tests.speculators.conftest import PATIENCE


@pytest.fixture
def lane() -> Iterator[Lane]:
    made = Lane("test")
    yield made
    made.abandon()
    assert made.join(PATIENCE)


def _raise(error: BaseException) -> Callable[[], None]:
    def fall() -> None:
        raise error

    return fall


def test_calls_run_in_order_on_one_thread_that_is_not_ours(lane: Lane) -> None:
    seen: list[tuple[int, str]] = []
    for number in range(100):
        lane.post("note", lambda number=number: seen.append((number, threading.current_thread().name)))
    assert lane.call("read", lambda: len(seen), PATIENCE) == 100
    assert seen == [(number, "speculator test") for number in range(100)]


def test_an_answer_of_any_kind_comes_back(lane: Lane) -> None:
    for answer in (None, 0, "", [1], ValueError("as a value")):
        assert lane.call("give", lambda answer=answer: answer, PATIENCE) is answer


@pytest.mark.parametrize(
    ("error", "problem"),
    [
        (ValueError("no\nsecond line"), "failed in act: ValueError: no"),
        (KeyboardInterrupt(), "failed in act: KeyboardInterrupt"),
        (SystemExit(3), "failed in act: SystemExit: 3"),
        (GeneratorExit(), "failed in act: GeneratorExit"),
        (Refused("made a bad draft"), "made a bad draft"),
    ],
)
def test_the_first_fault_is_kept_and_nothing_runs_behind_it(
    lane: Lane, error: BaseException, problem: str
) -> None:
    ran: list[int] = []
    lane.post("act", _raise(error))
    lane.post("more", lambda: ran.append(1))
    with pytest.raises(Broken):
        lane.call("draft", lambda: ran.append(2), PATIENCE)
    assert lane.fault is not None
    assert lane.fault.problem == problem
    assert ("Traceback" in lane.fault.detail) is (type(error) is not Refused)
    assert ran == []
    assert lane.alive


def test_a_call_that_hangs_is_blamed_by_name_after_the_limit(lane: Lane) -> None:
    let_go = threading.Event()
    lane.post("observe", let_go.wait)
    begun = time.monotonic()
    with pytest.raises(Hangs) as caught:
        lane.call("draft", lambda: None, 0.05)
    assert caught.value.what == "observe"
    assert time.monotonic() - begun < PATIENCE / 2
    let_go.set()
    assert lane.settle(PATIENCE)


def test_an_overdue_call_is_named_unless_it_may_take_its_time(lane: Lane) -> None:
    let_go = threading.Event()
    lane.post("observe", let_go.wait)
    _until(lambda: lane.overdue(0.01) == "observe")
    assert lane.overdue(60) == ""
    let_go.set()
    assert lane.settle(PATIENCE)
    let_go.clear()
    lane.post("start", let_go.wait, patient=True)
    _until(lambda: lane.doing == "start")
    time.sleep(0.02)
    assert lane.overdue(0.01) == ""
    let_go.set()


def test_busy_until_what_may_take_its_time_is_done(lane: Lane) -> None:
    let_go = threading.Event()
    assert not lane.busy
    lane.post("start", let_go.wait, patient=True)
    lane.post("learn", lambda: None, patient=True)
    assert lane.busy
    assert not lane.settle(0.01)
    let_go.set()
    assert lane.settle(PATIENCE)
    assert not lane.busy
    lane.post("observe", lambda: None)
    assert not lane.busy


def test_what_is_dropped_never_runs_and_keeps_nobody_busy(lane: Lane) -> None:
    let_go, ran = threading.Event(), []
    lane.post("start", let_go.wait, patient=True)
    _until(lambda: lane.doing == "start")
    for _ in range(5):
        lane.post("learn", lambda: ran.append(1), patient=True)
    lane.drop_queued()
    let_go.set()
    assert lane.settle(PATIENCE)
    assert not lane.busy
    assert ran == []


def test_the_end_comes_after_what_is_queued() -> None:
    lane, ran = Lane("test"), []
    lane.post("one", lambda: ran.append(1))
    lane.end()
    assert lane.join(PATIENCE)
    assert ran == [1]
    assert lane.settle(0)


def test_abandoned_a_busy_loop_ends() -> None:
    lane = Lane("test")

    def spin() -> None:
        while True:
            pass

    lane.post("draft", spin)
    _until(lambda: lane.doing == "draft")
    lane.abandon()
    assert lane.join(PATIENCE), "it would eat a processor for ever"


def test_abandoned_one_that_swallows_the_exception_is_asked_again() -> None:
    lane, tries = Lane("test"), []

    def stubborn() -> None:
        while len(tries) < 3:
            try:
                while True:
                    time.sleep(0.001)
            except BaseException:  # noqa: BLE001 - which is the point
                tries.append(1)

    lane.post("draft", stubborn)
    _until(lambda: lane.doing == "draft")
    for count in range(1, 4):
        lane.abandon()
        _until(lambda count=count: len(tries) >= count)
    assert lane.join(PATIENCE)


def test_a_lane_waits_for_the_end_of_the_one_before_it() -> None:
    first, order = Lane("test"), []
    first.post("close", lambda: (time.sleep(0.05), order.append("first"))[1])
    first.end()
    second = Lane("test", after=first, patience=PATIENCE)
    second.call("open", lambda: order.append("second"), PATIENCE)
    assert order == ["first", "second"]
    second.end()


def test_a_lane_waits_only_so_long_for_the_one_before_it() -> None:
    let_go = threading.Event()
    first = Lane("test")
    first.post("close", let_go.wait)
    first.end()
    second = Lane("test", after=first, patience=0.01)
    assert second.call("open", lambda: 7, PATIENCE) == 7
    let_go.set()
    second.end()


def _until(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.001)
