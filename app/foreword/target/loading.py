"""From a folder of safetensors to a running target: device, number format, weights, tokenizer.

The folder has been checked before (see models). Nothing from it is ever run as code. This is the
first module of the app that imports torch: import it only where a model is really needed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from transformers import AutoModelForCausalLM
from transformers.utils import logging as transformers_logging

from foreword.target import attention
from foreword.target.devices import QUANTISED, SEVERAL, pick_device, pick_dtype, use_threads
from foreword.target.passes import NotFused
from foreword.target.plain_target import PlainTarget
from foreword.target.reading import Reading, read_config, read_model
from foreword.target.target import LoadStopped, TargetError
from foreword.target.tokenizer import TransformersTokenizer
from foreword.target.transformers_target import Options, TransformersTarget
from foreword.target.vocabulary import read_tokenizer

Progress = Callable[[str, float | None], None]

_ON_A_GPU = "on this device int8 saves memory, not time: the numbers are restored in each pass"
_BYTES = (
    "the conversation is kept in 8 bits: it takes about half the memory, passes over a long one are slower, "
    "and answers differ a little from those with it in full"
)


def load_target(
    folder: Path,
    *,
    name: str,
    dtype: str = "auto",
    context: int = 8192,
    notes_at: Path | None = None,
    mode: str = "exact",
    device: str = "auto",
    threads: int = 0,
    cache: str = "full",
    template: str = "",
    progress: Progress = lambda _stage, _fraction: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> TransformersTarget | PlainTarget:
    """Load the model of `folder`; `context` bounds prompt and reply together, in tokens.

    Mode "exact" uses passes of one invariance class and chains alone; "fast" uses any width and trees.
    `device`, `threads`, `cache` and `template` are as in LoadRequest.

    Raises TargetError with one line where the model can't be loaded or run here, and LoadStopped soon
    after `cancelled` says so.
    """
    transformers_logging.set_verbosity_error()
    transformers_logging.disable_progress_bar()
    attention.register()
    # 1. What can be said before anything slow begins.
    place = pick_device(device)
    number_format = pick_dtype(dtype, place)
    use_threads(threads)
    progress("Loading the tokenizer", None)
    tokenizer = read_tokenizer(folder, template)
    why_plain = _why_plain(folder)
    wanted = Reading(
        folder=folder,
        precision=dtype if dtype in QUANTISED else "",
        dtype=number_format,
        device=place,
        several=device == SEVERAL,
        implementation="eager" if why_plain else attention.NAME,
    )
    # 2. The weights, and the target around them.
    loading = _Loading(wanted, tokenizer, name, context, notes_at, mode, progress, cancelled)
    try:
        if why_plain:
            return loading.plain(why_plain, cache)
        return loading.drafting(cache)
    except NotImplementedError as error:
        raise TargetError(f"{name} can't be run: {error}") from error
    except (AttributeError, TypeError, RuntimeError) as error:
        if isinstance(error, TargetError) or not wanted.precision:
            raise
        # Model code that multiplies by a layer's weights itself, past the layer.
        raise TargetError(
            f"{name} can't be had in {dtype}: its own code needs its weights in full; take bfloat16"
        ) from error


class _Loading:
    """One model on its way."""

    def __init__(
        self,
        wanted: Reading,
        tokenizer: TransformersTokenizer,
        name: str,
        context: int,
        notes_at: Path | None,
        mode: str,
        progress: Progress,
        cancelled: Callable[[], bool],
    ) -> None:
        self._wanted = wanted
        self._tokenizer = tokenizer
        self._name = name
        self._context = context
        self._notes_at = notes_at
        self._mode = mode
        self._progress = progress
        self._cancelled = cancelled

    def plain(self, reason: str, cache: str) -> PlainTarget:
        """For a model whose state can't be rewound; its own cache is always kept in full."""
        unkept = ["this model's conversation can't be kept in 8 bits, and is kept in full"]
        target = PlainTarget(
            self._read(),
            self._tokenizer,
            name=self._name,
            context=self._context,
            reason=reason,
            precision=self._wanted.precision,
            notes=[*self._notes(), *(unkept if cache == "int8" else [])],
        )
        target.extend([0])  # said now, not in the first reply, if it can't
        target.forget()
        return target

    def drafting(self, cache: str) -> TransformersTarget:
        several = "its layers are spread over several GPUs" if self._wanted.several else ""
        options = Options(
            precision=self._wanted.precision,
            cache=cache,
            why_not_fused=several,
            take=not several,
            between=self._hear_stop,
            notes=(*self._notes(), *([_BYTES] if cache == "int8" else [])),
        )
        try:
            return self._target(options)
        except NotFused as error:
            why_not = str(error)
        # Rare: our forward has taken the weights over, and turned out wrong for them.
        return self._target(replace(options, take=False, why_not_fused=why_not))

    def _target(self, options: Options) -> TransformersTarget:
        model = self._read()
        self._progress("Testing exactness", None)
        return TransformersTarget(
            model,
            self._tokenizer,
            name=self._name,
            context=self._context,
            notes_at=self._notes_at,
            mode=self._mode,
            options=options,
        )

    def _read(self) -> Any:
        self._hear_stop()
        return read_model(self._wanted, self._progress, self._cancelled)

    def _hear_stop(self) -> None:
        if self._cancelled():
            raise LoadStopped

    def _notes(self) -> list[str]:
        on_gpu = self._wanted.precision == "int8" and self._wanted.device.type != "cpu"
        return [*([_ON_A_GPU] if on_gpu else []), *([self._tokenizer.notes] if self._tokenizer.notes else [])]


def _why_plain(folder: Path) -> str:
    """Why a model's cache can't be rewound, by its configuration; empty where it can."""
    config = read_config(folder).get_text_config(decoder=True)
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
