"""The speculators as they stand for the open chat, each with its switch; takes effect at the next step.

A switch holds for all chats, or for this one alone where it has switches of its own: the same truth as the
chat's options and the settings show. While it is visible it follows the reply that is written; while it is
hidden it does nothing.
"""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QCheckBox, QVBoxLayout, QWidget

from foreword.messages import SpeculatorInfo
from foreword.session.choices import Standing
from foreword.session.controller import Controller
from foreword.session.pace import PaceNow
from foreword.ui.chat_options_switches import KEY, one_each
from foreword.ui.labels import WordsLabel
from foreword.ui.pace_series import Recent, in_reply
from foreword.ui.pace_words import as_it_stands, row_state, share_details, share_words
from foreword.ui.speculator_card import dares
from foreword.ui.speculator_switches_row import SpeculatorRow
from foreword.ui.tokens import Tokens
from foreword.ui.translate import tr


class SpeculatorSwitches(QWidget):
    """Switches through the controller; shows what that tells."""

    #: The rows are others now, or say something else: the order of Tab and the height may be another.
    changed = Signal()

    def __init__(self, controller: Controller, tokens: Tokens) -> None:
        super().__init__()
        self._controller = controller
        self._tokens = tokens
        self._listed = bool(controller.speculators())
        self._recent = Recent()
        self._following = False
        self.rows: dict[str, SpeculatorRow] = {}
        self.own = QCheckBox(tr("Only for this chat"))
        self.where = WordsLabel("where")
        self.error = WordsLabel("fielderror")
        self.none = WordsLabel("hint")
        self._column = QVBoxLayout()
        self._column.setSpacing(12)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addLayout(self._column)
        for widget in (self.none, self.own, self.where, self.error):
            layout.addWidget(widget)
        self.own.clicked.connect(self._own_clicked)
        controller.speculators_changed.connect(self._list)
        controller.options.changed.connect(self._refresh)
        controller.conversation_opened.connect(self._refresh)

    def set_tokens(self, tokens: Tokens) -> None:
        self._tokens = tokens
        for row in self.rows.values():
            row.set_tokens(tokens)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not self._following:
            self._following = True
            self._controller.pace.changed.connect(self._follow_pace)
        self.error.say("")
        self._recent = Recent()
        self._refresh()
        self._controller.refresh_speculators()

    def hideEvent(self, event: QHideEvent) -> None:
        if self._following:
            self._following = False
            self._controller.pace.changed.disconnect(self._follow_pace)
        super().hideEvent(event)

    # --- what the controller tells
    @Slot(object)
    def _list(self, _infos: object) -> None:
        self._listed = True
        self._refresh()

    @Slot()
    def _follow_pace(self) -> None:
        self._show_states(self._controller.pace.now())

    @Slot()
    def _refresh(self) -> None:
        if not self.isVisible():
            return
        infos = one_each(self._controller.speculators())
        for name in set(self.rows) - set(infos):
            row = self.rows.pop(name)
            row.hide()
            row.deleteLater()
        for name, info in infos.items():
            if name not in self.rows:
                self._add_row(name)
            self.rows[name].info = info
        starting = tr("The speculators are still starting.")
        self.none.say("" if infos else tr("No speculator is installed.") if self._listed else starting)
        standing = self._standing()
        self.own.setEnabled(bool(infos))
        self.own.setChecked(standing.source(KEY) == "chat")
        self.where.say(_where_words(standing) if infos else "")
        self._show_states(self._controller.pace.now())
        self.changed.emit()

    def _add_row(self, name: str) -> None:
        self.rows[name] = row = SpeculatorRow(name, self._tokens)
        row.turned.connect(self._turn)
        row.again_wanted.connect(self._try_again)
        self._column.addWidget(row)
        row.show_name()
        row.show()  # at once: whoever asks for the height now counts it

    def _show_states(self, now: PaceNow) -> None:
        if now.writing:
            self._recent.see(now)
        enabled: Mapping[str, bool] = self._standing()[KEY]
        for name, row in self.rows.items():
            on = bool(enabled.get(name))
            lately = self._recent.lately(name) if now.writing else in_reply(now, name)
            row.show_state(on, *row_state(as_it_stands(row.info, now), on, lately))
            pace = now.speculators.get(name)
            row.show_share(
                share_words(pace, now.seconds) if pace else "",
                share_details(pace, now.seconds) if pace else "",
            )

    def _standing(self) -> Standing:
        return self._controller.options.choices()

    # --- what the user wants
    @Slot(str, bool)
    def _turn(self, name: str, on: bool) -> None:
        row = self.rows[name]
        if on and row.info is not None and not dares(self.window(), name, row.info.state):
            row.switch.setChecked(False)
            return
        standing = self._standing()
        if standing.source(KEY) == "settings":
            self._controller.set_speculator(name, on)
        else:
            self._keep({**standing[KEY], name: on})
            if on and row.info is not None and row.info.state in ("failed", "quarantined"):
                self._controller.try_again(name)
        self._refresh()

    @Slot(bool)
    def _own_clicked(self, own: bool) -> None:
        """Its own switches begin as those that held before."""
        self._keep(dict(self._standing()[KEY]) if own else None)
        self._refresh()

    def _keep(self, table: Mapping[str, bool] | None) -> None:
        self.error.say(self._controller.options.set(KEY, table))

    @Slot(str)
    def _try_again(self, name: str) -> None:
        info: SpeculatorInfo | None = self.rows[name].info
        if info is not None and dares(self.window(), name, info.state):
            self._controller.try_again(name)


def _where_words(standing: Standing) -> str:
    """For which chats the switches hold."""
    source = standing.source(KEY)
    if source == "chat":
        return tr("These switches hold for this chat only; other chats keep theirs.")
    if source == "preset" and standing.preset is not None:
        words = tr("Set by the assistant {name}. A change here holds for this chat only.")
        return words.replace("{name}", standing.preset.name)
    return tr("These switches hold for all chats.")
