"""The settings dialog: a list of pages on the left, the page on the right. Changes apply at once."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QSizePolicy,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from foreword.paths import Paths
from foreword.session.controller import Controller
from foreword.session.models import ModelManager
from foreword.session.plugins import PluginManager
from foreword.settings import Settings
from foreword.ui.header_banners import NoticeBanner
from foreword.ui.icons import icon
from foreword.ui.model_use import ModelUse
from foreword.ui.models_page import ModelsPage
from foreword.ui.plugins_page import PluginsPage
from foreword.ui.preset_page import PresetsPage
from foreword.ui.settings_model_page import ModelSettingsPage
from foreword.ui.settings_pages import DataPage, GeneralPage
from foreword.ui.speculators_page import SpeculatorsPage
from foreword.ui.theme import Theme
from foreword.ui.tokens import Tokens
from foreword.ui.translate import mark, tr
from foreword.ui.zoom import px

PAGES = (
    mark("General"),
    mark("Models"),
    mark("Model settings"),
    mark("Assistants"),
    mark("Speculators"),
    mark("Plugins"),
    mark("Data"),
)
_PAGE_OF = {"model.name": "Models", "models.folders": "Models", "speculators.enabled": "Speculators"}
_ICONS = ("settings", "model", "chip", "assistant", "speculator", "plugin", "data")


_Page = GeneralPage | ModelsPage | ModelSettingsPage | PresetsPage | SpeculatorsPage | PluginsPage | DataPage


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
        models: ModelManager,
        theme: Theme,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Settings"))
        self.resize(px(880), px(680))
        self._window = parent
        self._controller = controller
        self._settings = settings
        self.use = ModelUse(controller, models, settings, theme.tokens, self)
        self.general = GeneralPage(settings, theme.tokens)
        self.models = ModelsPage(self.use, theme.tokens)
        self.model_settings = ModelSettingsPage(self.use, theme.tokens)
        self.assistants = PresetsPage(controller, theme.tokens)
        self.assistants.editor.form.follow_models(self.use)
        self.speculators = SpeculatorsPage(theme.tokens)
        self.plugins = PluginsPage(plugins, theme.tokens)
        self.data = DataPage(paths, theme.tokens)
        self.notice = NoticeBanner(theme.tokens)
        self._build()
        self.set_tokens(theme.tokens)
        for page in (self.general, self.models, self.model_settings):
            page.changed.connect(self._setting_changed)
            page.problem.connect(self.notice.add)
        self.use.notice.connect(self.notice.add)
        self.use.manage_wanted.connect(self._show_models_page)
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
        self.pages.setAccessibleName(tr("Pages"))
        self.pages.setMinimumWidth(176)
        self.pages.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        # As wide as the longest name, which differs between languages.
        self.pages.setSizeAdjustPolicy(QListWidget.SizeAdjustPolicy.AdjustToContents)
        self.pages.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        self.pages.setIconSize(QSize(20, 20))
        self.stack = QStackedWidget()
        for name, page in zip(PAGES, self._all_pages(), strict=True):
            self.pages.addItem(QListWidgetItem(tr(name)))
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

    def _all_pages(self) -> tuple[_Page, ...]:
        return (
            self.general,
            self.models,
            self.model_settings,
            self.assistants,
            self.speculators,
            self.plugins,
            self.data,
        )

    def show_page(self, name: str) -> None:
        """Show the dialog with this page in front; `name` is one of PAGES."""
        self.pages.setCurrentRow(PAGES.index(name))
        if name == "Models":
            self.models.begin()
        if not self.isVisible():
            self._centre()
        self.show()
        self.raise_()
        self.activateWindow()

    def show_setting(self, key: str) -> None:
        """Show the dialog with this setting in view and in hand; its page, where it has no field."""
        network = self.models.network
        for name, page, fields in (
            ("General", self.general, self.general.fields),
            ("Model settings", self.model_settings, self.model_settings.fields),
            ("Models", network, network.fields),
        ):
            if key in fields:
                self.show_page(name)
                if page is network:
                    self.models.show_tab(network)
                page.ensureWidgetVisible(fields[key])
                fields[key].editor.setFocus()
                return
        self.show_page(_PAGE_OF.get(key, "General"))

    def _centre(self) -> None:
        """Over the window. Some window managers let a dialog that is shown again creep downwards."""
        place = self.frameGeometry()
        place.moveCenter(self._window.frameGeometry().center())
        self.move(place.topLeft())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter belongs to the field in hand: no button of some page is pressed by it."""
        if event.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            super().keyPressEvent(event)

    def set_tokens(self, tokens: Tokens) -> None:
        for row, name in enumerate(_ICONS):
            self.pages.item(row).setIcon(icon(name, tokens.muted))
        self.use.tokens = tokens
        for page in self._all_pages():
            page.set_tokens(tokens)
        self.notice.set_tokens(tokens)

    def refresh_theme(self) -> None:
        """The theme was chosen elsewhere."""
        self.general.fields["appearance.theme"].refresh()

    def refresh(self) -> None:
        """Settings were changed elsewhere."""
        self.general.refresh()
        self.model_settings.refresh()

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
    def _show_models_page(self) -> None:
        self.show_page("Models")

    @Slot()
    def _show_plugins_page(self) -> None:
        self.pages.setCurrentRow(PAGES.index("Plugins"))
        self.plugins.install.edit.setFocus()

    @Slot(str)
    def _setting_changed(self, key: str) -> None:
        if key == "appearance.theme":
            self.theme_chosen.emit(self._settings[key])
        self._controller.options.follow_settings()
        self.use.models.follow_settings()
        self.setting_changed.emit(key)
