"""The bootstrap, with the real pip and a real environment, on a project small enough to install at once."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

from tests.conftest import DEAD_END

PACKAGING = Path(__file__).parents[2] / "packaging"
#: Builds an editable wheel of the little project: what hatchling does for the real one.
BACKEND = """
import os, zipfile

def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    name = "foreword-1-py3-none-any.whl"
    here = os.path.dirname(os.path.abspath(__file__))
    with zipfile.ZipFile(os.path.join(wheel_directory, name), "w") as wheel:
        wheel.writestr("foreword.pth", os.path.join(here, "app"))
        meta = "Metadata-Version: 2.1\\nName: foreword\\nVersion: 1\\nProvides-Extra: test\\n"
        wheel.writestr("foreword-1.dist-info/METADATA", meta)
        tags = "Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n"
        wheel.writestr("foreword-1.dist-info/WHEEL", tags)
        wheel.writestr("foreword-1.dist-info/RECORD", "")
    return name
"""
PYPROJECT = """
[build-system]
requires = []
build-backend = "backend"
backend-path = ["."]
[project]
name = "foreword"
version = "1"
optional-dependencies = { test = [] }
"""


class Project:
    """A checkout of a little Foreword, whose app only says what it was called with."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "packaging").mkdir(parents=True)
        for name in ("bootstrap.py", "checks.py"):
            shutil.copy(PACKAGING / name, folder / "packaging")
        (folder / "packaging" / "constraints.txt").write_text("# pins\n")
        (folder / "pyproject.toml").write_text(PYPROJECT)
        (folder / "backend.py").write_text(BACKEND)
        models = folder / "app" / "foreword" / "models"
        models.mkdir(parents=True)
        say = "import sys; print({!r}, *sys.argv[1:], file=sys.{})"
        (models.parent / "__init__.py").touch()
        (models.parent / "__main__.py").write_text(say.format("app", "stdout"))
        (models / "__init__.py").touch()
        (models / "__main__.py").write_text(say.format("models", "stderr"))

    def run(self, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        # The discard port stands for every index: what passes here passes without a network.
        pip = {"PIP_CONFIG_FILE": os.devnull, "PIP_INDEX_URL": f"{DEAD_END}/simple", "PIP_RETRIES": "1"}
        pip |= {"PIP_EXTRA_INDEX_URL": "", "PIP_FIND_LINKS": "", "PIP_CONSTRAINT": ""}
        return subprocess.run(
            [sys.executable, str(self.folder / "packaging" / "bootstrap.py"), *arguments],
            env=os.environ | pip | environment,
            capture_output=True,
            text=True,
            stdin=subprocess.DEVNULL,
            check=False,
        )

    @property
    def stamp(self) -> Path:
        return self.folder / ".venv" / "foreword-install.json"


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """Installed once, in a folder whose name is no easy one."""
    project = Project(tmp_path_factory.mktemp("checkout") / "Vörwort  1")
    done = project.run("run", "--", "ask", "first")
    assert done.returncode == 0, done.stderr
    assert "[1/3] Making .venv" in done.stderr
    assert "[3/3] Installing Foreword" in done.stderr
    assert done.stdout == "app ask first\n", "standard output belongs to the app"
    assert "models pull starter --quiet" in done.stderr
    return project


def test_the_second_start_installs_nothing_and_passes_everything_on(project: Project) -> None:
    done = project.run("run", "--", "ask", "--model=x", "--", "two words")
    assert (done.returncode, done.stdout) == (0, "app ask --model=x -- two words\n")
    assert done.stderr == "", "nothing to install, and the starter is not wanted"


def test_the_profile_goes_to_the_fetching_of_the_starter(project: Project) -> None:
    done = project.run("run", "--", "ask", "--profile", "/some/where", "hello")
    assert done.stderr == "models pull starter --quiet --profile /some/where\n"


def test_without_a_display_the_window_is_not_tried(project: Project) -> None:
    done = project.run("run", DISPLAY="", WAYLAND_DISPLAY="", QT_QPA_PLATFORM="")
    if sys.platform.startswith("linux"):
        assert done.returncode == 1
        assert done.stderr.startswith("foreword: there is no display")
        assert done.stderr.count("\n") == 1


def test_the_app_may_fail_in_its_own_way(project: Project) -> None:
    main = project.folder / "app" / "foreword" / "__main__.py"
    before = main.read_text()
    main.write_text("raise SystemExit(7)")
    try:
        assert project.run("run", "--", "doctor").returncode == 7
    finally:
        main.write_text(before)


def test_a_failed_fetch_ends_the_start(project: Project) -> None:
    fetch = project.folder / "app" / "foreword" / "models" / "__main__.py"
    before = fetch.read_text()
    fetch.write_text("import sys; sys.exit('foreword: the reason')")
    try:
        done = project.run("run", "--", "ask", "hello")
    finally:
        fetch.write_text(before)
    assert (done.returncode, done.stdout, done.stderr) == (1, "", "foreword: the reason\n")


def test_an_interrupted_install_is_made_good(project: Project) -> None:
    project.stamp.unlink()
    site = next((project.folder / ".venv").rglob("foreword.pth"))
    site.unlink()
    done = project.run("run", "--", "doctor")
    assert (done.returncode, done.stdout) == (0, "app doctor\n"), done.stderr
    assert "Bringing .venv up to date" in done.stderr
    assert site.exists()


def test_a_changed_pin_is_installed_at_the_next_start(project: Project) -> None:
    pins = project.folder / "packaging" / "constraints.txt"
    pins.write_text(f"pip=={version('pip')}.99\n")
    done = project.run("run", "--", "doctor")
    assert (done.returncode, done.stdout) == (1, "")
    last = done.stderr.splitlines()[-1]
    assert last.startswith("foreword: no package index could be reached; check the network")
    assert not project.stamp.exists(), "an environment that could not be brought up to date is unfinished"
    pins.write_text("# pins\n")
    assert project.run("run", "--", "doctor").returncode == 0


def test_a_missing_release_is_told_from_a_missing_network(project: Project, tmp_path: Path) -> None:
    pyproject = project.folder / "pyproject.toml"
    pyproject.write_text(PYPROJECT.replace("requires = []", 'requires = ["no-such-thing==1"]'))
    try:
        done = project.run("run", "--", "doctor", PIP_NO_INDEX="1", PIP_FIND_LINKS=str(tmp_path))
    finally:
        pyproject.write_text(PYPROJECT)
    assert done.returncode == 1
    assert "no such release for this Python and system" in done.stderr.splitlines()[-1]


def test_a_broken_environment_is_made_anew(project: Project) -> None:
    shutil.rmtree(project.folder / ".venv" / ("Scripts" if os.name == "nt" else "bin"))
    done = project.run("install", "--", "test")
    assert done.returncode == 0, done.stderr
    assert "[1/3] Making .venv" in done.stderr
    assert json.loads(project.stamp.read_text())["extras"] == ["test"]


def test_a_checkout_that_was_moved_gets_an_environment_at_its_new_place(project: Project) -> None:
    old = project.folder
    project.folder = old.rename(old.with_name("moved"))
    done = project.run("run", "--", "doctor")
    assert (done.returncode, done.stdout) == (0, "app doctor\n"), done.stderr
    assert "[1/3] Making .venv" in done.stderr
    pip = project.folder / ".venv" / ("Scripts/pip.exe" if os.name == "nt" else "bin/pip")
    assert os.fsencode(old) not in pip.read_bytes()


def test_bad_arguments_are_refused(project: Project) -> None:
    done = project.run("dance")
    assert done.returncode == 2
    assert "dance" in done.stderr


def test_the_checkout_itself_is_not_in_the_way_of_the_packaging_library() -> None:
    """`packaging/` at the top of the checkout must never be imported in place of the library."""
    script = "import packaging.version; print(packaging.__file__)"
    found = subprocess.check_output([sys.executable, "-c", script], cwd=PACKAGING.parent, text=True)
    assert Path(found.strip()).parent != PACKAGING
