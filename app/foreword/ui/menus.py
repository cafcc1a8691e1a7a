"""Every command of the window, once: name, shortcut, menu. What they do is the window's business."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu

_Key = QKeySequence | QKeySequence.StandardKey | str | None


class Commands:
    """The window's actions by attribute, and the menu bar that holds them."""

    def __init__(self, window: QMainWindow) -> None:
        self._window = window
        bar = window.menuBar()
        chat = bar.addMenu("&Chat")
        self.new_chat = self._add(chat, "&New Chat", QKeySequence.StandardKey.New)
        chat.addSeparator()
        self.rename = self._add(chat, "&Rename…", "F2")
        self.delete = self._add(chat, "&Delete…", QKeySequence.StandardKey.Delete)
        chat.addSeparator()
        self.next_chat = self._add(chat, "Ne&xt Chat", "Ctrl+PgDown")
        self.previous_chat = self._add(chat, "&Previous Chat", "Ctrl+PgUp")
        chat.addSeparator()
        self.settings = self._add(chat, "&Settings…", "Ctrl+,")
        self.settings.setMenuRole(QAction.MenuRole.PreferencesRole)
        self.quit = self._add(chat, "&Quit", "Ctrl+Q")
        self.quit.setMenuRole(QAction.MenuRole.QuitRole)
        reply = bar.addMenu("&Reply")
        self.stop = self._add(reply, "&Stop", "Esc")
        self.retry = self._add(reply, "&Try Again", "Ctrl+R")
        reply.addSeparator()
        self.copy_reply = self._add(reply, "&Copy Last Reply", "Ctrl+Shift+C")
        self.write = self._add(reply, "&Write a Message", "Ctrl+L")
        view = bar.addMenu("&View")
        self.sidebar = self._add(view, "&Conversations", "Ctrl+B")
        self.sidebar.setCheckable(True)
        self.sidebar.setChecked(True)
        self.jump = self._add(view, "&Jump to Latest", "Ctrl+End")
        self.themes = self._theme_menu(view.addMenu("&Theme"))
        tools = bar.addMenu("S&peculators")
        self.speculators = self._add(tools, "&Manage Speculators…", None)
        help_menu = bar.addMenu("&Help")
        self.data = self._add(help_menu, "Where Your &Data Lies…", None)
        self.about = self._add(help_menu, "&About Foreword", None)
        self.about.setMenuRole(QAction.MenuRole.AboutRole)

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

    def connect(self, action: QAction, slot: Callable[[], object]) -> None:
        """Run `slot` when the command is chosen, without the action's own argument."""
        action.triggered.connect(lambda _checked=False: slot())

    def confine_delete(self, widget: object) -> None:
        """Del deletes a chat only while the list has the keyboard."""
        self.delete.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        widget.addAction(self.delete)  # type: ignore[attr-defined]
