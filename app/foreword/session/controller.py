"""What the window may ask for and what it is told: the one object between widgets and all below.

    send: save the question and the empty reply -> ask for the reply -> pass on what comes

Decides which chat is open and puts the parts together; the reply in the making is `Replies`, the
model `Model`, the speculators' switches `Switchboard`. Knows no widget. Every StorageError ends
here, as one line for the user; our own bugs pass through.
"""

from __future__ import annotations

import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QObject, Signal, Slot

from foreword.messages import ModelFailed, ModelProgress, ModelReady, SpeculatorInfo, SpeculatorsListed
from foreword.session.conversation import Conversation, ConversationSummary, Turn, title_from
from foreword.session.link import WorkerLink
from foreword.session.model import Model
from foreword.session.prompt import request_for
from foreword.session.replies import Replies
from foreword.session.switchboard import Switchboard
from foreword.settings import Settings
from foreword.storage.errors import StorageError
from foreword.storage.store import ChatStore


class Controller(QObject):
    """All that the window may ask for, and all that it is told. Lives on the window's thread."""

    #: The list of conversations changed (added, renamed, deleted, moved up).
    conversations_changed = Signal()
    #: object: Conversation | None - another chat is open now (None: a new, still empty chat).
    conversation_opened = Signal(object)
    #: object: Turn - a turn was added to the open chat (a user's turn, or an empty streaming reply).
    turn_added = Signal(object)
    #: str turn_id, str text - more text of a streaming reply of the open chat; at most every 16 ms.
    text_arrived = Signal(str, str)
    #: object: Turn - a turn changed as a whole (finished, stopped, failed): status, text, stats are final.
    turn_changed = Signal(object)
    #: str turn_id, int done, int total - the prompt is being read.
    prefill_progress = Signal(str, int, int)
    #: object: ModelProgress | ModelReady | ModelFailed - what the model line shows.
    model_changed = Signal(object)
    #: bool - a reply is being written or waits for the model (Stop is possible).
    busy_changed = Signal(bool)
    #: object: tuple[SpeculatorInfo, ...]
    speculators_changed = Signal(object)
    #: str - one line for the user about something that went wrong outside a reply.
    notice = Signal(str)

    def __init__(
        self, store: ChatStore, settings: Settings, link: WorkerLink, *, model: str | None = None
    ) -> None:
        """`model` is the command line's choice; it holds until the user sets another one."""
        super().__init__()
        self._store = store
        self._settings = settings
        self._link = link
        self._closing = False
        self._replies = Replies(store, link, self)
        self._model = Model(settings, link, model, self)
        self._switchboard = Switchboard(settings, link, self)
        self._open_id = self._last_open()
        self._connect()

    def _connect(self) -> None:
        self._link.message.connect(self._receive)
        self._replies.text_arrived.connect(self._show_text)
        self._replies.prefill_progress.connect(self._show_prefill)
        self._replies.ended.connect(self._show_ended)
        self._replies.busy_changed.connect(self.busy_changed)
        self._model.changed.connect(self._show_model)
        self._switchboard.changed.connect(self.speculators_changed)
        for part in (self._replies, self._switchboard):
            part.notice.connect(self.notice)

    def start(self) -> None:
        """Once, when the window is there: tell what opening brought up, list speculators, load the model."""
        for line in (*self._store.notices, *self._settings.problems):
            self.notice.emit(line)
        self._link.relist_requested.emit()
        self.load_model()

    # --- chats
    def conversations(self) -> list[ConversationSummary]:
        """Newest first."""
        with self._faults_told():
            return self._store.conversations()
        return []

    def current(self) -> Conversation | None:
        """The open chat as it stands (with the text of a streaming reply so far); None if new."""
        if self._open_id is None:
            return None
        with self._faults_told():
            summary = self._store.summary(self._open_id)
            if summary is not None:
                turns = tuple(self._replies.live(turn) for turn in self._store.branch(self._open_id))
                return Conversation(summary, turns)
        return None

    def open(self, conversation_id: str) -> None:
        """Show another chat. A reply that is being written goes on, and is live when its chat returns."""
        if conversation_id != self._open_id:
            self._show(conversation_id)

    def new_chat(self) -> None:
        """Show an empty chat. It is created with its first message."""
        self._show(None)

    def rename(self, conversation_id: str, title: str) -> None:
        """Give a chat another title; an empty one is ignored."""
        title = " ".join(title.split())
        if not title:
            return
        with self._faults_told():
            self._store.rename(conversation_id, title)
            self.conversations_changed.emit()

    def delete(self, conversation_id: str) -> None:
        """Delete a chat for good. A reply that is being written in it is cancelled first."""
        if self._replies.conversation_id() == conversation_id:
            self._replies.abandon()
        with self._faults_told():
            self._store.delete(conversation_id)
            self._replies.forget(conversation_id)
            self._link.forget_requested.emit(conversation_id)
            self.conversations_changed.emit()
            if conversation_id == self._open_id:
                self._show(None)

    # --- replies
    def send(self, text: str) -> None:
        """Save the user's turn, then ask for a reply. Waits for the model where that is not ready.

        Refused with a notice, and without any other signal, while a reply is being written, and
        where the message can't be saved.
        """
        if not text.strip() or not self._may_begin():
            return
        chat = self.current()
        now = time.time()
        new = None if chat else ConversationSummary(_new_id(), title_from(text), now, now)
        summary = chat.summary if chat else new
        assert summary is not None
        branch = chat.turns if chat else ()
        parent = branch[-1].id if branch else None
        question = Turn(_new_id(), summary.id, parent, "user", text, "complete", now)
        reply = _empty_reply(question, now)
        with self._faults_told():
            # One transaction: no crash can leave a question without the reply that it waits for.
            self._store.add([question, reply], new)
            if new is not None:
                self._remember_open(new.id)
            self.conversations_changed.emit()
            if new is not None:
                self.conversation_opened.emit(Conversation(new, ()))
            self.turn_added.emit(question)
            self.turn_added.emit(reply)
            self._replies.begin(reply, request_for(reply, (*branch, question), self._settings))

    def stop(self) -> None:
        """End the running reply at its next step; what was written stays. Also a waiting one."""
        self._replies.stop()

    def retry(self) -> None:
        """Ask again for the reply to the last user's turn of the open chat (after a failure).

        The earlier reply stays in the database as another version; the open branch has the new one.
        """
        chat = self.current()
        question = chat.last_question() if chat else None
        if chat is None or question is None or not self._may_begin():
            return
        reply = _empty_reply(question, time.time())
        with self._faults_told():
            self._store.add([reply])
            self.conversations_changed.emit()
            self.conversation_opened.emit(self.current())
            self._replies.begin(reply, request_for(reply, chat.up_to(question), self._settings))

    def is_busy(self) -> bool:
        return self._replies.is_busy()

    # --- model and speculators
    def model_state(self) -> ModelProgress | ModelReady | ModelFailed:
        return self._model.state

    def load_model(self, *, allow_download: bool = False) -> None:
        """Load (or try again to load) the model of the settings."""
        self._model.load(allow_download=allow_download)

    def speculators(self) -> tuple[SpeculatorInfo, ...]:
        return self._switchboard.speculators

    def set_speculator(self, name: str, on: bool) -> None:
        """Takes effect at the next step, also in the middle of a reply; kept in the settings."""
        self._switchboard.turn(name, on)

    # --- quitting, in the order of the calls
    def close_down(self) -> None:
        """Refuse new work and cancel the running reply."""
        self._closing = True
        self._replies.close_down()

    def settle(self) -> None:
        """After the worker ended or was given up: keep whatever is not on disk yet."""
        self._replies.settle()

    # --- from the parts to the window
    @Slot(object)
    def _receive(self, message: object) -> None:
        match message:
            case ModelProgress() | ModelReady() | ModelFailed():
                self._model.receive(message)
            case SpeculatorsListed():
                self._switchboard.receive(message)
            case _:
                self._replies.receive(message)  # type: ignore[arg-type]

    @Slot(object)
    def _show_model(self, state: ModelProgress | ModelReady | ModelFailed) -> None:
        self.model_changed.emit(state)
        self._replies.set_model_ready(isinstance(state, ModelReady))

    @Slot(str, str)
    def _show_text(self, turn_id: str, text: str) -> None:
        if self._replies.conversation_id() == self._open_id:
            self.text_arrived.emit(turn_id, text)

    @Slot(str, int, int)
    def _show_prefill(self, turn_id: str, done: int, total: int) -> None:
        if self._replies.conversation_id() == self._open_id:
            self.prefill_progress.emit(turn_id, done, total)

    @Slot(object)
    def _show_ended(self, turn: Turn) -> None:
        if turn.conversation_id == self._open_id:
            self.turn_changed.emit(turn)

    # --- steps
    def _show(self, conversation_id: str | None) -> None:
        self._replies.show_text()  # to the chat that is open still; the other one starts from the whole text
        self._remember_open(conversation_id)
        chat = self.current()
        if chat is None and conversation_id is not None:
            self._remember_open(None)
            self.notice.emit("This chat is no longer there.")
            self.conversations_changed.emit()
        self.conversation_opened.emit(chat)

    def _remember_open(self, conversation_id: str | None) -> None:
        self._open_id = conversation_id
        try:
            self._settings.set("chat.open", conversation_id or "")
        except OSError as error:
            self.notice.emit(f"The settings could not be saved ({error.strerror}): {self._settings.path}")

    def _last_open(self) -> str | None:
        last: str = self._settings["chat.open"]
        return last if last and self._store.summary(last) else None

    def _may_begin(self) -> bool:
        if self._closing:
            self.notice.emit("Foreword is closing.")
        elif self._replies.is_busy():
            self.notice.emit("A reply is still being written. Stop it first, or wait until it is done.")
        else:
            return True
        return False

    @contextmanager
    def _faults_told(self) -> Iterator[None]:
        try:
            yield
        except StorageError as error:
            self.notice.emit(str(error))


def _new_id() -> str:
    return uuid.uuid4().hex


def _empty_reply(question: Turn, now: float) -> Turn:
    return Turn(_new_id(), question.conversation_id, question.id, "assistant", "", "streaming", now)
