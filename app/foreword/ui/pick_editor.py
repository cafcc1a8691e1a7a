"""The editor for a text option that has values offered for it: a line to type in, with a list.

Has the signals and `show_value` of the other option editors.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSignalBlocker, Qt, Signal, Slot
from PySide6.QtGui import QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QLineEdit, QStyledItemDelegate

from foreword.api import Choice, OptionError, TextOption, Value
from foreword.ui.calm_boxes import CalmComboBox
from foreword.ui.plugin_wording import line, option_problem

EDITOR_WIDTH = 240
_WIDEST_LIST = 560


class PickEditor(CalmComboBox):
    """Text, with values offered for it. One with an obstacle is listed with it and can't be chosen."""

    chosen = Signal(object)
    problem = Signal(str)

    def __init__(self, option: TextOption, choices: Sequence[Choice]) -> None:
        super().__init__()
        self._option = option
        self._choices: tuple[Choice, ...] = ()
        self._shown: Value = ""
        self.setEditable(True)
        self.setInsertPolicy(CalmComboBox.InsertPolicy.NoInsert)
        self.setItemDelegate(QStyledItemDelegate(self))  # the one that the style sheet reaches
        self.setCompleter(None)  # type: ignore[arg-type]
        self.setMinimumWidth(EDITOR_WIDTH)
        self.show_choices(choices)
        self.activated.connect(self._picked)
        self.edit.editingFinished.connect(self._typed)

    @property
    def edit(self) -> QLineEdit:
        found = self.lineEdit()
        assert found is not None
        return found

    def show_choices(self, choices: Sequence[Choice]) -> None:
        """Offer these. What stands in the field stays; an open list is left alone until it is closed."""
        if tuple(choices) == self._choices or self.view().isVisible():
            return
        text, cursor = self.edit.text(), self.edit.cursorPosition()
        self._choices = tuple(choices)
        with QSignalBlocker(self), QSignalBlocker(self.edit):
            model = QStandardItemModel(self)
            for choice in self._choices:
                model.appendRow(_item(choice))
            self.setModel(model)
            self.setCurrentIndex(-1)
            self.edit.setText(text)
            self.edit.setCursorPosition(cursor)
        if not self.edit.hasFocus():
            self.show_value(self._shown)
        self.view().setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.view().setMinimumWidth(min(self.view().sizeHintForColumn(0) + 24, _WIDEST_LIST))

    def show_value(self, value: Value) -> None:
        self._shown = value
        choice = next((each for each in self._choices if each.value == value), None)
        with QSignalBlocker(self):
            self.setCurrentIndex(self._choices.index(choice) if choice and not choice.obstacle else -1)
            self.edit.setText(line(choice.label or choice.value, 200) if choice else str(value))
            self.edit.setCursorPosition(0)

    @Slot(int)
    def _picked(self, index: int) -> None:
        self._take(self._choices[index].value)

    @Slot()
    def _typed(self) -> None:
        text = self.edit.text().strip()
        meant = (each.value for each in self._choices if text in (each.value, line(each.label, 200)) and text)
        self._take(next(meant, text))

    def _take(self, value: str) -> None:
        choice = next((each for each in self._choices if each.value == value), None)
        try:
            if choice is not None and choice.obstacle and value != self._shown:
                label = line(choice.label or value, 80)
                raise OptionError(f"{label} can't be chosen: {line(choice.obstacle)}")
            checked = self._option.check(value)
        except OptionError as error:
            self.problem.emit(option_problem(self._option, str(error)))
            return
        self.problem.emit("")
        if checked != self._shown:
            self.show_value(checked)
            self.chosen.emit(checked)


def _item(choice: Choice) -> QStandardItem:
    label = line(choice.label or choice.value, 200)
    item = QStandardItem(f"{label} — {line(choice.obstacle, 200)}" if choice.obstacle else label)
    if choice.obstacle:
        item.setFlags(Qt.ItemFlag.NoItemFlags)
    return item
