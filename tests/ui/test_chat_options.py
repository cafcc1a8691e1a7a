"""The panel beside a chat, over the real session: what the next request holds after each change."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget

from foreword.messages import GenerateRequest, SpeculatorInfo
from foreword.model_messages import ModelCard
from foreword.session.conversation import Preset
from foreword.storage.errors import StorageError
from foreword.ui.chat_model import ModelField
from foreword.ui.chat_options import ChatOptionsPanel
from foreword.ui.header_title import ChatTitle, ElidedLabel
from foreword.ui.preset_dialogs import NameDialog
from foreword.ui.settings_editors import TextEditor
from foreword.ui.settings_seed import SeedEditor
from foreword.ui.tokens import LIGHT
from tests.fakes.fake_models import BROKEN, LARGE, SMALL, STARTER
from tests.fakes.fake_worker import Script
from tests.ui.desk import FEW, OpenDesk, WindowDesk

HERE = replace(STARTER, state="here")
POET = Preset("p", "Poet", {"reply.temperature": 0.9, "reply.system_prompt": "Rhyme."})


@pytest.fixture
def desk(open_desk: OpenDesk) -> WindowDesk:
    found = open_desk(FEW)
    found.show()
    return found


def panel(desk: WindowDesk) -> ChatOptionsPanel:
    shown = desk.window.chat.options
    shown.toggle.setChecked(True)
    return shown


def ask(desk: WindowDesk, text: str = "go") -> GenerateRequest:
    desk.controller.send(text)
    desk.until_idle()
    return desk.worker.requests[-1]


def seed(desk: WindowDesk) -> SeedEditor:
    editor = panel(desk).form.fields["reply.seed"].editor
    assert isinstance(editor, SeedEditor)
    return editor


# --- every field
@pytest.mark.parametrize(
    ("key", "value", "name"),
    [
        ("reply.temperature", 0.75, "temperature"),
        ("reply.top_k", 40, "top_k"),
        ("reply.top_p", 0.5, "top_p"),
        ("reply.min_p", 0.05, "min_p"),
        ("reply.repetition_penalty", 1.2, "repetition_penalty"),
        ("reply.presence_penalty", -0.5, "presence_penalty"),
        ("reply.frequency_penalty", 1.5, "frequency_penalty"),
    ],
)
def test_sampling_holds_from_the_next_reply_and_is_taken_back(
    desk: WindowDesk, key: str, value: float, name: str
):
    before = getattr(ask(desk).sampling, name)
    field = panel(desk).form.fields[key]
    assert field.where.words() == "Foreword's settings"
    assert field.reset.isHidden()
    field.editor.setValue(value)
    assert getattr(ask(desk).sampling, name) == value
    assert field.where.words().startswith("This chat, else ")
    assert not field.reset.isHidden()
    field.reset.click()
    assert field.editor.value() == before
    assert getattr(ask(desk).sampling, name) == before
    assert field.where.words() == "Foreword's settings"


def test_the_longest_reply_and_what_happens_when_the_context_is_full(desk: WindowDesk):
    fields = panel(desk).form.fields
    fields["reply.max_tokens"].editor.setValue(12)
    box = fields["reply.overflow"].editor
    box.setCurrentIndex(box.findData("drop"))
    request = ask(desk)
    assert (request.max_tokens, request.overflow) == (12, "drop")
    assert desk.settings["reply.overflow"] == "ask"


def test_the_system_prompt_is_kept_before_anything_else_can_happen(desk: WindowDesk):
    editor = panel(desk).form.fields["reply.system_prompt"].editor
    assert isinstance(editor, TextEditor)
    editor.setFocus()
    desk.qtbot.keyClicks(editor, "Be brief.")
    desk.window.chat.composer.edit.setFocus()  # no pause: the keyboard only goes elsewhere
    assert ask(desk).messages[0].content == "Be brief."
    editor.setFocus()
    desk.qtbot.keyClicks(editor, "Please. ")
    desk.qtbot.keyClick(editor, Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)
    desk.until(lambda: desk.controller.current() is None)
    assert editor.toPlainText() == ""
    chat = desk.controller.conversations()[0]
    assert "Please." in chat.options["reply.system_prompt"]


def test_an_emptied_prompt_is_the_chats_own_and_not_the_assistants(desk: WindowDesk):
    desk.controller.options.save_preset(POET)
    desk.controller.options.use_preset("p")
    field = panel(desk).form.fields["reply.system_prompt"]
    assert field.editor.toPlainText() == "Rhyme."
    assert field.where.words() == "The assistant"
    field.editor.setPlainText("")
    field.keep()
    assert [message.role for message in ask(desk).messages] == ["user"]
    field.reset.click()
    assert ask(desk).messages[0].content == "Rhyme."


# --- seed
def test_a_seed_is_fresh_kept_drawn_or_that_of_the_last_reply(desk: WindowDesk):
    editor = seed(desk)
    assert editor.fresh.isChecked()
    assert not editor.reuse.isEnabled()
    first, second = ask(desk).sampling.seed, ask(desk).sampling.seed
    assert first != second
    assert str(second) in editor.reuse.toolTip()
    editor.reuse.click()
    assert not editor.fresh.isChecked()
    assert editor.number.text() == str(second)
    assert ask(desk).sampling.seed == ask(desk).sampling.seed == second
    editor.draw.click()
    drawn = int(editor.number.text())
    assert drawn != second
    assert ask(desk).sampling.seed == drawn
    editor.number.setText("77")
    editor.number.editingFinished.emit()
    assert ask(desk).sampling.seed == 77
    editor.fresh.click()
    assert ask(desk).sampling.seed != 77


def test_the_last_replys_seed_follows_the_open_chat(desk: WindowDesk):
    used = ask(desk).sampling.seed
    chat = desk.controller.chats.open_id
    assert chat is not None
    assert seed(desk).reuse.isEnabled()
    desk.controller.new_chat()
    assert not seed(desk).reuse.isEnabled()
    desk.controller.open(chat)
    seed(desk).reuse.click()
    assert ask(desk).sampling.seed == used


def test_a_seed_beyond_the_range_is_refused_with_the_range_and_not_lost(desk: WindowDesk):
    editor = seed(desk)
    editor.draw.click()
    kept = desk.controller.options.own()["reply.seed"]
    editor.number.setText("9" * 16)
    editor.number.editingFinished.emit()
    field = panel(desk).form.fields["reply.seed"]
    assert field.error.words().startswith("Seed must be at least -1 and at most 9007199254740992")
    assert editor.number.text() == "9" * 16
    assert desk.controller.options.own()["reply.seed"] == kept


# --- the model
def model_field(desk: WindowDesk, *cards: ModelCard) -> ModelField:
    shown = panel(desk)
    desk.models.list_models(*(cards or (HERE, SMALL, LARGE, BROKEN)))
    return shown.form.model


def offered(field: ModelField) -> list[str]:
    return [field.editor.itemText(row) for row in range(field.editor.count())]


def choose(field: ModelField, model: str | None) -> None:
    ids = [field.editor.itemData(row) for row in range(field.editor.count())]
    field.editor.setCurrentIndex(ids.index(model))


def test_a_chat_has_a_model_of_its_own_among_those_at_hand(desk: WindowDesk):
    field = model_field(desk)
    names = ["As in the settings: SmolLM2 135M Instruct", "Qwen2.5 32B Instruct", HERE.name, "tiny-llama"]
    assert offered(field) == names
    assert (field.editor.currentIndex(), field.where.words()) == (0, "Foreword's settings")
    loads = len(desk.worker.loads)
    choose(field, SMALL.id)
    assert desk.controller.options.own() == {"model.name": SMALL.id}
    assert field.where.words() == "This chat, else SmolLM2 135M Instruct"
    assert len(desk.worker.loads) == loads  # not before there is something to write
    ask(desk)
    assert [load.model for load in desk.worker.loads[loads:]] == [SMALL.id]
    assert desk.settings["model.name"] == ""
    field.reset.click()
    assert field.editor.currentIndex() == 0
    choose(field, SMALL.id)
    choose(field, None)
    assert desk.controller.options.own() == {}
    ask(desk)
    assert desk.worker.loads[-1].model is None


def test_the_model_of_the_assistant_or_of_the_settings_is_named(desk: WindowDesk):
    field = model_field(desk)
    desk.controller.options.save_preset(Preset("p", "Poet", {"model.name": SMALL.id}))
    desk.controller.options.use_preset("p")
    assert offered(field)[0] == "As the assistant: tiny-llama"
    assert field.where.words() == "The assistant"
    desk.controller.options.use_preset(None)
    desk.settings.set("model.name", LARGE.id)
    desk.controller.options.follow_settings()
    assert offered(field)[0] == "As in the settings: Qwen2.5 32B Instruct"


def test_a_chats_model_that_is_gone_stays_and_says_so(desk: WindowDesk):
    field = model_field(desk)
    choose(field, SMALL.id)
    desk.models.list_models(HERE)
    gone = "Missing: tiny-llama"
    assert offered(field) == ["As in the settings: SmolLM2 135M Instruct", HERE.name, gone]
    assert field.editor.currentText() == gone
    assert SMALL.id in field.editor.toolTip()
    assert desk.controller.options.own() == {"model.name": SMALL.id}


def test_a_model_that_is_too_large_is_not_taken_but_the_reason_and_ways_are_shown(desk: WindowDesk):
    field = model_field(desk)
    choose(field, LARGE.id)
    assert (field.editor.currentIndex(), dict(desk.controller.options.own())) == (0, {})
    use = desk.window.model_parts.use
    assert use.refusal is not None
    assert "67.9 GB" in use.refusal.reason.words()
    assert [button.text() for button in use.refusal.proposals] == ["Load in int4: 20.4 GB"]
    use.refusal.proposals[0].click()
    assert desk.settings["model.dtype"] == "int4"
    assert desk.controller.options.own() == {"model.name": LARGE.id}
    assert field.editor.currentText() == LARGE.name
    assert desk.settings["model.name"] == ""


def test_an_assistant_sets_the_model_too(desk: WindowDesk):
    desk.controller.options.save_preset(POET)
    desk.window.show_assistants()
    desk.models.list_models(HERE, SMALL)
    field = desk.window.dialog.assistants.editor.form.model
    choose(field, SMALL.id)
    assert desk.controller.options.presets()[0].options["model.name"] == SMALL.id
    assert field.where.words() == "This assistant, else SmolLM2 135M Instruct"


# --- assistants
def test_an_assistant_is_chosen_changed_and_left(desk: WindowDesk):
    desk.controller.options.save_preset(POET)
    shown = panel(desk)
    assert [shown.assistant.picker.itemText(row) for row in range(2)] == ["No assistant", "Poet"]
    assert not shown.assistant.save.isEnabled()
    shown.assistant.picker.setCurrentIndex(1)
    request = ask(desk)
    assert request.messages[0].content == "Rhyme."
    assert request.sampling.temperature == 0.9
    assert shown.form.fields["reply.temperature"].where.words() == "The assistant"
    shown.form.fields["reply.temperature"].editor.setValue(0.4)
    assert shown.form.fields["reply.temperature"].where.words() == "This chat, else 0.9"
    assert shown.assistant.words.words() == "This chat changes 1 option."
    shown.assistant.save.click()
    assert desk.controller.options.presets()[0].options["reply.temperature"] == 0.4
    assert desk.controller.options.own() == {}
    assert shown.form.fields["reply.temperature"].where.words() == "The assistant"
    shown.assistant.picker.setCurrentIndex(0)
    assert ask(desk).sampling.temperature == desk.settings["reply.temperature"]


def test_a_new_assistant_from_this_chat_needs_a_name_of_its_own(desk: WindowDesk):
    desk.controller.options.save_preset(POET)
    shown = panel(desk)
    shown.form.fields["reply.top_k"].editor.setValue(9)
    shown.form.fields["reply.system_prompt"].editor.setPlainText("Not passed on yet")
    shown.assistant.new.click()
    dialog = next(each for each in desk.window.findChildren(NameDialog) if each.isVisible())
    assert any("Top-k" in label.text() for label in dialog.findChildren(QLabel))
    for refused, words in (("poet", "already"), ("  ", "needs a name")):
        dialog.edit.setText(refused)
        dialog.accept()
        assert dialog.isVisible()
        assert words in dialog.error.words()
    dialog.edit.setText("Terse & <b>true</b>")
    dialog.accept()
    made = desk.controller.options.choices().preset
    assert made is not None
    assert made.name == "Terse & <b>true</b>"
    assert dict(made.options) == {"reply.top_k": 9, "reply.system_prompt": "Not passed on yet"}
    assert desk.controller.options.own() == {}
    assert shown.assistant.picker.currentText() == made.name
    assert ask(desk).sampling.top_k == 9


def test_manage_shows_the_chats_assistant_in_the_dialog(desk: WindowDesk):
    for preset in (POET, Preset("q", "Other", {}, 1)):
        desk.controller.options.save_preset(preset)
    shown = panel(desk)
    shown.assistant.picker.setCurrentIndex(2)
    shown.assistant.manage.click()
    dialog = desk.window.dialog
    assert dialog.stack.currentWidget() is dialog.assistants
    assert dialog.assistants.editor.name.text() == "Other"


def test_all_options_are_reset_at_once_also_the_one_in_hand(desk: WindowDesk):
    shown = panel(desk)
    assert not shown.reset.isEnabled()
    shown.form.fields["reply.top_k"].editor.setValue(9)
    shown.form.fields["reply.min_p"].editor.setValue(0.2)
    shown.reset.click()
    assert desk.controller.options.own() == {}
    assert shown.form.fields["reply.top_k"].editor.value() == 0
    assert ask(desk).sampling.min_p == 0.0


# --- speculators
def test_a_chat_has_switches_of_its_own_or_those_of_the_settings(open_desk: OpenDesk):
    desk = open_desk(Script(pieces=FEW.pieces, speculators=("ngram", "suffix_history")))
    desk.show()
    desk.until(lambda: len(desk.controller.speculators()) == 2)
    part = panel(desk).form.switches
    assert not part.own.isChecked()
    assert not part.rows["ngram"].switch.isEnabled()
    assert part.rows["ngram"].switch.isChecked()
    part.own.click()
    part.rows["ngram"].switch.click()
    assert desk.controller.options.own()["speculators.enabled"] == {"ngram": False, "suffix_history": True}
    assert desk.worker.switches.enabled() == {"suffix_history"}
    assert desk.settings["speculators.enabled"]["ngram"] is True
    desk.controller.send("go")
    desk.until_idle()
    assert desk.worker.switches.enabled() == {"suffix_history"}
    desk.controller.new_chat()
    assert desk.worker.switches.enabled() == {"ngram", "suffix_history"}
    assert not part.own.isChecked()
    desk.controller.open(desk.controller.conversations()[0].id)
    assert part.own.isChecked()
    part.own.click()
    assert desk.worker.switches.enabled() == {"ngram", "suffix_history"}


def test_a_switch_for_all_chats_is_seen_here_and_what_cannot_run_says_why(desk: WindowDesk):
    part = panel(desk).form.switches
    desk.until(lambda: "ngram" in part.rows)
    desk.controller.set_speculator("ngram", False)
    assert not part.rows["ngram"].switch.isChecked()
    panel(desk).form.show_speculators(
        (
            SpeculatorInfo("ngram", "foreword", "1", "active"),
            SpeculatorInfo("ngram", "other", "1", "incompatible", "another one has its name"),
            SpeculatorInfo("old", "old", "1", "incompatible", "it needs version 2 of the API"),
        )
    )
    assert set(part.rows) == {"ngram", "old"}
    assert part.rows["ngram"].reason.words() == ""
    assert "version 2" in part.rows["old"].reason.words()


# --- which chat
def test_a_new_chat_has_options_before_its_first_message(desk: WindowDesk):
    panel(desk).form.fields["reply.top_k"].editor.setValue(5)
    assert desk.controller.conversations() == []
    assert ask(desk).sampling.top_k == 5
    assert desk.controller.conversations()[0].options["reply.top_k"] == 5
    assert panel(desk).form.fields["reply.top_k"].editor.value() == 5
    desk.controller.new_chat()
    assert panel(desk).form.fields["reply.top_k"].editor.value() == 0


def test_a_temporary_chat_has_them_and_leaves_none(desk: WindowDesk):
    desk.controller.chats.new_temporary()
    panel(desk).form.fields["reply.top_k"].editor.setValue(6)
    assert ask(desk).sampling.top_k == 6
    assert ask(desk).temporary
    desk.controller.new_chat()
    assert panel(desk).form.fields["reply.top_k"].editor.value() == 0
    assert desk.controller.options.own() == {}


def test_what_is_in_hand_goes_to_the_chat_it_was_typed_for(desk: WindowDesk):
    ask(desk)
    first = desk.controller.chats.open_id
    assert first is not None
    field = panel(desk).form.fields["reply.top_k"]
    field.editor.setFocus()
    field.editor.lineEdit().setText("17")  # typed, and not yet finished
    desk.controller.new_chat()
    assert field.editor.value() == 0
    assert desk.controller.options.own() == {}
    desk.controller.open(first)
    assert field.editor.value() == 17


def test_what_cannot_be_kept_stays_in_the_field_with_the_reason(desk: WindowDesk, monkeypatch: Any):
    ask(desk)

    def full(*_: object, **__: object) -> None:
        raise StorageError("The disk is full.")

    monkeypatch.setattr(desk.store, "change", full)
    field = panel(desk).form.fields["reply.system_prompt"]
    field.editor.setPlainText("Long thought about")
    field.keep()
    assert field.error.words() == "The disk is full."
    assert field.editor.toPlainText() == "Long thought about"
    shown = panel(desk)
    shown.reset.setEnabled(True)
    shown.reset.click()
    assert shown.assistant.error.words() == "The disk is full."
    assert field.editor.toPlainText() == "Long thought about"


def test_the_apps_settings_are_followed_live(desk: WindowDesk):
    field = panel(desk).form.fields["reply.top_k"]
    desk.window.dialog.general.fields["reply.top_k"].editor.setValue(11)
    assert field.editor.value() == 11
    assert ask(desk).sampling.top_k == 11


# --- the panel itself
def test_the_panel_opens_by_button_and_shortcut_and_gives_the_keyboard_back(desk: WindowDesk):
    window, shown = desk.window, desk.window.chat.options
    edit = window.chat.composer.edit
    edit.setFocus()
    assert shown.isHidden()
    keys = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    desk.qtbot.keyClick(edit, Qt.Key.Key_P, keys)
    assert shown.isVisible()
    assert window.chat.header.options.isChecked()
    assert window.focusWidget() is shown.assistant.picker
    desk.qtbot.keyClick(shown.assistant.picker, Qt.Key.Key_P, keys)
    assert shown.isHidden()
    assert window.focusWidget() is edit
    window.chat.header.options.click()
    assert shown.isVisible()
    shown.close_button.click()
    assert shown.isHidden()
    assert not window.chat.header.options.isChecked()


def test_whether_it_is_shown_is_kept_and_the_chat_stays_readable_beside_it(desk: WindowDesk):
    window = desk.window
    least = window.minimumWidth()
    panel(desk)
    window.resize(window.minimumWidth(), 500)
    assert window.chat.transcript.parentWidget().width() >= 300
    assert window.minimumWidth() > least
    window.close()
    again = desk.show()
    assert again.chat.options.isVisible()
    assert again.chat.header.options.isChecked()
    assert again.focusWidget() is again.chat.composer.edit
    again.chat.options.toggle.setChecked(False)
    assert again.minimumWidth() == least


def test_tab_goes_through_the_panel_from_top_to_bottom_and_everything_has_a_name(desk: WindowDesk):
    shown = panel(desk)
    ask(desk)
    shown.form.fields["reply.top_k"].editor.setValue(5)
    shown.assistant.picker.setFocus()
    seen: list[QWidget] = []
    for _ in range(60):
        focus = desk.window.focusWidget()
        if focus is None or not shown.isAncestorOf(focus):
            break
        seen.append(focus)
        desk.qtbot.keyClick(focus, Qt.Key.Key_Tab)
    else:
        pytest.fail("Tab never leaves the panel")
    tops = [each.mapTo(shown.area.widget(), each.rect().center()).y() for each in seen]
    assert seen[0] is shown.assistant.picker
    assert {shown.form.fields[key].editor for key in ("reply.system_prompt", "reply.temperature")} <= set(
        seen
    )
    assert shown.form.fields["reply.top_k"].reset in seen
    inside = [top for each, top in zip(seen, tops, strict=True) if shown.area.isAncestorOf(each)]
    assert all(later > earlier - 24 for earlier, later in pairwise(inside))
    for each in seen:
        named = each.accessibleName() or getattr(each, "text", str)()
        assert named, each


# --- the header
def test_the_title_is_renamed_in_place(desk: WindowDesk):
    title = desk.window.chat.header.title
    assert title.whole() == "New chat"
    assert not title.button.isEnabled()
    ask(desk, "a question of some length")
    title.button.click()
    assert title.edit.text() == "a question of some length"
    title.edit.setText("  Better <b>name</b> ")
    desk.qtbot.keyClick(title.edit, Qt.Key.Key_Return)
    assert title.whole() == "Better <b>name</b>"
    assert desk.controller.conversations()[0].title == "Better <b>name</b>"
    for text, key in (("left alone", Qt.Key.Key_Escape), ("   ", Qt.Key.Key_Return)):
        title.start_editing()
        title.edit.setText(text)
        desk.qtbot.keyClick(title.edit, key)
        assert title.currentWidget() is title.button
        assert title.whole() == "Better <b>name</b>"
    assert desk.controller.conversations()[0].title == "Better <b>name</b>"


def test_esc_in_the_title_does_not_stop_the_reply(open_desk: OpenDesk):
    desk = open_desk(Script(pace_seconds=0.01))
    desk.show()
    desk.controller.send("go")
    desk.until_text()
    title = desk.window.chat.header.title
    title.start_editing()
    desk.qtbot.keyClick(title.edit, Qt.Key.Key_Escape)
    assert title.currentWidget() is title.button
    assert desk.controller.is_busy()
    desk.controller.stop()
    desk.until_idle()


def test_a_renaming_in_progress_is_not_given_to_another_chat(desk: WindowDesk):
    ask(desk, "the first")
    first = desk.controller.chats.open_id
    title = desk.window.chat.header.title
    title.start_editing()
    title.edit.setText("for the first")
    desk.controller.new_chat()
    assert title.currentWidget() is title.button
    assert title.whole() == "New chat"
    ask(desk, "the second")
    titles = {each.id: each.title for each in desk.controller.conversations()}
    assert titles.pop(first) == "the first"
    assert list(titles.values()) == ["the second"]


def test_the_header_names_the_assistant_and_marks_a_temporary_chat(desk: WindowDesk):
    header = desk.window.chat.header
    assert header.assistant.isHidden()
    desk.controller.options.save_preset(Preset("p", "R & D " * 20, {}))
    desk.controller.options.use_preset("p")
    assert header.assistant.isVisible()
    assert header.assistant.text().startswith("R && D")
    assert header.assistant.text().endswith("…")
    header.assistant.click()
    assert desk.window.chat.options.isVisible()
    desk.controller.chats.new_temporary()
    assert header.temporary.isVisible()
    assert header.assistant.isHidden()
    assert not header.title.button.isEnabled()
    desk.controller.new_chat()
    assert header.temporary.isHidden()


def test_a_long_title_is_cut_and_told_in_whole(qtbot: Any):
    title = ChatTitle()
    qtbot.addWidget(title)
    title.set_renamable(True)
    title.set_text("words " * 40)
    title.resize(200, 32)
    title.show()
    assert title.button.text().endswith("…")
    assert title.whole() in title.button.toolTip()
    assert title.button.accessibleName() == title.whole()


@pytest.mark.parametrize("words", ["Hello! What is a token?", "Cats & lamps <b>bold</b>", "iiii"])
def test_a_title_that_fits_is_shown_whole(qtbot: Any, words: str):
    title = ChatTitle()
    qtbot.addWidget(title)
    title.show()
    title.set_text(words)
    title.resize(title.sizeHint())
    assert title.button.text().replace("&&", "&") == words
    label = ElidedLabel()
    qtbot.addWidget(label)
    label.show()
    label.set_text(words)
    label.resize(label.sizeHint())
    assert label.text() == words


def test_both_themes_reach_every_part(desk: WindowDesk):
    shown = panel(desk)
    before = shown.assistant.manage.icon().cacheKey()
    desk.window.theme.set_mode("dark" if desk.window.theme.tokens is LIGHT else "light")
    assert shown.assistant.manage.icon().cacheKey() != before
    for row in shown.form.switches.rows.values():
        assert row.switch.tokens is desk.window.theme.tokens
