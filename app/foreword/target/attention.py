"""Our attention function, registered with transformers, and the masks that go with it.

Grouped-query heads are packed into the rows of their key head instead of repeating keys and values:
no copy of the cache in each pass, and wider passes fall into the same kernels as narrow ones, so
more widths share one invariance class.
"""

from __future__ import annotations

from typing import Any

import torch
from torch.nn.functional import scaled_dot_product_attention
from transformers import AttentionInterface

NAME = "foreword"


def packed_attention(
    module: torch.nn.Module,
    query: torch.Tensor,
    key: torch.Tensor,
    value: torch.Tensor,
    attention_mask: torch.Tensor,
    scaling: float | None = None,
    dropout: float = 0.0,
    **kwargs: Any,
) -> tuple[torch.Tensor, None]:
    """query [1, heads, width, size]; key, value [1, key heads, span, size]; the mask [1, 1, packed
    width, span] as `packed_mask` makes it. Returns [1, width, heads, size]."""
    for extra in ("softcap", "s_aux", "position_bias"):
        if kwargs.get(extra) is not None:
            raise NotImplementedError(f"this model's attention needs {extra}, which isn't supported yet")
    batch, heads, width, size = query.shape
    key_heads = key.shape[1]
    packed = query.reshape(batch, key_heads, heads // key_heads * width, size)
    rows = scaled_dot_product_attention(packed, key, value, attn_mask=attention_mask, scale=scaling)
    return rows.reshape(batch, heads, width, -1).transpose(1, 2).contiguous(), None


def packed_mask(
    positions: torch.Tensor,
    slot_positions: torch.Tensor,
    visible: torch.Tensor | None,
    groups: int,
    dtype: torch.dtype,
    window: int | None = None,
) -> torch.Tensor:
    """Additive mask, [1, 1, groups * width, span]: 0 where a row may look, the lowest number elsewhere.

    `positions` [width] are those of the rows, `slot_positions` [span] those of the slots. A row sees the
    slots up to its own position, or the last `window` of them; `visible` [width, span] says so instead
    where branches share positions. `groups` is the number of query heads to a key head.
    """
    seen = slot_positions[None, :] <= positions[:, None] if visible is None else visible
    if window is not None:
        seen = seen & (slot_positions[None, :] > positions[:, None] - window)
    lowest = torch.finfo(dtype).min
    mask = torch.zeros(seen.shape, dtype=dtype, device=positions.device).masked_fill_(~seen, lowest)
    return mask.repeat(groups, 1)[None, None]


def register() -> None:
    """Make `attn_implementation=NAME` known to transformers."""
    AttentionInterface.register(NAME, packed_attention)
