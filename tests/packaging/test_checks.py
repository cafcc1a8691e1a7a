"""Each obstacle gets its one line; the scripts themselves are readable for old Pythons."""

from __future__ import annotations

import ast
import importlib.util
import shutil
import sys
from collections import namedtuple
from pathlib import Path
from types import ModuleType

import pytest

PACKAGING = Path(__file__).parents[2] / "packaging"
Usage = namedtuple("Usage", "total used free")


@pytest.fixture(scope="module")
def checks() -> ModuleType:
    specification = importlib.util.spec_from_file_location("bootstrap_checks", PACKAGING / "checks.py")
    assert specification is not None
    assert specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


@pytest.mark.parametrize("name", ["bootstrap.py", "checks.py"])
def test_the_scripts_parse_on_old_pythons(name: str) -> None:
    source = (PACKAGING / name).read_text()
    tree = ast.parse(source, feature_version=(3, 6))
    futures = [node for node in tree.body if isinstance(node, ast.ImportFrom) and node.module == "__future__"]
    assert futures == [], "annotations from the future are a syntax error on 3.6"


@pytest.mark.parametrize("name", ["bootstrap.py", "checks.py"])
def test_the_scripts_import_the_standard_library_alone(name: str) -> None:
    tree = ast.parse((PACKAGING / name).read_text())
    imported = {
        alias.name.split(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.Import)
        for alias in node.names
    }
    assert imported - {"checks"} <= sys.stdlib_module_names


@pytest.mark.parametrize("version", [(3, 11, 0), (3, 12, 4), (3, 13, 9)])
def test_tested_pythons_pass(checks: ModuleType, version: tuple[int, ...]) -> None:
    checks.check_python(version, "linux")


@pytest.mark.parametrize(
    ("version", "word"), [((3, 6), "old"), ((3, 10), "old"), ((3, 14), "new"), ((4, 0), "new")]
)
def test_other_pythons_are_told_what_to_do(
    checks: ModuleType, monkeypatch: pytest.MonkeyPatch, version: tuple[int, int], word: str
) -> None:
    monkeypatch.setattr(checks, "starts", lambda name: name == "python3.11")
    with pytest.raises(checks.Problem, match=f"is too {word}: .* start it with python3.11"):
        checks.check_python(version, "linux")
    monkeypatch.setattr(checks, "starts", lambda name: False)
    with pytest.raises(checks.Problem, match=r"install Python 3.12"):
        checks.check_python(version, "linux")


def test_an_interpreter_that_only_seems_to_be_there_is_not_named(checks: ModuleType, tmp_path: Path) -> None:
    assert checks.starts(sys.executable)
    assert not checks.starts(str(tmp_path / "python3.12"))
    assert not checks.starts("false")


def test_room_on_the_disk(checks: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    def leave(free: float) -> None:
        monkeypatch.setattr(shutil, "disk_usage", lambda folder: Usage(10**12, 0, free))

    leave(1e9)
    with pytest.raises(checks.Problem, match=r"1\.0 GB left and 3\.0 GB are needed"):
        checks.check_space("/here", fresh=True)
    assert checks.check_space("/here", fresh=False) == ""
    leave(5e9)
    monkeypatch.setattr(sys, "platform", "linux")
    assert "PIP_EXTRA_INDEX_URL" in checks.check_space("/here", fresh=True)
    leave(1e11)
    assert checks.check_space("/here", fresh=True) == ""


@pytest.mark.parametrize(
    ("output", "line"),
    [
        (
            "ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device",
            "disk is full",
        ),
        (
            "WARNING: Retrying (Retry(total=0)) after connection broken by 'NewConnectionError'\n"
            "ERROR: Could not find a version that satisfies x\nERROR: No matching distribution found for x",
            "no package index could be reached",
        ),
        ("ERROR: No matching distribution found for torch==2.13.0", "no such release for this Python"),
        ("SSLError(SSLCertVerificationError(1, 'certificate verify failed'))", "certificate is not trusted"),
        ("ERROR: [Errno 13] Permission denied: '/x/.venv'", "may not be written"),
        ("ERROR: Something odd", "otherwise: Something odd"),
        ("Killed", "otherwise (see the lines above)"),
    ],
)
def test_pip_is_explained_in_one_line(checks: ModuleType, output: str, line: str) -> None:
    said = checks.explain(output, "otherwise", "/x/.venv")
    assert line in said
    assert "\n" not in said


def test_no_display_is_told_before_qt_aborts(checks: ModuleType) -> None:
    with pytest.raises(checks.Problem, match="no display"):
        checks.check_display({}, "linux")
    checks.check_display({"DISPLAY": ":0"}, "linux")
    checks.check_display({"WAYLAND_DISPLAY": "wayland-0"}, "linux")
    checks.check_display({"QT_QPA_PLATFORM": "offscreen"}, "linux")
    checks.check_display({}, "darwin")


def test_which_libraries_are_tried_follows_the_screen(checks: ModuleType) -> None:
    names, plugin = checks.libraries({"DISPLAY": ":0"}, "linux")
    assert (names["libxcb-cursor.so.0"], plugin) == ("libxcb-cursor0", "libqxcb.so")
    names, plugin = checks.libraries({"WAYLAND_DISPLAY": "wayland-0"}, "linux")
    assert ("libxcb-cursor.so.0" in names, plugin) == (False, "libqwayland.so")
    names, plugin = checks.libraries({"QT_QPA_PLATFORM": "offscreen", "DISPLAY": ":0"}, "linux")
    assert ("libEGL.so.1" in names, "libxcb-cursor.so.0" in names, plugin) == (True, False, "")
    assert checks.libraries({}, "darwin") == ({}, "")


def test_qt_loads_in_this_environment(checks: ModuleType) -> None:
    checks.check_qt(sys.executable, {"QT_QPA_PLATFORM": "offscreen"})


def broken_qt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: str) -> None:
    """A PySide6 that fails as the real one does, in front of it on the path."""
    (tmp_path / "PySide6").mkdir()
    (tmp_path / "PySide6" / "__init__.py").write_text("")
    (tmp_path / "PySide6" / "QtWidgets.py").write_text(f"raise ImportError({error!r})")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the libraries are Linux's")
def test_a_missing_library_is_named_with_its_package(
    checks: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken_qt(tmp_path, monkeypatch, "libnowhere.so.1: cannot open shared object file")
    monkeypatch.setattr(checks, "APT", {"libnowhere.so.1": "libnowhere1", "libc.so.6": "libc6"})
    with pytest.raises(
        checks.Problem, match=r"missing \(libnowhere.so.1\); .* sudo apt install libnowhere1$"
    ):
        checks.check_qt(sys.executable, {"QT_QPA_PLATFORM": "offscreen"})


def test_another_failure_of_qt_is_passed_on(
    checks: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken_qt(tmp_path, monkeypatch, "libodd.so.1: undefined symbol")
    with pytest.raises(checks.Problem, match=r"Qt can't be loaded: libodd.so.1: undefined symbol"):
        checks.check_qt(sys.executable, {"QT_QPA_PLATFORM": "offscreen"})
