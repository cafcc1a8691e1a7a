"""Versions, branches and cut replies through the real session: what is kept is what is shown."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from foreword.session.conversation import Attachment
from tests.fakes.fake_worker import Script
from tests.session.conftest import Desk

FEW = Script(pieces=lambda request: ["one ", "two ", "three"])
SLOW = Script(pace_seconds=0.01)


def asked(open_desk: Callable[..., Desk], *texts: str, script: Script = FEW) -> Desk:
    desk = open_desk(script)
    for text in texts or ("a question",):
        desk.controller.send(text)
        desk.until_idle()
    return desk


def texts(desk: Desk) -> list[str]:
    return [turn.text for turn in desk.turns()]


def versions(desk: Desk, index: int) -> tuple[int, int]:
    """(place, count) of the shown version of a turn."""
    chat = desk.controller.current()
    assert chat is not None
    turn = chat.turns[index]
    group = chat.versions.get(turn.id, (turn.id,))
    return group.index(turn.id) + 1, len(group)


def test_an_edited_question_is_another_version_with_a_reply_of_its_own(open_desk: Any) -> None:
    desk = asked(open_desk, "first", "second")
    first, _, second, _ = desk.turns()
    desk.controller.turns.edit(first.id, "first, better")
    desk.until_idle()
    assert texts(desk) == ["first, better", "one two three"]
    assert versions(desk, 0) == (2, 2)
    desk.controller.turns.show_version(first.id)
    assert [turn.id for turn in desk.turns()][2] == second.id
    assert desk.saved() == desk.turns()
    assert [message.content for message in desk.worker.requests[-1].messages] == ["first, better"]


def test_a_reply_written_once_more_stands_beside_the_first(open_desk: Any) -> None:
    desk = asked(open_desk)
    first = desk.turns()[1]
    desk.controller.turns.regenerate(first.id)
    desk.until_idle()
    assert versions(desk, 1) == (2, 2)
    assert desk.turns()[1].id != first.id
    desk.controller.turns.show_version(first.id)
    assert versions(desk, 1) == (1, 2)


def test_a_reply_that_says_nothing_gives_way_to_the_next(open_desk: Any) -> None:
    desk = open_desk(Script(fail_after=0))
    desk.controller.send("a question")
    desk.until_idle()
    assert desk.turns()[1].status == "failed"
    desk.worker.script = FEW
    desk.controller.retry()
    desk.until_idle()
    assert versions(desk, 1) == (1, 1)
    assert texts(desk) == ["a question", "one two three"]


def test_a_cut_reply_goes_on_in_its_place(open_desk: Any) -> None:
    desk = asked(open_desk, script=Script(fail_after=2, pieces=FEW.pieces))
    cut = desk.turns()[1]
    assert (cut.text, cut.status) == ("one two ", "failed")
    desk.worker.script = Script(pieces=lambda request: ["three ", "four"])
    desk.controller.turns.go_on(cut.id)
    assert desk.turns()[1].status == "streaming"
    desk.until_idle()
    whole = desk.turns()[1]
    assert (whole.id, whole.text, whole.status) == (cut.id, "one two three four", "complete")
    request = desk.worker.requests[-1]
    assert (request.prefix_text, request.prefix) == ("one two ", (1, 2))
    assert request.sampling.seed == cut.stats["seed"]
    assert desk.store.token_ids(cut.id) == (1, 2, 1, 2)
    assert desk.saved() == desk.turns()


def test_a_reply_that_goes_on_and_is_stopped_keeps_all_of_its_text(open_desk: Any) -> None:
    desk = asked(open_desk, script=Script(fail_after=2, pieces=FEW.pieces))
    cut = desk.turns()[1]
    desk.worker.script = SLOW
    desk.controller.turns.go_on(cut.id)
    desk.until_text()
    desk.controller.stop()
    desk.until_idle()
    assert desk.turns()[1].text.startswith("one two " + cut.id)
    assert desk.saved() == desk.turns()


def test_a_branch_becomes_a_chat_of_its_own_and_a_copy_has_everything(open_desk: Any) -> None:
    desk = asked(open_desk, "first", "second")
    chat = desk.controller.current()
    assert chat is not None
    desk.controller.chats.branch_off(chat.summary.id, chat.turns[1].id)
    assert texts(desk) == ["first", "one two three"]
    desk.controller.chats.duplicate(chat.summary.id)
    assert texts(desk) == ["first", "one two three", "second", "one two three"]
    assert len(desk.controller.conversations()) == 3
    assert desk.store.token_ids(desk.turns()[1].id) == (1, 2, 3)


def test_a_deleted_turn_is_gone_with_what_follows_and_is_unlearnt(open_desk: Any) -> None:
    desk = asked(open_desk, "first", "second")
    chat = desk.controller.current()
    assert chat is not None
    assert desk.controller.turns.delete(chat.turns[2].id) == 2
    assert texts(desk) == ["first", "one two three"]
    desk.until(lambda: bool(desk.worker.lessons))
    assert desk.worker.forgotten == [chat.summary.id]
    (lesson,) = {lesson.versions for lesson in desk.worker.lessons}
    assert [message.content for message in lesson[0][0]] == ["first", "one two three"]


def test_the_branch_that_is_being_written_on_cannot_be_changed(open_desk: Any) -> None:
    desk = open_desk(SLOW)
    desk.controller.send("go")
    desk.until_text()
    question, reply = desk.turns()
    desk.controller.turns.delete(question.id)
    desk.controller.turns.show_version(question.id)
    desk.controller.turns.regenerate(reply.id)
    desk.controller.turns.edit(question.id, "other")
    assert len(desk.of("notice")) == 4
    desk.controller.stop()
    desk.until_idle()
    assert [turn.id for turn in desk.saved()] == [question.id, reply.id]


def test_another_chat_can_be_read_and_changed_meanwhile(open_desk: Any) -> None:
    desk = asked(open_desk, "old", script=FEW)
    old = desk.controller.current()
    assert old is not None
    desk.worker.script = SLOW
    desk.controller.new_chat()
    desk.controller.send("go")
    desk.until_text()
    desk.controller.open(old.summary.id)
    assert desk.controller.turns.delete(old.turns[1].id) == 1
    assert texts(desk) == ["old"]
    desk.controller.stop()
    desk.until_idle()


def test_attachments_go_into_the_prompt_under_their_names(open_desk: Any) -> None:
    desk = open_desk(FEW)
    files = (Attachment("a.py", "print('```')"), Attachment("b.txt", "plain\n"))
    desk.controller.turns.send("what is this?", files)
    desk.until_idle()
    (message,) = desk.worker.requests[-1].messages
    assert message.content == (
        "File a.py:\n````\nprint('```')\n````\n\nFile b.txt:\n```\nplain\n```\n\nwhat is this?"
    )
    assert desk.turns()[0].attachments == files
    assert desk.turns()[0].text == "what is this?"


def test_room_is_made_by_leaving_out_the_oldest_turns(open_desk: Any) -> None:
    desk = asked(open_desk, "first", script=FEW)
    desk.worker.script = Script(context_full=True)
    desk.controller.send("too much")
    desk.until_idle()
    full = desk.turns()[3]
    assert (full.status, full.stop_reason) == ("failed", "context_full")
    desk.worker.script = FEW
    desk.controller.turns.make_room(full.id, "drop")
    desk.until_idle()
    assert desk.worker.requests[-1].overflow == "drop"
    assert texts(desk) == ["first", "one two three", "too much", "one two three"]
    assert versions(desk, 3) == (1, 1)


def test_a_full_chat_goes_on_in_a_new_one_that_begins_with_a_summary(open_desk: Any) -> None:
    desk = asked(open_desk, "first", script=FEW)
    desk.settings.set("reply.system_prompt", "Be kind.")
    desk.settings.set("reply.overflow", "summary")
    old = desk.controller.current()
    assert old is not None
    desk.worker.script = Script(context_full=True, once=True, then=FEW)
    desk.controller.send("too much")
    desk.until(lambda: len(desk.worker.requests) == 4)
    desk.until_idle()
    new = desk.controller.current()
    assert new is not None
    assert new.summary.title.endswith("(continued)")
    assert new.summary.id != old.summary.id
    assert texts(desk) == ["too much", "one two three"]
    summary, asked_again = desk.worker.requests[-2:]
    assert summary.temporary
    assert summary.overflow == "drop"
    assert [message.role for message in summary.messages] == ["system", "user", "assistant", "user"]
    system = asked_again.messages[0].content
    assert system.startswith("Be kind.\n\n")
    assert system.endswith("one two three")
    assert asked_again.messages[1].content == "too much"
    assert [turn.text for turn in desk.store.branch(old.summary.id)] == ["first", "one two three", "too much"]


def test_how_many_turns_a_deletion_would_take_is_known_before(open_desk: Any) -> None:
    desk = asked(open_desk, "first", "second")
    first, reply = desk.turns()[:2]
    desk.controller.turns.regenerate(reply.id)
    desk.until_idle()
    assert desk.controller.turns.count_from(first.id) == 5
    assert desk.controller.turns.count_from(reply.id) == 3
    assert desk.controller.turns.delete(reply.id) == 3


def test_the_same_is_known_of_a_temporary_chat(open_desk: Any) -> None:
    desk = open_desk(FEW)
    desk.controller.chats.new_temporary()
    desk.controller.turns.send("first")
    desk.until_idle()
    question = desk.turns()[0]
    assert desk.controller.turns.count_from(question.id) == 2
    assert desk.controller.turns.delete(question.id) == 2


def test_that_a_summary_is_being_written_can_be_seen(open_desk: Any) -> None:
    desk = asked(open_desk, "first", script=FEW)
    desk.worker.script = Script(context_full=True)
    desk.controller.send("too much")
    desk.until_idle()
    full = desk.turns()[3]
    desk.worker.script = SLOW
    desk.controller.turns.make_room(full.id, "summary")
    assert desk.controller.is_summarising()
    desk.until(lambda: not desk.controller.is_summarising())
    assert desk.controller.is_busy()
    desk.controller.stop()
    desk.until_idle()
    assert not desk.controller.is_summarising()
