"""A reply: its text as it grows, what goes on before, what was measured, and why it broke off."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLayout

from foreword.messages import Checked, StopReason
from foreword.session.conversation import Turn
from foreword.session.replies import CONTEXT_FULL, OUT_OF_MEMORY
from foreword.session.trace import Ghost, Piece
from foreword.ui import wording
from foreword.ui.check_line import CheckLine, CheckState
from foreword.ui.lens_layer import LensView
from foreword.ui.lens_legend import LensLegend
from foreword.ui.lens_styles import spread
from foreword.ui.message_widget import MessageWidget
from foreword.ui.overflow_panel import OverflowPanel
from foreword.ui.styles import TextStyles
from foreword.ui.translate import tr
from foreword.ui.turn_actions import Standing
from foreword.ui.turn_parts import ActivityLabel, ProblemBox

_NO_ROOM = (CONTEXT_FULL, StopReason.CONTEXT_END.value)


class Reply(MessageWidget):
    """Follows its turn until that is complete."""

    #: object: Turn, str - a `Way`, bool - for all chats
    room_wanted = Signal(object, str, bool)
    check_cancelled = Signal()

    def __init__(self, turn: Turn, styles: TextStyles, *, roomy: bool = False) -> None:
        """`roomy`: with room for dropped drafts below its lines."""
        super().__init__(turn, spread(styles) if roomy else styles)
        self._styles = styles
        self._roomy = roomy
        self._seen = LensView()
        self.view.setAccessibleName(tr("Reply"))
        self.legend = LensLegend(styles.tokens)
        self.view.piece_reached.connect(self.legend.show_piece)
        self.check = CheckLine(styles.tokens)
        self.check.cancelled.connect(self.check_cancelled)
        self.check.place_wanted.connect(self.view.go_to)
        self.activity = ActivityLabel()
        self.problem = ProblemBox()
        self.problem.retry.clicked.connect(lambda: self.wanted.emit(self.turn, "regenerate"))
        self.problem.shrink.clicked.connect(lambda: self.wanted.emit(self.turn, "shrink"))
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
        for widget in (
            self.left_out, self.view, self.activity, self.problem, self.legend, self.stats, self.check
        ):  # fmt: skip
            self.column.addWidget(widget)
        # The icons, not the edges of their buttons, stand in line with the text.
        row = QHBoxLayout()
        row.addSpacing(-6)
        row.addWidget(self.row)
        self.column.addLayout(row)
        self._rest = turn.text
        self._show_state()

    def inner_layouts(self) -> list[QLayout]:
        boxes = (self.problem, self.legend, self.check, self.overflow)
        layouts = (box.layout() for box in boxes if box is not None and not box.isHidden())
        return [layout for layout in layouts if layout is not None]

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
        if self._seen.tinted:
            self.legend.show_pieces(self._seen.pieces, complete=turn.status != "streaming")
        super().update_turn(turn)

    def stand(self, standing: Standing) -> None:
        super().stand(standing)
        self._show_ways()

    def set_styles(self, styles: TextStyles) -> None:
        super().set_styles(styles)
        self._styles = styles
        self.legend.set_tokens(styles.tokens)
        self.check.set_tokens(styles.tokens)
        self.build_more(len(self._rest))
        self.view.set_styles(spread(styles) if self._roomy else styles)

    # --- the lens and the check
    def show_lens(self, pieces: tuple[Piece, ...], ghosts: tuple[Ghost, ...], *, dropped: bool) -> None:
        """Tint the text by these pieces; `dropped`: with room for drafts that were dropped."""
        may_come = self.turn.status == "streaming" or self._roomy  # what has room keeps it: nothing jumps
        self._make_room(dropped and (may_come or bool(ghosts)))
        self._show_seen(replace(self._seen, pieces=pieces, ghosts=ghosts if dropped else (), tinted=True))
        self.legend.show_pieces(pieces, complete=self.turn.status != "streaming")
        self.legend.setVisible(bool(self.turn.text) or bool(pieces))

    def hide_lens(self) -> None:
        self._make_room(False)
        self._show_seen(replace(self._seen, pieces=(), ghosts=(), tinted=False))
        self.legend.hide()

    def _make_room(self, roomy: bool) -> None:
        if roomy != self._roomy:
            self._roomy = roomy
            self.set_styles(self._styles)

    def show_check(self, state: CheckState | None) -> None:
        """How a check goes, or what it found; the place that differs is marked in the text."""
        self.check.show_state(state)
        differs = state.difference if isinstance(state, Checked) else None
        part = (differs.character, differs.character + len(differs.kept)) if differs else None
        self._show_seen(replace(self._seen, differs=part))

    def _show_seen(self, seen: LensView) -> None:
        self._seen = seen
        self.view.show_lens(seen)

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
        self.problem.words.setText(wording.sentence(turn.error or "") or tr("The reply broke off."))
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
        ran_out = last and self.turn.stop_reason == OUT_OF_MEMORY
        self.problem.offer_smaller(
            self.standing.smaller if ran_out else 0, begun=bool(self.turn.text.strip())
        )
        self.problem.shrink.setEnabled(not asking)
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
