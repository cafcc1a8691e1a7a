"""Runs one long job as a child process: reports how far it is, and ends it the moment it is cancelled.

Downloads and the unpacking of weights run like this because a thread can't be stopped in the
middle of a library call, and because their progress bars and warnings belong to nobody's terminal.
How far a job is shows in the files that it writes. Knows nothing of models.
"""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from foreword.models.progress import Cancelled, Progress, check

POLL_SECONDS = 0.1
PATIENCE_SECONDS = 5.0


class ChildFailed(Exception):
    """The child ended with an error. `output` is all that it printed."""

    def __init__(self, returncode: int, output: str) -> None:
        super().__init__(f"exit status {returncode}")
        self.returncode = returncode
        self.output = output

    @property
    def last_line(self) -> str:
        """The line that says most: the last one that is not empty."""
        lines = [line.strip() for line in self.output.splitlines() if line.strip()]
        return lines[-1] if lines else f"it ended with status {self.returncode}"


def bytes_under(folder: Path) -> int:
    """Bytes of all files below a folder, in which another process may be renaming and deleting."""
    total = 0
    for root, _folders, names in os.walk(folder):
        for name in names:
            try:
                total += Path(root, name).lstat().st_size
            except FileNotFoundError:
                continue
    return total


def run_child(
    command: Sequence[str],
    *,
    stage: str,
    written: Callable[[], int],
    expected: int,
    progress: Progress,
    cancelled: Cancelled,
    environment: Mapping[str, str] | None = None,
) -> str:
    """Run `command` to its end and return what it printed.

    `written()` tells the bytes written so far, of about `expected`. Raises ChildFailed on an error
    exit, ModelCancelled (after the child has ended) when cancelled, OSError where it can't start.
    """
    env = {**os.environ, "PYTHONUNBUFFERED": "1", "PYTHONUTF8": "1", **(environment or {})}
    with tempfile.TemporaryFile() as output:
        child = subprocess.Popen(
            list(command), stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT, env=env
        )
        try:
            while True:
                check(cancelled)
                # Nothing written yet is no measure: some jobs write all of it at their end.
                progress(stage, min(written() / expected, 1.0) or None if expected else None)
                try:
                    returncode = child.wait(POLL_SECONDS)
                    break
                except subprocess.TimeoutExpired:
                    continue
        finally:
            _end(child)
        output.seek(0)
        text = output.read().decode("utf-8", "replace")
    if returncode != 0:
        raise ChildFailed(returncode, text)
    return text


def _end(child: subprocess.Popen[bytes]) -> None:
    """Make sure that the child is gone, so that nothing writes into a folder about to be removed."""
    if child.poll() is not None:
        return
    child.terminate()
    try:
        child.wait(PATIENCE_SECONDS)
    except subprocess.TimeoutExpired:
        child.kill()
        child.wait()
