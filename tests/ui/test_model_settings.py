"""How the model runs: what each precision and device costs, and loading again after a change."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtWidgets import QComboBox

from foreword.messages import ModelProgress
from foreword.target.templates import BUILT_IN
from foreword.ui.settings_model_page import ModelSettingsPage
from tests.fakes.fake_controller import READY
from tests.fakes.fake_models import CPU, DETAILS, GB, GPU, LARGE, MB, STARTER, fit
from tests.ui.conftest import Stage

HERE = replace(STARTER, state="here")
KNOWN = replace(
    DETAILS,
    card=HERE,
    fits=(
        fit(270 * MB), fit(540 * MB, precision="float32"), fit(140 * MB, precision="int8"),
        fit(30 * GB, precision="float16"), fit(270 * MB, device="cuda:0", free=21 * GB),
    ),
    speeds={"bfloat16": 22.14},
)  # fmt: skip


@pytest.fixture
def page(stage: Stage) -> ModelSettingsPage:
    stage.models.list_models(HERE, devices=(CPU, GPU))
    stage.window.dialog.show_page("Model settings")
    assert stage.models.calls[-1] == ("show", "starter")
    return stage.window.dialog.model_settings


def offered(box: QComboBox) -> dict[str, str]:
    return {box.itemData(row): box.itemText(row) for row in range(box.count())}


def test_each_precision_says_what_it_costs(page: ModelSettingsPage, stage: Stage):
    stage.models.details.emit(KNOWN)
    words = offered(page.precision)
    assert words["auto"] == "Automatic"
    assert words["bfloat16"] == "bfloat16: 700 MB, 22.1 tokens/s measured"
    assert words["int8"] == "int8: 570 MB"
    assert words["float16"] == "float16: not on this device"
    model = page.precision.model()
    assert [bool(model.index(row, 0).flags().value & 32) for row in range(6)] == [
        True, True, True, False, True, True,
    ]  # fmt: skip


def test_each_device_says_what_is_free(page: ModelSettingsPage, stage: Stage):
    assert offered(page.device) == {
        "auto": "Automatic",
        "cpu": "CPU, AMD EPYC, 16 threads: 12.0 GB of 16.0 GB free",
        "cuda:0": "CUDA:0, NVIDIA RTX 4090: 21.0 GB of 24.0 GB free",
    }
    stage.models.details.emit(KNOWN)
    page.device.setCurrentIndex(page.device.findData("cuda:0"))
    assert stage.settings["model.device"] == "cuda:0"
    assert offered(page.precision)["int4"] == "int4: not on this device"
    assert page.precision.itemText(page.precision.findData("bfloat16")).startswith("bfloat16: 700 MB")


def test_a_device_that_is_gone_stays_chosen_and_says_so(stage: Stage):
    stage.settings.set("model.device", "cuda:7")
    stage.models.list_models(HERE)
    page = stage.window.dialog.model_settings
    assert page.device.currentData() == "cuda:7"
    assert page.device.currentText() == "CUDA:7: not on this computer"


def test_a_change_that_needs_it_offers_to_load_again(page: ModelSettingsPage, stage: Stage):
    assert page.again.isHidden()
    page.fields["model.idle_minutes"].editor.setValue(5)  # type: ignore[union-attr]
    assert page.again.isHidden()  # in force at once
    page.fields["model.context"].editor.setValue(4096)  # type: ignore[union-attr]
    assert page.again.isVisible()
    page.load_button.setFocus()
    page.load_button.click()
    assert stage.controller.calls[-1] == ("load_model", False)
    stage.controller.set_model(ModelProgress("Reading weights", 0.1))
    assert page.again.isHidden()
    assert page.choose.hasFocus()
    stage.controller.set_model(READY)
    assert page.again.isHidden()
    page.fields["model.context"].editor.setValue(8192)  # type: ignore[union-attr]
    assert page.again.isVisible()


def test_loading_again_what_does_not_fit_is_explained(page: ModelSettingsPage, stage: Stage):
    stage.models.list_models(replace(HERE, fit=LARGE.fit))
    page.fields["model.context"].editor.setValue(200_000)  # type: ignore[union-attr]
    page.load_button.click()
    assert stage.controller.calls == []
    refusal = stage.window.dialog.use.refusal
    assert refusal is not None
    refusal.reject()


def test_a_template_is_picked_only_where_the_model_has_none(page: ModelSettingsPage, stage: Stage):
    field = page.fields["model.template"]
    stage.models.details.emit(KNOWN)
    assert field.isHidden()
    stage.models.details.emit(replace(KNOWN, template=""))
    assert not field.isHidden()
    assert isinstance(field.editor, QComboBox)
    assert offered(field.editor) == {
        "": "None chosen", **{name: each.words for name, each in BUILT_IN.items()},
    }  # fmt: skip
    field.editor.setCurrentIndex(field.editor.findData("chatml"))
    assert stage.settings["model.template"] == "chatml"
    assert page.again.isVisible()
