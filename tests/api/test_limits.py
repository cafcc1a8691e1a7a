"""The limits: one number each, which host, suite and guide share."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from foreword.api import limits
from foreword.speculators import pool, shown

GUIDE = Path(__file__).parents[2] / "plugins" / "README.md"


def test_the_guide_shows_the_table_as_the_code_has_it() -> None:
    assert limits.table() in GUIDE.read_text(encoding="utf-8")


def test_the_table_can_be_printed() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "foreword.api.limits"], capture_output=True, text=True, check=True
    )
    assert done.stdout == limits.table()
    assert done.stderr == ""


def test_the_host_goes_by_them() -> None:
    assert (pool.SLOW_FACTOR, pool.SLOW_STEPS) == (limits.SLOW_FACTOR, limits.SLOW_STEPS)
    assert shown.MOST_LIKELIEST == limits.MOST_LIKELIEST
