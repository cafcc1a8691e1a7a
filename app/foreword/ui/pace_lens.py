"""The switches of the lens, for the panel and for the popup above the chat."""

from __future__ import annotations

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QGridLayout, QWidget

from foreword.ui.labels import WordsLabel
from foreword.ui.pace_toggles import LENS_SHORTCUT, Toggles
from foreword.ui.switch import Switch
from foreword.ui.tokens import Tokens
from foreword.ui.translate import tr
from foreword.ui.wording import plain_tooltip


class LensSwitches(QWidget):
    """Two switches that show and turn the actions of `toggles`."""

    def __init__(self, toggles: Toggles, tokens: Tokens) -> None:
        super().__init__()
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(8)
        self._grid.setVerticalSpacing(4)
        self._grid.setColumnStretch(0, 1)
        self.tint = self._add(toggles.lens, tr("Tint by source"), LENS_SHORTCUT, tokens)
        self.dropped = self._add(toggles.dropped, tr("Show dropped drafts"), "", tokens)

    def _add(self, action: QAction, words: str, shortcut: str, tokens: Tokens) -> Switch:
        row = self._grid.rowCount()
        label = WordsLabel()
        switch = Switch(tokens, words)
        about = f"{action.toolTip()} ({shortcut})" if shortcut else action.toolTip()
        switch.setToolTip(plain_tooltip(about))
        switch.setAccessibleDescription(about)
        self._grid.addWidget(label, row, 0)
        self._grid.addWidget(switch, row, 1)
        label.say(words)
        switch.setChecked(action.isChecked())
        switch.setEnabled(action.isEnabled())
        switch.toggled.connect(action.setChecked)
        action.toggled.connect(switch.setChecked)
        action.enabledChanged.connect(switch.setEnabled)
        return switch

    def set_tokens(self, tokens: Tokens) -> None:
        for switch in (self.tint, self.dropped):
            switch.tokens = tokens
            switch.update()
