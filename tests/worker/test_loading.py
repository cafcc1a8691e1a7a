"""Loads on the worker's thread: refused with figures, stopped at once, superseded, unloaded, cleaned up."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from foreword.messages import Failed, Finished, LoadRequest, ModelFailed, ModelProgress, ModelReady
from foreword.models import memory
from foreword.models.memory import Memory
from foreword.target import weights
from tests.worker.conftest import Station


def models_alive() -> int:
    gc.collect()
    names = [type(each).__name__ for each in gc.get_objects()]
    return names.count("FusedModel") + names.count("LlamaForCausalLM")


@pytest.fixture
def slowly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every tensor takes a moment to be read."""
    read = weights.StoredTensor.__getitem__

    def slow(stored: weights.StoredTensor, index: Any) -> Any:
        time.sleep(0.05)
        return read(stored, index)

    monkeypatch.setattr(weights.StoredTensor, "__getitem__", slow)


@pytest.fixture
def given_back(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many models were alive each time that memory was given back to the system."""
    alive: list[int] = []
    monkeypatch.setattr("foreword.target.memory.give_back", lambda: alive.append(models_alive()))
    return alive


def load(station: Station, folder: Path, number: int = 0, **more: Any) -> None:
    station.link.void_loads_before(number)
    station.link.load_requested.emit(LoadRequest(str(folder), "float32", number=number, **more))


def test_a_load_is_stopped_by_a_newer_number_and_leaves_nothing(
    station: Station, tiny: Path, slowly: None, given_back: list[int]
) -> None:
    before = models_alive()
    load(station, tiny, 1)
    station.qtbot.waitUntil(lambda: any(each.fraction for each in station.all(ModelProgress)), timeout=30_000)
    station.link.void_loads_before(2)
    failed = station.next(ModelFailed, ModelReady)
    assert (failed.reason, failed.number) == ("Loading was stopped", 1)
    assert models_alive() == before
    assert given_back == [before]  # with nothing of it left, not earlier
    load(station, tiny, 2)
    assert station.next(ModelReady).number == 2


def test_of_several_loads_only_the_last_is_carried_out(station: Station, tiny: Path, slowly: None) -> None:
    for number in (1, 2, 3):
        load(station, tiny, number)
    ready = station.next(ModelReady)
    assert ready.number == 3
    assert all(each.number == 1 for each in station.all(ModelFailed))
    assert len(station.all(ModelReady)) == 0


def test_what_does_not_fit_is_refused_with_figures_before_it_is_read(
    station: Station, tiny: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(memory, "main_memory", lambda: Memory(100_000, 200_000))

    def never(*_: object) -> None:
        raise AssertionError("it was read")

    monkeypatch.setattr(weights.StoredTensor, "__getitem__", never)
    load(station, tiny)
    reason = station.next(ModelFailed).reason
    assert "tiny is too large: it needs" in reason
    assert "free" in reason


def test_a_device_that_is_not_there_is_refused(station: Station, tiny: Path) -> None:
    load(station, tiny, device="cuda:77")
    assert "no device cuda:77" in station.next(ModelFailed).reason


def test_settings_of_the_load_reach_the_model(station: Station, tiny: Path) -> None:
    load(station, tiny, cache="int8", threads=1, device="cpu")
    info = station.next(ModelReady).info
    assert (info.fingerprint["cache"], info.fingerprint["threads"]) == ("int8", "1")
    assert any("8 bits" in note for note in info.notes)
    load(station, tiny)
    assert station.next(ModelReady).info.fingerprint["threads"] != "0"


def test_unloading_gives_the_model_back_and_a_reply_then_fails_in_words(
    station: Station, tiny: Path, given_back: list[int]
) -> None:
    before = models_alive()
    load(station, tiny)
    station.next(ModelReady)
    assert models_alive() > before
    station.link.unload_requested.emit()
    station.run()
    assert station.next(Failed).reason == "no model is loaded"
    assert models_alive() == before
    assert given_back == [before]
    load(station, tiny)
    station.next(ModelReady)
    station.run(max_tokens=4)
    station.next(Finished)


def test_the_old_model_is_gone_before_the_new_one_is_read(
    station: Station, tiny: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    load(station, tiny)
    station.next(ModelReady)
    before: list[int] = []
    read: Callable[..., Any] = weights.StoredTensor.__getitem__

    def looking(stored: weights.StoredTensor, index: Any) -> Any:
        if not before:
            gc.collect()
            before.append(sum(type(each).__name__ == "FusedModel" for each in gc.get_objects()))
        return read(stored, index)

    monkeypatch.setattr(weights.StoredTensor, "__getitem__", looking)
    load(station, tiny)
    station.next(ModelReady)
    assert set(before) == {0}


def test_after_a_failed_load_another_one_succeeds_and_nothing_of_the_first_stays(
    station: Station, tiny: Path, tmp_path: Path
) -> None:
    from tests.fakes.tiny_target import write_tiny

    before = models_alive()
    broken = write_tiny(tmp_path / "broken", vocab_size=300)
    file = broken / "model.safetensors"
    whole = file.read_bytes()
    station.link.load_requested.emit(LoadRequest(str(broken), "float32"))
    station.next(ModelReady)
    file.write_bytes(whole[:-1000])
    station.link.load_requested.emit(LoadRequest(str(broken), "float32"))
    assert "damaged" in station.next(ModelFailed).reason
    assert models_alive() == before
    load(station, tiny)
    station.next(ModelReady)
