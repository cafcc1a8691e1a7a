"""Runs one child process to its end: shows how far it is, and ends it and its children when cancelled.

Knows nothing of pip. The child gets a process group of its own, no input, and a folder for what is
temporary, whose growth tells how much was fetched.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from foreword.speculators.install.errors import InstallCancelled, InstallError
from foreword.speculators.install.pip_runner import PARENT

Progress = Callable[[str, float | None], None]
Cancelled = Callable[[], bool]

POLL_SECONDS = 0.05
PATIENCE_SECONDS = 2.0
_LONGEST_OUTPUT = 200_000


def silent(stage: str, fraction: float | None) -> None:
    """Report to nobody."""


def never() -> bool:
    """Nobody cancels."""
    return False


def check(cancelled: Cancelled) -> None:
    """Raises InstallCancelled once the user has stopped it."""
    if cancelled():
        raise InstallCancelled


@dataclass(frozen=True, slots=True)
class Ended:
    """How a child ended: its exit code (negative: the signal that ended it), and what it printed."""

    code: int
    output: str
    timed_out: bool = False


@dataclass(frozen=True, slots=True)
class Watch:
    """Whom a child's progress is told, and who may stop it.

    `expected` bytes in `folder` are the whole of it; 0 where no measure exists.
    """

    stage: str
    progress: Progress = silent
    cancelled: Cancelled = never
    folder: Path | None = None
    expected: int = 0

    def look(self) -> None:
        check(self.cancelled)
        fraction = None
        if self.folder is not None and self.expected:
            fraction = min(bytes_under(self.folder) / self.expected, 1.0)
        self.progress(self.stage, fraction)


def run(
    command: Sequence[str],
    watch: Watch,
    environment: Mapping[str, str],
    *,
    limit_seconds: float | None = None,
) -> Ended:
    """Run `command`; how it ended. After `limit_seconds` it is ended, and `timed_out` says so.

    Raises InstallCancelled once it is gone, InstallError where it can't start.
    """
    with tempfile.TemporaryFile() as output:
        child = _start(command, output.fileno(), environment)
        until = time.monotonic() + limit_seconds if limit_seconds is not None else None
        timed_out = False
        try:
            while (code := child.poll()) is None and not timed_out:
                watch.look()
                timed_out = until is not None and time.monotonic() > until
                _wait(child)
        finally:
            # Also where it ended by itself: what it started in its group must not write on.
            _end(child)
        size = output.seek(0, os.SEEK_END)
        output.seek(max(0, size - _LONGEST_OUTPUT))
        text = output.read().decode("utf-8", "replace")
    return Ended(child.returncode if code is None else code, text, timed_out)


def bytes_under(folder: Path) -> int:
    """Bytes of all files below a folder in which another process may be renaming and deleting."""
    total = 0
    for root, _folders, names in os.walk(folder):
        for name in names:
            try:
                total += Path(root, name).lstat().st_size
            except FileNotFoundError:
                continue
    return total


def _start(command: Sequence[str], output: int, environment: Mapping[str, str]) -> subprocess.Popen[bytes]:
    try:
        return subprocess.Popen(
            list(command),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            env={**environment, PARENT: str(os.getpid())},
            start_new_session=True,
        )
    except OSError as error:
        raise InstallError(f"{command[0]} can't be started: {error.strerror or error}") from error


def _wait(child: subprocess.Popen[bytes]) -> None:
    with contextlib.suppress(subprocess.TimeoutExpired):
        child.wait(POLL_SECONDS)


def _end(child: subprocess.Popen[bytes]) -> None:
    """Make sure that the child and what it started are gone, so that nothing is written behind our back."""
    if child.poll() is None:
        _signal(child, signal.SIGTERM)
        with contextlib.suppress(subprocess.TimeoutExpired):
            child.wait(PATIENCE_SECONDS)
    _signal(child, signal.SIGTERM if sys.platform == "win32" else signal.SIGKILL)
    child.wait()


def _signal(child: subprocess.Popen[bytes], number: int) -> None:
    if sys.platform == "win32":
        if child.poll() is None:
            child.terminate()
        return
    try:
        os.killpg(child.pid, number)
    except (ProcessLookupError, PermissionError):  # gone; macOS says the latter of a group of zombies
        return
