"""The pool: calls in order, switches in the middle of a reply, and every fault contained."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest

from foreword.api import Budget, Context, Draft, Outcome, Session, Speculator
from foreword.speculators import pool as pool_module
from foreword.speculators.views import ReadOnly
from tests.fakes import speculators as fakes
from tests.fakes.speculators import Recorder, SecondRecorder
from tests.speculators.conftest import BUDGET, VOCABULARY, Bench

BenchOf = Callable[..., Bench]


class Keeps(Speculator):
    """Keeps all that it was given."""

    last: Keeps

    def __init__(self) -> None:
        Keeps.last = self
        self.outcomes: list[Outcome] = []

    def start(self, session: Session) -> None:
        self.session = session

    def draft(self, context: Context, budget: Budget) -> Draft | None:
        self.context, self.budget = context, budget
        return None

    def observe(self, outcome: Outcome) -> None:
        self.outcomes.append(outcome)


# --- the plain course of a reply


def test_the_calls_of_a_reply_in_order(bench_of: BenchOf) -> None:
    bench = bench_of(Recorder)
    bench.begin([1, 2, 3])
    assert bench.step(3, 4, Recorder=1) == {"Recorder": Draft.chain([3])}
    assert bench.step(5) == {"Recorder": Draft.chain([4])}
    bench.end()
    assert Recorder.calls == [
        ("start", [1, 2, 3]),
        ("draft", [1, 2, 3]),
        ("observe", (3, 4), 1),
        ("draft", [1, 2, 3, 3, 4]),
        ("observe", (5,), 0),
        ("finish",),
    ]


class Dawdles(Recorder):
    """Takes its time over the first outcome, so that those behind it wait."""

    calls: list[tuple[Any, ...]] = []

    def observe(self, outcome: Outcome) -> None:
        time.sleep(0.0 if len(self.calls) > 2 else 0.2)
        super().observe(outcome)


def test_closing_right_after_a_reply_loses_nothing_of_it(bench_of: BenchOf) -> None:
    Dawdles.calls = []
    bench = bench_of(Dawdles)
    bench.begin([1, 2, 3])
    bench.draft()
    for token in (4, 5, 6):
        bench.pool.observe((token,), {})
    bench.pool.end()
    bench.pool.close()
    assert [call for call in Dawdles.calls if call[0] == "observe"] == [
        ("observe", (4,), 0),
        ("observe", (5,), 0),
        ("observe", (6,), 0),
    ]
    assert Dawdles.calls[-1] == ("finish",)


def test_what_a_session_says(bench_of: BenchOf) -> None:
    bench = bench_of(Keeps)
    bench.begin([1, 2], temporary=True)
    bench.step(5)
    session = Keeps.last.session
    assert (session.conversation_id, session.temporary, session.seed) == ("chat", True, 7)
    assert session.vocab_size == VOCABULARY
    assert session.tokenizer.decode(session.tokenizer.encode("Ab")) == "Ab"
    assert session.data_folder == bench.data / "Keeps"
    assert session.data_folder.is_dir()
    assert session.token_ids == (1, 2), "the prompt as it was, whatever was written since"
    assert Keeps.last.budget == BUDGET


def test_the_context_is_a_read_only_view_of_all_tokens(bench_of: BenchOf) -> None:
    bench = bench_of(Keeps)
    bench.begin([1, 2])
    bench.step(5, 6)
    ids = Keeps.last.context.token_ids
    assert list(ids) == ids[:] == [1, 2, 5, 6]
    assert (len(ids), ids[-1], ids[1:3], list(reversed(ids)), 5 in ids) == (4, 6, [2, 5], [6, 5, 2, 1], True)
    with pytest.raises(TypeError):
        ids[0] = 9  # type: ignore[index]
    with pytest.raises(AttributeError):
        ids.append(9)  # type: ignore[attr-defined]


def test_iterating_over_the_context_is_as_quick_as_over_a_list() -> None:
    ids = list(range(10))
    assert type(iter(ReadOnly(ids))) is type(iter(ids))


def test_a_speculator_that_tries_to_change_things_changes_nothing(bench_of: BenchOf) -> None:
    bench = bench_of(fakes.Mutates, Recorder)
    bench.begin([1, 2, 3])
    bench.step(4)
    assert bench.step(5)["Recorder"] == Draft.chain([4])
    assert fakes.Mutates.succeeded == []
    assert bench.info("Mutates").state == "active"


def test_drafts_come_in_order_of_name_and_silence_is_left_out(bench_of: BenchOf) -> None:
    bench = bench_of(SecondRecorder, fakes.Silent, fakes.RandomTokens, Recorder)
    bench.begin()
    names = list(bench.draft())
    assert names == sorted(names)
    assert {"Recorder", "SecondRecorder"} <= set(names)
    assert "Silent" not in names


def test_too_long_is_cut_to_the_budget_and_no_fault(bench_of: BenchOf) -> None:
    bench = bench_of(fakes.TooLong, fakes.Million)
    bench.begin()
    drafts = bench.draft()
    assert {name: len(draft) for name, draft in drafts.items()} == {"Million": 6, "TooLong": 6}
    assert bench.info("TooLong").state == "active"


def test_the_seconds_of_drafting_are_counted_for_each_reply(
    bench_of: BenchOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock(monkeypatch)
    bench = bench_of(clock.speculator(0.25), fakes.Silent)
    bench.begin()
    bench.step()
    bench.step()
    assert bench.pool.seconds == {"Takes": 0.5, "Silent": 0.0}
    bench.end()
    bench.begin()
    assert bench.pool.seconds == {}


def test_nothing_is_imported_or_built_while_it_is_off(bench_of: BenchOf) -> None:
    bench = bench_of(fakes.RaisesInConstructor)
    bench.turn(off="RaisesInConstructor")
    bench.begin()
    bench.step()
    bench.end()
    assert bench.info("RaisesInConstructor").reason == ""


def test_a_name_that_is_on_but_not_installed_is_no_fault(bench_of: BenchOf) -> None:
    bench = bench_of(Recorder)
    bench.turn(on="uninstalled")
    bench.begin()
    assert list(bench.step()) == ["Recorder"]


# --- switches in the middle of a reply


def test_switched_on_in_the_middle_it_starts_with_all_tokens_so_far(bench_of: BenchOf) -> None:
    bench = bench_of(Recorder)
    bench.turn(off="Recorder")
    bench.begin([1, 2])
    assert bench.step(3, 4) == {}
    bench.turn(on="Recorder")
    assert bench.step(5) == {"Recorder": Draft.chain([4])}
    assert Recorder.calls == [("start", [1, 2, 3, 4]), ("draft", [1, 2, 3, 4]), ("observe", (5,), 0)]


def test_switched_off_in_the_middle_it_finishes_and_hears_no_more(bench_of: BenchOf) -> None:
    bench = bench_of(Recorder, SecondRecorder)
    bench.begin([1])
    bench.step(2)
    bench.turn(off="Recorder")
    assert list(bench.step(3)) == ["SecondRecorder"]
    bench.end()
    assert Recorder.calls[-1] == ("finish",)
    assert ("observe", (3,), 0) not in Recorder.calls
    assert SecondRecorder.calls[-2:] == [("observe", (3,), 0), ("finish",)]


def test_off_and_on_again_starts_anew(bench_of: BenchOf) -> None:
    bench = bench_of(Recorder)
    bench.begin([1])
    bench.step(2)
    bench.turn(off="Recorder")
    bench.step(3)
    bench.turn(on="Recorder")
    bench.step(4)
    assert [call for call in Recorder.calls if call[0] in ("start", "finish")] == [
        ("start", [1]),
        ("finish",),
        ("start", [1, 2, 3]),
    ]


# --- faults


@pytest.mark.parametrize(
    ("hostile", "reason"),
    [
        (fakes.RaisesInConstructor, "could not be built: RuntimeError: no constructor today"),
        (fakes.RaisesInStart, "failed in start: RuntimeError: no start today"),
        (fakes.RaisesInDraft, "failed in draft: RuntimeError: no draft today"),
        (fakes.RaisesInObserve, "failed in observe: RuntimeError: no observe today"),
        (fakes.RaisesNamelessly, "failed in draft: Unprintable: (its message can't be read)"),
        (fakes.Exits, "failed in draft: SystemExit: 3"),
        (fakes.ReturnsList, "made a bad draft: it returned a list, not a Draft"),
        (fakes.ReturnsNone, "made a bad draft: it proposed a NoneType, which is no plain int of 0 to 99"),
        (fakes.ReturnsFloats, "made a bad draft: it proposed a float, which is no plain int of 0 to 99"),
        (fakes.ReturnsBools, "made a bad draft: it proposed a bool, which is no plain int of 0 to 99"),
        (fakes.ReturnsNegative, "made a bad draft: it proposed -1, which is no plain int of 0 to 99"),
        (
            fakes.ReturnsPastVocabulary,
            "made a bad draft: it proposed 10000000, which is no plain int of 0 to 99",
        ),
        (
            fakes.ReturnsParentsOutOfOrder,
            "made a bad draft: it gave node 0 the parent 1; a parent comes before its children",
        ),
        (fakes.ReturnsUnequalLengths, "made a bad draft: it has 2 tokens but 1 parents"),
        (fakes.ReturnsMutable, "made a bad draft: it has token_ids or parents that are no plain tuples"),
    ],
)
def test_a_fault_leaves_it_out_with_the_reason_and_another_goes_on(
    bench_of: BenchOf, hostile: type[Any], reason: str
) -> None:
    bench = bench_of(hostile, Recorder)
    bench.begin([1])
    assert bench.step(2)["Recorder"] == Draft.chain([1])
    assert list(bench.step(3)) == ["Recorder"]
    info = bench.info(hostile.__name__)
    assert (info.state, info.reason) == ("failed", reason)
    raised = "could not" in reason or "failed" in reason
    assert info.detail.startswith("Traceback") is raised
    bench.end()
    assert bench.info("Recorder").state == "active"
    assert Recorder.calls[-1] == ("finish",)


def test_a_fault_in_finish_is_told_and_the_others_finish(bench_of: BenchOf) -> None:
    bench = bench_of(fakes.RaisesInFinish, Recorder, SecondRecorder)
    bench.begin()
    bench.step()
    bench.end()
    assert bench.info("RaisesInFinish").reason == "failed in finish: RuntimeError: no finish today"
    assert Recorder.calls[-1] == SecondRecorder.calls[-1] == ("finish",)


def test_a_fault_later_in_the_reply_keeps_what_came_before(bench_of: BenchOf) -> None:
    bench = bench_of(fakes.RaisesLater)
    bench.begin()
    for _ in range(3):
        bench.step()
        assert bench.info("RaisesLater").state == "active"
    assert bench.step() == {}
    assert bench.info("RaisesLater").reason == "failed in draft: KeyError: 'gone'"


def test_a_failed_one_stays_out_of_the_next_replies_too(bench_of: BenchOf) -> None:
    bench = bench_of(fakes.RaisesOnce)
    for _ in range(2):
        bench.begin()
        assert bench.step() == {}
        bench.end()
    assert bench.info("RaisesOnce").reason == "failed in draft: OSError: a passing trouble"


def test_switching_it_off_and_on_again_gives_it_another_chance(bench_of: BenchOf) -> None:
    bench = bench_of(fakes.RaisesOnce)
    bench.begin(range(10))
    bench.step()
    bench.turn(off="RaisesOnce")
    bench.step()
    assert bench.info("RaisesOnce").state == "off"
    bench.turn(on="RaisesOnce")
    assert any(bench.step(token) for token in range(10))
    info = bench.info("RaisesOnce")
    assert (info.state, info.reason, info.detail) == ("active", "", "")


def test_switching_it_off_and_on_between_replies_does_too(bench_of: BenchOf) -> None:
    bench = bench_of(fakes.RaisesOnce)
    bench.begin()
    bench.step()
    bench.end()
    for flip in ({"off": "RaisesOnce"}, {"on": "RaisesOnce"}):
        bench.turn(**flip)
        bench.pool.refresh()  # as the list of speculators does at each flip
    bench.begin(range(10))
    assert any(bench.step(token) for token in range(10))
    assert bench.info("RaisesOnce").state == "active"


def test_no_folder_for_its_data_leaves_it_out_and_the_reply_goes_on(bench_of: BenchOf) -> None:
    bench = bench_of(Recorder, fakes.Silent)
    bench.data.mkdir()
    (bench.data / "Recorder").write_text("a file in the way")
    bench.begin()
    assert bench.step() == {}
    assert bench.info("Recorder").reason.startswith("has no folder for its data: File exists")
    assert bench.info("Silent").state == "active"


# --- too slow


class Clock:
    """The pool's time, which passes only while a speculator drafts."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 0.0
        monkeypatch.setattr(pool_module.time, "perf_counter", lambda: self.now)

    def speculator(self, *seconds: float) -> type[Speculator]:
        """One that takes so long, in turn and over again."""
        clock = self
        Takes.seconds, Takes.clock, Takes.finished = seconds, clock, 0
        return Takes


class Takes(Speculator):
    seconds: tuple[float, ...]
    clock: Clock
    finished = 0

    def __init__(self) -> None:
        self.step = 0

    def draft(self, context: Context, budget: Budget) -> Draft | None:
        self.clock.now += self.seconds[self.step % len(self.seconds)]
        self.step += 1
        return Draft.chain([1])

    def finish(self) -> None:
        Takes.finished += 1


def test_five_far_too_slow_steps_in_a_row_leave_it_out_of_the_reply(
    bench_of: BenchOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench = bench_of(Clock(monkeypatch).speculator(0.031), Recorder)
    bench.begin()
    for _ in range(4):
        assert set(bench.step()) == {"Recorder", "Takes"}
    assert bench.info("Takes").state == "active"
    assert set(bench.step()) == {"Recorder"}
    info = bench.info("Takes")
    assert (info.state, info.reason) == ("paused", "takes too long: 31 ms a step, 2 ms allowed")
    assert set(bench.step()) == {"Recorder"}
    assert Takes.finished == 1
    bench.end()
    assert Takes.finished == 1
    bench.begin()
    assert set(bench.step()) == {"Recorder", "Takes"}, "the next reply gives it another chance"
    assert bench.info("Takes").state == "active"


def test_one_quick_step_between_clears_the_strikes(
    bench_of: BenchOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench = bench_of(Clock(monkeypatch).speculator(1.0, 1.0, 1.0, 1.0, 0.001))
    bench.begin()
    for _ in range(20):
        assert bench.step()
    assert bench.info("Takes").state == "active"


def test_slow_but_not_far_too_slow_is_the_planners_business(
    bench_of: BenchOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench = bench_of(Clock(monkeypatch).speculator(0.019))
    bench.begin()
    for _ in range(20):
        assert bench.step()


def test_a_new_reply_begins_without_strikes(bench_of: BenchOf, monkeypatch: pytest.MonkeyPatch) -> None:
    bench = bench_of(Clock(monkeypatch).speculator(1.0))
    for _ in range(3):
        bench.begin()
        for _ in range(4):
            assert bench.step()
        bench.end()


def test_the_real_clock_is_read(bench_of: BenchOf, monkeypatch: pytest.MonkeyPatch) -> None:
    def sleepy(*_: object) -> None:
        time.sleep(0.021)

    monkeypatch.setattr(fakes.Silent, "draft", sleepy)
    bench = bench_of(fakes.Silent)
    bench.begin()
    for _ in range(5):
        bench.step()
    assert bench.info("Silent").reason.startswith("takes too long: ")
    assert bench.pool.seconds["Silent"] >= 0.105
