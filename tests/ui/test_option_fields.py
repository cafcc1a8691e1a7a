"""Options of every kind: shown, checked, kept at once, and left in peace while the user has them in hand."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from foreword.api import BoolOption, Choice, ChoiceOption, FloatOption, IntOption, Option, TextOption, Value
from foreword.ui.option_editors import (
    CheckEditor,
    ChoiceEditor,
    NumberEditor,
    TypedEditor,
    WholeEditor,
    make_editor,
)
from foreword.ui.option_fields import OptionField, OptionsPart
from foreword.ui.pick_editor import PickEditor
from foreword.ui.tokens import LIGHT

CAP = IntOption("cap", 256, 16, 65536, "Largest size & more", "Oldest first.", "MB")
SHARE = FloatOption("share", 0.5, 0.0, 1.0, "Share")
LEARN = BoolOption("learn", True, "Learn")
MATCH = ChoiceOption("match", "longest", ("longest", "newest"))
MODEL = TextOption("model", "", "Draft model")
HUGE = IntOption("huge", 10**12, 0, 10**15)
CHOICES = (
    Choice("/m/small", "Small"),
    Choice("/m/other", "Other", "another tokenizer"),
    Choice("/m/tiny", "Tiny"),
)


class Desk:
    """Options in a window that has the keyboard, and what was chosen there."""

    def __init__(self, qtbot: QtBot) -> None:
        self.window = QWidget()
        self.part = OptionsPart(LIGHT)
        QVBoxLayout(self.window).addWidget(self.part)
        qtbot.addWidget(self.window)
        self.chosen: list[tuple[str, Value]] = []
        self.part.chosen.connect(lambda name, value: self.chosen.append((name, value)))
        with qtbot.waitActive(self.window):
            self.window.show()
            self.window.activateWindow()

    def show(self, *options: Option, **values: Value) -> None:
        self.part.show_options(options, values, {"model": CHOICES})

    def field(self, name: str) -> OptionField:
        return self.part.fields[name]


@pytest.fixture
def desk(qtbot: QtBot) -> Desk:
    return Desk(qtbot)


def type_into(qtbot: QtBot, field: OptionField, text: str) -> None:
    """Replace what stands in an editor and leave it."""
    field.editor.setFocus()
    qtbot.keyClick(field.editor, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClicks(field.editor, text)
    qtbot.keyClick(field.editor, Qt.Key.Key_Tab)


@pytest.mark.parametrize(
    ("option", "choices", "kind"),
    [
        (LEARN, (), CheckEditor), (CAP, (), WholeEditor), (SHARE, (), NumberEditor),
        (MATCH, (), ChoiceEditor), (MODEL, (), TypedEditor), (MODEL, CHOICES, PickEditor),
        (HUGE, (), TypedEditor),
    ],
)  # fmt: skip
def test_each_kind_has_its_editor(qtbot: QtBot, option: Option, choices: tuple[Choice, ...], kind: type):
    editor = make_editor(option, choices)
    qtbot.addWidget(editor)
    assert type(editor) is kind


def test_label_help_and_range_are_shown_and_read_aloud(desk: Desk):
    desk.show(CAP, LEARN)
    field = desk.field("cap")
    texts = [label.text() for label in field.findChildren(QLabel)]
    assert "Largest size && more" in texts  # shown with one &
    assert "Oldest first. 16 to 65,536 MB; default 256." in texts
    assert field.editor.accessibleName() == "Largest size & more"
    assert "65,536" in field.editor.accessibleDescription()
    assert desk.field("learn").editor.text() == "Learn"


def test_a_whole_number_is_kept_once_and_only_within_its_range(desk: Desk, qtbot: QtBot):
    desk.show(CAP, SHARE)
    type_into(qtbot, desk.field("cap"), "512")
    assert desk.chosen == [("cap", 512)]
    type_into(qtbot, desk.field("cap"), "99999")  # the fifth digit would lead out of the range
    assert desk.chosen[-1] == ("cap", 9999)
    type_into(qtbot, desk.field("cap"), "3")
    assert 16 <= desk.chosen[-1][1] <= 65536
    assert desk.field("cap").editor.text().endswith(" MB")


def test_a_number_shows_every_decimal_it_has(desk: Desk, qtbot: QtBot):
    fine = FloatOption("fine", 0.0001, 0.0, 1.0)
    desk.show(fine, SHARE, fine=0.00025)
    editor = desk.field("fine").editor
    assert isinstance(editor, NumberEditor)
    assert editor.value() == 0.00025
    type_into(qtbot, desk.field("share"), "0.75")
    type_into(qtbot, desk.field("share"), "7")
    assert desk.chosen[0] == ("share", 0.75)
    assert all(0 <= value <= 1 for _, value in desk.chosen)


def test_switches_and_choices_are_kept_at_once(desk: Desk, qtbot: QtBot):
    desk.show(LEARN, MATCH)
    qtbot.keyClick(desk.field("learn").editor, Qt.Key.Key_Space)
    qtbot.keyClick(desk.field("match").editor, Qt.Key.Key_Down)
    assert desk.chosen == [("learn", False), ("match", "newest")]


def test_what_does_not_fit_is_told_beside_the_field_and_not_kept(desk: Desk, qtbot: QtBot):
    desk.show(HUGE, LEARN)
    field = desk.field("huge")
    type_into(qtbot, field, "many")
    assert field.problem.isVisible()
    assert field.problem.words() == f"Huge must be a whole number from 0 to {10**15}, not 'many'"
    desk.show(HUGE, LEARN, huge=10**12)  # a refresh takes away neither the text nor what is wrong with it
    assert field.editor.text() == "many"
    assert field.problem.isVisible()
    assert desk.chosen == []
    type_into(qtbot, field, "7,000,000,000")
    assert not field.problem.isVisible()
    assert desk.chosen == [("huge", 7_000_000_000)]


def test_a_default_comes_back_by_its_button(desk: Desk, qtbot: QtBot):
    desk.show(CAP, cap=512)
    field = desk.field("cap")
    assert field.reset.isVisible()
    assert "256 MB" in field.reset.toolTip()
    field.reset.click()
    assert desk.chosen == [("cap", 256)]
    assert field.editor.value() == 256
    assert not field.reset.isVisible()
    assert field.editor.hasFocus()


# --- offered values
def test_an_offered_value_is_shown_by_its_label_and_kept_as_it_is(desk: Desk, qtbot: QtBot):
    desk.show(MODEL, LEARN, model="/m/small")
    editor = desk.field("model").editor
    assert isinstance(editor, PickEditor)
    assert editor.edit.text() == "Small"
    editor.setFocus()
    qtbot.keyClick(editor, Qt.Key.Key_Down)  # past the one that can't be chosen
    assert desk.chosen == [("model", "/m/tiny")]
    type_into(qtbot, desk.field("model"), "small")
    type_into(qtbot, desk.field("model"), "Small")
    assert desk.chosen[1:] == [("model", "small"), ("model", "/m/small")]


def test_an_obstacle_is_listed_and_the_value_cannot_be_chosen(desk: Desk, qtbot: QtBot):
    desk.show(MODEL, LEARN)
    field = desk.field("model")
    editor = field.editor
    assert isinstance(editor, PickEditor)
    item = editor.model().index(1, 0)
    assert item.data() == "Other — another tokenizer"
    assert not item.flags() & Qt.ItemFlag.ItemIsSelectable
    for text in ("Other", "/m/other"):
        type_into(qtbot, field, text)
        assert field.problem.words() == "Other can't be chosen: another tokenizer"
    assert desk.chosen == []


def test_new_offers_leave_what_is_being_typed(desk: Desk, qtbot: QtBot):
    desk.show(MODEL, LEARN)
    editor = desk.field("model").editor
    assert isinstance(editor, PickEditor)
    editor.setFocus()
    qtbot.keyClicks(editor, "/home/")
    desk.part.show_options((MODEL, LEARN), {}, {"model": (*CHOICES, Choice("/m/new", "New"))})
    assert desk.field("model").editor is editor
    assert editor.count() == 4
    assert editor.edit.text() == "/home/"
    qtbot.keyClicks(editor, "x")
    assert editor.edit.text() == "/home/x"


def test_offers_that_come_later_turn_the_line_into_a_list(desk: Desk):
    desk.part.show_options((MODEL,), {"model": "/m/tiny"}, {})
    assert isinstance(desk.field("model").editor, TypedEditor)
    desk.show(MODEL, model="/m/tiny")
    editor = desk.field("model").editor
    assert isinstance(editor, PickEditor)
    assert editor.edit.text() == "Tiny"


# --- refreshing
def test_a_refresh_changes_values_in_place_but_not_the_one_in_hand(desk: Desk, qtbot: QtBot):
    desk.show(CAP, SHARE)
    before = dict(desk.part.fields)
    cap = desk.field("cap").editor
    cap.setFocus()
    qtbot.keyClick(cap, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClicks(cap, "10")
    desk.show(CAP, SHARE, cap=300, share=0.9)
    assert desk.part.fields == before
    assert cap.hasFocus()
    assert cap.text() == "10 MB"
    assert desk.field("share").editor.value() == 0.9
    assert desk.chosen == []  # showing is not choosing
    qtbot.keyClicks(cap, "0")
    qtbot.keyClick(cap, Qt.Key.Key_Tab)
    assert desk.chosen == [("cap", 100)]


def test_other_declarations_wait_until_the_keyboard_is_elsewhere(desk: Desk):
    desk.show(CAP, SHARE)
    editor = desk.field("cap").editor
    editor.setFocus()
    desk.show(CAP, LEARN)
    assert desk.field("cap").editor is editor
    editor.clearFocus()
    desk.show(CAP, LEARN)
    assert set(desk.part.fields) == {"cap", "learn"}
