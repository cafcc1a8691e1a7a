"""The real session without a worker: a test plays that by `stream`, `finish`, `fail` and the like.

Chats are kept in a real database, in a folder that goes with `close`. What the window asks of the
controller itself is recorded in `calls`.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal

from foreword.messages import (
    Failed,
    Finished,
    ModelFailed,
    ModelInfo,
    ModelProgress,
    ModelReady,
    PrefillProgress,
    ReplyStats,
    SpeculatorInfo,
    SpeculatorStats,
    StopReason,
    TokenBatch,
)
from foreword.session.controller import Controller
from foreword.session.conversation import Attachment, ConversationSummary, Turn
from foreword.session.reply import stats_record
from foreword.settings import Settings
from foreword.storage.store import ChatStore
from foreword.worker.cancel import CancelToken, Switches

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
REPLY_STATS = ReplyStats(
    prompt_tokens=412, cached_tokens=380, completion_tokens=128, passes=55, plain_passes=20,
    drafted=160, verified=114, accepted=73, prefill_seconds=0.2, decode_seconds=5.98,
    first_token_seconds=0.31, seed=7, fingerprint={"device": "cpu", "dtype": "bfloat16"},
    by_speculator={"ngram": SpeculatorStats(160, 114, 73, 0.004)},
)  # fmt: skip
STATS: dict[str, Any] = dict(stats_record(REPLY_STATS))


class SilentLink(QObject):
    """A link that nobody listens at: what the worker says comes from the test."""

    load_requested = Signal(object)
    unload_requested = Signal()
    run_requested = Signal(object)
    check_requested = Signal(object)
    relist_requested = Signal(str)
    retry_requested = Signal(str)
    rediscover_requested = Signal()
    act_requested = Signal(object)
    teach_requested = Signal(object)
    forget_requested = Signal(str)
    message = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.cancel = CancelToken()
        self.switches = Switches()

    def void_loads_before(self, number: int) -> None:
        """Nothing is loaded here."""


class FakeController(Controller):
    """The real parts, with the worker's side in the hands of the test."""

    def __init__(
        self, *, model: ModelProgress | ModelReady | ModelFailed = READY, safe_mode: str = ""
    ) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="foreword-chats-")
        folder = Path(self._folder.name)
        self.own_settings = Settings(folder / "settings.toml")
        self.store = ChatStore.open(folder / "chats.db")
        self.silent = SilentLink()
        super().__init__(self.store, self.own_settings, self.silent, safe_mode=safe_mode)
        self._model._asked = ""  # as if the starter model had been asked for at the start
        self.calls: list[tuple[Any, ...]] = []
        self.listed = SPECULATORS
        self.refuse = ""
        self.refreshed = 0
        self._count = 0
        self._real_send, self.turns.send = self.turns.send, self._send
        self.set_model(model)

    def close(self) -> None:
        """End with all threads, and leave nothing on disk."""
        if self.store is not None:
            self.close_down()
            self.settle()
            self.store.close()
            self.store = None
            self._folder.cleanup()

    # --- what a test says
    @property
    def open_id(self) -> str | None:
        return self.chats.open_id

    @open_id.setter
    def open_id(self, conversation_id: str) -> None:
        self.chats.open_id = conversation_id

    @property
    def reply(self) -> Turn:
        """The running reply, with all that came."""
        reply = self._replies._reply
        assert reply is not None
        return replace(reply.turn, text=reply.whole_text())

    def add_chat(self, title: str, *texts: str, age: float = 0.0) -> str:
        """A chat of complete turns, the user's first; `age` in seconds. Returns its id."""
        chat_id = self._new_id("chat")
        moment = time.time() - age
        turns: list[Turn] = []
        for number, text in enumerate(texts):
            parent = turns[-1].id if turns else None
            turn = Turn(self._new_id("turn"), chat_id, parent, "user", text, "complete", moment)
            if number % 2:
                turn = replace(turn, role="assistant", stop_reason="eos", stats=STATS)
            turns.append(turn)
        self.store.add(turns, ConversationSummary(chat_id, title, moment, moment, named=True))
        self.chats.changed.emit()
        return chat_id

    def prefill(self, done: int, total: int) -> None:
        self.silent.message.emit(PrefillProgress(self.reply.id, done, total))

    def stream(self, text: str) -> None:
        """More text of the running reply, shown at once."""
        self.silent.message.emit(TokenBatch(self.reply.id, text, (1,), ((),)))
        self._replies.show_text()

    def finish(self, stop_reason: str = "eos", text: str | None = None) -> None:
        """End the running reply; `text` is all of it, where that is not what was streamed."""
        whole = self.reply.text if text is None else text
        reason = StopReason(stop_reason)
        self.silent.message.emit(Finished(self.reply.id, reason, whole, (1,), REPLY_STATS))

    def fail(self, error: str) -> None:
        self.silent.message.emit(Failed(self.reply.id, error, "a traceback"))

    def set_model(self, model: ModelProgress | ModelReady | ModelFailed) -> None:
        self.silent.message.emit(model)

    def list_speculators(self, *speculators: SpeculatorInfo) -> None:
        self.listed = speculators
        self.speculators_changed.emit(speculators)

    # --- the contract
    def open(self, conversation_id: str) -> None:
        self.calls.append(("open", conversation_id))
        super().open(conversation_id)

    def new_chat(self) -> None:
        self.calls.append(("new_chat",))
        super().new_chat()

    def rename(self, conversation_id: str, title: str) -> None:
        self.calls.append(("rename", conversation_id, title))
        super().rename(conversation_id, title)

    def delete(self, conversation_id: str) -> None:
        self.calls.append(("delete", conversation_id))
        super().delete(conversation_id)

    def _send(self, text: str, attachments: Sequence[Attachment] = ()) -> None:
        self.calls.append(("send", text))
        if self.refuse:
            self.notice.emit(self.refuse)
        else:
            self._real_send(text, attachments)

    def stop(self) -> None:
        """The worker stops at once."""
        self.calls.append(("stop",))
        super().stop()
        if self.is_busy():
            self.finish("cancelled")

    def retry(self) -> None:
        self.calls.append(("retry",))
        super().retry()

    def load_model(self, *, allow_download: bool = False) -> None:
        self.calls.append(("load_model", allow_download))

    def use_model(self, model: str, **changes: object) -> None:
        self.calls.append(("use_model", model, changes))

    def unload_model(self) -> None:
        self.calls.append(("unload_model",))

    def cancel_load(self) -> None:
        self.calls.append(("cancel_load",))

    def speculators(self) -> tuple[SpeculatorInfo, ...]:
        return self.listed

    def set_speculator(self, name: str, on: bool) -> None:
        self.calls.append(("set_speculator", name, on))

    def rediscover_speculators(self) -> None:
        self.calls.append(("rediscover_speculators",))

    def set_option(self, name: str, option: str, value: object) -> str:
        self.calls.append(("set_option", name, option, value))
        if not self.refuse:
            listed = {info.name: info for info in self.listed}
            info = replace(listed[name], values={**listed[name].values, option: value})
            self.list_speculators(*(info if each.name == name else each for each in self.listed))
        return self.refuse

    def act(self, name: str, action: str) -> None:
        self.calls.append(("act", name, action))

    def try_again(self, name: str) -> None:
        self.calls.append(("try_again", name))

    def refresh_speculators(self) -> None:
        """Not among `calls`: it comes by itself while the page is shown."""
        self.refreshed += 1

    # --- steps
    def _new_id(self, kind: str) -> str:
        self._count += 1
        return f"{kind}-{self._count}"
