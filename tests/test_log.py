"""The log: in its file, with the traceback of what nobody caught."""

from __future__ import annotations

import logging
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from foreword import log


@pytest.fixture(autouse=True)
def _restored() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level, hooks = root.handlers[:], root.level, (sys.excepthook, threading.excepthook)
    root.handlers.clear()  # those of the test runner are not ours to close
    yield
    for handler in root.handlers:
        handler.close()
    root.handlers[:] = handlers
    root.setLevel(level)
    logging.captureWarnings(capture=False)
    sys.excepthook, threading.excepthook = hooks


@pytest.mark.parametrize(("debug", "expected"), [(False, ["INFO"]), (True, ["DEBUG", "INFO"])])
def test_debug_says_more(tmp_path: Path, capsys, debug: bool, expected: list[str]):
    log.start(tmp_path / "a.log", debug=debug)
    logging.getLogger("part").debug("small Ω")
    logging.getLogger("part").info("large Ω")
    lines = (tmp_path / "a.log").read_text(encoding="utf-8").splitlines()
    assert [line.split()[2] for line in lines] == expected
    assert ("large Ω" in capsys.readouterr().err) == debug


@pytest.mark.parametrize("on_thread", [False, True])
def test_an_uncaught_exception_is_logged_and_still_printed(tmp_path: Path, capsys, on_thread: bool):
    log.start(tmp_path / "a.log")
    error = ValueError("nobody caught me")
    if on_thread:
        threading.excepthook(threading.ExceptHookArgs((ValueError, error, None, threading.current_thread())))
    else:
        sys.excepthook(ValueError, error, None)
    text = (tmp_path / "a.log").read_text(encoding="utf-8")
    assert "CRITICAL" in text
    assert "ValueError: nobody caught me" in text
    assert "nobody caught me" in capsys.readouterr().err


def test_ctrl_c_is_no_bug(tmp_path: Path):
    log.start(tmp_path / "a.log")
    sys.excepthook(KeyboardInterrupt, KeyboardInterrupt(), None)
    assert (tmp_path / "a.log").read_text(encoding="utf-8") == ""


def test_a_log_that_cannot_be_written_is_said(tmp_path: Path):
    with pytest.raises(OSError, match="missing"):
        log.start(tmp_path / "missing" / "a.log")
