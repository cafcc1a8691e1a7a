"""What a stranger's listing may make us write, and how it is told that a file is the right one."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest
from huggingface_hub.hf_api import BlobLfsInfo, RepoSibling

from foreword.models.download_job import Ended, Report, line_of, message_of, plan_of
from foreword.models.download_plan import (
    Plan,
    RemoteFile,
    check_listing,
    check_name,
    listed,
    small_files,
    weights,
)
from foreword.models.errors import ModelError
from foreword.models.progress import never


def sibling(name: str, size: int | None = 3, sha256: str = "", sha1: str | None = "a" * 40) -> RepoSibling:
    lfs = BlobLfsInfo(size=size or 0, sha256=sha256, pointer_size=1) if sha256 else None
    return RepoSibling(rfilename=name, size=size, blob_id=sha1, lfs=lfs)


WHOLE = {
    "config.json": sibling("config.json"),
    "tokenizer.json": sibling("tokenizer.json"),
    "model.safetensors": sibling("model.safetensors", sha256="b" * 64),
}


@pytest.mark.parametrize(
    "name",
    [
        "../model.safetensors", "/model.safetensors", "a/model.safetensors", "a\\model.safetensors",
        "C:model.safetensors", "c:\\x.safetensors", ".hidden.json", "..", "", "con.json", "LPT1.safetensors",
        "nul.model.safetensors", "model.safetensors ", "model.safetensors.", "model\0.safetensors",
        "model\n.safetensors", "mod\u202eel.safetensors", "x.py", "x.bin", "model.safetensors.exe",
        "a" * 300 + ".json", "stream.json:evil.json", "what?.json", None, 7,
    ],
)  # fmt: skip
def test_a_name_that_may_be_no_files_is_refused(name: object) -> None:
    with pytest.raises(ModelError, match="refused: it names a file") as refused:
        check_name(name)
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 150


@pytest.mark.parametrize(
    "name", ["model-00001-of-00002.safetensors", "merges.txt", "Größe.json", "tokenizer.model"]
)
def test_an_ordinary_name_is_taken(name: str) -> None:
    assert check_name(name) == name


def test_only_what_would_be_loaded_is_planned(tmp_path: Path) -> None:
    others = [
        sibling(name) for name in ("README.md", "x.py", "onnx/model.safetensors", "original/config.json")
    ]
    files = listed("m", [*WHOLE.values(), *others, sibling("other.safetensors", sha256="c" * 64)])
    assert [file.name for file in small_files("m", files)] == ["config.json", "tokenizer.json"]
    assert [file.name for file in weights("m", files, tmp_path)] == ["model.safetensors"]


@pytest.mark.parametrize(
    ("missing", "line"),
    [
        ("config.json", "config.json is missing"),
        ("tokenizer.json", "tokenizer.json is missing"),
        ("model.safetensors", "has no weights"),
    ],
)
def test_what_can_never_be_loaded_is_refused_from_its_listing(missing: str, line: str) -> None:
    with pytest.raises(ModelError, match=line):
        check_listing("m", set(WHOLE) - {missing})


@pytest.mark.parametrize(
    "bad",
    [
        sibling("config.json", sha1=None),
        sibling("config.json", sha1="../../evil"),
        sibling("config.json", size=None),
        sibling("config.json", size=10**9),
    ],
)
def test_what_could_not_be_checked_is_not_fetched(bad: RepoSibling) -> None:
    with pytest.raises(ModelError, match="refused"):
        small_files("m", listed("m", [*WHOLE.values(), bad]))


def test_weights_that_the_hub_lacks_are_named(tmp_path: Path) -> None:
    index = '{"weight_map": {"a": "model-1.safetensors", "b": "model-2.safetensors"}}'
    (tmp_path / "model.safetensors.index.json").write_text(index)
    files = listed(
        "m", [sibling("model-1.safetensors", sha256="b" * 64), sibling("model.safetensors.index.json")]
    )
    with pytest.raises(ModelError, match=r"model-2\.safetensors is missing there"):
        weights("m", files, tmp_path)


def test_content_is_known_by_both_kinds_of_checksum(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"content\n")
    git = "d95f3ad14dee633a758d2e331151e950dd13e4ed"  # what `git hash-object` says of it
    for right in (
        RemoteFile("x.json", 8, sha256=hashlib.sha256(b"content\n").hexdigest()),
        RemoteFile("x.json", 8, git_sha1=git),
    ):
        assert right.matches(file, never)
        file.write_bytes(b"Content\n")
        assert not right.matches(file, never)
        file.write_bytes(b"content\n")
    assert not RemoteFile("x.json", 9, git_sha1=git).matches(file, never)


def test_the_lines_between_the_processes_say_the_same_on_both_sides() -> None:
    plan = Plan("c0ffee", (RemoteFile("config.json", 3, git_sha1="a" * 40, had=True),))
    for message in (plan, Report("Fetching", 3, 4, "checking"), Ended("refused", "why\nnot")):
        assert message_of(line_of(message)) == message
        assert line_of(message).count("\n") == 1
    for nonsense in ("[]", "{}", '{"Other": {}}', "no json"):
        with pytest.raises(ValueError, match=r"no line|Expecting"):
            message_of(nonsense)


@pytest.mark.parametrize(
    "fields",
    [
        {"commit": "../..", "files": []},
        {"commit": "c0ffee", "files": [{"name": "x.json", "size": 1, "git_sha1": "../../evil"}]},
        {"commit": "c0ffee", "files": [{"name": "x.json", "size": "1", "git_sha1": "a"}]},
        {"files": []},
    ],
)
def test_a_record_that_was_tampered_with_names_no_file_outside(fields: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="no plan of a download"):
        plan_of(fields)
