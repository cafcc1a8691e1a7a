from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from foreword.paths import Paths
from foreword.session.controller import Controller
from foreword.session.conversation import Turn
from foreword.session.link import WorkerLink
from foreword.settings import Settings
from foreword.storage.store import ChatStore
from foreword.worker.cancel import CancelToken, Switches
from tests.fakes.fake_worker import FakeWorker, Script

SIGNALS = (
    "conversations_changed",
    "conversation_opened",
    "turn_added",
    "text_arrived",
    "turn_changed",
    "prefill_progress",
    "left_out",
    "model_changed",
    "busy_changed",
    "speculators_changed",
    "acted",
    "notice",
)


class Desk:
    """The session on a real store and a scripted worker, with everything that it told."""

    def __init__(self, paths: Paths, script: Script, qtbot: QtBot, *, model: str | None = None) -> None:
        self.qtbot = qtbot
        self.settings = Settings(paths.settings)
        self.store = ChatStore.open(paths.chats)
        cancel, switches = CancelToken(), Switches()
        self.worker = FakeWorker(paths, cancel, switches, script)
        self.link = WorkerLink(self.worker, cancel, switches)
        self.controller = Controller(self.store, self.settings, self.link, model=model)
        self.told: list[tuple[Any, ...]] = []
        for name in SIGNALS:
            getattr(self.controller, name).connect(self._recorder(name))
        self.link.start()
        self.controller.start()
        self._open = True

    def _recorder(self, name: str) -> Callable[..., None]:
        return lambda *values: self.told.append((name, *values))

    def of(self, name: str) -> list[Any]:
        """What one signal told, in order."""
        return [entry[1] if len(entry) == 2 else entry[1:] for entry in self.told if entry[0] == name]

    def until(self, condition: Callable[[], bool]) -> None:
        self.qtbot.waitUntil(condition, timeout=10_000)

    def until_idle(self) -> None:
        self.until(lambda: not self.controller.is_busy())

    def until_text(self) -> None:
        count = len(self.of("text_arrived"))
        self.until(lambda: len(self.of("text_arrived")) > count)

    def turns(self) -> tuple[Turn, ...]:
        chat = self.controller.current()
        return chat.turns if chat else ()

    def saved(self) -> tuple[Turn, ...]:
        """The open chat's turns as the database has them."""
        chat = self.controller.current()
        return self.store.branch(chat.summary.id) if chat else ()

    def is_open(self) -> bool:
        return self._open

    def close(self) -> bool:
        if not self._open:
            return True
        self._open = False
        self.controller.close_down()
        ended = self.link.close(5000)
        # It may be importing a tokenizer's library: a thread that still runs at the process's end aborts it.
        ended = self.controller.gauge.stop(30_000) and ended
        self.controller.settle()
        self.store.close()
        return ended


@pytest.fixture(autouse=True)
def short_undo(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is deleted can be brought back only for a moment."""
    monkeypatch.setattr("foreword.session.chats.UNDO_MS", 400)


@pytest.fixture
def paths(tmp_path: Path) -> Paths:
    return Paths.profile(tmp_path / "profile").ensure()


@pytest.fixture
def open_desk(paths: Paths, qtbot: QtBot) -> Iterator[Callable[..., Desk]]:
    desks: list[Desk] = []

    def open_one(script: Script | None = None, **more: Any) -> Desk:
        desks.append(Desk(paths, script or Script(), qtbot, **more))
        return desks[-1]

    yield open_one
    for desk in desks:
        assert desk.close()
