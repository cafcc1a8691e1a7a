"""The other side of template_sandbox: starts that process when the first template is rendered, asks it,
and starts a new one where a template has ended it. One serves the whole app.

Knows requests and answers; nothing of models or messages.
"""

from __future__ import annotations

import contextlib
import functools
import os
import subprocess
import sys
import threading
import weakref
from collections.abc import Mapping
from typing import Any

from foreword.target.target import TargetError
from foreword.target.template_sandbox import WALL_FACTOR, read_message, write_message

SECONDS = 2.0
"""Processor time that one rendering may take. Ordinary ones take a few thousandths of it."""
_SPARE_SECONDS = 1.0
#: All that the process needs of this one's environment; tokens and passwords aren't among it.
_ENVIRONMENT = frozenset({
    "PATH", "HOME", "USERPROFILE", "APPDATA", "SYSTEMROOT", "TEMP", "TMP", "TZ", "LANG", "LC_ALL",
    "PYTHONPATH", "PYTHONHOME", "PYTHONUSERBASE", "VIRTUAL_ENV", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH",
})  # fmt: skip


class TemplateRefused(TargetError):
    """The template objects to this conversation."""


class TemplateBroken(TargetError):
    """The template can't be rendered."""


class TemplateOverrun(TemplateBroken):
    """The template took more time or memory than it may; it would do so again."""


class TemplateProcess:
    """Usable from any thread, one rendering at a time."""

    def __init__(self, seconds: float = SECONDS) -> None:
        self._seconds = seconds
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None

    def render(self, template: str, variables: Mapping[str, Any]) -> str:
        """What the template writes. Raises TemplateRefused, TemplateBroken and TemplateOverrun."""
        request = {"template": template, "variables": dict(variables), "seconds": self._seconds}
        with self._lock:
            answer = self._ask(request)
        if answer is None:
            raise TemplateOverrun("it was stopped, because it takes too much time or memory")
        if "refused" in answer:
            raise TemplateRefused(answer["refused"])
        if "broken" in answer:
            raise TemplateBroken(answer["broken"])
        return str(answer["text"])

    def close(self) -> None:
        with self._lock:
            self._drop()

    def _ask(self, request: dict[str, Any]) -> dict[str, Any] | None:
        """None where the process ended instead of answering."""
        process = self._ready()
        assert process.stdin is not None
        assert process.stdout is not None
        # It ends by itself; this is for a system on which it can't, or where it was stopped.
        watch = threading.Timer(self._seconds * WALL_FACTOR + _SPARE_SECONDS, process.kill)
        watch.daemon = True
        watch.start()
        try:
            write_message(process.stdin, request)
            answer = read_message(process.stdout)
        except (OSError, ValueError):  # a broken pipe, or half an answer
            answer = None
        finally:
            watch.cancel()
        if answer is None:
            self._drop()
        return answer

    def _ready(self) -> subprocess.Popen[bytes]:
        if self._process is None or self._process.poll() is not None:
            self._drop()
            self._process = subprocess.Popen(
                [sys.executable, "-m", "foreword.target.template_sandbox"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env={name: value for name, value in os.environ.items() if name.upper() in _ENVIRONMENT},
                creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            )
            self._end = weakref.finalize(self, _end, self._process)
        return self._process

    def _drop(self) -> None:
        if self._process is not None:
            self._process = None
            self._end()


def _end(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    process.wait()
    for pipe in (process.stdin, process.stdout):
        assert pipe is not None
        with contextlib.suppress(OSError):  # what was still to be written has nobody to go to
            pipe.close()


@functools.cache
def shared() -> TemplateProcess:
    """The one of this app."""
    return TemplateProcess()
