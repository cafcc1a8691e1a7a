"""The real window with the real model, as a person uses it: ask, stream, stop, toggle, restart."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from foreword import app
from foreword.messages import ModelReady
from foreword.paths import Paths
from foreword.session.conversation import Turn
from foreword.ui.main_window import MainWindow

pytestmark = [pytest.mark.starter, pytest.mark.timeout(300)]

LOAD_MS, REPLY_MS = 120_000, 120_000


@contextmanager
def running(paths: Paths, model: Path) -> Iterator[app.App]:
    """The app as `run` builds it, until it is closed in order."""
    built = app.build(paths, model=str(model))
    built.start()
    try:
        yield built
    finally:
        built.window.close()
        assert built.shut_down(limit_ms=30_000)


def send(qtbot: QtBot, window: MainWindow, text: str) -> None:
    qtbot.keyClicks(window.chat.composer.edit, text)
    qtbot.keyClick(window.chat.composer.edit, Qt.Key.Key_Return)


def turns_in(paths: Paths) -> list[dict[str, Any]]:
    with closing(sqlite3.connect(paths.chats)) as connection:
        connection.row_factory = sqlite3.Row
        return [dict(row) for row in connection.execute("SELECT * FROM turns ORDER BY created_at, rowid")]


def wait_for_end(qtbot: QtBot, built: app.App) -> Turn:
    qtbot.waitUntil(lambda: not built.controller.is_busy(), timeout=REPLY_MS)
    chat = built.controller.current()
    assert chat is not None
    return chat.turns[-1]


def test_ask_stream_stop_toggle_restart(qtbot: QtBot, tmp_path: Path, starter_folder: Path) -> None:
    paths = Paths.profile(tmp_path).ensure()
    with running(paths, starter_folder) as built:
        window, controller = built.window, built.controller
        built.settings.set("reply.temperature", 0.0)
        built.settings.set("reply.max_tokens", 150)

        # One can type and send at once; the message is on disk before the model is there.
        assert not isinstance(controller.model_state(), ModelReady)
        send(qtbot, window, "Repeat three times: she sells sea shells by the sea shore.")
        assert [turn["role"] for turn in turns_in(paths)] == ["user", "assistant"]
        qtbot.waitUntil(lambda: isinstance(controller.model_state(), ModelReady), timeout=LOAD_MS)

        # Text streams in before the reply is complete, and drafts are accepted.
        with qtbot.waitSignal(controller.text_arrived, timeout=REPLY_MS):
            pass
        assert controller.is_busy()
        reply = wait_for_end(qtbot, built)
        shown = window.chat.transcript.last_reply()
        assert shown is not None
        assert reply.status == "complete"
        assert shown.view.text.source == reply.text != ""
        assert reply.stats["accepted"] > 0
        assert reply.stats["by_speculator"]["ngram"]["accepted"] > 0
        assert "tokens per pass" in shown.stats.text()

        # A switch in the middle of a reply takes effect while it is written, and stop ends it.
        window.commands.speculators.trigger()
        card = window.dialog.speculators.cards["ngram", "foreword"]
        built.settings.set("reply.max_tokens", 2048)
        send(qtbot, window, "Count from one to five hundred, one number for each line.")
        with qtbot.waitSignal(controller.text_arrived, timeout=REPLY_MS):
            pass
        qtbot.mouseClick(card.switch, Qt.MouseButton.LeftButton, pos=QPoint(8, 8))
        assert not card.switch.isChecked()
        with qtbot.waitSignal(controller.text_arrived, timeout=REPLY_MS):
            pass
        window.dialog.close()
        window.activateWindow()
        qtbot.waitUntil(window.isActiveWindow)
        qtbot.keyClick(window.chat.composer.edit, Qt.Key.Key_Escape)
        stopped = wait_for_end(qtbot, built)
        assert (stopped.status, stopped.stop_reason) == ("stopped", "cancelled")
        assert stopped.text != ""

        # Stop, then send again: the model is not loaded again, and the one switched off drafts nothing.
        built.settings.set("reply.max_tokens", 12)
        states: list[object] = []
        controller.model_changed.connect(states.append)
        send(qtbot, window, "Say hello.")
        undrafted = wait_for_end(qtbot, built)
        assert states == []
        assert "ngram" not in undrafted.stats["by_speculator"]
        assert undrafted.stats["cached_tokens"] > 0
        window.resize(700, 600)
        size, open_id = window.size(), controller.current().summary.id  # type: ignore[union-attr]
        texts = [turn["text"] for turn in turns_in(paths)]

    # After a restart: the same chat is open, the switch is still off, the window has its size.
    with running(paths, starter_folder) as again:
        assert again.window.size() == size
        chat = again.controller.current()
        assert chat is not None
        assert chat.summary.id == open_id
        assert [turn.text for turn in chat.turns] == texts
        qtbot.waitUntil(lambda: again.controller.speculators() != (), timeout=LOAD_MS)
        states_now = {info.name: info.state for info in again.controller.speculators()}
        assert states_now["ngram"] == "off"
        assert states_now["suffix_history"] == "active"

    kept = turns_in(paths)
    assert [turn["status"] for turn in kept] == ["complete"] * 3 + ["stopped", "complete", "complete"]
    with closing(sqlite3.connect(paths.chats)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_a_model_that_cannot_be_loaded_leaves_the_app_usable(qtbot: QtBot, tmp_path: Path) -> None:
    paths = Paths.profile(tmp_path / "profile").ensure()
    empty = tmp_path / "no-model"
    empty.mkdir()
    with running(paths, empty) as built:
        with qtbot.waitSignal(
            built.controller.model_changed,
            timeout=LOAD_MS,
            check_params_cb=lambda state: type(state).__name__ == "ModelFailed",
        ):
            pass
        assert "config.json" in built.window.chat.model_banner.words.text()
        send(qtbot, built.window, "Are you there?")
        assert [turn["text"] for turn in turns_in(paths)] == ["Are you there?", ""]
        qtbot.keyClick(built.window.chat.composer.edit, Qt.Key.Key_Escape)
        assert wait_for_end(qtbot, built).status == "stopped"
