"""`foreword plugins`, as a user runs it: in an environment of its own, against an index on loopback."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from foreword.paths import Paths
from foreword.settings import Settings
from tests.commands.conftest import Ran, Run
from tests.fakes.package_index import PackageIndex, make_environment, plugin

Command = Callable[..., Ran]


@pytest.fixture
def index() -> Iterator[PackageIndex]:
    with PackageIndex().serving() as index:
        yield index


@pytest.fixture
def command(index: PackageIndex, tmp_path: Path) -> Command:
    """Runs `foreword --profile … plugins …` there."""
    python = make_environment(tmp_path / "venv")

    def run(*words: str) -> Ran:
        done = subprocess.run(
            [str(python), "-P", "-m", "foreword", "--profile", str(tmp_path / "profile"), "plugins", *words],
            capture_output=True,
            text=True,
            check=False,
            env=index.variables(tmp_path),
            stdin=subprocess.DEVNULL,
        )
        return Ran(done.returncode, done.stdout, done.stderr)

    return run


def test_a_life(command: Command, index: PackageIndex, tmp_path: Path) -> None:
    """Installed, it is off, whatever was on under its name; switched on, off, and removed with its data."""
    paths = Paths.profile(tmp_path / "profile").ensure()
    Settings(paths.settings).set("speculators.enabled", {"echo": True, "ngram": True})
    content = plugin()
    index.add("foreword-echo", "1.0", content)

    asked = command("install", "foreword-echo")
    assert asked.code == 1
    assert "say --yes" in asked.err
    assert "foreword-echo  1.0" in asked.out
    assert f"{len(content) / 1e3:.1f} kB" in asked.out
    assert "A plugin is a program" in asked.out

    done = command("install", "foreword-echo", "--yes", "--json")
    assert done.code == 0, done.err
    (installed,) = done.json["installed"]
    assert installed["speculators"] == ["echo"]
    assert installed["plan"]["packages"][0]["name"] == "foreword-echo"

    listed = {one["distribution"]: one for one in command("list", "--json").json["plugins"]}
    assert listed["foreword-echo"]["speculators"] == [{"name": "echo", "state": "off", "reason": ""}]
    assert "echo" not in Settings(paths.settings)["speculators.enabled"]
    assert command("enable", "echo").out == "echo is on\n"
    text = command("list").out
    assert [line.split()[:4] for line in text.splitlines() if line.startswith("echo")] == [
        ["echo", "on", "foreword-echo", "1.0"]
    ]
    assert "https://example.org/foreword-echo" in command("info", "echo").out

    (paths.speculator_data / "echo").mkdir(parents=True)
    removed = command("remove", "echo", "--yes")
    assert (removed.code, removed.out.splitlines()[-1]) == (0, "foreword-echo removed")
    assert not (paths.speculator_data / "echo").exists()
    assert "echo" not in Settings(paths.settings)["speculators.enabled"]


def test_what_cannot_be_done_is_one_line(command: Command, index: PackageIndex) -> None:
    index.add("foreword-echo", "1.0", plugin(requires=["torch>=99"]))
    assert "needs torch>=99" in command("install", "foreword-echo", "--yes").fails(1)
    assert command("update", "--json").json == {"updated": []}


# --- in this process: nothing is changed


@pytest.mark.parametrize("action", ["install", "remove", "update"])
def test_nothing_changes_while_the_window_is_open(foreword: Run, tmp_path: Path, action: str) -> None:
    paths = Paths.profile(tmp_path / "profile").ensure()
    paths.lock.write_text(f"{os.getpid()}\nforeword\nhost\n")
    assert "Foreword is open" in foreword("plugins", action, "foreword-echo").fails(1)
    assert "Foreword is open" in foreword("plugins", "enable", "ngram").fails(1)


def test_switches(foreword: Run, tmp_path: Path) -> None:
    assert foreword("plugins", "disable", "ngram", "--json").json == {"name": "ngram", "on": False}
    settings = Settings(Paths.profile(tmp_path / "profile").settings)
    assert settings["speculators.enabled"]["ngram"] is False
    assert foreword("plugins", "enable", "ngram").out == "ngram is on\n"
    assert "no speculator 'nothing'; installed: " in foreword("plugins", "enable", "nothing").fails(2)


def test_the_app_itself_stays(foreword: Run) -> None:
    assert "part of Foreword itself" in foreword("plugins", "remove", "ngram", "--yes").fails(1)
    assert "part of Foreword itself" in foreword("plugins", "install", "torch", "--yes").fails(1)
    assert "no plugin 'nothing'" in foreword("plugins", "info", "nothing").fails(2)
    assert "no plugin 'nothing'" in foreword("plugins", "update", "nothing").fails(2)


def test_json_is_json(foreword: Run) -> None:
    (ours,) = [one for one in foreword("plugins", "list", "--json").json["plugins"] if one["bundled"]]
    assert ours["distribution"] == "foreword"
    assert json.dumps(ours)
    assert foreword("plugins", "info", "ngram", "--json").json["distribution"] == "foreword"
