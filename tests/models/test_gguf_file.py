"""GGUF files of the user's: looked at by their headers, expanded once, and the file itself left alone."""

from __future__ import annotations

import os
import struct
from pathlib import Path

import pytest

from foreword.models import gguf_file, shelf
from foreword.models.errors import ModelCancelled, ModelError
from foreword.models.memory import Memory
from foreword.models.progress import never, silent
from foreword.models.resolve import resolve
from foreword.paths import Paths
from tests.models.gguf import write_gguf


@pytest.fixture
def paths(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Paths:
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_CACHE", str(tmp_path / "hub"))
    return Paths.profile(tmp_path / "profile").ensure()


def test_what_a_file_is(tmp_path: Path) -> None:
    assert gguf_file.check(write_gguf(tmp_path / "a.gguf", tensors=False)) == "llama"
    assert gguf_file.is_gguf(tmp_path / "a.gguf")
    assert not gguf_file.is_gguf(tmp_path)
    assert not gguf_file.is_gguf(tmp_path / "b.gguf")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "is no GGUF file"),
        (b"PK\3\4" + bytes(100), "is no GGUF file"),
        (b"GGUF" + bytes(4), "version 0"),
        (b"GGUF" + struct.pack("<I", 3), "ends within its header"),
        (b"GGUF" + struct.pack("<IQQQ", 3, 1, 1, 1 << 60) + bytes(50), "names no architecture"),
        (
            b"GGUF"
            + struct.pack("<IQQQ", 3, 1, 1, 20)
            + b"general.architecture"
            + struct.pack("<IQ", 8, 1 << 50),
            "makes no sense",
        ),
    ],
)
def test_damaged_files_are_refused(tmp_path: Path, content: bytes, said: str) -> None:
    file = tmp_path / "x.gguf"
    file.write_bytes(content)
    with pytest.raises(ModelError, match=said):
        gguf_file.check(file)


def test_parts_and_unknown_architectures_are_refused(tmp_path: Path, paths: Paths) -> None:
    part = write_gguf(tmp_path / "big-00001-of-00003.gguf", tensors=False)
    with pytest.raises(ModelError, match="one of 3 parts: join them"):
        resolve(str(part), paths, allow_download=False)
    odd = write_gguf(tmp_path / "odd.gguf", architecture="clip")
    with pytest.raises(ModelError, match="architecture 'clip'"):
        resolve(str(odd), paths, allow_download=False)


def test_every_known_architecture_can_be_unpacked() -> None:
    from transformers.modeling_gguf_pytorch_utils import GGUF_SUPPORTED_ARCHITECTURES

    renamed = {"qwen2moe": "qwen2_moe", "qwen3moe": "qwen3_moe", "gpt-oss": "gpt_oss"}
    names = {renamed.get(name, name) for name in gguf_file.ARCHITECTURES}
    assert names <= set(GGUF_SUPPORTED_ARCHITECTURES)


def test_expanded_once_used_often_and_anew_when_it_changed(tmp_path: Path, paths: Paths) -> None:
    file = write_gguf(tmp_path / "My model v1.gguf")
    content, told = file.read_bytes(), []
    found = resolve(
        str(file), paths, allow_download=False, progress=lambda stage, _fraction: told.append(stage)
    )
    assert found.name == "My model v1"
    assert found.folder.parent == paths.models
    assert "Expanding My model v1.gguf" in told
    assert (found.folder / "model.safetensors").is_file()
    assert sorted(place.name for place in paths.models.iterdir() if place.is_dir()) == [found.folder.name]
    before = (found.folder / "model.safetensors").stat().st_mtime_ns
    assert gguf_file.expanded(file, paths) == found.folder
    assert resolve(str(file), paths, allow_download=False).folder == found.folder
    assert (found.folder / "model.safetensors").stat().st_mtime_ns == before
    _speaks(found.folder)
    # Another content under the same name: expanded anew, and the old folder goes.
    os.utime(file, ns=(1, 1))
    assert gguf_file.expanded(file, paths) is None
    assert gguf_file.expanded_folders(file, paths) == [found.folder]
    # What was made of it can be deleted; the file stays.
    with pytest.raises(ModelError, match="is loaded just now"):
        shelf.remove(str(file), paths, loaded=found.folder)
    assert shelf.remove(str(file), paths) > 0
    assert not found.folder.exists()
    assert file.read_bytes() == content


def _speaks(folder: Path) -> None:
    from foreword.target.loading import load_target

    target = load_target(folder, name="tiny", dtype="float32", context=64)
    text = "In 1987: 12345 café 日本"
    assert target.tokenizer.decode(target.tokenizer.encode(text)) == text
    assert target.tokenizer.decode(target.tokenizer.encode("12")[:1]) == "1"
    assert target.context_length == 64


def test_stopped_and_failed_leave_nothing(tmp_path: Path, paths: Paths) -> None:
    file = write_gguf(tmp_path / "tiny.gguf")
    asked = iter([False, False, True])
    with pytest.raises(ModelCancelled):
        gguf_file.expand(file, paths, progress=silent, cancelled=lambda: next(asked, True))
    assert [place for place in paths.models.iterdir() if place.is_dir()] == []
    broken = write_gguf(tmp_path / "broken.gguf")
    broken.write_bytes(broken.read_bytes()[:2000])
    with pytest.raises(ModelError, match=r"broken\.gguf"):
        gguf_file.expand(broken, paths, progress=silent, cancelled=never)
    assert [place for place in paths.models.iterdir() if place.is_dir()] == []


def test_too_little_room_is_said_before_anything_is_done(
    tmp_path: Path, paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = write_gguf(tmp_path / "tiny.gguf")
    monkeypatch.setattr(gguf_file, "main_memory", lambda: Memory(1000, 2000))
    with pytest.raises(ModelError, match="of memory while it is expanded and 0 MB are free"):
        gguf_file.expand(file, paths, progress=silent, cancelled=never)
    monkeypatch.setattr(gguf_file, "free_bytes", lambda _folder: 1000)
    with pytest.raises(ModelError, match="of disk when expanded"):
        gguf_file.expand(file, paths, progress=silent, cancelled=never)
