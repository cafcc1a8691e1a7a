"""The model's button in the header: state, models at hand, loading that can be stopped, unloading."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtGui import QAction

from foreword.messages import ModelFailed, ModelProgress
from foreword.ui.model_button import ModelButton
from tests.fakes.fake_controller import READY
from tests.fakes.fake_models import LARGE, QWEN, SMALL, STARTER
from tests.ui.conftest import Stage

HERE = replace(STARTER, state="here")


@pytest.fixture
def button(stage: Stage) -> ModelButton:
    stage.models.list_models(HERE, SMALL, QWEN, LARGE)
    return stage.window.chat.header.status


def actions(button: ModelButton) -> dict[str, QAction]:
    button.menu.aboutToShow.emit()
    return {action.text(): action for action in button.menu.actions() if not action.isSeparator()}


def test_models_at_hand_with_the_current_one_checked(button: ModelButton, stage: Stage):
    listed = actions(button)
    assert list(listed) == [
        "Qwen2.5 32B Instruct", "SmolLM2 135M Instruct", "tiny-llama", "Unload", "Manage models…",
    ]  # fmt: skip
    assert [words for words, action in listed.items() if action.isChecked()] == ["SmolLM2 135M Instruct"]
    listed["tiny-llama"].trigger()
    assert stage.controller.calls[-1] == ("use_model", SMALL.id, {})
    listed["Unload"].trigger()
    assert stage.controller.calls[-1] == ("unload_model",)
    listed["Manage models…"].trigger()
    assert stage.window.dialog.stack.currentWidget() is stage.window.dialog.models


def test_one_that_does_not_fit_is_explained(button: ModelButton, stage: Stage):
    actions(button)["Qwen2.5 32B Instruct"].trigger()
    refusal = stage.window.model_parts.use.refusal
    assert refusal is not None
    assert refusal.isVisible()
    refusal.reject()


def test_loading_shows_progress_and_can_be_stopped(button: ModelButton, stage: Stage):
    stage.controller.set_model(ModelProgress("Reading weights", 0.5))
    assert button.whole() == "Reading weights 50 %"
    assert button.cancel.isVisible()
    button.cancel.setFocus()
    button.cancel.click()
    assert stage.controller.calls[-1] == ("cancel_load",)
    stage.controller.set_model(ModelFailed("loading was stopped"))
    assert button.whole() == "Model not loaded"
    assert button.cancel.isHidden()
    assert button.button.hasFocus()
    assert "Load" in actions(button)
    stage.controller.set_model(READY)
    assert button.button.accessibleName() == "Model: SmolLM2-135M-Instruct · CPU · bfloat16"
    assert "Context: 8,192 tokens" in button.button.accessibleDescription()


def test_nothing_at_hand_is_said(button: ModelButton, stage: Stage):
    stage.models.list_models(QWEN)
    listed = actions(button)
    assert not listed["No model is on this computer yet"].isEnabled()


def test_where_there_is_no_room_the_name_alone_stands_whole(button: ModelButton, stage: Stage):
    stage.controller.set_model(READY)
    shown = button.button
    shown.resize(shown.sizeHint())
    assert shown.text() == READY.info.name
    assert READY.info.dtype in shown.accessibleName()
    shown.resize(600, shown.height())
    assert shown.text() == button.whole()
