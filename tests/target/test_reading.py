"""Reading weights: with honest progress, stopped at once, complete or not at all, nothing left behind."""

from __future__ import annotations

import gc
import json
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file, save_file

from foreword.target import memory, weights
from foreword.target.loading import load_target
from foreword.target.target import READING, LoadStopped, OutOfMemory, TargetError
from foreword.target.transformers_target import TransformersTarget
from tests.fakes.tiny_target import write_tiny


@pytest.fixture
def tiny(tmp_path: Path) -> Path:
    return write_tiny(tmp_path / "tiny")


def tensors_alive() -> int:
    gc.collect()
    return sum(issubclass(type(each), torch.Tensor) and each.numel() > 1000 for each in gc.get_objects())


def test_progress_is_the_share_of_the_bytes_read(tiny: Path) -> None:
    told: list[tuple[str, float | None]] = []
    load_target(tiny, name="tiny", dtype="float32", progress=lambda *stage: told.append(stage))
    shares = [share for stage, share in told if stage == READING]
    assert shares == sorted(shares)  # type: ignore[type-var]
    assert shares[-1] == 1.0
    assert len(shares) > 5
    assert [stage for stage, share in told if share is None] == [
        "Loading the tokenizer",
        "Testing exactness",
    ]


def test_large_tensors_are_read_in_blocks(tiny: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(weights, "_BLOCK_BYTES", 1000)
    expected = load_file(tiny / "model.safetensors")
    with weights.stored_tensors(tiny, lambda *_: None, lambda: False) as found:
        assert set(found) == set(expected)
        for name, tensor in expected.items():
            assert torch.equal(found[name][...], tensor)
            assert found[name].get_shape() == list(tensor.shape)
            assert found[name].get_dtype() == "F32"


@pytest.mark.parametrize("precision", ["float32", "int8"])
def test_a_stop_is_heard_between_two_tensors(tiny: Path, precision: str) -> None:
    before, asked = tensors_alive(), 0
    shares: list[float] = [0.0]

    def cancelled() -> bool:
        nonlocal asked
        asked += 1
        return asked > 6

    with pytest.raises(LoadStopped):
        load_target(
            tiny,
            name="tiny",
            dtype=precision,
            progress=lambda _stage, share: shares.append(share or 0.0),
            cancelled=cancelled,
        )
    assert 0 < shares[-1] < 0.9
    assert tensors_alive() <= before


def test_a_stop_is_heard_while_passes_are_tested(tiny: Path) -> None:
    testing = False

    def progress(stage: str, _share: float | None) -> None:
        nonlocal testing
        testing = stage.startswith("Testing")

    with pytest.raises(LoadStopped):
        load_target(tiny, name="tiny", dtype="float32", progress=progress, cancelled=lambda: testing)


def test_a_file_that_breaks_off_halfway_leaves_nothing_behind(tiny: Path) -> None:
    file = tiny / "model.safetensors"
    whole, before = file.read_bytes(), tensors_alive()
    with pytest.raises(TargetError, match="can't be loaded"):
        load_target(_cut(file, whole), name="tiny")
    assert tensors_alive() <= before
    file.write_bytes(whole)
    assert isinstance(load_target(tiny, name="tiny"), TransformersTarget)


def _cut(file: Path, whole: bytes) -> Path:
    file.write_bytes(whole[: len(whole) // 2])
    return file.parent


def test_weights_that_the_files_lack_are_never_made_up(tiny: Path) -> None:
    kept = load_file(tiny / "model.safetensors")
    del kept["model.layers.1.mlp.down_proj.weight"]
    save_file(kept, tiny / "model.safetensors", {"format": "pt"})
    with pytest.raises(
        TargetError, match=r"incomplete: its files lack 1 of its weights, such as model.layers.1"
    ):
        load_target(tiny, name="tiny")


@pytest.mark.parametrize("precision", ["float32", "int8"])
def test_weights_of_another_shape_are_refused(tiny: Path, precision: str) -> None:
    kept = load_file(tiny / "model.safetensors")
    kept["model.layers.1.mlp.down_proj.weight"] = torch.zeros(32, 32)
    save_file(kept, tiny / "model.safetensors", {"format": "pt"})
    with pytest.raises(TargetError, match="down_proj"):
        load_target(tiny, name="tiny", dtype=precision)


def test_weights_that_are_quantised_already_are_refused(tiny: Path) -> None:
    config = json.loads((tiny / "config.json").read_text())
    config["quantization_config"] = {"quant_method": "gptq", "bits": 4}
    (tiny / "config.json").write_text(json.dumps(config))
    with pytest.raises(TargetError, match=r"quantised already.*take the model in full"):
        load_target(tiny, name="tiny")


def test_weights_in_several_files_are_found_by_the_index(tiny: Path) -> None:
    kept = load_file(tiny / "model.safetensors")
    (tiny / "model.safetensors").unlink()
    names = sorted(kept)
    mapping = {}
    for number, part in enumerate((names[::2], names[1::2])):
        file = f"model-{number}.safetensors"
        save_file({name: kept[name] for name in part}, tiny / file, {"format": "pt"})
        mapping |= dict.fromkeys(part, file)
    (tiny / "model.safetensors.index.json").write_text(json.dumps({"weight_map": mapping}))
    told: list[float | None] = []
    load_target(tiny, name="tiny", dtype="float32", progress=lambda _stage, share: told.append(share))
    assert max(share for share in told if share is not None) == 1.0


def test_no_memory_for_the_weights_is_said_in_words(tiny: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise RuntimeError("[enforce fail] DefaultCPUAllocator: can't allocate memory: you tried 9 bytes")

    monkeypatch.setattr(weights.StoredTensor, "__getitem__", full)
    with pytest.raises(OutOfMemory, match="doesn't fit into the memory of cpu: take a lower precision"):
        load_target(tiny, name="tiny")


def test_the_fused_forward_that_turns_out_wrong_gives_way_to_a_model_read_anew(
    tiny: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from foreword.target.fused import FusedModel

    call = FusedModel.__call__

    def wrong(self: FusedModel, *args: object, **more: object) -> object:
        logits = call(self, *args, **more)  # type: ignore[arg-type]
        return None if logits is None else logits.roll(1, dims=-1)

    right = load_target(tiny, name="tiny", dtype="float32")
    right.extend([1, 2, 3])
    rows = right.verify([4], [-1], right.widths[0]).clone()
    monkeypatch.setattr(FusedModel, "__call__", wrong)
    target = load_target(tiny, name="tiny", dtype="float32")
    assert target.info.fingerprint["backend"] == "transformers"
    target.extend([1, 2, 3])
    assert torch.allclose(target.verify([4], [-1], target.widths[0]), rows, atol=1e-3)


def test_a_dropped_exception_holds_no_tensors() -> None:
    def fails() -> None:
        large = torch.zeros(5000)
        raise MemoryError(large.shape)

    caught: MemoryError | None = None
    before = tensors_alive()
    try:
        try:
            fails()
        except MemoryError as error:
            raise OutOfMemory("no") from error
    except OutOfMemory as error:
        memory.drop_frames(error)
        caught = error.__cause__  # type: ignore[assignment]
    assert isinstance(caught, MemoryError)
    assert tensors_alive() == before


@pytest.mark.parametrize(
    "error",
    [
        MemoryError(),
        torch.OutOfMemoryError("CUDA out of memory. Tried to allocate 2 GiB"),
        RuntimeError("MPS backend out of memory (MPS allocated: 9 GB)"),
        RuntimeError("[enforce fail at alloc_cpu.cpp:117] data. DefaultCPUAllocator: not enough memory"),
    ],
)
def test_every_allocator_is_understood(error: Exception) -> None:
    with pytest.raises(OutOfMemory), memory.environment_errors():
        raise error


def test_other_errors_are_ours() -> None:
    with pytest.raises(RuntimeError, match="sizes") as caught, memory.environment_errors():
        raise RuntimeError("sizes must match")
    assert not isinstance(caught.value, TargetError)
