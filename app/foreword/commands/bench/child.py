"""The process of one configuration: loads it, then answers questions and takes lessons, one at a time.

Reads and writes wire messages; ends when its input does. Started by `process.Worker` alone.
"""

from __future__ import annotations

import os
import signal
import sys
import traceback
from contextlib import closing
from typing import IO

from foreword.commands import CommandError
from foreword.commands.bench.runners import NoRoom, Runner, converse, open_runner
from foreword.commands.bench.wire import Answered, Broken, Learnt, Loaded, Setup, Task, Unfit, receive, send
from foreword.messages import Lesson


def main() -> int:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the terminal tells both; the parent decides
    with os.fdopen(0, "rb") as source, _take_output() as sink:
        return serve(source, sink)


def serve(source: IO[bytes], sink: IO[bytes]) -> int:
    """Answer until the source ends; 0, or 1 after something broke and was told."""
    try:
        setup = receive(source)
        assert isinstance(setup, Setup), "a setup comes first"
        runner = open_runner(setup)
        send(sink, Loaded(runner.info))
        with closing(runner):
            while (message := _next(source)) is not None:
                send(sink, _answer(runner, message))
    except Exception as error:  # noqa: BLE001 - the worker's boundary: told, with its traceback
        send(sink, Broken(_reason(error), traceback.format_exc()))
        return 1
    return 0


def _take_output() -> IO[bytes]:
    """Standard output for wire messages alone: whatever else is printed goes where errors go."""
    taken = os.dup(1)
    os.dup2(2, 1)
    return os.fdopen(taken, "wb")


def _next(source: IO[bytes]) -> Task | Lesson | None:
    try:
        message = receive(source)
    except EOFError:
        return None
    assert isinstance(message, Task | Lesson), "only tasks and lessons follow"
    return message


def _answer(runner: Runner, message: Task | Lesson) -> Answered | Learnt | Unfit:
    if isinstance(message, Lesson):
        runner.learn(message)
        return Learnt()
    try:
        return Answered(converse(runner, message))
    except NoRoom as error:
        return Unfit(str(error))


def _reason(error: Exception) -> str:
    from foreword.models.errors import ModelError
    from foreword.target.target import TargetError

    if isinstance(error, CommandError | ModelError | TargetError):
        return str(error)
    return f"the engine failed ({type(error).__name__}: {error})"


if __name__ == "__main__":
    sys.exit(main())
