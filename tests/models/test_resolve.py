"""What the user may name, and what is said where it can't be had."""

from __future__ import annotations

from pathlib import Path

import pytest

from foreword.models import starter
from foreword.models.errors import ModelError, ModelMissing
from foreword.models.resolve import resolve
from foreword.paths import Paths


@pytest.fixture
def paths(tmp_path: Path) -> Paths:
    return Paths.profile(tmp_path / "profile").ensure()


def test_a_folder_is_taken_as_it_is(model: Path, paths: Paths) -> None:
    found = resolve(str(model), paths, allow_download=False)
    assert (found.folder, found.name) == (model, "model")


def test_a_folder_may_be_named_from_here(model: Path, paths: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(model.parent)
    assert resolve("model", paths, allow_download=False).folder == model
    monkeypatch.chdir(model)
    assert resolve(".", paths, allow_download=False).name == "model"


def test_a_name_with_spaces_and_other_letters_is_fine(model: Path, paths: Paths) -> None:
    odd = model.rename(model.with_name("Mödel  日本"))
    assert resolve(str(odd), paths, allow_download=False).folder == odd


def test_a_broken_folder_is_refused_by_its_name(model: Path, paths: Paths) -> None:
    (model / "config.json").unlink()
    with pytest.raises(ModelError, match="model holds no model"):
        resolve(str(model), paths, allow_download=False)


def test_a_file_is_no_model(model: Path, paths: Paths) -> None:
    with pytest.raises(ModelError, match="is a file"):
        resolve(str(model / "model.safetensors"), paths, allow_download=True)


@pytest.mark.parametrize(
    "name", ["/nowhere/at/all", "./nowhere", "a/b/c", "~nobody-of-that-name/x", "a b", "a\0b"]
)
def test_names_that_can_be_no_hub_id_never_reach_the_hub(name: str, paths: Paths) -> None:
    with pytest.raises(ModelError, match="there is no folder") as refused:
        resolve(name, paths, allow_download=True)
    assert not isinstance(refused.value, ModelMissing)


@pytest.mark.parametrize("name", [None, "", "starter", "someone/unknown"])
def test_what_would_have_to_be_fetched_is_missing_without_leave(name: str | None, paths: Paths) -> None:
    with pytest.raises(ModelMissing, match="fetch it with: foreword models pull"):
        resolve(name, paths, allow_download=False)


@pytest.mark.starter
def test_the_starter_is_found_where_it_lies(starter_folder: Path, starter_cache: Path) -> None:
    found = resolve(None, Paths.profile(starter_cache), allow_download=False)
    assert (found.folder, found.name) == (starter_folder, starter.NAME)
