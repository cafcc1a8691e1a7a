"""What passes between `bench` and the process of one configuration: frozen objects, pickled, over pipes.

Both ends are the same program on the same computer; nothing else ever writes into these pipes.
"""

from __future__ import annotations

import pickle
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import IO

from foreword.commands.bench.configurations import Configuration
from foreword.commands.bench.records import Reply
from foreword.messages import LoadRequest, ModelInfo, Sampling
from foreword.paths import Paths


@dataclass(frozen=True, slots=True)
class Setup:
    """Load this. `options` are what is set for each speculator."""

    configuration: Configuration
    paths: Paths
    load: LoadRequest
    sampling: Sampling
    options: Mapping[str, Mapping[str, object]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Loaded:
    """The model is there."""

    info: ModelInfo


@dataclass(frozen=True, slots=True)
class Task:
    """Answer these turns one after the other, as one conversation."""

    conversation_id: str
    turns: tuple[str, ...]
    max_tokens: int


@dataclass(frozen=True, slots=True)
class Answered:
    """One reply for each turn."""

    replies: tuple[Reply, ...]


@dataclass(frozen=True, slots=True)
class Unfit:
    """The model has no room for this conversation."""

    reason: str


@dataclass(frozen=True, slots=True)
class Learnt:
    """A lesson was taken in."""


@dataclass(frozen=True, slots=True)
class Broken:
    """It went wrong; the process ends. `detail` is the traceback where the reason alone says too little."""

    reason: str
    detail: str = ""


def send(stream: IO[bytes], message: object) -> None:
    pickle.dump(message, stream)
    stream.flush()


def receive(stream: IO[bytes]) -> object:
    """The next message. Raises EOFError where the other end is gone."""
    try:
        return pickle.load(stream)
    except pickle.UnpicklingError as error:  # cut off in the middle
        raise EOFError(str(error)) from error
