"""Target: the protocol that the engine drives. An engine other than transformers can implement it.

Logits rows cross as tensors; how keys and values are kept stays behind it. A target holds one
sequence: the token ids whose keys and values are in its cache.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

from foreword.messages import ChatMessage, ModelInfo

if TYPE_CHECKING:
    import torch


class TargetError(RuntimeError):
    """The model could not do its work for a reason outside the app, such as memory. One line."""


class OutOfMemory(TargetError):
    """There was no memory for it, on the device or in this computer."""


READING = "Loading the weights"
"""The stage of loading that has a measure, and that takes the seconds of an ordinary load."""


class LoadStopped(Exception):
    """Nobody wants the model any more that is being loaded. Nothing of it stays."""


class ChatTokenizer(Protocol):
    """Text to token ids and back, with the model's own chat template."""

    @property
    def fingerprint(self) -> str: ...

    @property
    def eos_ids(self) -> frozenset[int]: ...

    def encode(self, text: str) -> list[int]: ...

    def decode(self, token_ids: Sequence[int]) -> str:
        """Special tokens included."""

    def vocabulary(self) -> Mapping[str, int]:
        """Every token as the tokenizer writes it, and its id."""

    def decode_plain(self, token_ids: Sequence[int]) -> str:
        """As the reader sees it: special tokens left out."""

    @property
    def stops(self) -> tuple[str, ...]:
        """Texts that end a reply, where the vocabulary has no token that does."""

    def encode_chat(
        self, messages: Sequence[ChatMessage], switches: Mapping[str, bool | str] = ...
    ) -> list[int]:
        """The prompt up to where the reply begins; `switches` are told to the chat template.

        Raises TargetError if the template refuses.
        """

    def opening(self, prompt: Sequence[int]) -> list[int]:
        """The tokens at the prompt's end that open the model's thinking, a <think> that some templates
        write for it. They are the reply's: its reader must see where the thinking begins."""


class Target(Protocol):
    """A model with a cache.

    `widths` are the numbers of tokens that a pass may have, ascending: all of one invariance class,
    so that a token's row is bit for bit the same whichever of them it was computed in. A plain step uses
    the cheapest.
    """

    @property
    def info(self) -> ModelInfo: ...

    @property
    def tokenizer(self) -> ChatTokenizer: ...

    @property
    def widths(self) -> tuple[int, ...]: ...

    @property
    def pass_seconds(self) -> Mapping[int, float]:
        """What a pass of each width took when the model was loaded; empty where that was not measured."""

    @property
    def branches(self) -> bool:
        """Whether `verify` takes trees. False: chains alone, whose rows are exact."""

    @property
    def rounding(self) -> float:
        """By how much a logit may differ from that of a plain pass: 0 where passes are exact."""

    @property
    def context_length(self) -> int:
        """How many tokens prompt and reply may have together."""

    @property
    def chunks(self) -> tuple[int, ...]:
        """Numbers of tokens that `extend` takes at once, ascending; a last chunk may have fewer."""

    def reuse(self, token_ids: Sequence[int]) -> int:
        """Keep the longest cached prefix that `token_ids` begins with; returns its length."""

    def extend(self, token_ids: Sequence[int]) -> None:
        """Append tokens to the cache without logits: one chunk of a prefill."""

    def verify(self, token_ids: Sequence[int], parents: Sequence[int], width: int) -> torch.Tensor:
        """One pass over a tree of at most `width` nodes, padded to `width`, which is one of the widths.

        Node 0, the root, has parent -1 and stands behind the cached tokens.

        Returns logits, [nodes, vocabulary], valid until the next call. The nodes are in the cache
        only once `keep` says so.
        """

    def keep(self, path: Sequence[int]) -> None:
        """Make the root and these nodes of the tree just verified, a path below it, part of the cache."""

    def forget(self) -> None:
        """Empty the cache, and give back what memory it held."""

    def close(self) -> None:
        """Give the memory back."""
