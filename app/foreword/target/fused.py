"""A forward pass of our own for the Llama family, with the same numbers in fewer operations.

Transformers' model code spends most of a small model's pass between the kernels: some fifty operations
a layer, each dispatched from Python. This one runs about twenty, over projections fused side by side
and laid out once (see linear.py). It serves the models whose layers are RMS norm, rotary grouped-query
attention and a gated SiLU, with or without biases and norms on queries and keys. Whether it computes
the same as transformers' own code is tested at load, on the model itself; anything else keeps running
through transformers.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import torch
from torch.nn.functional import embedding, scaled_dot_product_attention, silu

from foreword.target.cache import SlotCache
from foreword.target.linear import Linear, fused_linear, head_linear, let_go
from foreword.target.norm import Norm, rms_norm
from foreword.target.quantised import QuantisedLinear

FAMILY = frozenset({"llama", "mistral", "qwen2", "qwen3"})
"""Values of `model_type` whose layers have this form. A scaled or dynamic rotary embedding has not."""


@dataclass(frozen=True, slots=True)
class _Layer:
    norm: Norm
    qkv: Linear
    qk_norm: Norm | None
    output: Linear
    mlp_norm: Norm
    gate_up: Linear
    down: Linear


def _nothing() -> None:
    return None


class FusedModel:
    """The weights of a transformers model in their new layout, and the pass over them."""

    def __init__(self, model: Any, *, take: bool = False, between: Callable[[], None] = _nothing) -> None:
        """Raises ValueError where the model isn't of the family.

        The model itself is left as it is, unless its weights are to be taken: then each layer's are given
        back once they are laid out, so that nothing is held twice. `between` is called for each layer.
        """
        config = model.config
        refuse_others(config)
        body = model.model
        self._heads: int = config.num_attention_heads
        self._key_heads: int = config.num_key_value_heads
        self._size: int = body.layers[0].self_attn.head_dim
        self._embedding = body.embed_tokens.weight.detach()
        self._final_norm = rms_norm(body.norm.weight, config.rms_norm_eps)
        quantised = isinstance(body.layers[0].mlp.down_proj, QuantisedLinear)
        self._head = head_linear(model.lm_head, quantised=quantised)
        self._layers = []
        for layer in body.layers:
            between()
            self._layers.append(_lay_out(layer, config, take=take))
        if take and not config.tie_word_embeddings:
            let_go([model.lm_head])
        self._rotary = body.rotary_emb

    def rotation(self, positions: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """cos and sin, [tokens, 1, size]; the first half of sin is negative (see `_rotate`)."""
        cos, sin = self._rotary(self._embedding, positions[None])
        half = self._size // 2
        sin = torch.cat((-sin[..., :half], sin[..., half:]), dim=-1)
        return cos[0, :, None], sin[0, :, None]

    def __call__(
        self,
        token_ids: torch.Tensor,
        rotation: tuple[torch.Tensor, torch.Tensor],
        mask: torch.Tensor,
        cache: SlotCache,
        *,
        rows: bool,
    ) -> torch.Tensor | None:
        """One pass: token_ids [width], the packed mask, the cache aimed. Logits [width, vocabulary],
        or None where `rows` is False and only the cache is wanted."""
        cos, sin = rotation
        width = token_ids.shape[0]
        both = self._heads + self._key_heads
        # The residual stream stays in float32: its sums lose nothing, and the norms need no casts.
        hidden = embedding(token_ids, self._embedding).float()
        for layer, slots in zip(self._layers, cache.layers, strict=True):
            # Attention: heads first, so that grouped queries pack into the rows of their key head.
            qkv = layer.qkv(layer.norm(hidden)).view(width, both + self._key_heads, self._size)
            turned = qkv[:, :both]
            if layer.qk_norm is not None:
                turned = layer.qk_norm(turned.float())
            turned = _rotate(turned, cos, sin).transpose(0, 1)
            values = qkv[:, both:].transpose(0, 1)
            keys, values = slots.update(turned[None, self._heads :], values[None])
            queries = turned[: self._heads].reshape(1, self._key_heads, -1, self._size)
            mixed = scaled_dot_product_attention(queries, keys, values, attn_mask=mask)
            mixed = mixed.view(self._heads, width, self._size).transpose(0, 1).reshape(width, -1)
            hidden.add_(layer.output(mixed))
            # Feed-forward.
            gate, up = layer.gate_up(layer.mlp_norm(hidden)).chunk(2, dim=-1)
            hidden.add_(layer.down(silu(gate).mul_(up)))
        if not rows:
            return None
        return self._head(self._final_norm(hidden))


def _rotate(heads: torch.Tensor, cos: torch.Tensor, sin: torch.Tensor) -> torch.Tensor:
    """Rotary embedding (arXiv 2104.09864): [tokens, heads, size]; halves swapped, the sign in `sin`."""
    return torch.addcmul(heads * cos, heads.roll(heads.shape[-1] // 2, -1), sin)


def _lay_out(layer: Any, config: Any, *, take: bool) -> _Layer:
    attention, mlp, epsilon = layer.self_attn, layer.mlp, config.rms_norm_eps

    def fused(*layers: Any) -> Linear:
        result = fused_linear(layers)
        if take:
            let_go(layers)
        return result

    qk_norm = None
    if hasattr(attention, "q_norm"):
        weights = [attention.q_norm.weight] * config.num_attention_heads
        weights += [attention.k_norm.weight] * config.num_key_value_heads
        qk_norm = rms_norm(torch.stack(weights), epsilon)
    return _Layer(
        norm=rms_norm(layer.input_layernorm.weight, epsilon),
        qkv=fused(attention.q_proj, attention.k_proj, attention.v_proj),
        qk_norm=qk_norm,
        output=fused(attention.o_proj),
        mlp_norm=rms_norm(layer.post_attention_layernorm.weight, epsilon),
        gate_up=fused(mlp.gate_proj, mlp.up_proj),
        down=fused(mlp.down_proj),
    )


def refuse_others(config: Any) -> None:
    """Raises ValueError where the layers of such a model have another form."""
    if config.model_type not in FAMILY:
        raise ValueError(f"{config.model_type} is not of the family")
    if config.hidden_act != "silu":
        raise ValueError(f"its activation is {config.hidden_act}, not silu")
    if "sliding_attention" in (getattr(config, "layer_types", None) or []):
        raise ValueError("it has sliding windows")
    if getattr(config, "sliding_window", None) and not getattr(config, "layer_types", None):
        raise ValueError("it has a sliding window")
    if config.rope_parameters["rope_type"] != "default" and config.rope_parameters["rope_type"] != "llama3":
        raise ValueError(f"its rotary embedding is {config.rope_parameters['rope_type']}")
