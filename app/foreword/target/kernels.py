"""Which kernel multiplies by a quantised matrix on which device, each tried against the plain numbers.

On a CPU torch's own int8 and int4 kernels read the codes as they are: less memory to read is less time. On
a GPU, int4 has one where the shape fits. Everywhere else the numbers are restored in each pass, which saves
memory, not time. The kernels' arithmetic doesn't depend on how many rows there are, as the self-test finds.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import torch
from torch.nn.functional import linear

if TYPE_CHECKING:
    from foreword.target.quantised import Codes

Linear = Callable[[torch.Tensor], torch.Tensor]
"""[tokens, in] -> [tokens, out]"""

_MAY_DIFFER = 0.02
"""Relative distance that rounding explains, in any number format."""
_COLUMNS_OF_KERNEL = 16
"""The CPU's int8 kernel reads so many columns at once, and past the end of a row that has fewer."""
_TRIAL_ROWS = 3

#: What was found of a kernel, by device, bits, number format and shape: the same for all layers alike.
_trusted: dict[tuple[str, int, torch.dtype, tuple[int, int]], bool] = {}


def multiply(codes: Codes, bias: torch.Tensor | None = None) -> Linear:
    """The product with this matrix, by the quickest kernel that is right here."""
    bias = None if bias is None else bias.detach()
    kernel = _kernel(codes)
    if kernel is None or not _is_trusted(kernel, codes):
        return lambda rows: linear(rows, codes.numbers(), bias)
    if bias is None:
        return kernel
    return lambda rows: kernel(rows).add_(bias)


def _kernel(codes: Codes) -> Linear | None:
    device = codes.codes.device
    if device.type == "cpu":
        return _cpu_int8(codes) if codes.bits == 8 else _cpu_int4(codes)
    if device.type == "cuda" and codes.bits == 4:
        return _cuda_int4(codes)
    return None


def _cpu_int8(codes: Codes) -> Linear | None:
    matrix, scales = codes.codes.contiguous(), codes.scales
    if matrix.shape[1] % _COLUMNS_OF_KERNEL:
        return None
    return lambda rows: torch._weight_int8pack_mm(rows.contiguous(), matrix, scales)


def _cpu_int4(codes: Codes) -> Linear:
    packed = torch.ops.aten._convert_weight_to_int4pack_for_cpu(codes.nibbles().int(), 1)
    group, steps = _group(codes), _scales_and_zeros(codes)
    run = torch.ops.aten._weight_int4pack_mm_for_cpu

    def product(rows: torch.Tensor) -> torch.Tensor:
        found: torch.Tensor = run(rows.contiguous(), packed, group, steps)
        return found

    return product


def _cuda_int4(codes: Codes) -> Linear | None:
    """torch's tensor core kernel: bfloat16 from compute capability 8.0 on, in tiles of 16 columns."""
    rows, columns = codes.shape
    tiles = next((tiles for tiles in (8, 4, 2) if columns % (16 * tiles) == 0), 0)
    capable = torch.cuda.get_device_capability(codes.codes.device) >= (8, 0)
    if codes.scales.dtype != torch.bfloat16 or rows % 8 or not tiles or not capable:
        return None
    packed = torch.ops.aten._convert_weight_to_int4pack(codes.codes.contiguous(), tiles)
    group, steps = _group(codes), _scales_and_zeros(codes)
    run = torch.ops.aten._weight_int4pack_mm

    def product(tokens: torch.Tensor) -> torch.Tensor:
        found: torch.Tensor = run(tokens.contiguous(), packed, group, steps)
        return found

    return product


def _group(codes: Codes) -> int:
    return codes.shape[1] // codes.scales.shape[1]


def _scales_and_zeros(codes: Codes) -> torch.Tensor:
    """[groups, out, 2], as the int4 kernels read them."""
    assert codes.zeros is not None
    return torch.stack((codes.scales, codes.zeros), -1).transpose(0, 1).contiguous()


@torch.inference_mode()
def _is_trusted(kernel: Linear, codes: Codes) -> bool:
    """Whether the kernel gives, on this very matrix, what its numbers give."""
    key = (str(codes.codes.device), codes.bits, codes.scales.dtype, codes.shape)
    if key not in _trusted:
        generator = torch.Generator().manual_seed(0)
        rows = torch.randn(_TRIAL_ROWS, codes.shape[1], generator=generator)
        rows = rows.to(codes.codes.device, codes.scales.dtype)
        expected = linear(rows, codes.numbers()).float()
        try:
            found = kernel(rows).float()
        except (RuntimeError, NotImplementedError):  # this build of torch has no such kernel
            _trusted[key] = False
        else:
            _trusted[key] = bool((found - expected).norm() <= _MAY_DIFFER * expected.norm())
    return _trusted[key]
