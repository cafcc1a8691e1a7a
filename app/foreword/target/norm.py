"""RMS norm (arXiv 1910.07467) in as few operations as the device has for it."""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch.nn import functional

Norm = Callable[[torch.Tensor], torch.Tensor]
"""[..., size] in float32 -> the same shape in the model's number format"""


def rms_norm(weight: torch.Tensor, epsilon: float) -> Norm:
    """`weight` is [size], or [heads, size] for a norm of each head; its dtype is that of the result."""
    dtype, size = weight.dtype, weight.shape[-1]
    weight = weight.detach().float()
    shift = torch.tensor(epsilon, device=weight.device)

    def run_fused(hidden: torch.Tensor) -> torch.Tensor:
        return (functional.rms_norm(hidden, (size,), None, epsilon) * weight).to(dtype)

    def run_plain(hidden: torch.Tensor) -> torch.Tensor:
        # On a CPU torch's own rms_norm is a dozen operations; these are five.
        length = torch.linalg.vector_norm(hidden, dim=-1, keepdim=True)
        scale = torch.addcmul(shift, length, length, value=1.0 / size).rsqrt_()
        result = torch.empty(hidden.shape, dtype=dtype, device=hidden.device)
        return torch.mul(hidden * scale, weight, out=result)

    return run_fused if weight.device.type == "cuda" else run_plain
