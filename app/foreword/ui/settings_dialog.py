"""The settings dialog: a list of pages on the left, the page on the right. Changes apply at once."""

from __future__ import annotations

from PySide6.QtCore import QSize, Signal, Slot
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from foreword.paths import Paths
from foreword.session.controller import Controller
from foreword.session.plugins import PluginManager
from foreword.settings import Settings
from foreword.ui.header import NoticeBanner
from foreword.ui.icons import icon
from foreword.ui.plugins_page import PluginsPage
from foreword.ui.preset_page import PresetsPage
from foreword.ui.settings_pages import DataPage, GeneralPage
from foreword.ui.speculators_page import SpeculatorsPage
from foreword.ui.theme import Theme
from foreword.ui.tokens import Tokens

PAGES = ("General", "Assistants", "Speculators", "Plugins", "Data")
_ICONS = ("settings", "assistant", "speculator", "plugin", "data")


class SettingsDialog(QDialog):
    """Not modal: the chat goes on beside it."""

    #: str - the theme's setting has this value now.
    theme_chosen = Signal(str)
    #: str key - a setting has a new value.
    setting_changed = Signal(str)

    def __init__(
        self,
        controller: Controller,
        settings: Settings,
        paths: Paths,
        plugins: PluginManager,
        theme: Theme,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle("Settings")
        self.resize(864, 680)
        self._window = parent
        self._controller = controller
        self._settings = settings
        self.general = GeneralPage(settings, theme.tokens)
        self.assistants = PresetsPage(controller, theme.tokens)
        self.speculators = SpeculatorsPage(theme.tokens)
        self.plugins = PluginsPage(plugins, theme.tokens)
        self.data = DataPage(paths, theme.tokens)
        self.notice = NoticeBanner(theme.tokens)
        self._build()
        self.set_tokens(theme.tokens)
        self.general.changed.connect(self._setting_changed)
        self.general.problem.connect(self.notice.add)
        self.general.load_requested.connect(self._load_model)
        controller.options.changed.connect(self.general.refresh)
        self._connect_speculators()
        for problem in settings.problems:
            self.notice.add(problem)

    def _connect_speculators(self) -> None:
        controller, page = self._controller, self.speculators
        page.switched.connect(controller.set_speculator)
        page.option_chosen.connect(self._set_option)
        page.action_wanted.connect(controller.act)
        page.again_wanted.connect(controller.try_again)
        page.refresh_wanted.connect(controller.refresh_speculators)
        page.plugins_wanted.connect(self._show_plugins_page)
        self.plugins.changed.connect(controller.rediscover_speculators)
        controller.speculators_changed.connect(self._show_speculators)
        controller.acted.connect(page.show_answer)
        page.safe_mode.say(controller.safe_mode)
        self._show_speculators(controller.speculators())

    def _build(self) -> None:
        self.pages = QListWidget()
        self.pages.setObjectName("pages")
        self.pages.setAccessibleName("Pages")
        self.pages.setFixedWidth(176)
        self.pages.setIconSize(QSize(20, 20))
        self.stack = QStackedWidget()
        pages = (self.general, self.assistants, self.speculators, self.plugins, self.data)
        for name, page in zip(PAGES, pages, strict=True):
            self.pages.addItem(QListWidgetItem(name))
            self.stack.addWidget(page)
        self.pages.currentRowChanged.connect(self.stack.setCurrentIndex)
        self.pages.setCurrentRow(0)
        right = QVBoxLayout()
        right.setSpacing(0)
        right.addWidget(self.notice)
        right.addWidget(self.stack)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.pages)
        layout.addLayout(right, 1)

    def show_page(self, name: str) -> None:
        """Show the dialog with this page in front."""
        self.pages.setCurrentRow(PAGES.index(name))
        if not self.isVisible():
            self._centre()
        self.show()
        self.raise_()
        self.activateWindow()

    def _centre(self) -> None:
        """Over the window. Some window managers let a dialog that is shown again creep downwards."""
        place = self.frameGeometry()
        place.moveCenter(self._window.frameGeometry().center())
        self.move(place.topLeft())

    def set_tokens(self, tokens: Tokens) -> None:
        for row, name in enumerate(_ICONS):
            self.pages.item(row).setIcon(icon(name, tokens.muted))
        self.general.set_tokens(tokens)
        self.assistants.set_tokens(tokens)
        self.speculators.set_tokens(tokens)
        self.plugins.set_tokens(tokens)
        self.data.set_tokens(tokens)
        self.notice.set_tokens(tokens)

    def refresh_theme(self) -> None:
        """The theme was chosen elsewhere."""
        self.general.fields["appearance.theme"].refresh()

    @Slot(object)
    def _show_speculators(self, speculators: object) -> None:
        assert isinstance(speculators, tuple)
        self.speculators.show_speculators(speculators)

    @Slot(str, str, object)
    def _set_option(self, name: str, option: str, value: object) -> None:
        problem = self._controller.set_option(name, option, value)
        if problem:
            self.speculators.show_problem(name, option, problem)

    @Slot()
    def _show_plugins_page(self) -> None:
        self.pages.setCurrentRow(PAGES.index("Plugins"))
        self.plugins.install.edit.setFocus()

    @Slot(str)
    def _setting_changed(self, key: str) -> None:
        if key == "appearance.theme":
            self.theme_chosen.emit(self._settings[key])
        self._controller.options.follow_settings()
        self.setting_changed.emit(key)

    @Slot()
    def _load_model(self) -> None:
        self._controller.load_model()
