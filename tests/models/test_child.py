"""Child processes: their progress, their errors, and their end when cancelled."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import pytest

from foreword.models.child import ChildFailed, bytes_under, run_child
from foreword.models.errors import ModelCancelled
from foreword.models.progress import never, silent


def test_progress_follows_the_files_and_the_output_comes_back(tmp_path: Path) -> None:
    fractions: list[float | None] = []
    script = (
        "import sys, time, pathlib\n"
        "for part in range(5):\n"
        "    pathlib.Path(sys.argv[1], str(part)).write_bytes(bytes(20)); time.sleep(0.25)\n"
        "print('done')"
    )
    output = run_child(
        [sys.executable, "-c", script, str(tmp_path)],
        stage="Writing",
        written=lambda: bytes_under(tmp_path),
        expected=100,
        progress=lambda stage, fraction: fractions.append(fraction),
        cancelled=never,
    )
    assert output.strip() == "done"
    seen = [fraction for fraction in fractions if fraction is not None]
    assert seen == sorted(seen)
    assert any(0 < fraction < 1 for fraction in seen)


def test_a_failure_keeps_what_was_said() -> None:
    with pytest.raises(ChildFailed) as failure:
        run_child(
            [sys.executable, "-c", "import sys; print('one'); sys.exit('the reason')"],
            stage="",
            written=lambda: 0,
            expected=0,
            progress=silent,
            cancelled=never,
        )
    assert failure.value.last_line == "the reason"
    assert "one" in failure.value.output


def test_cancelling_ends_the_child(tmp_path: Path) -> None:
    script = (
        "import sys, time, pathlib\n"
        "while True: pathlib.Path(sys.argv[1], 'alive').write_text(str(time.time())); time.sleep(0.02)"
    )
    with pytest.raises(ModelCancelled):
        run_child(
            [sys.executable, "-c", script, str(tmp_path)],
            stage="",
            written=lambda: 0,
            expected=0,
            progress=silent,
            cancelled=(tmp_path / "alive").exists,
        )
    last = (tmp_path / "alive").read_text()
    time.sleep(0.3)
    assert (tmp_path / "alive").read_text() == last
