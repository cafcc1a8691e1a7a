"""The bar of progress: busy without a measure, and still where motion is reduced."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from foreword.ui import motion
from foreword.ui.progress_bar import ProgressBar
from foreword.ui.theme import Theme


def busy(qtbot: QtBot) -> ProgressBar:
    Theme("light")
    bar = ProgressBar()
    qtbot.addWidget(bar)
    bar.resize(300, 4)
    bar.setRange(0, 0)
    bar.show()
    return bar


def test_without_a_measure_it_runs(qtbot: QtBot):
    motion.set_mode("full")
    bar = busy(qtbot)
    first = bar.grab().toImage()
    qtbot.waitUntil(lambda: bar.grab().toImage() != first, timeout=10_000)


def test_with_reduced_motion_it_stands_still_in_the_middle(qtbot: QtBot):
    motion.set_mode("reduced")
    bar = busy(qtbot)
    first = bar.grab().toImage()
    middle, ends = first.pixelColor(150, 2), {first.pixelColor(8, 2).name(), first.pixelColor(291, 2).name()}
    assert {middle.name()} != ends
    assert len(ends) == 1
    qtbot.wait(150)  # several frames of the animation that there would be
    assert bar.grab().toImage() == first
    bar.setRange(0, 10)
    bar.setValue(10)
    assert bar.grab().toImage().pixelColor(8, 2) == middle  # with a measure it is an ordinary bar
