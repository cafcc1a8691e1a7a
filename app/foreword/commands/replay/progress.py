"""How far a replay is, on standard error: one changing line on a terminal, now and then a line elsewhere."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

LIVE_SECONDS, ELSEWHERE_SECONDS = 0.1, 10.0


class Progress:
    """Call `replaying` before each reply, `clear` at the end."""

    def __init__(self, replies: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._live = sys.stderr.isatty()
        self._replies = replies
        self._clock = clock
        self._begun = clock()
        self._shown = -ELSEWHERE_SECONDS
        self._any = False

    def replaying(self, number: int) -> None:
        """`number` replies are done."""
        now = self._clock()
        if number and now - self._shown < (LIVE_SECONDS if self._live else ELSEWHERE_SECONDS):
            return
        self._shown, self._any = now, True
        line = f"reply {number + 1} of {self._replies}{self._left(number, now)}"
        sys.stderr.write(f"\r\x1b[K{line}" if self._live else f"{line}\n")
        sys.stderr.flush()

    def clear(self) -> None:
        if self._live and self._any:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
        self._any = False

    def _left(self, done: int, now: float) -> str:
        seconds = (now - self._begun) / done * (self._replies - done) if done else 0.0
        return f", about {seconds:.0f} s left" if seconds >= 5 else ""
