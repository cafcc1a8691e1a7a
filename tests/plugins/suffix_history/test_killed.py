"""kill -9 at any moment leaves a file that opens, with index and tokens in agreement."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

from tests.conftest import CHECKOUT
from tests.plugins.suffix_history.helpers import bench, check

MOMENTS = 12


def test_the_file_opens_whenever_the_process_is_killed(tmp_path: Path) -> None:
    draw = random.Random(11)
    for moment in range(MOMENTS):
        run_and_kill(tmp_path, moment, draw.uniform(0.0, 1.0))
        with bench(tmp_path) as history:
            history.settle()
            assert history.store.damage is None
            check(tmp_path / "history.db")
            history.chat("after", [1, 2, 3, 4, 5, 6])
            assert history.chain_after([2, 3, 4, 5], 1) == [6]
            history.speculator.forget("after")


def run_and_kill(folder: Path, seed: int, seconds: float) -> None:
    command = [sys.executable, "-m", "tests.plugins.suffix_history.killed", str(folder), str(seed)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=CHECKOUT)
    assert process.stdout is not None
    with process.stdout:
        assert process.stdout.readline() == "begun\n"
        try:
            process.wait(seconds)
        except subprocess.TimeoutExpired:
            process.kill()
        assert process.wait() == -9
