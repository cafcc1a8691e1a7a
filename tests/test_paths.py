"""Where files live: everything in the profile's folder, or where the platform keeps each kind."""

from __future__ import annotations

import stat
import sys
from pathlib import Path

import pytest

from foreword.paths import Paths

FILES = ("chats", "lock", "models", "speculator_data", "settings", "window_state", "log")


def test_a_profile_keeps_everything_in_one_folder(tmp_path: Path):
    paths = Paths.profile(tmp_path / "Zoë  Ω")
    files = [getattr(paths, name) for name in FILES]
    assert {file.parent for file in files} == {tmp_path / "Zoë  Ω"}
    assert len(set(files)) == len(FILES)
    assert not (tmp_path / "Zoë  Ω").exists()


def test_a_relative_profile_does_not_follow_the_working_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    paths = Paths.profile(Path("here"))
    monkeypatch.chdir("/")
    assert paths.chats == tmp_path / "here" / "chats.db"


def test_a_profile_in_the_home_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    assert Paths.profile(Path("~/mine")).data == tmp_path / "mine"


def test_ensure_creates_the_folders_for_this_user_alone(tmp_path: Path):
    paths = Paths(tmp_path / "a" / "data", tmp_path / "b", tmp_path / "c")
    assert paths.ensure() is paths.ensure()
    for folder in (paths.data, paths.config, paths.state):
        assert folder.is_dir()
        if sys.platform != "win32":
            assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_ensure_says_when_it_is_impossible(tmp_path: Path):
    (tmp_path / "file").write_text("")
    with pytest.raises(OSError, match="file"):
        Paths.profile(tmp_path / "file" / "below").ensure()


@pytest.mark.skipif(sys.platform != "linux", reason="the variables are those of XDG")
def test_without_a_profile_the_platform_says_where(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    for name in ("DATA", "CONFIG", "STATE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name))
    paths = Paths.default()
    assert paths.chats == tmp_path / "DATA" / "foreword" / "chats.db"
    assert paths.settings == tmp_path / "CONFIG" / "foreword" / "settings.toml"
    assert paths.log == tmp_path / "STATE" / "foreword" / "foreword.log"
