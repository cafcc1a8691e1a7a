"""Opens the command palette over the window, with all that there is at that moment, and keeps what was
used last. Knows the window's parts; how entries are found and shown is not its business."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSettings, Qt, Slot

from foreword.session.controller import Controller
from foreword.ui import palette
from foreword.ui.palette_dialog import Palette
from foreword.ui.palette_sources import (
    chat_entries,
    command_entries,
    model_entries,
    page_entries,
    setting_entries,
)
from foreword.ui.settings_dialog import PAGES
from foreword.ui.tokens import Tokens
from foreword.ui.translate import tr

if TYPE_CHECKING:
    from foreword.ui.main_window import MainWindow

_RECENT = "palette"


class PaletteHost(QObject):
    """One palette, built when it is first wanted. `state` gives where the window keeps its own state."""

    def __init__(self, controller: Controller, state: Callable[[], QSettings], window: MainWindow) -> None:
        super().__init__(window)
        self._controller, self._window = controller, window
        self._state = state
        self._dialog: Palette | None = None
        kept = state().value(_RECENT, [])
        self._recent = [str(key) for key in (kept if isinstance(kept, list) else [kept]) if key]

    @property
    def dialog(self) -> Palette:
        if self._dialog is None:
            self._dialog = Palette(self._window.theme.tokens, self._window)
            self._dialog.used.connect(self._use)
        return self._dialog

    def set_tokens(self, tokens: Tokens) -> None:
        if self._dialog is not None:
            self._dialog.set_tokens(tokens)

    @Slot()
    def show(self) -> None:
        self.dialog.offer(self.entries(), self._recent)

    def entries(self) -> list[palette.Entry]:
        window = self._window
        pages = [(name, tr(name)) for name in PAGES]
        use = window.model_parts.use
        return [
            *(
                each
                for each in command_entries(window.menuBar())
                if each.run != window.commands.palette.trigger
            ),
            *page_entries(pages, self._show_page),
            *model_entries(use.here(), use.use, use.loaded_id()),
            *setting_entries(self._show_setting),
            *chat_entries(self._controller.conversations(), self._open, time.time()),
        ]

    def _open(self, chat_id: str) -> None:
        self._controller.open(chat_id)
        self._window.write()

    def _show_page(self, name: str) -> None:
        self._window.dialog.show_page(name)

    def _show_setting(self, key: str) -> None:
        """The page that the setting is on, with the keyboard in its editor."""
        dialog = self._window.dialog
        for name, page in (("General", dialog.general), ("Model settings", dialog.model_settings)):
            field = page.fields.get(key)
            if field is not None:
                dialog.show_page(name)
                page.ensureWidgetVisible(field)
                field.editor.setFocus(Qt.FocusReason.OtherFocusReason)
                return
        dialog.show_page("Models")  # model.name is chosen there

    @Slot(str)
    def _use(self, key: str) -> None:
        self._recent = palette.used(self._recent, key)
        self._state().setValue(_RECENT, self._recent)
