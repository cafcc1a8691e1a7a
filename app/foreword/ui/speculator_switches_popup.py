"""The button above the chat that says how many speculators are on, and the popup that switches them."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
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
from foreword.ui.chat_options_switches import KEY, one_each
from foreword.ui.icons import icon
from foreword.ui.labels import WordsLabel
from foreword.ui.pace_lens import LensSwitches
from foreword.ui.pace_toggles import Toggles
from foreword.ui.pace_words import count_words, row_state, states_details
from foreword.ui.reading import margins
from foreword.ui.scrolling import reserve_scroll_bar
from foreword.ui.speculator_switches import SpeculatorSwitches
from foreword.ui.tab_order import TabOrder
from foreword.ui.tokens import SCROLL_BAR, Tokens
from foreword.ui.translate import tr
from foreword.ui.wording import plain_tooltip
from foreword.ui.zoom import px

_WIDTH, _GAP = 320, 4


class SwitchesButton(QToolButton):
    """ "2 of 3 speculators on", shorter where there is less room. Follows what the controller tells."""

    def __init__(self, tokens: Tokens) -> None:
        super().__init__()
        self.setObjectName("switchesbutton")
        self.setIconSize(QSize(20, 20))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._controller: Controller | None = None
        self._words = self._short = ""
        self._room = 2
        self.set_tokens(tokens)

    def follow(self, controller: Controller) -> None:
        self._controller = controller
        controller.speculators_changed.connect(self._refresh)
        controller.options.changed.connect(self._refresh)
        controller.conversation_opened.connect(self._refresh)
        self._refresh()

    def set_tokens(self, tokens: Tokens) -> None:
        self.setIcon(icon("speculator", tokens.muted))

    def set_room(self, room: int) -> None:
        """2: for the words; 1: for the two numbers; 0: for the icon alone."""
        if room != self._room:
            self._room = room
            self._show_words()

    @Slot()
    def _refresh(self) -> None:
        if self._controller is None:
            return
        infos = one_each(self._controller.speculators())
        enabled = self._controller.options.choices()[KEY]
        on = sum(
            bool(enabled.get(name)) and info.state not in ("incompatible", "quarantined")
            for name, info in infos.items()
        )
        self._words, self._short = count_words(on, len(infos)), f"{on}/{len(infos)}"
        states = [
            (name, row_state(info, bool(enabled.get(name)), "unknown")[1]) for name, info in infos.items()
        ]
        details = states_details(states) if states else tr("The speculators are still starting.")
        self.setToolTip(plain_tooltip(f"{self._words}\n{details}"))
        self.setAccessibleName(self._words)
        self.setAccessibleDescription(details)
        self._show_words()

    def _show_words(self) -> None:
        self.setText(("", self._short, self._words)[self._room])
        words = bool(self._room)
        self.setToolButtonStyle(
            Qt.ToolButtonStyle.ToolButtonTextBesideIcon if words else Qt.ToolButtonStyle.ToolButtonIconOnly
        )


class SwitchesPopup(QFrame):
    """Speculators and lens, switched at once. Esc or a click beside it closes it."""

    #: The user wants to see all that there is about speculators.
    manage_requested = Signal()

    def __init__(self, controller: Controller, toggles: Toggles, tokens: Tokens, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setObjectName("switches")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAttribute(Qt.WidgetAttribute.WA_NoMouseReplay)  # the button's own press closes it, too
        self.setAccessibleName(tr("Speculators and lens"))
        self._anchor: QWidget | None = None
        self.speculators = SpeculatorSwitches(controller, tokens)
        self.lens = LensSwitches(toggles, tokens)
        self.manage = QPushButton(tr("Manage speculators…"))
        self.panel = QPushButton(tr("Live panel"))
        self._toggles = toggles
        self._build()
        self.speculators.changed.connect(self._place)
        self.manage.clicked.connect(self._manage)
        self.panel.clicked.connect(self._show_panel)

    def _build(self) -> None:
        inside = QWidget()
        inside.setObjectName("switchescolumn")
        column = QVBoxLayout(inside)
        column.setContentsMargins(*margins(16, 16, 16 - SCROLL_BAR, 16))
        column.setSpacing(8)
        hint = WordsLabel("hint")
        column.addWidget(self._heading(tr("Speculators")))
        column.addWidget(hint)
        column.addWidget(self.speculators)
        column.addSpacing(8)
        column.addWidget(self._heading(tr("Speculation lens")))
        column.addWidget(self.lens)
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        for button in (self.manage, self.panel):
            button.setProperty("small", True)
            buttons.addWidget(button)
        buttons.addStretch()
        column.addSpacing(8)
        column.addLayout(buttons)
        hint.say(
            tr(
                "A switch takes effect at the next step, in the middle of a reply too. "
                "The answer stays the same."
            )
        )
        self._inside = inside
        self._order = TabOrder(column)
        self._area = QScrollArea()
        self._area.setWidgetResizable(True)
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        reserve_scroll_bar(self._area)
        self._area.setWidget(inside)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._area)

    @staticmethod
    def _heading(words: str) -> QLabel:
        label = QLabel(words)
        label.setObjectName("section")
        return label

    def set_tokens(self, tokens: Tokens) -> None:
        self.speculators.set_tokens(tokens)
        self.lens.set_tokens(tokens)

    def show_below(self, anchor: QWidget) -> None:
        self._anchor = anchor
        self.setLayoutDirection(anchor.layoutDirection())
        self.show()
        self._place()
        first = next(iter(self.speculators.rows.values()), None)
        (first.switch if first is not None else self.lens.tint).setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close()
        else:
            super().keyPressEvent(event)

    @Slot()
    def _place(self) -> None:
        """Below the button, its end under the button's end, and on the screen."""
        if self._anchor is None:
            return
        self._order.apply()
        screen = self._anchor.screen().availableGeometry()
        width = px(_WIDTH)
        layout = self._inside.layout()
        assert layout is not None
        height = layout.totalHeightForWidth(width - SCROLL_BAR - 2) + 2
        below = self._anchor.mapToGlobal(QPoint(0, self._anchor.height() + _GAP))
        left = below.x() if self.isRightToLeft() else below.x() + self._anchor.width() - width
        room = QRect(left, below.y(), width, min(height, screen.bottom() - below.y() - _GAP))
        room.moveLeft(max(screen.left(), min(room.left(), screen.right() - width)))
        self.setGeometry(room)

    @Slot()
    def _manage(self) -> None:
        self.close()
        self.manage_requested.emit()

    @Slot()
    def _show_panel(self) -> None:
        self.close()
        self._toggles.panel.setChecked(True)
