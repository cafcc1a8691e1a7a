"""Which environments there are, and what is said where nothing can be installed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from foreword.speculators.install.environment import Environment
from foreword.speculators.install.errors import InstallError
from foreword.speculators.install.planning import plan_install
from tests.fakes.package_index import make_environment


def test_core_is_the_app_and_all_that_it_needs(environment: Environment) -> None:
    core = environment.core()
    assert {"foreword", "torch", "sympy", "transformers", "numpy", "pyside6-essentials", "shiboken6"} <= core
    assert not {"pytest", "ruff", "mypy", "hypothesis"} & core


def test_kinds_are_told_by_what_their_makers_leave(tmp_path: Path) -> None:
    python = make_environment(tmp_path / "venv")
    found = Environment.of(python)
    assert (found.kind, found.note) == ("venv", "")
    found.refuse_unless_usable()
    (tmp_path / "venv" / "pipx_metadata.json").write_text("{}")
    assert Environment.of(python).kind == "pipx"
    (tmp_path / "venv" / "uv-receipt.toml").write_text("")
    found = Environment.of(python)
    assert found.kind == "uv tool"
    assert "uv tool upgrade" in found.note


def test_a_python_of_the_system_says_what_to_do(environment: Environment) -> None:
    owned = replace(environment, kind="system", externally_managed=True)
    with pytest.raises(InstallError, match="pipx or uv, or into a venv"):
        plan_install(owned, "foreword-echo")
    # A venv made from such a Python is the user's own.
    replace(environment, externally_managed=True).refuse_unless_usable()


def test_without_pip(environment: Environment) -> None:
    with pytest.raises(InstallError, match="ensurepip"):
        replace(environment, pip="").refuse_unless_usable()
    with pytest.raises(InstallError, match="uv tool install --with pip"):
        replace(environment, pip="", kind="uv tool").refuse_unless_usable()


def test_where_nothing_can_be_written(environment: Environment, tmp_path: Path) -> None:
    with pytest.raises(InstallError, match="can't be written"):
        replace(environment, purelib=tmp_path / "missing").refuse_unless_usable()


def test_an_interpreter_that_does_not_answer(tmp_path: Path) -> None:
    with pytest.raises(InstallError, match="doesn't answer"):
        Environment.of(tmp_path / "python")
