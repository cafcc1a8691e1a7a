"""Where each piece of the open chat's replies came from, live and as it was kept; and what was dropped.

Dropped drafts may be words of other chats: they are held while the app runs, for the replies written since
it started, and forgotten as soon as anything is deleted. Knows no widget.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from foreword.session.chats import Chats
from foreword.session.conversation import Turn
from foreword.session.replies import Replies
from foreword.session.trace import Ghost, Piece, unpack

_TELL_EVERY_MS = 100
_REMEMBERED = 500
"""Replies whose pieces are held after they were read once."""


class Lens(QObject):
    """Lives on the window's thread."""

    #: str turn_id - more pieces are known: at most every 100 ms while a reply grows, and at its end.
    changed = Signal(str)

    def __init__(self, chats: Chats, replies: Replies, parent: QObject) -> None:
        super().__init__(parent)
        self._chats = chats
        self._replies = replies
        self._kept: dict[str, tuple[Piece, ...]] = {}
        self._ghosts: dict[str, tuple[Ghost, ...]] = {}
        self._growing = ""
        self._timer = QTimer(self, singleShot=True, interval=_TELL_EVERY_MS)
        self._timer.timeout.connect(self._tell)
        replies.stepped.connect(self._stepped)
        replies.ending.connect(self._ending)

    def pieces(self, turn_id: str) -> tuple[Piece, ...]:
        """Of a reply of the open chat, ascending. Empty where nothing is known."""
        trace = self._replies.trace(turn_id)
        if trace is not None:
            return trace.pieces()
        if turn_id not in self._kept:
            self._remember(turn_id, self._read(turn_id))
        return self._kept[turn_id]

    def ghosts(self, turn_id: str) -> tuple[Ghost, ...]:
        """What was dropped while the reply was written, if that was since the app started."""
        trace = self._replies.trace(turn_id)
        return trace.ghosts() if trace is not None else self._ghosts.get(turn_id, ())

    @Slot(object)
    def _ending(self, turn: Turn) -> None:
        trace = self._replies.trace(turn.id)
        if trace is not None:
            self._remember(turn.id, trace.pieces(len(turn.text)))
            ghosts = tuple(ghost for ghost in trace.ghosts() if ghost.at <= len(turn.text))
            self._ghosts[turn.id] = (*self._ghosts.get(turn.id, ()), *ghosts)
        self._timer.stop()
        self.changed.emit(turn.id)

    @Slot()
    def forget(self) -> None:
        """Something was deleted: nothing that may have come from it is held any longer."""
        told = list(self._ghosts)
        self._ghosts.clear()
        self._kept.clear()
        for turn_id in told:
            self.changed.emit(turn_id)

    def _read(self, turn_id: str) -> tuple[Piece, ...]:
        chat_id = self._chats.open_id
        if chat_id is not None:
            with self._chats.faults_told():
                return unpack(self._chats.place_of(chat_id).trace(turn_id))
        return ()

    def _remember(self, turn_id: str, pieces: tuple[Piece, ...]) -> None:
        self._kept[turn_id] = pieces
        while len(self._kept) > _REMEMBERED:
            del self._kept[next(iter(self._kept))]

    @Slot(str, object)
    def _stepped(self, turn_id: str, _batch: object) -> None:
        self._growing = turn_id
        if not self._timer.isActive():
            self._timer.start()

    @Slot()
    def _tell(self) -> None:
        self.changed.emit(self._growing)
