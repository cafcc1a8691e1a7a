"""A deleted chat is forgotten below too: the worker is told, so that no speculator keeps a trace."""

from __future__ import annotations

from collections.abc import Callable

from tests.fakes.fake_worker import Script
from tests.session.conftest import Desk


def test_deleting_a_chat_makes_the_worker_forget_that_one(open_desk: Callable[..., Desk]) -> None:
    desk = open_desk(Script())
    desk.controller.send("keep me")
    desk.until_idle()
    kept = desk.controller.current().summary.id
    desk.controller.new_chat()
    desk.controller.send("delete me")
    desk.until_idle()
    deleted = desk.controller.current().summary.id

    desk.controller.delete(deleted)

    desk.until(lambda: bool(desk.worker.forgotten))
    assert desk.worker.forgotten == [deleted]
    assert kept != deleted


def test_a_chat_deleted_while_its_reply_is_written_is_forgotten_after_the_reply(
    open_desk: Callable[..., Desk],
) -> None:
    desk = open_desk(Script(pace_seconds=0.01))
    desk.controller.send("delete me")
    desk.until_text()
    chat = desk.controller.current().summary.id

    desk.controller.delete(chat)

    desk.until(lambda: bool(desk.worker.forgotten))
    desk.until_idle()
    assert desk.worker.forgotten == [chat]
    assert len(desk.worker.requests) == 1
