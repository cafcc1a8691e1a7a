"""Folders that strangers made: each is refused with its own line, quickly, and nothing in it runs."""

from __future__ import annotations

import pickle
import shutil
import time
from pathlib import Path

import psutil
import pytest

from foreword.models.errors import ModelError
from foreword.models.resolve import resolve
from foreword.paths import Paths
from foreword.target.loading import load_target
from foreword.target.target import TargetError
from tests.fakes.hostile_models import HARMLESS, HOSTILE, Touches, canary_of, pickled
from tests.fakes.tiny_target import write_tiny

MOST_BYTES = 100_000_000
MOST_SECONDS = 60.0
"""Not a measurement: what hangs, or loads what it should refuse, takes longer than any slow machine."""


@pytest.fixture(scope="module")
def honest(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_tiny(tmp_path_factory.mktemp("honest") / "model", max_position_embeddings=64)


@pytest.fixture
def folder(honest: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(honest, tmp_path / "model"))


def load(folder: Path, tmp_path: Path) -> None:
    """All that stands between a name in the settings and a loaded model."""
    found = resolve(str(folder), Paths.profile(tmp_path / "profile"), allow_download=False)
    load_target(found.folder, name=found.name, dtype="float32", context=64).close()


def test_the_honest_one_loads(folder: Path, tmp_path: Path) -> None:
    load(folder, tmp_path)


@pytest.mark.parametrize("name", HOSTILE)
def test_it_is_refused_in_one_line_and_nothing_runs(folder: Path, tmp_path: Path, name: str) -> None:
    spoil, reason = HOSTILE[name]
    spoil(folder)
    files = {file.name for file in tmp_path.iterdir()}
    before, begun = psutil.Process().memory_info().rss, time.monotonic()
    with pytest.raises((ModelError, TargetError)) as refusal:
        load(folder, tmp_path)
    assert reason in str(refusal.value)
    assert "\n" not in str(refusal.value)
    assert len(str(refusal.value)) < 500
    assert not canary_of(folder).exists()
    assert not Path("canary").exists()
    assert time.monotonic() - begun < MOST_SECONDS
    assert psutil.Process().memory_info().rss - before < MOST_BYTES
    assert {file.name for file in tmp_path.iterdir()} - files <= {"profile"}


@pytest.mark.parametrize("name", HARMLESS)
def test_what_only_looks_odd_loads_and_nothing_runs(folder: Path, tmp_path: Path, name: str) -> None:
    HARMLESS[name](folder)
    load(folder, tmp_path)
    assert not canary_of(folder).exists()


def test_the_canary_works(folder: Path) -> None:
    """Or all of these show nothing."""
    pickled("pytorch_model.bin", instead=False)(folder)
    pickle.loads((folder / "pytorch_model.bin").read_bytes())
    assert canary_of(folder).exists()
    assert isinstance(Touches(canary_of(folder)), Touches)


def test_a_snapshot_of_the_hubs_cache_may_link_to_its_blobs_and_to_nothing_else(
    honest: Path, tmp_path: Path
) -> None:
    blobs = tmp_path / "models--some--model" / "blobs"
    snapshot = tmp_path / "models--some--model" / "snapshots" / "0123abc"
    blobs.mkdir(parents=True)
    snapshot.mkdir(parents=True)
    for number, file in enumerate(sorted(honest.iterdir())):
        shutil.copy(file, blobs / str(number))
        (snapshot / file.name).symlink_to(Path("..") / ".." / "blobs" / str(number))
    load(snapshot, tmp_path)
    (tmp_path / "secret").write_text("{}")
    (snapshot / "generation_config.json").unlink()
    (snapshot / "generation_config.json").symlink_to(tmp_path / "secret")
    with pytest.raises(ModelError, match="leads out of it"):
        load(snapshot, tmp_path)
