"""What broke elsewhere, and its kind, through the real session: temporary chats, full contexts, the disk."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from foreword.messages import StopReason
from foreword.session.conversation import ConversationSummary
from foreword.storage.database import file_family
from tests.fakes.chats import question, reply
from tests.fakes.fake_worker import Script
from tests.session.conftest import Desk

OpenDesk = Callable[..., Desk]
FEW = Script(pieces=lambda request: ["one ", "two ", "three"])
SLOW = Script(pace_seconds=0.01)
FULL = replace(FEW, stop_reason=StopReason.CONTEXT_END)


def ask(desk: Desk, text: str) -> None:
    desk.controller.send(text)
    desk.until_idle()


# --- whatever is asked in a temporary chat is temporary
def temporary(desk: Desk) -> None:
    desk.controller.chats.new_temporary()
    ask(desk, "quetzalcoatl")


def left_nothing(desk: Desk) -> None:
    """Nobody may learn from what was asked, and nothing of it is kept."""
    assert [request.temporary for request in desk.worker.requests] == [True] * len(desk.worker.requests)
    assert len(desk.worker.requests) > 1
    assert desk.controller.conversations() == []
    family = [file for file in file_family(desk.store.path) if file.exists()]
    assert b"quetzalcoatl" not in b"".join(file.read_bytes() for file in family)


@pytest.mark.parametrize("way", ["edit", "regenerate", "retry", "go_on"])
def test_another_version_in_a_temporary_chat_is_temporary(open_desk: OpenDesk, way: str) -> None:
    desk = open_desk(FEW)
    temporary(desk)
    asked, answered = desk.turns()
    turns = desk.controller.turns
    {
        "edit": lambda: turns.edit(asked.id, "quetzalcoatl, please"),
        "regenerate": lambda: turns.regenerate(answered.id),
        "retry": desk.controller.retry,
        "go_on": lambda: turns.go_on(answered.id),
    }[way]()
    desk.until_idle()
    left_nothing(desk)


@pytest.mark.parametrize("way", ["drop", "summary"])
def test_room_made_in_a_temporary_chat_leaves_nothing(open_desk: OpenDesk, way: str) -> None:
    desk = open_desk(FEW)
    temporary(desk)
    desk.worker.script = Script(context_full=True)
    ask(desk, "too much about quetzalcoatl")
    desk.worker.script = FEW
    desk.controller.turns.make_room(desk.turns()[-1].id, way)
    desk.until_idle()
    chat = desk.controller.current()
    assert chat is not None
    assert chat.temporary
    assert chat.turns[-1].text == "one two three"
    assert chat.turns[-2].text == "too much about quetzalcoatl"
    left_nothing(desk)


def test_a_summary_of_a_temporary_chat_ends_with_it(open_desk: OpenDesk) -> None:
    desk = open_desk(FEW)
    temporary(desk)
    desk.worker.script = Script(context_full=True)
    ask(desk, "too much")
    desk.worker.script = SLOW
    desk.controller.turns.make_room(desk.turns()[-1].id, "summary")
    desk.until(desk.controller.is_summarising)
    desk.controller.new_chat()
    assert not desk.controller.is_busy()
    assert desk.controller.current() is None
    desk.worker.script = FEW
    ask(desk, "another chat")
    assert [turn.text for turn in desk.saved()] == ["another chat", "one two three"]
    assert len(desk.controller.conversations()) == 1


# --- the context fills in the middle of a reply
def test_a_reply_that_the_context_cut_goes_on_in_its_place(open_desk: OpenDesk) -> None:
    desk = open_desk(FEW)
    ask(desk, "first")
    desk.worker.script = FULL
    ask(desk, "second")
    cut = desk.turns()[3]
    assert (cut.status, cut.stop_reason, cut.text) == ("complete", "context_end", "one two three")
    desk.worker.script = FEW
    desk.controller.turns.make_room(cut.id, "drop")
    desk.until_idle()
    request = desk.worker.requests[-1]
    assert (request.overflow, request.prefix_text, request.reply_id) == ("drop", "one two three", cut.id)
    assert [turn.text for turn in desk.saved()][3] == "one two threeone two three"
    assert desk.settings["reply.overflow"] == "ask"


def test_a_fresh_start_after_a_cut_reply_keeps_what_it_says(open_desk: OpenDesk) -> None:
    desk = open_desk(FEW)
    ask(desk, "first")
    desk.worker.script = FULL
    ask(desk, "second")
    old = desk.controller.current()
    assert old is not None
    desk.worker.script = FEW
    desk.controller.turns.make_room(old.turns[3].id, "summary")
    desk.until_idle()
    assert [turn.text for turn in desk.turns()] == ["second", "one two three"]
    kept = [turn.text for turn in desk.store.branch(old.summary.id)]
    assert kept == ["first", "one two three", "second", "one two three"]


# --- nothing is lost
def test_a_chat_deleted_while_it_is_answered_comes_back_with_what_was_written(open_desk: OpenDesk) -> None:
    desk = open_desk(SLOW)
    desk.controller.send("a question")
    desk.until_text()
    desk.until_text()
    chat = desk.controller.current()
    assert chat is not None
    desk.controller.delete(chat.summary.id)
    assert not desk.controller.is_busy()
    desk.controller.chats.undo_delete(chat.summary.id)
    _, answer = desk.turns()
    assert (answer.status, answer.stop_reason) == ("stopped", "cancelled")
    assert answer.text.startswith(chat.turns[1].text)
    assert chat.turns[1].text
    assert desk.saved() == desk.turns()
    desk.worker.script = FEW
    desk.controller.turns.go_on(answer.id)
    desk.until_idle()
    assert desk.turns()[1].text == answer.text + "one two three"


# --- a long chat, a short new reply
def test_what_is_written_grows_with_the_new_text_only(open_desk: OpenDesk) -> None:
    """The log of the database holds every page that was written since it was last emptied."""
    desk = open_desk(FEW)
    written = {}
    for name, turns in (("short", 100), ("long", 2000)):
        made = [
            question(f"{name}{n}", f"{name}{n - 1}" if n else None, conversation_id=name, text="words " * 100)
            for n in range(turns - 1)
        ]
        made.append(reply(f"{name}{turns - 1}", made[-1].id, conversation_id=name, text="words " * 100))
        made[-1] = replace(made[-1], status="complete")
        desk.store.add(made, ConversationSummary(name, name, 1.0, 1.0, named=True))
        desk.controller.open(name)
        assert desk.store.access.empty_log_soon().result(timeout=10)
        ask(desk, "a short question")
        desk.store.access.write(lambda session: None)  # behind all that was queued
        written[name] = file_family(desk.store.path)[1].stat().st_size
        assert len(desk.turns()) == turns + 2
    assert 0 < written["long"] < 1.5 * written["short"]
