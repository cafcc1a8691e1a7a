"""What a model takes in memory, in bytes: weights by number format, keys and values, and what a pass needs.

The arithmetic alone, by the same rules as loading follows (target/quantised.py, fused.py, cache.py). Free
memory is handed in; what to do where it is short is for `fit` to say.
"""

from __future__ import annotations

import math
from typing import Literal

from foreword.model_messages import Device, Fit
from foreword.models.facts import HEADS, ModelFacts, Shapes

BYTES = {"float32": 4, "bfloat16": 2, "float16": 2}
QUANTISED = ("int8", "int4")
GROUP = 32
"""int4: so many numbers of a row share a scale and a zero."""
ROWS_OF_KERNEL = 16
"""int4: the number of rows is a multiple of it; other matrices get 8 bits."""
SPAN = 512
WIDEST = 128
"""As the target's cache rounds its slots, and as wide as a pass can be: slots for one lie behind the
context."""
TIGHT = 0.1
"""Of what is free, so much should be left."""
FUSED = frozenset({"llama", "mistral", "qwen2", "qwen3"})
"""The families whose matrices are laid out anew on loading, layer by layer."""
ROWS_AT_ONCE = 4096
QUANTISING_BYTES = {"int8": 9, "int4": 13}
"""So many rows are quantised together; each number of theirs is in float32 then, and more than once."""
TOKENIZER_BYTES = 320
"""What the tokenizer takes for each entry of the vocabulary: its text, its merges, the tables over them."""
HOLES = {"float32": 0.14}
FEW_HOLES = 0.03
"""Share of the weights that the allocator holds between them, as measured: most where they were read in
another number format, whose copies leave gaps behind."""

_EMBEDDINGS = ("embed_tokens.weight", "wte.weight", "wpe.weight", "embed_in.weight", "word_embeddings.weight")
_EXPERTS = ".experts."
_LARGEST_LAYER = ("mlp.gate_proj.weight", "mlp.up_proj.weight", "mlp.gate_up_proj.weight")


def is_matrix(name: str, shape: tuple[int, ...]) -> bool:
    """Whether this weight shrinks when the model is quantised: linear layers' matrices do; embeddings, norms
    and biases stay as they are, and so do experts, which are loaded as one tensor for all of them. The last
    matrix gets 8 bits."""
    return (
        len(shape) >= 2
        and name.endswith("weight")
        and not name.endswith(_EMBEDDINGS)
        and (_EXPERTS not in name)
    )


def weight_bytes(shapes: Shapes, precision: str, compute: str = "bfloat16") -> int:
    """Bytes of these tensors in memory. `compute` is the format of what a quantised model doesn't shrink."""
    return sum(_tensor_bytes(name, shape, precision, compute) for name, shape in shapes.items())


def _tensor_bytes(name: str, shape: tuple[int, ...], precision: str, compute: str) -> int:
    numbers = math.prod(shape)
    if precision not in QUANTISED:
        return numbers * BYTES[precision]
    if not is_matrix(name, shape) or not numbers:
        return numbers * BYTES[compute]
    rows, columns = numbers // shape[-1], shape[-1]
    if precision == "int8" or name.endswith(HEADS) or rows % ROWS_OF_KERNEL or columns % GROUP:
        return numbers + rows * BYTES[compute]
    return numbers // 2 + rows * (columns // GROUP) * 2 * BYTES[compute]


def cache_bytes(facts: ModelFacts, context: int, compute: str, cache: str = "full") -> int:
    """Keys and values of every slot, allocated whole; in 8 bits, each has a scale for its head."""
    slots = -(-(context + WIDEST) // SPAN) * SPAN
    each = facts.head_dim + BYTES[compute] if cache == "int8" else facts.head_dim * BYTES[compute]
    return 2 * facts.layers * facts.kv_heads * slots * each


def pass_bytes(facts: ModelFacts, context: int, compute: str, cache: str = "full") -> int:
    """What the widest pass needs for a moment: logits as computed and in float32, one layer's activations,
    the mask, and with an 8-bit cache one layer's keys and values in full."""
    logits = WIDEST * facts.vocabulary * (BYTES[compute] + 4)
    attention = (facts.heads + 2 * facts.kv_heads) * facts.head_dim
    activations = WIDEST * 4 * (4 * facts.hidden + 3 * facts.intermediate + 2 * attention)
    mask = WIDEST * math.ceil(facts.heads / max(facts.kv_heads, 1)) * context * BYTES[compute]
    opened = 2 * facts.kv_heads * facts.head_dim * context * BYTES[compute] if cache == "int8" else 0
    return logits + activations + mask + opened


def kept_bytes(facts: ModelFacts, weights: int, precision: str) -> int:
    """What stays with the model besides its numbers: the tokenizer, and gaps between the weights."""
    return facts.vocabulary * TOKENIZER_BYTES + round(weights * HOLES.get(precision, FEW_HOLES))


def loading_bytes(facts: ModelFacts, precision: str, compute: str) -> int:
    """What loading holds for a moment besides the weights, at its worst: a layer's widest matrices while they
    are laid out anew, or the last matrix; where they are quantised, the biggest one as it was read."""
    head = facts.vocabulary * facts.hidden
    if precision in QUANTISED:
        return _quantising_bytes(facts, precision, compute)
    if facts.model_type not in FUSED:
        return 0
    layer = [math.prod(shape) for name, shape in facts.loaded_shapes.items() if name.endswith(_LARGEST_LAYER)]
    side_by_side = 2 * 2 * max(layer, default=0)
    # The last matrix is joined and laid out first; one of its own is let go after the layers only.
    most = max(head, side_by_side) if facts.tied else max(2 * head, head + side_by_side)
    return most * BYTES[precision]


def _quantising_bytes(facts: ModelFacts, precision: str, compute: str) -> int:
    """A matrix as it was read, its codes once more while the parts are joined, and some rows in float32."""
    worst = 0
    for name, shape in facts.loaded_shapes.items():
        numbers = math.prod(shape)
        if is_matrix(name, shape) and numbers:
            bits = "int8" if name.endswith(HEADS) else precision
            worst = max(worst, numbers * (BYTES[compute] + 1) + _rows_at_once(shape, bits))
    if facts.tied and facts.model_type in FUSED:  # read already, as the embedding
        embedding = (facts.vocabulary, facts.hidden)
        worst = max(worst, math.prod(embedding) + _rows_at_once(embedding, "int8"))
    return worst


def _rows_at_once(shape: tuple[int, ...], precision: str) -> int:
    rows = math.prod(shape) // shape[-1]
    return min(rows, ROWS_AT_ONCE) * shape[-1] * QUANTISING_BYTES[precision]


def estimate(facts: ModelFacts, precision: str, context: int, device: Device, cache: str = "full") -> Fit:
    """What the model takes on this device, without proposals. "auto" is the device's usual precision."""
    compute = usual(device)
    precision = compute if precision == "auto" else precision
    kept = compute if precision in QUANTISED else precision
    context = min(context, facts.context or context)
    weights = weight_bytes(facts.loaded_shapes, precision, kept) + _second_head(facts, precision, kept)
    keys = cache_bytes(facts, context, kept, cache)
    # While it loads, there are no keys and values yet.
    working = max(pass_bytes(facts, context, kept, cache), loading_bytes(facts, precision, kept) - keys)
    working += kept_bytes(facts, weights, precision)
    verdict = judge(weights + keys + working, device.free)
    reason = "" if verdict == "fits" else _reason(weights, keys, working, device, precision, context)
    return Fit(
        device.name, precision, context, weights, keys, working, device.free, device.total, verdict, reason
    )


def judge(needed: int, free: int) -> Literal["fits", "tight", "too_large"]:
    if needed > free:
        return "too_large"
    return "tight" if free - needed < TIGHT * free else "fits"


def usual(device: Device) -> str:
    """The number format that this device takes by itself, never a quantised one."""
    return next((each for each in device.precisions if each in BYTES), "bfloat16")


def size(count: float) -> str:
    """Bytes in words, in the powers of ten that disks and downloads count in."""
    return f"{count / 1e9:.1f} GB" if count >= 999_500_000 else f"{count / 1e6:,.0f} MB"


def _second_head(facts: ModelFacts, precision: str, compute: str) -> int:
    """The fused forward lays out a last matrix of its own, also where that is the embedding's."""
    if not facts.tied or facts.model_type not in FUSED:
        return 0
    return _tensor_bytes(HEADS[0], (facts.vocabulary, facts.hidden), precision, compute)


def _reason(weights: int, keys: int, working: int, device: Device, precision: str, context: int) -> str:
    return (
        f"it needs {size(weights + keys + working)} ({size(weights)} of weights in {precision}, "
        f"{size(keys)} for {context:,} tokens of context, {size(working)} to load and work with) "
        f"and {device.words or device.name} has {size(device.free)} free"
    )
