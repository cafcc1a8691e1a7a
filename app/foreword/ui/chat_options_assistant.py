"""Which assistant a chat uses, and the ways from a chat to an assistant. Only asks; keeps nothing."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSignalBlocker, QSize, Qt, Signal, Slot
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from foreword.session.choices import Standing
from foreword.session.conversation import Preset
from foreword.ui.calm_boxes import CalmComboBox
from foreword.ui.flow_layout import FlowLayout
from foreword.ui.icons import icon
from foreword.ui.labels import WordsLabel
from foreword.ui.tokens import Tokens
from foreword.ui.translate import mark, tr, tr_n
from foreword.ui.wording import plain_tooltip

_NONE = mark("No assistant")
_ABOUT = mark("The chat takes what its assistant sets, from the next reply on")
_NAME_WIDTH = 192


class AssistantPart(QWidget):
    """The picker, what it changes, and three buttons."""

    #: object: str preset id | None
    chosen = Signal(object)
    new_wanted = Signal()
    save_wanted = Signal()
    manage_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.picker = CalmComboBox()
        self.picker.setAccessibleName(tr("Assistant"))
        self.picker.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.words = WordsLabel("where")
        self.error = WordsLabel("fielderror")
        self.new = QPushButton(tr("New from this chat…"))
        self.new.setToolTip(tr("A new assistant with all that this chat sets"))
        self.save = QPushButton(tr("Save changes"))
        self.manage = QToolButton()
        self.manage.setIconSize(QSize(20, 20))
        self.manage.setToolTip(tr("Manage assistants: see, change and share all of them"))
        self.manage.setAccessibleName(tr("Manage assistants"))
        top = QHBoxLayout()
        top.setSpacing(4)
        top.addWidget(self.picker, 1)
        top.addWidget(self.manage)
        buttons = FlowLayout(8)
        for button in (self.save, self.new):
            button.setProperty("small", True)
            buttons.addWidget(button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addLayout(top)
        for widget in (self.words, self.error):
            layout.addWidget(widget)
        layout.addLayout(buttons)
        self.picker.currentIndexChanged.connect(self._picked)
        self.new.clicked.connect(self.new_wanted)
        self.save.clicked.connect(self.save_wanted)
        self.manage.clicked.connect(self.manage_wanted)

    def show_presets(self, presets: Sequence[Preset], standing: Standing) -> None:
        """Offer these; chosen is the chat's. A list that is open stays as it is until it is closed."""
        self.error.say("")
        listed = [(tr(_NONE), None), *((self._fitting(each.name), each.id) for each in presets)]
        shown = [(self.picker.itemText(i), self.picker.itemData(i)) for i in range(self.picker.count())]
        with QSignalBlocker(self.picker):
            if listed != shown:
                self.picker.clear()
                for name, preset_id in listed:
                    self.picker.addItem(name, preset_id)
            ids = [preset_id for _, preset_id in listed]
            chosen = standing.preset.id if standing.preset else None
            self.picker.setCurrentIndex(ids.index(chosen) if chosen in ids else 0)
        self._show_words(standing)

    def set_tokens(self, tokens: Tokens) -> None:
        self.manage.setIcon(icon("settings", tokens.muted))

    def _fitting(self, name: str) -> str:
        metrics = QFontMetrics(self.picker.font())
        return metrics.elidedText(name, Qt.TextElideMode.ElideRight, _NAME_WIDTH)

    def _show_words(self, standing: Standing) -> None:
        count = len(standing.own)
        if standing.preset is None:
            sets = tr_n(
                count, "This chat sets {n} option for itself.", "This chat sets {n} options for itself."
            )
            self.words.say(sets if count else "")
        else:
            changes = tr_n(count, "This chat changes {n} option.", "This chat changes {n} options.")
            self.words.say(changes if count else tr("This chat changes nothing of it."))
        self.save.setEnabled(standing.preset is not None and bool(count))
        name = standing.preset.name if standing.preset else ""
        changes = tr("Make what this chat changes part of {name}", name=name)
        self.save.setToolTip(plain_tooltip(changes if name else tr("This chat uses no assistant")))
        self.picker.setToolTip(plain_tooltip(f"{name}\n{tr(_ABOUT)}" if name else tr(_ABOUT)))

    @Slot(int)
    def _picked(self, index: int) -> None:
        self.chosen.emit(self.picker.itemData(index))
