"""The right side of the window over the real session, without the window: real database, scripted worker."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from foreword.paths import Paths
from foreword.ui.chat_pane import ChatPane
from foreword.ui.pace_panel import LivePanel
from foreword.ui.speculator_switches_row import SpeculatorRow
from foreword.ui.tokens import LIGHT
from tests.fakes.fake_worker import Script
from tests.session.conftest import Desk

BOTH = Script(speculators=("ngram", "suffix_history"), pace_seconds=0.002)
ENDLESS = Script(
    pieces=lambda request: [f"{number} " for number in range(5000)],
    speculators=("ngram", "suffix_history"),
    pace_seconds=0.002,
)


class PaneDesk(Desk):
    """A desk whose chat is shown."""

    def __init__(self, folder: Path, qtbot: QtBot, script: Script = BOTH) -> None:
        super().__init__(Paths.profile(folder).ensure(), script, qtbot)
        self.pane = ChatPane(self.controller, self.settings, LIGHT)
        qtbot.addWidget(self.pane)
        self.pane.resize(1000, 700)
        with qtbot.waitActive(self.pane):
            self.pane.show()
            self.pane.activateWindow()
        self.until(lambda: len(self.controller.speculators()) == len(script.speculators))

    @property
    def panel(self) -> LivePanel:
        return self.pane.side.panel

    def show_panel(self) -> LivePanel:
        """With its curves, which come a moment later."""
        self.pane.panel_toggle.setChecked(True)
        self.until(lambda: self.panel.charts is not None)
        return self.panel

    def row(self, name: str) -> SpeculatorRow:
        return self.panel.speculators.rows[name]

    def ask(self) -> None:
        self.controller.send("go")
        self.until_idle()

    def begin(self) -> None:
        """A reply that is being written, with some figures."""
        self.controller.send("go")
        self.until(lambda: self.controller.pace.now().passes > 20)

    def end(self) -> None:
        self.controller.stop()
        self.until_idle()


OpenPane = Callable[..., PaneDesk]


@contextmanager
def opening(folder: Path, qtbot: QtBot) -> Iterator[OpenPane]:
    desks: list[PaneDesk] = []

    def open_one(script: Script = BOTH) -> PaneDesk:
        desks.append(PaneDesk(folder / "desk", qtbot, script))
        return desks[-1]

    yield open_one
    QApplication.sendPostedEvents(None, 0)
    for desk in desks:
        assert desk.close()
