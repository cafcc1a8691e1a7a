"""Checking a reply: the same request as then, one at a time, and whoever wants to write comes first."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from foreword.messages import Checked, Difference
from tests.fakes.fake_worker import Script
from tests.session.conftest import Desk

FEW = Script(pieces=lambda request: ["one ", "two ", "three"])
ENDLESS = replace(FEW, endless_check=True)
OTHER = Difference(1, 4, "two ", "2 ", 0.3, 0.4)


class Told:
    def __init__(self, desk: Desk) -> None:
        self.done: list[tuple[str, Any]] = []
        self.failed: list[tuple[str, Any]] = []
        self.progress: list[tuple[str, int, int]] = []
        checks = desk.controller.checks
        checks.checked.connect(lambda *each: self.done.append(each))
        checks.failed.connect(lambda *each: self.failed.append(each))
        checks.progressed.connect(lambda *each: self.progress.append(each))


def asked(open_desk: Any, script: Script = FEW) -> tuple[Desk, Told, str]:
    desk: Desk = open_desk(script)
    desk.controller.send("a question")
    desk.until_idle()
    return desk, Told(desk), desk.turns()[-1].id


@pytest.mark.parametrize("difference", [None, OTHER])
def test_it_asks_as_it_was_asked_and_keeps_the_result(open_desk: Any, difference: Any) -> None:
    desk, told, reply = asked(open_desk, replace(FEW, difference=difference))
    desk.settings.set("reply.temperature", 1.7)  # what holds now is not what held then
    assert desk.controller.checks.why_not(desk.turns()[-1]) == ""
    desk.controller.checks.check(reply)
    assert desk.controller.checks.running() == reply
    desk.until(lambda: bool(told.done))
    [(turn_id, checked)] = told.done
    assert turn_id == reply
    assert isinstance(checked, Checked)
    assert checked.difference == difference
    assert desk.controller.checks.result(reply) == checked
    assert desk.controller.checks.running() is None
    [request] = desk.worker.checks
    [first] = desk.worker.requests
    assert request.request.sampling == first.sampling
    assert request.request.messages == first.messages
    assert request.token_ids == (1, 2, 3)
    assert told.progress[0] == (reply, 0, 3)
    assert desk.saved() == desk.turns()  # nothing of the chat has changed


def test_switches_of_the_template_and_what_was_left_out_are_asked_for_again(open_desk: Any) -> None:
    desk: Desk = open_desk(replace(FEW, left_out=2))
    desk.settings.set("model.thinking", "on")
    desk.settings.set("reply.overflow", "drop")
    desk.controller.send("a question")
    desk.until_idle()
    assert desk.turns()[-1].stats["left_out"] == 2
    desk.settings.set("model.thinking", "auto")
    desk.settings.set("reply.overflow", "ask")
    told, reply = Told(desk), desk.turns()[-1]
    assert desk.controller.checks.why_not(reply) == ""
    desk.controller.checks.check(reply.id)
    desk.until(lambda: bool(told.done))
    request = desk.worker.checks[0].request
    assert request.template == desk.worker.requests[0].template == {"enable_thinking": True, "thinking": True}
    assert request.overflow == "drop"
    assert request.temporary  # nobody learns from it


def test_one_at_a_time(open_desk: Any) -> None:
    desk, told, reply = asked(open_desk, ENDLESS)
    desk.controller.checks.check(reply)
    desk.controller.checks.check(reply)
    assert told.failed[-1][1].reason == "A reply is being checked already."
    desk.controller.checks.cancel()
    desk.until(lambda: desk.controller.checks.running() is None)
    assert told.failed[-1][1].cancelled
    assert desk.controller.checks.result(reply) is None


def test_who_wants_to_write_comes_first(open_desk: Any) -> None:
    desk, told, reply = asked(open_desk, ENDLESS)
    desk.controller.checks.check(reply)
    desk.controller.send("something else")
    desk.until_idle()
    assert told.failed[-1][1].cancelled
    assert [turn.text for turn in desk.turns()[-2:]] == ["something else", "one two three"]
    assert desk.turns()[-1].status == "complete"


def test_quitting_ends_it(open_desk: Any) -> None:
    desk, _, reply = asked(open_desk, ENDLESS)
    desk.controller.checks.check(reply)
    assert desk.close()


def test_while_a_reply_is_written_none_is_checked(open_desk: Any) -> None:
    desk: Desk = open_desk(Script(pace_seconds=0.01))
    desk.controller.send("a question")
    desk.until_text()
    assert desk.controller.checks.why_not(desk.turns()[-1]) == "A reply is still being written."
    desk.controller.stop()
    desk.until_idle()
    # A reply that was stopped can be checked: what it has is compared.
    assert desk.controller.checks.why_not(desk.turns()[-1]) == ""


def test_another_model_or_instruction_is_told(open_desk: Any) -> None:
    desk, told, reply = asked(open_desk)
    desk.controller.options.set("reply.system_prompt", "Be brief.")
    why = "What stands before it, or the system prompt, has changed since."
    assert desk.controller.checks.why_not(desk.turns()[-1]) == why
    desk.controller.checks.check(reply)
    assert told.failed[-1][1].reason == why
    assert not desk.worker.checks
    desk.controller.options.set("reply.system_prompt", None)
    assert desk.controller.checks.why_not(desk.turns()[-1]) == ""
    desk.worker.script = replace(FEW, fingerprint={"device": "scripted", "config": "another"})
    desk.controller.load_model()
    desk.until(lambda: bool(desk.controller.checks.why_not(desk.turns()[-1])))
    desk.until(lambda: "model" in desk.controller.checks.why_not(desk.turns()[-1]))
    desk.until(lambda: desk.controller.checks.why_not(desk.turns()[-1]) == "It was written by another model.")


def test_where_nothing_is_ever_drafted_there_is_nothing_to_check(open_desk: Any) -> None:
    """Such a model's own cache may round another way, read once more: a difference would say nothing."""
    desk, _, _ = asked(open_desk, replace(FEW, widths=(1,)))
    assert "nothing is ever drafted" in desk.controller.checks.why_not(desk.turns()[-1])


def test_a_question_can_t_be_checked(open_desk: Any) -> None:
    desk, _, _ = asked(open_desk)
    assert desk.controller.checks.why_not(desk.turns()[0]) == "There is no reply to check."


def test_of_a_reply_that_goes_on_the_result_is_forgotten(open_desk: Any) -> None:
    desk, told, reply = asked(open_desk)
    desk.controller.checks.check(reply)
    desk.until(lambda: bool(told.done))
    desk.controller.turns.go_on(reply)
    desk.until_idle()
    assert desk.controller.checks.result(reply) is None


def test_a_reply_whose_parts_were_asked_for_alike_can_be_checked(open_desk: Any) -> None:
    desk, _, reply = asked(open_desk)
    for _ in range(2):
        desk.controller.turns.go_on(reply)
        desk.until_idle()
    assert desk.controller.checks.why_not(desk.turns()[-1]) == ""


OTHERWISE = {"reply.temperature": 1.7, "reply.system_prompt": "Be brief.", "model.thinking": "on", "": None}


@pytest.mark.parametrize("key", OTHERWISE)
def test_one_whose_parts_were_asked_for_otherwise_cannot(open_desk: Any, key: str) -> None:
    """No single request would have written it: a difference would be no fault of drafting."""
    desk, told, reply = asked(open_desk)
    if key:
        desk.settings.set(key, OTHERWISE[key])
    else:
        desk.worker.script = replace(FEW, fingerprint={"device": "scripted", "config": "another"})
        desk.controller.load_model()
    desk.controller.turns.go_on(reply)
    desk.until_idle()
    why = "Its parts were asked for in different ways."
    assert desk.controller.checks.why_not(desk.turns()[-1]) == why
    desk.controller.turns.go_on(reply)  # and what follows in one way doesn't mend that
    desk.until_idle()
    assert desk.controller.checks.why_not(desk.turns()[-1]) == why
    desk.controller.checks.check(reply)
    assert told.failed[-1][1].reason == why
    assert not desk.worker.checks
