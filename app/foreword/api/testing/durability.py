"""The data folder, which the user may delete and a crash may tear; and what belongs to the process."""

from __future__ import annotations

import os
import shutil
import signal
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

from foreword.api.testing.driver import Driver
from foreword.api.testing.lane import fail
from foreword.api.testing.suite import WARM, Suite, chat_id, check_plain

THREAD_SECONDS = 5.0
"""So long may a thread take to end after `close`."""


class Durability(Suite):
    def test_goes_on_in_the_folder_of_the_last_run(self, tmp_path: Path) -> None:
        for run in range(3):
            with self.opened(tmp_path) as driver:
                self._two_replies(driver, run)

    def test_does_without_its_files(self, tmp_path: Path) -> None:
        """The user deletes the folder between two runs."""
        for run in range(2):
            folder = tmp_path / "data"
            with self.opened(folder) as driver:
                self._two_replies(driver, run)
            shutil.rmtree(folder)

    def test_goes_on_after_a_crash(self, tmp_path: Path) -> None:
        """From the files as they were between two replies, and in the middle of one, with no `close`."""
        prompt = self.model().prompt(40, 3)
        with self.opened(tmp_path / "data") as driver:
            self._two_replies(driver, 0)
            shutil.copytree(tmp_path / "data", tmp_path / "between")
            check_plain(driver.reply(chat_id(3), prompt, broken_off=True))
            shutil.copytree(tmp_path / "data", tmp_path / "within")
        for folder in ("between", "within"):
            with self.opened(tmp_path / folder) as driver:
                self._two_replies(driver, 1)

    def test_survives_damage_to_its_files(self, tmp_path: Path) -> None:
        """Each of them empty, cut in half, or full of other bytes."""
        with self.opened(tmp_path / "data") as driver:
            self._two_replies(driver, 0)
        damages: dict[str, Callable[[bytes], bytes]] = {
            "empty": lambda _content: b"",
            "cut": lambda content: content[: len(content) // 2],
            "other": lambda content: b"\xa5" * max(len(content), 64),
        }
        for name, damage in damages.items():
            shutil.copytree(tmp_path / "data", tmp_path / name)
            for file in (path for path in (tmp_path / name).rglob("*") if path.is_file()):
                file.write_bytes(damage(file.read_bytes()))
            with self.opened(tmp_path / name) as driver:
                self._two_replies(driver, 1)

    def test_close_ends_its_threads(self, tmp_path: Path) -> None:
        before = set(threading.enumerate())
        with self.opened(tmp_path) as driver:
            self._two_replies(driver, 0)
        deadline = time.monotonic() + THREAD_SECONDS
        while left := [thread for thread in threading.enumerate() if thread not in before]:
            if time.monotonic() > deadline:
                raise fail(f"after `close` these threads still run: {left}. End and join them in `close`")
            time.sleep(0.01)

    def test_leaves_the_process_alone(self, tmp_path: Path) -> None:
        before = _process()
        with self.opened(tmp_path) as driver:
            self._two_replies(driver, 0)
        after = _process()
        changed = sorted(name for name in before if name in after and before[name] != after[name])
        if changed:
            raise fail(f"it changed what belongs to the whole process: {', '.join(changed)}")

    def _two_replies(self, driver: Driver, run: int) -> None:
        """One greedy, one sampled, each in a chat of its own."""
        prompt = driver.model.prompt(40, run)
        check_plain(driver.reply(chat_id(1), prompt))
        check_plain(driver.reply(chat_id(2), prompt, sampling=WARM))


def _process() -> dict[str, object]:
    """What a plugin could change under everybody else. A library that is only loaded now isn't compared."""
    state: dict[str, object] = {
        "the current folder": Path.cwd(),
        "sys.path": list(sys.path),
        "standard output": (sys.stdout, sys.stderr),
        "the recursion limit": sys.getrecursionlimit(),
        "signal handlers": [signal.getsignal(number) for number in sorted(signal.valid_signals())],
        **{f"the environment's {name}": value for name, value in os.environ.items()},
    }
    torch = sys.modules.get("torch")
    if torch is not None:
        state["the threads of torch"] = torch.get_num_threads()
        state["the default type of torch"] = torch.get_default_dtype()
    return state
