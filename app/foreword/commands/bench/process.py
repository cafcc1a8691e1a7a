"""The parent's hold on the process of one configuration: start, ask, teach, end.

The process waits, using no processor, whenever it isn't asked. What it prints is kept, and shown only
if it dies without a word.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from types import TracebackType

from foreword.commands import CommandError
from foreword.commands.bench.wire import Answered, Broken, Learnt, Loaded, Setup, Task, Unfit, receive, send
from foreword.messages import Lesson, ModelInfo

PATIENCE_SECONDS = 5.0


class Worker:
    """One configuration in a process of its own. Use as a context manager, which ends the process.

    Raises CommandError with one line, from the constructor or any method, where the process can't go on.
    """

    def __init__(self, setup: Setup) -> None:
        self._label = setup.configuration.label
        self._told = tempfile.TemporaryFile()  # noqa: SIM115 - open as long as the process
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", "foreword.commands.bench.child"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._told,
        )
        try:
            self.info = self._load(setup)
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Worker:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def ask(self, task: Task) -> Answered | Unfit:
        """Let it answer; returns when it has."""
        answer = self._exchange(task)
        assert isinstance(answer, Answered | Unfit)
        return answer

    def teach(self, lesson: Lesson) -> None:
        """Let it learn; returns when it has."""
        answer = self._exchange(lesson)
        assert isinstance(answer, Learnt)

    def close(self) -> None:
        """End the process, in the middle of a reply too: it holds nothing that is worth keeping."""
        self._process.terminate()
        try:
            self._process.wait(PATIENCE_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
        try:
            self._process.communicate()  # closes the pipes
        except BrokenPipeError:
            self._process.wait()
        self._told.close()

    def _load(self, setup: Setup) -> ModelInfo:
        answer = self._exchange(setup)
        assert isinstance(answer, Loaded)
        return answer.info

    def _exchange(self, message: object) -> object:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            send(self._process.stdin, message)
            answer = receive(self._process.stdout)
        except (EOFError, BrokenPipeError) as error:
            raise CommandError(f"{self._label}: its process ended: {self._last_words()}") from error
        if isinstance(answer, Broken):
            failure = CommandError(f"{self._label}: {answer.reason}")
            failure.add_note(answer.detail)  # seen with --debug
            raise failure
        return answer

    def _last_words(self) -> str:
        status = self._process.wait()
        self._told.seek(0)
        lines = self._told.read().decode("utf-8", "replace").split("\n")
        return next((line.strip() for line in reversed(lines) if line.strip()), f"status {status}")
