"""Which pass times a replay goes by."""

from __future__ import annotations

from foreword.commands.replay.passes import Passes
from foreword.engine.calibration import Calibration
from foreword.paths import Paths
from foreword.worker.service import pass_times_file

FINGERPRINT = {"device": "cpu", "mode": "exact", "widths": "4 8 16"}


def save_times(paths: Paths, fingerprint: dict[str, str], name: str = "tiny") -> None:
    calibration = Calibration((4, 8, 16), pass_times_file(paths, name, fingerprint))
    calibration.times.learn(8, 0, 0.5)
    calibration.save()


def test_the_times_of_the_newest_fingerprint_that_has_any(paths: Paths) -> None:
    fast = {**FINGERPRINT, "mode": "fast", "widths": "2 8"}
    save_times(paths, FINGERPRINT)
    save_times(paths, fast)
    found = Passes.find(paths, "tiny", [{}, {"widths": "1 2"}, FINGERPRINT, fast], branches=True)
    assert (found.widths, found.branches) == ((4, 8, 16), False)
    assert found.planner().calibration.times.of(8, 0) == 0.5
    found = Passes.find(paths, "tiny", [fast, FINGERPRINT], branches=False)
    assert (found.widths, found.branches) == ((2, 8), True)
    assert found.in_words() == "trees, as far as they pay by the pass times measured here"


def test_without_any_one_width_takes_all_that_fits(paths: Paths) -> None:
    save_times(paths, FINGERPRINT, "another model")
    found = Passes.find(paths, "tiny", [FINGERPRINT], branches=False)
    assert (found.widths, found.times) == ((16,), None)
    assert found.in_words() == "chains, all that fits a width of 16: no pass of this model was timed here"


def test_a_file_that_says_nothing_is_none(paths: Paths) -> None:
    file = pass_times_file(paths, "tiny", FINGERPRINT)
    file.parent.mkdir(parents=True)
    file.write_text("{")
    assert Passes.find(paths, "tiny", [FINGERPRINT], branches=True).times is None


def test_nothing_is_known_of_any_speculator(paths: Paths) -> None:
    save_times(paths, FINGERPRINT)
    found = Passes.find(paths, "tiny", [FINGERPRINT], branches=False)
    one, other = found.planner(), found.planner()
    assert one.calibration is not other.calibration
    assert one.calibration.survival.state() == []
