"""A folder is loaded only where it is a whole causal language model, and nothing in it ever runs."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from foreword.models.errors import ModelError
from foreword.models.folder import check_folder, weight_files


class Canary:
    """Unpickling this leaves a file behind: the proof that a stranger's code ran."""

    def __init__(self, file: Path) -> None:
        self.file = file

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        return (Path.touch, (self.file,))


def edit(file: Path, **changes: object) -> None:
    content = json.loads(file.read_text()) | changes
    file.write_text(json.dumps({key: value for key, value in content.items() if value is not None}))


def refusal(folder: Path) -> str:
    with pytest.raises(ModelError) as refused:
        check_folder(folder, "name")
    message = str(refused.value)
    assert "\n" not in message
    return message


def test_a_whole_model_passes(model: Path) -> None:
    check_folder(model, "name")
    assert set(weight_files(model, "name")) == {"model.safetensors"}


@pytest.mark.parametrize(
    ("missing", "reason"),
    [
        ("config.json", "name holds no model: config.json is missing"),
        ("model.safetensors", "name has no weights: model.safetensors is missing"),
        ("tokenizer.json", "name has no tokenizer"),
    ],
)
def test_what_is_missing_is_named(model: Path, missing: str, reason: str) -> None:
    (model / missing).unlink()
    assert reason in refusal(model)


def test_pickle_weights_are_refused_and_not_read(model: Path) -> None:
    canary = model / "canary"
    (model / "model.safetensors").unlink()
    (model / "pytorch_model.bin").write_bytes(pickle.dumps(Canary(canary)))
    assert "safetensors only" in refusal(model)
    assert not canary.exists()
    pickle.loads((model / "pytorch_model.bin").read_bytes())
    assert canary.exists(), "the canary itself must work, or this test shows nothing"


def test_gguf_weights_are_refused(model: Path) -> None:
    (model / "model.safetensors").rename(model / "model.gguf")
    assert "GGUF" in refusal(model)
    (model / "config.json").unlink()
    assert "GGUF" in refusal(model)


@pytest.mark.parametrize("name", ["config.json", "tokenizer_config.json", "generation_config.json"])
def test_code_that_comes_with_a_model_is_refused_and_not_run(model: Path, name: str) -> None:
    canary = model / "canary"
    (model / "modeling_evil.py").write_text(f"import pathlib; pathlib.Path({str(canary)!r}).touch()")
    edit(model / name, auto_map={"AutoModelForCausalLM": "modeling_evil.Evil"})
    message = refusal(model)
    assert "auto_map" in message
    assert name in message
    assert not canary.exists()


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"architectures": ["BertModel"]}, "BertModel is no causal language model"),
        ({"architectures": ["EvilForCausalLM"]}, "EvilForCausalLM is no causal language model"),
        ({"architectures": None}, "names no architecture"),
        ({"architectures": [7]}, "names no architecture"),
        ({"model_type": None}, "no model_type"),
    ],
)
def test_other_models_are_refused(model: Path, changes: dict[str, object], reason: str) -> None:
    edit(model / "config.json", **changes)
    assert reason in refusal(model)


@pytest.mark.parametrize("content", ["", "{", "[]", "7", "\udcff", "[" * 100_000])
def test_a_broken_config_is_refused(model: Path, content: str) -> None:
    (model / "config.json").write_bytes(content.encode("utf-8", "surrogateescape"))
    assert "config.json is damaged" in refusal(model)


def test_a_huge_config_is_not_read(model: Path) -> None:
    with (model / "config.json").open("wb") as file:
        file.truncate(1 << 40)
    assert "far too large" in refusal(model)


def test_an_adapter_is_no_model(model: Path) -> None:
    (model / "adapter_config.json").write_text('{"base_model_name_or_path": "somebody/else"}')
    assert "adapter" in refusal(model)


def test_truncated_weights_are_refused(model: Path) -> None:
    weights = model / "model.safetensors"
    weights.write_bytes(weights.read_bytes()[:-100])
    assert "100 bytes are missing" in refusal(model)


def shard(model: Path, name: str = "model-00001-of-00001.safetensors") -> dict[str, str]:
    """Turn the one weight file into a sharded model; the index's weight_map."""
    from safetensors import safe_open

    with safe_open(model / "model.safetensors", "np") as file:
        mapping = dict.fromkeys(file.keys(), name)
    (model / "model.safetensors").rename(model / "model-00001-of-00001.safetensors")
    write_index(model, mapping)
    return mapping


def write_index(model: Path, mapping: object) -> None:
    (model / "model.safetensors.index.json").write_text(json.dumps({"weight_map": mapping}))


def test_a_sharded_model_passes(model: Path) -> None:
    shard(model)
    check_folder(model, "name")


def test_a_missing_shard_is_named(model: Path) -> None:
    mapping = shard(model)
    write_index(model, mapping | {"lm_head.other": "model-00002-of-00002.safetensors"})
    assert "model-00002-of-00002.safetensors is missing" in refusal(model)


def test_a_missing_tensor_is_named(model: Path) -> None:
    mapping = shard(model)
    write_index(model, mapping | {"lm_head.other": "model-00001-of-00001.safetensors"})
    assert "'lm_head.other' is missing" in refusal(model)


@pytest.mark.parametrize(
    "name",
    [
        "../outside.safetensors",
        "/etc/x.safetensors",
        "a\\b.safetensors",
        "C:x.safetensors",
        "pytorch_model.bin",
        ".safetensors",
        "sub/x.safetensors",
        7,
        None,
    ],
)
def test_an_index_that_leads_elsewhere_is_refused(model: Path, name: object) -> None:
    mapping = shard(model)
    write_index(model, mapping | {"lm_head.other": name})
    assert "is refused" in refusal(model)


@pytest.mark.parametrize("mapping", [None, [], {}, "x"])
def test_an_index_without_a_map_is_refused(model: Path, mapping: object) -> None:
    shard(model)
    write_index(model, mapping)
    assert "no weight_map" in refusal(model)
