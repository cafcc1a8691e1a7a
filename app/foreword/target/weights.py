"""Reads a model's weights from its safetensors files: tensor by tensor, with progress, and stopped at once.

Each tensor is read when transformers asks for it, in blocks, into memory of its own: a file that changes
on the disk later can't change a loaded model, and nothing is held twice. Knows files and bytes; what the
tensors are for is the loader's business.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from math import prod
from pathlib import Path
from typing import Any

import torch
from safetensors import safe_open

from foreword.target.target import READING, LoadStopped

Progress = Callable[[str, float | None], None]
Cancelled = Callable[[], bool]

SINGLE, INDEX = "model.safetensors", "model.safetensors.index.json"
_BLOCK_BYTES = 64 << 20
"""Read at once: a stop is heard between two blocks."""
_BITS = {"F64": 64, "F32": 32, "F16": 16, "BF16": 16, "I64": 64, "I32": 32, "I16": 16, "F4": 4}
"""Other formats have 8."""


class Meter:
    """Counts what was read, tells it in whole percents, and hears the stop. Called by several threads."""

    def __init__(self, total: int, progress: Progress, cancelled: Cancelled) -> None:
        self._total = max(1, total)
        self._progress = progress
        self._cancelled = cancelled
        self._lock = threading.Lock()
        self._done = 0
        self._told = -1

    def add(self, count: int) -> None:
        """Raises LoadStopped where nobody wants the model any more."""
        if self._cancelled():
            raise LoadStopped
        with self._lock:
            self._done += count
            percent = 100 * self._done // self._total
            if percent != self._told:
                self._told = percent
                self._progress(READING, self._done / self._total)


class StoredTensor:
    """One tensor that still lies in its file; indexing it with `...` reads it whole."""

    def __init__(self, stored: Any, meter: Meter) -> None:
        self._stored = stored
        self._meter = meter
        self.shape: tuple[int, ...] = tuple(stored.get_shape())
        self.nbytes = prod(self.shape) * _BITS.get(stored.get_dtype(), 8) // 8

    def get_shape(self) -> list[int]:
        return list(self.shape)

    def get_dtype(self) -> str:
        name: str = self._stored.get_dtype()
        return name

    def __getitem__(self, _: Any) -> torch.Tensor:
        self._meter.add(0)
        if not self.shape or self.nbytes <= _BLOCK_BYTES:
            whole: torch.Tensor = self._stored[...]
            self._meter.add(self.nbytes)
            return whole
        rows = self.shape[0]
        step = max(1, rows * _BLOCK_BYTES // self.nbytes)
        result: torch.Tensor | None = None
        for begin in range(0, rows, step):
            block: torch.Tensor = self._stored[begin : min(rows, begin + step)]
            if result is None:
                result = torch.empty(self.shape, dtype=block.dtype)
            result[begin : begin + step] = block
            self._meter.add(self.nbytes * len(block) // rows)
        assert result is not None
        return result


@contextmanager
def stored_tensors(
    folder: Path, progress: Progress, cancelled: Cancelled
) -> Iterator[Mapping[str, StoredTensor]]:
    """All tensors of the folder by name; they can be read while the context is open."""
    with ExitStack() as stack:
        # Not mapped: pages of a mapped file would count as the app's, and end it where the file shrinks.
        files = [
            stack.enter_context(safe_open(file, framework="pt", backend="pread"))
            for file in weight_files(folder)
        ]
        slices = {name: file.get_slice(name) for file in files for name in file.keys()}  # noqa: SIM118
        total = sum(StoredTensor(each, Meter(0, progress, cancelled)).nbytes for each in slices.values())
        meter = Meter(total, progress, cancelled)
        yield {name: StoredTensor(each, meter) for name, each in slices.items()}


def weight_files(folder: Path) -> list[Path]:
    """The files that hold the weights. The folder was checked before: names stay inside of it."""
    if (folder / SINGLE).is_file():
        return [folder / SINGLE]
    names = json.loads((folder / INDEX).read_text(encoding="utf-8"))["weight_map"].values()
    return [folder / name for name in sorted(set(names))]
