"""The list, the bin, folders, drafts, options and temporary chats through the real session."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from foreword.session.conversation import Attachment, Draft, Preset, title_from_exchange
from foreword.storage.database import file_family
from tests.fakes.fake_worker import Script
from tests.session.conftest import Desk

FEW = Script(pieces=lambda request: ["one ", "two ", "three"])


def chat(desk: Desk, text: str) -> str:
    desk.controller.new_chat()
    desk.controller.send(text)
    desk.until_idle()
    current = desk.controller.current()
    assert current is not None
    return current.summary.id


def on_disk(desk: Desk) -> bytes:
    if desk.is_open():
        desk.store.settle()
    return b"".join(file.read_bytes() for file in file_family(desk.store.path) if file.exists())


def test_a_deleted_chat_can_be_brought_back_for_a_while(open_desk: Callable[..., Desk]) -> None:
    desk = open_desk(FEW)
    kept = chat(desk, "keep this")
    desk.controller.delete(kept)
    assert desk.controller.conversations() == []
    assert desk.controller.current() is None
    desk.controller.chats.undo_delete(kept)
    assert [each.id for each in desk.controller.conversations()] == [kept]
    assert [turn.text for turn in desk.turns()] == ["keep this", "one two three"]
    desk.qtbot.wait(600)
    assert desk.worker.forgotten == []


def test_then_it_is_gone_for_good(open_desk: Callable[..., Desk]) -> None:
    desk = open_desk(FEW)
    gone = chat(desk, "quetzalcoatl")
    desk.controller.delete(gone)
    desk.until(lambda: desk.worker.forgotten == [gone])
    assert b"quetzalcoatl" not in on_disk(desk)
    desk.controller.chats.undo_delete(gone)
    assert "can't be brought back" in desk.of("notice")[-1]


def test_quitting_empties_the_bin(open_desk: Callable[..., Desk], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("foreword.session.chats.UNDO_MS", 60_000)
    desk = open_desk(FEW)
    gone = chat(desk, "quetzalcoatl")
    desk.controller.delete(gone)
    assert desk.close()
    assert desk.worker.forgotten == [gone]
    assert b"quetzalcoatl" not in on_disk(desk)


def test_a_temporary_chat_is_kept_nowhere(open_desk: Callable[..., Desk]) -> None:
    desk = open_desk(FEW)
    desk.controller.chats.new_temporary()
    desk.controller.send("quetzalcoatl")
    desk.until_idle()
    desk.controller.send("and again")
    desk.until_idle()
    current = desk.controller.current()
    assert current is not None
    assert current.temporary
    assert [turn.text for turn in current.turns] == [
        "quetzalcoatl",
        "one two three",
        "and again",
        "one two three",
    ]
    assert all(request.temporary for request in desk.worker.requests)
    desk.controller.turns.regenerate(current.turns[3].id)
    desk.until_idle()
    desk.controller.chats.keep_draft(current.summary.id, Draft("quetzalcoatl draft"))
    assert desk.controller.conversations() == []
    assert desk.settings["chat.open"] == ""
    desk.controller.new_chat()
    desk.until(lambda: desk.worker.forgotten == [current.summary.id])
    assert desk.controller.current() is None
    assert b"quetzalcoatl" not in on_disk(desk)


def test_leaving_a_temporary_chat_ends_its_reply(open_desk: Callable[..., Desk]) -> None:
    desk = open_desk(Script(pace_seconds=0.01))
    desk.controller.chats.new_temporary()
    desk.controller.send("go")
    desk.until_text()
    desk.controller.new_chat()
    assert not desk.controller.is_busy()
    desk.until(lambda: bool(desk.worker.forgotten))


def test_a_chat_is_named_after_its_first_exchange_until_the_user_names_it(open_desk: Any) -> None:
    desk = open_desk(FEW)
    greeting = chat(desk, "Hello!")
    assert desk.controller.conversations()[0].title == "one two three"
    desk.controller.rename(greeting, "  My \n chat ")
    desk.controller.turns.regenerate(desk.turns()[1].id)
    desk.until_idle()
    assert desk.controller.conversations()[0].title == "My chat"


@pytest.mark.parametrize(
    ("question", "answer", "title"),
    [
        ("Why is the sky blue?", "Because.", "Why is the sky blue?"),
        ("hi", "Hello! How can I help?", "Hello!"),
        ("Hallo", "<think>hm</think>\n\n## The **weather** today. More.", "The weather today."),
        ("hi", "", "hi"),
        ("", "An answer", "An answer"),
    ],
)
def test_titles(question: str, answer: str, title: str) -> None:
    assert title_from_exchange(question, answer) == title


def test_pins_folders_and_search_through_the_session(open_desk: Callable[..., Desk]) -> None:
    desk = open_desk(FEW)
    first, second = chat(desk, "about zebras"), chat(desk, "about horses")
    chats = desk.controller.chats
    folder = chats.add_folder("  Animals ")
    chats.pin(first, True)
    chats.move(second, folder)
    by_id = {each.id: each for each in desk.controller.conversations()}
    assert by_id[first].pinned
    assert by_id[second].folder_id == folder
    assert [each.name for each in chats.folders()] == ["Animals"]
    found: list[tuple[str, Any]] = []
    chats.found.connect(lambda query, hits: found.append((query, hits)))
    chats.search("zeb")
    desk.until(lambda: bool(found))
    assert {hit.conversation_id for hit in found[-1][1]} == {first}
    turn = next(hit.turn_id for hit in found[-1][1] if hit.turn_id)
    wanted: list[str] = []
    chats.turn_wanted.connect(wanted.append)
    chats.open_at(first, turn)
    assert wanted == [turn]
    chats.delete_folder(folder)
    assert {each.folder_id for each in desk.controller.conversations()} == {None}


def test_opening_at_a_turn_shows_the_version_that_has_it(open_desk: Callable[..., Desk]) -> None:
    desk = open_desk(FEW)
    chat_id = chat(desk, "first")
    old = desk.turns()[1].id
    desk.controller.turns.regenerate(old)
    desk.until_idle()
    desk.controller.new_chat()
    desk.controller.chats.open_at(chat_id, old)
    assert desk.turns()[1].id == old


def test_drafts_are_kept_for_each_chat_across_a_restart(open_desk: Callable[..., Desk]) -> None:
    desk = open_desk(FEW)
    chat_id = chat(desk, "first")
    draft = Draft("half a", (Attachment("a.txt", "x"),))
    desk.controller.chats.keep_draft(chat_id, draft)
    desk.controller.chats.keep_draft(None, Draft("new one"))
    assert desk.close()
    again = open_desk(FEW)
    assert again.controller.chats.draft(chat_id) == draft
    assert again.controller.chats.draft(None) == Draft("new one")
    again.controller.chats.keep_draft(chat_id, Draft())
    assert again.close()
    assert open_desk(FEW).controller.chats.draft(chat_id) == Draft()


def test_a_chats_own_options_come_before_its_presets_and_those_before_the_apps(open_desk: Any) -> None:
    desk = open_desk(FEW)
    options = desk.controller.options
    desk.settings.set("reply.temperature", 0.1)
    preset = Preset("p", "Poet", {"reply.temperature": 0.9, "reply.system_prompt": "Rhyme."})
    assert options.save_preset(preset) == ""
    options.use_preset("p")
    assert options.set("reply.system_prompt", "Rhyme well.") == ""
    assert options.set("reply.seed", 7) == ""
    chat(desk, "first")  # opens a new chat, so what was set for the last new one holds for it
    request = desk.worker.requests[-1]
    assert request.sampling.temperature == 0.9
    assert request.sampling.seed == 7
    assert request.messages[0].content == "Rhyme well."
    assert options.preset_id() == "p"
    assert options.set("reply.system_prompt", None) == ""
    assert options.choices()["reply.system_prompt"] == "Rhyme."
    options.delete_preset("p")
    assert options.choices()["reply.temperature"] == 0.1
    assert "can't be set" in options.set("appearance.theme", "dark")
    assert "at most" in options.set("reply.temperature", 9.0)
    chat(desk, "second")
    assert desk.worker.requests[-1].sampling.seed != 7


def test_a_chat_has_speculators_of_its_own(open_desk: Callable[..., Desk]) -> None:
    desk = open_desk(FEW)
    with_own = chat(desk, "first")
    desk.controller.options.set("speculators.enabled", {"ngram": False, "other": True})
    assert desk.worker.switches.enabled() == {"other"}
    other = chat(desk, "second")
    assert "ngram" in desk.worker.switches.enabled()
    desk.controller.open(with_own)
    assert desk.worker.switches.enabled() == {"other"}
    assert desk.settings["speculators.enabled"]["ngram"] is True
    assert other != with_own


def test_what_is_set_for_all_chats_holds_for_this_one_too(open_desk: Any) -> None:
    desk = open_desk()
    options = desk.controller.options
    options.set("reply.overflow", "ask")
    assert options.set_for_all("reply.overflow", "drop") == ""
    assert desk.settings["reply.overflow"] == "drop"
    assert options.choices()["reply.overflow"] == "drop"
    assert options.set_for_all("reply.overflow", "never") != ""
    assert options.set_for_all("chat.open", "x") == "chat.open can't be set for a chat"
    assert desk.settings["reply.overflow"] == "drop"


def test_an_answer_that_was_overtaken_is_not_told(open_desk: Callable[..., Desk]) -> None:
    desk = open_desk(FEW)
    chat(desk, "bread and butter")
    told: list[tuple[str, int]] = []
    desk.controller.chats.found.connect(lambda query, hits: told.append((query, len(hits))))
    for query in ("bread", "x", "bread"):  # the first gives nothing once the others are on their way
        desk.controller.chats.search(query)
    desk.until(lambda: told[-1:] == [("bread", 2)])
    assert ("bread", 0) not in told
