"""Weights in 8 or 4 bits: how numbers become codes, and the module that stands in for a linear layer.

int8: one scale for each row of the matrix. int4: groups of 32 numbers of a row share a scale and a zero.
A quantised model is a target of its own, with answers of its own; speculation is exact against it as
against any. Which kernel multiplies by the codes is for `kernels` to say; until `lay_out` was called, the
module multiplies by the numbers that the codes stand for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

import torch
from torch import nn
from torch.nn.functional import linear
from transformers.pytorch_utils import Conv1D

from foreword.target.kernels import Linear, multiply

Bits = Literal[8, 4]
BITS: dict[str, Bits] = {"int8": 8, "int4": 4}
GROUP = 32
"""Numbers that share a scale and a zero in int4."""
ROWS_AT_ONCE = 4096
"""Rows that are quantised together: of the last matrix there can be a quarter of a million."""
_ROWS_OF_KERNEL = 16
"""int4 kernels take so many rows of the matrix at once; other matrices get 8 bits."""


@dataclass(frozen=True, slots=True)
class Codes:
    """A matrix [out, in] in few bits. 8: `codes` int8, `scales` [out]. 4: `codes` uint8 [out, in / 2], two
    to a byte, the even column's in the upper half; `scales` and `zeros` [out, in / 32]. Scales have the
    number format that the model computes in."""

    bits: Bits
    codes: torch.Tensor
    scales: torch.Tensor
    zeros: torch.Tensor | None = None

    @property
    def shape(self) -> tuple[int, int]:
        return self.codes.shape[0], self.codes.shape[1] * 8 // self.bits

    def numbers(self) -> torch.Tensor:
        """The matrix that the codes stand for."""
        if self.zeros is None:
            return self.codes.to(self.scales.dtype) * self.scales[:, None]
        grouped = self.nibbles().view(self.codes.shape[0], -1, GROUP).to(self.scales.dtype) - 8
        return torch.addcmul(self.zeros[..., None], grouped, self.scales[..., None]).flatten(1)

    def nibbles(self) -> torch.Tensor:
        """The 4-bit codes one by one, [out, in]."""
        return torch.stack((self.codes >> 4, self.codes & 15), -1).flatten(1)


def quantise(weight: torch.Tensor, bits: Bits, dtype: torch.dtype) -> Codes:
    """The codes nearest to `weight` [out, in]; `dtype` is that of the scales. Only some rows at a time are
    ever held in float32."""
    parts = [_quantise(rows, bits, dtype) for rows in torch.split(weight.detach(), ROWS_AT_ONCE)]
    return parts[0] if len(parts) == 1 else joined(parts)


def _quantise(weight: torch.Tensor, bits: Bits, dtype: torch.dtype) -> Codes:
    weight = weight.float()
    if bits == 8:
        scales = (weight.abs().amax(1) / 127).clamp_(min=1e-12).to(dtype)
        codes = (weight / scales.float()[:, None]).round_().clamp_(-127, 127).to(torch.int8)
        return Codes(8, codes, scales)
    grouped = weight.view(weight.shape[0], -1, GROUP)
    low, high = grouped.amin(2), grouped.amax(2)
    scales = ((high - low) / 15).clamp_(min=1e-12).to(dtype)
    zeros = (low + 8 * scales.float()).to(dtype)
    steps = (grouped - zeros.float()[..., None]) / scales.float()[..., None] + 8
    nibbles = steps.round_().clamp_(0, 15).to(torch.uint8).flatten(1)
    return Codes(4, nibbles[:, ::2] << 4 | nibbles[:, 1::2], scales, zeros)


def joined(parts: Sequence[Codes]) -> Codes:
    """Matrices of equal kind, one below the other."""
    zeros = [part.zeros for part in parts if part.zeros is not None]
    return replace(
        parts[0],
        codes=torch.cat([part.codes for part in parts]),
        scales=torch.cat([part.scales for part in parts]),
        zeros=torch.cat(zeros) if zeros else None,
    )


class QuantisedLinear(nn.Module):
    """In the place of a linear layer. Made on the meta device; `take` gives it its weights."""

    def __init__(
        self, shape: tuple[int, int], bits: Bits, bias: nn.Parameter | None, *, turned: bool
    ) -> None:
        """`turned`: its weights are stored as [in, out]."""
        super().__init__()
        self.bits = bits
        self.shape = shape
        self._turned = turned
        # Named as in the files, so that the loader finds where they belong; gone once they were taken.
        stored = shape[::-1] if turned else shape
        self.weight = nn.Parameter(torch.empty(stored, device="meta"), requires_grad=False)
        self.bias = bias
        self._multiply: Linear | None = None
        # No buffer: the loader would take it for one that the files lack, and fill it anew.
        self.codes: Codes | None = None

    def take(self, weight: torch.Tensor) -> None:
        """Quantise these weights and let them go. Raises ValueError where they have another shape."""
        matrix = weight.T if self._turned else weight
        if tuple(matrix.shape) != self.shape:
            raise ValueError(f"a matrix of {tuple(matrix.shape)} where {self.shape} is wanted")
        # Empty, but there: model code may ask for its number format, and the loader must not fill it.
        self.weight = nn.Parameter(weight.new_empty(0), requires_grad=False)
        self.weight._is_hf_initialized = True  # type: ignore[attr-defined]
        self.codes = quantise(matrix, self.bits, weight.dtype)

    def quantised(self) -> Codes:
        """Raises RuntimeError where they were let go."""
        if self.codes is None:
            raise RuntimeError("this layer's codes were taken over")
        return self.codes

    def lay_out(self) -> None:
        """Choose the kernel and give it the codes in its own order; they are kept in no other."""
        self._multiply = multiply(self.quantised(), self.bias)
        self.let_go()

    def let_go(self) -> None:
        """Somebody else has taken the codes over."""
        self.codes = None

    def forward(self, rows: torch.Tensor) -> torch.Tensor:
        if self._multiply is None:
            return linear(rows, self.quantised().numbers(), self.bias)
        return self._multiply(rows.flatten(0, -2)).view(*rows.shape[:-1], self.shape[0])


def replace_linears(model: Any, wanted: str) -> int:
    """Put a QuantisedLinear in the place of every linear layer of a model on the meta device; returns how
    many weights that concerns. The last matrix gets 8 bits, and none where it is the embedding's too."""
    output = model.get_output_embeddings()
    concerned = 0
    for parent, name, layer in list(_linears(model)):
        turned = isinstance(layer, Conv1D)
        shape = tuple(layer.weight.shape[::-1] if turned else layer.weight.shape)
        bits: Bits = 8 if layer is output else _possible(shape, BITS[wanted])
        if layer is output and is_tied(model):
            continue
        setattr(parent, name, QuantisedLinear(shape, bits, layer.bias, turned=turned))
        concerned += shape[0] * shape[1]
    return concerned


def is_tied(model: Any) -> bool:
    """Whether the last matrix is the embedding's."""
    return bool(model.config.get_text_config(decoder=True).tie_word_embeddings)


def lay_out(model: nn.Module) -> None:
    """Choose the kernels of all quantised layers that still hold their codes."""
    for module in model.modules():
        if isinstance(module, QuantisedLinear) and module.codes is not None:
            module.lay_out()


def _linears(model: nn.Module) -> Iterator[tuple[nn.Module, str, Any]]:
    for parent in model.modules():
        for name, child in parent.named_children():
            if type(child) is nn.Linear or isinstance(child, Conv1D):
                yield parent, name, child


def _possible(shape: tuple[int, ...], bits: Bits) -> Bits:
    """The bits that a matrix of this shape can have."""
    if bits == 4 and (shape[0] % _ROWS_OF_KERNEL or shape[1] % GROUP):
        return 8
    return bits
