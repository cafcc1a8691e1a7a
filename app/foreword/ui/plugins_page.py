"""The Plugins page: install, update and remove the packages that speculators come in.

Shows what the plugin manager tells and passes on what the user wants; knows nothing of pip.
"""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from foreword.plugin_messages import InstallPlan, PluginDone, PluginFailed, PluginInfo, PluginProgress
from foreword.session.plugins import PluginManager
from foreword.ui.dialogs import confirm_remove
from foreword.ui.install_part import InstallPart
from foreword.ui.plan_dialog import PlanDialog
from foreword.ui.plugin_card import PluginCard
from foreword.ui.plugin_job import PluginJob
from foreword.ui.plugin_wording import RIGHTS, line
from foreword.ui.settings_pages import Page
from foreword.ui.tab_order import TabOrder
from foreword.ui.tokens import Tokens
from foreword.ui.translate import mark, tr

_READING = mark("Reading what is installed…")
_NOTHING = mark("No plugin is installed.")
_ONLY_OURS = mark("No other plugin is installed.")


class PluginsPage(Page):
    """Install on top, what it is doing beneath, then what is installed."""

    #: An install, update or removal is complete: other speculators may be there now.
    changed = Signal()

    def __init__(self, manager: PluginManager, tokens: Tokens, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._manager = manager
        self._tokens = tokens
        self._busy = False
        self._looking = False
        self._waiting: InstallPlan | None = None
        self.cards: dict[str, PluginCard] = {}
        self.dialog: PlanDialog | None = None
        self.install = InstallPart()
        self.job = PluginJob()
        self._build()
        self._connect()

    def _build(self) -> None:
        self.add_heading(tr("Plugins"))
        self.add_words(f"{tr('A plugin brings speculators.')} {tr(RIGHTS)}")
        self.column.addWidget(self.install)
        self.column.addWidget(self.job)
        self.look = QPushButton(tr("Look for updates"))
        self.add_heading(tr("Installed"), self.look)
        self._cards = QVBoxLayout()
        self._cards.setSpacing(8)
        self.column.addLayout(self._cards)
        self.empty = self.add_words(tr(_READING))
        self.column.addStretch()
        self._order = TabOrder(self.column)

    def _connect(self) -> None:
        manager = self._manager
        manager.plugins_changed.connect(self._show_plugins)
        manager.planned.connect(self._show_plan)
        manager.progress.connect(self._show_progress)
        manager.done.connect(self._show_done)
        manager.failed.connect(self._show_failed)
        manager.busy_changed.connect(self._show_busy)
        self.install.wanted.connect(manager.plan_install)
        self.job.cancel_requested.connect(manager.cancel)
        self.look.clicked.connect(self._look_for_updates)

    def set_tokens(self, tokens: Tokens) -> None:
        self._tokens = tokens
        for card in self.cards.values():
            card.set_tokens(tokens)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._manager.refresh()
        if self._waiting is not None:
            self._show_plan(self._waiting)

    # --- what the manager tells
    @Slot(object)
    def _show_plugins(self, plugins: tuple[PluginInfo, ...]) -> None:
        wanted = {plugin.distribution: plugin for plugin in plugins}
        for name in set(self.cards) - set(wanted):
            card = self.cards.pop(name)
            card.hide()
            card.deleteLater()
        for name, plugin in wanted.items():
            if name not in self.cards:
                card = PluginCard(name, self._tokens)
                card.update_wanted.connect(self._manager.plan_update)
                card.remove_wanted.connect(self._remove)
                card.set_busy(self._busy)
                self.cards[name] = card
                self._cards.addWidget(card)
            self.cards[name].show_plugin(plugin)
        self._order.apply()
        if self._looking:
            self._looking = False
            self.job.show_found(sum(bool(plugin.latest) for plugin in plugins))
        self.empty.setText(tr(_ONLY_OURS) if plugins else tr(_NOTHING))
        self.empty.setVisible(all(plugin.bundled for plugin in plugins))

    @Slot(object)
    def _show_plan(self, plan: InstallPlan) -> None:
        """Ask; where the page isn't on screen, when it is again."""
        if not self.isVisible():
            self._waiting = plan
            return
        self._waiting = None
        self.dialog = PlanDialog(plan, self.window())
        self.dialog.confirmed.connect(self._manager.carry_out)
        self.dialog.finished.connect(self._plan_closed)
        self.dialog.open()

    @Slot()
    def _plan_closed(self) -> None:
        self.dialog = None

    @Slot(object)
    def _show_progress(self, progress: PluginProgress) -> None:
        self.job.show_progress(progress)

    @Slot(object)
    def _show_done(self, done: PluginDone) -> None:
        if done.kind == "install":
            self.install.clear()
        self.job.show_done(done)
        self.changed.emit()

    @Slot(object)
    def _show_failed(self, failed: PluginFailed) -> None:
        self.job.show_failed(failed)

    @Slot(bool)
    def _show_busy(self, busy: bool) -> None:
        """One thing at a time. The keyboard goes along: to Cancel, and back to the field."""
        had_keyboard = self.isVisible() and self._has_keyboard()
        self._busy = busy
        self._looking = self._looking and busy
        self.install.set_busy(busy)
        self.look.setEnabled(not busy)
        for card in self.cards.values():
            card.set_busy(busy)
        self.job.set_busy(busy)
        if had_keyboard:
            (self.job.cancel if busy else self.install.edit).setFocus()

    def _has_keyboard(self) -> bool:
        """Whether a control that is about to go, or to be disabled, has it."""
        buttons: list[QWidget] = [self.install.install, self.look, self.job.cancel]
        buttons += [button for card in self.cards.values() for button in (card.renew, card.remove)]
        return self.window().focusWidget() in buttons

    # --- what the user wants
    @Slot()
    def _look_for_updates(self) -> None:
        self._manager.look_for_updates()
        self._looking = self._busy

    @Slot(str)
    def _remove(self, distribution: str) -> None:
        remove, with_data = confirm_remove(self.window(), line(distribution, 80))
        if remove:
            self._manager.remove(distribution, not with_data)
