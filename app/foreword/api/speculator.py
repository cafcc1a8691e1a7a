"""Speculator and what it is given: Session, Context, Budget and Outcome.

Life of a speculator: it is built once without arguments. For each reply `start` is called, then for
each step `draft` and, after the target has verified, `observe`; at the end `finish`. All calls come
from one thread, never two at a time. `draft` runs on the decode path: it delays the reader by as
long as it takes. An exception from any method, or a malformed draft, leaves the speculator out until
the user switches it on anew, which builds a new one; it is shown with its traceback, and the reply goes on
without it. One that takes far longer than its budget for several steps in a row is left out for the reply.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Protocol

from foreword.api.draft import Draft


class Tokenizer(Protocol):
    """The target's tokenizer. `fingerprint` is equal for equal vocabularies and rules, and short."""

    @property
    def fingerprint(self) -> str: ...

    def encode(self, text: str) -> list[int]:
        """Token ids of a text, without special tokens added."""

    def decode(self, token_ids: Sequence[int]) -> str:
        """The text of token ids, special tokens included."""


@dataclass(frozen=True, slots=True)
class Session:
    """One reply, from its first step to its last.

    `token_ids` is the prompt, and where a speculator is switched on in the middle of a reply also
    what was written so far. A `temporary` chat must leave no trace in the `data_folder`, which
    belongs to this speculator alone and exists. Randomness of a draw is keyed by (seed, position).
    """

    conversation_id: str
    temporary: bool
    token_ids: Sequence[int]
    vocab_size: int
    tokenizer: Tokenizer
    seed: int
    data_folder: Path


@dataclass(frozen=True, slots=True)
class Context:
    """The tokens so far, prompt and reply; the draft follows the last of them. Read-only."""

    token_ids: Sequence[int]


@dataclass(frozen=True, slots=True)
class Budget:
    """How much a draft may hold: `tokens` nodes, none deeper than `tokens`; and how long it may take."""

    tokens: int
    microseconds: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a step committed: `token_ids` (at least one), of which this speculator had drafted the
    first `accepted` ones."""

    token_ids: tuple[int, ...]
    accepted: int


class Speculator(ABC):
    """Proposes tokens ahead of the target. Subclass it; only `draft` must be written."""

    #: One sentence for the settings page.
    summary: ClassVar[str] = ""

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
