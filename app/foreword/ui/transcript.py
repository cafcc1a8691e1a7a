"""The turns of the open chat, in one column that scrolls. Follows new text while the reader is below.

Turns above the newest few are built in idle moments, so that a long chat is there at once. Knows turns
and their widgets; nothing of the controller.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPoint, QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QHBoxLayout,
    QScrollArea,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from foreword.session.conversation import Turn
from foreword.ui.icons import icon
from foreword.ui.message_widget import MessageWidget
from foreword.ui.scrolling import reserve_scroll_bar
from foreword.ui.styles import TextStyles
from foreword.ui.tokens import COLUMN_WIDTH, SCROLL_BAR

#: How many of the newest turns are built before the chat is shown, and per idle moment after that.
_FIRST_TURNS = 12
_IDLE_TURNS = 4
_LAYOUT_ROUNDS = 3
_NEAR_BOTTOM = 8  # pixels


class Transcript(QScrollArea):
    """Shows turns in order. The newest text is followed until the reader scrolls away from it."""

    link_activated = Signal(str)
    retry_requested = Signal()

    def __init__(self, styles: TextStyles, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("transcript")
        self.setAccessibleName("Conversation")
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        reserve_scroll_bar(self)
        self._styles = styles
        self._earlier: list[Turn] = []
        self._widgets: dict[str, MessageWidget] = {}
        self.following = True
        self._moving = False
        self._build_column()
        self.jump = self._build_jump()
        self._idle = QTimer(self)
        self._idle.setInterval(0)
        self._idle.timeout.connect(self._build_earlier)
        bar = self.verticalScrollBar()
        bar.setSingleStep(40)
        bar.rangeChanged.connect(self._range_changed)
        bar.valueChanged.connect(self._value_changed)

    def _build_column(self) -> None:
        self._inside = QWidget()
        self._inside.setObjectName("column")
        outer = self._inside_layout = QHBoxLayout(self._inside)
        outer.setContentsMargins(24 + SCROLL_BAR, 24, 24, 32)
        column = QWidget()
        column.setMaximumWidth(COLUMN_WIDTH)
        self._column = QVBoxLayout(column)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(24)
        self._column.addStretch()
        outer.addStretch(1)
        outer.addWidget(column, 100)
        outer.addStretch(1)
        self.setWidget(self._inside)

    def _build_jump(self) -> QToolButton:
        button = QToolButton(self)
        button.setObjectName("jump")
        button.setText("Jump to latest")
        button.setAccessibleName("Jump to the latest text")
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        button.setIcon(icon("arrow-down", self._styles.tokens.text))
        button.setIconSize(QSize(16, 16))
        button.clicked.connect(self.jump_to_latest)
        button.hide()
        return button

    # --- turns
    def set_turns(self, turns: Sequence[Turn]) -> None:
        """Show another chat, at its end."""
        self._idle.stop()
        for widget in self._widgets.values():
            self._discard(widget)
        self._widgets.clear()
        self._earlier = list(turns[:-_FIRST_TURNS])
        for turn in turns[-_FIRST_TURNS:]:
            self._insert(turn, len(self._widgets))
        self._offer_retry()
        self.following = True
        self._update_jump()
        if self._earlier:
            self._idle.start()
        self._settle()
        self._follow()
        QTimer.singleShot(0, self, self._follow)  # again, for a pane that isn't laid out yet

    def add_turn(self, turn: Turn) -> None:
        """Append a turn. Turns behind the one that it follows belong to another branch and go."""
        if turn.id in self._widgets:
            self.update_turn(turn)
            return
        self._drop_behind(turn.parent_id)
        self._insert(turn, len(self._widgets))
        self._offer_retry()
        self.jump_to_latest()

    def append_text(self, turn_id: str, text: str) -> None:
        """More text of a streaming reply. Raises KeyError for a turn that isn't shown."""
        self._widgets[turn_id].append(text)

    def set_activity(self, turn_id: str, words: str) -> None:
        self._widgets[turn_id].set_activity(words)

    def update_turn(self, turn: Turn) -> None:
        """Show a changed turn. Raises KeyError for a turn that isn't part of the shown chat."""
        if turn.id in self._widgets:
            self._widgets[turn.id].update_turn(turn)
            self._offer_retry()
            return
        index = {earlier.id: i for i, earlier in enumerate(self._earlier)}[turn.id]
        self._earlier[index] = turn

    def last_reply(self) -> MessageWidget | None:
        """The widget of the newest reply, if there is one."""
        replies = (w for w in reversed(self._widgets.values()) if w.turn.role == "assistant")
        return next(replies, None)

    def message(self, turn_id: str) -> MessageWidget:
        return self._widgets[turn_id]

    def is_empty(self) -> bool:
        return not self._widgets

    def set_styles(self, styles: TextStyles) -> None:
        """Take another theme: every message is drawn anew, once."""
        self._styles = styles
        self.jump.setIcon(icon("arrow-down", styles.tokens.text))
        for widget in self._widgets.values():
            widget.set_styles(styles)

    def _insert(self, turn: Turn, index: int) -> None:
        widget = MessageWidget(turn, self._styles)
        widget.link_activated.connect(self.link_activated)
        widget.retry_requested.connect(self.retry_requested)
        if index == 0 and self._widgets:
            self._widgets = {turn.id: widget, **self._widgets}
        else:
            self._widgets[turn.id] = widget
        self._column.insertWidget(index, widget)
        widget.show()

    def _drop_behind(self, parent_id: str | None) -> None:
        ids = list(self._widgets)
        if parent_id is None or parent_id not in self._widgets:
            return
        for turn_id in ids[ids.index(parent_id) + 1 :]:
            self._discard(self._widgets.pop(turn_id))

    def _discard(self, widget: MessageWidget) -> None:
        self._column.removeWidget(widget)
        widget.hide()
        widget.deleteLater()

    def _offer_retry(self) -> None:
        last = next(reversed(self._widgets.values()), None)
        for widget in self._widgets.values():
            widget.offer_retry(widget is last)

    @Slot()
    def _build_earlier(self) -> None:
        """Build a few more of the older turns. What the reader sees stays where it is."""
        for _ in range(min(_IDLE_TURNS, len(self._earlier))):
            self._insert(self._earlier.pop(), 0)
        bar = self.verticalScrollBar()
        before, largest = bar.value(), bar.maximum()
        self._settle()
        if not self.following:
            bar.setValue(before + bar.maximum() - largest)
        if not self._earlier:
            self._idle.stop()

    def _settle(self) -> None:
        """Lay the column out now, so that the scroll range is right before the next paint.

        A message knows its height only once it has its width, so one round is not enough.
        """
        for _ in range(_LAYOUT_ROUNDS):
            self._inside_layout.activate()
            QApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest.value)

    # --- following
    @Slot()
    def jump_to_latest(self) -> None:
        self.following = True
        self._follow()

    @Slot()
    def _follow(self) -> None:
        if self.following:
            self._moving = True
            bar = self.verticalScrollBar()
            bar.setValue(bar.maximum())
            self._moving = False
        self._update_jump()

    @Slot()
    def _range_changed(self) -> None:
        self._follow()

    @Slot()
    def _value_changed(self) -> None:
        if not self._moving:
            bar = self.verticalScrollBar()
            self.following = bar.value() >= bar.maximum() - _NEAR_BOTTOM
        self._update_jump()

    def _update_jump(self) -> None:
        self.jump.setVisible(not self.following)
        self._place_jump()

    def _place_jump(self) -> None:
        self.jump.adjustSize()
        area = self.viewport().geometry()
        self.jump.move(
            area.center() - QPoint(self.jump.width() // 2, self.jump.height() - area.height() // 2 + 16)
        )
        self.jump.raise_()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_jump()
