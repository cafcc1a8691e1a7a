"""The first start: models to begin with, one click each; a message written before is kept and sent."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFileDialog, QMessageBox
from pytestqt.qtbot import QtBot

from foreword.messages import ModelFailed, ModelProgress
from foreword.model_messages import Download
from foreword.ui.first_run_card import FirstRunCard, offers
from tests.fakes.fake_controller import READY
from tests.fakes.fake_models import GB, LARGE, LLAMA, MB, QWEN, SMALL, STARTER, fit
from tests.fakes.fake_worker import Script
from tests.ui.conftest import Stage
from tests.ui.desk import OpenDesk

MISSING = ModelFailed("the starter model is not on this computer yet; fetch it with: x", missing="starter")
LOADING = Download("starter", "SmolLM2", "running", 45 * MB, 98 * MB, 5.0 * MB, "Weights")


@pytest.fixture
def card(stage: Stage) -> FirstRunCard:
    """A window over a computer without any model."""
    stage.models.list_models(STARTER, QWEN, LLAMA)
    stage.controller.set_model(MISSING)
    return stage.window.model_parts.card


# --- what is offered
def test_the_starter_comes_first_and_only_what_fits_follows():
    small = replace(QWEN, id="a/small", download=GB)
    big = replace(QWEN, id="a/big", download=9 * GB)
    misfit = replace(QWEN, id="a/misfit", fit=fit(60 * GB))
    gated = replace(QWEN, id="a/gated", gated=True)
    other = replace(QWEN, id="a/other", recommended=False)
    listed = (big, misfit, gated, other, STARTER, small, QWEN)
    assert [each.id for each in offers(listed)] == ["starter", "a/small", QWEN.id, "a/big"]


def test_a_computer_without_a_model_is_offered_some(stage: Stage, card: FirstRunCard):
    window = stage.window
    assert card.isVisible()
    assert not any(button.isVisible() for button in window.chat.welcome.buttons)
    assert window.chat.model_banner.isHidden()  # it would say the same
    assert window.focusWidget() is window.chat.composer.edit
    row = card.rows["starter"]
    assert row.name.words() == "SmolLM2 135M Instruct"
    assert row.facts.words() == "98 MB (98,250,112 bytes) · PyPI · Apache-2.0"
    assert row.fit.words.words() == "Fits: takes 700 MB of 12.0 GB free on CPU"
    assert row.folder.words() == f"Will lie in {STARTER.folder}"
    assert "Nothing that you write leaves this computer" in card.about.words()
    assert str(stage.paths.data) in card.place.words()
    assert list(card.rows) == ["starter", QWEN.id]


def test_the_folder_of_the_data_opens(stage: Stage, card: FirstRunCard, monkeypatch: pytest.MonkeyPatch):
    opened: list[QUrl] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", opened.append)
    card.folder.click()
    assert [url.toLocalFile() for url in opened] == [str(stage.paths.data)]


def test_while_a_model_loads_or_is_there_nothing_is_offered(stage: Stage):
    card = stage.window.model_parts.card
    assert not card.isVisible()
    stage.models.list_models(STARTER)
    stage.controller.set_model(ModelProgress("Reading weights", 0.5))
    assert not card.isVisible()
    stage.models.list_models(replace(STARTER, state="here"))
    stage.controller.set_model(ModelFailed("its files are broken"))
    assert not card.isVisible()
    assert stage.window.chat.model_banner.isVisible()
    stage.controller.set_model(ModelFailed("it was unloaded", unloaded=True))
    assert not stage.window.chat.model_banner.isVisible()  # nothing went wrong
    assert stage.window.chat.header.status.whole() == "Model unloaded"


# --- one click
def test_one_click_fetches_and_starts(stage: Stage, card: FirstRunCard):
    row = card.rows["starter"]
    row.start.setFocus()
    row.start.click()
    assert stage.models.calls == [("pull", "starter")]
    stage.models.tell(LOADING)
    assert not row.start.isVisible()
    assert row.download.isVisible()
    assert stage.window.focusWidget() is row.download.pause  # the keyboard goes along
    assert row.download.words.words() == "45 MB of 98 MB · 5.0 MB/s · 11 s left"
    assert row.download.bar.value() == 459
    assert not card.rows[QWEN.id].isVisible()
    stage.models.arrive("starter")
    assert stage.controller.calls[-1] == ("use_model", "starter", {})
    stage.controller.set_model(ModelProgress("Reading weights", 0.25))
    assert card.isVisible()
    assert card.state.words() == "Reading weights 25 %"
    stage.controller.set_model(READY)
    assert not card.isVisible()
    assert stage.window.chat.welcome.buttons[0].isVisible()
    assert stage.window.focusWidget() is stage.window.chat.composer.edit


def test_a_pause_shows_why_and_resume_goes_on(stage: Stage, card: FirstRunCard):
    row = card.rows["starter"]
    row.start.click()
    stage.models.tell(LOADING)
    row.download.pause.click()
    reason = "The network can't be reached: check the connection, then press Resume."
    stage.models.tell(replace(LOADING, state="paused", rate=0.0, reason=reason))
    assert row.download.words.words() == f"Paused · 45 MB of 98 MB · {reason}"
    row.download.resume.click()
    assert stage.models.calls == [("pull", "starter"), ("pause", "starter"), ("resume", "starter")]


def test_a_download_of_an_earlier_start_goes_on_and_starts(stage: Stage, card: FirstRunCard):
    stage.models.tell(replace(LOADING, state="paused"))
    card.rows["starter"].download.resume.click()
    stage.models.arrive("starter")
    assert stage.controller.calls[-1] == ("use_model", "starter", {})


def test_cancelling_a_small_download_needs_no_question(stage: Stage, card: FirstRunCard):
    row = card.rows["starter"]
    row.start.click()
    stage.models.tell(LOADING)
    row.download.cancel.click()
    assert stage.models.calls[-1] == ("cancel", "starter")
    assert row.start.isVisible()
    assert card.rows[QWEN.id].isVisible()
    stage.models.pulled.emit("starter")  # too late: it isn't wanted any more
    assert not any(call[0] == "use_model" for call in stage.controller.calls)


@pytest.mark.parametrize("pressed", ["Delete", "Cancel"])
def test_cancelling_a_large_download_asks(
    stage: Stage, card: FirstRunCard, monkeypatch: pytest.MonkeyPatch, pressed: str
):
    monkeypatch.setattr(QMessageBox, "exec", answer(pressed, monkeypatch))
    card.rows[QWEN.id].start.click()
    stage.models.tell(Download(QWEN.id, QWEN.name, "running", 3 * GB, 8 * GB))
    card.rows[QWEN.id].download.cancel.click()
    assert (("cancel", QWEN.id) in stage.models.calls) is (pressed == "Delete")


def answer(pressed: str, monkeypatch: pytest.MonkeyPatch):
    """Plays whoever presses this button of a question."""

    def play(box: QMessageBox) -> int:
        button = next(each for each in box.buttons() if each.text().replace("&", "") == pressed)
        monkeypatch.setattr(box, "clickedButton", lambda: button)
        return 0

    return play


def test_the_keyboard_alone_gets_a_model(stage: Stage, card: FirstRunCard, qtbot: QtBot):
    window = stage.window
    start = card.rows["starter"].start
    for _ in range(40):
        if window.focusWidget() is start:
            break
        qtbot.keyClick(window.focusWidget(), Qt.Key.Key_Tab)
    assert window.focusWidget() is start
    assert start.accessibleName() == "Download and start: SmolLM2 135M Instruct"
    qtbot.keyClick(start, Qt.Key.Key_Space)
    assert stage.models.calls == [("pull", "starter")]


# --- other ways
def test_one_already_here_is_used(stage: Stage, card: FirstRunCard):
    stage.models.list_models(STARTER, SMALL)
    stage.controller.set_model(MISSING)
    card.menu.aboutToShow.emit()
    actions = {action.text(): action for action in card.menu.actions()}
    actions["tiny-llama"].trigger()
    assert stage.controller.calls[-1] == ("use_model", SMALL.id, {})


def test_a_folder_of_models_is_kept_and_one_that_is_a_model_is_used(
    stage: Stage, card: FirstRunCard, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    models, model = tmp_path / "models", tmp_path / "models" / "one"
    model.mkdir(parents=True)
    (model / "config.json").write_text("{}")
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(models))
    card.menu.aboutToShow.emit()
    actions = {action.text(): action for action in card.menu.actions()}
    actions["Choose a folder…"].trigger()
    assert stage.settings["models.folders"] == [str(models)]
    assert not any(call[0] == "use_model" for call in stage.controller.calls)
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(model))
    actions["Choose a folder…"].trigger()
    assert stage.controller.calls[-1] == ("use_model", str(model), {})
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(tmp_path / "x.gguf"), ""))
    actions["Choose a GGUF file…"].trigger()
    assert stage.controller.calls[-1] == ("use_model", str(tmp_path / "x.gguf"), {})
    assert stage.settings["models.folders"] == [str(models), str(model), str(tmp_path)]


def test_choosing_another_opens_the_page_of_models(stage: Stage, card: FirstRunCard):
    card.other.click()
    dialog = stage.window.dialog
    assert dialog.isVisible()
    assert dialog.stack.currentWidget() is dialog.models


# --- a message written before
def test_a_message_sent_before_waits_with_words_and_the_download_in_view(open_desk: OpenDesk, qtbot: QtBot):
    """The real session: nothing is lost, and what was typed next stays in the composer."""
    desk = open_desk(Script(pieces=lambda request: ["sunlight ", "in drops"], load_failure="not here"))
    window = desk.show()
    desk.models.list_models(STARTER, QWEN)
    desk.until(lambda: isinstance(desk.controller.model_state(), ModelFailed))
    assert window.model_parts.card.isVisible()
    edit = window.chat.composer.edit
    qtbot.keyClicks(edit, "What is a rainbow?")
    qtbot.keyClick(edit, Qt.Key.Key_Return)
    assert "your message is sent as soon as one is ready" in last_activity(desk)
    banner = window.chat.model_banner
    assert banner.isVisible()  # the card gave way to the chat
    window.model_parts.use.fetch("starter")
    desk.models.tell(LOADING)
    assert banner.part.isVisible()
    assert banner.words.isHidden()
    qtbot.keyClicks(edit, "And then?")
    desk.worker.script = replace(desk.worker.script, load_failure=None)
    desk.models.arrive("starter")
    desk.until_idle()
    assert [turn.text for turn in desk.saved()] == ["What is a rainbow?", "sunlight in drops"]
    assert banner.isHidden()
    assert window.chat.composer.text() == "And then?"
    assert edit.hasFocus()


def last_activity(desk) -> str:
    reply = desk.window.chat.transcript.last_reply()
    assert reply is not None
    return reply.activity.text()


# --- the banner, where the card is not
def test_the_banner_offers_what_is_missing(stage: Stage, card: FirstRunCard):
    stage.controller.turns.send("Hello")
    banner = stage.window.chat.model_banner
    assert banner.isVisible()
    assert banner.words.text() == "The starter model is not on this computer yet."
    assert banner.download.text() == "Download the starter model (93 MB)"
    banner.download.click()
    assert stage.models.calls == [("pull", "starter")]
    stage.controller.set_model(ModelFailed("the model a/b is not here", missing="a/b"))
    assert banner.download.text() == "Download a/b"
    banner.choose.click()
    assert stage.window.dialog.stack.currentWidget() is stage.window.dialog.models


def test_a_model_that_does_not_fit_is_no_dead_end(stage: Stage):
    stage.settings.set("model.name", LARGE.id)
    stage.models.list_models(LARGE)
    stage.controller.set_model(ModelFailed("it needs 67.9 GB and 12.0 GB are free"))
    banner = stage.window.chat.model_banner
    assert banner.fit.isVisible()
    banner.fit.click()
    refusal = stage.window.model_parts.use.refusal
    assert refusal is not None
    assert [button.text() for button in refusal.proposals] == [each.words for each in LARGE.fit.proposals]
    refusal.proposals[0].click()
    assert stage.controller.calls[-1] == ("use_model", LARGE.id, {"model.dtype": "int4"})
