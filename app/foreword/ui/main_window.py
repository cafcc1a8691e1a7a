"""The window: menu bar, conversations on the left, the open chat on the right.

Joins the parts, applies the theme and keeps its own geometry. Knows the controller, the settings and
where files lie; nothing of models, engines or databases.
"""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QSettings, Qt, Slot
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QMainWindow, QSplitter

from foreword import __version__
from foreword.paths import Paths
from foreword.session.controller import Controller
from foreword.settings import Settings, SettingsError
from foreword.ui.chat_pane import ChatPane
from foreword.ui.dialogs import about, confirm_delete
from foreword.ui.icons import app_icon
from foreword.ui.menus import Commands
from foreword.ui.settings_dialog import SettingsDialog
from foreword.ui.sidebar import Sidebar
from foreword.ui.theme import Theme
from foreword.ui.tokens import Tokens

_SIDEBAR_WIDTH = 248


class MainWindow(QMainWindow):
    """Needs a QApplication. Showing and closing it leaves controller and settings to their owner."""

    def __init__(self, controller: Controller, settings: Settings, paths: Paths) -> None:
        super().__init__()
        self._controller = controller
        self._settings = settings
        self._paths = paths
        self._dialog: SettingsDialog | None = None
        self.setWindowTitle("Foreword")
        self.setWindowIcon(app_icon())
        self.setMinimumSize(560, 420)
        self.theme = Theme(settings["appearance.theme"], self)
        self.commands = Commands(self)
        self.sidebar = Sidebar(self.theme.tokens)
        self.chat = ChatPane(controller, self.theme.tokens)
        self._splitter = QSplitter(Qt.Orientation.Horizontal)
        self._splitter.setHandleWidth(1)
        self._splitter.setChildrenCollapsible(False)
        self._splitter.addWidget(self.sidebar)
        self._splitter.addWidget(self.chat)
        self._splitter.setStretchFactor(1, 1)
        self.sidebar.setMinimumWidth(160)
        self.chat.setMinimumWidth(360)
        self.setCentralWidget(self._splitter)
        self._connect_parts()
        self._connect_commands()
        self._restore()
        self._show_conversations()
        self._show_busy(controller.is_busy())
        self.chat.composer.edit.setFocus()

    @property
    def dialog(self) -> SettingsDialog:
        """The settings dialog, built when it is first wanted."""
        if self._dialog is None:
            self._dialog = SettingsDialog(self._controller, self._settings, self._paths, self.theme, self)
            self._dialog.theme_chosen.connect(self._theme_chosen)
        return self._dialog

    def _connect_parts(self) -> None:
        controller = self._controller
        controller.conversations_changed.connect(self._show_conversations)
        controller.busy_changed.connect(self._show_busy)
        controller.turn_changed.connect(self._update_commands)
        self.chat.chat_changed.connect(self._chat_changed)
        self.chat.answering_changed.connect(self.sidebar.mark_answering)
        self.sidebar.open_requested.connect(controller.open)
        self.sidebar.rename_requested.connect(self._rename)
        self.sidebar.new_button.clicked.connect(self._new_chat)
        self.sidebar.settings_button.clicked.connect(self._show_settings)
        self.chat.header.toggle.clicked.connect(self.commands.sidebar.trigger)
        self.theme.changed.connect(self._show_theme)

    def _connect_commands(self) -> None:
        commands = self.commands
        for action, slot in (
            (commands.new_chat, self._new_chat),
            (commands.rename, self._edit_name),
            (commands.delete, self._delete_chat),
            (commands.next_chat, self._next_chat),
            (commands.previous_chat, self._previous_chat),
            (commands.settings, self._show_settings),
            (commands.speculators, self._show_speculators),
            (commands.data, self._show_data),
            (commands.quit, self.close),
            (commands.stop, self.chat.stop),
            (commands.retry, self._controller.retry),
            (commands.copy_reply, self._copy_reply),
            (commands.write, self.chat.composer.edit.setFocus),
            (commands.jump, self.chat.transcript.jump_to_latest),
            (commands.sidebar, self._toggle_sidebar),
            (commands.about, self._about),
        ):
            commands.connect(action, slot)
        for mode, action in commands.themes.items():
            action.setChecked(mode == self.theme.mode)
            action.triggered.connect(self._theme_from_menu)
        commands.confine_delete(self.sidebar.list)
        self.sidebar.set_menu_actions([commands.rename, commands.delete])

    # --- chats
    @Slot()
    def _show_conversations(self) -> None:
        summaries = self._controller.conversations()
        self.sidebar.show_conversations(summaries, self.chat.chat_id or None)
        for summary in summaries:
            if summary.id == self.chat.chat_id:
                self._show_title(summary.title)
        self._update_commands()

    @Slot(str)
    def _chat_changed(self, conversation_id: str) -> None:
        self.sidebar.select(conversation_id or None)
        if not conversation_id:
            self._show_title("")
        self._show_conversations()

    def _show_title(self, title: str) -> None:
        self.chat.set_title(title)
        self.setWindowTitle(f"{title} — Foreword" if title else "Foreword")

    @Slot()
    def _new_chat(self) -> None:
        self._controller.new_chat()
        self.chat.composer.edit.setFocus()

    @Slot()
    def _edit_name(self) -> None:
        if not self.sidebar.isVisible():
            self.commands.sidebar.trigger()
        self.sidebar.edit_name()

    @Slot(str, str)
    def _rename(self, conversation_id: str, title: str) -> None:
        if title:
            self._controller.rename(conversation_id, title)
        else:
            self._show_conversations()  # an empty name is none: show the old one

    @Slot()
    def _delete_chat(self) -> None:
        conversation_id = self.sidebar.current_id()
        if conversation_id and confirm_delete(self, self.sidebar.current_title()):
            self._controller.delete(conversation_id)

    @Slot()
    def _next_chat(self) -> None:
        self.sidebar.step(1)

    @Slot()
    def _previous_chat(self) -> None:
        self.sidebar.step(-1)

    @Slot()
    def _copy_reply(self) -> None:
        reply = self.chat.transcript.last_reply()
        if reply is not None:
            reply.copy()

    @Slot(bool)
    def _show_busy(self, busy: bool) -> None:
        self.commands.stop.setEnabled(busy)
        self._update_commands()

    @Slot()
    def _update_commands(self) -> None:
        busy = self._controller.is_busy()
        reply = self.chat.transcript.last_reply()
        broken = reply is not None and reply.turn.status in ("failed", "stopped", "interrupted")
        self.commands.retry.setEnabled(broken and not busy)
        self.commands.copy_reply.setEnabled(reply is not None)
        for action in (self.commands.rename, self.commands.delete):
            action.setEnabled(self.sidebar.current_id() is not None)

    # --- settings and theme
    @Slot()
    def _show_settings(self) -> None:
        self.dialog.show_page("General")

    @Slot()
    def _show_speculators(self) -> None:
        self.dialog.show_page("Speculators")

    @Slot()
    def _show_data(self) -> None:
        self.dialog.show_page("Data")

    @Slot()
    def _about(self) -> None:
        about(self, __version__)

    @Slot()
    def _theme_from_menu(self) -> None:
        mode = next(mode for mode, action in self.commands.themes.items() if action.isChecked())
        try:
            self._settings.set("appearance.theme", mode)
        except (SettingsError, OSError) as error:
            self.chat.notice.add(f"The theme was not kept: {error}")
        self._theme_chosen(mode)
        if self._dialog is not None:
            self._dialog.refresh_theme()

    @Slot(str)
    def _theme_chosen(self, mode: str) -> None:
        self.commands.themes[mode].setChecked(True)
        self.theme.set_mode(mode)

    @Slot(object)
    def _show_theme(self, tokens: Tokens) -> None:
        self.sidebar.set_tokens(tokens)
        self.chat.set_tokens(tokens)
        if self._dialog is not None:
            self._dialog.set_tokens(tokens)

    # --- geometry
    @Slot()
    def _toggle_sidebar(self) -> None:
        self.sidebar.setVisible(self.commands.sidebar.isChecked())

    def _restore(self) -> None:
        state = self._state()
        geometry, sizes = state.value("geometry"), state.value("splitter")
        if not (isinstance(geometry, QByteArray) and self.restoreGeometry(geometry)):
            self.resize(1200, 800)
        self._fit_screen()
        if not (isinstance(sizes, QByteArray) and self._splitter.restoreState(sizes)):
            self._splitter.setSizes([_SIDEBAR_WIDTH, 1200 - _SIDEBAR_WIDTH])
        shown = state.value("sidebar", True, type=bool)
        self.commands.sidebar.setChecked(bool(shown))
        self._toggle_sidebar()

    def _fit_screen(self) -> None:
        """A smaller screen, or a larger scale, than when the geometry was kept."""
        area = self.screen().availableGeometry()
        if not self.isMaximized() and not self.isFullScreen():
            self.resize(self.size().boundedTo(area.size()))
            if not area.contains(self.geometry()):
                self.move(area.topLeft())

    def _state(self) -> QSettings:
        return QSettings(str(self._paths.window_state), QSettings.Format.IniFormat)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Keep the geometry. Quitting itself is the application's."""
        state = self._state()
        state.setValue("geometry", self.saveGeometry())
        state.setValue("splitter", self._splitter.saveState())
        state.setValue("sidebar", self.commands.sidebar.isChecked())
        state.sync()
        if self._dialog is not None:
            self._dialog.close()
        super().closeEvent(event)
