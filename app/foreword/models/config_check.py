"""Whether the numbers of a config.json can be those of a model, before anything is built by them.

A model is built as large as its configuration says, whatever its weight files hold: a wrong number would
take all memory, or hours. Knows JSON and shapes alone.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from typing import Any

from foreword.models.errors import ModelError

Shapes = Mapping[str, tuple[int, ...]]

#: The most that any model has of each, with room to spare; none of them may be negative.
MOST: Mapping[str, int] = {
    "vocab_size": 4_000_000,
    "num_experts_per_tok": 1024,
    "rank": 1_000_000,
    **dict.fromkeys(("hidden_size", "d_model", "n_embd", "embedding_size", "emb_dim"), 262_144),
    **dict.fromkeys(
        ("intermediate_size", "ffn_dim", "n_inner", "d_ff", "d_inner", "moe_intermediate_size",
         "shared_expert_intermediate_size", "hidden_size_per_layer_input", "lru_width", "mamba_d_ssm"),
        2_000_000,
    ),
    **dict.fromkeys(("num_hidden_layers", "n_layer", "n_layers", "num_layers"), 2048),
    **dict.fromkeys(
        ("num_attention_heads", "num_key_value_heads", "n_head", "n_heads", "mamba_n_heads",
         "num_experts", "num_local_experts", "n_routed_experts", "state_size", "mamba_d_state"),
        65_536,
    ),
    **dict.fromkeys(("head_dim", "conv_kernel", "mamba_d_conv", "kv_lora_rank", "q_lora_rank"), 65_536),
    **dict.fromkeys(("max_position_embeddings", "n_positions", "n_ctx", "max_seq_len"), 200_000_000),
    "sliding_window": 1 << 40,
}  # fmt: skip
#: These must be more than nothing, where they are given at all.
POSITIVE = frozenset({
    "vocab_size", "hidden_size", "d_model", "n_embd", "num_hidden_layers", "n_layer", "num_attention_heads",
    "n_head", "max_position_embeddings", "n_positions",
})  # fmt: skip
_MOST_ENTRIES = 200_000
_DEEPEST = 40
_ROUGHLY = 4
"""An estimate of a model's size from its configuration is trusted up to this factor."""
_LAYER = re.compile(r"(?:^|\.)(?:layers|h|blocks)\.(\d{1,9})\.")
_EMBEDDING = re.compile(r"(?:^|\.)(?:embed_tokens|wte|embeddings?|word_embeddings|embed_in)\.weight$")


def check_numbers(config: Mapping[str, Any], model: str) -> None:
    """Raises ModelError where a number is of no model that there could be."""
    for name, value in entries(config, "config.json"):
        if isinstance(value, float) and not math.isfinite(value):
            raise ModelError(f"{model} is refused: {name} in its config.json is {value}")
        if isinstance(value, bool) or not isinstance(value, int):
            if name in POSITIVE and value is not None and not isinstance(value, int | list | dict):
                raise ModelError(f"{model} is refused: {name} in its config.json is no whole number")
            continue
        low = 1 if name in POSITIVE else 0
        if name in MOST and not low <= value <= MOST[name]:
            raise ModelError(f"{model} is refused: {name} in its config.json is {_number(value)}")
        if abs(value) >= 1 << 63:
            raise ModelError(f"{model} is refused: {name} in its config.json is {_number(value)}")


def check_shapes(config: Mapping[str, Any], shapes: Shapes, model: str) -> None:
    """Raises ModelError where the weights can't be those of this configuration."""
    text = _text_config(config)
    vocabulary, hidden = _whole(text, "vocab_size"), _whole(text, "hidden_size", "d_model", "n_embd")
    layers = _whole(text, "num_hidden_layers", "n_layer")
    for name, shape in shapes.items():
        embeds = _EMBEDDING.search(name) and len(shape) == 2 and _is_text(name)
        if embeds and vocabulary and shape[0] != vocabulary:
            raise ModelError(
                f"{model} is refused: its embedding has {shape[0]} rows, "
                f"but its config.json says vocab_size {vocabulary}"
            )
    numbered = {int(found[1]) for name in shapes if _is_text(name) and (found := _LAYER.search(name))}
    if layers and numbered and layers > len(numbered):
        raise ModelError(
            f"{model} is refused: its weights have {len(numbered)} layers, its config.json says {layers}"
        )
    held = sum(math.prod(shape) for shape in shapes.values())
    if hidden and layers and (least := _least(text, hidden, layers, vocabulary)) > _ROUGHLY * held:
        raise ModelError(
            f"{model} is refused: its config.json describes a model of {least:,} numbers or more, "
            f"and its weights have {held:,}"
        )


def entries(value: Any, file: str, name: str = "", depth: int = 0) -> Iterator[tuple[str, Any]]:
    """Every value within, with the key that it stands under. Raises ModelError where there is no end."""
    if depth > _DEEPEST:
        raise ModelError(f"{file} is refused: it is nested far too deep")
    if isinstance(value, dict | list) and len(value) > _MOST_ENTRIES:
        raise ModelError(f"{file} is refused: it has far too many entries")
    yield name, value
    if isinstance(value, dict):
        for key, item in value.items():
            yield from entries(item, file, key, depth + 1)
    elif isinstance(value, list):
        for item in value:
            yield from entries(item, file, name, depth + 1)


def _least(text: Mapping[str, Any], hidden: int, layers: int, vocabulary: int) -> int:
    """Numbers that a model of this configuration has at least: embedding, queries, outputs, two of the
    feed-forward's matrices."""
    width = _whole(text, "num_attention_heads", "n_head") * _whole(text, "head_dim") or hidden
    inner = _whole(text, "intermediate_size", "ffn_dim", "n_inner")
    return vocabulary * hidden + layers * hidden * (width + 2 * inner)


def _text_config(config: Mapping[str, Any]) -> Mapping[str, Any]:
    """Models that also see or hear keep what concerns text in a table of its own."""
    text = config.get("text_config")
    return text if isinstance(text, dict) else config


def _is_text(name: str) -> bool:
    return not re.search(r"vision|visual|audio|image|mtp", name)


def _whole(table: Mapping[str, Any], *names: str) -> int:
    """The first of these that is a whole number; 0 where none is."""
    return next((value for name in names if type(value := table.get(name)) is int and value > 0), 0)


def _number(value: int) -> str:
    return str(value) if abs(value) < 10**20 else "a number beyond all bounds"
