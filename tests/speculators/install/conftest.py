from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from foreword.plugin_messages import InstallPlan
from foreword.speculators.install.carry_out import Installed, install
from foreword.speculators.install.environment import Environment
from foreword.speculators.install.planning import plan_install
from tests.fakes.package_index import PackageIndex, make_environment


@pytest.fixture(scope="session")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment of its own; every test leaves it as it found it."""
    return make_environment(tmp_path_factory.mktemp("environment") / "venv")


@pytest.fixture(scope="session")
def environment(python: Path) -> Environment:
    return Environment.of(python)


@pytest.fixture
def index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[PackageIndex]:
    with PackageIndex().serving() as index:
        for name in [name for name in os.environ if name.startswith("PIP_")]:
            monkeypatch.delenv(name)
        for name, value in index.variables(tmp_path).items():
            monkeypatch.setenv(name, value)
        yield index


class Site:
    """An environment's files, byte for byte, and what they were at first."""

    def __init__(self, environment: Environment) -> None:
        self.environment = environment
        self.before = self.now()

    def now(self) -> dict[str, str]:
        roots = (self.environment.purelib, self.environment.scripts)
        files = {path for root in roots for path in root.rglob("*") if "__pycache__" not in path.parts}
        return {
            str(path): hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else "folder"
            for path in files
        }

    def unchanged(self) -> bool:
        left = {path.name for path in self.environment.desk.glob("*")} - {"lock", "brought.json"}
        return self.now() == self.before and not left

    def add(self, text: str) -> Installed:
        return install(self.environment, self.plan(text))

    def plan(self, text: str) -> InstallPlan:
        return plan_install(self.environment, text)

    def new(self) -> set[str]:
        """Names of what lies there now and didn't before."""
        return {Path(path).name for path in self.now().keys() - self.before.keys()}


@pytest.fixture
def site(environment: Environment) -> Iterator[Site]:
    """Ends with the environment as it was, whatever the test has installed."""
    site = Site(environment)
    first = site.before
    yield site
    for path in sorted(site.now().keys() - first.keys(), key=len):
        if Path(path).is_dir():
            shutil.rmtree(path)
        else:
            Path(path).unlink(missing_ok=True)
    shutil.rmtree(environment.desk, ignore_errors=True)
    assert site.now() == first
