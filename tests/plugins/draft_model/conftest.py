"""What the tests of the draft model under the real engine share."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.plugins.draft_model.desk import Desk


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A pass of these tiny targets is faster than any draft: nothing here is a matter of time."""
    from foreword.speculators import pool
    from foreword_draft_model import speculator

    monkeypatch.setattr(pool, "SLOW_FACTOR", 1e9)
    monkeypatch.setattr(speculator, "SLOW_FACTOR", 1e9)


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Callable[..., Desk]]:
    made: list[Desk] = []

    def make(target: Any, draft: Path, **values: object) -> Desk:
        made.append(Desk(target, draft, tmp_path / "data", **values))
        return made[-1]

    yield make
    for each in made:
        each.pool.close()
    gc.collect()
