"""The one reply that is being written: from the request to the last commit.

    begin -> (waits for the model) -> asked -> text arrives, is shown every 16 ms and kept every
    second -> Finished or Failed -> kept as it ended

Knows where chats are kept and the link to the worker, and nothing of which one is open.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from concurrent.futures import Future

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from foreword.messages import (
    Failed,
    Finished,
    GenerateRequest,
    LeftOut,
    PrefillProgress,
    StopReason,
    TokenBatch,
)
from foreword.session.chats import Chats
from foreword.session.conversation import Turn, TurnStatus
from foreword.session.link import WorkerLink
from foreword.session.reply import Prelude, Reply, finished_record
from foreword.session.trace import Piece, Trace, pack
from foreword.session.translate import tr
from foreword.storage.errors import StorageError

log = logging.getLogger(__name__)

CONTEXT_FULL = "context_full"
"""The stop reason of a reply for which the conversation left no room."""

OUT_OF_MEMORY = "out_of_memory"
"""The stop reason of a reply in which memory ran out; what it says so far stays."""

_SHOW_EVERY_MS = 16
_KEEP_EVERY_MS = 1000


class Replies(QObject):
    """At most one reply at a time. Lives on the window's thread."""

    #: str turn_id, str text - text to append
    text_arrived = Signal(str, str)
    #: str turn_id, int done, int total
    prefill_progress = Signal(str, int, int)
    #: str turn_id, int messages - so many of the oldest messages didn't fit into the prompt
    left_out = Signal(str, int)
    #: str chat_id, str turn_id - a reply is asked for
    asked = Signal(str, str)
    #: str turn_id, object: TokenBatch - a step of it
    stepped = Signal(str, object)
    #: object: Turn - it ends so; what is known of it in memory goes next
    ending = Signal(object)
    #: object: Turn - as it was kept
    ended = Signal(object)
    busy_changed = Signal(bool)
    notice = Signal(str)

    def __init__(self, chats: Chats, link: WorkerLink, parent: QObject) -> None:
        super().__init__(parent)
        self._chats = chats
        self._link = link
        self._reply: Reply | None = None
        self._model_ready = False
        self._closing = False
        #: A reply that nobody wants any more, but that the worker has not let go of yet.
        self._draining: str | None = None
        #: Replies that ended while the database could not take them; tried again with the next one.
        self._unkept: dict[str, tuple[Turn, tuple[int, ...], bytes]] = {}
        #: Whether the chat's model is ready; where it isn't, it is asked for, and set_model_ready follows.
        self.has_model: Callable[[str], bool] = lambda _chat: self._model_ready
        #: Whether the worker is free; where it isn't, `ask_again` is called once it is.
        self.worker_is_free: Callable[[], bool] = lambda: True
        #: (chat, request) to the request as it is now, after it had to wait for the model.
        self.renew: Callable[[str, GenerateRequest], GenerateRequest] = lambda _chat, request: request
        self._checkpoint: Future[None] | None = None
        self._checkpoints_fail = False
        self._show_timer = self._single_shot(_SHOW_EVERY_MS, self.show_text)
        self._keep_timer = self._single_shot(_KEEP_EVERY_MS, self._keep_text)

    def _single_shot(self, interval_ms: int, slot: object) -> QTimer:
        timer = QTimer(self, singleShot=True, interval=interval_ms, timerType=Qt.TimerType.PreciseTimer)
        timer.timeout.connect(slot)
        return timer

    # --- what the controller asks
    def is_busy(self) -> bool:
        return self._reply is not None

    def conversation_id(self) -> str | None:
        """The chat that is being answered."""
        return self._reply.turn.conversation_id if self._reply else None

    def is_summarising(self) -> bool:
        """What is being written is a summary that the reader doesn't see; the reply follows it."""
        return self._reply is not None and self._reply.prelude is not None

    def live(self, turn: Turn) -> Turn:
        """The turn as it stands in memory, where that is newer than the database."""
        if self._reply and self._reply.turn.id == turn.id:
            return self._reply.as_shown()
        return self._unkept[turn.id][0] if turn.id in self._unkept else turn

    def is_idle(self) -> bool:
        """Nothing is being written, and nothing abandoned is still under way."""
        return self._reply is None and self._draining is None

    def trace(self, turn_id: str) -> Trace | None:
        """Where the pieces of the reply in the making come from."""
        return self._reply.trace if self._reply and self._reply.turn.id == turn_id else None

    def begin(
        self,
        turn: Turn,
        request: GenerateRequest,
        prelude: Prelude | None = None,
        before: Iterable[Piece] = (),
    ) -> None:
        """Write the reply `turn`, which is in the database already. Waits for model and worker.

        `before` says where the text came from that it goes on from.
        """
        self._reply = Reply(turn, request, prelude, trace=Trace(len(request.prefix_text), before))
        self._checkpoint, self._checkpoints_fail = None, False
        self.busy_changed.emit(True)
        self._ask_if_possible()

    def set_model_ready(self, ready: bool) -> None:
        self._model_ready = ready
        self._ask_if_possible()

    def ask_again(self) -> None:
        """The worker is free now."""
        self._ask_if_possible()

    def stop(self) -> None:
        """End the reply at its next step, or at once where the worker doesn't have it yet."""
        if self._reply is None:
            return
        if self._reply.asked:
            self._link.cancel.set()
        else:
            self._end(self._reply.ended("stopped", stop_reason=StopReason.CANCELLED.value))

    def abandon(self, *, keep: bool = False) -> None:
        """Let go of the reply, because its chat is being deleted. `keep` what it says so far, as one that
        was stopped, where the chat can still be brought back."""
        if self._reply is None:
            return
        if self._reply.asked:
            self._link.cancel.set()
            self._draining = self._reply.current_request().reply_id
        if keep:
            self._end(self._reply.ended("stopped", stop_reason=StopReason.CANCELLED.value))
        else:
            self._clear()

    def close_down(self) -> None:
        """The app quits: take no more, and end what runs as interrupted, not as stopped by the user."""
        self._closing = True
        if self._reply and self._reply.asked:
            self._link.cancel.set()
        else:
            self.settle()

    def settle(self) -> None:
        """Keep what the worker did not finish in time, and what could not be kept before."""
        if self._reply:
            self._end(self._reply.ended("interrupted"))
        self._keep_unkept()

    # --- what the worker says
    def receive(self, message: PrefillProgress | LeftOut | TokenBatch | Finished | Failed) -> None:
        """Take a message about a reply; ignore those about a reply that is over, or about an earlier go
        at one that is still to be asked for."""
        reply = self._reply
        if reply is None or not reply.asked or message.reply_id != reply.current_request().reply_id:
            self._drain(message)
        elif reply.prelude is not None and not isinstance(message, Failed):
            self._receive_prelude(reply, reply.prelude, message)
        else:
            self._receive_own(reply, message)

    def _receive_prelude(
        self, reply: Reply, prelude: Prelude, message: PrefillProgress | LeftOut | TokenBatch | Finished
    ) -> None:
        """The reader sees none of it but that it goes on; once it is there, the reply is asked for."""
        if isinstance(message, PrefillProgress):
            self.prefill_progress.emit(reply.turn.id, message.done, message.total)
        elif isinstance(message, Finished):
            reply.prelude = None
            if message.stop_reason is StopReason.CANCELLED:
                self._end(reply.ended(self._status_of(message.stop_reason), stop_reason="cancelled"))
                return
            reply.request = prelude.then(message.text)
            reply.asked = False
            self._ask_if_possible()

    def _receive_own(
        self, reply: Reply, message: PrefillProgress | LeftOut | TokenBatch | Finished | Failed
    ) -> None:
        match message:
            case LeftOut(_, count):
                reply.left_out = count
                self.left_out.emit(reply.turn.id, count)
            case PrefillProgress(reply_id, done, total):
                self.prefill_progress.emit(reply_id, done, total)
            case TokenBatch():
                reply.take(message)
                self.stepped.emit(reply.turn.id, message)
                self._start(self._show_timer)
                self._start(self._keep_timer)
            case Finished():
                reply.token_ids = [*message.prefix, *message.token_ids]
                self._end(
                    reply.ended(
                        self._status_of(message.stop_reason),
                        text=reply.request.prefix_text + message.text,
                        stats=finished_record(reply, message.stats),
                        stop_reason=message.stop_reason.value,
                    )
                )
            case Failed():
                log.error("reply %s failed: %s\n%s", message.reply_id, message.reason, message.detail)
                reason = OUT_OF_MEMORY if message.out_of_memory else None
                reason = CONTEXT_FULL if message.context_full else reason
                self._end(reply.ended("failed", error=message.reason, stop_reason=reason))

    def _status_of(self, reason: StopReason) -> TurnStatus:
        if reason is not StopReason.CANCELLED:
            return "complete"
        return "interrupted" if self._closing else "stopped"

    def _drain(self, message: PrefillProgress | LeftOut | TokenBatch | Finished | Failed) -> None:
        if message.reply_id == self._draining and isinstance(message, Finished | Failed):
            self._draining = None
            self._ask_if_possible()

    # --- steps
    def _ask_if_possible(self) -> None:
        reply = self._reply
        if reply is None or reply.asked:
            return
        if self._draining:
            return
        if not self.has_model(reply.turn.conversation_id):
            reply.waited = True
            return
        if not self.worker_is_free():
            return
        if reply.waited:
            reply.request = self.renew(reply.turn.conversation_id, reply.request)
        # Only here, while the worker has nothing to do, can clearing not revive an older reply.
        self._link.cancel.clear()
        reply.asked = True
        self.asked.emit(reply.turn.conversation_id, reply.turn.id)
        self._link.run_requested.emit(reply.current_request())

    @staticmethod
    def _start(timer: QTimer) -> None:
        if not timer.isActive():
            timer.start()

    def show_text(self) -> None:
        """Hand on the text that came since the last time."""
        if self._reply and (text := self._reply.show()):
            self.text_arrived.emit(self._reply.turn.id, text)

    def _keep_text(self) -> None:
        """Checkpoint the growing text, unless the disk is still busy with the last one."""
        if self._reply is None:
            return
        if self._checkpoint is not None:
            if not self._checkpoint.done():
                self._keep_timer.start()
                return
            self._report_checkpoint(self._checkpoint)
        place = self._chats.place_of(self._reply.turn.conversation_id)
        self._checkpoint = place.checkpoint(self._reply.turn.id, self._reply.whole_text())

    def _report_checkpoint(self, checkpoint: Future[None]) -> None:
        error = checkpoint.exception()
        if error is None:
            self._checkpoints_fail = False
        elif not isinstance(error, StorageError):
            raise error
        elif not self._checkpoints_fail:  # said once, not every second
            self._checkpoints_fail = True
            self.notice.emit(tr("The reply can't be saved while it grows. {error}", error=error))

    def _end(self, turn: Turn) -> None:
        """Commit first, then say so: what the window shows as ended is on disk."""
        assert self._reply is not None
        self.ending.emit(turn)
        trace = pack(self._reply.trace.pieces(len(turn.text)))
        self._unkept[turn.id] = (turn, tuple(self._reply.token_ids), trace)
        try:
            self._keep_unkept()
        finally:
            self._clear(turn)

    def _clear(self, turn: Turn | None = None) -> None:
        self._show_timer.stop()
        self._keep_timer.stop()
        self._reply = None
        if turn is not None:
            self.ended.emit(turn)
        self.busy_changed.emit(False)

    def _keep_unkept(self) -> None:
        for turn_id, (turn, token_ids, trace) in list(self._unkept.items()):
            try:
                self._chats.place_of(turn.conversation_id).finish(turn, token_ids, trace)
            except StorageError as error:
                log.error("reply %s could not be saved: %s", turn_id, error)
                self.notice.emit(
                    tr("A reply could not be saved; Foreword will try again. {error}", error=error)
                )
                return
            del self._unkept[turn_id]

    def forget(self, conversation_id: str) -> None:
        """Its chat was deleted: there is nothing left to keep."""
        self._unkept = {
            key: kept for key, kept in self._unkept.items() if kept[0].conversation_id != conversation_id
        }
