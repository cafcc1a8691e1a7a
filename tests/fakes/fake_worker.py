"""A worker that streams what a script says, on the real thread and through the real messages.

Same constructor, signal and slots as `EngineWorker`, but no engine and no model.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from PySide6.QtCore import QObject, Signal, Slot

from foreword.messages import (
    Acted,
    ActRequest,
    Checked,
    CheckFailed,
    CheckProgress,
    CheckRequest,
    Difference,
    Dropped,
    Failed,
    Finished,
    GenerateRequest,
    LeftOut,
    Lesson,
    LoadRequest,
    ModelFailed,
    ModelInfo,
    ModelProgress,
    ModelReady,
    PrefillProgress,
    ReplyStats,
    Share,
    SpeculatorInfo,
    SpeculatorsListed,
    SpeculatorStats,
    Step,
    StopReason,
    Taught,
    TokenBatch,
)
from foreword.paths import Paths
from foreword.worker.cancel import CancelToken, Switches


def numbered_words(request: GenerateRequest) -> list[str]:
    """A hundred words that exist nowhere else: the reply's id and a number."""
    return [f"{request.reply_id}-{number:05d} " for number in range(100)]


@dataclass(frozen=True)
class Script:
    """What the worker does. Every piece of a reply is one step that commits one token."""

    pieces: Callable[[GenerateRequest], list[str]] = numbered_words
    pace_seconds: float = 0.0
    #: Break off after so many pieces, with this reason.
    fail_after: int | None = None
    fail_reason: str = "the device ran out of memory"
    fail_memory: bool = False
    #: Say that the messages don't fit into the context; with `once`, play `then` from the next reply on.
    context_full: bool = False
    once: bool = False
    then: Script | None = None
    #: None: load at once; else fail the load with this reason.
    load_failure: str | None = None
    #: Never answer a load request, so that the model stays on its way.
    never_ready: bool = False
    #: Don't look at the cancel token, as a pass that hangs.
    deaf: bool = False
    speculators: tuple[str, ...] = ("ngram",)
    #: Who is hardly asked any more, and why.
    paused: dict[str, str] = field(default_factory=dict)
    #: Say of so many lessons that they can't be taken in now.
    refuse_lessons: int = 0
    #: So many of the oldest messages don't fit, and are left out where that is allowed.
    left_out: int = 0
    stop_reason: StopReason = StopReason.EOS
    #: So many characters at the end were the beginning of a stop string, and are cut off again.
    cut: int = 0
    #: What a check finds; never ends where `endless_check`, until it is cancelled.
    difference: Difference | None = None
    endless_check: bool = False
    #: Where the model's tokenizer lies; empty for a model that has none.
    folder: str = ""
    widths: tuple[int, ...] = (4, 8)
    context: int = 2048
    fingerprint: dict[str, str] = field(default_factory=lambda: {"device": "scripted"})
    #: What the model's makers recommend.
    generation: dict[str, float] = field(default_factory=dict)


class FakeWorker(QObject):
    """Plays its script. `requests`, `loads` and `forgotten` are what it was asked, in order."""

    message = Signal(object)

    def __init__(self, paths: Paths, cancel: CancelToken, switches: Switches, script: Script | None = None):
        super().__init__()
        self.paths = paths
        self.cancel = cancel
        self.switches = switches
        self.script = script or Script()
        self.requests: list[GenerateRequest] = []
        self.checks: list[CheckRequest] = []
        self.loads: list[LoadRequest] = []
        self.forgotten: list[str] = []
        self.relisted: list[str] = []
        self.retried: list[str] = []
        self.rediscovered = 0
        self.acts: list[ActRequest] = []
        self.lessons: list[Lesson] = []
        self.closed = False
        self.newest_load = 0
        self.unloads = 0

    @classmethod
    def playing(cls, script: Script) -> Callable[[Paths, CancelToken, Switches], FakeWorker]:
        return partial(cls, script=script)

    @Slot(object)
    def load(self, request: LoadRequest) -> None:
        self.loads.append(request)
        if self.script.never_ready:
            return
        self.message.emit(ModelProgress("Reading weights", 0.5))
        if self.script.load_failure is not None:
            self.message.emit(ModelFailed(self.script.load_failure))
            return
        info = ModelInfo(
            "scripted", "cpu", "float32", self.script.context, 64, self.script.fingerprint,
            self.script.widths, folder=self.script.folder, generation=self.script.generation,
        )  # fmt: skip
        self.message.emit(ModelReady(info))

    @Slot()
    def unload(self) -> None:
        self.unloads += 1

    @Slot(object)
    def run(self, request: GenerateRequest) -> None:
        self.requests.append(request)
        if self.script.context_full:
            self.message.emit(Failed(request.reply_id, "too long", context_full=True))
            if self.script.once and self.script.then is not None:
                self.script = self.script.then
            return
        if self.script.left_out and request.overflow == "drop":
            self.message.emit(LeftOut(request.reply_id, self.script.left_out))
        self.message.emit(PrefillProgress(request.reply_id, 7, 7))
        written: list[str] = []
        for piece in self.script.pieces(request):
            if self.cancel.is_set() and not self.script.deaf:
                self._finish(request, written, StopReason.CANCELLED)
                return
            if len(written) == self.script.fail_after:
                reason, memory = self.script.fail_reason, self.script.fail_memory
                self.message.emit(Failed(request.reply_id, reason, "a traceback", out_of_memory=memory))
                return
            written.append(piece)
            self.message.emit(self._batch(request, written))
            time.sleep(self.script.pace_seconds)
        self._finish(request, written, self.script.stop_reason)

    def _batch(self, request: GenerateRequest, written: list[str]) -> TokenBatch:
        """One step of one token: two of three were drafted by all that are on, at every tenth one a draft
        was dropped."""
        number, piece = len(written), written[-1]
        names = tuple(sorted(self.switches.enabled())) if number % 3 else ()
        share = Share(match_length=3, drafted=4, verified=2, accepted=1, seconds=0.0005)
        lost = (Dropped(0, "another word ", 2, ("ngram",)),) if number % 10 == 0 else ()
        step = Step(
            width=8 if names else 4,
            seconds=0.02,
            plain_seconds=0.03,
            drafted=4 if names else 0,
            verified=2 if names else 0,
            accepted=1 if names else 0,
            shares=dict.fromkeys(names, share),
            dropped=lost,
            reason="" if names else "nothing was drafted",
            paused=self.script.paused,
        )
        end = sum(map(len, written))
        return TokenBatch(request.reply_id, piece, (number,), (names,), (end,), step)

    @Slot(object)
    def check(self, request: CheckRequest) -> None:
        self.checks.append(request)
        reply_id, total = request.request.reply_id, len(request.token_ids)
        self.message.emit(CheckProgress(reply_id, total // 2, total))
        while self.script.endless_check and not self.cancel.is_set():
            time.sleep(0.005)
        if self.cancel.is_set():
            self.message.emit(CheckFailed(reply_id, "The check was stopped.", cancelled=True))
            return
        found = self.script.difference
        self.message.emit(Checked(reply_id, found.token if found else total, found, 0.5))

    def _finish(self, request: GenerateRequest, written: list[str], reason: StopReason) -> None:
        count = len(written)
        stats = ReplyStats(
            prompt_tokens=7,
            cached_tokens=0,
            completion_tokens=count,
            passes=max(1, count // 2),
            plain_passes=0,
            drafted=count,
            verified=count,
            accepted=count // 2,
            prefill_seconds=0.25,
            decode_seconds=2.0,
            first_token_seconds=0.5,
            by_speculator={"ngram": SpeculatorStats(count, count, count // 2, 0.125)},
            seed=request.sampling.seed,
            fingerprint=self.script.fingerprint,
            plain_seconds=3.0,
        )
        ids = tuple(range(1, count + 1))
        prefix = request.prefix
        text = "".join(written)
        text = text[: len(text) - self.script.cut]
        self.message.emit(Finished(request.reply_id, reason, text, ids, stats, prefix))

    @Slot()
    @Slot(str)
    def relist(self, conversation_id: str = "") -> None:
        self.relisted.append(conversation_id)
        enabled = self.switches.enabled()
        self.message.emit(
            SpeculatorsListed(
                tuple(
                    SpeculatorInfo(name, "foreword", "0.1.0", "active" if name in enabled else "off")
                    for name in self.script.speculators
                )
            )
        )

    @Slot(str)
    def retry(self, name: str) -> None:
        self.retried.append(name)
        self.relist()

    @Slot()
    def rediscover(self) -> None:
        self.rediscovered += 1
        self.relist()

    @Slot(object)
    def act(self, request: ActRequest) -> None:
        self.acts.append(request)
        self.message.emit(Acted(request.name, f"{request.action} is done"))

    @Slot(object)
    def teach(self, lesson: Lesson) -> None:
        accepted = len(self.lessons) >= self.script.refuse_lessons
        self.lessons.append(lesson)
        self.message.emit(Taught(lesson.names, lesson.number, lesson.total, accepted))

    @Slot(str)
    def forget(self, conversation_id: str) -> None:
        self.forgotten.append(conversation_id)

    @Slot()
    def close(self) -> None:
        self.closed = True
