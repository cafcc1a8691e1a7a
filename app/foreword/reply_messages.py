"""What the worker says of a reply, while it is written and when it is checked.

Frozen dataclasses that cross the thread boundary; messages.py names them all.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class StopReason(StrEnum):
    """Why a reply ended. The value is what `--json` prints and what the database keeps."""

    EOS = "eos"
    STOP_STRING = "stop_string"
    LENGTH = "length"
    CONTEXT_END = "context_end"
    CANCELLED = "cancelled"


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
