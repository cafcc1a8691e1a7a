"""Checking a reply: it is written once more with speculation off, and compared token by token.

One check at a time, and only while nothing else is asked of the model: whoever wants to write ends it.
Results are held while the app runs. Knows chats and the link to the worker; nothing of decoding.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any

from PySide6.QtCore import QObject, Signal, Slot

from foreword.messages import (
    Checked,
    CheckFailed,
    CheckProgress,
    CheckRequest,
    GenerateRequest,
    ModelReady,
    Sampling,
)
from foreword.session.chat_options import ChatOptions
from foreword.session.chats import Chats
from foreword.session.conversation import Conversation, Turn
from foreword.session.link import WorkerLink
from foreword.session.model import Model
from foreword.session.prompt import request_for
from foreword.session.replies import Replies
from foreword.session.reply import prompt_hash
from foreword.session.translate import mark, tr

log = logging.getLogger(__name__)

_FACTS = {
    "config": mark("It was written by another model."),
    "device": mark("It was written on another device."),
    "machine": mark("It was written on another kind of computer."),
    "dtype": mark("It was written with the weights in another precision."),
    "computes": mark("It was written by computing in another number format."),
    "cache": mark("It was written with the conversation kept in another format."),
    "threads": mark("It was written with another number of threads."),
    "mode": mark("It was written in the other mode of exactness."),
}
_VERSIONS = mark("It was written with other versions of the libraries.")
"""What of a reply's fingerprint tells it from the model that is loaded, in words; else its versions do."""


class Checks(QObject):
    """Lives on the window's thread."""

    #: str turn_id, int done, int total - tokens compared
    progressed = Signal(str, int, int)
    #: str turn_id, object: Checked
    checked = Signal(str, object)
    #: str turn_id, object: CheckFailed
    failed = Signal(str, object)

    def __init__(
        self,
        chats: Chats,
        options: ChatOptions,
        replies: Replies,
        model: Model,
        link: WorkerLink,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._chats, self._options, self._replies = chats, options, replies
        self._model, self._link = model, link
        self._running: str | None = None
        self._results: dict[str, Checked] = {}
        replies.asked.connect(self._asked)

    def running(self) -> str | None:
        """The reply that is being checked."""
        return self._running

    def result(self, turn_id: str) -> Checked | None:
        """What a check found, if there was one since the app started."""
        return self._results.get(turn_id)

    def why_not(self, turn: Turn) -> str:
        """One line why this reply of the open chat can't be checked now; empty where it can."""
        if turn.role != "assistant" or not turn.text:
            return tr("There is no reply to check.")
        if turn.status == "streaming" or not self._replies.is_idle():
            return tr("A reply is still being written.")
        if self._running is not None:
            return tr("A reply is being checked already.")
        if not isinstance(self._model.state, ModelReady):
            return tr("No model is loaded.")
        if self._model.state.info.widths == (1,):
            return tr("For this model nothing is ever drafted, so there is nothing to compare.")
        if "prompt" not in turn.stats:
            return tr("This reply has no record of how it was asked for.")
        return self._what_changed(turn, self._model.state.info.fingerprint)

    def _what_changed(self, turn: Turn, fingerprint: Mapping[str, str]) -> str:
        written = turn.stats.get("fingerprint", {})
        other = [name for name in {**written, **fingerprint} if written.get(name) != fingerprint.get(name)]
        if other:
            known = [words for name, words in _FACTS.items() if name in other]
            return tr(known[0] if known else _VERSIONS)
        if turn.stats.get("mixed"):
            return tr("Its parts were asked for in different ways.")
        request = self._request(turn)
        if request is None or prompt_hash(request) != turn.stats["prompt"]:
            return tr("What stands before it, or the system prompt, has changed since.")
        return ""

    def check(self, turn_id: str) -> None:
        """Check a reply of the open chat. Answered by `checked`, or by `failed`."""
        chat = self._chats.current()
        turn = next((each for each in chat.turns if each.id == turn_id), None) if chat else None
        if chat is None or turn is None:
            return
        reason, request = self.why_not(turn), self._request(turn)
        token_ids: tuple[int, ...] = ()
        with self._chats.faults_told():
            token_ids = self._chats.place_of(chat.summary.id).token_ids(turn_id)
        if reason or request is None or not token_ids:
            reason = reason or tr("The tokens of this reply were not kept.")
            self.failed.emit(turn_id, CheckFailed(turn_id, reason))
            return
        self._running = turn_id
        self._link.cancel.clear()
        self._link.check_requested.emit(CheckRequest(request, token_ids))
        self.progressed.emit(turn_id, 0, len(token_ids))

    def cancel(self) -> None:
        """End the check; `failed` follows."""
        if self._running is not None:
            self._link.cancel.set()

    def give_way(self) -> bool:
        """Somebody wants the model: True where it is free. Else the check is ended first."""
        self.cancel()
        return self._running is None

    def receive(self, message: CheckProgress | Checked | CheckFailed) -> None:
        turn_id = message.reply_id
        if isinstance(message, CheckProgress):
            if turn_id == self._running:
                self.progressed.emit(turn_id, message.done, message.total)
            return
        self._running = None
        if isinstance(message, Checked):
            self._results[turn_id] = message
            self.checked.emit(turn_id, message)
        else:
            if message.detail:
                log.error("the check of %s broke off: %s\n%s", turn_id, message.reason, message.detail)
            self.failed.emit(turn_id, message)
        self._replies.ask_again()

    @Slot(str, str)
    def _asked(self, _chat_id: str, turn_id: str) -> None:
        """A reply goes on: what was found holds no longer."""
        self._results.pop(turn_id, None)

    def _request(self, turn: Turn) -> GenerateRequest | None:
        """The request as it was, by what is in the chat now and the reply's own record."""
        chat = self._chats.current()
        if chat is None or turn.id not in {each.id for each in chat.turns}:
            return None
        record, choices = turn.stats, self._options.choices(chat.summary.id)
        request = request_for(turn, _before(chat, turn), choices)
        return replace(
            request,
            sampling=_sampling(record.get("sampling", {})),
            stop=tuple(record.get("stop", ())),
            template=record.get("template", {}),
            overflow="drop" if record.get("left_out") else "stop",
            temporary=True,
        )


def _before(chat: Conversation, turn: Turn) -> tuple[Turn, ...]:
    return tuple(chat.up_to(turn)[:-1])


def _sampling(record: Mapping[str, Any]) -> Sampling:
    known = {item.name: record[item.name] for item in fields(Sampling) if item.name in record}
    bias = tuple((int(token), float(value)) for token, value in known.pop("logit_bias", ()))
    return Sampling(**known, logit_bias=bias)
