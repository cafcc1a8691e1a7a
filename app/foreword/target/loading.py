"""From a folder of safetensors to a running target: device, number format, weights, tokenizer.

The folder has been checked before (see models). Nothing from it is ever run as code. This is the
first module of the app that imports torch: import it only where a model is really needed.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch
from transformers import AutoConfig, AutoModelForCausalLM
from transformers.utils import logging as transformers_logging

from foreword.target import attention
from foreword.target.plain_target import PlainTarget
from foreword.target.target import TargetError
from foreword.target.tokenizer import TransformersTokenizer
from foreword.target.transformers_target import TransformersTarget
from foreword.target.vocabulary import fast_tokenizer, first_line

Progress = Callable[[str, float | None], None]


def load_target(
    folder: Path,
    *,
    name: str,
    dtype: str = "auto",
    context: int = 8192,
    notes_at: Path | None = None,
    mode: str = "exact",
    progress: Progress = lambda _stage, _fraction: None,
) -> TransformersTarget | PlainTarget:
    """Load the model of `folder`; `context` bounds prompt and reply together, in tokens.

    Mode "exact" uses passes of one invariance class and chains alone; "fast" uses any width and trees.

    Raises TargetError with one line where the model can't be loaded or run here.
    """
    transformers_logging.set_verbosity_error()
    transformers_logging.disable_progress_bar()
    attention.register()
    device = pick_device()
    progress("Loading the weights", None)
    why_plain = _why_plain(folder)
    implementation = "eager" if why_plain else attention.NAME
    model = _load_model(folder, pick_dtype(dtype, device), device, implementation)
    progress("Loading the tokenizer", None)
    tokenizer = load_tokenizer(folder, model)
    if why_plain:
        return PlainTarget(model, tokenizer, name=name, context=context, reason=why_plain)
    progress("Testing which passes agree bit for bit", None)
    try:
        return TransformersTarget(model, tokenizer, name=name, context=context, notes_at=notes_at, mode=mode)
    except NotImplementedError as error:
        raise TargetError(f"{name} can't be run: {error}") from error


def pick_device() -> torch.device:
    """CUDA when torch sees one, else Apple's MPS, else the CPU."""
    if torch.cuda.is_available():
        return torch.device("cuda", 0)
    if torch.backends.mps.is_available():
        return torch.device("mps")
    return torch.device("cpu")


def pick_dtype(wanted: str, device: torch.device) -> torch.dtype:
    """bfloat16 on a GPU and on processors with bfloat16 arithmetic, float32 elsewhere, if "auto"."""
    if wanted != "auto":
        named: torch.dtype = getattr(torch, wanted)
        return named
    if device.type != "cpu":
        return torch.bfloat16
    return torch.bfloat16 if _cpu_has_bfloat16() else torch.float32


def _cpu_has_bfloat16() -> bool:
    return bool(torch.cpu._is_avx512_bf16_supported() or torch.cpu._is_amx_tile_supported())


def _why_plain(folder: Path) -> str:
    """Why a model's cache can't be rewound, by its configuration; empty where it can."""
    config = AutoConfig.from_pretrained(folder, trust_remote_code=False, local_files_only=True)
    config = config.get_text_config(decoder=True)
    kinds = set(getattr(config, "layer_types", None) or ())
    odd = sorted(kinds - {"full_attention", "sliding_attention"})
    if odd:
        return f"its layers ({', '.join(odd)}) keep a state that can't be rewound"
    architecture = AutoModelForCausalLM._model_mapping.get(type(config), None)
    if getattr(architecture, "_is_stateful", False):
        return "its layers keep a state that can't be rewound"
    if not getattr(architecture, "_supports_attention_backend", False):
        return "its attention can't be replaced by one whose rows agree at several widths"
    return ""


def _load_model(folder: Path, dtype: torch.dtype, device: torch.device, implementation: str) -> Any:
    try:
        model = AutoModelForCausalLM.from_pretrained(
            folder,
            dtype=dtype,
            attn_implementation=implementation,
            use_safetensors=True,
            trust_remote_code=False,
            local_files_only=True,
        )
        return model.to(device).eval()
    except torch.OutOfMemoryError as error:
        raise TargetError(f"{folder.name} doesn't fit into the memory of {device}") from error
    except (OSError, ValueError, RuntimeError, KeyError) as error:
        raise TargetError(f"{folder.name} can't be loaded: {first_line(error)}") from error


def load_tokenizer(folder: Path, model: Any) -> TransformersTokenizer:
    tokenizer = fast_tokenizer(folder)
    rows = model.get_input_embeddings().weight.shape[0]
    if len(tokenizer) > rows:
        raise TargetError(
            f"the tokenizer of {folder.name} has {len(tokenizer)} tokens, the model only {rows}"
        )
    return TransformersTokenizer(tokenizer, _eos_ids(model, tokenizer))


def _eos_ids(model: Any, tokenizer: Any) -> frozenset[int]:
    declared: Any = getattr(model.generation_config, "eos_token_id", None)
    ids: list[int | None] = declared if isinstance(declared, list) else [declared]
    return frozenset(token for token in [*ids, tokenizer.eos_token_id] if token is not None)
