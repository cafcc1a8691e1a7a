"""Keys and values with room to grow: adding a token copies nothing, dropping a tail moves one number.

Every layer keeps all its tokens, those with a sliding window too (their mask hides what is outside), so
that any tail can be dropped whatever the length.
"""

from __future__ import annotations

from typing import Any

import torch
from transformers.cache_utils import Cache, DynamicLayer

_FIRST_ROOM = 256
"""Tokens that a layer has room for at first; doubled whenever it is full."""


class RoomyLayer(DynamicLayer):  # type: ignore[misc]
    """One layer's keys and values, [1, heads, room, head size], of which the first `length` count."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.length = 0

    def update(
        self, key_states: torch.Tensor, value_states: torch.Tensor, *args: Any, **kwargs: Any
    ) -> tuple[torch.Tensor, torch.Tensor]:
        begin, end = self.length, self.length + key_states.shape[-2]
        if not self.is_initialized:
            self.lazy_initialization(key_states, value_states)
            self.keys, self.values = _room(key_states, end), _room(value_states, end)
        elif end > self.keys.shape[-2]:
            self.keys = _grown(self.keys, begin, end)
            self.values = _grown(self.values, begin, end)
        self.keys[:, :, begin:end] = key_states
        self.values[:, :, begin:end] = value_states
        self.length = end
        return self.keys[:, :, :end], self.values[:, :, :end]

    def get_seq_length(self) -> int:
        return self.length

    def crop(self, tokens_to_remove: int) -> None:
        self.length -= min(abs(tokens_to_remove), self.length)

    def reset(self) -> None:
        self.length = 0
        super().reset()


def roomy_cache() -> Any:
    return Cache(layer_class_to_replicate=RoomyLayer)


def _room(like: torch.Tensor, tokens: int) -> torch.Tensor:
    room = max(_FIRST_ROOM, 2 * tokens)
    return like.new_zeros((like.shape[0], like.shape[1], room, like.shape[3]))


def _grown(old: torch.Tensor, length: int, tokens: int) -> torch.Tensor:
    new = _room(old, tokens)
    new[:, :, :length] = old[:, :, :length]
    return new
