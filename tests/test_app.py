"""The life of the app as a process: one per profile, an orderly end, one line where it can't start."""

from __future__ import annotations

import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from foreword.paths import Paths
from foreword.ui.one_instance import socket_place
from tests.e2e.test_torture import Life

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="ends processes with POSIX signals")

RUN = "import sys; from pathlib import Path; from foreword.app import run; from foreword.paths import Paths; "
RUN += "sys.exit(run(Paths.profile(Path(sys.argv[1]))))"


def start_and_end(profile: Path) -> subprocess.CompletedProcess[str]:
    """Start the app where it is expected to end by itself."""
    return subprocess.run(
        [sys.executable, "-c", RUN, str(profile)], capture_output=True, text=True, timeout=60, check=False
    )


def said_once(ended: subprocess.CompletedProcess[str], words: str) -> None:
    assert ended.returncode == 1
    assert ended.stdout == ""
    (line,) = ended.stderr.splitlines()
    assert line.startswith("foreword: ")
    assert words in line


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_quits_in_order_in_the_middle_of_a_reply(tmp_path: Path, number: signal.Signals):
    life = Life.begin(tmp_path, "Tell me", "scripted")
    try:
        life.until("shown")
        assert life.end(number) == 0
    finally:
        life.process.kill()
    assert "".join(life.errors) == ""
    shown = "".join(entry["text"] for entry in life.of("shown"))
    with closing(sqlite3.connect(Paths.profile(tmp_path).chats)) as connection:
        text, status = connection.execute(
            "SELECT text, status FROM turns WHERE role = 'assistant'"
        ).fetchone()
    assert status == "interrupted"
    assert text.startswith(shown)
    assert not Paths.profile(tmp_path).chats.with_name("chats.db-wal").exists()


def test_a_second_app_beside_one_that_does_not_answer_says_so_and_ends(tmp_path: Path):
    life = Life.begin(tmp_path, "", "scripted")
    try:
        life.until("ready")
        said_once(start_and_end(tmp_path), f"is open already with these chats (process {life.process.pid})")
        assert life.process.poll() is None
    finally:
        life.end(signal.SIGKILL)


def test_a_second_start_raises_the_first_window_and_ends_well(tmp_path: Path):
    first = subprocess.Popen([sys.executable, "-c", RUN, str(tmp_path)])
    try:
        place, end = Path(socket_place(Paths.profile(tmp_path))), time.monotonic() + 60
        while not place.exists() and time.monotonic() < end:
            time.sleep(0.05)
        second = start_and_end(tmp_path)
        assert second.returncode == 0
        assert (
            second.stderr == "foreword: Foreword is open already with these chats: its window is shown now.\n"
        )
        assert first.poll() is None
        first.send_signal(signal.SIGTERM)
        assert first.wait(60) == 0
        assert not place.exists()
    finally:
        first.kill()
        first.wait()


def test_a_profile_that_cannot_be_made_is_said_in_one_line(tmp_path: Path):
    (tmp_path / "file").write_text("")
    said_once(start_and_end(tmp_path / "file" / "below"), str(tmp_path / "file"))


def test_chats_that_cannot_be_opened_are_said_in_one_line(tmp_path: Path):
    (tmp_path / "chats.db").mkdir()
    said_once(start_and_end(tmp_path), "chats.db")
