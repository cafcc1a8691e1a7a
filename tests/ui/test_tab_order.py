"""Tab goes as a page is laid out, and asking for it leaves no wrapper behind of what Qt may delete."""

from __future__ import annotations

import subprocess
import sys

from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from foreword.ui.tab_order import tab_stops

WRAPPERS = """
import gc
from PySide6.QtWidgets import QApplication, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget, QWidgetItem
from foreword.ui.tab_order import tab_stops
application = QApplication([])
page = QWidget()
column, row = QVBoxLayout(page), QHBoxLayout()
column.addWidget(QLineEdit())
column.addLayout(row)
row.addWidget(QLineEdit())
stops = list(tab_stops(column))
print(len(stops), sum(isinstance(each, QWidgetItem) for each in gc.get_objects()))
"""


def test_stops_come_in_the_layouts_order_not_in_that_of_their_making(qtbot: QtBot) -> None:
    page = QWidget()
    qtbot.addWidget(page)
    late, early, beside, inside = (QLineEdit() for _ in range(4))
    column, row = QVBoxLayout(page), QHBoxLayout()
    column.addWidget(early)
    column.addLayout(row)
    column.addWidget(late)
    row.addWidget(QLabel("no stop"))
    row.addWidget(beside)
    box = QWidget()
    QVBoxLayout(box).addWidget(inside)
    row.addWidget(box)
    assert list(tab_stops(column)) == [early, beside, inside, late]


def test_no_item_of_a_layout_is_held() -> None:
    """In a process of its own, where no other window's items are."""
    command = [sys.executable, "-c", WRAPPERS]
    ran = subprocess.run(command, check=False, capture_output=True, text=True, timeout=60)
    assert (ran.stdout.split(), ran.stderr) == (["2", "0"], "")
