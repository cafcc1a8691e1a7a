"""What was measured is kept, guessed sensibly where it is missing, and never trusted blindly."""

from __future__ import annotations

from pathlib import Path

import pytest

from foreword.api import Draft
from foreword.engine.calibration import Calibration, PassTimes
from foreword.engine.tree import TokenTree

WIDTHS = (2, 4, 8, 16)


def test_contexts_have_times_of_their_own() -> None:
    times = PassTimes(WIDTHS)
    times.learn(4, 100, 1.0)
    times.learn(4, 5000, 3.0)
    assert times.of(4, 200) == 1.0
    assert times.of(4, 5100) == 3.0
    assert times.of(4, 8000) == 3.0


def test_between_two_known_widths_the_time_lies_between() -> None:
    times = PassTimes(WIDTHS)
    times.learn(4, 0, 1.0)
    times.learn(16, 0, 4.0)
    assert times.of(8, 0) == pytest.approx(2.0)


def test_where_only_wide_passes_were_seen_a_plain_one_is_as_much_quicker_as_elsewhere() -> None:
    times = PassTimes(WIDTHS)
    for width, seconds in ((4, 0.040), (16, 0.060)):
        times.learn(width, 100, seconds)
    times.learn(16, 1100, 0.090)  # a reply that grows beyond a context's border while all of it is drafted
    assert times.of(4, 1100) == pytest.approx(0.060)
    assert times.of(16, 1100) == 0.090
    times.learn(4, 1200, 0.070)  # and once it is measured, that holds
    assert times.of(4, 1100) == 0.070


def test_a_second_launch_starts_where_the_first_ended(tmp_path: Path) -> None:
    path = tmp_path / "notes" / "times.json"
    first = Calibration(WIDTHS, path)
    tree = TokenTree.merge(0, [("a", Draft.chain([1, 2], (), 4))])
    for _ in range(50):
        first.times.learn(8, 3000, 0.25)
        first.survival.learn(tree, 1, False)
        first.book("a").took(4, 0.05)
        first.book("a").learn(4, 4, 1, 2, 0)
    first.save()
    second = Calibration(WIDTHS, path)
    assert second.times.of(8, 3000) == 0.25
    assert second.survival.of(tree, 1) == pytest.approx(first.survival.of(tree, 1), abs=0.05)
    assert second.survival.of(tree, 1) < 0.1
    assert second.book("a").learnt
    assert not second.book("b").learnt
    assert second.book("a").seconds(4) == pytest.approx(0.05)
    assert second.book("a").survivals(2) == pytest.approx(first.book("a").survivals(2), abs=0.15)


@pytest.mark.parametrize(
    "content",
    [
        "",
        "{",
        "[]",
        '{"format": 99}',
        '{"format": 2, "seconds": {"a": 1}, "survival": 3}',
        '{"format": 2, "seconds": {}, "survival": [], "drafting": {"a": {"times": [[-1, 0.1]]}}}',
        '{"format": 2, "seconds": {}, "survival": [], "drafting": {"a": {"times": [[1, NaN]]}}}',
    ],
)
def test_notes_that_cannot_be_read_are_measured_anew(tmp_path: Path, content: str) -> None:
    path = tmp_path / "times.json"
    path.write_text(content)
    calibration = Calibration(WIDTHS, path)
    calibration.times.learn(2, 0, 0.5)
    calibration.save()
    assert Calibration(WIDTHS, path).times.of(2, 0) == 0.5


def test_widths_that_are_no_longer_of_the_class_are_dropped(tmp_path: Path) -> None:
    path = tmp_path / "times.json"
    old = Calibration((1, 2), path)
    old.times.learn(1, 0, 0.1)
    old.times.learn(2, 0, 0.2)
    old.save()
    assert Calibration((2, 4), path).times.of(2, 0) == 0.2
