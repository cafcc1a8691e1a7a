"""The Assistants page over the real session: every change is kept at once and holds for the next request."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QMessageBox

from foreword.messages import GenerateRequest
from foreword.session.choices import CHAT_KEYS
from foreword.session.conversation import Preset
from foreword.storage.errors import StorageError
from foreword.ui import preset_files, preset_page
from foreword.ui.preset_dialogs import ask_clash
from foreword.ui.preset_page import PresetsPage
from tests.ui.desk import FEW, OpenDesk, WindowDesk

POET = Preset("p", "Poet", {"reply.temperature": 0.9, "reply.system_prompt": "Rhyme."})
SCEPTIC = Preset("q", "Sceptic & <b>Co</b>", {"reply.seed": 7}, 1)


@pytest.fixture
def desk(open_desk: OpenDesk) -> WindowDesk:
    found = open_desk(FEW)
    for preset in (POET, SCEPTIC):
        found.controller.options.save_preset(preset)
    found.show()
    return found


def page(desk: WindowDesk) -> PresetsPage:
    desk.window.dialog.show_page("Assistants")
    desk.until(desk.window.dialog.isActiveWindow)
    return desk.window.dialog.assistants


def names(desk: WindowDesk) -> list[str]:
    shown = page(desk)
    listed = [shown.list.item(row).text() for row in range(shown.list.count())]
    assert listed == [each.name for each in desk.controller.options.presets()]
    return listed


def ask(desk: WindowDesk) -> GenerateRequest:
    desk.controller.send("go")
    desk.until_idle()
    return desk.worker.requests[-1]


@pytest.fixture
def where(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """What the user chooses in every file dialog."""
    path = tmp_path / "Ä folder  with spaces" / "mine.json"
    path.parent.mkdir()
    for name in ("getSaveFileName", "getOpenFileName"):
        monkeypatch.setattr(QFileDialog, name, lambda *_: (str(path), ""))
    return path


# --- one by one
def test_an_assistant_is_made_named_and_filled(desk: WindowDesk):
    shown = page(desk)
    shown.new.click()
    assert names(desk) == ["Poet", "Sceptic & <b>Co</b>", "New assistant"]
    assert desk.window.dialog.focusWidget() is shown.editor.name
    assert shown.editor.name.selectedText() == "New assistant"
    desk.qtbot.keyClicks(shown.editor.name, "Terse")
    desk.qtbot.keyClick(shown.editor.name, Qt.Key.Key_Return)
    shown.editor.form.fields["reply.top_k"].editor.setValue(3)
    prompt = shown.editor.form.fields["reply.system_prompt"]
    prompt.editor.setPlainText("One word.")
    desk.window.dialog.close()  # typed a moment ago: kept all the same
    made = desk.controller.options.presets()[-1]
    assert (made.name, dict(made.options)) == (
        "Terse", {"reply.top_k": 3, "reply.system_prompt": "One word."},
    )  # fmt: skip
    desk.controller.options.use_preset(made.id)
    request = ask(desk)
    assert (request.sampling.top_k, request.messages[0].content) == (3, "One word.")


def test_every_option_of_a_chat_can_be_set_and_taken_back(desk: WindowDesk):
    form = page(desk).editor.form
    assert {*form.fields, "speculators.enabled"} == set(CHAT_KEYS)
    field = form.fields["reply.temperature"]
    assert field.where.words() == "This assistant, else 0.2"
    field.reset.click()
    assert "reply.temperature" not in desk.controller.options.presets()[0].options
    assert field.where.words() == "Foreword's settings"
    assert form.fields["reply.seed"].editor.reuse.isHidden()
    form.switches.own.click()
    assert desk.controller.options.presets()[0].options["speculators.enabled"]["ngram"] is True
    form.switches.own.click()
    assert "speculators.enabled" not in desk.controller.options.presets()[0].options


def test_a_change_reaches_the_open_chat_that_uses_it(desk: WindowDesk):
    desk.controller.options.use_preset("p")
    panel = desk.window.chat.options
    page(desk).editor.form.fields["reply.temperature"].editor.setValue(0.3)
    assert panel.form.fields["reply.temperature"].editor.value() == 0.3
    assert ask(desk).sampling.temperature == 0.3


def test_a_name_that_is_taken_or_empty_is_refused_where_it_is_typed(desk: WindowDesk):
    shown = page(desk)
    for name, words in (("SCEPTIC & <B>co</B>", "already"), ("   ", "needs a name")):
        shown.editor.name.setText(name)
        shown.editor.name.editingFinished.emit()
        assert words in shown.editor.error.words()
        assert shown.editor.name.text() == name
        assert names(desk)[0] == "Poet"
    shown.editor.name.setText("Bard")
    shown.editor.name.editingFinished.emit()
    assert shown.editor.error.words() == ""
    assert names(desk)[0] == "Bard"


def test_the_next_one_is_not_changed_by_what_was_typed_for_this_one(desk: WindowDesk):
    shown = page(desk)
    shown.editor.form.fields["reply.system_prompt"].editor.setPlainText("For the poet")
    shown.list.setCurrentRow(1)
    assert shown.editor.form.fields["reply.system_prompt"].editor.toPlainText() == ""
    poet, sceptic = desk.controller.options.presets()
    assert poet.options["reply.system_prompt"] == "For the poet"
    assert dict(sceptic.options) == {"reply.seed": 7}


def test_a_duplicate_has_all_of_it_under_a_free_name(desk: WindowDesk):
    shown = page(desk)
    shown.editor.duplicate.click()
    page(desk).list.setCurrentRow(0)
    shown.editor.duplicate.click()
    assert names(desk)[2:] == ["Poet (copy)", "Poet (copy) (2)"]
    assert [dict(each.options) for each in desk.controller.options.presets()[2:]] == [dict(POET.options)] * 2


def test_deleting_asks_and_chats_keep_what_is_their_own(desk: WindowDesk, monkeypatch: Any):
    desk.controller.options.use_preset("p")
    desk.controller.options.set("reply.top_k", 4)
    assert ask(desk).sampling.temperature == 0.9
    answers = iter((False, True, True))
    asked: list[str] = []

    def confirm(_parent: object, _title: str, question: str, *_: str) -> bool:
        asked.append(question)
        return next(answers)

    monkeypatch.setattr(preset_page, "confirm", confirm)
    shown = page(desk)
    shown.editor.delete.click()
    assert len(names(desk)) == 2
    shown.list.setFocus()
    desk.qtbot.keyClick(shown.list, Qt.Key.Key_Delete)
    assert names(desk) == ["Sceptic & <b>Co</b>"]
    assert asked[0] == "Delete the assistant Poet?"
    assert shown.editor.name.text() == "Sceptic & <b>Co</b>"
    sampling = ask(desk).sampling
    assert (sampling.top_k, sampling.temperature) == (4, desk.settings["reply.temperature"])
    shown.editor.delete.click()
    assert names(desk) == []
    assert shown.empty.isVisible()
    assert not shown.area.isVisible()
    assert not shown.export_all.isEnabled()
    assert desk.window.dialog.focusWidget() is shown.new


def test_a_disk_that_takes_nothing_is_told_and_nothing_typed_is_lost(desk: WindowDesk, monkeypatch: Any):
    def full(*_: object) -> None:
        raise StorageError("The disk is full.")

    shown = page(desk)
    monkeypatch.setattr(desk.store.presets, "save", full)
    field = shown.editor.form.fields["reply.system_prompt"]
    field.editor.setPlainText("Precious")
    field.keep()
    assert field.error.words() == "The disk is full."
    assert field.editor.toPlainText() == "Precious"
    shown.new.click()
    assert shown.told.words() == "The disk is full."
    assert len(names(desk)) == 2


# --- files
def test_assistants_go_through_a_file_into_another_profile(
    desk: WindowDesk, open_desk: OpenDesk, where: Path
):
    page(desk).export_all.click()
    assert page(desk).told.words() == f"Written: {where}"
    for preset in desk.controller.options.presets():
        desk.controller.options.delete_preset(preset.id)
    page(desk).import_.click()
    assert page(desk).told.words() == "2 assistants imported."
    found = desk.controller.options.presets()
    assert [(each.name, dict(each.options)) for each in found] == [
        (each.name, dict(each.options)) for each in (POET, SCEPTIC)
    ]
    assert {each.id for each in found}.isdisjoint({"p", "q"})
    assert sorted(path.name for path in where.parent.iterdir()) == ["mine.json"]


def test_one_is_exported_by_itself_with_what_was_just_typed(desk: WindowDesk, where: Path):
    shown = page(desk)
    shown.editor.form.fields["reply.system_prompt"].editor.setPlainText("Just typed")
    shown.editor.export.click()
    (entry,) = json.loads(where.read_text())["presets"]
    assert (entry["name"], entry["options"]["reply.system_prompt"]) == ("Poet", "Just typed")


def test_a_file_is_suggested_under_a_name_that_every_system_takes(desk: WindowDesk, monkeypatch: Any):
    suggested: list[str] = []
    monkeypatch.setattr(
        QFileDialog, "getSaveFileName", lambda *args: (suggested.append(Path(args[2]).name), ("", ""))[1]
    )
    page(desk).list.setCurrentRow(1)
    page(desk).editor.export.click()
    assert suggested == ["Sceptic & b Co b.json"]
    assert page(desk).told.words() == ""


@pytest.mark.parametrize("way", ["replace", "both", "skip"])
def test_a_taken_name_asks(desk: WindowDesk, where: Path, monkeypatch: Any, way: str):
    where.write_text(
        json.dumps(
            {
                "foreword": "presets",
                "version": 1,
                "presets": [
                    {"name": "POET", "options": {"reply.top_k": 1}},
                    {"name": "New", "options": {}},
                    {"name": SCEPTIC.name, "options": {"reply.top_k": 2}},
                ],
            }
        )
    )
    asked: list[tuple[str, bool]] = []

    def answer(_parent: object, name: str, *, more: bool) -> tuple[str, bool]:
        asked.append((name, more))
        return way, True

    monkeypatch.setattr(preset_files, "ask_clash", answer)
    page(desk).import_.click()
    assert asked == [("Poet", True)]
    options = {each.name: dict(each.options) for each in desk.controller.options.presets()}
    old, new = dict(POET.options), {"reply.top_k": 1}
    if way == "replace":
        assert options == {"Poet": new, SCEPTIC.name: {"reply.top_k": 2}, "New": {}}
        assert desk.controller.options.preset("p") is not None
    elif way == "both":
        assert (options["Poet"], options["POET (2)"]) == (old, new)
        assert len(options) == 5
    else:
        assert options == {"Poet": old, SCEPTIC.name: dict(SCEPTIC.options), "New": {}}
    count = 1 if way == "skip" else 3
    assert page(desk).told.words() == f"{count} assistant{'s' * (count > 1)} imported."


def test_the_question_about_a_taken_name_leaves_out_by_default(desk: WindowDesk, monkeypatch: Any):
    seen: list[tuple[Qt.TextFormat, str, bool]] = []

    def shown(box: QMessageBox) -> None:
        seen.append((box.textFormat(), box.defaultButton().text(), box.checkBox() is not None))

    monkeypatch.setattr(QMessageBox, "exec", shown)
    for more in (True, False):
        assert ask_clash(desk.window, "<b>Poet</b>", more=more) == ("skip", False)
    plain = Qt.TextFormat.PlainText
    assert seen == [(plain, "Leave Out", True), (plain, "Leave Out", False)]


def test_what_a_file_has_that_does_not_fit_is_reported(desk: WindowDesk, where: Path):
    options = {f"unknown.{number}": number for number in range(20)} | {"reply.top_k": 5}
    where.write_text(
        json.dumps({"foreword": "presets", "version": 1, "presets": [{"name": "X", "options": options}]})
    )
    page(desk).import_.click()
    told = page(desk).told.words().split("\n")
    assert told[0] == "1 assistant imported."
    assert told[1].startswith("X: unknown.0 can't be set for a chat")
    assert told[-1] == "And 13 more."
    assert dict(desk.controller.options.presets()[-1].options) == {"reply.top_k": 5}


def test_a_file_that_is_none_or_cannot_be_read_or_written_is_one_line(
    desk: WindowDesk, where: Path, monkeypatch: Any
):
    shown = page(desk)
    shown.import_.click()
    assert "could not be read (No such file or directory)" in shown.told.words()
    where.write_bytes(b"\x00\xff")
    shown.import_.click()
    assert shown.told.words() == "mine.json: This file holds no assistants: it isn't JSON."
    where.write_text("the old file")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    shown.export_all.click()
    assert "could not be written (No space left on device)" in shown.told.words()
    assert where.read_text() == "the old file"
    assert [path.name for path in where.parent.iterdir()] == ["mine.json"]
