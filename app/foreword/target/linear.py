"""Linear layers laid out once for the machine, instead of at every call.

On a CPU, oneDNN multiplies by a blocked copy of the weights; given plain ones it makes that copy anew in
every pass, which is half of a small model's time. The operations used here are those that torch's own
compiler emits for frozen models. Elsewhere a plain linear is as good.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import torch
from torch.nn.functional import linear

Linear = Callable[[torch.Tensor], torch.Tensor]
"""[tokens, in] -> [tokens, out]"""

_TYPICAL_TOKENS = 16
"""The pass width that the layout is chosen for."""


def fused_linear(layers: Sequence[torch.nn.Linear]) -> Linear:
    """One linear that gives the outputs of several, side by side. Takes their weights over."""
    weight = torch.cat([layer.weight.detach() for layer in layers])
    biases = [layer.bias for layer in layers if layer.bias is not None]
    bias = torch.cat([each.detach() for each in biases]) if biases else None
    if bias is not None and len(bias) != len(weight):
        raise ValueError("either all of the fused layers have a bias, or none")
    return packed_linear(weight, bias)


def packed_linear(weight: torch.Tensor, bias: torch.Tensor | None = None) -> Linear:
    """`weight` [out, in] in the machine's own layout where that is known to help, else as it is."""
    if weight.device.type == "cpu" and can_pack(weight.dtype):
        packed = torch.ops.mkldnn._reorder_linear_weight(weight, _TYPICAL_TOKENS)
        multiply = torch.ops.mkldnn._linear_pointwise

        def run_packed(rows: torch.Tensor) -> torch.Tensor:
            product: torch.Tensor = multiply(rows, packed, bias, "none", [], "")
            return product

        return run_packed

    def run_plain(rows: torch.Tensor) -> torch.Tensor:
        return linear(rows, weight, bias)

    return run_plain


def can_pack(dtype: torch.dtype) -> bool:
    """Whether oneDNN is there and multiplies this number format natively."""
    if not torch._C._has_mkldnn or not hasattr(torch.ops.mkldnn, "_linear_pointwise"):
        return False
    if dtype == torch.float32:
        return True
    return dtype == torch.bfloat16 and bool(torch.ops.mkldnn._is_mkldnn_bf16_supported())
