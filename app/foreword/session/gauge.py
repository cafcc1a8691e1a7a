"""How much of the context is used: tokens of the open chat, and of what is being typed, counted exactly.

Counting runs on a thread of its own with a tokenizer of its own, so neither the window nor a reply waits
for it; a newer request makes older ones void. Knows what to count; nothing of how it is shown.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from PySide6.QtCore import QObject, Qt, QThread, QTimer, Signal, Slot

from foreword.messages import ChatMessage, Counted, CountRequest, ModelReady
from foreword.session.chat_options import ChatOptions
from foreword.session.chats import Chats
from foreword.session.conversation import Attachment, Draft
from foreword.session.prompt import prompt_messages, template_switches, with_attachments
from foreword.worker.counter import Counter

_WAIT_MS = 150
"""After the last key: counting each of them would be wasted."""
STOP_LIMIT_MS = 2000


@dataclass(frozen=True, slots=True)
class Room:
    """Tokens of the prompt as it stands, those of the draft, and how many there may be in all.

    `attachments`: those of each attachment in the draft. `overflow`: the setting that says what happens
    where there is no room left for a reply.
    """

    used: int
    draft: int
    limit: int
    attachments: Mapping[Attachment, int] = field(default_factory=dict)
    overflow: str = "ask"

    def is_full(self) -> bool:
        """Nothing is left for a reply."""
        return self.used + self.draft >= self.limit


class Gauge(QObject):
    """Lives on the window's thread; its counter on another one."""

    #: object: Room | None - None while there is no model to count with.
    changed = Signal(object)
    _count_requested = Signal(object)
    _tokenizer_wanted = Signal(str, str)

    def __init__(self, chats: Chats, options: ChatOptions, parent: QObject) -> None:
        super().__init__(parent)
        self._chats = chats
        self._options = options
        self.room: Room | None = None
        self._draft = Draft()
        self._asked = Draft()
        self._limit = 0
        self._number = 0
        self._timer = QTimer(self, singleShot=True, interval=_WAIT_MS)
        self._timer.timeout.connect(self._ask)
        self._thread = QThread()
        self._thread.setObjectName("counter")
        self._counter = Counter()
        self._counter.moveToThread(self._thread)
        queued = Qt.ConnectionType.QueuedConnection
        self._count_requested.connect(self._counter.count, queued)
        self._tokenizer_wanted.connect(self._counter.use, queued)
        self._counter.counted.connect(self._show, queued)

    def start(self) -> None:
        self._thread.start(QThread.Priority.LowPriority)

    def stop(self, limit_ms: int = STOP_LIMIT_MS) -> bool:
        """The app quits. False where a long text is still being counted: its thread runs on then."""
        self._timer.stop()
        self._counter.stop()
        self._thread.quit()
        return self._thread.wait(limit_ms)

    def set_model(self, state: object) -> None:
        """Count as this model does."""
        self._limit = state.info.context_length if isinstance(state, ModelReady) else 0
        if isinstance(state, ModelReady):
            self._tokenizer_wanted.emit(state.info.folder, state.info.template_name)
            self.refresh()
        elif self.room is not None:
            self.room = None
            self.changed.emit(None)

    def set_draft(self, text: str, attachments: Sequence[Attachment] = ()) -> None:
        """What stands in the composer now."""
        self._draft = Draft(text, tuple(attachments))
        self.refresh()

    def refresh(self) -> None:
        """The open chat, its options or the draft changed: count anew, soon."""
        if self._limit:
            self._timer.start()

    @Slot()
    def _ask(self) -> None:
        chat = self._chats.current()
        choices = self._options.choices()
        system = choices["reply.system_prompt"]
        messages: tuple[ChatMessage, ...] = prompt_messages(chat.turns if chat else (), system)
        self._number += 1
        self._counter.newest = self._number
        self._asked = self._draft
        draft = with_attachments(self._draft.text, self._draft.attachments)
        files = tuple(with_attachments("", (each,)) for each in self._draft.attachments)
        switches = template_switches(choices)
        self._count_requested.emit(CountRequest(self._number, messages, draft, files, switches))

    @Slot(object)
    def _show(self, counted: Counted) -> None:
        if counted.number == self._number and self._limit:
            files = dict(zip(self._asked.attachments, counted.attachment_tokens, strict=True))
            overflow = self._options.choices()["reply.overflow"]
            self.room = Room(counted.prompt_tokens, counted.draft_tokens, self._limit, files, overflow)
            self.changed.emit(self.room)
