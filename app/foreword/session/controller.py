"""What the window may ask for and what it is told: the one object between widgets and all below.

    send: save the question and the empty reply -> ask for the reply -> pass on what comes

Puts the parts together: `chats` (the list, what is open, search, bin), `options` (what holds for a
chat, presets), `turns` (the tree of the open chat), the reply in the making, the model, the
speculators, and what they learn from. Knows no widget. Every StorageError ends in the parts, as one
line for the user; our own bugs pass through.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal, Slot

from foreword.messages import (
    Acted,
    Checked,
    CheckFailed,
    CheckProgress,
    HistoryWanted,
    ModelFailed,
    ModelProgress,
    ModelReady,
    Notice,
    SpeculatorInfo,
    SpeculatorsListed,
    Taught,
    TokenBatch,
)
from foreword.session.chat_options import ChatOptions
from foreword.session.chats import Chats
from foreword.session.checks import Checks
from foreword.session.conversation import Conversation, ConversationSummary, Turn, title_from_exchange
from foreword.session.exchange.exchange import Exchange
from foreword.session.feeding import Feeding
from foreword.session.gauge import Gauge
from foreword.session.lens import Lens
from foreword.session.link import WorkerLink
from foreword.session.model import Model
from foreword.session.pace import Pace
from foreword.session.prompt import renewed
from foreword.session.replies import CONTEXT_FULL, Replies
from foreword.session.switchboard import Switchboard
from foreword.session.translate import tr
from foreword.session.turns import Turns
from foreword.settings import Settings
from foreword.storage.store import ChatStore

EXCHANGE_LIMIT_MS = 5000
"""How long quitting waits for an export or import to leave nothing behind."""


class Controller(QObject):
    """All that the window may ask for, and all that it is told. Lives on the window's thread.

    What concerns the list and its chats is asked of `chats`, what a chat sets for itself of `options`,
    the turns of the open chat of `turns`, the room left in the context of `gauge`; what drafting does, of
    `lens`, `pace` and `checks`.
    """

    #: The list of conversations changed (added, renamed, deleted, moved up).
    conversations_changed = Signal()
    #: object: Conversation | None - another chat is open now (None: a new, still empty chat), or another
    #: branch of the same.
    conversation_opened = Signal(object)
    #: object: Turn - a turn was added to the open chat (a user's turn, or an empty streaming reply).
    turn_added = Signal(object)
    #: str turn_id, str text - more text of a streaming reply of the open chat; at most every 16 ms.
    text_arrived = Signal(str, str)
    #: object: Turn - a turn changed as a whole (finished, stopped, failed): status, text, stats are final.
    turn_changed = Signal(object)
    #: str turn_id, int done, int total - the prompt is being read.
    prefill_progress = Signal(str, int, int)
    #: str turn_id, int messages - so many of the oldest messages didn't fit into this reply's prompt.
    left_out = Signal(str, int)
    #: object: ModelProgress | ModelReady | ModelFailed - what the model line shows.
    model_changed = Signal(object)
    #: bool - a reply is being written or waits for the model (Stop is possible).
    busy_changed = Signal(bool)
    #: object: tuple[SpeculatorInfo, ...]
    speculators_changed = Signal(object)
    #: str name, str line - what a speculator's button did; the line may be empty.
    acted = Signal(str, str)
    #: str folder, str precision, float - tokens a second that plain decoding was measured at with this model.
    plain_speed_measured = Signal(str, str, float)
    #: str - one line for the user about something that went wrong outside a reply.
    notice = Signal(str)

    def __init__(
        self,
        store: ChatStore,
        settings: Settings,
        link: WorkerLink,
        *,
        model: str | None = None,
        safe_mode: str = "",
        load: bool = True,
    ) -> None:
        """`model` is the command line's choice; it holds until the user sets another one.

        `safe_mode` says in words what is held back and why. `load`: the model is loaded at the start,
        not only when it is asked for.
        """
        super().__init__()
        self._load_at_start = load
        self.safe_mode = safe_mode
        self._store = store
        self._settings = settings
        self._link = link
        self.chats = Chats(store, settings, self)
        self.options = ChatOptions(settings, self.chats, self)
        self._replies = Replies(self.chats, link, self)
        self.turns = Turns(self.chats, self.options, self._replies, self)
        self.gauge = Gauge(self.chats, self.options, self)
        self._model = Model(settings, link, model, self)
        self._switchboard = Switchboard(settings, link, self)
        self._feeding = Feeding(store, self.options, link, self)
        self.lens = Lens(self.chats, self._replies, self)
        self.pace = Pace(self)
        self.checks = Checks(self.chats, self.options, self._replies, self._model, link, self)
        self._replies.worker_is_free = self.checks.give_way
        self._replies.has_model = lambda chat: self._model.want(self.options.choices(chat)["model.name"])
        self._replies.renew = lambda chat, request: renewed(request, self.options.choices(chat))
        self.exchange = Exchange(self.chats, settings, self)
        self.chats.live = self._replies.live
        self._feeding.answering = self._replies.conversation_id
        self._connect()

    def _connect(self) -> None:
        self._link.message.connect(self._receive)
        self.chats.changed.connect(self.conversations_changed)
        self.chats.closing.connect(self._replies.show_text)
        self.chats.opened.connect(self._show_opened)
        self.chats.gone.connect(self._forget)
        self.chats.turn_deleted.connect(self._learn_again)
        self.options.changed.connect(self._follow_chat)
        self.turns.added.connect(self.turn_added)
        self._replies.text_arrived.connect(self._show_text)
        self._replies.prefill_progress.connect(self._show_prefill)
        self._replies.left_out.connect(self.left_out)
        self._replies.asked.connect(self.pace.begin)
        self._replies.stepped.connect(self._step)
        self._replies.ended.connect(self._show_ended)
        self._replies.busy_changed.connect(self._show_busy)
        self._model.changed.connect(self._show_model)
        self._switchboard.changed.connect(self.speculators_changed)
        self._switchboard.acted.connect(self.acted)
        for part in (self.chats, self.turns, self._replies, self._switchboard, self._feeding):
            part.notice.connect(self.notice)

    def start(self) -> None:
        """Once, when the window is there: tell what opening brought up, list speculators, load the model."""
        for line in (*self._store.notices, *self._settings.problems):
            self.notice.emit(line)
        self.gauge.start()
        self._follow_chat()
        self._switchboard.refresh(self._kept_chat())
        if self._load_at_start:
            self.load_model()
        else:
            self._model.receive(ModelFailed(tr("No model is loaded in safe mode: Retry loads it.")))

    # --- chats
    def conversations(self) -> list[ConversationSummary]:
        """Newest first."""
        return self.chats.conversations()

    def current(self) -> Conversation | None:
        """The open chat as it stands (with the text of a streaming reply so far); None if new."""
        return self.chats.current()

    def open(self, conversation_id: str) -> None:
        """Show another chat. A reply that is being written goes on, and is live when its chat returns."""
        if conversation_id != self.chats.open_id:
            self.chats.open(conversation_id)

    def new_chat(self) -> None:
        """Show an empty chat. It is created with its first message."""
        self.chats.open(None)

    def rename(self, conversation_id: str, title: str) -> None:
        """Give a chat another title; an empty one is ignored."""
        self.chats.rename(conversation_id, title)

    def delete(self, conversation_id: str) -> None:
        """Delete a chat; `chats.undo_delete` brings it back for a while. Its reply is stopped first."""
        if self._replies.conversation_id() == conversation_id:
            self._replies.abandon(keep=not self.chats.is_temporary(conversation_id))
        self._feeding.forget(conversation_id)
        self.chats.delete(conversation_id)

    # --- replies
    def send(self, text: str) -> None:
        """Ask: see `Turns.send`."""
        self.turns.send(text)

    def stop(self) -> None:
        """End the running reply at its next step; what was written stays. Also a waiting one."""
        self._replies.stop()

    def retry(self) -> None:
        """Ask once more for the last reply of the open chat; the earlier one stays as another version."""
        self.turns.retry()

    def is_busy(self) -> bool:
        return self._replies.is_busy()

    def answering(self) -> str | None:
        """The chat that is being answered."""
        return self._replies.conversation_id()

    def is_summarising(self) -> bool:
        """The reply waits for a summary of the earlier chat, which is being written."""
        return self._replies.is_summarising()

    # --- model and speculators
    def model_state(self) -> ModelProgress | ModelReady | ModelFailed:
        return self._model.state

    def load_model(self, *, allow_download: bool = False) -> None:
        """Load (or try again to load) the model of the settings."""
        self._model.load(allow_download=allow_download)

    def use_model(self, model: str, **changes: object) -> None:
        """Keep this model and these settings, by key, and load it. Raises SettingsError where one doesn't
        fit."""
        self.checks.cancel()
        self._model.use(model, **changes)

    def smaller_context(self) -> int:
        """What `halve_context` would take; 0 where there is nothing smaller."""
        return self._model.smaller_context()

    def halve_context(self) -> bool:
        """Load the model once more with half the context; False where that would be too little."""
        self.checks.cancel()
        return self._model.halve_context()

    def unload_model(self) -> None:
        """Give the model's memory back; the next message loads it again."""
        self.checks.cancel()
        self._model.unload()

    def cancel_load(self) -> None:
        """End the load that goes on."""
        self._model.cancel_load()

    def speculators(self) -> tuple[SpeculatorInfo, ...]:
        return self._switchboard.speculators

    def set_speculator(self, name: str, on: bool) -> None:
        """Takes effect at the next step, also in the middle of a reply; kept in the settings."""
        self._switchboard.turn(name, on)
        self._follow_chat()

    def set_option(self, name: str, option: str, value: object) -> str:
        """Set a speculator's option, from the next reply on. Returns what is wrong with it, or nothing."""
        return self._switchboard.set_option(name, option, value)

    def act(self, name: str, action: str) -> None:
        """Press a speculator's button; the answer comes with `acted`."""
        self._switchboard.act(name, action, self._kept_chat())

    def try_again(self, name: str) -> None:
        """Build a speculator once more that failed or was quarantined."""
        self._switchboard.try_again(name)

    def refresh_speculators(self) -> None:
        """Ask how the speculators stand; the answer comes with `speculators_changed`."""
        self._switchboard.refresh(self._kept_chat())

    @Slot()
    def rediscover_speculators(self) -> None:
        """Plugins were installed or removed."""
        self._switchboard.rediscover()

    # --- quitting, in the order of the calls
    def close_down(self) -> None:
        """Refuse new work, cancel the running reply, and delete for good what is in the bin."""
        self.turns.closing = True
        self.checks.cancel()
        self._feeding.stop()
        self.chats.empty_bin()
        self._replies.close_down()
        self.gauge.stop()
        self.exchange.close(EXCHANGE_LIMIT_MS)

    def settle(self) -> None:
        """After the worker ended or was given up: keep whatever is not on disk yet."""
        self._replies.settle()

    # --- from the parts to the window
    @Slot(object)
    def _receive(self, message: object) -> None:
        match message:
            case ModelProgress() | ModelReady() | ModelFailed():
                self._model.receive(message)
            case SpeculatorsListed() | Acted():
                self._switchboard.receive(message)
            case Notice(line):
                self.notice.emit(line)
            case CheckProgress() | Checked() | CheckFailed():
                self.checks.receive(message)
            case HistoryWanted() | Taught():
                self._feeding.receive(message)
            case _:
                self._replies.receive(message)  # type: ignore[arg-type]

    @Slot(object)
    def _show_model(self, state: ModelProgress | ModelReady | ModelFailed) -> None:
        self.model_changed.emit(state)
        self.gauge.set_model(state)
        if isinstance(state, ModelReady):
            self.options.recommend(state.info.generation)
        self._replies.set_model_ready(isinstance(state, ModelReady))

    @Slot(str, object)
    def _step(self, _turn_id: str, batch: TokenBatch) -> None:
        self.pace.take(batch)

    @Slot(object)
    def _show_opened(self, chat: Conversation | None) -> None:
        self._follow_chat()
        self.pace.follow(chat.summary.id if chat else None, chat.turns if chat else ())
        self.conversation_opened.emit(chat)

    @Slot(str, str)
    def _show_text(self, turn_id: str, text: str) -> None:
        if self._replies.conversation_id() == self.chats.open_id:
            self.text_arrived.emit(turn_id, text)

    @Slot(str, int, int)
    def _show_prefill(self, turn_id: str, done: int, total: int) -> None:
        if self._replies.conversation_id() == self.chats.open_id:
            self.prefill_progress.emit(turn_id, done, total)

    @Slot(bool)
    def _show_busy(self, busy: bool) -> None:
        self._model.set_busy(busy)
        self._follow_chat()
        self.busy_changed.emit(busy)

    @Slot(object)
    def _show_ended(self, turn: Turn) -> None:
        self._name_chat(turn)
        self.pace.end(turn)
        self._tell_plain_speed()
        if turn.conversation_id == self.chats.open_id:
            self.turn_changed.emit(turn)
            self.gauge.refresh()
            if turn.stop_reason == CONTEXT_FULL and self.options.choices()["reply.overflow"] == "summary":
                self.turns.make_room(turn.id, "summary")

    def _tell_plain_speed(self) -> None:
        state, plain = self._model.state, self.pace.tally_plain_speed()
        if isinstance(state, ModelReady) and plain:
            self.plain_speed_measured.emit(state.info.folder, state.info.dtype, plain)

    def _name_chat(self, reply: Turn) -> None:
        """After the first exchange there is more to name a chat by than its first question."""
        chat = None if self.chats.is_temporary(reply.conversation_id) else self._first_exchange(reply)
        if chat is not None:
            title = title_from_exchange(chat.turns[0].text, reply.text)
            self.chats.suggest_title(reply.conversation_id, title)

    def _first_exchange(self, reply: Turn) -> Conversation | None:
        chat = self.chats.conversation(reply.conversation_id)
        is_first = chat is not None and len(chat.turns) == 2 and not chat.summary.named
        return chat if is_first and reply.text.strip() else None

    def _kept_chat(self) -> str | None:
        """The open chat, as far as speculators may know of it."""
        chat = self.chats.open_id
        return None if chat is None or self.chats.is_temporary(chat) else chat

    # --- what follows from a change
    @Slot()
    def _follow_chat(self) -> None:
        """The speculators of the chat that is being answered, else of the open one."""
        chat = self._replies.conversation_id() or self.chats.open_id
        self._switchboard.follow(self.options.choices(chat)["speculators.enabled"])
        self.gauge.refresh()

    @Slot(str)
    def _forget(self, conversation_id: str) -> None:
        """A chat is gone for good: nothing of it stays anywhere."""
        if self._replies.conversation_id() == conversation_id:
            self._replies.abandon()
        self._replies.forget(conversation_id)
        self.lens.forget()
        self._feeding.forget(conversation_id)
        self._link.forget_requested.emit(conversation_id)

    @Slot(str)
    def _learn_again(self, conversation_id: str) -> None:
        """A turn is gone for good: speculators forget the chat, and learn anew what is left of it."""
        self._link.forget_requested.emit(conversation_id)
        self.lens.forget()
        if not self.chats.is_temporary(conversation_id):
            self._feeding.teach_again(conversation_id, tuple(self._link.switches.enabled()))
