"""What a model's folder holds, read from config, tokenizer and safetensors headers alone.

No weight is read and nothing from the folder runs, so every model on the computer can be judged before
any is loaded. Knows files; nothing of the target.
"""

from __future__ import annotations

import json
import math
import os
import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

CONFIGS = ("config.json", "tokenizer_config.json", "generation_config.json")
WEIGHTS, INDEX, TOKENIZER = "model.safetensors", "model.safetensors.index.json", "tokenizer.json"
MAX_JSON_BYTES = 64_000_000
MAX_HEADER_BYTES = 100_000_000


class Obstacle(Exception):
    """This model can't draft. The message is a clause that says why: "it has no tokenizer.json"."""


@dataclass(frozen=True, slots=True)
class Facts:
    """A model by its files. `pieces` are its tokens as its tokenizer writes them, and their ids."""

    folder: Path
    config: Mapping[str, Any]
    parameters: int
    weight_bytes: int
    pieces: Mapping[str, int]


def stamp(folder: Path) -> tuple[tuple[str, int, int], ...]:
    """Differs when a file that a judgement rests on was changed: names, sizes in bytes, times in ns."""
    found = []
    for name in (*CONFIGS, TOKENIZER, WEIGHTS, INDEX):
        try:
            seen = (folder / name).stat()
        except OSError:
            continue
        found.append((name, seen.st_size, seen.st_mtime_ns))
    return tuple(found)


def read_facts(folder: Path) -> Facts:
    """Raises Obstacle where the folder holds no model that may be loaded."""
    try:
        config = _config(folder)
        sizes = [_weights(file) for file in _weight_files(folder)]
        pieces = _pieces(folder)
    except OSError as error:
        raise Obstacle(f"its files can't be read ({error.strerror or type(error).__name__})") from error
    parameters, weight_bytes = sum(size[0] for size in sizes), sum(size[1] for size in sizes)
    _check_memory(weight_bytes)
    return Facts(folder, config, parameters, weight_bytes, pieces)


def read_json(file: Path) -> dict[str, Any]:
    """One JSON object. Raises Obstacle where the file holds something else."""
    if file.stat().st_size > MAX_JSON_BYTES:
        raise Obstacle(f"its {file.name} is far too large for what it is")
    try:
        content = json.loads(file.read_text(encoding="utf-8"))
    except (ValueError, RecursionError) as error:
        raise Obstacle(f"its {file.name} is damaged") from error
    if not isinstance(content, dict):
        raise Obstacle(f"its {file.name} is damaged")
    return content


def _config(folder: Path) -> dict[str, Any]:
    if not (folder / "config.json").is_file():
        raise Obstacle("it has no config.json")
    found = {name: read_json(folder / name) for name in CONFIGS if (folder / name).is_file()}
    if any("auto_map" in content for content in found.values()):
        raise Obstacle("it asks to run Python code that came with it")
    config = found["config.json"]
    if "quantization_config" in config:
        raise Obstacle("its weights are quantised in a way that is not supported")
    return config


def _weight_files(folder: Path) -> Iterator[Path]:
    if (folder / WEIGHTS).is_file():
        yield folder / WEIGHTS
        return
    if not (folder / INDEX).is_file():
        raise Obstacle("it has no safetensors weights")
    names = read_json(folder / INDEX).get("weight_map")
    if not isinstance(names, dict) or not names:
        raise Obstacle(f"its {INDEX} is damaged")
    for name in sorted({str(name) for name in names.values()}):
        if Path(name).name != name or "\\" in name or not name.endswith(".safetensors"):
            raise Obstacle(f"its {INDEX} names a file elsewhere")
        if not (folder / name).is_file():
            raise Obstacle(f"it is incomplete: {name} is missing")
        yield folder / name


def _weights(file: Path) -> tuple[int, int]:
    """(parameters, bytes) by the header, which must agree with the length of the file."""
    size = file.stat().st_size
    with file.open("rb") as stream:
        raw = stream.read(8)
        length = struct.unpack("<Q", raw)[0] if len(raw) == 8 else MAX_HEADER_BYTES + 1
        if length > min(MAX_HEADER_BYTES, size):
            raise Obstacle(f"its {file.name} is damaged")
        header = stream.read(length)
    try:
        tensors = json.loads(header)
        tensors.pop("__metadata__", None)
        parameters = sum(math.prod(tensor["shape"]) for tensor in tensors.values())
        weight_bytes = max((tensor["data_offsets"][1] for tensor in tensors.values()), default=0)
    except (ValueError, RecursionError, TypeError, KeyError, IndexError, AttributeError) as error:
        raise Obstacle(f"its {file.name} is damaged") from error
    if 8 + length + weight_bytes != size:
        raise Obstacle(f"its {file.name} is damaged: its length is wrong (a broken download?)")
    return parameters, weight_bytes


def _pieces(folder: Path) -> dict[str, int]:
    if not (folder / TOKENIZER).is_file():
        raise Obstacle(f"it has no {TOKENIZER}")
    content = read_json(folder / TOKENIZER)
    try:
        vocabulary = content["model"]["vocab"]
        if isinstance(vocabulary, list):  # Unigram: pairs of piece and score, the id is the place
            pieces = {str(entry[0]): at for at, entry in enumerate(vocabulary)}
        else:
            pieces = {str(piece): int(at) for piece, at in vocabulary.items()}
        pieces.update(
            {str(added["content"]): int(added["id"]) for added in content.get("added_tokens") or ()}
        )
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        raise Obstacle(f"its {TOKENIZER} is damaged") from error
    return pieces


def _check_memory(weight_bytes: int) -> None:
    free = _free_bytes()
    if free is not None and weight_bytes > free:
        raise Obstacle(f"it needs {weight_bytes / 1e9:.1f} GB of memory, and {free / 1e9:.1f} GB are free")


def _free_bytes() -> int | None:
    """Main memory that could be had now; None where the system doesn't say."""
    try:
        lines = Path("/proc/meminfo").read_text(encoding="ascii").splitlines()
        return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("MemAvailable:"))
    except (OSError, StopIteration, ValueError):
        pass
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):
        return None
