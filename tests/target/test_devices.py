"""Devices by name, what works on them, and refusals in one line; GPUs are pretended."""

from __future__ import annotations

from typing import Any

import pytest
import torch
from transformers import LlamaForCausalLM

from foreword.target import devices
from foreword.target.target import TargetError
from tests.fakes.tiny_target import tiny_config

GB = 1_000_000_000


@pytest.fixture
def gpus(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two GPUs of 24 GB, the second one nearly full."""
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    monkeypatch.setattr(torch.cuda, "device_count", lambda: 2)
    monkeypatch.setattr(torch.cuda, "get_device_name", lambda place: f"Card {torch.device(place).index}")
    room = {0: (20 * GB, 24 * GB), 1: (2 * GB, 24 * GB)}
    monkeypatch.setattr(torch.cuda, "mem_get_info", lambda place: room[_index(place)])


def _index(place: Any) -> int:
    return place if isinstance(place, int) else int(torch.device(place).index)


@pytest.fixture
def no_gpu(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    monkeypatch.setattr(torch.cuda, "device_count", lambda: 0)
    monkeypatch.setattr(torch.backends.mps, "is_available", lambda: False)


def test_every_device_is_listed_with_its_memory(gpus: None) -> None:
    found = {each.name: each for each in devices.devices(7 * GB, 16 * GB)}
    assert list(found) == ["cuda:0", "cuda:1", "several", "cpu"]
    assert (found["cuda:1"].words, found["cuda:1"].free) == ("Card 1", 2 * GB)
    assert (found["several"].free, found["several"].total) == (22 * GB, 48 * GB)
    assert (found["cpu"].free, found["cpu"].total) == (7 * GB, 16 * GB)
    assert found["cuda:0"].precisions == ("bfloat16", "float32", "float16", "int8", "int4")


def test_a_processor_alone_is_one_device(no_gpu: None) -> None:
    (only,) = devices.devices(1, 2)
    assert only.name == "cpu"
    assert {"float32", "bfloat16", "int8", "int4"} <= set(only.precisions)
    assert devices.chosen_device("auto", 1, 2) == only


def test_auto_takes_the_first_gpu(gpus: None) -> None:
    assert devices.pick_device() == torch.device("cuda", 0)
    assert devices.pick_device("cuda:1") == torch.device("cuda", 1)
    assert devices.pick_device("cpu") == torch.device("cpu")
    assert devices.pick_device("several") == torch.device("cuda", 0)
    assert devices.chosen_device("several", 1, 2).name == "several"


@pytest.mark.parametrize(
    ("wanted", "reason"),
    [
        ("cuda:2", "there is no device cuda:2 here: torch sees 2 CUDA devices, numbered from 0"),
        ("mps", "it is the GPU of Apple's computers"),
        ("tpu", "'tpu' is no device"),
        ("cuda:-1", "'cuda:-1' is no device"),
        ("cuda:x", "'cuda:x' is no device"),
        ("", "'' is no device"),
    ],
)
def test_a_device_that_is_not_there_is_refused_in_one_line(gpus: None, wanted: str, reason: str) -> None:
    with pytest.raises(TargetError) as caught:
        devices.pick_device(wanted)
    assert reason in str(caught.value)
    assert "\n" not in str(caught.value)


def test_without_a_gpu_several_and_cuda_are_refused(no_gpu: None) -> None:
    with pytest.raises(TargetError, match="there are not several GPUs here, but none"):
        devices.pick_device("several")
    with pytest.raises(TargetError, match=r"no device cuda:0 here: .*torch"):
        devices.pick_device("cuda:0")


def test_float16_needs_a_processor_that_has_it(monkeypatch: pytest.MonkeyPatch) -> None:
    cpu = torch.device("cpu")
    monkeypatch.setattr(devices, "_computes_float16", lambda _device: False)
    with pytest.raises(TargetError, match="no arithmetic in float16: take bfloat16 or float32"):
        devices.pick_dtype("float16", cpu)
    assert "float16" not in devices.precisions(cpu)
    monkeypatch.setattr(devices, "_computes_float16", lambda _device: True)
    assert devices.pick_dtype("float16", cpu) == torch.float16
    assert "float16" in devices.precisions(cpu)


def test_quantised_weights_compute_in_the_usual_format(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(devices, "_cpu_has_bfloat16", lambda: False)
    for precision in ("auto", "int8", "int4"):
        assert devices.pick_dtype(precision, torch.device("cpu")) == torch.float32
        assert devices.pick_dtype(precision, torch.device("cuda")) == torch.bfloat16


def test_threads_are_set_and_given_back() -> None:
    before = torch.get_num_threads()
    devices.use_threads(1)
    assert torch.get_num_threads() == 1
    devices.use_threads(0)
    assert torch.get_num_threads() == devices._DEFAULT_THREADS
    torch.set_num_threads(before)


def skeleton() -> Any:
    with torch.device("meta"):
        return LlamaForCausalLM(tiny_config(num_hidden_layers=8, hidden_size=64, tie_word_embeddings=False))


def test_layers_are_spread_over_what_is_free_and_stay_whole() -> None:
    model = skeleton()
    size = sum(each.numel() for each in model.parameters()) * 2
    found = devices.spread(model, {0: size, 1: int(0.7 * size)}, torch.bfloat16)
    assert set(found.values()) == {0, 1}
    layers = [name for name in found if name.startswith("model.layers.")]
    assert all(name.count(".") == 2 for name in layers)
    assert not any(each.device.type != "meta" for each in model.parameters())


def test_what_does_not_fit_on_all_gpus_together_is_refused() -> None:
    with pytest.raises(TargetError, match="doesn't fit into the memory of 2 GPUs together"):
        devices.spread(skeleton(), {0: 50_000, 1: 50_000}, torch.bfloat16)
