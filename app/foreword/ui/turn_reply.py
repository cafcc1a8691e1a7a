"""A reply: its text as it grows, what goes on before, what was measured, and why it broke off."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLayout

from foreword.messages import StopReason
from foreword.session.conversation import Turn
from foreword.session.replies import CONTEXT_FULL
from foreword.ui import wording
from foreword.ui.message_widget import MessageWidget
from foreword.ui.overflow_panel import OverflowPanel
from foreword.ui.styles import TextStyles
from foreword.ui.turn_actions import Standing
from foreword.ui.turn_parts import ActivityLabel, ProblemBox

_NO_ROOM = (CONTEXT_FULL, StopReason.CONTEXT_END.value)


class Reply(MessageWidget):
    """Follows its turn until that is complete."""

    #: object: Turn, str - a `Way`, bool - for all chats
    room_wanted = Signal(object, str, bool)

    def __init__(self, turn: Turn, styles: TextStyles) -> None:
        super().__init__(turn, styles)
        self.view.setAccessibleName("Reply")
        self.activity = ActivityLabel()
        self.problem = ProblemBox()
        self.problem.retry.clicked.connect(lambda: self.wanted.emit(self.turn, "regenerate"))
        self.overflow: OverflowPanel | None = None
        self.left_out = QLabel()
        self.left_out.setObjectName("stats")
        self.left_out.hide()
        self.stats = QLabel()
        self.stats.setObjectName("stats")
        for label in (self.left_out, self.stats):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
            font = label.font()
            font.setPointSizeF(font.pointSizeF() * 0.92)
            label.setFont(font)
        for widget in (self.left_out, self.view, self.activity, self.problem, self.stats):
            self.column.addWidget(widget)
        # The icons, not the edges of their buttons, stand in line with the text.
        row = QHBoxLayout()
        row.addSpacing(-6)
        row.addWidget(self.row)
        self.column.addLayout(row)
        self._rest = turn.text
        self._show_state()

    def inner_layouts(self) -> list[QLayout]:
        inside = (self.problem.layout(), self.overflow.layout() if self.overflow else None)
        return [layout for layout in inside if layout is not None]

    # --- the turn
    def append(self, text: str) -> None:
        self.activity.stop()
        self.view.show()
        if self._rest:
            self._rest += text
        else:
            self.view.append(text)

    def set_activity(self, words: str) -> None:
        """Ignored once there is text."""
        if self.turn.status == "streaming" and not self.view.text.source and not self._rest:
            self.activity.start(words)

    def update_turn(self, turn: Turn) -> None:
        self.turn = turn
        self._match_text(turn)
        self._show_state()
        super().update_turn(turn)

    def stand(self, standing: Standing) -> None:
        super().stand(standing)
        self._show_ways()

    def set_styles(self, styles: TextStyles) -> None:
        super().set_styles(styles)
        self.build_more(len(self._rest))
        self.view.set_styles(styles)

    def show_left_out(self, count: int) -> None:
        """So many of the oldest messages didn't fit into the prompt of this reply."""
        self.left_out.setText(wording.left_out_words(count))
        self.left_out.show()

    def _match_text(self, turn: Turn) -> None:
        streaming = turn.status == "streaming"
        shown = self.view.text.source
        if self.view.finished and streaming:  # it goes on: its end is no end any more
            self.view.replace(turn.text, finished=False)
        elif turn.text.startswith(shown):
            self._rest = turn.text[len(shown) :]
            self.build_more(len(self._rest))
        else:  # the end was cut: a stop string or a limit
            self._rest = ""
            self.view.replace(turn.text, finished=not streaming)

    def _show_state(self) -> None:
        turn = self.turn
        streaming = turn.status == "streaming"
        if not streaming:
            self.activity.stop()
        self.view.setVisible(bool(turn.text))
        full = turn.stop_reason == CONTEXT_FULL
        self.problem.words.setText(turn.error or "The reply broke off.")
        self._show_ways()
        line = "" if streaming or full else wording.stats_line(turn)
        self.stats.setText(line)
        self.stats.setVisible(bool(line))
        self.stats.setToolTip(wording.plain_tooltip(wording.stats_details(turn)))
        self._show_thinking()

    def _show_ways(self) -> None:
        """What can be done about a reply that failed or was cut, as long as nothing follows it."""
        last, asking = self.standing.last, self.standing.asking
        offered = last and self.turn.stop_reason in _NO_ROOM
        self.problem.setVisible(self.turn.status == "failed" and not offered)
        self.problem.retry.setVisible(last)
        self.problem.retry.setEnabled(not asking)
        if offered and self.overflow is None:
            self._build_overflow()
        if self.overflow is not None:
            self.overflow.set_begun(bool(self.turn.text.strip()))
            self.overflow.setVisible(offered)
            self.overflow.set_enabled(not asking)

    def _show_thinking(self) -> None:
        seconds = self.turn.stats.get("thinking_seconds")
        if seconds is not None:
            self.view.set_thinking_seconds(float(seconds))

    def _build_overflow(self) -> None:
        self.overflow = OverflowPanel()
        self.overflow.chosen.connect(lambda way, for_all: self.room_wanted.emit(self.turn, way, for_all))
        self.column.insertWidget(self.column.indexOf(self.problem), self.overflow)
        if self.standing.quiet:
            self.overflow.rest()
        else:
            self.overflow.ask()
