"""What a speculator is handed: copies and views, so that one which changes them corrupts its own alone.

A plugin runs in this process and can reach through any object to the ones behind it; these keep it from
doing so by accident, not from doing so at all costs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import overload

from foreword.api import LocalModel, Tokenizer, Transcript


class ReadOnly(Sequence[int]):
    """A view of one speculator's own list of token ids: it sees them grow."""

    def __init__(self, token_ids: list[int]) -> None:
        self._token_ids = token_ids

    @overload
    def __getitem__(self, index: int) -> int: ...
    @overload
    def __getitem__(self, index: slice) -> list[int]: ...
    def __getitem__(self, index: int | slice) -> int | list[int]:
        return self._token_ids[index]

    def __len__(self) -> int:
        return len(self._token_ids)

    def __iter__(self) -> Iterator[int]:
        return iter(self._token_ids)  # the inherited one takes milliseconds on a long chat


class TokenizerView:
    """The target's tokenizer, behind a front of its own for each speculator."""

    def __init__(self, tokenizer: Tokenizer) -> None:
        self._tokenizer = tokenizer

    @property
    def fingerprint(self) -> str:
        return self._tokenizer.fingerprint

    def encode(self, text: str) -> list[int]:
        return list(self._tokenizer.encode(text))

    def decode(self, token_ids: Sequence[int]) -> str:
        return self._tokenizer.decode(token_ids)

    def vocabulary(self) -> Mapping[str, int]:
        return dict(self._tokenizer.vocabulary())


class PluginHost:
    """The `Host` of one open speculator."""

    def __init__(
        self,
        data_folder: Path,
        models: Callable[[], Sequence[LocalModel]],
        wished: Callable[[], None] = lambda: None,
    ) -> None:
        """`wished` is called, on whatever thread asks, when the stored conversations are wanted."""
        self._data_folder = data_folder
        self._models = models
        self._wished = wished
        self.history_wanted = False

    @property
    def data_folder(self) -> Path:
        self._data_folder.mkdir(parents=True, exist_ok=True)
        return self._data_folder

    def models(self) -> Sequence[LocalModel]:
        return tuple(self._models())

    def request_history(self) -> None:
        self.history_wanted = True
        self._wished()


def transcript_copy(transcript: Transcript) -> Transcript:
    """One for each speculator; the ids are tuples, which nobody can change."""
    return Transcript(
        transcript.conversation_id,
        transcript.fingerprint,
        transcript.sequences,
        transcript.number,
        transcript.total,
    )
