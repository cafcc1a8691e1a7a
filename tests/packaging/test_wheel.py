"""What `pip install .` installs: the wheel, built for real, and its console script."""

from __future__ import annotations

import configparser
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "--quiet",
         "--disable-pip-version-check", "--wheel-dir", str(out), str(CHECKOUT)],
        check=True,
    )  # fmt: skip
    (file,) = out.glob("foreword-*.whl")
    return file


@pytest.fixture(scope="module")
def names(wheel: Path) -> set[str]:
    return set(zipfile.ZipFile(wheel).namelist())


def test_every_module_of_the_packages_is_in_the_wheel(names: set[str]) -> None:
    for root, package in (("app", "foreword"), ("plugins/ngram", "foreword_ngram")):
        sources = {
            str(file.relative_to(CHECKOUT / root).as_posix())
            for file in (CHECKOUT / root / package).rglob("*")
            if file.is_file() and "__pycache__" not in file.parts
        }
        assert sources, package
        assert sources <= names


def test_migrations_and_resources_are_in_the_wheel(names: set[str]) -> None:
    assert any("/storage/migrations/versions/" in name and "0001" in name for name in names)
    for folder in ("icons", "themes"):
        files = {file.name for file in (CHECKOUT / "resources" / folder).iterdir()}
        assert files
        assert {f"foreword/resources/{folder}/{name}" for name in files} <= names
    assert "foreword/py.typed" in names


def test_tests_and_packaging_stay_out(names: set[str]) -> None:
    tops = {name.split("/")[0] for name in names}
    assert {top for top in tops if not top.endswith(".dist-info")} == {
        "foreword",
        "foreword_draft_model",
        "foreword_ngram",
        "foreword_suffix_history",
    }


def test_the_entry_points_are_declared(wheel: Path, names: set[str]) -> None:
    (name,) = [name for name in names if name.endswith("/entry_points.txt")]
    entries = configparser.ConfigParser()
    entries.read_string(zipfile.ZipFile(wheel).read(name).decode())
    assert entries["console_scripts"]["foreword"] == "foreword.cli:main"
    assert entries["foreword.speculators"]["ngram"] == "foreword_ngram:NgramSpeculator"
    assert set(entries["foreword.speculators"]) == {"draft_model", "ngram", "suffix_history"}
    assert set(entries["foreword.speculator_api"].values()) == {"v1.1"}


def test_the_installed_wheel_answers(wheel: Path, tmp_path: Path) -> None:
    """Installed into a folder of its own, without the libraries, which are there; run from elsewhere."""
    target = tmp_path / "site"
    subprocess.run(
        [sys.executable, "-m", "pip", "install", "--no-deps", "--no-index", "--quiet",
         "--disable-pip-version-check", "--target", str(target), str(wheel)],
        check=True,
    )  # fmt: skip
    environment = os.environ | {"PYTHONPATH": str(target)}
    script = "import sys, foreword.cli; print(foreword.__file__); sys.exit(foreword.cli.main(['--version']))"
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert str(target) in done.stdout
    assert (target / "bin" / "foreword").exists() or (target / "Scripts").exists()
