"""Speculator and what it is given for a reply: Session, Context, Budget and Outcome.

Life of a speculator: it is built once without arguments, then

    open(host) -> configure(values) -> attach(target)      when it is switched on and a model is there
    start(session) -> (draft -> observe)* -> finish        for each reply
    learn, forget, status, act, configure, attach          between replies
    close                                                  at the end

All calls come from one thread that belongs to this speculator, never two at a time. `draft` stands on
the decode path: the reader waits for it. `start` runs while the target reads the prompt; until it is
done the speculator isn't asked. A call that hangs is abandoned within two seconds (`open`, `attach`,
`start`, `learn` and `act` may take their time), its thread left to itself. An exception from any
method, or a malformed draft, leaves the speculator out until the user switches it on anew, which builds
a new one; it is shown with its traceback, and the reply goes on. One that takes far longer than its
budget for several steps in a row is left out for the reply.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Protocol

from foreword.api.draft import Draft
from foreword.api.options import Option, Value
from foreword.api.sampling import Sampling
from foreword.api.status import Status

if TYPE_CHECKING:
    from foreword.api.host import Host, Target, Transcript


class Unsuitable(Exception):
    """Raised by `attach` or `start`: works, but not with this target or these options.

    The message says why in one line that completes "incompatible because ...". The speculator isn't asked
    until another target or other options come; nothing has failed.
    """


class Tokenizer(Protocol):
    """The target's tokenizer. `fingerprint` is equal for equal vocabularies and rules, and short."""

    @property
    def fingerprint(self) -> str: ...

    def encode(self, text: str) -> list[int]:
        """Token ids of a text, without special tokens added."""

    def decode(self, token_ids: Sequence[int]) -> str:
        """The text of token ids, special tokens included."""

    def vocabulary(self) -> Mapping[str, int]:
        """Every token as the tokenizer writes it (not as text) and its id. Takes milliseconds: keep it."""


@dataclass(frozen=True, slots=True)
class Session:
    """One reply, from its first step to its last.

    `token_ids` is the prompt, and where a speculator is switched on in the middle of a reply also
    what was written so far. A `temporary` chat must leave no trace in the `data_folder`, which
    belongs to this speculator alone and exists. `sampling` says how the target draws; randomness of a
    draw is keyed by (seed, position, token id), see `keyed_bits`.
    """

    conversation_id: str
    temporary: bool
    token_ids: Sequence[int]
    vocab_size: int
    tokenizer: Tokenizer
    seed: int
    data_folder: Path
    sampling: Sampling = field(default_factory=Sampling)


@dataclass(frozen=True, slots=True)
class Context:
    """The tokens so far, prompt and reply; the draft follows the last of them. Read-only."""

    token_ids: Sequence[int]


@dataclass(frozen=True, slots=True)
class Budget:
    """How much a draft may hold: `tokens` nodes, none deeper than `tokens`; and how long it may take.

    `tokens` is what could still be used; for a speculator whose drafts take long it is what is worth its
    time. `microseconds` is what one plain pass of the target takes: a draft that takes longer can't repay
    its time with one token.
    """

    tokens: int
    microseconds: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a step committed: `token_ids` (at least one), of which this speculator had drafted the
    first `accepted` ones.

    `likeliest[i]` are the ids that the target itself thought likeliest in place of `token_ids[i]`, best
    first, as many as the class asks for in `likeliest_wanted`; empty where it asks for none.
    """

    token_ids: tuple[int, ...]
    accepted: int
    likeliest: tuple[tuple[int, ...], ...] = ()


class Speculator(ABC):
    """Proposes tokens ahead of the target. Subclass it; only `draft` must be written."""

    #: One sentence for the settings page.
    summary: ClassVar[str] = ""
    #: What the user may set; the settings page draws it, `configure` receives it.
    options: ClassVar[tuple[Option, ...]] = ()
    #: How many of the target's likeliest ids `Outcome` should hold for each committed token; 0 to 16.
    likeliest_wanted: ClassVar[int] = 0

    # --- outside of a reply
    def open(self, host: Host) -> None:
        """Once, before anything else: open what lies in `host.data_folder`."""
        return

    def configure(self, values: Mapping[str, Value]) -> None:
        """After `open`, and between replies whenever the user changed an option: a value for every one."""
        return

    def attach(self, target: Target) -> None:
        """A target was loaded, and again after `configure`. Load here what is large.

        Raises Unsuitable where this speculator can't draft for it.
        """
        return

    def learn(self, transcript: Transcript) -> None:
        """A stored conversation, because `host.request_history` asked for them. May come between replies
        at any time; what was learnt from the same conversation before is to be replaced."""
        return

    def status(self, conversation_id: str | None) -> Status | None:
        """What to show in the settings now; `conversation_id` is the open chat's. Cheap: asked often."""
        return None

    def act(self, action: str, conversation_id: str | None) -> str:
        """The user pressed a button of `status`. Returns one line for the user, or nothing."""
        return ""

    def close(self) -> None:
        """The app quits, or the speculator was switched off and is let go."""
        return

    # --- during a reply

    def start(self, session: Session) -> None:
        """A reply begins. Index `session.token_ids` here; it may share a prefix with the last one."""
        return

    @abstractmethod
    def draft(self, context: Context, budget: Budget) -> Draft | None:
        """Propose tokens that follow the context, or None. What exceeds the budget is cut off."""

    def observe(self, outcome: Outcome) -> None:
        """Tokens were committed. Called after every step, whether or not this one had drafted."""
        return

    def finish(self) -> None:
        """The reply has ended, for whatever reason; or the speculator was switched off."""
        return

    def forget(self, conversation_id: str) -> None:
        """The user deleted a conversation: erase everything learnt from it, for good."""
        return
