"""Switches as the user sees them before the worker has had time to answer."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from foreword.messages import SpeculatorInfo, SpeculatorsListed
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
