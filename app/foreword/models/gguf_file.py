"""GGUF files of the user's: what they are, and the folder of safetensors that one is expanded into, once.

A GGUF file holds packed weights; here they run unpacked, so that the model takes the memory of its full
size, whatever the file's. The folder lies among the app's own models, named after the file and keyed by
its path, size and time: a file that was changed is expanded anew. The work is a child process's, which a
cancel ends at once. Reads headers alone.
"""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import struct
import sys
from pathlib import Path

from filelock import FileLock, Timeout

from foreword.models.child import ChildFailed, bytes_under, run_child
from foreword.models.errors import ModelError
from foreword.models.memory import main_memory
from foreword.models.progress import Cancelled, Progress
from foreword.models.progress import check as check_cancelled
from foreword.models.sizes import size
from foreword.models.wheel import free_bytes
from foreword.paths import Paths

ARCHITECTURES = frozenset(
    {"llama", "qwen2", "qwen2moe", "qwen3", "qwen3moe", "phi3", "gemma2", "gemma3", "gpt2", "falcon", "bloom",
     "starcoder2", "stablelm", "nemotron", "mamba", "lfm2", "gpt-oss"}
)  # fmt: skip
"""Chat models' architectures, as the files name them, that transformers can unpack."""

RECORD = "foreword.json"
SPARE_BYTES = 200_000_000
_MAGIC = b"GGUF"
_STRING = 8
_PART = re.compile(r"-(\d{5})-of-(\d{5})$")
_KEY = b"general.architecture"


def is_gguf(file: Path) -> bool:
    """By its name alone."""
    try:
        return file.suffix.lower() == ".gguf" and file.is_file()
    except OSError:
        return False


def check(file: Path) -> str:
    """The architecture of a file that can be expanded. Raises ModelError with the reason, OSError."""
    if part := _PART.search(file.stem):
        raise ModelError(
            f"{file.name} is one of {int(part[2])} parts: join them first with llama-gguf-split --merge"
        )
    architecture = _architecture(file)
    if architecture not in ARCHITECTURES:
        raise ModelError(
            f"{file.name} can't be used for chat: its architecture {architecture[:40]!r} is none known here"
        )
    return architecture


def _architecture(file: Path) -> str:
    """The first entry of the header, where every writer puts it: no vocabulary is read for it."""
    with file.open("rb") as stream:
        head = stream.read(4 + 4 + 8 + 8 + 8 + len(_KEY) + 4 + 8 + 256)
    try:
        if head[:4] != _MAGIC:
            raise ModelError(f"{file.name} is no GGUF file, or damaged: fetch it again")
        version, at = struct.unpack_from("<I", head, 4)[0], 24
        if version not in (2, 3):
            raise ModelError(
                f"{file.name} has GGUF version {version}, which is not supported: convert it anew"
            )
        (length,) = struct.unpack_from("<Q", head, at)
        at += 8
        if length != len(_KEY) or head[at : at + length] != _KEY:
            raise ModelError(f"{file.name} names no architecture where it should: it can't be used")
        at += length
        kind, length = struct.unpack_from("<IQ", head, at)
        name = head[at + 12 : at + 12 + length]
        if kind != _STRING or length > 256 or len(name) != length:
            raise ModelError(f"{file.name} is damaged: its header makes no sense")
        return name.decode("utf-8", "replace")
    except struct.error as error:
        raise ModelError(f"{file.name} is damaged: it ends within its header; fetch it again") from error


def expanded(file: Path, paths: Paths) -> Path | None:
    """The folder that this very file was expanded into before, else None."""
    place = _place(file, paths)
    return place if _is_complete(place, file) else None


def expanded_folders(file: Path, paths: Paths) -> list[Path]:
    """All folders made from the file of this path, also from earlier contents of it."""
    prefix = _prefix(file)
    if not paths.models.is_dir():
        return []
    return sorted(place for place in paths.models.iterdir() if place.name.startswith(prefix))


def expand(file: Path, paths: Paths, *, progress: Progress, cancelled: Cancelled) -> Path:
    """The folder of the expanded model, made now if need be. Raises ModelError, ModelCancelled, OSError."""
    check(file)
    place = _place(file, paths)
    if _is_complete(place, file):
        return place
    paths.models.mkdir(parents=True, exist_ok=True)
    lock = FileLock(paths.models / ".gguf.lock")
    while True:
        try:
            lock.acquire(timeout=0.2)
            break
        except Timeout:
            progress("Waiting for another Foreword that is expanding a GGUF file", None)
            check_cancelled(cancelled)
    try:
        if not _is_complete(place, file):
            _make(file, place, paths, progress, cancelled)
    finally:
        lock.release()
    return place


def _make(file: Path, place: Path, paths: Paths, progress: Progress, cancelled: Cancelled) -> None:
    needed = 2 * _parameters(file)
    free, memory = free_bytes(paths.models), main_memory().free
    if needed + SPARE_BYTES > free:
        raise ModelError(
            f"{file.name} takes {size(needed)} of disk when expanded and {paths.models} has {size(free)} left"
            "; free some space and try again"
        )
    # Unpacking holds the whole model, and one matrix in float32 beside it.
    if 1.2 * needed > memory:
        raise ModelError(
            f"{file.name} takes {size(1.2 * needed)} of memory while it is expanded and {size(memory)} are "
            "free; close other programs or take a smaller model"
        )
    for stale in expanded_folders(file, paths):
        shutil.rmtree(stale)
    part = place.with_name(f".{place.name}.part")
    shutil.rmtree(part, ignore_errors=True)
    try:
        _run(file, part, needed, progress, cancelled)
        record = {"source": str(file.absolute()), "stamp": _stamp(file), "files": _sizes(part)}
        (part / RECORD).write_text(json.dumps(record, indent=2) + "\n", encoding="utf-8")
        part.rename(place)
    finally:
        shutil.rmtree(part, ignore_errors=True)


def _run(file: Path, into: Path, needed: int, progress: Progress, cancelled: Cancelled) -> None:
    into.mkdir()
    quiet = {
        "HF_HUB_OFFLINE": "1",
        "HF_HUB_DISABLE_PROGRESS_BARS": "1",
        "TQDM_DISABLE": "1",
        "TRANSFORMERS_VERBOSITY": "error",
    }
    try:
        run_child(
            [sys.executable, "-m", "foreword.target.gguf_expand", str(file.absolute()), str(into)],
            stage=f"Expanding {file.name}",
            written=lambda: bytes_under(into),
            expected=needed,
            progress=progress,
            cancelled=cancelled,
            environment=quiet,
        )
    except ChildFailed as failure:
        if "No space left" in failure.output:
            raise ModelError(
                f"{file.name} can't be expanded: the disk of {into.parent} is full; free {size(needed)}"
            ) from failure
        raise ModelError(f"{file.name} can't be expanded: {failure.last_line}") from failure


def _parameters(file: Path) -> int:
    """By the whole header: the vocabulary is in it, so this takes a second."""
    from gguf import GGUFReader

    try:
        return sum(int(tensor.n_elements) for tensor in GGUFReader(file).tensors)
    except (ValueError, IndexError, KeyError, OverflowError) as error:
        raise ModelError(f"{file.name} is damaged: its header can't be read; fetch it again") from error


def _place(file: Path, paths: Paths) -> Path:
    key = hashlib.sha256(json.dumps(_stamp(file)).encode()).hexdigest()[:8]
    return paths.models / f"{_prefix(file)}{key}"


def _prefix(file: Path) -> str:
    path = hashlib.sha256(str(file.absolute()).encode("utf-8", "surrogateescape")).hexdigest()[:8]
    name = re.sub(r"[^\w.-]+", "-", file.stem, flags=re.ASCII).strip("-.")[:60] or "model"
    return f"gguf-{name}-{path}-"


def _stamp(file: Path) -> list[int]:
    seen = file.stat()
    return [seen.st_size, seen.st_mtime_ns]


def _sizes(folder: Path) -> dict[str, int]:
    return {file.name: file.stat().st_size for file in sorted(folder.iterdir())}


def _is_complete(place: Path, file: Path) -> bool:
    try:
        record = json.loads((place / RECORD).read_text(encoding="utf-8"))
        whole = all((place / name).stat().st_size == count for name, count in record["files"].items())
        return whole and bool(record["files"]) and record["stamp"] == _stamp(file)
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return False
