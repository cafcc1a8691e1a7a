"""The KV cache: a fixed block of slots per layer, one sequence, slot = position.

A pass writes its keys and values behind the kept ones and attends over a span of slots that always
has the same block structure (multiples of `SPAN`), whatever the pass's width: kernels sum block by
block, so a row's bits then don't depend on the width. Slots past the kept length hold leftovers that
the mask hides and the next pass overwrites; dropping a tail is changing a number. In 8 bits, each token's
keys and values have a scale for each head: what a token leaves in the cache depends on that token alone, so
the rows stay those of every other width. Knows slots, not token ids, and nothing of drafts.
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
        self.keys = self._room(key_states)
        self.values = self._room(value_states)
        self.is_initialized = True

    def update(
        self, key_states: torch.Tensor, value_states: torch.Tensor, *_: Any, **__: Any
    ) -> tuple[torch.Tensor, torch.Tensor]:
        if not self.is_initialized:
            self.lazy_initialization(key_states, value_states)
        self._write(self.keys, key_states)
        self._write(self.values, value_states)
        return self.keys[:, :, : self._cache.span], self.values[:, :, : self._cache.span]

    def kept(self) -> tuple[torch.Tensor, ...]:
        """All tensors that have slots."""
        return self.keys, self.values

    def fill_with_noise(self) -> None:
        """Contents for the self-test: any numbers will do for comparing bits, and none needs a prefill."""
        self.keys.normal_()
        self.values.normal_()

    def _room(self, states: torch.Tensor, dtype: torch.dtype | None = None) -> torch.Tensor:
        # Zeros, not empty: masked slots are multiplied by 0, and 0 times NaN is NaN.
        return states.new_zeros((*states.shape[:2], self._cache.slots, states.shape[3]), dtype=dtype)

    def _write(self, kept: torch.Tensor, states: torch.Tensor) -> None:
        if self._cache.slot_index is not None:
            kept.index_copy_(2, self._cache.slot_index, states)
        else:
            begin = self._cache.length
            kept[:, :, begin : begin + states.shape[2]] = states

    def get_mask_sizes(self, query_length: int) -> tuple[int, int]:
        return self._cache.span, 0

    def get_seq_length(self) -> int:
        return self._cache.length

    def get_max_length(self) -> int:
        return self._cache.slots


class ByteLayer(SlotLayer):
    """The same in 8 bits, with a scale for each token and head: half the memory and a little."""

    def lazy_initialization(self, key_states: torch.Tensor, value_states: torch.Tensor) -> None:
        self.keys = self._room(key_states, torch.int8)
        self.values = self._room(value_states, torch.int8)
        self._key_scales = self._room(key_states[..., :1])
        self._value_scales = self._room(value_states[..., :1])
        self.is_initialized = True

    def update(
        self, key_states: torch.Tensor, value_states: torch.Tensor, *_: Any, **__: Any
    ) -> tuple[torch.Tensor, torch.Tensor]:
        if not self.is_initialized:
            self.lazy_initialization(key_states, value_states)
        keys = self._through(self.keys, self._key_scales, key_states)
        return keys, self._through(self.values, self._value_scales, value_states)

    def kept(self) -> tuple[torch.Tensor, ...]:
        return self.keys, self.values, self._key_scales, self._value_scales

    def fill_with_noise(self) -> None:
        for codes, scales in ((self.keys, self._key_scales), (self.values, self._value_scales)):
            codes.random_(-127, 128)
            scales.uniform_(0.001, 0.02)

    def _through(self, codes: torch.Tensor, scales: torch.Tensor, states: torch.Tensor) -> torch.Tensor:
        """Keep these states, and return those of the whole span as numbers."""
        step = (states.abs().amax(-1, keepdim=True) / 127).clamp_(min=1e-6)
        self._write(scales, step)
        self._write(codes, (states / step).round_().clamp_(-127, 127).to(torch.int8))
        span = slice(0, self._cache.span)
        return codes[:, :, span].to(states.dtype).mul_(scales[:, :, span])


class SlotCache(Cache):  # type: ignore[misc]
    """All layers of one sequence. `length` slots are kept; a pass sees `span` of them.

    `few_spans` lets spans double instead of growing by the block: each one is a graph to capture.
    `in_bytes`: keys and values in 8 bits.
    """

    def __init__(self, layers: int, slots: int, *, few_spans: bool = False, in_bytes: bool = False) -> None:
        self.slots = _round_up(slots, SPAN)
        self.length = 0
        self.span = SPAN
        self.slot_index: torch.Tensor | None = None
        self._few_spans = few_spans
        layer = ByteLayer if in_bytes else SlotLayer
        super().__init__(layers=[layer(self) for _ in range(layers)])

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
            for kept in layer.kept():
                kept[:, :, target] = kept[:, :, sources]


def _round_up(value: int, step: int) -> int:
    return -(-value // step) * step
