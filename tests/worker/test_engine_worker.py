"""The worker on its thread: loads, streams, stops, survives what breaks, and says everything in messages."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QThread

from foreword.messages import (
    Failed,
    Finished,
    ModelFailed,
    ModelProgress,
    ModelReady,
    PrefillProgress,
    SpeculatorsListed,
    StopReason,
    TokenBatch,
)
from foreword.target import loading
from foreword.target.target import TargetError
from foreword.target.transformers_target import TransformersTarget
from foreword.worker import service
from tests.fakes import speculators as fakes
from tests.fakes.speculators import registry_of
from tests.worker.conftest import Station

Verify = Callable[..., Any]


@pytest.fixture
def ready(station: Station, endless: Path) -> Station:
    station.load(endless)
    station.next(ModelReady)
    return station


class Passes:
    """Counts the passes of the target; each takes a while, and `during` one of them something happens."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *, seconds: float = 0.0) -> None:
        self.count = 0
        self.during: dict[int, Callable[[], object]] = {}
        self.threads: set[QThread] = set()
        verify: Verify = TransformersTarget.verify

        def counting(target: TransformersTarget, *arguments: Any) -> Any:
            self.count += 1
            self.threads.add(QThread.currentThread())
            time.sleep(seconds)
            self.during.get(self.count, lambda: None)()
            return verify(target, *arguments)

        monkeypatch.setattr(TransformersTarget, "verify", counting)


# --- loading


def test_a_model_is_loaded_with_progress(station: Station, tiny: Path) -> None:
    station.load(tiny)
    info = station.next(ModelReady).info
    assert (info.name, info.dtype, info.context_length, info.vocab_size) == ("tiny", "float32", 1024, 260)
    stages = [message.stage for message in station.all(ModelProgress)]
    assert stages[0] == "Starting the engine"
    assert len(stages) > 2


def test_the_requests_context_bounds_the_models(station: Station, tiny: Path) -> None:
    station.load(tiny, context=300)
    assert station.next(ModelReady).info.context_length == 300


def test_a_model_that_cannot_be_loaded_says_why_and_another_can(
    station: Station, tiny: Path, tmp_path: Path
) -> None:
    (tmp_path / "empty").mkdir()
    station.load(tmp_path / "empty")
    failed = station.next(ModelFailed)
    assert "config.json" in failed.reason
    assert "\n" not in failed.reason
    assert failed.detail.startswith("Traceback")
    assert not failed.missing
    station.load(tiny)
    station.next(ModelReady)


def test_a_model_that_is_not_on_this_computer_is_missing(station: Station) -> None:
    station.load(None)
    failed = station.next(ModelFailed)
    assert failed.missing
    assert "foreword models pull starter" in failed.reason


def test_a_fault_of_ours_while_loading_is_told_with_its_traceback(
    station: Station, tiny: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(loading, "load_target", broken)
    station.load(tiny)
    failed = station.next(ModelFailed)
    assert failed.reason == "ZeroDivisionError"
    assert "in broken" in failed.detail


def test_a_new_load_takes_the_place_of_the_old_model(ready: Station, tiny: Path) -> None:
    ready.load(tiny)
    assert ready.next(ModelReady).info.name == "tiny"
    ready.run()
    assert ready.next(Finished).stats.completion_tokens > 0


def test_a_stop_before_the_load_does_not_stop_the_replies_after_it(station: Station, tiny: Path) -> None:
    station.link.cancel.set()
    station.load(tiny)
    station.next(ModelReady)
    station.run()
    assert station.next(Finished).stop_reason is not StopReason.CANCELLED


# --- replies


def test_a_reply_streams_on_the_workers_thread_and_ends_with_the_whole(
    ready: Station, monkeypatch: pytest.MonkeyPatch
) -> None:
    passes = Passes(monkeypatch)
    ready.run(max_tokens=30)
    finished = ready.next(Finished)
    batches = ready.all(TokenBatch)
    assert {batch.reply_id for batch in batches} == {finished.reply_id} == {"r"}
    assert sum((batch.token_ids for batch in batches), ()) == finished.token_ids
    assert "".join(batch.text for batch in batches) == finished.text
    assert all(len(batch.token_ids) == len(batch.sources) for batch in batches)
    assert finished.stop_reason is StopReason.LENGTH
    assert finished.stats.completion_tokens == 30
    assert len(batches) == finished.stats.passes == passes.count
    assert ready.said.index(ready.all(PrefillProgress)[0]) < ready.said.index(batches[0])
    (thread,) = passes.threads
    assert thread is not QThread.currentThread()


def test_after_each_reply_the_speculators_are_listed(ready: Station) -> None:
    ready.link.switches.set({"ngram"})
    ready.run()
    ready.next(Finished)
    listed = {info.name: info for info in ready.next(SpeculatorsListed).speculators}
    assert listed.keys() == {"draft_model", "ngram", "suffix_history"}
    assert {info.distribution for info in listed.values()} == {"foreword"}
    assert ready.stands("ngram", "active").bundled


def test_a_reply_without_a_model_fails_in_words(station: Station) -> None:
    station.run()
    assert station.next(Failed).reason == "no model is loaded"


def test_a_prompt_too_long_fails_in_words_and_the_worker_goes_on(
    station: Station, tiny: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    station.load(tiny)
    station.next(ModelReady)
    passes = Passes(monkeypatch)
    station.run("x" * 2000)
    assert station.next(Failed).reason.startswith(
        "the conversation has 2005 tokens, but the model can hold 1024"
    )
    assert passes.count == 0
    station.run("x")
    station.next(Finished)


# --- stop


def test_stop_takes_effect_within_a_step_and_keeps_what_was_written(
    ready: Station, monkeypatch: pytest.MonkeyPatch
) -> None:
    passes = Passes(monkeypatch, seconds=0.005)
    ready.run(max_tokens=5000)
    first = ready.next(TokenBatch)
    ready.link.cancel.set()
    begun = passes.count  # one more may be on its way: its look at the flag came before
    finished = ready.next(Finished)
    assert passes.count <= begun + 1
    assert finished.stop_reason is StopReason.CANCELLED
    later = sum((batch.token_ids for batch in ready.all(TokenBatch)), ())
    assert finished.token_ids == first.token_ids + later
    assert finished.stats.completion_tokens == len(finished.token_ids) < 5000


def test_stop_before_the_first_step_ends_an_empty_reply(ready: Station) -> None:
    ready.link.cancel.set()
    ready.run()
    finished = ready.next(Finished)
    assert (finished.stop_reason, finished.text, finished.token_ids) == (StopReason.CANCELLED, "", ())


def test_after_a_stop_the_next_reply_is_whole_and_nothing_is_loaded_again(
    ready: Station, monkeypatch: pytest.MonkeyPatch
) -> None:
    ready.run(name="plain")
    plain = ready.next(Finished)
    Passes(monkeypatch, seconds=0.005)
    ready.run(max_tokens=5000, name="stopped")
    ready.next(TokenBatch)
    ready.link.cancel.set()
    ready.next(Finished)
    ready.said.clear()
    ready.link.cancel.clear()
    ready.run(name="again")
    assert ready.next(Finished).token_ids == plain.token_ids
    assert ready.all(ModelProgress) == []


# --- switches


def sources(batches: list[TokenBatch]) -> set[str]:
    return {name for batch in batches for names in batch.sources for name in names}


def test_a_switch_takes_effect_in_the_middle_of_a_reply_and_changes_no_token(
    generous: None, ready: Station, monkeypatch: pytest.MonkeyPatch
) -> None:
    ready.run(max_tokens=500)
    plain = ready.next(Finished)
    assert sources(ready.all(TokenBatch)) == set()
    ready.said.clear()

    passes = Passes(monkeypatch)
    passes.during[60] = lambda: ready.link.switches.set({"ngram"})
    passes.during[62] = lambda: ready.link.switches.set(())
    ready.run(max_tokens=500)
    finished = ready.next(Finished)
    batches = ready.all(TokenBatch)
    assert sources(batches[:60]) == sources(batches[62:]) == set()
    assert sources(batches[60:62]) == {"ngram"}
    assert len(batches) > 100
    assert finished.token_ids == plain.token_ids
    assert finished.text == plain.text
    assert finished.stats.accepted == 500 - len(batches)


def test_a_speculator_that_breaks_is_listed_as_failed_and_the_reply_is_the_same(
    generous: None, open_station: Callable[[], Station], endless: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "Registry", lambda **_: registry_of(fakes.RaisesLater, fakes.Exits))
    station = open_station()
    station.load(endless)
    station.next(ModelReady)
    station.run()
    plain = station.next(Finished)
    assert station.stands("Exits", "off")
    station.link.switches.set({"RaisesLater", "Exits"})
    station.run()
    assert station.next(Finished).token_ids == plain.token_ids
    assert station.stands("Exits", "failed").reason == "failed in draft: SystemExit: 3"
    later = station.stands("RaisesLater", "failed")
    assert later.reason == "failed in draft: KeyError: 'gone'"
    assert later.detail.startswith("Traceback")


def test_listing_imports_what_is_on_so_that_its_faults_show(
    open_station: Callable[[], Station], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "Registry", lambda **_: registry_of(fakes.RaisesInConstructor))
    station = open_station()
    station.stands("RaisesInConstructor", "off")
    station.link.switches.set({"RaisesInConstructor"})
    station.stands("RaisesInConstructor", "failed")


def test_a_failed_one_that_is_switched_off_and_on_is_tried_again(
    open_station: Callable[[], Station], endless: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fakes.reset()
    monkeypatch.setattr(service, "Registry", lambda **_: registry_of(fakes.RaisesOnce))
    station = open_station()
    station.link.switches.set({"RaisesOnce"})
    station.load(endless)
    station.next(ModelReady)
    station.run()
    station.next(Finished)
    station.stands("RaisesOnce", "failed")
    station.link.switches.set(())
    station.stands("RaisesOnce", "off")
    station.link.switches.set({"RaisesOnce"})
    station.stands("RaisesOnce", "active")
    station.run()
    station.next(Finished)
    station.stands("RaisesOnce", "active", "paused")  # a tiny model's pass is cheaper than any draft


def test_one_that_was_switched_anew_unnoticed_is_tried_again_too(
    open_station: Callable[[], Station], endless: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fakes.reset()
    monkeypatch.setattr(service, "Registry", lambda **_: registry_of(fakes.RaisesOnce))
    station = open_station()
    station.link.switches.set({"RaisesOnce"})
    station.load(endless)
    station.run()
    station.next(Finished)
    station.stands("RaisesOnce", "failed")
    station.link.retry_requested.emit("RaisesOnce")
    station.stands("RaisesOnce", "active")


def test_a_deleted_conversation_is_forgotten_and_a_failure_to_is_shown(
    open_station: Callable[[], Station], endless: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fakes.reset()
    monkeypatch.setattr(service, "Registry", lambda **_: registry_of(fakes.Recorder, fakes.RaisesInForget))
    station = open_station()
    station.link.switches.set({"Recorder", "RaisesInForget"})
    station.load(endless)
    station.run()
    station.next(Finished)
    station.link.forget_requested.emit("chat")
    failing = station.stands("RaisesInForget", "failed")
    assert failing.reason == "failed in forget: RuntimeError: no forget today"
    assert fakes.Recorder.calls[-1] == ("forget", "chat")
    fakes.reset()


# --- what breaks


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (TargetError("the device has no memory left"), "the device has no memory left"),
        (ZeroDivisionError("first line\nsecond line"), "first line"),
    ],
)
def test_a_failure_in_the_middle_keeps_what_was_said_and_the_worker_goes_on(
    ready: Station, monkeypatch: pytest.MonkeyPatch, error: Exception, reason: str
) -> None:
    ready.run(name="plain")
    plain = ready.next(Finished)
    ready.said.clear()

    def broken() -> None:
        raise error

    Passes(monkeypatch).during[5] = broken
    ready.run(name="broken")
    failed = ready.next(Failed)
    assert (failed.reply_id, failed.reason) == ("broken", reason)
    assert failed.detail.startswith("Traceback")
    assert type(error).__name__ in failed.detail
    batches = ready.all(TokenBatch)
    assert len(batches) == 4
    assert sum((batch.token_ids for batch in batches), ()) == plain.token_ids[:4]
    assert ready.all(Finished) == []
    ready.run(name="again")
    assert ready.next(Finished).token_ids == plain.token_ids


# --- the way out


def test_closing_in_the_middle_of_a_reply_ends_it_and_refuses_new_ones(
    ready: Station, monkeypatch: pytest.MonkeyPatch
) -> None:
    Passes(monkeypatch, seconds=0.005)
    ready.run(max_tokens=5000)
    ready.next(TokenBatch)
    ready.run(name="never")
    assert ready.link.close(10_000)
    first, never = ready.all(Finished)
    assert first.stop_reason is never.stop_reason is StopReason.CANCELLED
    assert 0 < len(first.token_ids) < 5000
    assert never.token_ids == ()


def test_importing_the_worker_imports_no_torch() -> None:
    probe = (
        "import sys, foreword.worker.engine_worker\n"
        "print([name for name in ('torch', 'transformers', 'foreword_ngram') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_disk_that_takes_no_measurements_costs_no_reply(
    ready: Station, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    from foreword.engine.calibration import Calibration

    def full(_self: Calibration) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Calibration, "save", full)
    ready.run(max_tokens=5)
    assert isinstance(ready.next(Finished, Failed), Finished)
    ready.next(SpeculatorsListed)
    assert not ready.all(Failed)
    assert "No space left" in caplog.text
