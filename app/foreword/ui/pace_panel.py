"""The live panel beside the chat: how fast the reply comes, what drafting saves, who drafts at what cost.

Follows `controller.pace` while it is visible and does nothing while it is hidden. Plots are made when it is
shown for the first time. Measures nothing itself.
"""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from foreword.session.controller import Controller
from foreword.ui.chat_options import WIDTH
from foreword.ui.disclosure import Disclosure
from foreword.ui.icons import icon
from foreword.ui.labels import WordsLabel
from foreword.ui.pace_charts import Charts
from foreword.ui.pace_figures import Figures
from foreword.ui.pace_lens import LensSwitches
from foreword.ui.pace_plot import PlotLibrary
from foreword.ui.pace_toggles import PANEL_SHORTCUT, Toggles
from foreword.ui.pace_words import compared, saved_details, saved_state, saved_words
from foreword.ui.reading import margins
from foreword.ui.scrolling import reserve_scroll_bar
from foreword.ui.speculator_switches import SpeculatorSwitches
from foreword.ui.tab_order import TabOrder
from foreword.ui.tokens import SCROLL_BAR, Tokens
from foreword.ui.translate import mark, tr
from foreword.ui.wording import plain_tooltip

_ABOUT = mark(
    "By itself, a model writes one token (a piece of a word) in each pass. Speculators propose the tokens "
    "that may come next; the model checks them in one pass and keeps those that it would have written "
    "itself. The answer stays the same and comes sooner. Where that wouldn't pay, nothing is drafted."
)


class LivePanel(QWidget):
    """Hidden at first; `toggles.panel` shows and hides it."""

    #: The user wants to see all that there is about speculators.
    manage_requested = Signal()

    def __init__(self, controller: Controller, toggles: Toggles, tokens: Tokens) -> None:
        super().__init__()
        self.setObjectName("pace")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFixedWidth(WIDTH)
        self.setProperty("zooms", True)
        self._controller = controller
        self._tokens = tokens
        self._following = False
        self._library: PlotLibrary | None = None
        self.charts: Charts | None = None
        self.close_button = QToolButton()
        self.close_button.setIconSize(QSize(16, 16))
        self.close_button.setToolTip(tr("Hide the live panel ({shortcut})", shortcut=PANEL_SHORTCUT))
        self.close_button.setAccessibleName(tr("Hide the live panel"))
        self.figures = Figures()
        self.compared = WordsLabel("muted")
        self.saved = WordsLabel("saved")
        self.hint = WordsLabel("hint")
        self._about = WordsLabel("hint")
        self.fold = Disclosure(tr("What is this?"), self._about, tokens)
        self.speculators = SpeculatorSwitches(controller, tokens)
        self.manage = QPushButton(tr("Manage speculators…"))
        self.lens = LensSwitches(toggles, tokens)
        self._build()
        self.set_tokens(tokens)
        self.hide()
        self._order = TabOrder(self._column)
        self.speculators.changed.connect(self._order.apply)
        self.close_button.clicked.connect(toggles.panel.trigger)
        self.manage.clicked.connect(self.manage_requested)

    def _build(self) -> None:
        title = QLabel(tr("Live panel"))
        title.setObjectName("title")
        top = QHBoxLayout()
        top.setContentsMargins(*margins(16, 8, 8, 8))
        top.addWidget(title, 1)
        top.addWidget(self.close_button)
        inside = QWidget()
        inside.setObjectName("pacecolumn")
        self._column = QVBoxLayout(inside)
        self._column.setContentsMargins(*margins(16, 0, 16 - SCROLL_BAR, 24))
        self._column.setSpacing(8)
        self._column.addWidget(self.figures)
        for widget in (self.compared, self.saved, self.hint):
            self._column.addWidget(widget)
        self._column.addWidget(self.fold, 0, Qt.AlignmentFlag.AlignLeading)
        self._column.addWidget(self._about)
        self._charts_at = self._column.count()
        self._add_heading(tr("Speculators"))
        self._column.addWidget(self.speculators)
        self.manage.setProperty("small", True)
        self._column.addWidget(self.manage, 0, Qt.AlignmentFlag.AlignLeading)
        self._add_heading(tr("Speculation lens"))
        self._column.addWidget(self.lens)
        self._column.addStretch()
        self._about.setText(tr(_ABOUT))
        self.area = QScrollArea()
        self.area.setWidgetResizable(True)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        reserve_scroll_bar(self.area)
        self.area.setWidget(inside)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(1, 0, 1, 0)  # the line at the chat's side
        layout.setSpacing(0)
        layout.addLayout(top)
        layout.addWidget(self.area, 1)

    def _add_heading(self, words: str) -> None:
        label = QLabel(words)
        label.setObjectName("section")
        self._column.addSpacing(8)
        self._column.addWidget(label)

    def set_tokens(self, tokens: Tokens) -> None:
        self._tokens = tokens
        self.close_button.setIcon(icon("close", tokens.muted))
        self.figures.follow_font()
        for part in (self.fold, self.speculators, self.lens):
            part.set_tokens(tokens)
        if self.charts is not None:
            self.charts.set_tokens(tokens)

    # --- only while it is visible
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not self._following:
            self._following = True
            self._controller.pace.changed.connect(self._follow)
        if self._library is None:
            self._library = PlotLibrary()
            self._library.ready.connect(self._make_charts)
            self._library.missing.connect(self._tell_missing)
            self._library.fetch()
        self._follow()

    def hideEvent(self, event: QHideEvent) -> None:
        """Also where the window is put away."""
        if self._following:
            self._following = False
            self._controller.pace.changed.disconnect(self._follow)
        super().hideEvent(event)

    @Slot()
    def _follow(self) -> None:
        now = self._controller.pace.now()
        self.figures.show_pace(now)
        self.compared.say(compared(now))
        self.saved.say(saved_words(now.saved_chat), saved_state(now.saved_chat))
        self.saved.setToolTip(plain_tooltip(saved_details(now)))
        if now.passes:
            self.hint.say("")
        elif now.writing:
            self.hint.say(tr("The model is reading. Figures follow as soon as it writes."))
        else:
            self.hint.say(tr("Ask something: figures and curves appear while the reply is written."))
        if self.charts is not None:
            self.charts.show_pace(now)
            self.charts.setVisible(bool(now.passes))

    @Slot(object)
    def _make_charts(self, library: Any) -> None:
        self.charts = Charts(library, self._tokens)
        self.charts.hide()
        self._column.insertWidget(self._charts_at, self.charts)
        if self._following:
            self._follow()

    @Slot(str)
    def _tell_missing(self, reason: str) -> None:
        """The figures stay; only what is drawn is missing."""
        label = WordsLabel("fielderror")
        self._column.insertWidget(self._charts_at, label)
        label.say(tr("The curves can't be drawn: install pyqtgraph ({reason}).", reason=reason))
