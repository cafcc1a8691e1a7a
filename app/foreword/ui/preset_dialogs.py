"""What is asked about assistants: the name of a new one, and what to do where a name is taken."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QLabel,
    QLineEdit,
    QMessageBox,
    QVBoxLayout,
    QWidget,
)

from foreword.ui.labels import WordsLabel
from foreword.ui.translate import tr
from foreword.ui.zoom import px

Clash = Literal["replace", "both", "skip"]
_WIDTH = 400


class NameDialog(QDialog):
    """A new assistant from a chat. It closes when `save`, which is given the name, has nothing against it."""

    def __init__(self, parent: QWidget, name: str, taken: Sequence[str], save: Callable[[str], str]) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("New Assistant"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setMinimumWidth(px(_WIDTH))
        self._save = save
        self.edit = QLineEdit(name)
        self.edit.setMaxLength(200)
        self.edit.selectAll()
        self.error = WordsLabel("fielderror")
        label = QLabel(tr("Name"))
        label.setBuddy(self.edit)
        about = WordsLabel("hint")
        about.say(
            tr("It takes from this chat: {options}.", options=", ".join(taken))
            if taken
            else tr("This chat sets nothing for itself: the assistant begins with Foreword's settings.")
        )
        self.buttons = QDialogButtonBox()
        create = self.buttons.addButton(tr("Create"), QDialogButtonBox.ButtonRole.AcceptRole)
        create.setProperty("primary", True)
        self.buttons.addButton(QDialogButtonBox.StandardButton.Cancel)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 16, 24, 16)
        layout.setSpacing(8)
        for widget in (label, self.edit, self.error, about):
            layout.addWidget(widget)
        layout.addSpacing(8)
        layout.addWidget(self.buttons)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)

    @Slot()
    def accept(self) -> None:
        problem = self._save(self.edit.text())
        self.error.say(problem)
        if problem:
            self.adjustSize()
            self.edit.setFocus()
        else:
            super().accept()


def ask_clash(parent: QWidget, name: str, *, more: bool) -> tuple[Clash, bool]:
    """What to do with an imported assistant whose name is taken; and whether that holds for all of them."""
    box = QMessageBox(parent)
    box.setWindowTitle(tr("Import Assistants"))
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setText(tr("There is an assistant called {name} already.", name=name))
    box.setInformativeText(tr("Replace it by that of the file, keep both, or leave that of the file out?"))
    answers: dict[object, Clash] = {
        box.addButton(tr("Keep Both"), QMessageBox.ButtonRole.AcceptRole): "both",
        box.addButton(tr("Replace"), QMessageBox.ButtonRole.DestructiveRole): "replace",
    }
    skip = box.addButton(tr("Leave Out"), QMessageBox.ButtonRole.RejectRole)
    box.setDefaultButton(skip)
    box.setEscapeButton(skip)
    for_all = QCheckBox(tr("Do the same with the others"))
    if more:
        box.setCheckBox(for_all)
    box.exec()
    return answers.get(box.clickedButton(), "skip"), for_all.isChecked()
