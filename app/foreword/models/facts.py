"""What a model is, in numbers: from its config.json and the headers of its weight files, nothing loaded.

Where there are no files yet, the shapes follow from the configuration, for the families whose layers are
known here. Knows no device and no precision; what the numbers mean for memory is for `fit` to say.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from foreword.models.errors import ModelError
from foreword.models.folder import read_json, weight_files
from foreword.models.safetensors_file import read_shapes

Shapes = Mapping[str, tuple[int, ...]]

HEADS = ("lm_head.weight", "embed_out.weight", "output.weight")
"""What the last matrix, from hidden size to vocabulary, is called in weight files."""

_LLAMA_LIKE = frozenset({"llama", "mistral", "qwen2", "qwen3", "smollm3", "olmo2", "gemma3_text", "phi3"})
_QK_NORM = frozenset({"qwen3", "gemma3_text"})
_NORMS: Mapping[str, tuple[str, ...]] = {
    "olmo2": ("post_attention", "post_feedforward"),
    "gemma3_text": ("input", "post_attention", "pre_feedforward", "post_feedforward"),
}


@dataclass(frozen=True, slots=True)
class ModelFacts:
    """`shapes` are those of the tensors as they are stored; `layers` those that keep keys and values.

    `tied`: the last matrix is the embedding's, whether it is stored a second time or not. `context` is
    what the model allows, in tokens; None where it says nothing.
    """

    model_type: str
    architecture: str
    shapes: Shapes
    layers: int
    heads: int
    kv_heads: int
    head_dim: int
    hidden: int
    intermediate: int
    vocabulary: int
    context: int | None
    tied: bool
    dtype: str

    @property
    def parameters(self) -> int:
        """Each weight once: what is tied counts once, even where it is stored twice."""
        return sum(math.prod(shape) for shape in self.loaded_shapes.values())

    @property
    def loaded_shapes(self) -> Shapes:
        """The tensors that are in memory once it is loaded: a stored copy of the embedding is not."""
        if not self.tied:
            return self.shapes
        return {name: shape for name, shape in self.shapes.items() if not name.endswith(HEADS)}


def facts_of_folder(folder: Path, model: str) -> ModelFacts:
    """Raises ModelError with one line where config.json or a header makes no sense."""
    shapes: dict[str, tuple[int, ...]] = {}
    for name in weight_files(folder, model):
        shapes.update(read_shapes(folder / name))
    return facts_of_config(read_json(folder / "config.json"), model, shapes)


def facts_of_config(config: Mapping[str, Any], model: str, shapes: Shapes | None = None) -> ModelFacts:
    """`shapes` where they are known; else they follow from the configuration. Raises ModelError where the
    numbers are missing, or where that family's shapes aren't known here."""
    architectures = config.get("architectures")
    architecture = str(architectures[0]) if isinstance(architectures, list) and architectures else ""
    tied = config.get("tie_word_embeddings")
    nested = config.get("text_config")
    text = nested if isinstance(nested, dict) else config
    # Where the files say what is to be loaded, a number that only some families have may be missing.
    reader = _Reader(text, model, none=None if shapes is None else 0)
    layers = reader.number("num_hidden_layers", "n_layer", "num_layers")
    heads = reader.number("num_attention_heads", "n_head")
    hidden = reader.number("hidden_size", "n_embd", "d_model")
    head_dim = reader.number("head_dim", otherwise=hidden // max(heads, 1))
    facts = ModelFacts(
        model_type=str(text.get("model_type") or ""),
        architecture=architecture,
        shapes=shapes or {},
        layers=_keeping_layers(text, layers) if heads else 0,
        heads=heads,
        kv_heads=reader.number("num_key_value_heads", "num_kv_heads", otherwise=heads),
        head_dim=head_dim,
        hidden=hidden,
        intermediate=reader.number("intermediate_size", "n_inner", otherwise=4 * hidden),
        vocabulary=reader.number("vocab_size"),
        context=reader.number("max_position_embeddings", "n_positions", otherwise=0) or None,
        # What transformers takes where nothing is said differs by family; the files say more.
        tied=_is_tied(tied if tied is not None else text.get("tie_word_embeddings"), text, shapes),
        dtype=str(text.get("dtype") or text.get("torch_dtype") or config.get("torch_dtype") or "float32"),
    )
    if shapes is not None:
        return facts
    return _with_shapes(facts, text, layers, model)


class _Reader:
    """Numbers of a configuration; what isn't one is an error with the model's name. `none` stands for one
    that is missing; None: that is an error too."""

    def __init__(self, config: Mapping[str, Any], model: str, none: int | None) -> None:
        self._config = config
        self._model = model
        self._none = none

    def number(self, *names: str, otherwise: int | None = None) -> int:
        for name in names:
            value = self._config.get(name)
            if isinstance(value, list) and value:  # layer by layer
                value = max(value, key=lambda each: each if type(each) is int else 2**40)
            if value is None:
                continue
            if type(value) is not int or not 0 < value < 2**40:
                raise ModelError(
                    f"{self._model} can't be measured: its config.json has {name} = {value!r:.40}"
                )
            return value
        found = self._none if otherwise is None else otherwise
        if found is None:
            raise ModelError(f"{self._model} can't be measured: its config.json has no {names[0]}")
        return found


def _keeping_layers(config: Mapping[str, Any], layers: int) -> int:
    """Layers with attention; recurrent ones keep a state whose size doesn't grow."""
    kinds = config.get("layer_types")
    if not isinstance(kinds, list) or len(kinds) != layers:
        return layers
    return sum("attention" in str(kind) and "linear" not in str(kind) for kind in kinds)


def _is_tied(said: object, config: Mapping[str, Any], shapes: Shapes | None) -> bool:
    if isinstance(said, bool):
        return said
    if shapes:
        return not any(name.endswith(HEADS) for name in shapes)
    return config.get("model_type") in ("gemma3_text", "gpt2")


def _with_shapes(facts: ModelFacts, config: Mapping[str, Any], layers: int, model: str) -> ModelFacts:
    if facts.model_type not in _LLAMA_LIKE:
        raise ModelError(f"{model} can't be measured before it is here: {facts.model_type} is not known")
    shapes: dict[str, tuple[int, ...]] = {"model.embed_tokens.weight": (facts.vocabulary, facts.hidden)}
    for layer in range(layers):
        for name, shape in _layer(facts, config).items():
            shapes[f"model.layers.{layer}.{name}"] = shape
    shapes["model.norm.weight"] = (facts.hidden,)
    if not facts.tied:
        shapes["lm_head.weight"] = (facts.vocabulary, facts.hidden)
    return replace(facts, shapes=shapes)


def _layer(facts: ModelFacts, config: Mapping[str, Any]) -> dict[str, tuple[int, ...]]:
    """The tensors of one layer, as the family's own files have them."""
    hidden, inner = facts.hidden, facts.intermediate
    queries, keys = facts.heads * facts.head_dim, facts.kv_heads * facts.head_dim
    found: dict[str, tuple[int, ...]] = {"self_attn.o_proj.weight": (hidden, queries)}
    if facts.model_type == "phi3":
        found["self_attn.qkv_proj.weight"] = (queries + 2 * keys, hidden)
        found["mlp.gate_up_proj.weight"] = (2 * inner, hidden)
    else:
        found["self_attn.q_proj.weight"] = (queries, hidden)
        found["self_attn.k_proj.weight"] = found["self_attn.v_proj.weight"] = (keys, hidden)
        found["mlp.gate_proj.weight"] = found["mlp.up_proj.weight"] = (inner, hidden)
    found["mlp.down_proj.weight"] = (hidden, inner)
    if facts.model_type == "qwen2":
        found["self_attn.q_proj.bias"] = (queries,)
        found["self_attn.k_proj.bias"] = found["self_attn.v_proj.bias"] = (keys,)
    elif config.get("attention_bias"):
        found["self_attn.q_proj.bias"] = (queries,)
        found["self_attn.k_proj.bias"] = found["self_attn.v_proj.bias"] = (keys,)
        found["self_attn.o_proj.bias"] = (hidden,)
    if facts.model_type in _QK_NORM:
        found["self_attn.q_norm.weight"] = found["self_attn.k_norm.weight"] = (facts.head_dim,)
    if facts.model_type == "olmo2":
        found["self_attn.q_norm.weight"], found["self_attn.k_norm.weight"] = (queries,), (keys,)
    norms = _NORMS.get(facts.model_type, ("input", "post_attention"))
    return {**found, **{f"{name}_layernorm.weight": (hidden,) for name in norms}}
