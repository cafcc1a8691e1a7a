"""Linear layers laid out once for the machine, instead of at every call.

On a CPU, oneDNN multiplies by a blocked copy of the weights; given plain ones it makes that copy anew in
every pass, which is half of a small model's time. The operations used here are those that torch's own
compiler emits for frozen models. Elsewhere a plain linear is as good. Quantised layers have kernels of
their own (see kernels.py).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import torch
from torch.nn.functional import linear

from foreword.target.kernels import multiply
from foreword.target.quantised import QuantisedLinear, joined, quantise

Linear = Callable[[torch.Tensor], torch.Tensor]
"""[tokens, in] -> [tokens, out]"""
Layer = torch.nn.Linear | QuantisedLinear

_TYPICAL_TOKENS = 16
"""The pass width that the layout is chosen for."""


def fused_linear(layers: Sequence[Layer]) -> Linear:
    """One linear that gives the outputs of several, side by side."""
    biases = [layer.bias.detach() for layer in layers if layer.bias is not None]
    if biases and len(biases) != len(layers):
        raise ValueError("either all of the fused layers have a bias, or none")
    bias = torch.cat(biases) if biases else None
    quantised = [layer.quantised() for layer in layers if isinstance(layer, QuantisedLinear)]
    if not quantised:
        return packed_linear(torch.cat([layer.weight.detach() for layer in layers]), bias)
    if len({codes.bits for codes in quantised}) == 1:
        return multiply(joined(quantised), bias)
    # A matrix that doesn't fit int4 has 8 bits, beside others that have 4.
    single = [fused_linear([layer]) for layer in layers]
    return lambda rows: torch.cat([each(rows) for each in single], -1)


def let_go(layers: Sequence[Layer]) -> None:
    """The weights of these layers have been taken over: give their memory back."""
    for layer in layers:
        if isinstance(layer, QuantisedLinear):
            layer.let_go()
        else:
            layer.weight = torch.nn.Parameter(layer.weight.new_empty(0), requires_grad=False)


def head_linear(layer: Layer, *, quantised: bool) -> Linear:
    """The last matrix, of a model whose other layers are `quantised`: it then has 8 bits, also where its
    weights are those of the embedding."""
    if isinstance(layer, QuantisedLinear) or not quantised:
        return fused_linear([layer])
    return multiply(quantise(layer.weight.detach(), 8, layer.weight.dtype))


def packed_linear(weight: torch.Tensor, bias: torch.Tensor | None = None) -> Linear:
    """`weight` [out, in] in the machine's own layout where that is known to help, else as it is."""
    if weight.device.type == "cpu" and can_pack(weight.dtype):
        packed = torch.ops.mkldnn._reorder_linear_weight(weight, _TYPICAL_TOKENS)
        multiply_packed = torch.ops.mkldnn._linear_pointwise

        def run_packed(rows: torch.Tensor) -> torch.Tensor:
            product: torch.Tensor = multiply_packed(rows, packed, bias, "none", [], "")
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
