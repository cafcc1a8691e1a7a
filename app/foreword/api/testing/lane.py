"""A thread for one speculator, as the app has one: its calls run there, and one that hangs is given up."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable
from typing import TypeVar

from foreword.api.speculator import Unsuitable

_T = TypeVar("_T")


def fail(message: str, cause: BaseException | None = None) -> AssertionError:
    """What is raised where a speculator breaks a rule. (`assert` would say nothing under python -O.)"""
    error = AssertionError(message)
    error.__cause__ = cause
    return error


class Lane:
    """Runs functions in a daemon thread of its own, in turn. `cpu_seconds` is what the last one computed."""

    def __init__(self) -> None:
        self._jobs: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="speculator", daemon=True)
        self._thread.start()
        self.cpu_seconds = 0.0

    def call(self, what: str, function: Callable[[], _T], seconds: float) -> _T:
        """What the function returns. Raises AssertionError where it raises or takes longer than `seconds`;
        Unsuitable passes."""
        done = threading.Event()
        results: list[_T] = []
        errors: list[BaseException] = []

        def job() -> None:
            begun = time.thread_time()
            try:
                results.append(function())
            except BaseException as error:  # noqa: BLE001 - a stranger's code: whatever it raises is told
                errors.append(error)
            self.cpu_seconds = time.thread_time() - begun
            done.set()

        self._jobs.put(job)
        if not done.wait(seconds):
            raise fail(
                f"`{what}` did not return within {seconds:g} s: the app gives the call up and leaves the "
                "speculator out. Do what takes long in `start`, `learn` or a thread of your own"
            )
        if errors and isinstance(errors[0], Unsuitable):
            raise errors[0]
        if errors:
            raise fail(
                f"`{what}` raised {type(errors[0]).__name__}: {errors[0]}. The app would leave the "
                "speculator out from here on",
                errors[0],
            )
        return results[0]

    def end(self) -> None:
        """The thread ends after what it was given."""
        self._jobs.put(None)

    def _run(self) -> None:
        while (job := self._jobs.get()) is not None:
            job()
