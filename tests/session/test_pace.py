"""The figures behind the live panel: right sums, at a bearable rate, of the open chat alone."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from foreword.messages import Share, Step
from foreword.session.pace import Tally, saved_by
from tests.fakes.fake_worker import Script
from tests.session.conftest import Desk

TEN = Script(pieces=lambda request: [f"word{number} " for number in range(10)])


def step(seconds: float, plain: float, reason: str = "", **shares: Share) -> Step:
    return Step(8, seconds, plain, shares=shares, reason=reason)


def test_sums_of_a_reply() -> None:
    tally = Tally()
    tally.add(3, step(0.05, 0.04, ngram=Share(4, 8, 6, 2, 0.001)))
    tally.add(1, step(0.04, 0.04, "nothing was drafted", ngram=Share(0, 0, 0, 0, 0.002)))
    now = tally.now(writing=False, saved_earlier=None)
    assert (now.tokens, now.passes, now.tokens_per_pass) == (4, 2, 2.0)
    assert now.tokens_per_second == pytest.approx(4 / 0.09)
    assert now.plain_tokens_per_second == pytest.approx(25.0)
    assert now.saved_reply == pytest.approx(4 * 0.04 - 0.09)
    ngram = now.speculators["ngram"]
    assert (ngram.drafted, ngram.verified, ngram.accepted, ngram.steps, ngram.idle) == (8, 6, 2, 2, 1)
    assert ngram.acceptance == pytest.approx(1 / 3)
    assert ngram.seconds == pytest.approx(0.003)
    assert now.reasons == {"nothing was drafted": 1}
    assert [width for _, width in now.widths] == [8, 8]


def test_who_is_paused_is_that_of_the_last_step() -> None:
    tally = Tally()
    assert tally.now(writing=True, saved_earlier=None).paused == {}
    tally.add(1, replace(step(0.05, 0.04), paused={"slow": "it costs too much"}))
    assert tally.now(writing=True, saved_earlier=None).paused == {"slow": "it costs too much"}
    tally.add(1, step(0.05, 0.04))
    assert tally.now(writing=True, saved_earlier=None).paused == {}


def test_a_slower_reply_has_cost_seconds() -> None:
    tally = Tally()
    tally.add(1, step(0.06, 0.04))
    now = tally.now(writing=False, saved_earlier=1.0)
    assert now.saved_reply == pytest.approx(-0.02)
    assert now.saved_chat == pytest.approx(0.98)


def test_while_writing_the_speed_is_that_of_the_last_two_seconds() -> None:
    tally = Tally()
    for _ in range(20):
        tally.add(1, step(0.5, 0.4))
    for _ in range(20):
        tally.add(2, step(0.1, 0.1))
    now = tally.now(writing=True, saved_earlier=None)
    assert now.tokens_per_second == pytest.approx(20.0)
    assert now.plain_tokens_per_second == pytest.approx(10.0)
    assert tally.now(writing=False, saved_earlier=None).tokens_per_second == pytest.approx(60 / 12)


def test_curves_have_an_end() -> None:
    tally = Tally()
    for _ in range(5000):
        tally.add(1, step(0.5, 0.4))
    now = tally.now(writing=True, saved_earlier=None)
    assert len(now.speeds) == len(now.widths) == 600
    assert now.speeds[-1] == (pytest.approx(2500.0), pytest.approx(2.0), pytest.approx(2.5))


def test_nothing_measured_is_not_nothing_saved() -> None:
    now = Tally().now(writing=False, saved_earlier=None)
    assert (now.saved_reply, now.saved_chat) == (None, None)
    assert saved_by({}) is None
    assert saved_by({"saved_seconds": 0.0, "passes": 0}) is None
    assert saved_by({"saved_seconds": -1.5, "passes": 3}) == -1.5


def test_a_chat_adds_up_what_its_replies_saved(open_desk: Any) -> None:
    desk: Desk = open_desk(TEN)
    told: list[None] = []
    desk.controller.pace.changed.connect(lambda: told.append(None))
    for text in ("one", "two"):
        desk.controller.send(text)
        desk.until_idle()
    now = desk.controller.pace.now()
    assert (now.tokens, now.passes, now.writing) == (10, 10, False)
    assert now.saved_reply == pytest.approx(10 * 0.03 - 10 * 0.02)
    # Both replies' own statistics, as they are kept: 3 seconds in plain steps against 2.
    assert now.saved_chat == pytest.approx(1.0 + now.saved_reply)
    assert len(told) < 12
    first = desk.controller.chats.open_id
    desk.controller.new_chat()
    assert desk.controller.pace.now().saved_chat is None
    desk.controller.open(first)
    assert desk.controller.pace.now().saved_chat == pytest.approx(1.0 + now.saved_reply)


def test_what_a_reply_saved_before_it_went_on_counts_in_its_chat(open_desk: Any) -> None:
    desk: Desk = open_desk(TEN)
    desk.controller.send("one")
    desk.until_idle()
    reply = desk.turns()[-1].id
    for goes in (2, 3):
        desk.controller.turns.go_on(reply)
        desk.until_idle()
        now = desk.controller.pace.now()
        assert now.saved_chat == pytest.approx((goes - 1) * 1.0 + now.saved_reply)
    first = desk.controller.chats.open_id
    desk.controller.new_chat()
    desk.controller.open(first)
    assert desk.controller.pace.now().saved_chat == pytest.approx(2.0 + now.saved_reply)
    assert saved_by(desk.saved()[-1].stats) == pytest.approx(3.0)


def test_of_another_chat_s_reply_nothing_shows(open_desk: Any) -> None:
    desk: Desk = open_desk(Script(pace_seconds=0.01))
    desk.controller.send("one")
    desk.until_text()
    assert desk.controller.pace.now().writing
    desk.controller.new_chat()
    assert desk.controller.pace.now().tokens == 0
    assert not desk.controller.pace.now().writing
    desk.controller.stop()
    desk.until_idle()


def test_the_plain_speed_of_a_reply_is_measured_with_its_model(open_desk: Any) -> None:
    desk = open_desk(Script(pieces=lambda request: ["one ", "two "], folder="/models/one"))
    told: list[tuple[str, str, float]] = []
    desk.controller.plain_speed_measured.connect(lambda *each: told.append(each))
    desk.controller.send("a question")
    desk.until_idle()
    # The script says 30 ms for each plain step.
    assert [(folder, dtype, round(speed, 3)) for folder, dtype, speed in told] == [
        ("/models/one", "float32", round(1 / 0.03, 3))
    ]
