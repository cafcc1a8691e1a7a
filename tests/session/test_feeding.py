"""Stored conversations reach the speculators that ask for them: all of them, once, oldest first."""

from __future__ import annotations

from collections.abc import Callable

from foreword.messages import ChatMessage, HistoryWanted
from tests.fakes.fake_worker import Script
from tests.session.conftest import Desk


def chats(desk: Desk, *texts: str) -> list[str]:
    ids = []
    for text in texts:
        desk.controller.new_chat()
        desk.controller.send(text)
        desk.until_idle()
        chat = desk.controller.current()
        assert chat is not None
        ids.append(chat.summary.id)
    return ids


def few_words(request: object) -> list[str]:
    return ["one ", "two"]


def test_every_conversation_is_taught_once_oldest_first(open_desk: Callable[..., Desk]) -> None:
    desk = open_desk(Script(pieces=few_words))
    ids = chats(desk, "first", "second", "third")

    desk.worker.message.emit(HistoryWanted(("suffix_history",)))

    desk.until(lambda: len(desk.worker.lessons) == 3)
    assert [lesson.conversation_id for lesson in desk.worker.lessons] == ids
    assert [(lesson.number, lesson.total) for lesson in desk.worker.lessons] == [(1, 3), (2, 3), (3, 3)]
    assert all(lesson.names == ("suffix_history",) for lesson in desk.worker.lessons)
    (messages, token_ids) = desk.worker.lessons[0].versions[0]
    assert messages == (ChatMessage("user", "first"), ChatMessage("assistant", "one two"))
    assert token_ids == (1, 2)


def test_every_version_of_a_reply_is_in_the_lesson(open_desk: Callable[..., Desk]) -> None:
    desk = open_desk(Script(pieces=few_words))
    chats(desk, "first")
    desk.controller.retry()
    desk.until_idle()

    desk.worker.message.emit(HistoryWanted(("suffix_history",)))

    desk.until(lambda: len(desk.worker.lessons) == 1)
    assert len(desk.worker.lessons[0].versions) == 2


def test_what_could_not_be_taken_in_is_taught_again(open_desk: Callable[..., Desk]) -> None:
    desk = open_desk(Script(pieces=few_words, refuse_lessons=2))
    first, second = chats(desk, "first", "second")

    desk.worker.message.emit(HistoryWanted(("suffix_history",)))

    desk.until(lambda: len(desk.worker.lessons) == 4)
    assert [lesson.conversation_id for lesson in desk.worker.lessons] == [first, first, first, second]
    assert [lesson.number for lesson in desk.worker.lessons] == [1, 1, 1, 2]


def test_a_chat_deleted_meanwhile_is_not_taught(open_desk: Callable[..., Desk]) -> None:
    desk = open_desk(Script(pieces=few_words, refuse_lessons=1))
    first, second = chats(desk, "first", "second")
    desk.worker.message.emit(HistoryWanted(("suffix_history",)))
    desk.until(lambda: len(desk.worker.lessons) == 1)

    desk.controller.delete(second)

    desk.until(lambda: len(desk.worker.lessons) == 2)
    desk.qtbot.wait(700)
    assert [lesson.conversation_id for lesson in desk.worker.lessons] == [first, first]


def test_asking_again_starts_anew(open_desk: Callable[..., Desk]) -> None:
    desk = open_desk(Script(pieces=few_words))
    first, second = chats(desk, "first", "second")
    for expected in (2, 4):
        desk.worker.message.emit(HistoryWanted(("suffix_history",)))
        desk.until(lambda expected=expected: len(desk.worker.lessons) == expected)  # type: ignore[misc]
    assert [lesson.conversation_id for lesson in desk.worker.lessons] == [first, second, first, second]


def test_a_chat_that_is_being_answered_is_taught_afterwards_as_it_ended(
    open_desk: Callable[..., Desk],
) -> None:
    """Heard behind the reply, an older state of the chat would take the reply's place."""
    desk = open_desk(Script(pieces=few_words))
    chats(desk, "first")
    desk.worker.script = Script(pieces=lambda request: ["word "] * 60, pace_seconds=0.01)
    desk.controller.send("more")
    desk.until_text()

    desk.worker.message.emit(HistoryWanted(("suffix_history",)))

    desk.until_idle()
    desk.until(lambda: bool(desk.worker.lessons))
    messages, _ = desk.worker.lessons[0].versions[0]
    assert [message.content for message in messages] == ["first", "one two", "more", "word " * 60]
