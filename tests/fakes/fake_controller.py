"""A controller by script: keeps chats in memory, records what the window asks, answers when told to.

No worker, no database. A test calls `stream`, `finish`, `fail` and the like to play the other side.
"""

from __future__ import annotations

import dataclasses
import time
from typing import Any

from PySide6.QtCore import QObject

from foreword.messages import ModelFailed, ModelInfo, ModelProgress, ModelReady, SpeculatorInfo
from foreword.session.controller import Controller
from foreword.session.conversation import Conversation, ConversationSummary, Turn

READY = ModelReady(
    ModelInfo(
        name="SmolLM2-135M-Instruct",
        device="cpu",
        dtype="bfloat16",
        context_length=8192,
        vocab_size=49152,
        fingerprint={"device": "cpu", "threads": "2", "torch": "2.13.0"},
        widths=(4, 8, 16),
    )
)
SPECULATORS = (
    SpeculatorInfo("ngram", "foreword", "0.1.0", "active", summary="Copies what this chat already said."),
    SpeculatorInfo("history", "foreword-history", "1.2.0", "off", "switched off by you"),
    SpeculatorInfo("future", "foreword-future", "9.0", "incompatible", "it needs version 2 of the API"),
    SpeculatorInfo(
        "broken", "foreword-broken", "0.0.1", "failed", "it raised KeyError while drafting",
        detail='Traceback (most recent call last):\n  File "draft.py", line 3\nKeyError: 7',
    ),
)  # fmt: skip
STATS: dict[str, Any] = {
    "prompt_tokens": 412, "cached_tokens": 380, "completion_tokens": 128, "passes": 55, "plain_passes": 20,
    "drafted": 160, "verified": 114, "accepted": 73, "prefill_seconds": 0.2, "decode_seconds": 5.98,
    "first_token_seconds": 0.31, "tokens_per_second": 21.4, "tokens_per_pass": 2.31, "acceptance": 0.64,
    "seed": 7, "fingerprint": {"device": "cpu", "dtype": "bfloat16"},
    "by_speculator": {"ngram": {"drafted": 160, "verified": 114, "accepted": 73, "seconds": 0.004}},
}  # fmt: skip


class FakeController(Controller):
    """The contract of Controller without anything below it."""

    def __init__(self, *, model: ModelProgress | ModelReady | ModelFailed = READY) -> None:
        QObject.__init__(self)
        self.calls: list[tuple[Any, ...]] = []
        self.chats: dict[str, tuple[ConversationSummary, list[Turn]]] = {}
        self.open_id: str | None = None
        self.model = model
        self.listed = SPECULATORS
        self.refuse = ""
        self.reply: Turn | None = None
        self._count = 0

    # --- what a test says
    def add_chat(self, title: str, *texts: str, age: float = 0.0) -> str:
        """A chat of complete turns, the user's first; `age` in seconds. Returns its id."""
        chat_id = self._new_id("chat")
        moment = time.time() - age
        turns: list[Turn] = []
        for number, text in enumerate(texts):
            parent = turns[-1].id if turns else None
            turn = Turn(self._new_id("turn"), chat_id, parent, "user", text, "complete", moment)
            if number % 2:
                turn = dataclasses.replace(turn, role="assistant", stop_reason="eos", stats=STATS)
            turns.append(turn)
        self.chats[chat_id] = (ConversationSummary(chat_id, title, moment, moment), turns)
        return chat_id

    def stream(self, text: str) -> None:
        """More text of the running reply."""
        assert self.reply is not None
        self._keep(dataclasses.replace(self.reply, text=self.reply.text + text))
        if self.reply.conversation_id == self.open_id:
            self.text_arrived.emit(self.reply.id, text)

    def finish(self, stop_reason: str = "eos", **changes: Any) -> Turn:
        """End the running reply; `changes` go into its turn."""
        assert self.reply is not None
        status = "stopped" if stop_reason == "cancelled" else "complete"
        values = {"status": status, "stop_reason": stop_reason, "stats": STATS, **changes}
        return self._end(dataclasses.replace(self.reply, **values))

    def fail(self, error: str) -> Turn:
        assert self.reply is not None
        return self._end(dataclasses.replace(self.reply, status="failed", error=error))

    def set_model(self, model: ModelProgress | ModelReady | ModelFailed) -> None:
        self.model = model
        self.model_changed.emit(model)

    def list_speculators(self, *speculators: SpeculatorInfo) -> None:
        self.listed = speculators
        self.speculators_changed.emit(speculators)

    # --- the contract
    def conversations(self) -> list[ConversationSummary]:
        return sorted((chat for chat, _ in self.chats.values()), key=lambda chat: -chat.updated_at)

    def current(self) -> Conversation | None:
        if self.open_id is None:
            return None
        summary, turns = self.chats[self.open_id]
        return Conversation(summary, tuple(turns))

    def open(self, conversation_id: str) -> None:
        self.calls.append(("open", conversation_id))
        self.open_id = conversation_id
        self.conversation_opened.emit(self.current())

    def new_chat(self) -> None:
        self.calls.append(("new_chat",))
        self.open_id = None
        self.conversation_opened.emit(None)

    def rename(self, conversation_id: str, title: str) -> None:
        self.calls.append(("rename", conversation_id, title))
        summary, turns = self.chats[conversation_id]
        self.chats[conversation_id] = (dataclasses.replace(summary, title=title), turns)
        self.conversations_changed.emit()

    def delete(self, conversation_id: str) -> None:
        self.calls.append(("delete", conversation_id))
        del self.chats[conversation_id]
        self.conversations_changed.emit()
        if conversation_id == self.open_id:
            self.open_id = None
            self.conversation_opened.emit(None)

    def send(self, text: str) -> None:
        self.calls.append(("send", text))
        if self.refuse:
            self.notice.emit(self.refuse)
            return
        if self.open_id is None:
            self.open_id = self.add_chat(text[:60])
            self.conversations_changed.emit()
            self.conversation_opened.emit(self.current())
        turns = self.chats[self.open_id][1]
        parent = turns[-1].id if turns else None
        question = Turn(self._new_id("turn"), self.open_id, parent, "user", text, "complete", time.time())
        turns.append(question)
        self.turn_added.emit(question)
        self._begin(question)

    def stop(self) -> None:
        self.calls.append(("stop",))
        if self.reply is not None:
            self.finish("cancelled")

    def retry(self) -> None:
        self.calls.append(("retry",))
        assert self.open_id is not None
        turns = self.chats[self.open_id][1]
        while turns[-1].role == "assistant":
            turns.pop()
        self._begin(turns[-1])

    def is_busy(self) -> bool:
        return self.reply is not None

    def model_state(self) -> ModelProgress | ModelReady | ModelFailed:
        return self.model

    def load_model(self, *, allow_download: bool = False) -> None:
        self.calls.append(("load_model", allow_download))

    def speculators(self) -> tuple[SpeculatorInfo, ...]:
        return self.listed

    def set_speculator(self, name: str, on: bool) -> None:
        self.calls.append(("set_speculator", name, on))

    # --- steps
    def _begin(self, question: Turn) -> None:
        reply = Turn(
            self._new_id("turn"),
            question.conversation_id,
            question.id,
            "assistant",
            "",
            "streaming",
            time.time(),
        )
        self.chats[question.conversation_id][1].append(reply)
        self.reply = reply
        self.turn_added.emit(reply)
        self.busy_changed.emit(True)

    def _end(self, turn: Turn) -> Turn:
        self._keep(turn)
        self.reply = None
        if turn.conversation_id == self.open_id:
            self.turn_changed.emit(turn)
        self.busy_changed.emit(False)
        return turn

    def _keep(self, turn: Turn) -> None:
        turns = self.chats[turn.conversation_id][1]
        turns[[each.id for each in turns].index(turn.id)] = turn
        self.reply = turn

    def _new_id(self, kind: str) -> str:
        self._count += 1
        return f"{kind}-{self._count}"
