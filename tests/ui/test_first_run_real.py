"""From the first start to the first reply through the real download, from a hub on this computer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from foreword.messages import ModelFailed, ModelReady
from foreword.session.models import ModelManager
from foreword.ui.main_window import MainWindow
from tests.fakes.fake_plugin_manager import FakePluginManager
from tests.fakes.fake_worker import Script
from tests.fakes.hub_server import HubServer, serving
from tests.models.conftest import tiny_llama
from tests.ui.desk import WindowDesk

__all__ = ["tiny_llama"]

LIMIT_MS = 60_000
NOTHING = Script(pieces=lambda request: ["light ", "in drops"], load_failure="no model is here")


@pytest.fixture
def hub(tiny_llama: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[HubServer]:
    with serving({"some/tiny": tiny_llama}) as server:
        monkeypatch.setattr("huggingface_hub.constants.ENDPOINT", server.url)
        monkeypatch.setattr("huggingface_hub.constants.HF_HUB_CACHE", str(tmp_path / "hub"))
        yield server


@pytest.fixture
def desk(hub: HubServer, tmp_path: Path, qtbot: QtBot) -> Iterator[WindowDesk]:
    desk = WindowDesk(tmp_path / "desk", qtbot, NOTHING)
    models = ModelManager(desk.paths, desk.settings)
    desk._window = MainWindow(desk.controller, desk.settings, desk.paths, FakePluginManager(), models)
    qtbot.addWidget(desk.window)
    desk.window.show()
    yield desk
    assert models.close(10_000)
    assert desk.close()


def test_from_nothing_to_the_first_reply(desk: WindowDesk, qtbot: QtBot):
    window, card = desk.window, desk.window.model_parts.card
    desk.until(lambda: isinstance(desk.controller.model_state(), ModelFailed))
    qtbot.waitUntil(lambda: card.isVisible() and "starter" in card.rows, timeout=LIMIT_MS)
    assert card.rows["starter"].fit.words.words() != ""
    qtbot.keyClicks(window.chat.composer.edit, "What is a rainbow?")
    qtbot.keyClick(window.chat.composer.edit, Qt.Key.Key_Return)
    assert desk.controller.is_busy()
    assert window.chat.model_banner.isVisible()
    desk.worker.script = replace(NOTHING, load_failure=None)
    window.model_parts.use.fetch("some/tiny")
    qtbot.waitUntil(lambda: isinstance(desk.controller.model_state(), ModelReady), timeout=LIMIT_MS)
    desk.until_idle()
    assert desk.settings["model.name"] == "some/tiny"
    assert desk.worker.loads[-1].model == "some/tiny"
    assert [turn.text for turn in desk.saved()] == ["What is a rainbow?", "light in drops"]
    assert window.chat.model_banner.isHidden()
    assert not card.isVisible()


def test_the_page_shows_what_the_real_manager_tells(desk: WindowDesk, qtbot: QtBot):
    desk.window.dialog.show_page("Models")
    page = desk.window.dialog.models
    qtbot.waitUntil(lambda: "starter" in page.more.list.rows, timeout=LIMIT_MS)
    assert len(page.more.list.rows) > 5  # the catalogue
    desk.window.dialog.use.models.pull("some/tiny")
    qtbot.waitUntil(lambda: "some/tiny" in page.here.list.rows, timeout=LIMIT_MS)
    qtbot.waitUntil(lambda: not page.downloads, timeout=LIMIT_MS)
    page.here.list.rows["some/tiny"].details.click()
    dialog = page.dialog
    assert dialog is not None
    qtbot.waitUntil(lambda: bool(dialog._folds), timeout=LIMIT_MS)
    assert dialog._lines  # what it takes in each precision
    dialog.accept()
