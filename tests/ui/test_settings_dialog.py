"""The settings dialog: drawn from the declarations, kept at once; speculators live; where data lies."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QWheelEvent
from PySide6.QtWidgets import QApplication, QComboBox, QDoubleSpinBox, QLabel, QPlainTextEdit, QSpinBox
from pytestqt.qtbot import QtBot

from foreword.messages import SpeculatorInfo
from foreword.settings import SETTINGS, Settings
from foreword.ui.settings_dialog import SettingsDialog
from foreword.ui.tokens import DARK
from tests.fakes.fake_controller import SPECULATORS
from tests.ui.conftest import Stage


def dialog(stage: Stage, page: str = "General") -> SettingsDialog:
    stage.window.dialog.show_page(page)
    return stage.window.dialog


def test_every_labelled_setting_has_a_field_with_its_help(stage: Stage):
    fields = dialog(stage).general.fields
    wanted = {s.key for s in SETTINGS if s.label and s.key != "speculators.enabled"}
    assert set(fields) == wanted
    for setting in SETTINGS:
        if setting.key in fields:
            texts = [label.text() for label in fields[setting.key].findChildren(QLabel)]
            assert setting.help in texts
            assert setting.label in texts


def test_ranges_come_from_the_declarations(stage: Stage):
    fields = dialog(stage).general.fields
    temperature = fields["reply.temperature"].editor
    assert isinstance(temperature, QDoubleSpinBox)
    assert (temperature.minimum(), temperature.maximum(), temperature.value()) == (0.0, 5.0, 0.2)
    longest = fields["reply.max_tokens"].editor
    assert isinstance(longest, QSpinBox)
    assert (longest.minimum(), longest.maximum()) == (1, 1_000_000)


def test_changes_are_kept_at_once(stage: Stage):
    fields = dialog(stage).general.fields
    fields["reply.temperature"].editor.setValue(0.75)
    fields["reply.top_k"].editor.setValue(40)
    prompt = fields["reply.system_prompt"].editor
    assert isinstance(prompt, QPlainTextEdit)
    prompt.setPlainText("Be brief.\nBe kind.")
    kept = Settings(stage.paths.settings)
    assert kept.problems == []
    assert kept["reply.temperature"] == 0.75
    assert kept["reply.top_k"] == 40
    assert kept["reply.system_prompt"] == "Be brief.\nBe kind."


def test_a_value_that_cannot_be_kept_is_told(stage: Stage, monkeypatch):
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Settings, "set", full)
    shown = dialog(stage)
    shown.general.fields["reply.top_k"].editor.setValue(41)
    assert shown.notice.isVisible()
    assert "No space left" in shown.notice.words.text()


def test_the_theme_follows_its_setting_live(stage: Stage):
    box = dialog(stage).general.fields["appearance.theme"].editor
    assert isinstance(box, QComboBox)
    box.setCurrentIndex(box.findData("dark"))
    assert stage.window.theme.tokens is DARK
    assert stage.window.commands.themes["dark"].isChecked()
    stage.window.commands.themes["light"].trigger()
    assert box.currentData() == "light"


def test_another_model_is_loaded_on_demand(stage: Stage):
    general = dialog(stage).general
    assert not general.load_button.isEnabled()
    editor = general.fields["model.name"].editor
    editor.setText("/models/other")
    editor.editingFinished.emit()
    assert stage.settings["model.name"] == "/models/other"
    general.load_button.click()
    assert stage.controller.calls[-1] == ("load_model", False)
    assert not general.load_button.isEnabled()


def test_scrolling_over_a_number_changes_nothing(stage: Stage):
    box = dialog(stage).general.fields["reply.max_tokens"].editor
    point = QPointF(5, 5)
    no = Qt.KeyboardModifier.NoModifier
    event = QWheelEvent(
        point, point, point.toPoint(), (point * 24).toPoint(), Qt.MouseButton.NoButton, no,
        Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(box, event)
    assert box.value() == 2048


# --- speculators
def test_every_speculator_is_shown_with_package_version_and_state(stage: Stage):
    cards = dialog(stage, "Speculators").speculators.cards
    assert set(cards) == {(info.name, info.distribution) for info in SPECULATORS}
    assert cards["ngram", "foreword"].package.text() == "foreword 0.1.0"
    assert cards["ngram", "foreword"].state.text() == "Active"
    assert cards["future", "foreword-future"].state.text() == "Incompatible: it needs version 2 of the API"
    assert not cards["future", "foreword-future"].switch.isEnabled()
    broken = cards["broken", "foreword-broken"]
    assert broken.detail.isHidden()
    broken.more.click()
    assert "KeyError: 7" in broken.detail.text()
    assert broken.detail.isVisible()


def test_a_switch_asks_the_controller_by_mouse_and_by_key(stage: Stage, qtbot: QtBot):
    switch = dialog(stage, "Speculators").speculators.cards["ngram", "foreword"].switch
    assert switch.isChecked()
    qtbot.mouseClick(switch, Qt.MouseButton.LeftButton)
    assert stage.controller.calls[-1] == ("set_speculator", "ngram", False)
    qtbot.keyClick(switch, Qt.Key.Key_Space)
    assert stage.controller.calls[-1] == ("set_speculator", "ngram", True)


def test_states_change_live_without_asking_anything(stage: Stage):
    page = dialog(stage, "Speculators").speculators
    card = page.cards["ngram", "foreword"]
    stage.controller.list_speculators(SpeculatorInfo("ngram", "foreword", "0.1.0", "off", "switched off"))
    assert list(page.cards.values()) == [card]
    assert card.state.text() == "Off: switched off"
    assert not card.switch.isChecked()
    assert stage.controller.calls == []


def test_two_speculators_of_one_name_are_told_apart_by_package(stage: Stage):
    page = dialog(stage, "Speculators").speculators
    one = SpeculatorInfo("ngram", "foreword", "0.1.0", "active")
    two = SpeculatorInfo("ngram", "stranger", "2.0", "incompatible", "the name is taken")
    stage.controller.list_speculators(one, two)
    assert [card.package.text() for card in page.cards.values()] == ["foreword 0.1.0", "stranger 2.0"]


# --- data
def test_the_data_page_names_the_files_and_opens_their_folder(stage: Stage, monkeypatch):
    page = dialog(stage, "Data").data
    texts = [label.text() for label in page.findChildren(QLabel)]
    for path in (stage.paths.chats, stage.paths.models, stage.paths.settings, stage.paths.log):
        assert str(path) in texts
    opened: list[QUrl] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", opened.append)
    for button in page._buttons:
        button.click()
    assert {url.toLocalFile() for url in opened} == {str(stage.paths.data)}


def test_why_a_speculator_failed_is_said_once(stage: Stage):
    page = dialog(stage, "Speculators").speculators
    stage.controller.list_speculators(
        SpeculatorInfo("a", "p", "1", "failed", "failed in draft: KeyError: 7", detail="Traceback\n  x\n"),
        SpeculatorInfo("b", "p", "1", "failed", "could not be built: OSError"),
    )
    card = page.cards["a", "p"]
    assert card.state.text() == "Failed in draft: KeyError: 7"
    assert page.cards["b", "p"].state.text() == "Failed: could not be built: OSError"
    card.more.click()
    assert not card.detail.isHidden()
    assert card.detail.text() == "Traceback\n  x"
