"""The open chat as one column that scrolls. Follows new text while the reader is at its end.

Joins the turns to their place: what is new, what changed, how each stands in the chat. Knows turns and
their widgets; nothing of the controller.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from PySide6.QtCore import QPoint, QSize, Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QApplication, QToolButton, QWidget

from foreword.messages import Checked
from foreword.session.conversation import Turn
from foreword.session.trace import Ghost, Piece
from foreword.ui.check_line import CheckState
from foreword.ui.icons import icon
from foreword.ui.message_widget import MessageWidget
from foreword.ui.styles import TextStyles
from foreword.ui.translate import tr
from foreword.ui.turn_actions import Standing
from foreword.ui.turn_column import Entry, TurnColumn
from foreword.ui.turn_question import Question
from foreword.ui.turn_reply import Reply

_ABOVE_FOUND = 32  # pixels between the upper edge and a message that was searched for


class Traces(Protocol):
    """Where pieces of a reply came from, and what was dropped while it was written."""

    def pieces(self, turn_id: str) -> tuple[Piece, ...]: ...

    def ghosts(self, turn_id: str) -> tuple[Ghost, ...]: ...


class Transcript(TurnColumn):
    """Shows turns in order. The newest text is followed until the reader scrolls away from it."""

    link_activated = Signal(str)
    #: object: Turn, str - a `Deed` for it
    wanted = Signal(object, str)
    #: str - the version of a turn to show
    version_wanted = Signal(str)
    #: object: Turn, str text, object: tuple[Attachment, ...]
    edited = Signal(object, str, object)
    #: object: Turn, str - a `Way` to make room, bool - for all chats
    room_wanted = Signal(object, str, bool)
    #: The check that goes on is to end.
    check_cancelled = Signal()

    def __init__(
        self, styles: TextStyles, enter: Callable[[], str] = lambda: "send", parent: QWidget | None = None
    ) -> None:
        """`enter` gives the setting that says what Enter does where a turn is edited."""
        super().__init__(styles, parent)
        self._enter = enter
        self.setObjectName("transcript")
        self.setAccessibleName(tr("Conversation"))
        self.make = self._make
        self._versions: Mapping[str, tuple[str, ...]] = {}
        self._temporary = False
        self._asking = False
        self._writing = False
        #: Don't ask again about a full context, as the user has chosen to be left alone.
        self.quiet_overflow = False
        self._smaller = 0
        self._left_out: dict[str, int] = {}
        self._activity: dict[str, str] = {}
        self.traces: Traces | None = None
        #: What a check of a reply has found, if there was one.
        self.found_by_check: Callable[[str], Checked | None] = lambda turn_id: None
        self._lens = (False, False)  # on, and with what was dropped
        self._checks: dict[str, CheckState] = {}
        self._with_focus: MessageWidget | None = None
        self.jump = self._build_jump()
        self.verticalScrollBar().rangeChanged.connect(self._update_jump)
        self.verticalScrollBar().valueChanged.connect(self._update_jump)
        QApplication.instance().focusChanged.connect(self._follow_focus)  # type: ignore[union-attr]

    def _build_jump(self) -> QToolButton:
        button = QToolButton(self)
        button.setObjectName("jump")
        button.setText(tr("Jump to latest"))
        button.setAccessibleName(tr("Jump to the latest text"))
        button.setToolTip(tr("Jump to the latest text ({key})", key="Ctrl+End"))
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        button.setIcon(icon("arrow-down", self.styles.tokens.text))
        button.setIconSize(QSize(16, 16))
        button.clicked.connect(self.jump_to_latest)
        button.hide()
        return button

    # --- turns
    def set_turns(
        self,
        turns: Sequence[Turn],
        versions: Mapping[str, tuple[str, ...]] | None = None,
        *,
        temporary: bool = False,
    ) -> None:
        """Show another chat at its end, or another branch of the same at the reader's place.

        A reply that was just begun is followed in any case.
        """
        self._versions = versions or {}
        self._temporary = temporary
        old = {entry.turn.id: entry for entry in self.entries}
        same = bool(turns and old) and turns[0].conversation_id == self.entries[0].turn.conversation_id
        entries = [self._entry(turn, old if same else {}) for turn in turns]
        begun = bool(turns) and turns[-1].status == "streaming" and turns[-1].id not in old
        if not same or begun:
            self.following = True
        self.set_entries(entries)
        self._stand()
        self._update_jump()

    def _entry(self, turn: Turn, old: Mapping[str, Entry]) -> Entry:
        """The one that shows this turn already, brought up to date, or a new one."""
        entry = old.get(turn.id)
        if entry is None:
            return Entry(turn)
        if entry.turn != turn:
            entry.turn = turn
            if entry.widget is not None:
                entry.widget.update_turn(turn)
        return entry

    def add_turn(self, turn: Turn) -> None:
        """Append a turn. Turns behind the one that it follows belong to another branch and go."""
        ids = [entry.turn.id for entry in self.entries]
        if turn.id in ids:
            self.update_turn(turn)
            return
        keep = ids.index(turn.parent_id) + 1 if turn.parent_id in ids else len(ids)
        self.following = True
        self.set_entries([*self.entries[:keep], Entry(turn)])
        self._stand()
        self._update_jump()

    def append_text(self, turn_id: str, text: str) -> None:
        """More text of a streaming reply. Raises KeyError for a turn that isn't shown."""
        self._activity.pop(turn_id, None)
        self.message(turn_id).append(text)

    def set_activity(self, turn_id: str, words: str) -> None:
        """What goes on before the first token. Raises KeyError for a turn that isn't shown."""
        self._activity = {turn_id: words}
        self.message(turn_id).set_activity(words)

    def show_left_out(self, turn_id: str, count: int) -> None:
        """So many of the oldest messages had no room in this reply's prompt."""
        self._left_out[turn_id] = count
        widget = self.built().get(turn_id)
        if isinstance(widget, Reply):
            widget.show_left_out(count)

    # --- the lens and the checks
    def set_lens(self, on: bool, dropped: bool) -> None:
        """Tint replies by where their pieces came from; `dropped`: show also what was dropped."""
        if self._lens != (on, dropped):
            self._lens = (on, dropped)
            for widget in self.built().values():
                if isinstance(widget, Reply):
                    self._show_lens(widget)
            self.arrange()

    @Slot(str)
    def show_trace(self, turn_id: str) -> None:
        """More is known of a reply's pieces."""
        widget = self.built().get(turn_id)
        if self._lens[0] and isinstance(widget, Reply):
            self._show_lens(widget)

    def _show_lens(self, reply: Reply) -> None:
        on, dropped = self._lens
        if on and self.traces is not None:
            turn_id = reply.turn.id
            ghosts = self.traces.ghosts(turn_id) if dropped else ()
            reply.show_lens(self.traces.pieces(turn_id), ghosts, dropped=dropped)
        else:
            reply.hide_lens()

    def show_check(self, turn_id: str, state: CheckState | None) -> None:
        """How a check goes; None where it ended and left nothing."""
        self._checks.pop(turn_id, None)
        if state is not None:
            self._checks[turn_id] = state
        widget = self.built().get(turn_id)
        if isinstance(widget, Reply):
            widget.show_check(self._check_of(turn_id))
            self.arrange()

    def _check_of(self, turn_id: str) -> CheckState | None:
        if self.entries[self.index_of(turn_id)].turn.status == "streaming":
            return None
        return self._checks.get(turn_id) or self.found_by_check(turn_id)

    def update_turn(self, turn: Turn) -> None:
        """Show a changed turn. Raises KeyError for a turn that isn't part of the shown chat."""
        entry = self.entries[self.index_of(turn.id)]
        entry.turn = turn
        if entry.widget is None:
            entry.height = 0
        else:
            entry.widget.update_turn(turn)
        if turn.status == "streaming":  # it goes on: what was found is of another text
            self.show_check(turn.id, None)
        self._stand()
        self.arrange()

    def set_busy(self, *, asking: bool, writing: bool) -> None:
        """A reply is being written, in any chat; `writing`: in this one."""
        if (asking, writing) != (self._asking, self._writing):
            self._asking, self._writing = asking, writing
            self._stand()

    def last_reply(self) -> MessageWidget | None:
        """The widget of the newest reply, if there is one."""
        ids = (entry.turn.id for entry in reversed(self.entries) if entry.turn.role == "assistant")
        turn_id = next(ids, None)
        return self.message(turn_id) if turn_id else None

    def is_empty(self) -> bool:
        return not self.entries

    def set_styles(self, styles: TextStyles) -> None:
        """Take another theme: every message that exists is drawn anew, once."""
        self.styles = styles
        self.jump.setIcon(icon("arrow-down", styles.tokens.text))
        for widget in self.built().values():
            widget.set_styles(styles)
        self.arrange()

    def _make(self, turn: Turn) -> MessageWidget:
        widget: MessageWidget
        if turn.role == "user":
            question = widget = Question(turn, self.styles, self._enter)
            question.edited.connect(self.edited)
        else:
            may_be_dropped = self.traces is not None and bool(self.traces.ghosts(turn.id))
            roomy = all(self._lens) and (turn.status == "streaming" or may_be_dropped)
            reply = widget = Reply(turn, self.styles, roomy=roomy)
            reply.room_wanted.connect(self.room_wanted)
            if turn.id in self._left_out:
                reply.show_left_out(self._left_out[turn.id])
            if turn.id in self._activity:
                reply.set_activity(self._activity[turn.id])
            reply.check_cancelled.connect(self.check_cancelled)
            reply.show_check(self._check_of(turn.id))
            if self._lens[0]:
                self._show_lens(reply)
        widget.link_activated.connect(self.link_activated)
        widget.place_wanted.connect(self._show_place)
        widget.wanted.connect(self.wanted)
        widget.version_wanted.connect(self.version_wanted)
        widget.stand(self._standing(turn))
        return widget

    def _standing(self, turn: Turn) -> Standing:
        versions = self._versions.get(turn.id, ())
        last = bool(self.entries) and self.entries[-1].turn.id == turn.id
        quiet, smaller = self.quiet_overflow, self._smaller
        return Standing(versions, last, self._asking, self._writing, self._temporary, quiet, smaller)

    def set_smaller_context(self, tokens: int) -> None:
        """What a reply that ran out of memory can be gone on with; 0: nothing."""
        self._smaller = tokens
        self._stand()

    def _stand(self) -> None:
        for widget in self.built().values():
            standing = self._standing(widget.turn)
            if standing != widget.standing:
                widget.stand(standing)

    # --- one message
    def show_turn(self, turn_id: str) -> None:
        """Scroll to a turn and point it out for a moment."""
        self.go_to(turn_id, _ABOVE_FOUND)
        self.message(turn_id).mark()
        self._update_jump()

    @Slot(int, int)
    def _show_place(self, top: int, height: int) -> None:
        """A link within a message leads to another place of it, as a footnote's does."""
        message, inside = self.sender(), self.widget()
        assert isinstance(message, QWidget)
        assert inside is not None
        at = message.mapTo(inside, QPoint(0, top))
        self.following = False
        self.ensureVisible(at.x(), at.y(), 0, _ABOVE_FOUND)
        self.ensureVisible(at.x(), at.y() + height, 0, _ABOVE_FOUND)
        self._update_jump()

    def focus_turn(self, turn_id: str) -> None:
        """Put the keyboard into the text of a message."""
        self.message(turn_id).view.setFocus(Qt.FocusReason.OtherFocusReason)

    def edit(self, turn_id: str) -> None:
        """Edit a user's turn in its place."""
        question = self.message(turn_id)
        if isinstance(question, Question):
            question.edit()
            self.arrange()
            self.ensureWidgetVisible(question, 0, 16)

    @Slot(QWidget, QWidget)
    def _follow_focus(self, _before: QWidget | None, now: QWidget | None) -> None:
        within = next((w for w in self.built().values() if now is not None and w.isAncestorOf(now)), None)
        if within is not self._with_focus:
            if self._with_focus in self.built().values() and self._with_focus is not None:
                self._with_focus.reveal(False)
            self._with_focus = within
            if within is not None:
                within.reveal(True)

    # --- following
    @Slot()
    def jump_to_latest(self) -> None:
        self.following = True
        self.arrange()
        self._update_jump()

    @Slot()
    def _update_jump(self) -> None:
        bar = self.verticalScrollBar()
        self.jump.setVisible(not self.following and bar.value() < bar.maximum())
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
        self.arrange()
        self._place_jump()
