"""The template as a stranger uses it: built, installed beside the app, found, tested, and seen to draft.

The environment is a fresh one: the app's and the template's wheels are installed in it, and the large
libraries are seen through a .pth file, so that nothing is fetched.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import venv
from dataclasses import dataclass
from pathlib import Path

import pytest
from safetensors.torch import load_file, save_file

from tests.fakes.tiny_target import EOS, write_tiny

CHECKOUT = Path(__file__).parents[2]
TEMPLATE = CHECKOUT / "plugins" / "template"


@dataclass(frozen=True)
class Installed:
    """An environment with the app and the template, and a model."""

    python: Path
    model: Path
    profile: Path

    def run(self, *arguments: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
        environment = {**os.environ, "OMP_NUM_THREADS": "1", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
        environment.pop("PYTHONPATH", None)
        return subprocess.run(
            [str(self.python), *arguments],
            capture_output=True,
            text=True,
            check=False,
            cwd=cwd or self.profile.parent,
            env=environment,
        )

    def foreword(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return self.run("-m", "foreword", "--profile", str(self.profile), *arguments)


def build(project: Path, out: Path) -> Path:
    pip("wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", str(out), str(project))
    (wheel,) = out.glob("*.whl")
    return wheel


def pip(*arguments: str, python: Path | None = None) -> None:
    other = ["--python", str(python)] if python else []
    command = [sys.executable, "-m", "pip", *other, "--quiet", "--disable-pip-version-check", *arguments]
    subprocess.run(command, check=True)


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    folder = tmp_path_factory.mktemp("template")
    wheels = [build(CHECKOUT, folder / "app"), build(TEMPLATE, folder / "echo")]
    home = folder / "environment"
    venv.create(home, with_pip=False, symlinks=os.name != "nt")
    python = home / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    site = sysconfig.get_path("purelib", "venv", vars={"base": str(home), "platbase": str(home)})
    # A line of a .pth file adds a folder, but doesn't read the .pth files in it: the checkout stays unseen.
    Path(site, "libraries.pth").write_text(sysconfig.get_path("purelib") + "\n")
    pip("install", "--no-deps", "--no-index", *map(str, wheels), python=python)
    return Installed(python, write_circling(folder / "tiny"), folder / "profile")


def write_circling(folder: Path) -> Path:
    """A model that goes round in circles and never ends by itself: small weights leave the last token's
    embedding nearly alone to decide the next one."""
    write_tiny(folder, initializer_range=0.02)
    weights = load_file(folder / "model.safetensors")
    weights["lm_head.weight"] *= 100.0
    weights["lm_head.weight"][EOS] = 0.0
    save_file(weights, folder / "model.safetensors", metadata={"format": "pt"})
    return folder


def test_the_app_is_the_installed_one(installed: Installed) -> None:
    where = "import foreword, foreword_echo; print(foreword.__file__); print(foreword_echo.__file__)"
    done = installed.run("-c", where)
    assert done.returncode == 0, done.stderr
    for line in done.stdout.splitlines():
        assert Path(line).is_relative_to(installed.python.parents[1])


def test_the_doctor_finds_it_switched_off(installed: Installed) -> None:
    done = installed.foreword("doctor", "--model", str(installed.model))
    assert "  echo: off, from foreword-echo 0.1.0" in done.stdout.splitlines()
    assert "echo" not in "".join(line for line in done.stdout.splitlines() if line.startswith("problem"))


def test_it_drafts_and_the_answer_is_the_same(installed: Installed) -> None:
    echo, plain = (ask(installed, speculators) for speculators in ("echo", "none"))
    counts = echo["stats"]["by_speculator"]["echo"]
    assert counts["drafted"] > 0  # what is accepted depends on what pays, with a model so fast on any machine
    assert echo["token_ids"] == plain["token_ids"]
    assert plain["stats"]["drafted"] == 0


def test_its_own_tests_pass_there(installed: Installed, tmp_path: Path) -> None:
    """From a copy without the sources: what is tested is what was installed."""
    shutil.copytree(TEMPLATE / "tests", tmp_path / "tests")
    shutil.copy(TEMPLATE / "pyproject.toml", tmp_path)
    done = installed.run("-m", "pytest", "-q", "-W", "error", "-p", "no:cacheprovider", cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert " passed" in done.stdout


def test_its_wheel_brings_its_own_package_and_asks_for_nothing(installed: Installed) -> None:
    listing = (
        "from importlib.metadata import distribution; d = distribution('foreword-echo'); "
        "print(sorted({f.parts[0] for f in d.files}), [r for r in d.requires or () if 'extra' not in r])"
    )
    done = installed.run("-c", listing)
    assert done.stdout.strip() == "['foreword_echo', 'foreword_echo-0.1.0.dist-info'] []"


def ask(installed: Installed, speculators: str) -> dict[str, dict[str, dict[str, dict[str, int]]]]:
    done = installed.foreword(
        "ask", "again and again and again", "--model", str(installed.model), "--max-tokens", "120",
        "--speculators", speculators, "--json",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    answer: dict[str, dict[str, dict[str, dict[str, int]]]] = json.loads(done.stdout)
    return answer
