"""The settings dialog: its pages, settings drawn from the declarations and kept at once, where data lies."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QWheelEvent
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QLabel,
    QPlainTextEdit,
    QSpinBox,
)
from pytestqt.qtbot import QtBot

from foreword.settings import SETTINGS, Settings
from foreword.ui.settings_dialog import PAGES, SettingsDialog
from foreword.ui.settings_seed import SeedEditor
from foreword.ui.settings_wording import help_words
from foreword.ui.tokens import DARK
from tests.ui.conftest import Stage


def dialog(stage: Stage, page: str = "General") -> SettingsDialog:
    stage.window.dialog.show_page(page)
    return stage.window.dialog


def test_every_labelled_setting_has_a_field_with_its_help(stage: Stage):
    shown = dialog(stage)
    fields = {**shown.general.fields, **shown.model_settings.fields, **shown.models.network.fields}
    elsewhere = {"model.name", "models.folders", "speculators.enabled"}  # lists on pages of their own
    assert set(fields) == {s.key for s in SETTINGS if s.label} - elsewhere
    for setting in SETTINGS:
        if setting.key in fields:
            field = fields[setting.key]
            texts = [label.text() for label in field.findChildren(QLabel)]
            texts += [box.text() for box in field.findChildren(QCheckBox)]
            assert help_words(setting) in texts
            assert setting.label in texts
            assert field.editor.accessibleName() == setting.label


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
    stage.window.dialog.close()  # nothing typed is lost, however soon
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


def test_a_setting_is_found_on_its_page(stage: Stage):
    shown = stage.window.dialog
    for key, page in (("reply.top_k", shown.general), ("model.threads", shown.model_settings)):
        shown.show_setting(key)
        assert shown.stack.currentWidget() is page
        assert shown.focusWidget() is page.fields[key].editor
    shown.show_setting("models.proxy")
    assert shown.stack.currentWidget() is shown.models
    assert shown.models.stack.currentWidget() is shown.models.network
    assert shown.focusWidget() is shown.models.network.fields["models.proxy"].editor
    shown.show_setting("speculators.enabled")
    assert shown.stack.currentWidget() is shown.speculators


def test_new_settings_have_editors_with_words(stage: Stage):
    fields = dialog(stage).general.fields
    language = fields["appearance.language"].editor
    assert isinstance(language, QComboBox)
    names = {language.itemData(row): language.itemText(row) for row in range(language.count())}
    assert names == {"system": "Follow the system", "en": "English", "de": "Deutsch", "ar": "العربية"}
    zoom = fields["appearance.zoom"].editor
    assert isinstance(zoom, QSpinBox)
    assert (zoom.minimum(), zoom.maximum(), zoom.text()) == (50, 300, "100 %")
    motion = fields["appearance.motion"].editor
    assert isinstance(motion, QComboBox)
    motion.setCurrentIndex(motion.findData("reduced"))
    assert stage.settings["appearance.motion"] == "reduced"
    assert isinstance(fields["lens.on"].editor, QCheckBox)


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


def test_the_pages_follow_each_other(stage: Stage):
    shown = dialog(stage)
    names = [shown.pages.item(row).text() for row in range(shown.pages.count())]
    assert names == list(PAGES) == [
        "General", "Models", "Model settings", "Assistants", "Speculators", "Plugins", "Data",
    ]  # fmt: skip
    general, models, model = shown.general, shown.models, shown.model_settings
    pages = (general, models, model, shown.assistants, shown.speculators, shown.plugins, shown.data)
    for row, page in enumerate(pages):
        shown.pages.setCurrentRow(row)
        assert shown.stack.currentWidget() is page
    stage.window.commands.plugins.trigger()
    assert shown.stack.currentWidget() is shown.plugins


def test_a_seed_is_fresh_each_time_or_kept_with_all_its_digits(stage: Stage):
    seed = dialog(stage).general.fields["reply.seed"]
    assert isinstance(seed.editor, SeedEditor)
    assert seed.editor.fresh.isChecked()
    assert not seed.editor.number.isEnabled()
    seed.editor.fresh.click()
    assert stage.settings["reply.seed"] >= 0
    seed.editor.number.setText(str(2**53))
    seed.editor.number.editingFinished.emit()
    assert stage.settings["reply.seed"] == 2**53
    seed.editor.number.setText(str(2**53 + 1))
    seed.editor.number.editingFinished.emit()
    assert stage.settings["reply.seed"] == 2**53
    assert seed.error.words() == f"Seed must be at least -1 and at most {2**53}, not {2**53 + 1}"
    seed.editor.fresh.click()
    assert stage.settings["reply.seed"] == -1
    assert not seed.error.isVisible()


def test_choices_are_named_as_people_would(stage: Stage):
    shown = dialog(stage)
    fields = {**shown.general.fields, **shown.model_settings.fields}
    names = {}
    for key in ("reply.overflow", "composer.enter", "model.dtype"):
        box = fields[key].editor
        assert isinstance(box, QComboBox)
        names[key] = {box.itemData(row): box.itemText(row) for row in range(box.count())}
    assert names["reply.overflow"]["drop"] == "Leave out the oldest turns"
    assert names["composer.enter"] == {"send": "Sends the message", "break": "Breaks the line"}
    assert names["model.dtype"]["bfloat16"] == "bfloat16"


def test_a_setting_with_more_decimals_than_usual_is_shown_and_kept_as_it_is(stage: Stage):
    stage.settings.set("reply.min_p", 0.0125)
    shown = dialog(stage).general.fields["reply.min_p"].editor
    assert isinstance(shown, QDoubleSpinBox)
    assert shown.value() == 0.0125
    assert stage.settings["reply.min_p"] == 0.0125


def test_what_another_part_sets_for_all_chats_is_shown(stage: Stage):
    """The test's settings are the window's own; the controller keeps others."""
    box = dialog(stage).general.fields["reply.overflow"].editor
    assert isinstance(box, QComboBox)
    stage.settings.set("reply.overflow", "drop")
    stage.controller.options.follow_settings()
    assert box.currentData() == "drop"


def test_a_changed_setting_is_told_to_the_window_and_to_the_open_chat(stage: Stage, qtbot: QtBot):
    shown = dialog(stage)
    told: list[str] = []
    shown.setting_changed.connect(told.append)
    with qtbot.waitSignal(stage.controller.options.changed, timeout=1000):
        shown.general.fields["reply.top_k"].editor.setValue(3)
    wrap = shown.general.fields["chat.wrap_code"].editor
    assert isinstance(wrap, QCheckBox)
    wrap.click()
    assert told == ["reply.top_k", "chat.wrap_code"]


def test_what_was_chosen_can_be_let_go_again(stage: Stage):
    field = dialog(stage).general.fields["reply.temperature"]
    assert field.reset.isHidden()
    field.editor.setValue(0.75)
    assert not field.reset.isHidden()
    field.reset.click()
    assert field.editor.value() == 0.2
    assert not stage.settings.is_set("reply.temperature")
    assert field.reset.isHidden()
    motion = dialog(stage).general.fields["chat.wrap_code"]
    motion.editor.click()
    motion.reset.click()
    assert not motion.editor.isChecked()
    assert motion.reset.isHidden()
