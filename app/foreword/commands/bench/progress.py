"""How far a bench is, on standard error: one changing line on a terminal, a line a question elsewhere."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

from foreword.commands.bench.records import Question


class Progress:
    """Call `stage` while things are made ready, `learning` and `answering` before each answer, `clear`
    at the end."""

    def __init__(self, questions: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._live = sys.stderr.isatty()
        self._questions = questions
        self._clock = clock
        self._begun: float | None = None
        self._last = ""

    def stage(self, text: str) -> None:
        self._show(text)

    def answering(self, number: int, question: Question, label: str) -> None:
        """`number` questions are done; this one is being answered by `label`."""
        if self._begun is None:
            self._begun = self._clock()
        line = f"question {number + 1} of {self._questions}: {question.category} {question.id}"
        self._show(f"{line} ({label}){self._left(number)}" if self._live else line)

    def learning(self, number: int, question: Question) -> None:
        """`number` conversations of the history are written; this one is being written."""
        self._show(f"history {number + 1}: {question.category} {question.id}")

    def clear(self) -> None:
        if self._live and self._last:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
        self._last = ""

    def _left(self, done: int) -> str:
        if not done or self._begun is None:
            return ""
        seconds = (self._clock() - self._begun) / done * (self._questions - done)
        return f", about {seconds / 60:.0f} min left" if seconds >= 90 else f", about {seconds:.0f} s left"

    def _show(self, line: str) -> None:
        if line == self._last:
            return
        sys.stderr.write(f"\r\x1b[K{line}" if self._live else f"{line}\n")
        sys.stderr.flush()
        self._last = line
