"""The command line: parses, picks the command, and turns errors into one line and an exit code.

Imports neither Qt nor torch until a command needs it. Exit codes: 0 all well, 1 it could not be done,
2 the arguments are wrong, 130 interrupted.
"""

from __future__ import annotations

import argparse
import io
import logging
import os
import sys
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

from foreword.commands import CommandError, UsageError
from foreword.commands.arguments import parser
from foreword.paths import Paths
from foreword.speculators.voice import plugins_speak_on_stderr


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit code."""
    _ensure_streams()
    code = _run(arguments)
    try:
        sys.stdout.flush()
    except OSError as error:
        _drop_output()
        code = code or (1 if isinstance(error, BrokenPipeError) else _fail(error, 1, debug=False))
    return code


def _run(arguments: Sequence[str] | None) -> int:
    try:
        options = parser().parse_args(arguments)
    except SystemExit as end:  # --help, --version, or an error that was told
        return int(end.code or 0)
    try:
        _refuse_idle_words(options)
        paths = Paths.profile(options.profile) if options.profile else Paths.default()
        # The window has a log of its own.
        told = _decisions_told(wanted=options.debug and options.command is not None)
        with told, plugins_speak_on_stderr():
            return _command(options.command)(options, paths)
    except UsageError as error:
        return _fail(error, 2, debug=options.debug)
    except BrokenPipeError:
        return 1  # who read the output has gone, and needs no explanation
    except (CommandError, OSError) as error:
        return _fail(error, 1, debug=options.debug)
    except KeyboardInterrupt:
        return 130


@contextmanager
def _decisions_told(*, wanted: bool) -> Iterator[None]:
    """What the app's own parts decide, step by step, on standard error; other libraries stay quiet."""
    if not wanted:
        yield
        return
    logger = logging.getLogger("foreword")
    handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter("%(name)s: %(message)s"))
    before = logger.level
    logger.setLevel(logging.DEBUG)
    logger.addHandler(handler)
    try:
        yield
    finally:
        logger.removeHandler(handler)
        logger.setLevel(before)


def _command(name: str | None) -> Callable[[argparse.Namespace, Paths], int]:
    commands = {
        None: _window,
        "ask": _ask,
        "bench": _bench,
        "doctor": _doctor,
        "models": _models,
        "plugins": _plugins,
        "replay": _replay,
    }
    return commands[name]


def _refuse_idle_words(options: argparse.Namespace) -> None:
    """In front of the command these two are known for all of them, but mean something to few."""
    if options.command not in (None, "ask") and (options.safe_mode or options.no_plugins):
        word = "--safe-mode" if options.safe_mode else "--no-plugins"
        raise UsageError(f"{word} is for the window and for ask; {options.command} doesn't know it")


def _fail(error: Exception, code: int, *, debug: bool) -> int:
    if debug:
        traceback.print_exception(error)
    print(f"foreword: {' '.join(_words(error).split())}", file=sys.stderr)
    return code


def _words(error: Exception) -> str:
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    return str(error)


def _ensure_streams() -> None:
    """Somewhere to write to, whatever the caller closed, and no character that can't be written."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115 - for good
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")


def _drop_output() -> None:
    """Python flushes standard output once more when it ends, and would complain again."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)


# --- commands


def _window(options: argparse.Namespace, paths: Paths) -> int:
    from foreword.app import run

    plugins: Literal["all", "bundled", "none"] = "all"
    if options.safe_mode or options.no_plugins:
        plugins = "bundled" if options.safe_mode else "none"
    return run(paths, model=options.model, debug=options.debug, plugins=plugins)


def _ask(options: argparse.Namespace, paths: Paths) -> int:
    from foreword.commands.ask import ask

    return ask(options, paths)


def _bench(options: argparse.Namespace, paths: Paths) -> int:
    from foreword.commands.bench.command import bench

    return bench(options, paths)


def _doctor(options: argparse.Namespace, paths: Paths) -> int:
    from foreword.commands.doctor import report

    return report(options, paths)


def _models(options: argparse.Namespace, paths: Paths) -> int:
    if options.action == "pull":  # what a first start calls needs little to be imported
        from foreword.models.__main__ import pull

        return pull(options.name, paths, quiet=options.quiet)
    from foreword.commands.models import models

    return models(options, paths)


def _plugins(options: argparse.Namespace, paths: Paths) -> int:
    from foreword.commands.plugins import plugins

    return plugins(options, paths)


def _replay(options: argparse.Namespace, paths: Paths) -> int:
    from foreword.commands.replay.command import replay

    return replay(options, paths)
