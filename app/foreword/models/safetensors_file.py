"""Checks a .safetensors file from its header alone: nothing is loaded, and nothing in it can run.

A truncated download or an altered header is found here, with a reason, and not deep inside a library.
"""

from __future__ import annotations

import json
import math
import struct
from pathlib import Path
from typing import Any

from foreword.models.errors import ModelError

LENGTH_BYTES = 8
#: A larger "length" is noise, and must not be read into memory: the largest models have some 10 MB. The
#: format itself allows ten times that, which would take gigabytes once it is read.
MAX_HEADER_BYTES = 30_000_000
MAX_DIMENSIONS = 8
BITS = {
    "BOOL": 8, "U8": 8, "I8": 8, "F8_E5M2": 8, "F8_E4M3": 8, "F8_E8M0": 8, "F4": 4,
    "I16": 16, "U16": 16, "F16": 16, "BF16": 16,
    "I32": 32, "U32": 32, "F32": 32,
    "I64": 64, "U64": 64, "F64": 64, "C64": 64,
}  # fmt: skip


def check_file(file: Path) -> frozenset[str]:
    """The names of the tensors in the file. Raises ModelError where header and length don't agree."""
    return frozenset(read_shapes(file))


def read_shapes(file: Path) -> dict[str, tuple[int, ...]]:
    """The tensors in the file with their shapes. Raises ModelError where header and length don't agree."""
    size = file.stat().st_size
    header, start = _read_header(file, size)
    header.pop("__metadata__", None)
    spans = sorted(_span(file, name, entry) for name, entry in header.items())
    end = 0
    for first, last in spans:
        if first != end:
            raise ModelError(f"{file.name} is damaged: its tensors overlap or leave gaps")
        end = last
    if start + end != size:
        missing = start + end - size
        kind = f"{missing} bytes are missing (a broken download?)" if missing > 0 else "it is too long"
        raise ModelError(f"{file.name} is damaged: {kind}; fetch it again")
    return {name: tuple(entry["shape"]) for name, entry in header.items()}


def _read_header(file: Path, size: int) -> tuple[dict[str, Any], int]:
    if size < LENGTH_BYTES:
        raise ModelError(f"{file.name} is damaged: it has only {size} bytes; fetch it again")
    with file.open("rb") as stream:
        (length,) = struct.unpack("<Q", stream.read(LENGTH_BYTES))
        if length > MAX_HEADER_BYTES or LENGTH_BYTES + length > size:
            raise ModelError(f"{file.name} is damaged or no safetensors file: its header doesn't fit in it")
        raw = stream.read(length)
    try:
        header = json.loads(raw, object_pairs_hook=_without_doubles) if raw.startswith(b"{") else None
    except (ValueError, RecursionError):
        header = None
    if not isinstance(header, dict) or not header:
        raise ModelError(f"{file.name} is damaged or no safetensors file: its header can't be read")
    return header, LENGTH_BYTES + length


def _without_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Of two entries of one name, one reader takes the first and the next reader the last."""
    table = dict(pairs)
    if len(table) != len(pairs):
        raise ValueError("a name stands there twice")
    return table


def _span(file: Path, name: str, entry: Any) -> tuple[int, int]:
    """First and last byte of one tensor, behind the header; its length must follow from its shape."""
    try:
        first, last = entry["data_offsets"]
        bits, shape = BITS[entry["dtype"]], entry["shape"]
        whole = all(type(number) is int and 0 <= number < 1 << 63 for number in (first, last, *shape))
        if whole and len(shape) <= MAX_DIMENSIONS and (last - first) * 8 == bits * math.prod(shape):
            return first, last
    except (KeyError, TypeError, ValueError):
        pass
    raise ModelError(f"{file.name} is damaged: the entry of tensor {name[:80]!r} makes no sense")
