"""Every command of the window, once: name, shortcut, menu. What they do is the window's business."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu, QWidget

from foreword.ui.translate import tr

_Key = QKeySequence | QKeySequence.StandardKey | str | Sequence[str] | None

WHY = "why"
"""The property of an action that says why it is off."""


class Commands:
    """The window's actions by attribute, and the menu bar that holds them."""

    def __init__(self, window: QMainWindow) -> None:
        self._window = window
        bar = window.menuBar()
        self._fill_chat(bar.addMenu(tr("&Chat")))
        self._fill_reply(bar.addMenu(tr("&Reply")))
        self._fill_view(bar.addMenu(tr("&View")))
        self._fill_model(bar.addMenu(tr("&Model")))
        tools = bar.addMenu(tr("S&peculators"))
        self.speculators = self._add(tools, tr("&Manage Speculators…"), None)
        self.plugins = self._add(tools, tr("&Install Plugins…"), None)
        self._fill_help(bar.addMenu(tr("&Help")))

    def _fill_chat(self, menu: QMenu) -> None:
        self.new_chat = self._add(menu, tr("&New Chat"), QKeySequence.StandardKey.New)
        self.temporary_chat = self._add(menu, tr("New &Temporary Chat"), "Ctrl+Shift+N")
        self.search = self._add(menu, tr("&Search Chats…"), ("Ctrl+F", "Ctrl+Shift+F"))
        menu.addSeparator()
        self.pin = self._add(menu, tr("P&in"), "Ctrl+D")
        self.rename = self._add(menu, tr("&Rename…"), "F2")
        self.duplicate = self._add(menu, tr("D&uplicate"), "Ctrl+Shift+D")
        self.folders = menu.addMenu(tr("&Move to Folder"))
        self.delete = self._add(menu, tr("&Delete"), "Del")
        self.undo_delete = self._add(menu, tr("Und&o Delete"), "Ctrl+Z")
        self.undo_delete.setEnabled(False)
        menu.addSeparator()
        self.new_folder = self._add(menu, tr("New &Folder"), "Ctrl+Shift+O")
        self.folder_up = self._add(menu, tr("Move Folder Up"), "Ctrl+Shift+Up")
        self.folder_down = self._add(menu, tr("Move Folder Down"), "Ctrl+Shift+Down")
        menu.addSeparator()
        self._before_settings = menu.addSeparator()
        self.next_chat = self._add(menu, tr("Ne&xt Chat"), "Ctrl+PgDown")
        self.previous_chat = self._add(menu, tr("&Previous Chat"), "Ctrl+PgUp")
        menu.addSeparator()
        self.assistants = self._add(menu, tr("&Assistants…"), None)
        self.settings = self._add(menu, tr("S&ettings…"), "Ctrl+,")
        self.settings.setMenuRole(QAction.MenuRole.PreferencesRole)
        self.quit = self._add(menu, tr("&Quit"), "Ctrl+Q")
        self.quit.setMenuRole(QAction.MenuRole.QuitRole)
        self._chat_menu = menu

    def _fill_reply(self, menu: QMenu) -> None:
        self.write = self._add(menu, tr("&Write a Message"), "Ctrl+L")
        self._after_write = menu.addSeparator()
        self.stop = self._add(menu, tr("&Stop"), "Esc")
        self.edit_question = self._add(menu, tr("&Edit Last Question"), "Ctrl+E")
        self.regenerate = self._add(menu, tr("&Regenerate"), "Ctrl+R")
        self.go_on = self._add(menu, tr("C&ontinue"), "Ctrl+G")
        menu.addSeparator()
        self.previous_version = self._add(menu, tr("&Previous Version"), "Alt+Shift+Left")
        self.next_version = self._add(menu, tr("&Next Version"), "Alt+Shift+Right")
        menu.addSeparator()
        self.copy_reply = self._add(menu, tr("&Copy Last Reply"), "Ctrl+Shift+C")
        self.branch = self._add(menu, tr("&Branch into a New Chat"), "Ctrl+Shift+B")
        self.delete_reply = self._add(menu, tr("&Delete Last Reply…"), None)
        menu.addSeparator()
        self.check = self._add(menu, tr("Chec&k Last Reply"), "Ctrl+Shift+K")
        self.details = self._add(menu, tr("Reply De&tails…"), "Ctrl+I")
        self._reply_menu = menu

    def _fill_view(self, menu: QMenu) -> None:
        self.palette = self._add(menu, tr("&All Commands…"), "Ctrl+K")
        menu.addSeparator()
        self.sidebar = self._switch(menu, tr("&Chats"), "Ctrl+B")
        self.sidebar.setChecked(True)
        self._after_sidebar = menu.addSeparator()
        self._before_zoom = menu.addSeparator()
        self.zoom_in = self._add(menu, tr("Zoom &In"), ("Ctrl++", "Ctrl+="))
        self.zoom_out = self._add(menu, tr("Zoom &Out"), "Ctrl+-")
        self.zoom_reset = self._add(menu, tr("Actual &Size"), "Ctrl+0")
        self.full_screen = self._switch(menu, tr("&Full Screen"), QKeySequence.StandardKey.FullScreen)
        if not self.full_screen.shortcuts():
            self.full_screen.setShortcut("F11")
        menu.addSeparator()
        self.jump = self._add(menu, tr("&Jump to Latest"), "Ctrl+End")
        self.themes = self._theme_menu(menu.addMenu(tr("&Theme")))
        self._view_menu = menu

    def _fill_model(self, menu: QMenu) -> None:
        self.models = self._add(menu, tr("&Models…"), "Ctrl+Shift+M")
        menu.addSeparator()
        self.load_model = self._add(menu, tr("&Load the Model"), None)
        self.cancel_load = self._add(menu, tr("&Cancel Loading"), None)
        self.unload_model = self._add(menu, tr("&Unload the Model"), None)

    def _fill_help(self, menu: QMenu) -> None:
        self.shortcuts = self._add(menu, tr("&Keyboard Shortcuts"), ("F1", "Ctrl+?"))
        self.data = self._add(menu, tr("Where Your &Data Lies…"), None)
        self.about = self._add(menu, tr("&About Foreword"), None)
        self.about.setMenuRole(QAction.MenuRole.AboutRole)

    def _add(self, menu: QMenu, words: str, key: _Key) -> QAction:
        action = QAction(words, self._window)
        if isinstance(key, str | QKeySequence):
            action.setShortcut(QKeySequence(key))
        elif isinstance(key, QKeySequence.StandardKey):
            action.setShortcuts(key)
        elif key is not None:
            action.setShortcuts([QKeySequence(each) for each in key])
        menu.addAction(action)
        return action

    def _switch(self, menu: QMenu, words: str, key: _Key) -> QAction:
        action = self._add(menu, words, key)
        action.setCheckable(True)
        return action

    def _theme_menu(self, menu: QMenu) -> dict[str, QAction]:
        group = QActionGroup(self._window)
        actions = {}
        modes = (("system", tr("&Follow the System")), ("light", tr("&Light")), ("dark", tr("&Dark")))
        for mode, words in modes:
            action = self._switch(menu, words, None)
            action.setData(mode)
            group.addAction(action)
            actions[mode] = action
        return actions

    # --- what parts of the window bring with them
    def add_options(self, toggle: QAction) -> None:
        """What shows the options of a chat goes below what shows the chats."""
        self._view_menu.insertAction(self._after_sidebar, toggle)

    def add_lens(self, panel: QAction, lens: QAction, dropped: QAction) -> None:
        """What shows what speculation does: the panel below the other panes, the lens by itself."""
        self.panel, self.lens, self.dropped = panel, lens, dropped
        self._view_menu.insertAction(self._after_sidebar, panel)
        self._view_menu.insertActions(self._before_zoom, [lens, dropped])

    def add_exchange(self, actions: Sequence[QAction]) -> None:
        """What brings chats in and out of the app goes into the chat menu."""
        self._chat_menu.insertActions(self._before_settings, actions)

    def add_attach(self, action: QAction) -> None:
        """What attaches files goes below what begins to write."""
        self._reply_menu.insertAction(self._after_write, action)

    # --- what they do, and whether
    def connect(self, action: QAction, slot: Callable[[], object]) -> None:
        """Run `slot` when the command is chosen, without the action's own argument."""
        action.triggered.connect(lambda _checked=False: slot())

    def confine_delete(self, widget: QWidget) -> None:
        """Del deletes a chat only while the list has the keyboard, and only there folders have an order."""
        for action in (self.delete, self.folder_up, self.folder_down):
            action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
            widget.addAction(action)


def allow(action: QAction, why_not: str) -> None:
    """Switch a command on, or off for this reason."""
    action.setEnabled(not why_not)
    action.setProperty(WHY, why_not)


def why_off(action: QAction) -> str:
    """Why a command is off; empty where it is on."""
    return "" if action.isEnabled() else str(action.property(WHY) or tr("not possible now"))
