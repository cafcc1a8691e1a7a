"""Between the target's token ids and the draft model's: here for models that share a vocabulary.

`TokenBridge` passes ids through one by one; `by_text.TextBridge` serves models that split text
differently. Knows ids and pieces; nothing of weights or randomness.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol


class Bridge(Protocol):
    """Follows the committed tokens of a reply in the draft model's own ids, and brings its drafts back."""

    @property
    def ids(self) -> list[int]:
        """The draft's ids for all that was committed; read-only to others, valid until the next commit."""

    @property
    def open_end(self) -> bool:
        """The committed text ends inside a character: there is nothing that a draft could follow."""

    @property
    def noise_ids(self) -> Sequence[int]:
        """For each id of the draft, the target's id whose randomness it shares; -1 where none does."""

    def restart(self, token_ids: Sequence[int]) -> None:
        """A reply begins behind these ids of the target's."""

    def extend(self, token_ids: Sequence[int]) -> None:
        """These were committed."""

    def passes(self, tokens: int) -> int:
        """How many ids the draft model must write for so many of the target's."""

    def carries(self, draft_id: int) -> bool:
        """Whether a draft can go over this id, or must end before it."""

    def proposal(self, drafted: Sequence[int]) -> list[int]:
        """The target's ids for what the draft model wrote behind `ids`; perhaps fewer, perhaps none."""


class TokenBridge:
    """One id for one id. An id that means another piece to the target, or nothing, is never proposed."""

    open_end = False

    def __init__(
        self, target: Mapping[str, int], draft: Mapping[str, int], target_size: int, draft_size: int
    ) -> None:
        """Pieces with their ids, and the lengths of the logits, which padding may make longer."""
        self._ids: list[int] = []
        self._alike = bytearray(draft_size)
        for piece, at in draft.items():
            if target.get(piece) == at and at < min(target_size, draft_size):
                self._alike[at] = 1
        #: What the draft model reads in place of an id that it doesn't know, or knows as something else.
        self._instead: dict[int, int] = {}
        for piece, at in target.items():
            if at >= draft_size or not self._alike[at]:
                self._instead[at] = draft.get(piece, at if at < draft_size else 0)
        self._size = draft_size
        self._noise_ids = range(draft_size)

    @property
    def ids(self) -> list[int]:
        return self._ids

    @property
    def noise_ids(self) -> Sequence[int]:
        return self._noise_ids

    def restart(self, token_ids: Sequence[int]) -> None:
        self._ids = []
        self.extend(token_ids)

    def extend(self, token_ids: Sequence[int]) -> None:
        self._ids.extend(map(self._read_as, token_ids))

    def passes(self, tokens: int) -> int:
        return tokens

    def carries(self, draft_id: int) -> bool:
        return bool(self._alike[draft_id])

    def proposal(self, drafted: Sequence[int]) -> list[int]:
        end = next((at for at, token in enumerate(drafted) if not self._alike[token]), len(drafted))
        return list(drafted[:end])

    def _read_as(self, token: int) -> int:
        return self._instead.get(token, token if token < self._size else 0)
