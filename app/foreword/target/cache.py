"""The KV cache: a fixed block of slots per layer, one sequence, slot = position.

A pass writes its keys and values behind the kept ones and attends over a span of slots that always
has the same block structure (multiples of `SPAN`), whatever the pass's width: kernels sum block by
block, so a row's bits then don't depend on the width. Slots past the kept length hold leftovers that
the mask hides and the next pass overwrites; dropping a tail is changing a number. Knows slots, not
token ids, and nothing of drafts.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

import torch
from transformers.cache_utils import Cache, CacheLayerMixin

SPAN = 512
"""CPU attention kernels split keys into blocks of 512: shorter spans would change the sums' order."""


class SlotLayer(CacheLayerMixin):  # type: ignore[misc]
    """One layer's keys and values, [1, heads, slots, head size], allocated at its first pass."""

    is_croppable = True
    is_sliding = False

    def __init__(self, cache: SlotCache) -> None:
        super().__init__()
        self._cache = cache

    def lazy_initialization(self, key_states: torch.Tensor, value_states: torch.Tensor) -> None:
        # Zeros, not empty: masked slots are multiplied by 0, and 0 times NaN is NaN.
        slots = self._cache.slots
        self.keys = key_states.new_zeros((*key_states.shape[:2], slots, key_states.shape[3]))
        self.values = value_states.new_zeros((*value_states.shape[:2], slots, value_states.shape[3]))
        self.is_initialized = True

    def update(
        self, key_states: torch.Tensor, value_states: torch.Tensor, *_: Any, **__: Any
    ) -> tuple[torch.Tensor, torch.Tensor]:
        if not self.is_initialized:
            self.lazy_initialization(key_states, value_states)
        if self._cache.slot_index is not None:
            self.keys.index_copy_(2, self._cache.slot_index, key_states)
            self.values.index_copy_(2, self._cache.slot_index, value_states)
        else:
            begin = self._cache.length
            end = begin + key_states.shape[2]
            self.keys[:, :, begin:end] = key_states
            self.values[:, :, begin:end] = value_states
        return self.keys[:, :, : self._cache.span], self.values[:, :, : self._cache.span]

    def get_mask_sizes(self, query_length: int) -> tuple[int, int]:
        return self._cache.span, 0

    def get_seq_length(self) -> int:
        return self._cache.length

    def get_max_length(self) -> int:
        return self._cache.slots


class SlotCache(Cache):  # type: ignore[misc]
    """All layers of one sequence. `length` slots are kept; a pass sees `span` of them.

    `few_spans` lets spans double instead of growing by the block: each one is a graph to capture.
    """

    def __init__(self, layers: int, slots: int, *, few_spans: bool = False) -> None:
        self.slots = _round_up(slots, SPAN)
        self.length = 0
        self.span = SPAN
        self.slot_index: torch.Tensor | None = None
        self._few_spans = few_spans
        super().__init__(layers=[SlotLayer(self) for _ in range(layers)])

    def aim(self, width: int) -> int:
        """Prepare a pass of `width` tokens behind the kept ones; returns the span it attends over."""
        self.span = _round_up(self.length + width, SPAN)
        if self.span > self.slots:
            raise ValueError(f"a pass of {width} behind {self.length} tokens exceeds {self.slots} slots")
        if self._few_spans:
            blocks = self.span // SPAN
            self.span = min(SPAN << (blocks - 1).bit_length(), self.slots)
        return self.span

    @contextlib.contextmanager
    def writing_at(self, slots: torch.Tensor) -> Iterator[None]:
        """Write where a tensor says instead of behind the kept ones: a graph can't hold the number."""
        self.slot_index = slots
        try:
            yield
        finally:
            self.slot_index = None

    def compact(self, sources: list[int], begin: int) -> None:
        """Move the contents of these slots, ascending, to `begin` and behind, in every layer."""
        target = slice(begin, begin + len(sources))
        for layer in self.layers:
            layer.keys[:, :, target] = layer.keys[:, :, sources]
            layer.values[:, :, target] = layer.values[:, :, sources]


def _round_up(value: int, step: int) -> int:
    return -(-value // step) * step
