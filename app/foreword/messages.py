"""The frozen dataclasses that cross the thread boundary, and nothing else.

The window's side builds requests, the worker's side answers with progress, tokens and results.
Everything here is immutable, picklable and free of Qt and torch, so that a message can never be
changed by one thread while the other reads it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal

from foreword.api import Option, Status, Value
from foreword.api import Sampling as Sampling  # noqa: PLC0414 - part of a request, known here too

Role = Literal["system", "user", "assistant"]


Precision = Literal["auto", "float32", "bfloat16", "float16", "int8", "int4"]
"""Number format of the weights. int8 and int4 quantise them while loading: another target, with answers
of its own, against which speculation is as exact as against any."""


class StopReason(StrEnum):
    """Why a reply ended. The value is what `--json` prints and what the database keeps."""

    EOS = "eos"
    STOP_STRING = "stop_string"
    LENGTH = "length"
    CONTEXT_END = "context_end"
    CANCELLED = "cancelled"


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
class PrefillProgress:
    """The prompt is being read: `done` of `total` tokens are in the cache."""

    reply_id: str
    done: int
    total: int


@dataclass(frozen=True, slots=True)
class Share:
    """One speculator's part in one step. `match_length`: how many tokens of context its draft rested on,
    0 where that means nothing for it. `seconds` is what its drafting took."""

    match_length: int = 0
    drafted: int = 0
    verified: int = 0
    accepted: int = 0
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Dropped:
    """A drafted run that the target didn't write: it would have stood behind `after` tokens of its step."""

    after: int
    text: str
    tokens: int
    sources: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """What one step did, for those who look: counts as everywhere (see stats).

    `width` is the pass's, padding included. `seconds` is the whole step, drafting included;
    `plain_seconds` what a plain step takes here by what was measured. `reason`: why it was plain.
    `paused`: the speculators that are hardly asked any more, and why.
    """

    width: int
    seconds: float
    plain_seconds: float
    drafted: int = 0
    verified: int = 0
    accepted: int = 0
    shares: Mapping[str, Share] = field(default_factory=dict)
    dropped: tuple[Dropped, ...] = ()
    reason: str = ""
    paused: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TokenBatch:
    """What one step committed.

    `text` is what may be shown now: it can lag behind the ids where a character is incomplete or
    a stop string may be beginning. `sources` names, for each token, the speculators that drafted
    it; an empty tuple where the target wrote it by itself. `ends` says, for each token, how many
    characters of the text generated for this request there are with it, shown already or not.
    """

    reply_id: str
    text: str
    token_ids: tuple[int, ...]
    sources: tuple[tuple[str, ...], ...]
    ends: tuple[int, ...] = ()
    step: Step | None = None


@dataclass(frozen=True, slots=True)
class SpeculatorStats:
    """The three counts of one speculator in one reply, and the seconds its drafting took."""

    drafted: int = 0
    verified: int = 0
    accepted: int = 0
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class ReplyStats:
    """The measured facts of one reply. Seconds are wall time; tokens are counted after the cut."""

    prompt_tokens: int
    cached_tokens: int
    completion_tokens: int
    passes: int
    plain_passes: int
    drafted: int
    verified: int
    accepted: int
    prefill_seconds: float
    decode_seconds: float
    first_token_seconds: float
    by_speculator: Mapping[str, SpeculatorStats]
    seed: int
    fingerprint: Mapping[str, str]
    #: Seconds of the decode inside the target's passes; the rest is ours.
    pass_seconds: float = 0.0
    #: Why steps were plain, and how many.
    plain_reasons: Mapping[str, int] = field(default_factory=dict)
    #: Tokens that rounding alone could have turned into others (fast mode; always 0 in exact mode).
    near_ties: int = 0
    #: What the same tokens would have taken in plain steps, by the pass times measured meanwhile.
    plain_seconds: float = 0.0

    @property
    def saved_seconds(self) -> float:
        """What drafting saved of the decode; negative where it cost."""
        return self.plain_seconds - self.decode_seconds

    @property
    def tokens_per_second(self) -> float:
        return self.completion_tokens / self.decode_seconds if self.decode_seconds else 0.0

    @property
    def tokens_per_pass(self) -> float:
        return self.completion_tokens / self.passes if self.passes else 0.0

    @property
    def acceptance(self) -> float:
        return self.accepted / self.verified if self.verified else 0.0


@dataclass(frozen=True, slots=True)
class Finished:
    """The reply is complete. `text` is what was written, cut exactly; `token_ids` include the EOS.

    `prefix` are the ids that it went on from, where it was to go on.
    """

    reply_id: str
    stop_reason: StopReason
    text: str
    token_ids: tuple[int, ...]
    stats: ReplyStats
    prefix: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class LeftOut:
    """So many of the oldest messages were left out of the prompt, for want of room."""

    reply_id: str
    messages: int


@dataclass(frozen=True, slots=True)
class Failed:
    """The reply broke off. What was committed before stays with the reader.

    `context_full`: because the messages don't fit into the context; nothing was written then.
    `out_of_memory`: because there was none left, also without speculation; a smaller context takes less.
    """

    reply_id: str
    reason: str
    detail: str = ""
    context_full: bool = False
    out_of_memory: bool = False


@dataclass(frozen=True, slots=True)
class CheckProgress:
    """A check goes on: so many of the reply's tokens were compared."""

    reply_id: str
    done: int
    total: int


@dataclass(frozen=True, slots=True)
class Difference:
    """The first place at which plain decoding wrote something else: after `token` tokens, which are
    `character` characters. The two pieces of text, and how probable the target holds each of them there."""

    token: int
    character: int
    kept: str
    plain: str
    kept_probability: float
    plain_probability: float


@dataclass(frozen=True, slots=True)
class Checked:
    """A check is done: `tokens` were compared, and agree where there is no `difference`."""

    reply_id: str
    tokens: int
    difference: Difference | None
    seconds: float


@dataclass(frozen=True, slots=True)
class CheckFailed:
    """A check broke off; `cancelled`: because somebody wanted the model."""

    reply_id: str
    reason: str
    detail: str = ""
    cancelled: bool = False


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
