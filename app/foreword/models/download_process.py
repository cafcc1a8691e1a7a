"""Runs a download's process and passes on what it says; ends it at once when it is no longer wanted.

Knows the lines that cross, not what is downloaded.
"""

from __future__ import annotations

import contextlib
import os
import queue
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable
from typing import IO

from foreword.models.download_job import Ended, Job, Report, message_of
from foreword.models.download_plan import Plan
from foreword.models.errors import DownloadInterrupted, ModelCancelled, ModelError
from foreword.models.progress import Cancelled

POLL_SECONDS = 0.05
#: After being asked to stop, before it is killed; nothing is lost either way.
GRACE_SECONDS = 0.12
MODULE = "foreword.models.download_child"


class DownloadBroke(Exception):
    """The process ended in a way that is our own fault; the text is what it printed."""


def run_job(
    job: Job, *, report: Callable[[Report], None], planned: Callable[[Plan], None], stopped: Cancelled
) -> str:
    """The folder or file that was asked for.

    Raises ModelError, DownloadInterrupted, ModelCancelled (the process has ended then), DownloadBroke.
    """
    with tempfile.TemporaryFile() as printed:
        process = subprocess.Popen(
            [sys.executable, "-m", MODULE],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=printed,
            env={**os.environ, "PYTHONUTF8": "1", "PYTHONUNBUFFERED": "1"},
        )
        try:
            ended = _follow(process, job, report, planned, stopped)
        finally:
            _end(process)
        if ended is None:
            printed.seek(0)
            said = printed.read().decode("utf-8", "replace").strip()
            if not said:  # our own faults print a traceback
                raise DownloadInterrupted("the download was ended by the system; try again")
            raise DownloadBroke(said)
    if ended.ending == "interrupted":
        raise DownloadInterrupted(ended.text)
    if ended.ending == "refused":
        raise ModelError(ended.text)
    return ended.text


def _follow(
    process: subprocess.Popen[bytes],
    job: Job,
    report: Callable[[Report], None],
    planned: Callable[[Plan], None],
    stopped: Cancelled,
) -> Ended | None:
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        process.stdin.write(job.line().encode())
        process.stdin.flush()
    except BrokenPipeError:  # it has ended already, and has printed why
        return None
    lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_read, args=(process.stdout, lines), name="download-lines", daemon=True).start()
    while True:
        if stopped():
            raise ModelCancelled("stopped by you")
        try:
            line = lines.get(timeout=POLL_SECONDS)
        except queue.Empty:
            continue
        if not line:
            return None
        message = message_of(line.decode())
        if isinstance(message, Ended):
            return message
        if isinstance(message, Plan):
            planned(message)
        else:
            report(message)


def _read(stream: IO[bytes], lines: queue.SimpleQueue[bytes]) -> None:
    """Until its end, which an empty line stands for: waiting for a line can't be cut short, a queue's can."""
    for line in stream:
        lines.put(line)
    lines.put(b"")
    stream.close()


def _end(process: subprocess.Popen[bytes]) -> None:
    """The end of its input asks it to stop; it must be gone before anybody touches its files."""
    assert process.stdin is not None
    with contextlib.suppress(BrokenPipeError):
        process.stdin.close()
    try:
        process.wait(GRACE_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
