"""The Speculators page: every discovered speculator as a card; brought up to date while it is shown."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QTimer, Signal, Slot
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from foreword.messages import SpeculatorInfo
from foreword.ui.labels import WordsLabel
from foreword.ui.settings_pages import Page
from foreword.ui.speculator_card import SpeculatorCard
from foreword.ui.tab_order import TabOrder
from foreword.ui.tokens import Tokens
from foreword.ui.translate import tr

_REFRESH_MS = 2000


class SpeculatorsPage(Page):
    """Shows what it is told; its controls only ask."""

    #: str name, bool on
    switched = Signal(str, bool)
    #: str name, str option, object value
    option_chosen = Signal(str, str, object)
    #: str name, str action
    action_wanted = Signal(str, str)
    #: str name - of one that failed or was quarantined
    again_wanted = Signal(str)
    #: Statuses may have changed by themselves: when shown, and every two seconds while it is.
    refresh_wanted = Signal()
    #: The user looks for more speculators.
    plugins_wanted = Signal()

    def __init__(self, tokens: Tokens, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tokens = tokens
        self.cards: dict[tuple[str, str], SpeculatorCard] = {}
        self.more = QPushButton(tr("Install more…"))
        self.more.clicked.connect(self.plugins_wanted)
        self.add_heading(tr("Speculators"), self.more)
        self.add_words(
            tr(
                "A speculator proposes the next words; the model checks them and keeps only those that it "
                "would have written itself. The answer stays the same, it comes sooner. "
                "A switch takes effect at the next step, in the middle of a reply too."
            )
        )
        self.add_words(
            tr("A speculator is a program with your rights on this computer. Use those you trust.")
        )
        self.safe_mode = WordsLabel("warning")
        self.column.addWidget(self.safe_mode)
        self._none = self.add_words(tr("No speculator is installed."))
        self._cards = QVBoxLayout()
        self._cards.setSpacing(8)
        self.column.addLayout(self._cards)
        self.column.addStretch()
        self._order = TabOrder(self.column)
        self._timer = QTimer(self)
        self._timer.setInterval(_REFRESH_MS)
        self._timer.timeout.connect(self.refresh_wanted)

    def show_speculators(self, speculators: Sequence[SpeculatorInfo]) -> None:
        """Bring the cards up to date, without rebuilding those that stay or moving what is being edited."""
        focus = self._focus_inside()
        before = self._top_of(focus) if focus else 0
        wanted = {(info.name, info.distribution): info for info in speculators}
        for key in set(self.cards) - set(wanted):
            card = self.cards.pop(key)
            card.hide()
            card.deleteLater()
        for key, info in wanted.items():
            if key not in self.cards:
                self._add_card(key)
            self.cards[key].show_info(info)
        self._none.setVisible(not wanted)
        self._order.apply()
        if focus is not None and focus.isVisible():
            self._keep_place(focus, before)

    @Slot(str, str)
    def show_answer(self, name: str, words: str) -> None:
        """A button of the speculator `name` did this."""
        for (each, _), card in self.cards.items():
            if each == name:
                card.show_answer(words)

    def show_problem(self, name: str, option: str, words: str) -> None:
        """What was set for an option of `name` was refused."""
        for (each, _), card in self.cards.items():
            if each == name:
                card.show_problem(option, words)

    def set_tokens(self, tokens: Tokens) -> None:
        self._tokens = tokens
        for card in self.cards.values():
            card.set_tokens(tokens)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.refresh_wanted.emit()
        self._timer.start()

    def hideEvent(self, event: QHideEvent) -> None:
        self._timer.stop()
        super().hideEvent(event)

    def _add_card(self, key: tuple[str, str]) -> None:
        card = SpeculatorCard(key[0], self._tokens)
        card.switched.connect(self.switched)
        card.option_chosen.connect(self.option_chosen)
        card.action_wanted.connect(self.action_wanted)
        card.again_wanted.connect(self.again_wanted)
        self.cards[key] = card
        self._cards.addWidget(card)

    def _focus_inside(self) -> QWidget | None:
        focus = self.window().focusWidget() if self.isVisible() else None
        return focus if focus is not None and self.inside.isAncestorOf(focus) else None

    def _top_of(self, widget: QWidget) -> int:
        """How far below the top of the page it stands."""
        return widget.mapTo(self.inside, QPoint(0, 0)).y()

    def _keep_place(self, widget: QWidget, before: int) -> None:
        """Lay everything out now, and scroll so far that `widget` stays where it was on screen."""
        QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest.value)
        bar = self.verticalScrollBar()
        bar.setValue(bar.value() + self._top_of(widget) - before)
