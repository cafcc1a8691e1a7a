"""The Models page: what is here, what there is, searches, downloads, folders, network, details, drafts."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QLabel, QLineEdit, QMessageBox, QPlainTextEdit
from pytestqt.qtbot import QtBot

from foreword.api import TextOption
from foreword.messages import SpeculatorInfo
from foreword.model_messages import Download
from foreword.ui.model_details import DetailsDialog
from foreword.ui.model_drafts import OPTION, SPECULATOR
from foreword.ui.models_page import ModelsPage
from tests.fakes.fake_models import (
    BROKEN,
    CPU,
    DETAILS,
    GB,
    GPU,
    LARGE,
    LLAMA,
    MB,
    QWEN,
    SMALL,
    STARTER,
)
from tests.ui.conftest import Stage
from tests.ui.test_first_run import answer

HERE = replace(STARTER, state="here")
FILE = replace(SMALL, id="/home/x/m.gguf", name="m.gguf", source="gguf")


@pytest.fixture
def page(stage: Stage) -> ModelsPage:
    stage.models.list_models(QWEN, LLAMA, BROKEN, SMALL, FILE, HERE, devices=(CPU, GPU))
    stage.window.dialog.show_page("Models")
    return stage.window.dialog.models


def names(part: object) -> list[str]:
    """The models of a list, as they stand on the screen."""
    rows = [row for row in part.list.rows.values() if not row.isHidden()]  # type: ignore[attr-defined]
    return [row.name.words() for row in sorted(rows, key=lambda row: row.y())]


# --- on this computer
def test_the_loaded_one_comes_first_and_what_can_not_be_loaded_says_why(page: ModelsPage):
    page.here.inside.layout().activate()  # type: ignore[union-attr]
    assert names(page.here) == ["SmolLM2 135M Instruct", "m.gguf", "tiny-llama", "pickled"]
    loaded = page.here.list.rows["starter"]
    assert loaded.mark.text() == "Loaded"
    assert loaded.use.isHidden()
    refused = page.here.list.rows[BROKEN.id]
    assert refused.mark.text() == "Can't be loaded"
    assert "never loaded" in refused.reason.words()
    assert refused.use.isHidden()
    assert "expanded when it is loaded" in page.here.list.rows[FILE.id].reason.words()
    assert page.here.list.rows[FILE.id].remove.isHidden()  # the user's own is never deleted


def test_loading_another_one(page: ModelsPage, stage: Stage):
    row = page.here.list.rows[SMALL.id]
    assert row.use.accessibleName() == "Load: tiny-llama"
    row.use.click()
    assert stage.controller.calls[-1] == ("use_model", SMALL.id, {})


@pytest.mark.parametrize("pressed", ["Delete", "Cancel"])
def test_removing_says_the_size_and_asks(
    page: ModelsPage, stage: Stage, monkeypatch: pytest.MonkeyPatch, pressed: str
):
    said: list[str] = []
    play = answer(pressed, monkeypatch)

    def ask(box: QMessageBox) -> int:
        said.append(f"{box.text()} {box.informativeText()}")
        return play(box)

    monkeypatch.setattr(QMessageBox, "exec", ask)
    page.here.list.rows["starter"].remove.click()
    assert said == [
        "Delete SmolLM2 135M Instruct from this computer? It is loaded now, and is unloaded first. "
        "269 MB become free. It can be downloaded again."
    ]
    removed = pressed == "Delete"
    assert (("unload_model",) in stage.controller.calls) is removed
    assert (("remove", "starter") in stage.models.calls) is removed


def test_why_one_could_not_be_removed_stays_to_be_read(page: ModelsPage, stage: Stage):
    stage.models.refuse("remove", "it is in use by another program: close that first", SMALL.id)
    stage.models.refresh()  # the list follows at once
    assert page.error.words() == "It is in use by another program: close that first."
    stage.models.refuse("list", "the folder can't be read")
    stage.models.refresh()
    assert page.error.words() == ""


def test_folders_of_the_users_are_added_and_taken_off(
    page: ModelsPage, stage: Stage, monkeypatch: pytest.MonkeyPatch
):
    assert page.here.no_folders.isVisibleTo(page.here)
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: "/home/x/models")
    page.here.add_folder.click()
    assert stage.settings["models.folders"] == ["/home/x/models"]
    (row,) = page.here._folder_rows.values()
    assert any(label.text() == "/home/x/models" for label in row.findChildren(QLabel))
    page.here._forget_folder("/home/x/models")
    assert stage.settings["models.folders"] == []
    assert page.here._folder_rows == {}


def test_nothing_here_is_said(stage: Stage):
    stage.models.list_models(QWEN)
    stage.window.dialog.show_page("Models")
    assert "No model is on this computer yet" in stage.window.dialog.models.here.told.text()


# --- where it doesn't fit
def test_a_model_that_does_not_fit_shows_figures_and_ways_out(page: ModelsPage, stage: Stage, qtbot: QtBot):
    stage.models.list_models(HERE, LARGE, QWEN)
    use = stage.window.dialog.use
    page.here.list.rows[LARGE.id].use.click()
    assert use.refusal is not None
    assert use.refusal.reason.words() == LARGE.fit.reason
    assert "Weights in bfloat16: 65.5 GB" in use.refusal.figures.words()
    assert use.refusal.fit.words.property("state") == "failed"
    assert stage.controller.calls == []
    use.refusal.proposals[1].click()  # another model, which has to be fetched first
    assert stage.models.calls[-1] == ("pull", QWEN.id)
    stage.models.arrive(QWEN.id)
    assert stage.controller.calls[-1] == ("use_model", QWEN.id, {})
    page.here.list.rows[LARGE.id].use.click()
    qtbot.keyClick(use.refusal, Qt.Key.Key_Escape)
    assert use.refusal is None


@pytest.mark.parametrize("pressed", ["Stop and change", "Cancel"])
def test_a_reply_is_cut_only_where_the_user_says_so(
    page: ModelsPage, stage: Stage, monkeypatch: pytest.MonkeyPatch, pressed: str
):
    stage.controller.turns.send("x")
    stage.controller.stream("some words")
    monkeypatch.setattr(QMessageBox, "exec", answer(pressed, monkeypatch))
    page.here.list.rows[SMALL.id].use.click()
    changed = pressed != "Cancel"
    assert stage.controller.is_busy() is not changed
    assert (("use_model", SMALL.id, {}) in stage.controller.calls) is changed


# --- get more
def test_the_catalogue_stands_by_memory(page: ModelsPage):
    page.tabs.setCurrentIndex(1)
    headings = [label.text() for label in page.more.list._headings.values()]
    assert headings == ["Up to 2 GB of memory", "6 to 12 GB of memory"]
    page.more.list.layout().activate()  # type: ignore[union-attr]
    assert names(page.more) == ["SmolLM2 135M Instruct", "Llama 3.2 3B Instruct", "Qwen3 4B Instruct"]
    row = page.more.list.rows[QWEN.id]
    assert row.meta.words() == (
        "4.0 B parameters · 8.0 GB to download · 262,144 tokens of context · Apache-2.0 · from Hugging Face"
    )
    assert row.mark.text() == "Recommended"
    assert "access token" in page.more.list.rows[LLAMA.id].reason.words()


def test_a_download_in_the_background_or_to_be_loaded(page: ModelsPage, stage: Stage):
    row = page.more.list.rows[QWEN.id]
    row.fetch.click()
    assert stage.models.calls[-1] == ("pull", QWEN.id)
    stage.models.arrive(QWEN.id)
    assert stage.controller.calls == []  # the loaded one stays
    stage.models.list_models(HERE, QWEN)
    page.more.list.rows[QWEN.id].use.click()
    stage.models.arrive(QWEN.id)
    assert stage.controller.calls == [("use_model", QWEN.id, {})]


def test_downloads_stand_above_all(page: ModelsPage, stage: Stage):
    download = Download(QWEN.id, QWEN.name, "running", 2 * GB, 8 * GB, 20.0 * MB)
    stage.models.tell(download)
    part = page.downloads[QWEN.id]
    assert part.title.words() == QWEN.name
    assert part.words.words() == "2.0 GB of 8.0 GB · 20 MB/s · 5 min 0 s left"
    assert part.bar.accessibleName() == f"Download of {QWEN.name}"
    assert page.more.list.rows[QWEN.id].mark.text() == "Downloading"
    assert page.more.list.rows[QWEN.id].fetch.isHidden()
    part.pause.setFocus()
    part.pause.click()
    stage.models.tell(replace(download, state="paused", rate=0.0))
    assert part.resume.hasFocus()
    part.resume.click()
    assert stage.models.calls[-2:] == [("pause", QWEN.id), ("resume", QWEN.id)]
    stage.models.tell(replace(download, state="checking"))
    assert part.words.words() == "Checking what was downloaded"
    stage.models.tell(replace(download, state="waiting"))
    assert part.words.words() == "Waits for another download"
    stage.models.arrive(QWEN.id)
    assert page.downloads == {}
    stage.models.tell(replace(download, id=LLAMA.id, done=1))
    page.downloads[LLAMA.id].cancel.click()
    assert stage.models.calls[-1] == ("cancel", LLAMA.id)
    assert page.downloads == {}


def test_a_search_its_further_pages_and_the_way_back(page: ModelsPage, stage: Stage, qtbot: QtBot):
    more = page.more
    assert not more.search.isEnabled()
    more.edit.setText("  qwen   coder ")
    qtbot.keyClick(more.edit, Qt.Key.Key_Return)
    assert stage.models.calls[-1] == ("search", "qwen coder")
    assert more.told.words() == "Asking Hugging Face…"
    found = replace(QWEN, id="Qwen/Coder", name="Coder", source="hub", downloads=12_345)
    stage.models.find("an older question", LLAMA)
    assert list(more.list.rows) == []
    stage.models.find("qwen coder", found, more=True)
    assert more.told.words() == "1 model was found for “qwen coder”"
    assert "12,345 downloads" in more.list.rows["Qwen/Coder"].meta.words()
    more.more.click()
    assert stage.models.calls[-2:] == [("search", "qwen coder")] * 2
    assert not more.more.isEnabled()
    stage.models.find("qwen coder", found, replace(found, id="Qwen/Other"))
    assert list(more.list.rows) == ["Qwen/Coder", "Qwen/Other"]
    assert more.more.isHidden()
    more.back.click()
    assert QWEN.id in more.list.rows
    assert more.edit.text() == ""


def test_a_search_that_fails_says_what_to_do(page: ModelsPage, stage: Stage):
    page.more.edit.setText("x")
    page.more.search.click()
    stage.models.refuse("search", "the hub can't be reached: check the connection")
    assert page.more.problem.words() == "The hub can't be reached: check the connection."
    page.more.search.click()
    assert page.more.problem.words() == ""
    stage.models.find("x")
    assert page.more.told.words() == "Nothing was found for “x”. Try fewer or other words."


# --- network
def test_offline_asks_nothing(page: ModelsPage, stage: Stage):
    offline = page.network.fields["models.offline"].editor
    offline.click()  # type: ignore[union-attr]
    assert stage.settings["models.offline"] is True
    assert stage.models.followed == 1  # what is being fetched hears of it
    assert not page.more.edit.isEnabled()
    assert "Offline is on" in page.more.told.words()


def test_a_token_is_kept_and_never_shown(page: ModelsPage, stage: Stage):
    network = page.network
    assert network.state.text() == "No token is set."
    assert network.edit.echoMode() is QLineEdit.EchoMode.Password
    network.edit.setText(" hf_secret ")
    network.save.click()
    assert stage.models.calls[-1] == ("set_token", "hf_secret")
    assert network.edit.text() == ""
    assert network.state.text() == "A token is set."
    stage.models.refuse("token", "there is no keyring on this computer: install one, or set HF_TOKEN")
    assert "no keyring" in network.error.words()
    network.forget.click()
    assert stage.models.calls[-1] == ("set_token", "")
    assert network.error.words() == ""


# --- details
@pytest.fixture
def details(page: ModelsPage, stage: Stage) -> DetailsDialog:
    draft = SpeculatorInfo(
        SPECULATOR, "foreword", "1", "off", options=(TextOption(OPTION, "", label="Model"),)
    )
    stage.controller.list_speculators(draft)
    stage.models.list_models(HERE, LARGE)
    page.here.list.rows[LARGE.id].details.click()
    assert stage.models.calls[-1] == ("show", LARGE.id)
    assert page.dialog is not None
    return page.dialog


def words(widget: DetailsDialog) -> str:
    return "\n".join(label.text().replace("\u200b", "") for label in widget.findChildren(QLabel))


def test_details_with_memory_by_precision_and_the_template_on_request(details: DetailsDialog, stage: Stage):
    assert details.told.words() == "Reading what is known of it…"
    stage.models.details.emit(replace(DETAILS, card=SMALL))  # of another one, asked for elsewhere
    assert "Architecture" not in words(details)
    stage.models.details.emit(DETAILS)
    said = words(details)
    for part in (
        "Qwen2ForCausalLM", "65.5 GB (65,527,841,280 bytes)", "bfloat16 on CPU: 21.4 tokens/s",
        "int4 on CUDA:0", "Only just fits: takes 20.3 GB of 21.0 GB free on CUDA:0",
        f"SHA-256 {'ab' * 32}", "model-00001-of-00017.safetensors", "3.9 GB (3,890,000,000 bytes)",
    ):  # fmt: skip
        assert part in said
    template = details.findChild(QPlainTextEdit)
    assert template is not None
    assert template.isHidden()
    details._folds[0].click()
    assert template.isVisible()
    assert template.isReadOnly()
    assert template.toPlainText() == DETAILS.template


def test_details_that_can_not_be_had_say_why(details: DetailsDialog, stage: Stage):
    stage.models.refuse("info", "the hub has no model of that name", LARGE.id)
    assert details.told.words() == "the hub has no model of that name"


def test_a_draft_model_is_chosen_and_switched_on(details: DetailsDialog, stage: Stage):
    stage.models.details.emit(DETAILS)
    assert details.drafts is not None
    assert "Can't draft: its tokenizer is another one" in words(details)
    assert list(details.drafts.buttons) == [SMALL.id]
    details.drafts.buttons[SMALL.id].click()
    calls = stage.controller.calls
    assert calls[-2:] == [
        ("set_option", SPECULATOR, OPTION, SMALL.folder),
        ("set_speculator", SPECULATOR, True),
    ]
    assert not details.drafts.buttons[SMALL.id].isEnabled()


def test_a_draft_model_that_is_refused_says_why(details: DetailsDialog, stage: Stage):
    stage.models.details.emit(DETAILS)
    assert details.drafts is not None
    stage.controller.refuse = "there is no such model"
    details.drafts.buttons[SMALL.id].click()
    assert details.drafts.problem.words() == "there is no such model"
    assert details.drafts.buttons[SMALL.id].isEnabled()


def test_who_has_no_model_begins_with_those_that_can_be_had(stage: Stage):
    stage.models.list_models(STARTER, QWEN)
    stage.window.show_models()
    page = stage.window.dialog.models
    assert page.stack.currentWidget() is page.more
    stage.models.list_models(HERE, QWEN)
    page.show_tab(page.here)
    stage.window.show_models()
    assert page.stack.currentWidget() is page.here


def test_an_emptied_search_brings_the_catalogue_back(page: ModelsPage, stage: Stage):
    page.more.edit.setText("qwen")
    page.more.search.click()
    stage.models.refuse("search", "the hub is not reachable: check the network")
    assert page.more.problem.words() == "The hub is not reachable: check the network."
    page.more.edit.clear()
    assert page.more.problem.words() == ""
    assert page.more.back.isHidden()
    assert names(page.more)


def test_a_download_that_waits_does_not_say_that_it_goes_on(page: ModelsPage, stage: Stage):
    stage.models.tell(Download(QWEN.id, QWEN.name, "running", 10, 100))
    assert page.more.list.rows[QWEN.id].mark.text() == "Downloading"
    stage.models.tell(Download(QWEN.id, QWEN.name, "failed", 10, 100, reason="no network"))
    assert page.more.list.rows[QWEN.id].mark.text() == "Paused"
