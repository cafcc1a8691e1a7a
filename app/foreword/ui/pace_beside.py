"""What is opened from the header beside the chat: its options or the live panel, never both; and the popup
with the speculators' switches. Knows the header's buttons; nothing of what the chat shows.
"""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QWidget

from foreword.session.controller import Controller
from foreword.settings import Settings
from foreword.ui.chat_options import ChatOptionsPanel
from foreword.ui.header import Header
from foreword.ui.pace_panel import LivePanel
from foreword.ui.pace_side import SideRoom
from foreword.ui.pace_toggles import Toggles
from foreword.ui.speculator_switches_popup import SwitchesPopup
from foreword.ui.tokens import Tokens


class Beside(SideRoom):
    """The column of the chat, and what stands beside it."""

    #: bool - something stands beside the chat, and takes room
    changed = Signal(bool)
    #: The user wants to see all that there is about speculators.
    manage_requested = Signal()
    #: The pane that had the keyboard goes.
    keyboard_lost = Signal()

    def __init__(
        self, controller: Controller, settings: Settings, tokens: Tokens, header: Header, chat: QWidget
    ) -> None:
        self.options = ChatOptionsPanel(controller, tokens)
        self.toggles = Toggles(controller, settings)
        self.panel = LivePanel(controller, self.toggles, tokens)
        super().__init__(chat, (self.options, self.panel))
        self.toggles.setParent(self)
        self._controller = controller
        self._tokens = tokens
        self._header = header
        self._popup: SwitchesPopup | None = None
        self.addActions(self.toggles.actions())
        header.options_toggled.connect(self.options.toggle.setChecked)
        header.panel_toggled.connect(self.toggles.panel.setChecked)
        header.speculators.clicked.connect(self.show_switches)
        self.options.toggle.toggled.connect(self._options_toggled)
        self.toggles.panel.toggled.connect(self._show_panel)
        self.panel.manage_requested.connect(self.manage_requested)
        if self.toggles.panel.isChecked():
            self._show_panel(True)

    def set_tokens(self, tokens: Tokens) -> None:
        self._tokens = tokens
        self.options.set_tokens(tokens)
        self.panel.set_tokens(tokens)
        if self._popup is not None:
            self._popup.set_tokens(tokens)

    @property
    def popup(self) -> SwitchesPopup:
        """Built when it is first wanted."""
        if self._popup is None:
            self._popup = SwitchesPopup(self._controller, self.toggles, self._tokens, self)
            self._popup.manage_requested.connect(self.manage_requested)
        return self._popup

    @Slot()
    def show_switches(self) -> None:
        self.popup.show_below(self._header.speculators)

    @Slot(bool)
    def _options_toggled(self, shown: bool) -> None:
        if shown:
            self.toggles.panel.setChecked(False)
        self._header.set_options_shown(shown)
        self._tell()

    @Slot(bool)
    def _show_panel(self, shown: bool) -> None:
        if shown:
            self.options.toggle.setChecked(False)
        focus = self.window().focusWidget()
        if not shown and focus is not None and self.panel.isAncestorOf(focus):
            self.keyboard_lost.emit()
        self.panel.setVisible(shown)
        self._header.set_panel_shown(shown)
        self._tell()

    def _tell(self) -> None:
        self.changed.emit(self.options.toggle.isChecked() or self.toggles.panel.isChecked())
