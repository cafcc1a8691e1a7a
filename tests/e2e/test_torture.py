"""SIGKILL at 25 random points while a reply streams: nothing acknowledged is lost.

The app runs as it is, but for the worker: a script stands in for the model, so that a start takes a
second and the text is known. Set FOREWORD_TORTURE_SEED to repeat a run.
"""

from __future__ import annotations

import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from foreword.paths import Paths
from tests.e2e.torture_app import endless_text

KILLS = 25
#: With the real model a start takes many seconds: fewer, to see that nothing hangs on the script.
REAL_KILLS = 5
LONGEST_STREAM_SECONDS = 2.2
#: A checkpoint is due a second after the first text that is not kept yet. On top of that second come
#: the 16 ms until text is shown, the commit with its fsync, and a busy machine of two cores that may
#: leave a thread waiting; half a second holds all of it, and is far below a second missed checkpoint.
MAY_BE_MISSING_SECONDS = 1.0 + 0.5

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL is POSIX's")


@dataclass
class Life:
    """One run of the app, from its start to its end, and what it said meanwhile."""

    process: subprocess.Popen[str]
    events: list[dict[str, Any]] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    readers: list[threading.Thread] = field(default_factory=list)

    @classmethod
    def begin(cls, profile: Path, text: str, worker: str) -> Life:
        command = [sys.executable, "-m", "tests.e2e.torture_app", str(profile), worker, text]
        life = cls(
            subprocess.Popen(
                command,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
                cwd=Path(__file__).parents[2],
                env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
            )
        )
        for read in (life._read_events, life._read_errors):
            life.readers.append(threading.Thread(target=read, daemon=True))
            life.readers[-1].start()
        return life

    def _read_events(self) -> None:
        for line in self.process.stdout:
            if line.endswith("\n"):  # the last line may have been cut by the kill
                self.events.append(json.loads(line))

    def _read_errors(self) -> None:
        self.errors.extend(self.process.stderr)

    def of(self, event: str) -> list[dict[str, Any]]:
        return [entry for entry in list(self.events) if entry["event"] == event]

    def until(self, event: str, limit: float = 60.0) -> None:
        end = time.monotonic() + limit
        while not self.of(event):
            assert self.process.poll() is None, f"the app ended by itself: {''.join(self.errors)}"
            assert time.monotonic() < end, f"no {event!r} after {limit} s: {''.join(self.errors)}"
            time.sleep(0.005)

    def end(self, number: signal.Signals) -> int:
        """Send the signal, and read to the end what was said before it."""
        self.process.send_signal(number)
        code = self.process.wait(timeout=30)
        for reader in self.readers:
            reader.join(timeout=30)
        self.process.stdout.close()
        self.process.stderr.close()
        return code


@dataclass(frozen=True)
class Killed:
    """What a life had acknowledged and shown when it was killed."""

    turns: list[dict[str, Any]]
    reply_id: str
    shown: str
    shown_in_time: int

    @classmethod
    def of(cls, life: Life, killed_at: float) -> Killed:
        turns, shown = life.of("acked"), life.of("shown")
        (reply_id,) = (turn["id"] for turn in turns if turn["role"] == "assistant")
        assert {entry["id"] for entry in shown} == {reply_id}
        in_time = [entry for entry in shown if entry["at"] <= killed_at - MAY_BE_MISSING_SECONDS]
        return cls(
            turns,
            reply_id,
            "".join(entry["text"] for entry in shown),
            sum(len(entry["text"]) for entry in in_time),
        )


def check(profile: Path, lives: list[Killed], worker: str) -> None:
    """What the database holds against all that was ever acknowledged. The app may be running."""
    with closing(sqlite3.connect(Paths.profile(profile).chats)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        rows = connection.execute("SELECT id, role, status, text FROM turns").fetchall()
    kept = {turn_id: (role, status, text) for turn_id, role, status, text in rows}
    for life in lives:
        for turn in life.turns:
            if turn["role"] == "user":
                assert kept[turn["id"]] == ("user", "complete", turn["text"])
        role, status, text = kept[life.reply_id]
        assert role == "assistant"
        # A real reply may have ended by itself just before the kill.
        assert status == "interrupted" or (worker == "real" and status == "complete")
        assert text.startswith(life.shown) or life.shown.startswith(text)
        assert len(text) >= life.shown_in_time
        if worker == "scripted":
            assert "".join(endless_text(life.reply_id)).startswith(text)


def killed_life(profile: Path, lives: list[Killed], number: int, delay: float, worker: str) -> Killed:
    """Start on what the earlier kills left, check it, let a reply stream for `delay` seconds, and kill."""
    question = f"Question {number}, owl-{number * 7919}: count from one to one thousand."
    life = Life.begin(profile, question, worker)
    try:
        life.until("ready")
        check(profile, lives, worker)
        life.until("shown")
        time.sleep(delay)
        killed_at = time.monotonic()
        assert life.end(signal.SIGKILL) == -signal.SIGKILL
    finally:
        life.process.kill()
    return Killed.of(life, killed_at)


def torture(profile: Path, worker: str, kills: int) -> None:
    seed = int(os.environ.get("FOREWORD_TORTURE_SEED", random.SystemRandom().randrange(2**32)))
    print(f"FOREWORD_TORTURE_SEED={seed}")
    points = random.Random(seed)
    lives: list[Killed] = []
    for number in range(kills):
        delay = points.uniform(0.0, LONGEST_STREAM_SECONDS)
        lives.append(killed_life(profile, lives, number, delay, worker))
        print(f"kill {number} after {delay:.3f} s of text: {len(lives[-1].shown)} characters shown")
    assert any(life.shown_in_time for life in lives), "no reply streamed long enough to be tested"
    last = Life.begin(profile, "", worker)
    try:
        last.until("ready")
        check(profile, lives, worker)
        assert last.end(signal.SIGTERM) == 0, "".join(last.errors)
    finally:
        last.process.kill()
    with closing(sqlite3.connect(Paths.profile(profile).chats)) as connection:
        # All questions and replies in one chat: each start went on where the one before was killed.
        assert connection.execute("SELECT count(*) FROM conversations").fetchone() == (1,)
        assert connection.execute("SELECT count(*) FROM turns").fetchone() == (2 * kills,)
    assert not list(profile.glob("*.damaged-*"))


@pytest.mark.timeout(280)
def test_nothing_acknowledged_is_lost_in_25_kills(tmp_path: Path):
    torture(tmp_path / "Zoë  Ω", "scripted", KILLS)


@pytest.mark.starter
@pytest.mark.timeout(280)
def test_nothing_acknowledged_is_lost_with_the_real_model(
    tmp_path: Path, starter_cache: Path, starter_folder: Path
):
    profile = tmp_path / "profile"
    profile.mkdir()
    (profile / "models").symlink_to(starter_cache / "models", target_is_directory=True)
    torture(profile, "real", REAL_KILLS)
