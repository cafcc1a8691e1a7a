"""The window: menu bar, chats on the left, the open chat on the right.

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
from foreword.session.conversation import Conversation
from foreword.session.models import ModelManager
from foreword.session.plugins import PluginManager
from foreword.settings import Settings
from foreword.ui.announce import Announcer
from foreword.ui.chat_list_commands import ChatCommands
from foreword.ui.chat_pane import ChatPane
from foreword.ui.dialogs import about
from foreword.ui.exchange_actions import ExchangeActions
from foreword.ui.icons import app_icon
from foreword.ui.menus import Commands
from foreword.ui.model_commands import ModelCommands
from foreword.ui.model_parts import ModelParts
from foreword.ui.motion import SystemMotion
from foreword.ui.palette_host import PaletteHost
from foreword.ui.reply_commands import ReplyCommands
from foreword.ui.settings_dialog import SettingsDialog
from foreword.ui.shortcuts_dialog import ShortcutsDialog
from foreword.ui.sidebar import Sidebar
from foreword.ui.theme import Theme
from foreword.ui.toast import BriefToast, UndoToast
from foreword.ui.tokens import Tokens
from foreword.ui.view_commands import ViewCommands
from foreword.ui.zoom import px

_SIDEBAR_WIDTH = 248
_LEAST_WIDTH, _CHAT_WIDTH, _BESIDE_WIDTH = 560, 360, 320  # pixels at 100 %
_FRAME = 32  # what the system draws around a window, which is unknown until it shows


class MainWindow(QMainWindow):
    """Needs a QApplication. Showing and closing it leaves controller and settings to their owner."""

    def __init__(
        self,
        controller: Controller,
        settings: Settings,
        paths: Paths,
        plugins: PluginManager,
        models: ModelManager,
    ) -> None:
        super().__init__()
        self._controller = controller
        self._settings = settings
        self._paths = paths
        self._plugins = plugins
        self.models = models
        self._dialog: SettingsDialog | None = None
        self._shortcuts: ShortcutsDialog | None = None
        self.setWindowTitle("Foreword")
        self.setWindowIcon(app_icon())
        SystemMotion(self)
        self.theme = Theme(settings["appearance.theme"], self, percent=settings["appearance.zoom"])
        self._percent = self.theme.percent
        self.commands = Commands(self)
        self.sidebar = Sidebar(controller, self.theme.tokens)
        self.chat = ChatPane(controller, settings, self.theme.tokens)
        self._build()
        self.toast = UndoToast(self.theme.tokens, self.chat, self.chat.composer)
        self.brief = BriefToast(self.chat)
        self._join_commands()
        self._join_models()
        self._announcer = Announcer(controller, self.chat.transcript)
        self._restore()
        self._connect_parts()
        self._connect_commands()
        self.chat.options.toggle.setChecked(bool(self._state().value("options", False, type=bool)))
        self._make_room()
        self.sidebar.refresh()
        self._show_opened(controller.current())
        self.chat.composer.edit.setFocus()

    def _build(self) -> None:
        self._splitter = QSplitter(Qt.Orientation.Horizontal)
        self._splitter.setHandleWidth(1)
        self._splitter.setChildrenCollapsible(False)
        self._splitter.addWidget(self.sidebar)
        self._splitter.addWidget(self.chat)
        self._splitter.setStretchFactor(1, 1)
        self.setCentralWidget(self._splitter)

    def _join_commands(self) -> None:
        controller, commands, chat = self._controller, self.commands, self.chat
        commands.add_options(chat.options.toggle)
        commands.add_lens(*chat.toggles.actions())
        commands.add_attach(chat.composer.attach_action)
        self.exchange = ExchangeActions(controller, self)
        exchange = self.exchange
        commands.add_exchange([exchange.export, exchange.import_, exchange.backup, exchange.restore])
        self.chat_commands = ChatCommands(controller, commands, self.sidebar, self.toast, self)
        self.reply_commands = ReplyCommands(controller, commands, chat, self)
        self.model_commands = ModelCommands(controller, commands, self)
        self.view_commands = ViewCommands(
            self._settings, self.theme, commands, chat.transcript.viewport(), self.brief, self
        )
        self.palette_host = PaletteHost(controller, self._state, self)

    def _join_models(self) -> None:
        """The card of the first start, the banner and the header's button show what models there are."""
        chat, tokens = self.chat, self.theme.tokens
        self.model_parts = ModelParts(
            self._controller, self.models, self._settings, self._paths.data, tokens, self
        )
        self.model_parts.join(chat.welcome, chat.model_banner, chat.header.status, chat.composer.edit)
        chat.options.form.follow_models(self.model_parts.use)
        self.model_parts.notice.connect(chat.notice.add)
        self.model_parts.manage_wanted.connect(self.show_models)

    @property
    def dialog(self) -> SettingsDialog:
        """The settings dialog, built when it is first wanted."""
        if self._dialog is None:
            self._dialog = SettingsDialog(
                self._controller,
                self._settings,
                self._paths,
                self._plugins,
                self.models,
                self.theme,
                self,
            )
            self._dialog.setting_changed.connect(self.view_commands.follow)
        return self._dialog

    def _connect_parts(self) -> None:
        controller = self._controller
        controller.conversations_changed.connect(self._follow_list)
        controller.conversation_opened.connect(self._show_opened)
        self.chat.safe_mode.more.clicked.connect(self.show_speculators)
        self.chat.header.toggle.clicked.connect(self.commands.sidebar.trigger)
        self.chat.side.changed.connect(self._make_room)
        self.chat.side.manage_requested.connect(self.show_speculators)
        self.chat.options.manage_requested.connect(self.show_assistants)
        self.sidebar.entered.connect(self.write)
        self.sidebar.settings_button.clicked.connect(self.show_settings)
        self.chat_commands.entered.connect(self.write)
        self.chat_commands.list_wanted.connect(self._need_list)
        self.chat_commands.export_wanted.connect(self._export)
        self.theme.changed.connect(self._show_theme)
        self.view_commands.notice.connect(self.chat.notice.add)
        self.view_commands.setting_changed.connect(self._setting_changed)

    def _connect_commands(self) -> None:
        commands = self.commands
        for action, slot in (
            (commands.settings, self.show_settings),
            (commands.assistants, self.show_assistants),
            (commands.models, self.show_models),
            (commands.speculators, self.show_speculators),
            (commands.plugins, self._show_plugins),
            (commands.data, self._show_data),
            (commands.quit, self.close),
            (commands.write, self.write),
            (commands.sidebar, self._toggle_sidebar),
            (commands.palette, self.palette_host.show),
            (commands.shortcuts, self._show_shortcuts),
            (commands.about, self._about),
        ):
            commands.connect(action, slot)

    # --- chats
    @Slot(object)
    def _show_opened(self, chat: Conversation | None) -> None:
        temporary = chat is not None and chat.temporary
        self.sidebar.show_open(chat.summary.id if chat else "", temporary=temporary)
        self._show_title(chat.summary.title if chat else "")
        self.reply_commands.show_chat(chat)
        self.chat_commands.update()

    @Slot()
    def _follow_list(self) -> None:
        """The open chat may have another title now."""
        chats = self._controller.chats
        chat = chats.summary(chats.open_id) if chats.open_id is not None else None
        if chat is not None:
            self.chat.set_title(chat.title)
            self._show_title(chat.title)
        self.chat_commands.update()

    def _show_title(self, title: str) -> None:
        self.setWindowTitle(f"{title} — Foreword" if title else "Foreword")

    @Slot()
    def write(self) -> None:
        """The keyboard goes to the composer."""
        self.chat.composer.edit.setFocus()

    @Slot()
    def _need_list(self) -> None:
        if self.sidebar.isHidden():
            self.commands.sidebar.trigger()

    @Slot(str)
    def _export(self, chat_id: str) -> None:
        self.exchange.export_chats([chat_id])

    # --- settings and theme
    @Slot()
    def show_settings(self) -> None:
        self.dialog.show_page("General")

    @Slot()
    def show_speculators(self) -> None:
        self.dialog.show_page("Speculators")

    @Slot()
    def show_assistants(self) -> None:
        self.dialog.show_page("Assistants")
        self.dialog.assistants.select(self._controller.options.preset_id())

    @Slot()
    def show_models(self) -> None:
        self.dialog.show_page("Models")

    @Slot()
    def _show_plugins(self) -> None:
        self.dialog.show_page("Plugins")

    @Slot()
    def _show_data(self) -> None:
        self.dialog.show_page("Data")

    @Slot()
    def _show_shortcuts(self) -> None:
        if self._shortcuts is None:
            self._shortcuts = ShortcutsDialog(self)
        self._shortcuts.show()
        self._shortcuts.activateWindow()

    @Slot()
    def _about(self) -> None:
        about(self, __version__)

    @Slot(str)
    def _setting_changed(self, _key: str) -> None:
        """By a command: the dialog shows the new value, too."""
        self._controller.options.follow_settings()
        if self._dialog is not None:
            self._dialog.refresh()

    @Slot(object)
    def _show_theme(self, tokens: Tokens) -> None:
        self.sidebar.set_tokens(tokens)
        self.chat.set_tokens(tokens)
        self.toast.set_tokens(tokens)
        self.palette_host.set_tokens(tokens)
        self.model_parts.set_tokens(tokens)
        if self._dialog is not None:
            self._dialog.set_tokens(tokens)
        self._make_room()
        self._scale_sidebar()
        self._fit_screen()

    # --- geometry
    @Slot()
    def _toggle_sidebar(self) -> None:
        self.sidebar.setVisible(self.commands.sidebar.isChecked())

    @Slot()
    def _make_room(self) -> None:
        """The chat can be read beside its options, as far as the screen is wide enough."""
        area = self.screen().availableGeometry()
        beside = not (self.chat.options.isHidden() and self.chat.side.panel.isHidden())
        more = _BESIDE_WIDTH if beside else 0
        least = min(px(_LEAST_WIDTH + more), area.width())
        self.sidebar.setMinimumWidth(min(px(160), least // 3))
        self.chat.setMinimumWidth(min(px(_CHAT_WIDTH + more), least - self.sidebar.minimumWidth()))
        self.setMinimumSize(least, min(px(420), area.height()))

    def _scale_sidebar(self) -> None:
        """At another zoom the list keeps its share of words, as far as the chat keeps its room."""
        before, self._percent = self._percent, self.theme.percent
        width, whole = self.sidebar.width(), self._splitter.width()
        if before != self._percent and self.sidebar.isVisible():
            wanted = min(round(width * self._percent / before), whole * 2 // 5)
            self._splitter.setSizes([wanted, whole - wanted])

    def _restore(self) -> None:
        state = self._state()
        geometry, sizes = state.value("geometry"), state.value("splitter")
        if not (isinstance(geometry, QByteArray) and self.restoreGeometry(geometry)):
            self.resize(px(1200), px(800))
        self._fit_screen()
        if not (isinstance(sizes, QByteArray) and self._splitter.restoreState(sizes)):
            self._splitter.setSizes([px(_SIDEBAR_WIDTH), px(1200 - _SIDEBAR_WIDTH)])
        shown = state.value("sidebar", True, type=bool)
        self.commands.sidebar.setChecked(bool(shown))
        self.sidebar.set_collapsed(str(state.value("folders closed", "")).split())
        self._toggle_sidebar()
        self.commands.full_screen.setChecked(self.isFullScreen())

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
        for dialog in (self._dialog, self._shortcuts):
            if dialog is not None:
                dialog.close()
        super().closeEvent(event)
