"""What there is to compute on, in which number formats, and with how much memory.

Names are those of the setting model.device: cpu, cuda:0 and so on, mps, or several, which spreads a model's
layers over all GPUs. Asks torch; main memory is handed in by those who know it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import torch

from foreword.model_messages import Device
from foreword.target.target import TargetError

SEVERAL = "several"
QUANTISED = ("int8", "int4")
_DEFAULT_THREADS = torch.get_num_threads()
_LEFT_FREE = 0.1
"""Of each GPU's free memory, where a model is spread over several: passes need room too."""


def devices(free: int, total: int) -> tuple[Device, ...]:
    """Everything to compute on; `free` and `total` are those of the main memory, in bytes."""
    found = []
    for index in range(torch.cuda.device_count()):
        place = torch.device("cuda", index)
        name = torch.cuda.get_device_name(place)
        found.append(Device(str(place), name, *torch.cuda.mem_get_info(place), precisions(place)))
    if len(found) > 1:
        sums = sum(each.free for each in found), sum(each.total for each in found)
        found.append(Device(SEVERAL, f"{len(found)} GPUs together", *sums, precisions(torch.device("cuda"))))
    if torch.backends.mps.is_available():
        mps = torch.device("mps")
        most = int(torch.mps.recommended_max_memory())
        room = max(0, most - int(torch.mps.driver_allocated_memory()))
        found.append(
            Device("mps", "Apple GPU, which shares the main memory", min(room, free), most, precisions(mps))
        )
    cpu = torch.device("cpu")
    words = f"processor, {_DEFAULT_THREADS} threads ({torch.backends.cpu.get_cpu_capability()})"
    return (*found, Device("cpu", words, free, total, precisions(cpu)))


def chosen_device(wanted: str, free: int, total: int) -> Device:
    """The device that the setting means, with what is free there now. Raises TargetError where it isn't
    there."""
    place = pick_device(wanted)
    name = SEVERAL if wanted == SEVERAL else str(place)
    return next(each for each in devices(free, total) if each.name == name)


def pick_device(wanted: str = "auto") -> torch.device:
    """Where passes run; with several GPUs, the first of them. "auto": CUDA when torch sees one, else
    Apple's MPS, else the CPU. Raises TargetError with one line where there is no such device."""
    count = torch.cuda.device_count() if torch.cuda.is_available() else 0
    mps = torch.backends.mps.is_available()
    if wanted == "auto":
        wanted = "cuda:0" if count else "mps" if mps else "cpu"
    kind, _, number = wanted.partition(":")
    if wanted == "cpu" or (wanted == "mps" and mps):
        return torch.device(wanted)
    if wanted == SEVERAL:
        if count > 1:
            return torch.device("cuda", 0)
        raise TargetError(f"there are not several GPUs here, but {count or 'none'}: take another device")
    if kind == "cuda" and (not number or number.isdecimal()):
        if int(number or 0) < count:
            return torch.device("cuda", int(number or 0))
        raise TargetError(f"there is no device {wanted} here: {_cuda_words(count)}; take another device")
    if wanted == "mps":
        raise TargetError(
            "there is no device mps here: it is the GPU of Apple's computers; take another device"
        )
    raise TargetError(f"{wanted!r} is no device: take auto, cpu, cuda:0 and so on, mps, or several")


def _cuda_words(count: int) -> str:
    if count:
        return f"torch sees {count} CUDA device{'s' * (count > 1)}, numbered from 0"
    if not torch.backends.cuda.is_built():  # type: ignore[no-untyped-call]
        return "the installed torch was built without CUDA"
    return "torch sees no CUDA device"


def pick_dtype(wanted: str, device: torch.device) -> torch.dtype:
    """The number format to compute in: bfloat16 on a GPU and on processors with bfloat16 arithmetic,
    float32 elsewhere, unless another is wanted. Raises TargetError where that can't be had."""
    if wanted == "auto" or wanted in QUANTISED:
        return torch.bfloat16 if device.type != "cpu" or _cpu_has_bfloat16() else torch.float32
    if wanted == "float16" and not _computes_float16(device):
        raise TargetError(
            "this processor has no arithmetic in float16: take bfloat16 or float32 (model.dtype)"
        )
    named: torch.dtype = getattr(torch, wanted)
    return named


def precisions(device: torch.device) -> tuple[str, ...]:
    """The precisions that work there, the usual one first."""
    usual = str(pick_dtype("auto", device)).removeprefix("torch.")
    floats = ["float32", "bfloat16", *(["float16"] if _computes_float16(device) else [])]
    return (usual, *(each for each in floats if each != usual), *QUANTISED)


def use_threads(count: int) -> None:
    """How many processor threads passes take; 0: as torch chose them. Holds for the calling thread's
    passes."""
    torch.set_num_threads(count or _DEFAULT_THREADS)


def spread(model: torch.nn.Module, room: Mapping[int, int], dtype: torch.dtype) -> dict[str, int]:
    """Which GPU each part of a model on the meta device goes to. `room`: free bytes by GPU.

    Raises TargetError where they can't hold it together.
    """
    from accelerate import infer_auto_device_map  # type: ignore[import-untyped]

    usable: dict[int | str, int | str] = {gpu: int(free * (1 - _LEFT_FREE)) for gpu, free in room.items()}
    whole = getattr(model, "_no_split_modules", None) or []
    model.tie_weights()  # type: ignore[operator]
    found: dict[str, Any] = infer_auto_device_map(
        model, max_memory={**usable, "cpu": 0}, no_split_module_classes=list(whole), dtype=dtype
    )
    if any(place in ("cpu", "disk") for place in found.values()):
        raise TargetError(
            f"the model doesn't fit into the memory of {len(room)} GPUs together: take a smaller one or a "
            "lower precision"
        )
    return found


def free_on_gpus() -> dict[int, int]:
    """Free bytes of each CUDA device."""
    return {index: torch.cuda.mem_get_info(index)[0] for index in range(torch.cuda.device_count())}


def _cpu_has_bfloat16() -> bool:
    return bool(torch.cpu._is_avx512_bf16_supported() or torch.cpu._is_amx_tile_supported())


def _computes_float16(device: torch.device) -> bool:
    if device.type != "cpu":
        return True
    return bool(torch._C._has_mkldnn and torch.ops.mkldnn._is_mkldnn_fp16_supported())
