"""The window's way to plugins: a thread of its own, one thing at a time, and an end in order."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from foreword.paths import Paths
from foreword.session.plugins import PluginManager
from foreword.settings import Settings
from foreword.speculators.install.environment import Environment
from tests.fakes.package_index import PackageIndex, make_environment, plugin

LIMIT_MS = 60_000


@pytest.fixture
def index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[PackageIndex]:
    with PackageIndex().serving() as index:
        for name in [name for name in os.environ if name.startswith("PIP_")]:
            monkeypatch.delenv(name)
        for name, value in index.variables(tmp_path).items():
            monkeypatch.setenv(name, value)
        yield index


class Desk:
    def __init__(self, manager: PluginManager, settings: Settings, environment: Environment) -> None:
        self.manager, self.settings, self.environment = manager, settings, environment
        self.told: list[tuple[str, Any]] = []
        for name in ("plugins_changed", "planned", "progress", "done", "failed", "busy_changed"):
            getattr(manager, name).connect(lambda value, name=name: self.told.append((name, value)))

    def of(self, name: str) -> list[Any]:
        return [value for told, value in self.told if told == name]


@pytest.fixture
def desk(
    index: PackageIndex, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> Iterator[Desk]:
    environment = Environment.of(make_environment(tmp_path / "venv"))
    monkeypatch.setattr(Environment, "here", classmethod(lambda cls: environment))
    paths = Paths.profile(tmp_path / "profile").ensure()
    settings = Settings(paths.settings)
    manager = PluginManager(paths, settings)
    yield Desk(manager, settings, environment)
    assert manager.close(10_000)


def test_install_and_remove(desk: Desk, index: PackageIndex, qtbot: QtBot) -> None:
    manager, settings = desk.manager, desk.settings
    settings.set("speculators.enabled", {"echo": True, "ngram": True})
    index.add("foreword-echo", "1.0", plugin())
    with qtbot.waitSignal(manager.planned, timeout=LIMIT_MS):
        manager.plan_install("foreword-echo", False)
        assert manager.busy
        manager.plan_install("another", False)  # not done: one at a time
    (plan,) = desk.of("planned")
    assert not manager.busy
    with qtbot.waitSignal(manager.done, timeout=LIMIT_MS):
        manager.carry_out(plan)
    assert "echo" not in settings["speculators.enabled"]
    assert settings["speculators.enabled"]["ngram"]
    assert [one.distribution for one in manager.plugins] == ["foreword", "foreword-echo"]
    assert desk.of("progress")
    settings.set("speculators.enabled", {"echo": True, "ngram": True})
    index.add("foreword-echo", "1.2", plugin(version="1.2"))
    with qtbot.waitSignal(manager.plugins_changed, timeout=LIMIT_MS):
        manager.look_for_updates()
    assert [one.latest for one in manager.plugins] == ["", "1.2"]
    with qtbot.waitSignal(manager.done, timeout=LIMIT_MS):
        manager.remove("foreword-echo", False)
    assert "echo" not in settings["speculators.enabled"]
    assert settings["speculators.enabled"]["ngram"]
    assert [one.distribution for one in manager.plugins] == ["foreword"]
    assert desk.of("failed") == []
    assert desk.of("busy_changed") == [True, False] * 4


def test_what_is_refused_is_told(desk: Desk, index: PackageIndex, qtbot: QtBot) -> None:
    with qtbot.waitSignal(desk.manager.failed, timeout=LIMIT_MS):
        desk.manager.remove("torch", False)
    (failed,) = desk.of("failed")
    assert "part of Foreword itself" in failed.reason
    assert not failed.cancelled
    assert not desk.manager.busy


def test_cancel_and_quit(desk: Desk, index: PackageIndex, qtbot: QtBot) -> None:
    plan = index.plan("foreword-echo", "1.0", plugin())
    index.slow = True
    before = sorted(path.name for path in desk.environment.purelib.iterdir())
    desk.manager.carry_out(plan)
    qtbot.waitUntil(lambda: any(path.startswith("/files") for path in index.asked), timeout=LIMIT_MS)
    with qtbot.waitSignal(desk.manager.failed, timeout=LIMIT_MS):
        desk.manager.cancel()
    assert desk.of("failed")[0].cancelled
    index.asked.clear()
    desk.manager.carry_out(plan)
    qtbot.waitUntil(lambda: any(path.startswith("/files") for path in index.asked), timeout=LIMIT_MS)
    assert desk.manager.close(10_000)
    assert sorted(path.name for path in desk.environment.purelib.iterdir()) == before
    desk.manager.refresh()  # nothing happens any more
