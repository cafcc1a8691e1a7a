"""What the driver hands to a speculator in place of the app: a host, and token ids that it can't change."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import overload

from foreword.api.host import LocalModel


class View(Sequence[int]):
    """Token ids that grow and can't be changed by accident, as the app shows them."""

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
        return iter(self._token_ids)


class ToyHost:
    """A `Host` over a folder. `history_wanted` says whether the stored conversations were asked for."""

    def __init__(self, folder: Path, models: Sequence[LocalModel]) -> None:
        self._folder = folder
        self._models = tuple(models)
        self.history_wanted = False

    @property
    def data_folder(self) -> Path:
        return self._folder

    def models(self) -> Sequence[LocalModel]:
        return self._models

    def request_history(self) -> None:
        self.history_wanted = True
