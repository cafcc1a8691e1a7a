"""Speculator and what it is given for a reply: Session, Context, Budget and Outcome.

Life of a speculator: it is built once without arguments, then

    open(host) -> configure(values) -> attach(target)      when it is switched on and a model is there
    start(session) -> (draft -> observe)* -> finish        for each reply
    learn, forget, status, act, configure, attach          between replies
    close                                                  at the end

Not every step asks for a draft: `observe` comes after each, `draft` only where it may pay. `finish` can
follow `start` at once, and a new `start` follows any `finish`. `close` may never come, where the app is
killed: keep files in an order from which the next `open` can go on.

Threads. All calls come from one thread that belongs to this speculator, the constructor's included, never
two at a time; it is not the main thread. Threads of its own are allowed and must end in `close`. What
belongs to the whole process (environment, current folder, signal handlers, standard output, the number of
threads or the default type of a tensor library) is the app's: leave it as it is.

Time. `draft` stands on the decode path: the reader waits for it. `start` runs while the target reads the
prompt; until it is done the speculator isn't asked. A call that hangs is abandoned within two seconds
(`open`, `attach`, `start`, `learn` and `act` may take their time), its thread left to itself. One that
takes far longer than its budget for several steps in a row is left out for the reply. All figures:
`foreword.api.limits`.

Errors. An exception from any method (but Unsuitable where it is allowed), or a malformed draft, leaves the
speculator out until the user switches it on anew, which builds a new one; it is shown with its traceback,
and the reply goes on. The old one is told `close`, so that it can let go of its files.

Lifetimes. What a speculator is given is a frozen copy or a read-only view. `Session` and `Context` are good
until `finish`, `Host` until `close`; the view in `Context` grows with the reply, so copy what is to be kept.
What it returns is copied at once.
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
    until another target or other options come (after `start`: until the next reply); nothing has failed.
    """


class Tokenizer(Protocol):
    """The target's tokenizer. Any thread may call it. Only the app implements it, and may add to it."""

    @property
    def fingerprint(self) -> str:
        """A short text, equal for equal vocabularies and rules, and for nothing else: a key for what is
        kept as token ids."""

    def encode(self, text: str) -> list[int]:
        """Token ids of a text, without special tokens added."""

    def decode(self, token_ids: Sequence[int]) -> str:
        """The text of token ids, special tokens included. Bytes that make no character yet, as a token in
        the middle of an emoji has, come out as U+FFFD."""

    def vocabulary(self) -> Mapping[str, int]:
        """Every token as the tokenizer writes it (not as text) and its id. Takes milliseconds: keep it."""


@dataclass(frozen=True, slots=True)
class Session:
    """One reply, from its first step to its last.

    `token_ids` is the prompt with the chat template's tokens, and where a speculator is switched on in the
    middle of a reply also what was written so far. Turns of one conversation share a beginning, but not
    always: the user can edit, branch and regenerate. A `temporary` chat must leave no trace in the
    `data_folder`, which is the host's and exists. `vocab_size` and `tokenizer` are the target's. `sampling`
    says how the target draws; randomness of a draw is keyed by (`seed`, position, token id), see
    `keyed_bits`.
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
    """The tokens so far, prompt and reply; the draft follows the last of them.

    `token_ids` is a read-only view with `len`, iteration, indexes and slices, which are lists. Reading all
    of it costs time at every step: keep up by `Outcome.token_ids` instead.
    """

    token_ids: Sequence[int]


@dataclass(frozen=True, slots=True)
class Budget:
    """How much a draft may hold: `tokens` nodes, none deeper than `tokens`; and how long it may take.

    `tokens` is at least 1: what could still be used; for a speculator whose drafts take long it is what is
    worth its time, by what was measured of it. `microseconds` is what one plain pass of the target takes: a
    draft that takes longer can't repay its time with one token.
    """

    tokens: int
    microseconds: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a step committed: `token_ids` (at least one), of which this speculator had drafted the
    first `accepted` ones.

    The tokens may be another speculator's, and drafted ones may be dropped unverified: a draft that
    `token_ids` bears out for longer than `accepted` was cut. `likeliest[i]` are the ids that the target
    itself thought likeliest in place of `token_ids[i]`, best first, by its raw logits, as many as the class
    asks for in `likeliest_wanted`; empty where it asks for none. A sampled token need not be among them.
    """

    token_ids: tuple[int, ...]
    accepted: int
    likeliest: tuple[tuple[int, ...], ...] = ()


class Speculator(ABC):
    """Proposes tokens ahead of the target. Subclass it; only `draft` must be written.

    It is built without arguments. Names of its own begin with an underscore, so that a later version of the
    interface can't mean something by them.
    """

    #: One sentence for the settings page.
    summary: ClassVar[str] = ""
    #: What the user may set; the settings page draws it, `configure` receives it. See `check_options`.
    options: ClassVar[tuple[Option, ...]] = ()
    #: How many of the target's likeliest ids `Outcome` should hold for each committed token; 0 to 16.
    likeliest_wanted: ClassVar[int] = 0

    # --- outside of a reply
    def open(self, host: Host) -> None:
        """Once, before anything else: open what lies in `host.data_folder`, whatever has become of it."""
        return

    def configure(self, values: Mapping[str, Value]) -> None:
        """After `open`, and between replies whenever the user changed an option.

        `values` has a value for every option, each checked. `attach` follows, so that what is expensive can
        wait until the target is known.
        """
        return

    def attach(self, target: Target) -> None:
        """A target was loaded, and again after `configure`. Load here what is large.

        The target may be another one than before, with other token ids: see its `tokenizer.fingerprint`.
        Raises Unsuitable where this speculator can't draft for it.
        """
        return

    def learn(self, transcript: Transcript) -> None:
        """A stored conversation, because `host.request_history` asked for them. May come between replies
        at any time after `attach`; what was learnt from the same conversation before is to be replaced."""
        return

    def status(self, conversation_id: str | None) -> Status | None:
        """What to show in the settings now, or None for nothing. Cheap: asked often, between replies.

        `conversation_id` is the open chat's, None where none is open or only a temporary one. May come
        after `open` already, before a target is there.
        """
        return None

    def act(self, action: str, conversation_id: str | None) -> str:
        """The user pressed the button `action` of `status`. Returns one line for the user, or "".

        What takes long belongs to a thread of its own, which `status` tells of in `working`.
        """
        return ""

    def close(self) -> None:
        """The app quits, or the speculator was switched off and is let go: files closed, threads ended."""
        return

    # --- during a reply

    def start(self, session: Session) -> None:
        """A reply begins. Index `session.token_ids` here; it may share a prefix with the last one.

        May raise Unsuitable, which leaves this speculator out of this reply alone.
        """
        return

    @abstractmethod
    def draft(self, context: Context, budget: Budget) -> Draft | None:
        """Propose tokens that follow the context, or None. What exceeds the budget is cut off.

        Every token id lies in 0 to `session.vocab_size` - 1; anything else is a fault.
        """

    def observe(self, outcome: Outcome) -> None:
        """Tokens were committed. Called after every step, whether or not this one had drafted.

        The reader waits for it as for `draft`, since the next draft comes behind it.
        """
        return

    def finish(self) -> None:
        """The reply has ended, for whatever reason; or the speculator was switched off. The reader has the
        answer, but the next question waits for this: leave what takes long to a thread."""
        return

    def forget(self, conversation_id: str) -> None:
        """The user deleted a conversation: erase everything learnt from it, for good.

        When this returns, nothing of it may be left in memory or in the bytes of any file, journals and
        freed pages included. Comes between replies; for what was deleted while this speculator was off, it
        comes right after the next `open`. Conversations that were never seen are forgotten as well.
        """
        return
