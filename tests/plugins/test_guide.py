"""The guide for authors: its code runs, and its last speculator passes the suite."""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path
from types import ModuleType

import pytest

from foreword.api import API_VERSION, Budget, Context, Draft, Outcome, is_compatible
from foreword.api.testing import Driver, SpeculatorConformance, ToyModel

GUIDE = (Path(__file__).parents[2] / "plugins" / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", GUIDE, re.DOTALL | re.MULTILINE)


def load() -> ModuleType:
    """All of the guide's Python, in the order in which it is read, as one module."""
    module = ModuleType("guide")
    sys.modules["guide"] = module
    exec(compile("\n".join(blocks("python")), "guide", "exec"), module.__dict__)
    return module


guide = load()


@pytest.mark.parametrize("name", ["Echo", "IndexedEcho"])
def test_each_of_its_speculators_drafts_what_followed(name: str, tmp_path: Path) -> None:
    driver = Driver(getattr(guide, name), tmp_path, ToyModel())
    driver.open()
    driver.start("a chat", [5, 6, 7, 5])
    assert driver.draft(2) == Draft.chain([6, 7], match_length=int(name == "IndexedEcho"))
    driver.observe([6, 7], 2)
    assert driver.draft(1) == Draft.chain([5], match_length=int(name == "IndexedEcho"))
    driver.finish()
    driver.close()


class TestItsLastSpeculator(SpeculatorConformance):
    speculator_class = guide.CountingEcho


def test_its_own_test_passes(tmp_path: Path) -> None:
    guide.test_a_text_that_repeats_is_drafted(tmp_path)


def test_the_project_that_it_shows_declares_what_runs_here() -> None:
    (project,) = (tomllib.loads(block) for block in blocks("toml"))
    groups = project["project"]["entry-points"]
    assert groups["foreword.speculators"].keys() == groups["foreword.speculator_api"].keys()
    assert is_compatible(groups["foreword.speculator_api"]["echo"]) == (True, "")
    assert groups["foreword.speculator_api"]["echo"] == "v{}.{}".format(*API_VERSION)


def test_its_counts_are_of_one_reply() -> None:
    """A guard on the guide's arithmetic, without the driver."""
    echo = guide.CountingEcho()
    echo.configure({"longest_draft": 1})
    echo._ids, echo._last = [], {}
    echo._add([1, 2, 1])
    assert echo.draft(Context([1, 2, 1]), Budget(8, 1000)) == Draft.chain([2], match_length=1)
    echo.observe(Outcome((2,), 1))
    assert echo.status(None).facts[0].value == "1 of 1 tokens drafted"
