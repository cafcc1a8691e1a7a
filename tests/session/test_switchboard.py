"""Switches as the user sees them before the worker has had time to answer."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from foreword.api import IntOption
from foreword.messages import ActRequest, SpeculatorInfo, SpeculatorsListed
from foreword.settings import Settings
from tests.fakes.fake_worker import Script
from tests.session.conftest import Desk


def told(desk: Desk, info: SpeculatorInfo) -> None:
    desk.worker.message.emit(SpeculatorsListed((info,)))
    desk.until(lambda: desk.controller.speculators() == (info,))


@pytest.mark.parametrize("state", ["active", "failed", "off"])
def test_a_switch_shows_at_once_also_on_one_that_failed(open_desk: Callable[..., Desk], state: str) -> None:
    desk = open_desk(Script())
    desk.until(lambda: bool(desk.controller.speculators()))
    told(desk, SpeculatorInfo("ngram", "foreword", "0.1.0", state, "because"))  # type: ignore[arg-type]
    desk.controller.set_speculator("ngram", False)
    assert [(info.state, info.reason) for info in desk.controller.speculators()] == [("off", "")]
    desk.controller.set_speculator("ngram", True)
    assert [(info.state, info.reason) for info in desk.controller.speculators()] == [("active", "")]


def test_no_switch_makes_an_incompatible_one_look_usable(open_desk: Callable[..., Desk]) -> None:
    desk = open_desk(Script())
    desk.until(lambda: bool(desk.controller.speculators()))
    info = SpeculatorInfo("ngram", "foreword", "0.1.0", "incompatible", "was written for v9.0")
    told(desk, info)
    desk.controller.set_speculator("ngram", True)
    assert desk.controller.speculators() == (info,)


LENGTH = IntOption("longest_draft", 8, 1, 64)


def with_option(desk: Desk) -> None:
    desk.until(lambda: bool(desk.controller.speculators()))
    told(
        desk,
        SpeculatorInfo(
            "ngram", "foreword", "0.1.0", "active", options=(LENGTH,), values={"longest_draft": 8}
        ),
    )


def test_an_option_is_set_at_once_kept_and_handed_to_the_worker(open_desk: Callable[..., Desk]) -> None:
    desk = open_desk(Script())
    with_option(desk)
    assert desk.controller.set_option("ngram", "longest_draft", 12) == ""
    assert desk.controller.speculators()[0].values == {"longest_draft": 12}
    assert desk.worker.switches.options("ngram") == {"longest_draft": 12}
    assert Settings(desk.settings.path)["speculators.options"] == {"ngram": {"longest_draft": 12}}


@pytest.mark.parametrize(
    ("name", "option", "value", "word"),
    [
        ("ngram", "longest_draft", 65, "from 1 to 64"),
        ("ngram", "longest_draft", "12", "whole number"),
        ("ngram", "colour", 1, "no option"),
        ("stranger", "longest_draft", 1, "no option"),
    ],
)
def test_an_option_that_does_not_fit_changes_nothing(
    open_desk: Callable[..., Desk], name: str, option: str, value: object, word: str
) -> None:
    desk = open_desk(Script())
    with_option(desk)
    assert word in desk.controller.set_option(name, option, value)
    assert desk.settings["speculators.options"] == {}
    assert desk.worker.switches.options(name) == {}


def test_options_of_an_earlier_session_reach_the_worker(open_desk: Callable[..., Desk]) -> None:
    first = open_desk(Script())
    with_option(first)
    first.controller.set_option("ngram", "longest_draft", 3)
    assert first.close()
    assert open_desk(Script()).worker.switches.options("ngram") == {"longest_draft": 3}


def test_a_button_is_pressed_for_the_open_chat(open_desk: Callable[..., Desk]) -> None:
    desk = open_desk(Script())
    desk.controller.send("hello")
    desk.until_idle()
    chat = desk.controller.current()
    assert chat is not None
    desk.controller.act("ngram", "exclude")
    desk.until(lambda: bool(desk.of("acted")))
    assert desk.worker.acts == [ActRequest("ngram", "exclude", chat.summary.id)]
    assert desk.of("acted") == [("ngram", "exclude is done")]


def test_switching_on_forgives_even_where_the_worker_never_saw_it_off(open_desk: Callable[..., Desk]) -> None:
    desk = open_desk(Script())
    desk.controller.set_speculator("ngram", False)
    desk.controller.set_speculator("ngram", True)
    desk.until(lambda: desk.worker.retried == ["ngram"])
    desk.controller.try_again("ngram")
    desk.until(lambda: desk.worker.retried == ["ngram", "ngram"])


def test_plugins_that_came_or_went_are_looked_for(open_desk: Callable[..., Desk]) -> None:
    desk = open_desk(Script())
    desk.controller.rediscover_speculators()
    desk.until(lambda: desk.worker.rediscovered == 1)
