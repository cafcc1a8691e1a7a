"""The Plugins page: what is installed, the plan before anything is, progress, results and failures."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QGuiApplication
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel, QMessageBox
from pytestqt.qtbot import QtBot

from foreword.plugin_messages import InstallPlan, Package, PluginDone, PluginFailed, PluginProgress
from foreword.ui.plan_dialog import COLUMNS, PlanDialog
from foreword.ui.plugin_wording import BUILT_HERE, RIGHTS, SWITCHED_OFF
from foreword.ui.plugins_page import PluginsPage
from tests.fakes.fake_plugin_manager import ECHO, OURS, PLAN
from tests.ui.conftest import Stage


@pytest.fixture
def page(stage: Stage) -> PluginsPage:
    stage.window.dialog.show_page("Plugins")
    return stage.window.dialog.plugins


def texts(widget: object) -> list[str]:
    return [label.text().replace("\u200b", "") for label in widget.findChildren(QLabel)]  # type: ignore[attr-defined]


def plan(page: PluginsPage, stage: Stage, wanted: InstallPlan = PLAN) -> PlanDialog:
    stage.plugins.answer_plan(wanted)
    assert page.dialog is not None
    return page.dialog


# --- installed
def test_installed_plugins_with_what_they_offer(page: PluginsPage):
    assert list(page.cards) == ["foreword", "foreword-echo"]
    card = page.cards["foreword-echo"]
    assert card.version.words() == "1.2.0"
    assert card.offers.words() == "Offers the speculator echo"
    assert not card._body.isVisible()
    card.about.click()
    assert card._body.isVisible()
    assert ("Homepage", "https://example.org/echo") in card.rows()
    assert page.empty.isHidden()


def test_what_comes_with_the_app_cannot_be_removed(page: PluginsPage):
    card = page.cards["foreword"]
    assert card.version.words() == "0.1.0 · comes with Foreword"
    assert card.remove.isHidden()
    assert card.renew.isHidden()


def test_an_update_is_offered_where_one_is_known(page: PluginsPage, stage: Stage):
    card = page.cards["foreword-echo"]
    assert card.renew.isHidden()
    page.look.click()
    stage.plugins.busy_changed.emit(False)
    stage.plugins.list_plugins(OURS, replace(ECHO, latest="1.3.0"))
    assert page.cards["foreword-echo"] is card
    assert card.version.words() == "1.2.0 · 1.3.0 is available"
    card.renew.click()
    assert stage.plugins.calls == [("look_for_updates",), ("plan_update", "foreword-echo")]


def test_nothing_installed_is_said(page: PluginsPage, stage: Stage):
    stage.plugins.list_plugins(OURS)
    assert page.empty.text() == "No other plugin is installed."
    assert page.empty.isVisible()
    assert list(page.cards) == ["foreword"]
    stage.plugins.list_plugins()
    assert page.empty.text() == "No plugin is installed."


@pytest.mark.parametrize("with_data", [True, False])
def test_removing_asks_first_and_whether_the_data_goes_too(
    page: PluginsPage, stage: Stage, monkeypatch: pytest.MonkeyPatch, with_data: bool
):
    pressed = "Cancel"

    def play(box: QMessageBox) -> int:
        assert box.checkBox().isChecked()
        assert box.text() == "Remove foreword-echo?"
        assert box.defaultButton().text().replace("&", "") == "Cancel"
        box.checkBox().setChecked(with_data)
        button = next(each for each in box.buttons() if each.text().replace("&", "") == pressed)
        monkeypatch.setattr(box, "clickedButton", lambda: button)
        return 0

    monkeypatch.setattr(QMessageBox, "exec", play)
    page.cards["foreword-echo"].remove.click()
    assert stage.plugins.calls == []
    pressed = "Remove"
    page.cards["foreword-echo"].remove.click()
    assert stage.plugins.calls == [("remove", "foreword-echo", not with_data)]


# --- what to install
def test_a_name_is_planned_not_installed(page: PluginsPage, stage: Stage, qtbot: QtBot):
    part = page.install
    assert not part.install.isEnabled()
    assert not part.source.isChecked()
    qtbot.keyClicks(part.edit, " foreword-echo ")
    qtbot.keyClick(part.edit, Qt.Key.Key_Return)
    assert stage.plugins.calls == [("plan_install", "foreword-echo", False)]


def test_building_from_source_is_asked_for(page: PluginsPage, stage: Stage):
    page.install.source.click()
    page.install.edit.setText("x")
    page.install.install.click()
    assert stage.plugins.calls == [("plan_install", "x", True)]


def test_a_file_by_button(page: PluginsPage, stage: Stage, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: ("/tmp/a b.whl", ""))
    page.install.choose.click()
    assert page.install.edit.text() == "/tmp/a b.whl"
    assert stage.plugins.calls == []
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: ("", ""))
    page.install.choose.click()
    assert page.install.edit.text() == "/tmp/a b.whl"


def drop(page: PluginsPage, *urls: str) -> bool:
    """Drag over and drop; whether it was taken."""
    data = QMimeData()
    data.setUrls([QUrl(url) for url in urls])
    copy, left, none = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(QPointF(5, 5).toPoint(), copy, data, left, none)
    enter.ignore()
    QApplication.sendEvent(page.install, enter)
    if enter.isAccepted():
        QApplication.sendEvent(page.install, QDropEvent(QPointF(5, 5), copy, data, left, none))
    return enter.isAccepted()


def test_a_file_by_drop(page: PluginsPage, stage: Stage, tmp_path: Path):
    wheel = QUrl.fromLocalFile("/tmp/plug.whl").toString()
    assert not drop(page, "https://example.org/x.whl")
    assert not drop(page, QUrl.fromLocalFile("/tmp/notes.txt").toString())
    assert not drop(page, wheel, wheel)
    assert page.install.edit.text() == ""
    assert drop(page, wheel)
    assert page.install.edit.text() == "/tmp/plug.whl"
    assert page.install.install.isEnabled()
    assert drop(page, QUrl.fromLocalFile(str(tmp_path)).toString())
    assert page.install.edit.text() == str(tmp_path)
    assert stage.plugins.calls == []  # a drop never starts anything


# --- the plan
def test_a_plan_shows_every_package_and_what_a_plugin_is(page: PluginsPage, stage: Stage):
    dialog = plan(page, stage)
    table = dialog.table
    rows = [
        [table.item(row, column).text() for column in range(len(COLUMNS))] for row in range(table.rowCount())
    ]
    assert rows == [
        ["foreword-echo", "1.3.0", "12 KB", "replaces 1.2.0", "abababababab…"],
        ["numpy", "2.3.1", "17 MB", "new", "cdcdcdcdcdcd…"],
    ]
    assert "ab" * 32 in table.item(0, 4).toolTip()
    assert "https://pypi.org/numpy.whl" in table.item(1, 0).toolTip()
    assert dialog.total.words() == "2 packages, 17 MB in all"
    assert RIGHTS in texts(dialog)
    assert SWITCHED_OFF in texts(dialog)
    assert BUILT_HERE not in texts(dialog)
    assert dialog.cancel.isDefault()
    dialog.copy.click()
    assert "sha256:" + "ab" * 32 in QGuiApplication.clipboard().text()


def test_a_build_from_source_is_marked(page: PluginsPage, stage: Stage):
    source = Package("echo", "1.0", None, "", "https://pypi.org/echo.tar.gz", sdist=True)
    dialog = plan(page, stage, InstallPlan("echo", (source,), allow_source=True))
    assert dialog.table.item(0, 1).text() == "1.0 (source)"
    assert dialog.table.item(0, 2).text() == "unknown"
    assert dialog.table.item(0, 4).text() == "none given"
    assert BUILT_HERE in texts(dialog)


def test_a_plan_is_carried_out_only_when_confirmed(page: PluginsPage, stage: Stage, qtbot: QtBot):
    qtbot.keyClick(plan(page, stage), Qt.Key.Key_Return)  # Cancel is what Enter presses
    assert stage.plugins.calls == []
    assert page.dialog is None
    qtbot.keyClick(plan(page, stage), Qt.Key.Key_Escape)
    assert stage.plugins.calls == []
    plan(page, stage).install.click()
    assert stage.plugins.calls == [("carry_out", PLAN)]


def test_a_plan_without_packages_has_nothing_to_install(page: PluginsPage, stage: Stage):
    dialog = plan(page, stage, InstallPlan("foreword-echo", ()))
    assert "foreword-echo is installed already" in texts(dialog)
    assert not dialog.install.isVisible()
    dialog.cancel.click()
    assert page.dialog is None


def test_a_plan_waits_until_the_page_is_shown_again(page: PluginsPage, stage: Stage):
    stage.window.dialog.show_page("Data")
    stage.plugins.answer_plan(PLAN)
    assert page.dialog is None
    stage.window.dialog.show_page("Plugins")
    assert page.dialog is not None
    assert page.dialog.plan == PLAN


# --- work and its end
def test_progress_and_cancel(page: PluginsPage, stage: Stage):
    job = page.job
    assert job.isHidden()
    page.install.edit.setText("x")
    page.install.install.setFocus()
    page.install.install.click()
    assert job.isVisible()
    assert job.bar.maximum() == 0
    assert stage.window.dialog.focusWidget() is job.cancel  # the keyboard goes along
    for button in (page.install.install, page.look, page.cards["foreword-echo"].remove):
        assert not button.isEnabled()
    stage.plugins.progress.emit(PluginProgress("Fetching numpy", 0.5))
    assert job.words.words() == "Fetching numpy 50 %"
    assert job.bar.value() == 500
    job.cancel.click()
    job.cancel.click()
    assert stage.plugins.calls[1:] == [("cancel",)]
    stage.plugins.progress.emit(PluginProgress("Fetching numpy", 0.6))
    assert job.words.words() == "Cancelling…"
    stage.plugins.end("failed", PluginFailed("cancelled", "pip said much", cancelled=True))
    assert job.words.words() == "Cancelled. Nothing was changed."
    assert job.details.isHidden()
    assert not job.cancel.isVisible()
    assert stage.window.dialog.focusWidget() is page.install.edit
    assert page.install.edit.text() == "x"


def test_a_result_stays_and_the_speculators_are_found_anew(page: PluginsPage, stage: Stage):
    page.install.edit.setText("foreword-echo")
    plan(page, stage).install.click()
    stage.plugins.end("done", PluginDone("install", "foreword-echo 1.3.0 is installed."))
    assert page.job.words.words() == "foreword-echo 1.3.0 is installed."
    assert page.job.words.property("state") == "done"
    assert not page.job.bar.isVisible()
    assert page.install.edit.text() == ""
    assert stage.controller.calls == [("rediscover_speculators",)]


@pytest.mark.parametrize(
    "reason", ["there is no connection to PyPI; try again later", "it would replace torch 2.13.0"]
)
def test_a_failure_says_why_with_details_to_copy(page: PluginsPage, stage: Stage, reason: str):
    page.install.edit.setText("x")
    page.install.install.click()
    stage.plugins.end("failed", PluginFailed(reason, "ERROR: line 1\nline 2\n"))
    job = page.job
    assert job.words.words() == reason
    assert job.words.property("state") == "failed"
    assert job.details.text.isHidden()
    job.details.more.click()
    assert job.details.text.isVisible()
    job.details.copy.click()
    assert QGuiApplication.clipboard().text() == "ERROR: line 1\nline 2"
    assert page.install.edit.text() == "x"  # to be mended
    assert stage.controller.calls == []


def test_work_without_a_result_leaves_nothing_behind(page: PluginsPage, stage: Stage):
    page.look.setFocus()
    page.look.click()
    assert page.job.isVisible()
    stage.plugins.busy_changed.emit(False)
    assert page.job.isHidden()
    assert page.look.isEnabled()
    assert stage.window.dialog.focusWidget() is page.install.edit


@pytest.mark.parametrize(
    ("latest", "words"), [("", "Everything is up to date."), ("1.3.0", "1 update is available.")]
)
def test_looking_for_updates_says_what_was_found(page: PluginsPage, stage: Stage, latest: str, words: str):
    page.look.click()
    stage.plugins.list_plugins(OURS, replace(ECHO, latest=latest))
    stage.plugins.busy_changed.emit(False)
    assert page.job.words.words() == words
    page.job.hide()
    stage.plugins.list_plugins(OURS, ECHO)  # nobody has looked
    assert page.job.isHidden()


def test_a_card_that_comes_while_busy_is_busy_too(page: PluginsPage, stage: Stage):
    stage.plugins.busy_changed.emit(True)
    stage.plugins.list_plugins(OURS, ECHO, replace(ECHO, distribution="new"))
    assert not page.cards["new"].remove.isEnabled()
