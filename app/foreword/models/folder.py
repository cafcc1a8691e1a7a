"""Decides whether a folder holds a model that may be loaded, and says in one line why not.

Only names, sizes, JSON and safetensors headers are read. Weights in pickle files and models that
bring their own Python code are refused, since loading them would run what a stranger wrote.
"""

from __future__ import annotations

import json
from pathlib import Path, PureWindowsPath
from typing import Any

from foreword.models.config_check import check_numbers, check_shapes, entries
from foreword.models.errors import ModelError
from foreword.models.folder_files import check_files
from foreword.models.safetensors_file import read_shapes

WEIGHTS = "model.safetensors"
INDEX = "model.safetensors.index.json"
MAX_JSON_BYTES = 64_000_000
PICKLES = (".bin", ".pt", ".pth", ".pkl", ".ckpt", ".msgpack", ".h5")
#: Files in which a model could ask for its own code to be run.
DESCRIPTIONS = (
    "config.json",
    "tokenizer_config.json",
    "generation_config.json",
    "processor_config.json",
    "preprocessor_config.json",
    "video_preprocessor_config.json",
)
#: Any one of these sets of files makes a tokenizer.
TOKENIZERS = (("tokenizer.json",), ("tokenizer.model",), ("vocab.json", "merges.txt"))


def check_folder(folder: Path, model: str) -> None:
    """Raises ModelError, one line with the reason, unless the folder may be loaded.

    `model` is what the user calls it; a folder of the hub's cache is named after a commit.
    """
    check_files(folder, model)
    config = check_config(folder, model)
    check_architecture(config, model)
    check_shapes(config, check_weights(folder, model), model)
    if not any(all((folder / name).is_file() for name in names) for names in TOKENIZERS):
        raise ModelError(f"{model} has no tokenizer: tokenizer.json is missing")


def check_config(folder: Path, model: str) -> dict[str, Any]:
    """The folder's config.json. Raises ModelError where there is none, or where it names code to run."""
    if (folder / "adapter_config.json").exists():
        raise ModelError(f"{model} is an adapter, not a whole model: merge it into its model first")
    if not (folder / "config.json").is_file():
        raise ModelError(_no_config(folder, model))
    config = read_json(folder / "config.json")
    for name in DESCRIPTIONS:
        if name == "config.json" or (folder / name).is_file():
            _check_description(config if name == "config.json" else read_json(folder / name), name, model)
    check_numbers(config, model)
    quantised = config.get("quantization_config")
    if quantised:
        kind = quantised.get("quant_method") if isinstance(quantised, dict) else None
        raise ModelError(
            f"{model} can't be loaded: its weights are quantised ({str(kind)[:40]}). Take the original; "
            "the setting model.dtype quantises it while loading"
        )
    return config


def _check_description(content: dict[str, Any], name: str, model: str) -> None:
    """Raises ModelError where the file asks for code to be run, or names files elsewhere."""
    for key, value in entries(content, name):
        if key == "auto_map" and value is not None:
            raise ModelError(
                f"{model} is refused: its {name} (auto_map) asks to run Python code that came with the "
                "model, and Foreword never does that"
            )
        names_file = key.endswith("_file") or key == "fast_tokenizer_files"
        if names_file and isinstance(value, str) and not is_plain_name(value):
            raise ModelError(f"{model} is refused: its {name} names the file {value[:80]!r}")


def check_architecture(config: dict[str, Any], model: str) -> None:
    """Raises ModelError unless the config names a causal language model that transformers can build."""
    from foreword.target.architectures import causal_lm_architectures

    names = config.get("architectures")
    if not isinstance(names, list) or not names or not all(isinstance(name, str) for name in names):
        raise ModelError(f"{model} can't be loaded: its config.json names no architecture")
    if not isinstance(config.get("model_type"), str):
        raise ModelError(f"{model} can't be loaded: its config.json has no model_type")
    if not causal_lm_architectures().intersection(names):
        raise ModelError(
            f"{model} can't be used for chat: {', '.join(names)[:80]} is no causal language model known here"
        )


def weight_files(folder: Path, model: str) -> dict[str, frozenset[str]]:
    """The names of the weight files, as loading takes them, with the tensors that each must hold.

    Raises ModelError where there are none, or where the index can't be trusted.
    """
    if (folder / WEIGHTS).is_file():
        return {WEIGHTS: frozenset()}
    if (folder / INDEX).is_file():
        return read_index(folder / INDEX)
    names = sorted(file.name for file in folder.iterdir())
    raise ModelError(no_safetensors(model, names))


def read_index(index: Path) -> dict[str, frozenset[str]]:
    """The files of an index with the tensors of each. Raises ModelError on names that lead elsewhere."""
    mapping = read_json(index).get("weight_map")
    if not isinstance(mapping, dict) or not mapping:
        raise ModelError(f"{index.name} is damaged: it has no weight_map")
    files: dict[str, set[str]] = {}
    for tensor, name in mapping.items():
        if not is_plain_name(name) or not name.endswith(".safetensors"):
            raise ModelError(f"{index.name} is refused: it names the weight file {str(name)[:80]!r}")
        files.setdefault(name, set()).add(tensor)
    return {name: frozenset(tensors) for name, tensors in sorted(files.items())}


def check_weights(folder: Path, model: str) -> dict[str, tuple[int, ...]]:
    """The tensors of all weight files with their shapes.

    Raises ModelError where a file is missing or damaged, or lacks a tensor of the index.
    """
    shapes: dict[str, tuple[int, ...]] = {}
    for name, tensors in weight_files(folder, model).items():
        if not (folder / name).is_file():
            raise ModelError(f"{model} is incomplete: the weight file {name} is missing")
        held = read_shapes(folder / name)
        lacking = tensors - held.keys()
        if lacking:
            raise ModelError(f"{name} is damaged: the tensor {min(lacking)[:80]!r} is missing")
        shapes |= held
    return shapes


def no_safetensors(model: str, names: list[str]) -> str:
    """The line for a model without safetensors, which depends on what it has instead."""
    if any(name.endswith(".gguf") for name in names):
        return f"{model} is refused: it has GGUF weights, and Foreword loads safetensors only"
    if any(name.endswith(PICKLES) for name in names):
        return (
            f"{model} is refused: its weights are in files that can run code when loaded; safetensors only. "
            "Look for a safetensors version of the model"
        )
    return f"{model} has no weights: {WEIGHTS} is missing"


def read_json(file: Path) -> dict[str, Any]:
    """One JSON object. Raises ModelError where the file is too big or something else."""
    try:
        if file.stat().st_size > MAX_JSON_BYTES:
            raise ModelError(f"{file.name} is refused: far too large for what it is")
        content = json.loads(file.read_text(encoding="utf-8"))
    except (ValueError, RecursionError) as error:
        raise ModelError(f"{file.name} is damaged: no JSON in it") from error
    if not isinstance(content, dict):
        raise ModelError(f"{file.name} is damaged: no JSON object in it")
    return content


def is_plain_name(name: object) -> bool:
    """A name of a file in this very folder, on every system."""
    if not isinstance(name, str) or not name or name.startswith(".") or len(name) > 255:
        return False
    return PureWindowsPath(name).name == name and not any(ord(letter) < 32 for letter in name)


def _no_config(folder: Path, model: str) -> str:
    if any(file.suffix == ".gguf" for file in folder.iterdir()):
        return f"{model} is refused: it has GGUF weights, and Foreword loads safetensors only"
    return f"{model} holds no model: config.json is missing"
