"""Which models lie on this computer, without asking anybody."""

from __future__ import annotations

from pathlib import Path

import pytest

from foreword.models.local import local_models
from foreword.paths import Paths


def model_at(folder: Path, *, weights: bool = True, config: bool = True) -> Path:
    folder.mkdir(parents=True)
    if config:
        (folder / "config.json").write_text("{}")
    if weights:
        (folder / "model.safetensors").write_bytes(b"")
    return folder


@pytest.fixture
def paths(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Paths:
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_CACHE", str(tmp_path / "hub"))
    return Paths.profile(tmp_path / "profile  ä")


def test_none_where_there_is_nothing(paths: Paths) -> None:
    assert local_models(paths) == ()


def test_the_apps_own_folders_with_configuration_and_weights(paths: Paths) -> None:
    whole = model_at(paths.models / "whole")
    model_at(paths.models / "no-weights", weights=False)
    model_at(paths.models / "no-config", config=False)
    (paths.models / "stray.txt").write_text("")
    assert [(model.name, model.folder) for model in local_models(paths)] == [("whole", whole)]


def test_the_hubs_cache_by_its_names(paths: Paths, tmp_path: Path) -> None:
    repo = tmp_path / "hub" / "models--somebody--tiny"
    snapshot = model_at(repo / "snapshots" / ("a" * 40))
    (repo / "refs").mkdir()
    (repo / "refs" / "main").write_text("a" * 40)
    (repo / "blobs").mkdir()
    model_at(tmp_path / "hub" / "datasets--somebody--data" / "snapshots" / ("b" * 40))
    assert [(model.name, model.folder) for model in local_models(paths)] == [("somebody/tiny", snapshot)]
