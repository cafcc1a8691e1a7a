"""The commands that show what speculation does: live panel, lens, dropped drafts. Each is a setting.

The actions are the one truth on screen; every switch and menu that shows them follows. Knows no widget.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QAction, QKeySequence

from foreword.session.controller import Controller
from foreword.settings import Settings
from foreword.ui.translate import tr

PANEL_SHORTCUT = "Ctrl+Shift+L"
LENS_SHORTCUT = "Ctrl+Shift+T"


class Toggles(QObject):
    """`panel`, `lens` and `dropped` are checkable actions, kept as they are switched."""

    #: bool the lens is on, bool dropped drafts are shown with it
    lens_changed = Signal(bool, bool)
    #: str - what could not be kept, in one line
    problem = Signal(str)

    def __init__(self, controller: Controller, settings: Settings) -> None:
        super().__init__()
        self._controller = controller
        self._settings = settings
        self.panel = self._action("lens.panel", tr("&Live Panel"), PANEL_SHORTCUT)
        self.lens = self._action("lens.on", tr("Speculation &Lens"), LENS_SHORTCUT)
        self.dropped = self._action("lens.dropped", tr("Show &Dropped Drafts"), "")
        self.panel.setToolTip(tr("Pace, passes and speculators beside the chat"))
        self.lens.setToolTip(tr("Tint each piece of a reply by where it came from"))
        self.dropped.setToolTip(
            tr("With the lens on, show drafts that were dropped, where they were dropped")
        )
        self.dropped.setEnabled(self.lens.isChecked())
        controller.options.changed.connect(self.follow)

    def _action(self, key: str, words: str, shortcut: str) -> QAction:
        action = QAction(words, self)
        action.setData(key)
        action.setCheckable(True)
        action.setChecked(bool(self._settings[key]))
        if shortcut:
            action.setShortcut(QKeySequence(shortcut))
        action.toggled.connect(self._toggled)
        return action

    def actions(self) -> tuple[QAction, ...]:
        return (self.panel, self.lens, self.dropped)

    @Slot()
    def follow(self) -> None:
        """The settings were changed elsewhere, perhaps these."""
        for action in self.actions():
            action.setChecked(bool(self._settings[action.data()]))

    @Slot(bool)
    def _toggled(self, on: bool) -> None:
        action = self.sender()
        assert isinstance(action, QAction)
        if action is not self.panel:
            self.dropped.setEnabled(self.lens.isChecked())
            self.lens_changed.emit(self.lens.isChecked(), self.dropped.isChecked())
        if self._settings[action.data()] == on:
            return
        try:
            self._settings.set(action.data(), on)
        except OSError as error:
            self.problem.emit(
                tr("The change holds until you quit; it could not be saved ({why}).", why=error.strerror)
            )
        self._controller.options.follow_settings()
