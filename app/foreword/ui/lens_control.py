"""What the reader does with the lens over one message: the pointer's tooltips, and the keys that step from
piece to piece. Alt and an arrow up or down: the arrows alone move the text cursor, and a screen reader
follows that.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRect, Qt, Signal
from PySide6.QtGui import QHelpEvent, QKeyEvent, QPainter, QTextCursor
from PySide6.QtWidgets import QToolTip

from foreword.ui.announce import announce
from foreword.ui.lens_layer import LensLayer, LensView
from foreword.ui.lens_words import ghost_words, piece_words
from foreword.ui.wording import plain_tooltip

if TYPE_CHECKING:
    from foreword.ui.message_view import MessageView

_STEPS = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}


def _step_of(event: QKeyEvent) -> int:
    """How many pieces this key goes on by: 1, -1, or 0 where it isn't one of the lens's."""
    held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
    alone = held == Qt.KeyboardModifier.AltModifier
    return _STEPS.get(Qt.Key(event.key()), 0) if alone else 0


class LensControl(QObject):
    """Belongs to one view."""

    #: str - where the piece came from that the keyboard is at now; empty for none
    reached = Signal(str)

    def __init__(self, view: MessageView) -> None:
        super().__init__(view)
        self._view = view
        self.layer = LensLayer(view.text, view.origin_of)
        view.text.cleared.connect(self.layer.clear)
        view.installEventFilter(self)
        view.viewport().installEventFilter(self)

    def show(self, seen: LensView, offset: int) -> None:
        if (seen, offset) == (self.layer.seen, self.layer.offset):
            return
        had = self.layer.current
        self.layer.show(seen, offset)
        if had is not None and self.layer.current is None:
            self.reached.emit("")
        self._view.viewport().update()

    def paint(self, rect: QRect) -> None:
        if self.layer.seen == LensView():
            return
        cursor = self._view.textCursor()
        painter = QPainter(self._view.viewport())
        self.layer.paint(painter, rect, (cursor.selectionStart(), cursor.selectionEnd()))
        painter.end()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        seen = self.layer.seen
        if event.type() is QEvent.Type.ToolTip and watched is self._view.viewport() and seen.tinted:
            return self._show_tooltip(cast(QHelpEvent, event))
        if watched is self._view and event.type() is QEvent.Type.KeyPress and seen.tinted:
            if by := _step_of(cast(QKeyEvent, event)):
                self.step(by)
                return True
        elif (
            watched is self._view and event.type() is QEvent.Type.FocusOut and self.layer.current is not None
        ):
            self.layer.current = None
            self.reached.emit("")
            self._view.viewport().update()
        return False

    def _show_tooltip(self, event: QHelpEvent) -> bool:
        """Where what lies under the pointer came from. False where there is nothing of it to say."""
        words = self.words_at(QPointF(event.pos()))
        if words:
            QToolTip.showText(event.globalPos(), plain_tooltip(words), self._view.viewport())
        return bool(words)

    def words_at(self, point: QPointF) -> str:
        """What the tooltip says at this place of the view."""
        ghosts = self.layer.ghosts_at(point)
        if ghosts:
            return ghost_words(ghosts)
        layout = self._view.text.document.documentLayout()
        position = layout.hitTest(point, Qt.HitTestAccuracy.ExactHit)
        piece = self.layer.piece_at(position) if position >= 0 else None
        return piece_words(piece) if piece else ""

    def take(self, event: QKeyEvent) -> bool:
        """A key that came from elsewhere in the message: the keyboard comes here where it is the lens's."""
        by = _step_of(event)
        if not by or not self.layer.seen.tinted:
            return False
        self._view.setFocus(Qt.FocusReason.OtherFocusReason)
        self.step(by)
        return True

    def step(self, by: int) -> None:
        """Go to the next piece, or the one before, and say where it came from."""
        place = self.layer.step(by, self._view.textCursor().position())
        piece = self.layer.current_piece()
        if place is None or piece is None:
            return
        cursor = QTextCursor(self._view.text.document)
        cursor.setPosition(place)
        box = self._view.cursorRect(cursor)
        self._view.place_wanted.emit(box.top(), box.height())
        words = "\n".join(filter(None, (piece_words(piece), ghost_words(self.layer.ghosts_before(piece)))))
        self.reached.emit(words)
        below = self._view.viewport().mapToGlobal(self._view.cursorRect(cursor).bottomLeft() + QPoint(0, 4))
        QToolTip.showText(below, plain_tooltip(words), self._view.viewport())
        text = self._view.text.source[piece.start - self.layer.offset : piece.end - self.layer.offset]
        announce(self._view, f"{text.strip()} – {words}")
        self._view.viewport().update()
