"""Speculators switched from the chat itself: live, for all chats or for one, and one truth everywhere."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from foreword.messages import SpeculatorInfo, SpeculatorsListed
from foreword.session.conversation import Preset
from foreword.ui import speculator_card
from foreword.ui.speculator_switches import SpeculatorSwitches
from foreword.ui.speculator_switches_popup import SwitchesPopup
from foreword.ui.tokens import DARK
from tests.fakes.fake_worker import Script
from tests.ui.pane_desk import ENDLESS, OpenPane, PaneDesk, opening

KEY = "speculators.enabled"


@pytest.fixture
def open_pane(tmp_path: Path, qtbot: QtBot) -> Iterator[OpenPane]:
    with opening(tmp_path, qtbot) as open_one:
        yield open_one


@pytest.fixture
def desk(open_pane: OpenPane) -> PaneDesk:
    return open_pane()


def popup(desk: PaneDesk) -> SwitchesPopup:
    desk.pane.header.speculators.click()
    desk.until(desk.pane.side.popup.isVisible)
    return desk.pane.side.popup


def switches(desk: PaneDesk) -> SpeculatorSwitches:
    return popup(desk).speculators


def listed(desk: PaneDesk, *infos: SpeculatorInfo) -> None:
    with desk.qtbot.waitSignal(desk.controller.acted):  # what the worker was asked before is answered then
        desk.controller.act("ngram", "nothing")
    desk.controller._switchboard.receive(SpeculatorsListed(infos))


# --- live
def test_a_switch_flips_in_the_middle_of_a_reply(open_pane: OpenPane):
    desk = open_pane(ENDLESS)
    part = switches(desk)
    desk.begin()
    before = desk.controller.pace.now().speculators["ngram"].steps
    assert before > 0
    part.rows["ngram"].switch.click()
    assert desk.worker.switches.enabled() == {"suffix_history"}
    desk.until(lambda: desk.controller.pace.now().speculators["suffix_history"].steps > before + 30)
    now = desk.controller.pace.now()
    assert now.writing
    assert now.speculators["ngram"].steps < now.speculators["suffix_history"].steps
    assert part.rows["ngram"].state.words() == "Off"
    part.rows["ngram"].switch.click()
    assert desk.worker.switches.enabled() == {"ngram", "suffix_history"}
    desk.end()


def test_what_it_finds_and_costs_is_followed_while_it_is_open(open_pane: OpenPane):
    desk = open_pane(ENDLESS)
    part = switches(desk)
    desk.begin()
    desk.until(lambda: "% accepted" in part.rows["ngram"].share.words())
    assert part.rows["ngram"].state.words() == "Active"
    desk.pane.side.popup.close()
    seen = part.rows["ngram"].toolTip()
    passes = desk.controller.pace.now().passes
    desk.until(lambda: desk.controller.pace.now().passes > passes + 150)
    assert part.rows["ngram"].toolTip() == seen
    desk.end()


# --- for whom
def test_a_switch_holds_for_all_chats_unless_this_one_has_its_own(desk: PaneDesk):
    desk.ask()
    part = switches(desk)
    assert not part.own.isChecked()
    assert part.where.words() == "These switches hold for all chats."
    part.rows["ngram"].switch.click()
    assert desk.settings[KEY]["ngram"] is False
    assert desk.controller.options.own() == {}
    part.own.click()
    assert "this chat only" in part.where.words()
    part.rows["ngram"].switch.click()
    assert desk.settings[KEY]["ngram"] is False
    assert desk.controller.options.own()[KEY]["ngram"] is True
    assert desk.worker.switches.enabled() == {"ngram", "suffix_history"}
    desk.controller.new_chat()
    assert not part.own.isChecked()
    assert not part.rows["ngram"].switch.isChecked()
    assert desk.worker.switches.enabled() == {"suffix_history"}


def test_giving_up_its_own_switches_returns_to_those_of_all(desk: PaneDesk):
    part = switches(desk)
    part.own.click()
    part.rows["ngram"].switch.click()
    assert not part.rows["ngram"].switch.isChecked()
    part.own.click()
    assert part.rows["ngram"].switch.isChecked()
    assert desk.controller.options.own() == {}


def test_those_of_an_assistant_are_changed_for_the_chat_and_not_for_the_assistant(desk: PaneDesk):
    enabled = {"ngram": False, "suffix_history": True}
    desk.controller.options.save_preset(Preset("p", "R{name} & D", {KEY: enabled}))
    desk.controller.options.use_preset("p")
    part = switches(desk)
    assert not part.rows["ngram"].switch.isChecked()
    assert "R{name} & D" in part.where.words()
    part.rows["ngram"].switch.click()
    assert desk.controller.options.own()[KEY]["ngram"] is True
    assert desk.controller.options.presets()[0].options[KEY] == enabled
    assert desk.settings[KEY]["ngram"] is True
    assert part.own.isChecked()


def test_panel_popup_and_options_show_one_truth(desk: PaneDesk):
    desk.ask()
    desk.pane.options.toggle.setChecked(True)
    options = desk.pane.options.form.switches
    part = switches(desk)
    part.own.click()
    part.rows["suffix_history"].switch.click()
    assert options.own.isChecked()
    assert not options.rows["suffix_history"].switch.isChecked()
    options.rows["ngram"].switch.click()
    assert not part.rows["ngram"].switch.isChecked()
    desk.pane.side.popup.close()
    desk.pane.panel_toggle.setChecked(True)
    assert not desk.row("ngram").switch.isChecked()
    assert desk.panel.speculators.own.isChecked()


def test_what_cannot_be_kept_is_said(desk: PaneDesk, monkeypatch: pytest.MonkeyPatch):
    part = switches(desk)
    part.own.click()
    monkeypatch.setattr(desk.controller.options, "set", lambda _key, _table: "The disk is full.")
    part.rows["ngram"].switch.click()
    assert part.error.words() == "The disk is full."
    assert part.rows["ngram"].switch.isChecked()


# --- who can't run
def test_one_that_pauses_in_the_middle_of_a_reply_says_so_at_once_and_when_it_goes_on(open_pane: OpenPane):
    desk = open_pane(ENDLESS)
    row = switches(desk).rows["ngram"]
    desk.begin()
    why = "drafting costs more time than it saves here"
    desk.worker.script = replace(desk.worker.script, paused={"ngram": why})
    desk.until(lambda: row.state.words() == f"Paused: {why}")
    assert desk.controller.speculators()[0].state == "active"  # the list is told at the reply's end
    desk.worker.script = replace(desk.worker.script, paused={})
    desk.until(lambda: row.state.words() == "Active")
    desk.end()


def test_one_that_failed_can_be_tried_again_and_one_that_is_incompatible_cannot_be_turned(desk: PaneDesk):
    part = switches(desk)
    listed(
        desk,
        SpeculatorInfo("ngram", "foreword", "1", "failed", "it raised KeyError"),
        SpeculatorInfo("old", "old", "1", "incompatible", "it needs version 2 of the API"),
    )
    assert set(part.rows) == {"ngram", "old"}
    assert part.rows["ngram"].state.words() == "Failed: it raised KeyError"
    assert part.rows["ngram"].again.isVisible()
    assert not part.rows["old"].again.isVisible()
    part.rows["ngram"].again.click()
    desk.until(lambda: desk.worker.retried == ["ngram"])


@pytest.mark.parametrize("dares", [False, True])
def test_what_ended_the_app_is_loaded_again_only_by_a_decision(
    desk: PaneDesk, monkeypatch: pytest.MonkeyPatch, dares: bool
):
    asked: list[str] = []

    def confirm(_parent: object, _title: str, question: str, _more: str, _yes: str) -> bool:
        asked.append(question)
        return dares

    monkeypatch.setattr(speculator_card, "confirm", confirm)
    part = switches(desk)
    part.own.click()
    info = SpeculatorInfo("ngram", "foreword", "1", "quarantined", "it ended the app")
    listed(desk, info)
    assert not part.rows["ngram"].switch.isChecked()
    part.rows["ngram"].switch.click()
    assert asked == ["Load ngram once more?"]
    if dares:
        desk.until(lambda: desk.worker.retried == ["ngram"])
    else:
        assert desk.worker.retried == []
        assert not part.rows["ngram"].switch.isChecked()


def test_none_installed_and_not_yet_known_are_told_apart(open_pane: OpenPane):
    desk = open_pane(Script(speculators=()))
    part = SpeculatorSwitches(desk.controller, DARK)
    desk.qtbot.addWidget(part)
    part.show()
    assert part.none.words() == "The speculators are still starting."
    listed(desk)
    assert part.none.words() == "No speculator is installed."
    assert not part.own.isEnabled()


# --- the button and the popup
def test_the_button_counts_those_that_are_on_for_the_chat_at_hand(desk: PaneDesk):
    button = desk.pane.header.speculators
    assert button.text() == "2 of 2 speculators on"
    desk.controller.set_speculator("ngram", False)
    assert button.text() == "1 of 2 speculators on"
    assert "ngram: Off" in button.accessibleDescription()
    desk.controller.options.set(KEY, {"ngram": False, "suffix_history": False})
    assert button.text() == "0 of 2 speculators on"
    desk.pane.resize(600, 600)
    assert button.text() == "0/2"
    desk.pane.resize(400, 600)
    assert button.text() == ""
    assert button.accessibleName() == "0 of 2 speculators on"


def test_the_popup_is_driven_by_the_keyboard_and_closes_with_esc(desk: PaneDesk):
    desk.pane.header.speculators.setFocus()
    shown = popup(desk)
    first = shown.speculators.rows["ngram"].switch
    assert shown.focusWidget() is first
    desk.qtbot.keyClick(first, Qt.Key.Key_Space)
    assert desk.settings[KEY]["ngram"] is False
    seen = []
    for _ in range(12):
        focus = shown.focusWidget()
        assert focus is not None
        seen.append(focus)
        desk.qtbot.keyClick(focus, Qt.Key.Key_Tab)
    assert {shown.speculators.own, shown.lens.tint, shown.manage, shown.panel} <= set(seen)
    desk.qtbot.keyClick(first, Qt.Key.Key_Escape)
    assert shown.isHidden()
    assert not desk.controller.is_busy()


def test_the_popup_lies_on_the_screen_and_leads_on(desk: PaneDesk, qtbot: QtBot):
    shown = popup(desk)
    assert QApplication.primaryScreen().availableGeometry().contains(shown.geometry())
    with qtbot.waitSignal(desk.pane.side.manage_requested):
        shown.manage.click()
    assert shown.isHidden()
    popup(desk).panel.click()
    assert shown.isHidden()
    assert desk.panel.isVisible()


def test_one_that_comes_or_goes_is_listed_at_once(desk: PaneDesk):
    part = switches(desk)
    infos = desk.controller.speculators()
    listed(desk, *infos, replace(infos[0], name="third", state="off"))
    assert list(part.rows) == ["ngram", "suffix_history", "third"]
    assert not part.rows["third"].switch.isChecked()
    listed(desk, infos[1])
    assert list(part.rows) == ["suffix_history"]


# --- the lens
def test_the_lens_is_switched_and_kept_wherever_it_is_switched(desk: PaneDesk):
    toggles, told = desk.pane.toggles, []
    toggles.lens_changed.connect(lambda on, dropped: told.append((on, dropped)))
    lens = popup(desk).lens
    assert not lens.dropped.isEnabled()
    lens.tint.click()
    assert desk.settings["lens.on"] is True
    assert lens.dropped.isEnabled()
    lens.dropped.click()
    assert desk.settings["lens.dropped"] is True
    assert told == [(True, False), (True, True)]
    desk.pane.side.popup.close()
    desk.settings.set("lens.on", False)
    desk.controller.options.follow_settings()
    assert not toggles.lens.isChecked()
    assert not lens.tint.isChecked()
    assert told[-1] == (False, True)
    toggles.lens.trigger()
    assert desk.settings["lens.on"] is True


def test_a_setting_that_cannot_be_saved_holds_and_is_said(desk: PaneDesk, monkeypatch: pytest.MonkeyPatch):
    def full(_flush: bool) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(desk.settings, "_save", full)
    desk.pane.toggles.lens.trigger()
    assert desk.settings["lens.on"] is True
    assert "No space left on device" in desk.pane.notice.words.text()
