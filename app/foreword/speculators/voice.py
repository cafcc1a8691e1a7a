"""What a plugin prints goes to standard error: standard output belongs to the command that runs.

`foreword ask --json` prints one JSON object there, and a plugin that says hello must not spoil it. This
covers Python's print and sys.stdout on a speculator's lane; not what it writes to the file descriptor, or
prints from threads of its own.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from typing import Any, TextIO, cast

from foreword.speculators.lane import LaneThread


class _Parted:
    """Standard output for everybody, but on a lane standard error."""

    def __init__(self, output: TextIO) -> None:
        self._output = output

    def write(self, text: str) -> int:
        return (sys.stderr if isinstance(threading.current_thread(), LaneThread) else self._output).write(
            text
        )

    def writelines(self, lines: list[str]) -> None:
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._output, name)


@contextmanager
def plugins_speak_on_stderr() -> Iterator[None]:
    """While it lasts, plugins can't reach standard output by printing."""
    if sys.stdout is None:  # a program without a console
        yield
        return
    with redirect_stdout(cast(TextIO, _Parted(sys.stdout))):
        yield
