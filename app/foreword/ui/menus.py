"""Every command of the window, once: name, shortcut, menu. What they do is the window's business."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu, QWidget

_Key = QKeySequence | QKeySequence.StandardKey | str | None


class Commands:
    """The window's actions by attribute, and the menu bar that holds them."""

    def __init__(self, window: QMainWindow) -> None:
        self._window = window
        bar = window.menuBar()
        self._fill_chat(bar.addMenu("&Chat"))
        self._fill_reply(bar.addMenu("&Reply"))
        self._fill_view(bar.addMenu("&View"))
        tools = bar.addMenu("S&peculators")
        self.speculators = self._add(tools, "&Manage Speculators…", None)
        self.plugins = self._add(tools, "&Install Plugins…", None)
        help_menu = bar.addMenu("&Help")
        self.data = self._add(help_menu, "Where Your &Data Lies…", None)
        self.about = self._add(help_menu, "&About Foreword", None)
        self.about.setMenuRole(QAction.MenuRole.AboutRole)

    def _fill_chat(self, menu: QMenu) -> None:
        self.new_chat = self._add(menu, "&New Chat", QKeySequence.StandardKey.New)
        self.temporary_chat = self._add(menu, "New &Temporary Chat", "Ctrl+Shift+N")
        self.search = self._add(menu, "&Search Chats…", None)
        self.search.setShortcuts([QKeySequence("Ctrl+F"), QKeySequence("Ctrl+Shift+F")])
        menu.addSeparator()
        self.pin = self._add(menu, "P&in", "Ctrl+D")
        self.rename = self._add(menu, "&Rename…", "F2")
        self.duplicate = self._add(menu, "D&uplicate", "Ctrl+Shift+D")
        self.folders = menu.addMenu("&Move to Folder")
        self.delete = self._add(menu, "&Delete", QKeySequence.StandardKey.Delete)
        self.undo_delete = self._add(menu, "Und&o Delete", QKeySequence.StandardKey.Undo)
        self.undo_delete.setEnabled(False)
        menu.addSeparator()
        self.new_folder = self._add(menu, "New &Folder", "Ctrl+Shift+O")
        menu.addSeparator()
        self._before_settings = menu.addSeparator()
        self.next_chat = self._add(menu, "Ne&xt Chat", "Ctrl+PgDown")
        self.previous_chat = self._add(menu, "&Previous Chat", "Ctrl+PgUp")
        menu.addSeparator()
        self.settings = self._add(menu, "S&ettings…", "Ctrl+,")
        self.settings.setMenuRole(QAction.MenuRole.PreferencesRole)
        self.quit = self._add(menu, "&Quit", "Ctrl+Q")
        self.quit.setMenuRole(QAction.MenuRole.QuitRole)
        self._chat_menu = menu

    def _fill_reply(self, menu: QMenu) -> None:
        self.stop = self._add(menu, "&Stop", "Esc")
        menu.addSeparator()
        self.edit_question = self._add(menu, "&Edit Last Question", "Ctrl+E")
        self.regenerate = self._add(menu, "&Regenerate", "Ctrl+R")
        self.go_on = self._add(menu, "C&ontinue", "Ctrl+G")
        menu.addSeparator()
        self.previous_version = self._add(menu, "&Previous Version", "Alt+Shift+Left")
        self.next_version = self._add(menu, "&Next Version", "Alt+Shift+Right")
        menu.addSeparator()
        self.copy_reply = self._add(menu, "&Copy Last Reply", "Ctrl+Shift+C")
        self.write = self._add(menu, "&Write a Message", "Ctrl+L")

    def _fill_view(self, menu: QMenu) -> None:
        self.sidebar = self._add(menu, "&Chats", "Ctrl+B")
        self.sidebar.setCheckable(True)
        self.sidebar.setChecked(True)
        self._after_sidebar = menu.addSeparator()
        self.jump = self._add(menu, "&Jump to Latest", "Ctrl+End")
        self.themes = self._theme_menu(menu.addMenu("&Theme"))
        self._view_menu = menu

    def _add(self, menu: QMenu, words: str, key: _Key) -> QAction:
        action = QAction(words, self._window)
        if key is not None:
            action.setShortcut(QKeySequence(key))
        menu.addAction(action)
        return action

    def _theme_menu(self, menu: QMenu) -> dict[str, QAction]:
        group = QActionGroup(self._window)
        actions = {}
        for mode, words in (("system", "&Follow the System"), ("light", "&Light"), ("dark", "&Dark")):
            action = self._add(menu, words, None)
            action.setCheckable(True)
            action.setData(mode)
            group.addAction(action)
            actions[mode] = action
        return actions

    def add_options(self, toggle: QAction) -> None:
        """What shows the options of a chat goes below what shows the chats."""
        self._view_menu.insertAction(self._after_sidebar, toggle)

    def add_exchange(self, actions: Sequence[QAction]) -> None:
        """What brings chats in and out of the app goes into the chat menu."""
        self._chat_menu.insertActions(self._before_settings, actions)

    def connect(self, action: QAction, slot: Callable[[], object]) -> None:
        """Run `slot` when the command is chosen, without the action's own argument."""
        action.triggered.connect(lambda _checked=False: slot())

    def confine_delete(self, widget: QWidget) -> None:
        """Del deletes a chat only while the list has the keyboard."""
        self.delete.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        widget.addAction(self.delete)
