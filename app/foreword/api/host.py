"""What a speculator is given outside of a reply: the host, the target, the conversations of the past."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from foreword.api.speculator import Tokenizer


@dataclass(frozen=True, slots=True)
class LocalModel:
    """A model that lies on this computer: its name, and a folder of config, safetensors and tokenizer."""

    name: str
    folder: Path


class Host(Protocol):
    """What the app does for a speculator. Valid from `open` to `close`; any thread may call it."""

    @property
    def data_folder(self) -> Path:
        """A folder that exists and belongs to this speculator alone. The user may delete it at any time
        that the app isn't running: losing it may cost speed, never anything else."""

    def models(self) -> Sequence[LocalModel]:
        """The models on this computer, without any request to the network. Reads the disk."""

    def request_history(self) -> None:
        """Ask to be fed the stored conversations once more, through `learn`, in the background. Nothing
        comes while no target is loaded. Asking again while it goes on starts it anew."""


@dataclass(frozen=True, slots=True)
class Target:
    """The model that answers. `vocab_size` is the length of its logits: ids below it may be drafted."""

    name: str
    vocab_size: int
    context_length: int
    tokenizer: Tokenizer


@dataclass(frozen=True, slots=True)
class Transcript:
    """One stored conversation, tokenised for the loaded target.

    `sequences` has one entry for each version of the conversation, prompt and reply with the chat
    template's tokens, as the target reads it; versions share a beginning. `number` counts from 1 to
    `total`, the conversations to come in this feeding; a transcript without sequences has nothing to say.
    """

    conversation_id: str
    fingerprint: str
    sequences: tuple[tuple[int, ...], ...]
    number: int
    total: int
