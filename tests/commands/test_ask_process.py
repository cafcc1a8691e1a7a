"""`foreword ask` as a process of its own: a signal, a reader that goes away, a full disk."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals and pipes as POSIX has them")


def start(model: Path, tmp_path: Path) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "foreword", "ask", "x", "--model", str(model), "--max-tokens", "100000"]
    return subprocess.Popen(
        [*command, "--profile", str(tmp_path / "profile"), "--speculators", "none"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "OMP_NUM_THREADS": "1"},
    )


def first_bytes(process: subprocess.Popen[bytes]) -> bytes:
    assert process.stdout is not None
    return os.read(process.stdout.fileno(), 65536)


def test_an_interrupt_ends_with_130_and_keeps_what_was_printed(endless: Path, tmp_path: Path) -> None:
    with start(endless, tmp_path) as process:
        begun = first_bytes(process)
        process.send_signal(signal.SIGINT)
        rest, told = process.communicate(timeout=60)
    assert process.returncode == 130
    assert begun
    assert (begun + rest).endswith(b"\n")
    assert told == b""


def test_a_reader_that_goes_away_ends_it_without_a_word(endless: Path, tmp_path: Path) -> None:
    with start(endless, tmp_path) as process:
        assert first_bytes(process)
        assert process.stdout is not None
        process.stdout.close()
        assert process.stderr is not None
        told = process.stderr.read()
        assert process.wait(timeout=60) == 1
    assert told == b""
