"""The window over the real session: real database, scripted worker on its real thread."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from pytestqt.qtbot import QtBot

from foreword.paths import Paths
from foreword.session.conversation import ConversationSummary, Turn
from foreword.ui.main_window import MainWindow
from tests.fakes.fake_models import FakeModelManager
from tests.fakes.fake_plugin_manager import FakePluginManager
from tests.fakes.fake_worker import Script
from tests.session.conftest import Desk

FEW = Script(pieces=lambda request: ["one ", "two ", "three"])


class WindowDesk(Desk):
    """`add` puts chats into the database before `show` opens the window over them."""

    def __init__(self, folder: Path, qtbot: QtBot, script: Script = FEW) -> None:
        self.paths = Paths.profile(folder).ensure()
        super().__init__(self.paths, script, qtbot)
        self._window: MainWindow | None = None

    @property
    def window(self) -> MainWindow:
        assert self._window is not None
        return self._window

    def show(self) -> MainWindow:
        self.models = FakeModelManager()
        self._window = MainWindow(
            self.controller, self.settings, self.paths, FakePluginManager(), self.models
        )
        self.qtbot.addWidget(self._window)
        with self.qtbot.waitActive(self._window):
            self._window.show()
            self._window.activateWindow()
        return self._window

    def add(self, title: str, *texts: str, days: float = 0.0, **columns: object) -> str:
        """A chat of complete turns, last used so many days ago; its id is its title."""
        at = time.time() - days * 86_400
        turns: list[Turn] = []
        for number, text in enumerate(texts or ("question", "answer")):
            role = "assistant" if number % 2 else "user"
            parent = turns[-1].id if turns else None
            turn = Turn(f"{title}/{number}", title, parent, "user", text, "complete", at)
            turns.append(replace(turn, role=role))
        summary = ConversationSummary(title, title, at, at, named=True)
        self.store.add(turns, replace(summary, **columns))
        self.controller.chats.changed.emit()
        return title

    def titles(self) -> list[str]:
        """The lines of the chat list."""
        model = self.window.sidebar.list.rows
        return [model.index(row).data() for row in range(model.rowCount())]


OpenDesk = Callable[..., WindowDesk]
