"""The Speculators page: states, switches, options, status, buttons; what is edited stays in place."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from foreword.api import Action, BoolOption, Fact, IntOption, Status
from foreword.messages import SpeculatorInfo
from foreword.ui import speculator_card, status_part
from foreword.ui.speculator_card import SpeculatorCard
from foreword.ui.speculators_page import SpeculatorsPage
from foreword.ui.tokens import DARK
from tests.fakes.fake_controller import SPECULATORS, FakeController
from tests.ui.conftest import OpenWindow, Stage

STATUS = Status(
    facts=(Fact("Size on disk", "12.4 MB"), Fact("Hit rate", "41 %")),
    actions=(
        Action("rebuild", "Rebuild", "Read every chat again."),
        Action("clear", "Clear", confirm="Delete everything?"),
    ),
    working="Rebuilding from your chats",
    fraction=0.25,
)
HISTORY = SpeculatorInfo(
    "history", "foreword", "0.1.0", "active", bundled=True,
    options=(IntOption("cap", 256, 16, 65536, "Largest size"), BoolOption("learn", True)),
    values={"cap": 256, "learn": True}, status=STATUS,
)  # fmt: skip


def page(stage: Stage, *infos: SpeculatorInfo) -> SpeculatorsPage:
    if infos:
        stage.controller.list_speculators(*infos)
    stage.window.dialog.show_page("Speculators")
    return stage.window.dialog.speculators


def only(shown: SpeculatorsPage) -> SpeculatorCard:
    (card,) = shown.cards.values()
    return card


def answer(monkeypatch: pytest.MonkeyPatch, module: object, says: bool) -> list[str]:
    """Answer every question; returns those asked."""
    asked: list[str] = []

    def confirm(_parent: object, _title: str, question: str, _more: str, _yes: str) -> bool:
        asked.append(question)
        return says

    monkeypatch.setattr(module, "confirm", confirm)
    return asked


# --- states and switches
def test_every_speculator_is_shown_with_package_version_and_state(stage: Stage):
    cards = page(stage).cards
    assert set(cards) == {(info.name, info.distribution) for info in SPECULATORS}
    assert cards["ngram", "foreword"].package.words() == "foreword 0.1.0"
    assert cards["ngram", "foreword"].state.words() == "Active"
    assert cards["future", "foreword-future"].state.words() == "Incompatible: it needs version 2 of the API"
    assert not cards["future", "foreword-future"].switch.isEnabled()


def test_why_one_failed_can_be_read_and_copied(stage: Stage):
    card = page(stage).cards["broken", "foreword-broken"]
    assert card.detail.text.isHidden()
    card.detail.more.click()
    assert card.detail.text.isVisible()
    card.detail.copy.click()
    assert QGuiApplication.clipboard().text().endswith("KeyError: 7")
    stage.controller.list_speculators(*SPECULATORS)
    assert card.detail.text.isVisible()  # a refresh folds nothing


def test_a_switch_asks_the_controller_by_mouse_and_by_key(stage: Stage, qtbot: QtBot):
    switch = page(stage).cards["ngram", "foreword"].switch
    assert switch.isChecked()
    qtbot.mouseClick(switch, Qt.MouseButton.LeftButton)
    assert stage.controller.calls[-1] == ("set_speculator", "ngram", False)
    qtbot.keyClick(switch, Qt.Key.Key_Space)
    assert stage.controller.calls[-1] == ("set_speculator", "ngram", True)


@pytest.mark.parametrize(
    ("state", "on", "again"),
    [("active", True, False), ("off", False, False), ("unsuitable", True, False), ("paused", True, False),
     ("failed", True, True), ("quarantined", False, True)],
)  # fmt: skip
def test_each_state_has_its_switch_and_its_way_on(stage: Stage, state: str, on: bool, again: bool):
    card = only(page(stage, replace(HISTORY, state=state, reason="because")))
    assert card.switch.isChecked() is on
    assert card.switch.isEnabled()
    assert card.again.isVisible() is again
    assert card.state.words().endswith(": because")
    assert card.switch.accessibleDescription() == card.state.words()


def test_states_change_live_without_asking_anything(stage: Stage):
    shown = page(stage, HISTORY)
    card = only(shown)
    stage.controller.list_speculators(replace(HISTORY, state="off", reason="switched off", status=None))
    assert only(shown) is card
    assert card.state.words() == "Off: switched off"
    assert not card.switch.isChecked()
    assert stage.controller.calls == []


def test_two_speculators_of_one_name_are_told_apart_by_package(stage: Stage):
    one = SpeculatorInfo("ngram", "foreword", "0.1.0", "active", bundled=True)
    two = SpeculatorInfo("ngram", "stranger", "2.0", "incompatible", "the name is taken")
    packages = [card.package.words() for card in page(stage, one, two).cards.values()]
    assert packages == ["foreword 0.1.0 · comes with Foreword", "stranger 2.0"]


def test_a_failed_one_is_tried_again_at_once_a_quarantined_one_after_a_question(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
):
    asked = answer(monkeypatch, speculator_card, says=False)
    card = only(page(stage, replace(HISTORY, state="failed")))
    card.again.click()
    assert stage.controller.calls == [("try_again", "history")]
    stage.controller.list_speculators(replace(HISTORY, state="quarantined"))
    card.again.click()
    card.switch.click()
    assert asked == ["Load history once more?"] * 2
    assert not card.switch.isChecked()
    assert stage.controller.calls == [("try_again", "history")]
    answer(monkeypatch, speculator_card, says=True)
    card.again.click()
    card.switch.click()
    assert stage.controller.calls[1:] == [("try_again", "history"), ("set_speculator", "history", True)]


# --- options
def test_options_are_folded_until_wanted_and_set_at_once(stage: Stage):
    card = only(page(stage, HISTORY))
    assert card.fold.text() == "Options and status"
    assert not card.options.isVisible()
    card.fold.click()
    assert card.options.isVisible()
    card.options.fields["cap"].editor.setValue(512)
    card.options.fields["learn"].editor.click()
    assert stage.controller.calls == [
        ("set_option", "history", "cap", 512),
        ("set_option", "history", "learn", False),
    ]
    assert card.options.isVisible()


def test_a_value_that_the_controller_refuses_is_told_beside_its_field(stage: Stage):
    card = only(page(stage, HISTORY))
    card.fold.click()
    stage.controller.refuse = "cap must be smaller than the disk"
    card.options.fields["cap"].editor.setValue(512)
    assert card.options.fields["cap"].problem.words() == "Largest size must be smaller than the disk"


def test_one_without_options_or_status_has_nothing_to_unfold(stage: Stage):
    card = only(page(stage, replace(HISTORY, options=(), status=None)))
    assert card.fold.isHidden()
    stage.controller.list_speculators(replace(HISTORY, options=(), status=STATUS))
    assert card.fold.text() == "Status"
    stage.controller.list_speculators(replace(HISTORY, status=None))
    assert card.fold.text() == "Options"


def test_a_refresh_leaves_the_keyboard_and_the_place_of_what_is_edited(stage: Stage, qtbot: QtBot):
    above = replace(HISTORY, name="above", options=(), status=None)
    shown = page(stage, above, HISTORY)
    card = shown.cards["history", "foreword"]
    card.fold.click()
    QApplication.processEvents()
    editor = card.options.fields["learn"].editor
    editor.setFocus()
    shown.ensureWidgetVisible(editor)
    place = editor.mapTo(shown, QPoint(0, 0))
    stage.controller.list_speculators(
        replace(above, state="paused", reason="word " * 70, status=STATUS), HISTORY
    )
    QApplication.processEvents()
    assert card.options.fields["learn"].editor is editor
    assert editor.hasFocus()
    assert editor.mapTo(shown, QPoint(0, 0)) == place


# --- status
def test_facts_stand_in_a_table_and_work_under_way_in_a_bar(stage: Stage):
    card = only(page(stage, HISTORY))
    card.fold.click()
    assert card.status.facts.rows() == [("Size on disk", "12.4 MB"), ("Hit rate", "41 %")]
    assert card.working.isVisible()
    assert card.working.words.words() == "Rebuilding from your chats 25 %"
    assert card.working.bar.value() == 250
    stage.controller.list_speculators(replace(HISTORY, status=Status(working="Reading", fraction=None)))
    assert card.working.words.words() == "Reading…"
    assert card.working.bar.maximum() == 0
    assert card.status.facts.rows() == []
    stage.controller.list_speculators(replace(HISTORY, status=None))
    assert not card.working.isVisible()


def test_a_button_acts_and_its_answer_is_shown(stage: Stage, monkeypatch: pytest.MonkeyPatch):
    asked = answer(monkeypatch, status_part, says=True)
    card = only(page(stage, HISTORY))
    card.fold.click()
    rebuild, clear = card.status.buttons
    assert (rebuild.text(), clear.text()) == ("Rebuild", "Clear…")
    assert "Read every chat again." in rebuild.toolTip()
    rebuild.click()
    clear.click()  # one at a time
    assert stage.controller.calls == [("act", "history", "rebuild")]
    assert card.status.answer.words() == "Working…"
    stage.controller.acted.emit("history", "Rebuilding\nfrom 3 chats.")
    assert card.status.answer.words() == "Rebuilding from 3 chats."
    clear.click()
    assert asked == ["Delete everything?"]
    stage.controller.acted.emit("history", "")
    assert card.status.answer.words() == "Done."
    assert stage.controller.calls[1:] == [("act", "history", "clear")]


def test_a_question_that_is_denied_does_nothing(stage: Stage, monkeypatch: pytest.MonkeyPatch):
    asked = answer(monkeypatch, status_part, says=False)
    card = only(page(stage, HISTORY))
    card.fold.click()
    card.status.buttons[1].click()
    assert asked == ["Delete everything?"]
    assert stage.controller.calls == []


def test_a_button_that_turns_into_another_keeps_the_keyboard(stage: Stage):
    card = only(page(stage, HISTORY))
    card.fold.click()
    button = card.status.buttons[0]
    button.setFocus()
    actions = (Action("stop", "Stop rebuilding"),)
    stage.controller.list_speculators(replace(HISTORY, status=replace(STATUS, actions=actions)))
    assert card.status.buttons == [button]
    assert button.text() == "Stop rebuilding"
    assert stage.window.dialog.focusWidget() is button


def test_what_a_plugin_says_is_text_and_never_markup(stage: Stage):
    evil = replace(
        HISTORY,
        summary="<b>bold</b>",
        options=(IntOption("a", 1, 0, 2, "<i>x</i> &go", help="<img src='/etc/passwd'>"),),
        values={"a": 1},
        status=Status((Fact("<u>u</u>", "\u202e<s>s</s>"),), (Action("x", "<b>&b</b>", "<h1>help</h1>"),)),
    )
    card = only(page(stage, evil))
    card.fold.click()
    for label in card.findChildren(QLabel):
        assert label.textFormat() == Qt.TextFormat.PlainText or "<" not in label.text()
    assert card.status.facts.rows() == [("<u>u</u>", "<s>s</s>")]
    assert "&lt;h1&gt;" in card.status.buttons[0].toolTip()
    assert "&&b" in card.status.buttons[0].text()


# --- the page
def test_it_asks_for_fresh_statuses_only_while_it_is_shown(stage: Stage, qtbot: QtBot):
    shown = page(stage)
    asked = stage.controller.refreshed
    assert asked >= 1
    shown._timer.setInterval(20)
    qtbot.waitUntil(lambda: stage.controller.refreshed >= asked + 2, timeout=5000)
    stage.window.dialog.show_page("Data")
    asked = stage.controller.refreshed
    qtbot.wait(100)
    assert stage.controller.refreshed == asked
    stage.window.dialog.show_page("Speculators")
    assert stage.controller.refreshed == asked + 1


def test_tab_goes_through_a_card_from_top_to_bottom(stage: Stage, qtbot: QtBot):
    shown = page(stage, HISTORY, replace(HISTORY, name="second", options=(), status=None))
    card = shown.cards["history", "foreword"]
    card.fold.click()
    QApplication.processEvents()
    fields = card.options.fields
    way = [
        shown.more, card.switch, card.fold, fields["cap"].editor, fields["learn"].editor,
        *card.status.buttons, shown.cards["second", "foreword"].switch,
    ]  # fmt: skip
    shown.more.setFocus()
    for widget in way:
        assert stage.window.dialog.focusWidget() is widget
        qtbot.keyClick(stage.window.dialog.focusWidget(), Qt.Key.Key_Tab)


def test_it_leads_to_the_plugins(stage: Stage):
    page(stage).more.click()
    assert stage.window.dialog.stack.currentWidget() is stage.window.dialog.plugins


def test_without_any_speculator_it_says_so(stage: Stage):
    shown = page(stage)
    stage.controller.list_speculators()
    assert shown.cards == {}
    assert shown._none.isVisible()


def test_a_theme_reaches_every_card(stage: Stage):
    shown = page(stage, HISTORY)
    shown.set_tokens(DARK)
    assert only(shown).switch.tokens is DARK


def test_safe_mode_is_said_in_the_window_and_on_the_page(open_window: OpenWindow):
    words = "Foreword ended twice at the start, so plugins are held back."
    stage = open_window(FakeController(safe_mode=words))
    banner = stage.window.chat.safe_mode
    assert banner.isVisible()
    assert banner.words.text() == words
    banner.more.click()
    dialog = stage.window.dialog
    assert dialog.stack.currentWidget() is dialog.speculators
    assert dialog.speculators.safe_mode.words() == words


def test_without_safe_mode_there_is_no_banner(stage: Stage):
    assert stage.window.chat.safe_mode.isHidden()
    assert page(stage).safe_mode.isHidden()
