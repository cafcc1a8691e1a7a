"""How one pass is computed: through transformers' own model code, or by our fused forward.

Both take the same padded tokens behind the same cache and give the same numbers to rounding; which one
runs is part of the numeric fingerprint. `choose_pass` takes the fused one where the model is of its
family and it agrees with transformers' code on the model itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

import torch

from foreword.target import attention
from foreword.target.cache import SlotCache
from foreword.target.fused import FusedModel, refuse_others
from foreword.target.layout import Layout, chain_layout
from foreword.target.quantised import lay_out

_TEST_TOKENS = 24
_MAY_DIFFER = {torch.float32: 1e-3, torch.bfloat16: 0.08, torch.float16: 0.02}
"""Relative distance of the logits that rounding explains: a wrong layer is an order of magnitude off."""

Between = Callable[[], None]
"""Called between two layers that are laid out: it may raise."""


def _nothing() -> None:
    return None


class NotFused(Exception):
    """The fused forward has taken a model's weights, but computes something else. The text says what."""


class Pass(Protocol):
    """Runs the tokens of one layout: padded to its width, behind a cache that has been aimed at it."""

    backend: str

    def run(
        self, token_ids: Sequence[int], layout: Layout, cache: SlotCache, *, rows: bool
    ) -> torch.Tensor | None:
        """Logits [tokens, vocabulary]; None where `rows` is False and only the cache is wanted."""


class TransformersPass:
    """Any causal language model whose layers are full or sliding attention."""

    backend = "transformers"

    def __init__(self, model: Any, context: int) -> None:
        self._model = model
        self._last_position = context - 1
        config = model.config.get_text_config(decoder=True)
        heads = config.num_attention_heads
        self._groups = heads // (getattr(config, "num_key_value_heads", None) or heads)
        self._window = getattr(config, "sliding_window", None)
        self._layer_types = getattr(config, "layer_types", None)

    def run(
        self, token_ids: Sequence[int], layout: Layout, cache: SlotCache, *, rows: bool
    ) -> torch.Tensor | None:
        output = self._model(
            input_ids=torch.tensor([token_ids], device=self._model.device),
            attention_mask=self._mask(layout),
            # Padding may stand behind the last position that the model has an embedding for.
            position_ids=layout.positions.clamp(max=self._last_position)[None],
            cache=cache,
            use_cache=True,
            logits_to_keep=0 if rows else 1,
        )
        logits: torch.Tensor = output.logits[0]
        return logits if rows else None

    def _mask(self, layout: Layout) -> torch.Tensor | dict[str, torch.Tensor]:
        where = (layout.positions, layout.slot_positions, layout.visible)
        full = attention.packed_mask(*where, self._groups, self._model.dtype)
        if self._window is None:
            return full
        near = attention.packed_mask(*where, self._groups, self._model.dtype, self._window)
        if not self._layer_types:  # every layer slides, as in the first Mistral
            return near
        return {"full_attention": full, "sliding_attention": near}


class FusedPass:
    """The Llama family, in fewer operations."""

    backend = "fused"

    def __init__(
        self, model: Any, context: int, slots: int, *, take: bool = False, between: Between = _nothing
    ) -> None:
        """Raises ValueError where the model isn't of the family. For `take`, see FusedModel."""
        self._fused = FusedModel(model, take=take, between=between)
        self._device, self._dtype = model.device, model.dtype
        config = model.config
        self._groups = config.num_attention_heads // config.num_key_value_heads
        with torch.inference_mode():
            positions = torch.arange(slots, device=self._device).clamp(max=context - 1)
            self._cos, self._sin = self._fused.rotation(positions)

    def run(
        self, token_ids: Sequence[int], layout: Layout, cache: SlotCache, *, rows: bool
    ) -> torch.Tensor | None:
        where = (layout.positions, layout.slot_positions, layout.visible)
        mask = attention.packed_mask(*where, self._groups, self._dtype)
        ids = torch.tensor(token_ids, device=self._device)
        if layout.visible is None:
            begin, end = layout.begin, layout.begin + layout.width
            rotation = (self._cos[begin:end], self._sin[begin:end])
        else:
            rotation = (self._cos[layout.positions], self._sin[layout.positions])
        return self._fused(ids, rotation, mask, cache, rows=rows)


def choose_pass(
    model: Any,
    context: int,
    slots: int,
    *,
    why_not: str = "",
    take: bool = False,
    between: Between = _nothing,
) -> tuple[Pass, str]:
    """The pass to use, and why it isn't the fused one (empty where it is).

    `why_not` says from the outset why it can't be that. With `take` the fused one takes the model's weights
    over; raises NotFused where it turns out only then that it computes something else here.
    """
    plain = TransformersPass(model, context)
    try:
        refuse_others(model.config)
    except ValueError as error:
        why_not = why_not or str(error)
    if not why_not:
        expected = _logits(plain, model)
        try:
            fused = FusedPass(model, context, slots, take=take, between=between)
        except ValueError as error:
            why_not = str(error)
        else:
            distance = float((_logits(fused, model) - expected).norm() / expected.norm())
            if distance <= _MAY_DIFFER[model.dtype]:
                return fused, ""
            why_not = f"the fused forward differs by {distance:.2g}"
        if take:
            raise NotFused(why_not)
    lay_out(model)
    return plain, why_not


def _logits(a_pass: Pass, model: Any) -> torch.Tensor:
    """The logits of a first pass and of a second one behind it, to compare."""
    generator = torch.Generator().manual_seed(1)
    config = model.config.get_text_config(decoder=True)
    ids = torch.randint(config.vocab_size, (_TEST_TOKENS,), generator=generator).tolist()
    cache = SlotCache(config.num_hidden_layers, _TEST_TOKENS)
    logits = []
    with torch.inference_mode():
        for block in (ids[: _TEST_TOKENS // 2], ids[_TEST_TOKENS // 2 :]):
            span = cache.aim(len(block))
            layout = chain_layout(cache.length, len(block), span, model.device)
            rows = a_pass.run(block, layout, cache, rows=True)
            assert rows is not None
            logits.append(rows.float())
            cache.length += len(block)
    return torch.cat(logits)
