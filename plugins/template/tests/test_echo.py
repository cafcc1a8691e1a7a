"""The conformance suite, and what only this speculator does."""

from __future__ import annotations

from pathlib import Path

from foreword.api import API_VERSION, is_compatible
from foreword.api.testing import Driver, SpeculatorConformance, ToyModel
from foreword_echo import Echo
from foreword_echo.table import KEPT, Table


class TestEcho(SpeculatorConformance):
    speculator_class = Echo


class TestBranchingEcho(SpeculatorConformance):
    speculator_class = Echo

    def values(self) -> dict[str, bool | int | float | str]:
        return {"branches": 4, "longest_draft": 32, "prompts": False}


def test_what_came_last_comes_first_then_what_was_likely() -> None:
    table = Table()
    table.note([1, 2], 3, [4, 5])
    table.note([1, 2], 5, [6])
    assert table.look([1, 2]) == ((5, 6, 3, 4), 2)
    assert table.look([9, 2]) == ((5, 6, 3, 4), 1)
    assert table.look([2, 9]) == ((), 0)


def test_a_place_holds_few() -> None:
    table = Table()
    table.note([1], 0, range(100))
    assert len(table.look([1])[0]) == KEPT


def test_most_of_a_text_that_repeats_is_accepted(tmp_path: Path) -> None:
    model = ToyModel()
    driver = Driver(Echo, tmp_path, model)
    driver.open()
    reply = driver.reply("a chat", model.prompt(80, 1), length=400)
    status = driver.status("a chat")
    driver.close()
    assert reply.token_ids == reply.plain
    assert reply.accepted > 100
    assert status is not None
    assert f"{reply.accepted:,} of {reply.drafted:,}" in status.facts[1].value


def test_the_version_that_it_declares_is_one_that_runs_it() -> None:
    assert is_compatible("v1.1") == (True, "")
    assert API_VERSION >= (1, 1)
