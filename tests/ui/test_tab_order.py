"""Tab goes as a page is laid out, and asking for it leaves no wrapper behind of what Qt may delete."""

from __future__ import annotations

import gc

from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QVBoxLayout, QWidget, QWidgetItem
from pytestqt.qtbot import QtBot

from foreword.ui.tab_order import tab_stops


def items() -> list[QWidgetItem]:
    return [each for each in gc.get_objects() if isinstance(each, QWidgetItem)]


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
    before = items()  # those of other tests' windows, held so that no new one gets the place of one of them
    assert list(tab_stops(column)) == [early, beside, inside, late]
    assert not [each for each in items() if not any(each is other for other in before)]
