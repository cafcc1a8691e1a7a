"""A small version of tests/bench/download_torture.py: whatever interrupts a download, it ends up whole."""

from __future__ import annotations

from pathlib import Path

from tests.bench.download_torture import NAME, Torture, make_model
from tests.fakes.hub_server import serving


def test_whatever_interrupts_a_download_it_ends_up_whole(tiny_llama: Path, tmp_path: Path) -> None:
    model = make_model(tmp_path / "large", tiny_llama, megabytes=6)
    with serving({NAME: model}) as server:
        torture = Torture(tmp_path, server, model, seed=5)
        torture.run(interruptions=8)
    assert sum(torture.struck.values()) + len(server.struck) >= 8
    assert torture.broken == []
