"""One turn in the transcript: its text, what may be done with it, and for a reply how it went.

Knows the turn and how it stands in its chat. What the user wants is only passed on.
"""

from __future__ import annotations

from typing import cast

from PySide6.QtCore import QEasingCurve, QEvent, QObject, QRectF, Qt, QVariantAnimation, Signal, Slot
from PySide6.QtGui import QColor, QFocusEvent, QGuiApplication, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QLayout, QVBoxLayout, QWidget

from foreword.session.conversation import Turn
from foreword.ui import motion
from foreword.ui.message_view import MessageView
from foreword.ui.shortcuts import KeyHelp
from foreword.ui.styles import TextStyles
from foreword.ui.translate import mark, tr
from foreword.ui.turn_actions import ActionRow, Deed, Standing

#: Room on either side of a message, for the ring of the keyboard and the mark of a search.
SIDE = 12
_ROUNDS = 4
_SLICE = 2500  # characters of a long text that are laid out in one go
#: What a message does with keys of its own, for the overview.
KEYS = (
    KeyHelp(mark("Go from message to message, and through what can be done with each"), ("Tab", "Shift+Tab")),
    KeyHelp(mark("Earlier and later version of the message"), ("Alt+Left", "Alt+Right")),
    KeyHelp(mark("With the lens on: from piece to piece, and where each came from"), ("Alt+Up", "Alt+Down")),
)
_BY_KEY = (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason, Qt.FocusReason.OtherFocusReason)


class MessageWidget(QWidget):
    """What a question and a reply have in common. `make_message` builds the one that fits."""

    link_activated = Signal(str)
    #: object: Turn, str - a `Deed` for this turn
    wanted = Signal(object, str)
    #: str - the id of the version to show instead
    version_wanted = Signal(str)
    #: int, int - the reader asked for a place in here: its top and its height.
    place_wanted = Signal(int, int)
    #: What Tab can reach in here is something else now.
    stops_changed = Signal()

    def __init__(self, turn: Turn, styles: TextStyles, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.turn = turn
        self.standing = Standing()
        self.view = MessageView(styles)
        self.view.link_activated.connect(self.link_activated)
        self.view.place_wanted.connect(self._want_place)
        self.view.installEventFilter(self)
        self.row = ActionRow(styles.tokens, right=turn.role == "user")
        self.row.wanted.connect(self._want)
        self.row.changed.connect(self.stops_changed)
        self.row.switch.chosen.connect(self.version_wanted)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(SIDE, 8, SIDE, 4)
        self.column.setSpacing(4)
        self._rest = ""  # of a long text: what is not laid out yet
        self._stale = True  # its height may be another one
        self._ring = False
        self._mark = QVariantAnimation(self, duration=1800, startValue=1.0, endValue=0.0)
        self._mark.setEasingCurve(QEasingCurve.Type.InQuad)
        self._mark.valueChanged.connect(self.update)

    # --- the turn
    def update_turn(self, turn: Turn) -> None:
        """Take over a turn that changed as a whole."""
        self.turn = turn
        self.row.show_turn(turn, self.standing)

    def stand(self, standing: Standing) -> None:
        """Its place in the chat is another one now."""
        self.standing = standing
        self.row.show_turn(self.turn, standing)

    @Slot(int, int)
    def _want_place(self, top: int, height: int) -> None:
        self.place_wanted.emit(self.view.y() + top, height)

    def set_styles(self, styles: TextStyles) -> None:
        """Draw with another theme's colours."""
        self.row.set_tokens(styles.tokens)
        self.update()

    def append(self, text: str) -> None:
        """More text of a streaming reply."""
        raise TypeError("only a reply grows")

    def set_activity(self, words: str) -> None:
        """What goes on before the first token."""

    def is_held(self) -> bool:
        """Whether it has to stay: it is edited, or something in it is selected or has the keyboard."""
        focus = QGuiApplication.focusObject()
        within = isinstance(focus, QWidget) and self.isAncestorOf(focus)
        return within or self.view.textCursor().hasSelection()

    # --- long texts
    @property
    def pending(self) -> bool:
        """A long text isn't laid out whole yet: `build_more` goes on with it."""
        return bool(self._rest)

    def build_more(self, size: int = _SLICE) -> None:
        part, self._rest = self._rest[:size], self._rest[size:]
        if part:
            self.view.append(part)
        if not self._rest and self.turn.status != "streaming" and not self.view.finished:
            self.view.finish()

    # --- geometry
    def fit(self, width: int) -> int:
        """Lay it out for this width; how high it is then. It has to be shown already.

        A text knows its height only once it has its width, so one round is not enough.
        """
        if width == self.width() and not self._stale:
            return self.height()
        self._stale = False
        for _ in range(_ROUNDS):
            for inner in self.inner_layouts():
                inner.activate()
            self.column.activate()
            by_width = self.column.hasHeightForWidth()
            hint = self.column.totalSizeHint().height()
            height = self.column.totalHeightForWidth(width) if by_width else hint
            if (width, height) == (self.width(), self.height()):
                break
            self.resize(width, height)
        return self.height()

    def event(self, event: QEvent) -> bool:
        if event.type() is QEvent.Type.LayoutRequest:
            self._stale = True
        return super().event(event)

    def inner_layouts(self) -> list[QLayout]:
        """Layouts of widgets inside, which have to know their size before the message knows its own."""
        return []

    def mark(self) -> None:
        """Point it out for a moment: a search led here."""
        self._mark.stop()
        self._mark.setEndValue(1.0 if motion.reduced() else 0.0)
        self._mark.start()

    # --- pointer and keyboard
    def reveal(self, revealed: bool) -> None:
        """The keyboard is in the message, or has left it."""
        self.row.reveal(revealed or self.underMouse())

    def enterEvent(self, event: QEvent) -> None:
        self.row.reveal(True)

    def leaveEvent(self, event: QEvent) -> None:
        focus = QGuiApplication.focusObject()
        self.row.reveal(isinstance(focus, QWidget) and self.isAncestorOf(focus))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Alt and an arrow switch versions also in the text, which would go back in its history."""
        kind = event.type()
        if kind in (QEvent.Type.KeyPress, QEvent.Type.ShortcutOverride):
            step = _step_of(cast(QKeyEvent, event)) if self.row.switch.isVisible() else 0
            if step and kind is QEvent.Type.KeyPress:
                self.row.switch.step(step)
            if step:
                event.accept()
                return True
        elif kind in (QEvent.Type.FocusIn, QEvent.Type.FocusOut) and watched is self.view:
            self._ring = kind is QEvent.Type.FocusIn and cast(QFocusEvent, event).reason() in _BY_KEY
            self.update()
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if (step := _step_of(event)) and self.row.switch.step(step):
            return
        if self.view.lens is None or not self.view.lens.take(event):
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        marked = self._mark.state() is QVariantAnimation.State.Running
        if not marked and not self._ring:
            return
        tokens = self.view.text.styles.tokens
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        if marked:
            colour = QColor(tokens.selected)
            colour.setAlphaF(float(self._mark.currentValue()))
            painter.setBrush(colour)
        if self._ring:
            painter.setPen(QPen(QColor(tokens.accent), 2))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 8, 8)

    # --- what the user wants
    @Slot(str)
    def _want(self, deed: Deed) -> None:
        if deed == "copy":
            self.copy()
        else:
            self.wanted.emit(self.turn, deed)

    @Slot()
    def copy(self) -> None:
        """The source on the clipboard, as it was typed or written."""
        QGuiApplication.clipboard().setText(self.turn.text or self.view.text.source)
        self.row.confirm("copy", tr("Copied"))


def _step_of(event: QKeyEvent) -> int:
    if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier != Qt.KeyboardModifier.AltModifier:
        return 0
    return {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()), 0)
