"""The two kinds of configuration behind one face: Foreword's engine, and a peer.

One conversation at a time. Knows nothing of processes, nor of what else is compared.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

from foreword.commands import CommandError
from foreword.commands.bench.records import Reply
from foreword.commands.bench.wire import Setup, Task
from foreword.messages import ChatMessage, Finished, GenerateRequest, Lesson, ModelInfo, StopReason
from foreword.worker.cancel import CancelToken, Switches
from foreword.worker.service import Service

if TYPE_CHECKING:
    from foreword.target.peers import Peer


_LOOK_AGAIN_SECONDS = 0.005


class NoRoom(Exception):
    """The conversation leaves no room for a reply. One line."""


class Runner(Protocol):
    """A loaded model that answers."""

    @property
    def info(self) -> ModelInfo: ...

    def reply(self, conversation_id: str, messages: Sequence[ChatMessage], max_tokens: int) -> Reply:
        """Raises NoRoom."""

    def learn(self, lesson: Lesson) -> None:
        """Teach its speculators a conversation as if it had been stored; returns when they have it."""

    def close(self) -> None:
        """Nothing is asked any more."""


def open_runner(setup: Setup) -> Runner:
    """Load the model. Raises ModelError, TargetError or CommandError, each with one line."""
    return PeerRunner(setup) if setup.configuration.kind == "peer" else EngineRunner(setup)


def converse(runner: Runner, task: Task) -> tuple[Reply, ...]:
    """One reply for each turn; each turn's prompt holds the runner's own earlier replies."""
    messages: list[ChatMessage] = []
    replies = []
    for turn in task.turns:
        messages.append(ChatMessage("user", turn))
        reply = runner.reply(task.conversation_id, tuple(messages), task.max_tokens)
        messages.append(ChatMessage("assistant", reply.text))
        replies.append(reply)
    return tuple(replies)


class EngineRunner:
    """Foreword itself, driven as the window drives it."""

    def __init__(self, setup: Setup) -> None:
        self._names = setup.configuration.speculators
        self._sampling = setup.sampling
        switches = Switches(self._names)
        switches.set_options(setup.options)
        self._service = Service(setup.paths, switches)
        self._refuse_left_out()
        self._info = self._service.load(setup.load, lambda _stage, _fraction: None, lambda: False)
        self._refuse_left_out()

    @property
    def info(self) -> ModelInfo:
        return self._info

    def reply(self, conversation_id: str, messages: Sequence[ChatMessage], max_tokens: int) -> Reply:
        from foreword.engine.fitting import PromptTooLong

        request = GenerateRequest("bench", conversation_id, tuple(messages), self._sampling, max_tokens)
        try:
            *_, finished = self._service.generate(request, CancelToken())
        except PromptTooLong as error:
            raise NoRoom(str(error)) from error
        assert isinstance(finished, Finished), "generate ends with Finished"
        self._refuse_left_out()
        stats = finished.stats
        return Reply(
            token_ids=finished.token_ids,
            text=finished.text,
            stop_reason=finished.stop_reason.value,
            prompt_tokens=stats.prompt_tokens,
            passes=stats.passes,
            decode_tokens=stats.completion_tokens,
            prefill_seconds=stats.prefill_seconds,
            decode_seconds=stats.decode_seconds,
            stats=stats,
        )

    def learn(self, lesson: Lesson) -> None:
        mine = replace(lesson, names=self._names)
        while not self._service.teach(mine):  # busy with the last one
            time.sleep(_LOOK_AGAIN_SECONDS)
        while self._service.is_learning(self._names):
            time.sleep(_LOOK_AGAIN_SECONDS)
        self._refuse_left_out()

    def close(self) -> None:
        self._service.close()

    def _refuse_left_out(self) -> None:
        """A speculator that was left out would be measured as plain decoding under its own name."""
        for info in self._service.speculators():
            if info.name in self._names and info.state not in ("active", "paused"):
                because = " is incompatible because" if info.state == "unsuitable" else ""
                raise CommandError(f"the speculator {info.name}{because} {info.reason}")


class PeerRunner:
    """Another way to write with the same weights: the same folder, number format and prompt tokens."""

    def __init__(self, setup: Setup) -> None:
        from foreword.models.resolve import resolve
        from foreword.target.peers import load_peer

        found = resolve(setup.load.model, setup.paths, allow_download=False)
        self._sampling = setup.sampling
        self._peer: Peer = load_peer(
            found.folder,
            name=found.name,
            dtype=setup.load.dtype,
            context=setup.load.context,
            lookup=setup.configuration.lookup,
        )

    @property
    def info(self) -> ModelInfo:
        return self._peer.info

    def reply(self, conversation_id: str, messages: Sequence[ChatMessage], max_tokens: int) -> Reply:
        prompt = self._peer.tokenizer.encode_chat(messages)
        room = self._peer.info.context_length - len(prompt)
        if room <= 0:
            raise NoRoom(
                f"the conversation has {len(prompt)} tokens, but the model can hold "
                f"{self._peer.info.context_length}"
            )
        written = self._peer.generate(prompt, self._sampling, min(max_tokens, room))
        if written.token_ids[-1] in self._peer.tokenizer.eos_ids:
            reason = StopReason.EOS
        else:
            reason = StopReason.LENGTH if max_tokens <= room else StopReason.CONTEXT_END
        return Reply(
            token_ids=written.token_ids,
            text=self._peer.tokenizer.decode_plain(written.token_ids),
            stop_reason=reason.value,
            prompt_tokens=len(prompt),
            passes=written.passes,
            decode_tokens=written.decode_tokens,
            prefill_seconds=written.prefill_seconds,
            decode_seconds=written.decode_seconds,
        )

    def learn(self, lesson: Lesson) -> None:
        return  # a peer keeps nothing from one conversation to the next

    def close(self) -> None:
        return
