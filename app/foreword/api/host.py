"""What a speculator is given outside of a reply: the host, the target, the conversations of the past.

A speculator never opens the app's own files: chats come to it through `learn`, and only the chats that the
user keeps. Temporary ones are never among them.
"""

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
    """What the app does for a speculator. Valid from `open` to `close`; any thread may call it.

    Later versions may add to it; nothing but the app implements it, and `foreword.api.testing` for tests.
    """

    @property
    def data_folder(self) -> Path:
        """A folder that exists and belongs to this speculator alone: kept between launches, and deleted
        with it when it is removed. The user may delete it at any time that the app isn't running, and a
        disk may damage what lies in it: losing it may cost speed, never anything else."""

    def models(self) -> Sequence[LocalModel]:
        """The models on this computer, without any request to the network. Reads the disk each time,
        which takes milliseconds to seconds: not for `draft`, `observe` or `status`."""

    def request_history(self) -> None:
        """Ask to be fed the stored conversations once more, through `learn`, in the background, between
        replies. Returns at once. Nothing comes while no target is loaded, and nothing where there are no
        conversations. Asking again while it goes on starts it anew."""


@dataclass(frozen=True, slots=True)
class Target:
    """The model that answers, from `attach` until the next one.

    `vocab_size` is the length of its logits: ids from 0 to `vocab_size` - 1 may be drafted. It can be larger
    than the tokenizer's vocabulary, where a model's rows are padded. `context_length` bounds prompt and
    reply together, in tokens. `name` is for people; two models with one name may differ, and models whose
    `tokenizer.fingerprint` is equal share token ids.
    """

    name: str
    vocab_size: int
    context_length: int
    tokenizer: Tokenizer


@dataclass(frozen=True, slots=True)
class Transcript:
    """One stored conversation, tokenised for the loaded target.

    `sequences` has one entry for each version of the conversation, prompt and reply with the chat
    template's tokens, as the target reads it; versions share a beginning. `fingerprint` is that of the
    tokenizer that made the ids. `number` counts from 1 to `total`, the conversations to come in this
    feeding; a transcript without sequences has nothing to say, but counts.
    """

    conversation_id: str
    fingerprint: str
    sequences: tuple[tuple[int, ...], ...]
    number: int
    total: int
