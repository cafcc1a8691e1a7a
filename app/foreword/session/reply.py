"""One reply in the making: its turn, its request, and the text and tokens that came so far.

Pure: knows no timers, no worker and no database. Text is *held* until it is taken for the window, so
that what was shown and what is still to come never overlap.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any

from foreword.messages import GenerateRequest, ReplyStats, TokenBatch
from foreword.session.conversation import Turn, TurnStatus
from foreword.session.trace import Trace


class Thinking:
    """How long a model thought, between its <think> and </think>. None while it hasn't ended."""

    def __init__(self) -> None:
        self.seconds: float | None = None
        self._begun: float | None = None
        self._end = ""

    def see(self, text: str, now: float) -> None:
        seen = self._end + text
        self._end = seen[-len("</think>") :]
        if self._begun is None and "<think>" in seen:
            self._begun = now
        if self._begun is not None and self.seconds is None and "</think>" in seen:
            self.seconds = now - self._begun


@dataclass(frozen=True, slots=True)
class Prelude:
    """Something to be written before the reply, which the reader doesn't see; `then` makes the request."""

    request: GenerateRequest
    then: Callable[[str], GenerateRequest]


@dataclass(slots=True)
class Reply:
    """A reply that waits for the model or is being written. `asked`: the worker has the request.
    `waited`: for the model, which has a say in what is asked.

    `prelude` is asked first, and out of its text comes the request proper.
    """

    turn: Turn
    request: GenerateRequest
    prelude: Prelude | None = None
    asked: bool = False
    waited: bool = False
    shown: list[str] = field(default_factory=list)
    held: list[str] = field(default_factory=list)
    token_ids: list[int] = field(default_factory=list)
    thinking: Thinking = field(default_factory=Thinking)
    trace: Trace = field(default_factory=Trace)
    left_out: int = 0

    def __post_init__(self) -> None:
        if self.request.prefix_text:
            self.shown.append(self.request.prefix_text)
            self.token_ids.extend(self.request.prefix)

    def current_request(self) -> GenerateRequest:
        """What the worker is to do next."""
        return self.prelude.request if self.prelude else self.request

    def take(self, batch: TokenBatch) -> None:
        self.token_ids.extend(batch.token_ids)
        self.trace.add(batch)
        if batch.text:
            self.held.append(batch.text)
            self.thinking.see(batch.text, time.monotonic())

    def show(self) -> str:
        """The text that came since the last call; from now on it counts as shown."""
        text = "".join(self.held)
        self.held.clear()
        if text:
            self.shown.append(text)
        return text

    def whole_text(self) -> str:
        return "".join(self.shown) + "".join(self.held)

    def as_shown(self) -> Turn:
        """The turn with the text that the window has been given so far."""
        return replace(self.turn, text="".join(self.shown))

    def ended(
        self,
        status: TurnStatus,
        *,
        text: str | None = None,
        stats: Mapping[str, Any] | None = None,
        **more: Any,
    ) -> Turn:
        """The turn as it is kept. The seed is kept even where no statistics came."""
        record: dict[str, Any] = {"seed": self.request.sampling.seed} if stats is None else dict(stats)
        if self.thinking.seconds is not None:
            record["thinking_seconds"] = self.thinking.seconds
        return replace(
            self.turn,
            text=self.whole_text() if text is None else text,
            status=status,
            stats=record,
            **more,
        )


def finished_record(reply: Reply, stats: ReplyStats) -> dict[str, Any]:
    """All that is kept of how a reply was asked for and written. Where it went on, also what it was before:
    whether that was asked for the same way, and the seconds that drafting had saved by then."""
    before = reply.turn.stats
    record = stats_record(stats) | request_record(reply.request, reply.left_out)
    if record["went_on_from"]:
        record["mixed"] = is_mixed(before, record)
        earlier = [before[name] for name in ("saved_seconds", "saved_before") if name in before]
        record |= {"saved_before": sum(earlier)} if earlier else {}
    return record


def stats_record(stats: ReplyStats) -> dict[str, Any]:
    """The statistics as JSON keeps them, the derived figures of the stats line included."""
    record = {item.name: getattr(stats, item.name) for item in fields(stats)}
    record["by_speculator"] = {name: asdict(counts) for name, counts in stats.by_speculator.items()}
    record["fingerprint"] = dict(stats.fingerprint)
    record["plain_reasons"] = dict(stats.plain_reasons)
    record["tokens_per_second"] = stats.tokens_per_second
    record["tokens_per_pass"] = stats.tokens_per_pass
    record["acceptance"] = stats.acceptance
    record["saved_seconds"] = stats.saved_seconds
    return record


def request_record(request: GenerateRequest, left_out: int) -> dict[str, Any]:
    """How the reply was asked for: what it takes to ask for the very same once more."""
    rules = request.sampling
    bias = [[token, value] for token, value in rules.logit_bias]  # as JSON gives it back
    return {
        "sampling": {**asdict(rules), "logit_bias": bias},
        "stop": list(request.stop),
        "template": dict(request.template),
        "prompt": prompt_hash(request),
        "went_on_from": len(request.prefix_text),
        "left_out": left_out,
    }


_WAY = ("sampling", "stop", "template", "prompt", "left_out", "fingerprint")


def is_mixed(before: Mapping[str, Any], record: Mapping[str, Any]) -> bool:
    """Whether a reply that went on from one with the record `before` was asked for otherwise than that, or
    nobody knows: no single request would write it as a whole."""
    if not record["went_on_from"]:
        return False
    same = all(name in before and before[name] == record[name] for name in _WAY)
    return bool(before.get("mixed")) or not same


def prompt_hash(request: GenerateRequest) -> str:
    """Equal for equal messages and switches of the template."""
    said = [(message.role, message.content) for message in request.messages]
    return hashlib.sha256(repr((said, sorted(request.template.items()))).encode()).hexdigest()[:32]
