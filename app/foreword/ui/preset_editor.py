"""One assistant in the settings dialog: its name, what can be done with it, and all that it may set.

Shows what it is told and passes on what is wanted.
"""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QPushButton, QVBoxLayout, QWidget

from foreword.session.choices import Standing
from foreword.session.conversation import Preset
from foreword.ui.chat_options_form import OptionsForm
from foreword.ui.labels import WordsLabel
from foreword.ui.tokens import SCROLL_BAR, Tokens
from foreword.ui.translate import mark, tr


class PresetEditor(QWidget):
    """Every change is passed on at once."""

    renamed = Signal(str)
    #: str key, object value | None
    chosen = Signal(str, object)
    duplicate_wanted = Signal()
    export_wanted = Signal()
    delete_wanted = Signal()

    def __init__(self, tokens: Tokens) -> None:
        super().__init__()
        self.setObjectName("page")
        self._name = ""
        self.name = QLineEdit()
        self.name.setMaxLength(200)
        self.name.setAccessibleName(tr("Name of the assistant"))
        self.error = WordsLabel("fielderror")
        self.duplicate = QPushButton(tr("Duplicate"))
        self.export = QPushButton(tr("Export…"))
        self.delete = QPushButton(tr("Delete…"))
        self.form = OptionsForm(mark("This assistant"), tokens)
        self.form.hide_last_seed()
        label = QLabel(tr("Name"))
        label.setBuddy(self.name)
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        for button in (self.duplicate, self.export, self.delete):
            button.setProperty("small", True)
            buttons.addWidget(button)
        buttons.addStretch()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 8, 24 - SCROLL_BAR, 24)
        layout.setSpacing(8)
        for widget in (label, self.name, self.error):
            layout.addWidget(widget)
        layout.addLayout(buttons)
        layout.addSpacing(8)
        layout.addWidget(self.form)
        layout.addStretch()
        self.name.editingFinished.connect(self._typed)
        self.form.chosen.connect(self.chosen)
        self.duplicate.clicked.connect(self.duplicate_wanted)
        self.export.clicked.connect(self.export_wanted)
        self.delete.clicked.connect(self.delete_wanted)

    def show_preset(self, preset: Preset, standing: Standing, *, anew: bool) -> None:
        if anew or preset.name != self._name:
            self._name = preset.name
            self.error.say("")
            with QSignalBlocker(self.name):
                self.name.setText(preset.name)
                self.name.setCursorPosition(0)
        self.form.show_standing(standing, anew=anew)

    def keep(self) -> None:
        """Pass on what was typed and not yet passed on."""
        self._typed()
        self.form.keep()

    @Slot()
    def _typed(self) -> None:
        name = " ".join(self.name.text().split())
        if name != self._name:
            self.error.say("")
            self.renamed.emit(name)
