"""The real worker on its real thread, with a tiny model and everything that it says."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import pytest
from pytestqt.qtbot import QtBot

from foreword.messages import (
    ChatMessage,
    GenerateRequest,
    LoadRequest,
    SpeculatorInfo,
    SpeculatorsListed,
)
from foreword.paths import Paths
from foreword.session.link import WorkerLink
from foreword.worker import service
from foreword.worker.cancel import CancelToken, Switches
from foreword.worker.engine_worker import EngineWorker
from tests.commands.conftest import endless, one_thread, tiny
from tests.engine.test_generate import Eager

__all__ = ["endless", "one_thread", "tiny"]

Kind = TypeVar("Kind")


class Station:
    """The worker at the end of its link."""

    def __init__(self, qtbot: QtBot, profile: Path) -> None:
        self.qtbot = qtbot
        self.said: list[Any] = []
        cancel, switches = CancelToken(), Switches()
        self.worker = EngineWorker(Paths.profile(profile).ensure(), cancel, switches)
        self.link = WorkerLink(self.worker, cancel, switches)
        self.link.message.connect(self.said.append)
        self.link.start()

    def all(self, kind: type[Kind]) -> list[Kind]:
        return [message for message in self.said if isinstance(message, kind)]

    def next(self, *kinds: type[Any]) -> Any:
        """Wait for the first message of these kinds that has not been waited for, and take it."""
        self.qtbot.waitUntil(lambda: any(isinstance(m, kinds) for m in self.said), timeout=30_000)
        at = next(at for at, message in enumerate(self.said) if isinstance(message, kinds))
        return self.said.pop(at)

    def stands(self, name: str, *states: str) -> SpeculatorInfo:
        """Ask for the list until it is in one of these states: its own thread may take a moment."""

        def listed() -> bool:
            self.link.relist_requested.emit("")
            return any(info.name == name and info.state in states for info in self._latest())

        self.qtbot.waitUntil(listed, timeout=30_000)
        return next(info for info in self._latest() if info.name == name)

    def _latest(self) -> tuple[SpeculatorInfo, ...]:
        lists = self.all(SpeculatorsListed)
        return lists[-1].speculators if lists else ()

    def load(self, model: Path | None, **more: Any) -> None:
        name = None if model is None else str(model)
        self.link.load_requested.emit(LoadRequest(name, "float32", **more))

    def run(self, text: str = "x", *, max_tokens: int = 40, name: str = "r") -> None:
        self.link.run_requested.emit(
            GenerateRequest(
                reply_id=name,
                conversation_id="chat",
                messages=(ChatMessage("user", text),),
                max_tokens=max_tokens,
            )
        )


@pytest.fixture
def generous(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever is on is asked at every step, however slow the machine is just now."""
    monkeypatch.setattr(service, "Planner", lambda widths, branches, _measured: Eager(widths, branches))


@pytest.fixture
def open_station(qtbot: QtBot, tmp_path: Path) -> Iterator[Callable[[], Station]]:
    stations: list[Station] = []

    def open_one() -> Station:
        stations.append(Station(qtbot, tmp_path / "profile"))
        return stations[-1]

    yield open_one
    for station in stations:
        assert station.link.close(10_000), "the worker's thread did not end"


@pytest.fixture
def station(open_station: Callable[[], Station]) -> Station:
    return open_station()
