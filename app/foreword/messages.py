"""The frozen dataclasses that cross the thread boundary, and nothing else.

The window's side builds requests, the worker's side answers with progress, tokens and results.
Everything here is immutable, picklable and free of Qt and torch, so that a message can never be
changed by one thread while the other reads it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from foreword.api import Option, Sampling, Status, Value
from foreword.reply_messages import (
    Checked,
    CheckFailed,
    CheckProgress,
    Difference,
    Dropped,
    Failed,
    Finished,
    LeftOut,
    PrefillProgress,
    ReplyStats,
    Share,
    SpeculatorStats,
    Step,
    StopReason,
    TokenBatch,
)

__all__ = [
    "CheckFailed",
    "CheckProgress",
    "Checked",
    "Difference",
    "Dropped",
    "Failed",
    "Finished",
    "LeftOut",
    "PrefillProgress",
    "ReplyStats",
    "Sampling",
    "Share",
    "SpeculatorStats",
    "Step",
    "StopReason",
    "TokenBatch",
]
"""What is defined elsewhere and belongs to the messages too."""

Role = Literal["system", "user", "assistant"]


Precision = Literal["auto", "float32", "bfloat16", "float16", "int8", "int4"]
"""Number format of the weights. int8 and int4 quantise them while loading: another target, with answers
of its own, against which speculation is as exact as against any."""


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """One message of the prompt, before the chat template is applied."""

    role: Role
    content: str


@dataclass(frozen=True, slots=True)
class LoadRequest:
    """Load this model: a local folder or a hub id; None means the starter model.

    `context` bounds prompt and reply together, in tokens; the model may allow less.
    """

    model: str | None = None
    dtype: Precision = "auto"
    mode: Literal["exact", "fast"] = "exact"
    allow_download: bool = False
    context: int = 8192
    #: "auto", "cpu", "cuda:0" and so on, "mps", or "several": spread over all GPUs.
    device: str = "auto"
    #: Processor threads; 0 leaves the choice to torch.
    threads: int = 0
    #: How keys and values are kept: as the weights compute, or in 8-bit numbers with a scale each.
    cache: Literal["full", "int8"] = "full"
    #: The built-in chat template for a model that brings none that can be used; empty: none was chosen.
    template: str = ""
    #: Which of the requests to load this is: a newer one makes it void, also while it is carried out.
    number: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class GenerateRequest:
    """Write one reply to `messages`. `max_tokens` counts tokens of the reply; None: to context end.

    `prefix_text` is what the reply has already, and `prefix` its token ids, where they are known: it goes
    on from there, and nothing of it is written again. `overflow` says what happens where the messages
    don't fit: fail, or leave out the oldest ones.
    """

    reply_id: str
    conversation_id: str
    messages: tuple[ChatMessage, ...]
    sampling: Sampling = field(default_factory=Sampling)
    max_tokens: int | None = None
    stop: tuple[str, ...] = ()
    temporary: bool = False
    prefix: tuple[int, ...] = ()
    prefix_text: str = ""
    overflow: Literal["stop", "drop"] = "stop"
    #: Switches of the model's chat template, such as enable_thinking, by name.
    template: Mapping[str, bool | str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class CheckRequest:
    """Write `request` once more with speculation off, and compare with what was written then: all of the
    reply's token ids, from its first. Nothing is kept, and no speculator hears of it."""

    request: GenerateRequest
    token_ids: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ModelProgress:
    """Loading goes on. `fraction` is 0 to 1, or None where no measure exists. `number` is the request's."""

    stage: str
    fraction: float | None = None
    number: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class ModelInfo:
    """What was loaded, in words and numbers that the window and `--json` show."""

    name: str
    device: str
    dtype: str
    context_length: int
    vocab_size: int
    fingerprint: Mapping[str, str]
    widths: tuple[int, ...]
    notes: tuple[str, ...] = ()
    #: Where its files lie; empty where it came from memory.
    folder: str = ""
    #: The chat template's text and its SHA-256, and the name of the built-in one, if it is one of those.
    template: str = ""
    template_sha256: str = ""
    template_name: str = ""
    #: What the template can be told (see GenerateRequest.template), and whether the model thinks first.
    template_switches: tuple[str, ...] = ()
    thinks: bool = False
    #: What its makers recommend, by the names of the settings reply.*: temperature, top_p and so on.
    generation: Mapping[str, float | int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ModelReady:
    """The model can answer now. `number` is that of the request to load it."""

    info: ModelInfo
    number: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class ModelFailed:
    """The model could not be loaded.

    `missing` names what could be fetched, "starter" or a hub id; empty where there is nothing to fetch.
    `template_missing`: it would load with the setting model.template, which names a built-in one.
    `unloaded`: nothing failed; its memory was given back, and the next message loads it again.
    `number` is that of the request to load it.
    """

    reason: str
    detail: str = ""
    missing: str = ""
    template_missing: bool = False
    unloaded: bool = False
    number: int = field(default=0, compare=False)


SpeculatorState = Literal["active", "off", "unsuitable", "paused", "incompatible", "failed", "quarantined"]
"""active: asked at every step. off: switched off, or held back by safe mode (`reason` says so).
unsuitable: not with this model or these options. paused: on, but drafting costs more time than it saves
here. incompatible: can't run with this app, is never imported. failed: broke. quarantined: its import
ended the app; switching it on again is the user's own decision."""


@dataclass(frozen=True, slots=True)
class SpeculatorInfo:
    """One discovered speculator, as the settings page lists it. `reason` says why in words.

    `bundled`: it ships with the app. `options` and `values` are what can be set and is set; empty until
    it was imported. `status` is what it says of itself; None while it isn't open.
    """

    name: str
    distribution: str
    version: str
    state: SpeculatorState
    reason: str = ""
    summary: str = ""
    detail: str = ""
    bundled: bool = False
    options: tuple[Option, ...] = ()
    values: Mapping[str, Value] = field(default_factory=dict)
    status: Status | None = None


@dataclass(frozen=True, slots=True)
class SpeculatorsListed:
    """The speculators and their states, sent at start and whenever one changes."""

    speculators: tuple[SpeculatorInfo, ...]


@dataclass(frozen=True, slots=True)
class ActRequest:
    """The user pressed a speculator's button. `conversation_id` is the open chat's, if one is open."""

    name: str
    action: str
    conversation_id: str | None


@dataclass(frozen=True, slots=True)
class Acted:
    """What a speculator's button did: one line for the user, perhaps empty."""

    name: str
    line: str


@dataclass(frozen=True, slots=True)
class Notice:
    """Something went wrong outside of a reply: one line for the user."""

    line: str


@dataclass(frozen=True, slots=True)
class HistoryWanted:
    """These speculators ask for the stored conversations: those who asked since the last such message."""

    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Lesson:
    """One stored conversation for the speculators in `names`: each version as messages, the last of which
    is a reply, with that reply's token ids (empty where none were kept)."""

    names: tuple[str, ...]
    conversation_id: str
    versions: tuple[tuple[tuple[ChatMessage, ...], tuple[int, ...]], ...]
    number: int
    total: int


@dataclass(frozen=True, slots=True)
class Taught:
    """A lesson was taken in, or could not be (no model is loaded)."""

    names: tuple[str, ...]
    number: int
    total: int
    accepted: bool


@dataclass(frozen=True, slots=True)
class CountRequest:
    """How many tokens are these messages, and what the user is typing? A newer one makes it void."""

    number: int
    messages: tuple[ChatMessage, ...]
    draft: str
    attachments: tuple[str, ...] = ()
    #: As in GenerateRequest.
    template: Mapping[str, bool | str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Counted:
    """The answer: tokens of the prompt as it stands, those that the draft would add, and those of each
    attachment in it."""

    number: int
    prompt_tokens: int
    draft_tokens: int
    attachment_tokens: tuple[int, ...] = ()


WorkerMessage = (
    ModelProgress
    | ModelReady
    | ModelFailed
    | SpeculatorsListed
    | Acted
    | Notice
    | HistoryWanted
    | Taught
    | PrefillProgress
    | LeftOut
    | TokenBatch
    | Finished
    | Failed
    | CheckProgress
    | Checked
    | CheckFailed
)
