"""How figures and states read beside the chat, and what becomes of figures before they are drawn."""

from __future__ import annotations

from dataclasses import replace

import pytest

from foreword.messages import SpeculatorInfo
from foreword.session.pace import PaceNow, SpeculatorPace
from foreword.ui import pace_words as words
from foreword.ui.pace_series import SPAN, Recent, at_moment, highest, in_reply, thinned

INFO = SpeculatorInfo("ngram", "foreword", "1", "active")
MEASURED = PaceNow(
    tokens_per_second=42.34,
    plain_tokens_per_second=18.0,
    tokens_per_pass=2.315,
    tokens=463,
    passes=200,
    seconds=12.3,
    reasons={"nothing was drafted": 20},
)


# --- time saved
@pytest.mark.parametrize(
    ("seconds", "says", "state"),
    [
        (None, "Saved so far: nothing measured yet", ""),
        (41.2, "Saved so far: 41 s in this chat", "saved"),
        (0.44, "Saved so far: 0.4 s in this chat", "saved"),
        (125, "Saved so far: 2 min 5 s in this chat", "saved"),
        (3600 * 2 + 61, "Saved so far: 2 h 1 min in this chat", "saved"),
        (-3.1, "Cost so far: 3 s in this chat", "cost"),
        (0.0, "Saved so far: neither saved nor cost anything in this chat", ""),
        (-0.02, "Saved so far: neither saved nor cost anything in this chat", ""),
    ],
)
def test_what_was_saved_in_words(seconds: float | None, says: str, state: str):
    assert words.saved_words(seconds) == says
    assert words.saved_state(seconds) == state


@pytest.mark.parametrize(("seconds", "says"), [(0.96, "1 s"), (59.6, "1 min 0 s"), (3599.7, "1 h 0 min")])
def test_a_length_of_time_is_rounded_before_it_is_cut_into_units(seconds: float, says: str):
    assert words.span_words(seconds) == says


def test_what_was_saved_is_exact_in_the_details():
    details = words.saved_details(replace(MEASURED, saved_reply=-0.25, saved_chat=41.2345))
    assert "This reply: -0.250 s" in details
    assert "This chat: +41.234 s" in details or "This chat: +41.235 s" in details
    assert "This reply" not in words.saved_details(PaceNow())


# --- pace
@pytest.mark.parametrize(
    ("now", "plain", "says"),
    [
        (36.0, 18.0, "2.0 times as fast as without drafts"),
        (17.8, 18.0, "About as fast as without drafts"),
        (9.0, 18.0, "0.50 times as fast as without drafts"),
        (36.0, 0.0, ""),
        (0.0, 18.0, ""),
    ],
)
def test_the_pace_is_compared_only_with_a_measured_one(now: float, plain: float, says: str):
    assert words.compared(PaceNow(tokens_per_second=now, plain_tokens_per_second=plain)) == says


def test_figures_are_short_on_screen_and_exact_in_the_details():
    assert words.figure(42.34) == "42.3"
    assert words.figure(0.0) == words.NONE
    details = words.pace_details(MEASURED).split("\n")
    assert details[:2] == ["Now: 42.340 tokens/s", "Without drafts: 18.000 tokens/s"]
    assert details[2] == "Tokens per pass: 2.3150 (463 tokens in 200 passes)"
    assert details[3] == "Plain because nothing was drafted: 20"


# --- states
@pytest.mark.parametrize(
    ("info", "on", "lately", "state", "says"),
    [
        (None, True, "unknown", "off", "Still starting"),
        (INFO, True, "drafted", "active", "Active"),
        (INFO, True, "unknown", "active", "Active"),
        (INFO, True, "asked", "quiet", "No match: it had nothing to propose lately"),
        (INFO, True, "idle", "quiet", "Waiting: not asked lately, as drafts wouldn't pay"),
        (INFO, False, "drafted", "off", "Off"),
        (replace(INFO, state="off"), True, "unknown", "active", "Active"),
        (replace(INFO, state="off"), False, "unknown", "off", "Off"),
        (replace(INFO, state="off", reason="held back by safe mode"), True, "unknown", "off",
         "Off: held back by safe mode"),
        (replace(INFO, reason="is reading the conversation"), True, "asked", "starting",
         "Still starting: it is reading the conversation"),
        (replace(INFO, reason="cap must be at least 16"), True, "drafted", "active",
         "Active: cap must be at least 16"),
        (replace(INFO, state="paused", reason="drafting costs more than it saves"), True, "idle", "paused",
         "Paused: drafting costs more than it saves"),
        (replace(INFO, state="unsuitable", reason="another tokenizer"), True, "asked", "unsuitable",
         "Not with this model: another tokenizer"),
        (replace(INFO, state="incompatible", reason="it needs version 2"), False, "unknown", "incompatible",
         "Incompatible: it needs version 2"),
        (replace(INFO, state="failed", reason="failed to draft"), True, "asked", "failed",
         "Failed to draft"),
        (replace(INFO, state="failed", reason="it raised KeyError"), False, "unknown", "off", "Off"),
        (replace(INFO, state="quarantined", reason="it ended the app"), False, "unknown", "quarantined",
         "Quarantined: it ended the app"),
    ],
)  # fmt: skip
def test_every_state_has_its_words(info: SpeculatorInfo, on: bool, lately: str, state: str, says: str):
    assert words.row_state(info, on, lately) == (state, says)  # type: ignore[arg-type]


def test_a_strangers_words_can_turn_nothing():
    shown = words.row_state(replace(INFO, state="failed", reason="a\u202eb\nc"), True, "unknown")[1]
    assert shown == "Failed: ab c"


def test_worth_and_cost_of_one_speculator():
    pace = SpeculatorPace(drafted=1600, verified=114, accepted=73, seconds=0.41, steps=200, idle=0)
    assert words.share_words(pace, 12.3) == "64 % accepted · 3.3 % of the time"
    details = words.share_details(pace, 12.3)
    for part in ("1,600", "114", "73", "64.04 %", "0.4100 s of 12.30 s", "2.050 ms a step, in 200 steps"):
        assert part in details
    assert words.share_words(SpeculatorPace(drafted=3, steps=1), 1.0) == "drafts not verified"
    assert words.share_words(SpeculatorPace(seconds=0.0001, steps=1), 1.0) == "< 0.1 % of the time"
    assert words.share_words(SpeculatorPace(), 0.0) == ""


@pytest.mark.parametrize(
    ("on", "total", "says"), [(0, 0, "0 of 0 speculators on"), (1, 1, "1 of 1 speculator on"),
                              (2, 3, "2 of 3 speculators on")]
)  # fmt: skip
def test_how_many_are_on(on: int, total: int, says: str):
    assert words.count_words(on, total) == says


# --- lately
def seen(*stages: tuple[int, SpeculatorPace]) -> Recent:
    recent = Recent()
    for passes, pace in stages:
        recent.see(PaceNow(passes=passes, speculators={"a": pace}))
    return recent


def test_lately_is_told_by_the_last_steps_alone():
    assert Recent().lately("a") == "unknown"
    asked = SpeculatorPace(drafted=4, steps=10, idle=0)
    assert seen((10, asked)).lately("a") == "drafted"
    assert seen((10, SpeculatorPace(steps=10))).lately("a") == "unknown"
    later = (10 + SPAN, SpeculatorPace(drafted=4, steps=10 + SPAN, idle=SPAN))
    assert seen((10, asked), later).lately("a") == "asked"
    left_out = (10 + SPAN, SpeculatorPace(drafted=4, steps=10, idle=SPAN))
    assert seen((10, asked), left_out).lately("a") == "idle"
    assert seen((10, asked), left_out).lately("never heard of") == "idle"


def test_another_reply_is_another_story():
    recent = seen((10, SpeculatorPace(steps=10)), (90, SpeculatorPace(steps=90)))
    assert recent.lately("a") == "asked"
    recent.see(PaceNow(passes=3, speculators={"a": SpeculatorPace(steps=3)}))
    assert recent.lately("a") == "unknown"


def test_an_ended_reply_is_judged_as_a_whole():
    drafted = {"a": SpeculatorPace(drafted=3, steps=9, idle=80), "b": SpeculatorPace(steps=9)}
    now = PaceNow(passes=99, speculators=drafted)
    assert [in_reply(now, name) for name in "abc"] == ["drafted", "asked", "unknown"]


# --- what is drawn
def test_thinning_keeps_the_order_the_number_and_the_peaks():
    points = [(float(at), 4.0) for at in range(1000)]
    points[700] = (700.0, 32.0)
    thin = thinned(points, 80, highest)
    assert len(thin) <= 80
    assert thin == sorted(thin)
    assert (700.0, 32.0) in thin
    assert thinned(points[:80], 80, highest) == points[:80]
    assert thinned([], 80, highest) == []


def test_the_point_under_the_pointer_is_the_one_whose_time_it_is():
    points = [(1.0, 10.0), (2.0, 20.0), (3.0, 30.0)]
    assert [at_moment(points, moment) for moment in (0.0, 1.5, 2.9, 9.0)] == [
        points[0], points[1], points[2], points[2],
    ]  # fmt: skip
    assert at_moment([], 1.0) is None
