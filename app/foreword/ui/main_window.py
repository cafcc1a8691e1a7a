"""The window: menu bar, chats on the left, the open chat on the right.

Joins the parts, applies the theme and keeps its own geometry. Knows the controller, the settings and
where files lie; nothing of models, engines or databases.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from PySide6.QtCore import QByteArray, QSettings, Qt, Slot
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QMainWindow, QSplitter

from foreword import __version__
from foreword.paths import Paths
from foreword.session.controller import Controller
from foreword.session.conversation import Conversation
from foreword.session.plugins import PluginManager
from foreword.settings import Settings, SettingsError
from foreword.ui.chat_list_commands import ChatCommands
from foreword.ui.chat_options import WIDTH as OPTIONS_WIDTH
from foreword.ui.chat_pane import ChatPane
from foreword.ui.dialogs import about
from foreword.ui.exchange_actions import ExchangeActions
from foreword.ui.icons import app_icon
from foreword.ui.menus import Commands
from foreword.ui.settings_dialog import SettingsDialog
from foreword.ui.sidebar import Sidebar
from foreword.ui.theme import Theme
from foreword.ui.toast import UndoToast
from foreword.ui.tokens import Tokens
from foreword.ui.turn_actions import can_go_on

_SIDEBAR_WIDTH = 248
_LEAST_WIDTH, _CHAT_WIDTH = 560, 360
_FRAME = 32  # what the system draws around a window, which is unknown until it shows


class MainWindow(QMainWindow):
    """Needs a QApplication. Showing and closing it leaves controller and settings to their owner."""

    def __init__(
        self, controller: Controller, settings: Settings, paths: Paths, plugins: PluginManager
    ) -> None:
        super().__init__()
        self._controller = controller
        self._settings = settings
        self._paths = paths
        self._plugins = plugins
        self._dialog: SettingsDialog | None = None
        self.setWindowTitle("Foreword")
        self.setWindowIcon(app_icon())
        self.setMinimumSize(_LEAST_WIDTH, 420)
        self.theme = Theme(settings["appearance.theme"], self)
        self.commands = Commands(self)
        self.sidebar = Sidebar(controller, self.theme.tokens)
        self.chat = ChatPane(controller, self.theme.tokens)
        self._splitter = QSplitter(Qt.Orientation.Horizontal)
        self._splitter.setHandleWidth(1)
        self._splitter.setChildrenCollapsible(False)
        self._splitter.addWidget(self.sidebar)
        self._splitter.addWidget(self.chat)
        self._splitter.setStretchFactor(1, 1)
        self.sidebar.setMinimumWidth(160)
        self.chat.setMinimumWidth(_CHAT_WIDTH)
        self.setCentralWidget(self._splitter)
        self.toast = UndoToast(self.theme.tokens, self.chat, self.chat.composer)
        self.chat_commands = ChatCommands(controller, self.commands, self.sidebar, self.toast, self)
        self.exchange = ExchangeActions(controller, self)
        self._versions: Mapping[str, tuple[str, ...]] = {}
        self._restore()
        self._connect_parts()
        self._connect_commands()
        self.chat.options.toggle.setChecked(bool(self._state().value("options", False, type=bool)))
        self.sidebar.refresh()
        self._show_opened(controller.current())
        self._show_busy(controller.is_busy())
        self.chat.composer.edit.setFocus()

    @property
    def dialog(self) -> SettingsDialog:
        """The settings dialog, built when it is first wanted."""
        if self._dialog is None:
            self._dialog = SettingsDialog(
                self._controller, self._settings, self._paths, self._plugins, self.theme, self
            )
            self._dialog.theme_chosen.connect(self._theme_chosen)
        return self._dialog

    def _connect_parts(self) -> None:
        controller = self._controller
        controller.conversations_changed.connect(self._follow_list)
        controller.conversation_opened.connect(self._show_opened)
        controller.busy_changed.connect(self._show_busy)
        controller.turn_changed.connect(self._update_commands)
        self.chat.safe_mode.more.clicked.connect(self._show_speculators)
        self.chat.header.toggle.clicked.connect(self.commands.sidebar.trigger)
        self.chat.options.toggle.toggled.connect(self._make_room)
        self.chat.options.manage_requested.connect(self._show_assistants)
        self.sidebar.entered.connect(self._write)
        self.sidebar.settings_button.clicked.connect(self._show_settings)
        self.chat_commands.entered.connect(self._write)
        self.chat_commands.list_wanted.connect(self._need_list)
        self.chat_commands.export_wanted.connect(self._export)
        self.theme.changed.connect(self._show_theme)

    def _connect_commands(self) -> None:
        commands = self.commands
        for action, slot in (
            (commands.settings, self._show_settings),
            (commands.speculators, self._show_speculators),
            (commands.plugins, self._show_plugins),
            (commands.data, self._show_data),
            (commands.quit, self.close),
            (commands.stop, self.chat.stop),
            (commands.edit_question, self.chat.edit_last),
            (commands.regenerate, self.chat.regenerate_last),
            (commands.go_on, self.chat.continue_last),
            (commands.next_version, partial(self._step_version, 1)),
            (commands.previous_version, partial(self._step_version, -1)),
            (commands.copy_reply, self._copy_reply),
            (commands.write, self._write),
            (commands.jump, self.chat.transcript.jump_to_latest),
            (commands.sidebar, self._toggle_sidebar),
            (commands.about, self._about),
        ):
            commands.connect(action, slot)
        commands.add_options(self.chat.options.toggle)
        exchange = self.exchange
        commands.add_exchange([exchange.export, exchange.import_, exchange.backup, exchange.restore])
        for mode, action in commands.themes.items():
            action.setChecked(mode == self.theme.mode)
            action.triggered.connect(self._theme_from_menu)

    # --- chats
    @Slot(object)
    def _show_opened(self, chat: Conversation | None) -> None:
        self._versions = chat.versions if chat else {}
        temporary = chat is not None and chat.temporary
        self.sidebar.show_open(chat.summary.id if chat else "", temporary=temporary)
        self._show_title(chat.summary.title if chat else "")
        self._update_commands()

    @Slot()
    def _follow_list(self) -> None:
        """The open chat may have another title now."""
        chats = self._controller.chats
        chat = chats.summary(chats.open_id) if chats.open_id is not None else None
        if chat is not None:
            self.chat.set_title(chat.title)
            self._show_title(chat.title)
        self._update_commands()

    def _show_title(self, title: str) -> None:
        self.setWindowTitle(f"{title} — Foreword" if title else "Foreword")

    @Slot()
    def _write(self) -> None:
        self.chat.composer.edit.setFocus()

    @Slot()
    def _need_list(self) -> None:
        if self.sidebar.isHidden():
            self.commands.sidebar.trigger()

    @Slot(str)
    def _export(self, chat_id: str) -> None:
        self.exchange.export_chats([chat_id])

    def _step_version(self, by: int) -> None:
        """Show another version of the last reply, where there is one."""
        reply = self.chat.transcript.last_reply()
        ids = self._versions.get(reply.turn.id, ()) if reply is not None else ()
        place = ids.index(reply.turn.id) + by if reply is not None and ids else -1
        if 0 <= place < len(ids):
            self._controller.turns.show_version(ids[place])

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
        commands = self.commands
        for action in (commands.edit_question, commands.regenerate):
            action.setEnabled(reply is not None and not busy)
        commands.go_on.setEnabled(reply is not None and can_go_on(reply.turn) and not busy)
        ids = self._versions.get(reply.turn.id, ()) if reply is not None else ()
        place = ids.index(reply.turn.id) if reply is not None and ids else 0
        commands.previous_version.setEnabled(place > 0 and not busy)
        commands.next_version.setEnabled(place + 1 < len(ids) and not busy)
        commands.copy_reply.setEnabled(reply is not None)
        self.chat_commands.update()

    # --- settings and theme
    @Slot()
    def _show_settings(self) -> None:
        self.dialog.show_page("General")

    @Slot()
    def _show_speculators(self) -> None:
        self.dialog.show_page("Speculators")

    @Slot()
    def _show_assistants(self) -> None:
        self.dialog.show_page("Assistants")
        self.dialog.assistants.select(self._controller.options.preset_id())

    @Slot()
    def _show_plugins(self) -> None:
        self.dialog.show_page("Plugins")

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
        self.toast.set_tokens(tokens)
        if self._dialog is not None:
            self._dialog.set_tokens(tokens)

    # --- geometry
    @Slot()
    def _toggle_sidebar(self) -> None:
        self.sidebar.setVisible(self.commands.sidebar.isChecked())

    @Slot(bool)
    def _make_room(self, options: bool) -> None:
        """The chat can be read beside its options, as far as the screen is wide enough."""
        more = OPTIONS_WIDTH if options else 0
        self.chat.setMinimumWidth(_CHAT_WIDTH + more)
        self.setMinimumWidth(min(_LEAST_WIDTH + more, self.screen().availableGeometry().width()))

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
        self.sidebar.set_collapsed(str(state.value("folders closed", "")).split())
        self._toggle_sidebar()

    def _fit_screen(self) -> None:
        """A smaller screen, or a larger scale, than when the geometry was kept."""
        area = self.screen().availableGeometry().adjusted(0, 0, 0, -_FRAME)
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
        state.setValue("options", self.chat.options.toggle.isChecked())
        state.setValue("folders closed", " ".join(self.sidebar.collapsed()))
        state.sync()
        if self._dialog is not None:
            self._dialog.close()
        super().closeEvent(event)
