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
from foreword.settings import Settings
from foreword.ui.header import NoticeBanner
from foreword.ui.icons import icon
from foreword.ui.settings_pages import DataPage, GeneralPage
from foreword.ui.speculators_page import SpeculatorsPage
from foreword.ui.theme import Theme
from foreword.ui.tokens import Tokens

PAGES = ("General", "Speculators", "Data")
_ICONS = ("settings", "speculator", "data")


class SettingsDialog(QDialog):
    """Not modal: the chat goes on beside it."""

    #: str - the theme's setting has this value now.
    theme_chosen = Signal(str)

    def __init__(
        self, controller: Controller, settings: Settings, paths: Paths, theme: Theme, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle("Settings")
        self.resize(760, 600)
        self._window = parent
        self._controller = controller
        self._settings = settings
        self.general = GeneralPage(settings)
        self.speculators = SpeculatorsPage(theme.tokens)
        self.data = DataPage(paths, theme.tokens)
        self.notice = NoticeBanner(theme.tokens)
        self._build()
        self.set_tokens(theme.tokens)
        self.general.changed.connect(self._setting_changed)
        self.general.problem.connect(self.notice.add)
        self.general.load_requested.connect(self._load_model)
        self.speculators.switched.connect(controller.set_speculator)
        controller.speculators_changed.connect(self._show_speculators)
        self._show_speculators(controller.speculators())
        for problem in settings.problems:
            self.notice.add(problem)

    def _build(self) -> None:
        self.pages = QListWidget()
        self.pages.setObjectName("pages")
        self.pages.setAccessibleName("Pages")
        self.pages.setFixedWidth(176)
        self.pages.setIconSize(QSize(20, 20))
        self.stack = QStackedWidget()
        for name, page in zip(PAGES, (self.general, self.speculators, self.data), strict=True):
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
        self.speculators.set_tokens(tokens)
        self.data.set_tokens(tokens)
        self.notice.set_tokens(tokens)

    def refresh_theme(self) -> None:
        """The theme was chosen elsewhere."""
        self.general.fields["appearance.theme"].refresh()

    @Slot(object)
    def _show_speculators(self, speculators: object) -> None:
        assert isinstance(speculators, tuple)
        self.speculators.show_speculators(speculators)

    @Slot(str)
    def _setting_changed(self, key: str) -> None:
        if key == "appearance.theme":
            self.theme_chosen.emit(self._settings[key])

    @Slot()
    def _load_model(self) -> None:
        self._controller.load_model()
