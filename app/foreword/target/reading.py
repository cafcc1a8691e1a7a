"""From checked files to a transformers model with its weights where they belong: the slow part of loading.

Weights are read tensor by tensor (see weights), quantised one by one where that is wanted, and put where
they will compute. Every weight comes from the files: a model that would have made some up is refused.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError
from transformers import AutoConfig, AutoModelForCausalLM, GenerationConfig
from transformers.models.auto.auto_factory import _get_model_class

from foreword.target.devices import free_on_gpus, spread
from foreword.target.memory import is_about_memory
from foreword.target.quantised import BITS
from foreword.target.quantiser import NotTaken, QuantiserConfig, TooLittle
from foreword.target.target import OutOfMemory, TargetError
from foreword.target.vocabulary import first_line
from foreword.target.weights import Cancelled, Progress, stored_tensors

_STRANGERS = (
    OSError, ValueError, LookupError, TypeError, AttributeError, ArithmeticError, RuntimeError, ImportError,
    AssertionError, MemoryError, SafetensorError,
)  # fmt: skip
"""What transformers raises, somewhere deep inside, over files that say what they shouldn't."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What to read, how and to where. `several`: spread over all GPUs."""

    folder: Path
    precision: str
    dtype: torch.dtype
    device: torch.device
    several: bool
    implementation: str


def read_config(folder: Path) -> Any:
    """The configuration. Raises TargetError where it can't be read, or where the weights are quantised
    already, in a way that needs a library of its own."""
    try:
        config = AutoConfig.from_pretrained(folder, trust_remote_code=False, local_files_only=True)
    except _STRANGERS as error:
        raise TargetError(f"the configuration of {folder.name} can't be read: {first_line(error)}") from error
    record = getattr(config, "quantization_config", None)
    if record is not None:
        method = record.get("quant_method", "?") if isinstance(record, dict) else record.quant_method
        raise TargetError(
            f"the weights of {folder.name} are quantised already ({str(method)[:40]}): take the model in "
            "full; int8 and int4 can be chosen for it here (model.dtype)"
        )
    return config


def read_model(wanted: Reading, progress: Progress, cancelled: Cancelled) -> Any:
    """The model, ready to compute. Raises TargetError with one line, OutOfMemory, or LoadStopped."""
    config = read_config(wanted.folder)
    name = wanted.folder.name
    try:
        kind = _get_model_class(config, AutoModelForCausalLM._model_mapping)
        with stored_tensors(wanted.folder, progress, cancelled) as tensors:
            model, report = kind.from_pretrained(
                None,
                config=config,
                state_dict=dict(tensors),
                dtype=wanted.dtype,
                attn_implementation=wanted.implementation,
                device_map=_places(wanted, kind, config),
                quantization_config=QuantiserConfig(precision=wanted.precision)
                if wanted.precision in BITS
                else None,
                output_loading_info=True,
                ignore_mismatched_sizes=True,  # they are refused below, in words
            )
        _refuse_gaps(report, name)
    except TooLittle as error:
        raise TargetError(
            f"{name} can't be had in {wanted.precision}: most of its weights lie outside of linear layers; "
            "take bfloat16"
        ) from error
    except NotTaken as error:
        cause = error.__cause__
        assert isinstance(cause, Exception)
        raise _refusal(wanted, cause, f"{error}: ") from cause
    except TargetError:
        raise
    except _STRANGERS as error:
        raise _refusal(wanted, error) from error
    model.generation_config = _generation(wanted.folder, config)
    return model.eval()


def _places(wanted: Reading, kind: Any, config: Any) -> dict[str, Any] | None:
    """Where each part goes, for transformers; None: to the processor."""
    if wanted.several:
        with torch.device("meta"):
            skeleton = kind._from_config(config, dtype=wanted.dtype)
        return dict(spread(skeleton, free_on_gpus(), wanted.dtype))
    return None if wanted.device.type == "cpu" else {"": wanted.device}


def _refusal(wanted: Reading, error: Exception, where: str = "") -> TargetError:
    name = wanted.folder.name
    if is_about_memory(error):
        return OutOfMemory(
            f"{name} doesn't fit into the memory of {wanted.device}: take a lower precision, a smaller "
            "model, or close other programs"
        )
    return TargetError(f"{name} can't be loaded: {where}{first_line(error)}")


def _refuse_gaps(report: Any, name: str) -> None:
    """What the files lack, transformers fills with random numbers: such a model would babble."""
    missing = sorted(report["missing_keys"])
    if missing:
        raise TargetError(
            f"{name} is incomplete: its files lack {len(missing)} of its weights, such as {missing[0][:80]}; "
            "fetch it again"
        )
    for key, stored, expected in sorted(report["mismatched_keys"], key=str):
        raise TargetError(
            f"{name} is damaged: {key[:80]} has the shape {tuple(stored)} instead of {tuple(expected)}"
        )


def _generation(folder: Path, config: Any) -> Any:
    try:
        return GenerationConfig.from_pretrained(folder, local_files_only=True)
    except _STRANGERS:  # there is none, or one that says nothing of use: the configuration's then
        return GenerationConfig.from_model_config(config)
