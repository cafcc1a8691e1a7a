"""TransformersTarget: a causal language model from a folder of safetensors, run through transformers.

Every pass, plain steps and prefill chunks included, is padded to a width of one invariance class
(see invariance.py) and attends over a static cache through an explicit mask, so that drafting can't
change a bit of the answer. Knows token ids, slots and logits; nothing of speculators or sampling.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import torch

from foreword.messages import ModelInfo
from foreword.target import attention, fingerprint
from foreword.target.cache import SlotCache
from foreword.target.invariance import CANDIDATES, InvarianceClass, find_class
from foreword.target.target import TargetError
from foreword.target.tokenizer import TransformersTokenizer

_KNOWN_LAYERS = {"full_attention", "sliding_attention"}


class TransformersTarget:
    """A loaded model with its cache. See `Target` for what each method promises."""

    def __init__(
        self, model: Any, tokenizer: TransformersTokenizer, *, name: str, context: int, notes_at: Path | None
    ) -> None:
        self._config = model.config.get_text_config(decoder=True)
        _refuse_unknown_layers(self._config)
        self._model = model
        self._tokenizer = tokenizer
        self._device = model.device
        self._dtype = model.dtype
        self._context = min(context, getattr(self._config, "max_position_embeddings", None) or context)
        heads = self._config.num_attention_heads
        self._groups = heads // (getattr(self._config, "num_key_value_heads", None) or heads)
        self._window = getattr(self._config, "sliding_window", None)
        layer_types = getattr(self._config, "layer_types", None) or []
        self._slides = "sliding_attention" in layer_types and self._window is not None
        self._cached: list[int] = []
        self._pending: list[int] = []
        self._cache = self._new_cache()
        self._class = self._measure_class(notes_at)
        self._info = self._describe(name)

    # --- what it is
    @property
    def info(self) -> ModelInfo:
        return self._info

    @property
    def tokenizer(self) -> TransformersTokenizer:
        return self._tokenizer

    @property
    def widths(self) -> tuple[int, ...]:
        return self._class.widths

    @property
    def context_length(self) -> int:
        return self._context

    @property
    def chunk(self) -> int:
        return self._class.widths[-1]

    # --- the cache
    def reuse(self, token_ids: Sequence[int]) -> int:
        shorter = min(len(token_ids), len(self._cached))
        kept = next((at for at in range(shorter) if token_ids[at] != self._cached[at]), shorter)
        del self._cached[kept:]
        self._cache.length = kept
        return kept

    def extend(self, token_ids: Sequence[int]) -> None:
        self._forward(token_ids, self._padded(len(token_ids)), rows=False)
        self._cached.extend(token_ids)
        self._cache.length = len(self._cached)

    # --- passes
    def verify(self, token_ids: Sequence[int], parents: Sequence[int]) -> torch.Tensor:
        if any(parent != node - 1 for node, parent in enumerate(parents)):
            raise ValueError("this target verifies chains only")
        self._pending = list(token_ids)
        return self._forward(token_ids, self._padded(len(token_ids)), rows=True)

    def keep(self, path: Sequence[int]) -> None:
        self._cached.append(self._pending[0])
        self._cached.extend(self._pending[node] for node in path)
        self._cache.length = len(self._cached)

    def close(self) -> None:
        del self._model, self._cache
        self._cached.clear()
        if self._device.type == "cuda":
            torch.cuda.empty_cache()

    def _forward(self, token_ids: Sequence[int], width: int, *, rows: bool) -> torch.Tensor:
        """One pass of `width` tokens, the last ones padding. Logits [tokens, vocabulary]."""
        count = len(token_ids)
        span = self._cache.aim(width)
        padded = [*token_ids, *[0] * (width - count)]
        slots = torch.arange(self._cache.length, self._cache.length + width, device=self._device)
        with torch.inference_mode(), _environment_errors():
            output = self._model(
                input_ids=torch.tensor([padded], device=self._device),
                attention_mask=self._mask(slots, span),
                # Padding may stand behind the last position that the model has an embedding for.
                position_ids=slots.clamp(max=self._context - 1)[None],
                cache=self._cache,
                use_cache=True,
                logits_to_keep=0 if rows else 1,
            )
        logits: torch.Tensor = output.logits[0, :count]
        return logits

    def _mask(self, slots: torch.Tensor, span: int) -> torch.Tensor | dict[str, torch.Tensor]:
        full = attention.packed_mask(slots, span, self._groups, self._dtype)
        if not self._slides:
            return full
        near = attention.packed_mask(slots, span, self._groups, self._dtype, self._window)
        return {"full_attention": full, "sliding_attention": near}

    def _padded(self, count: int) -> int:
        """The narrowest width of the class that holds `count` tokens."""
        return next(width for width in self._class.widths if width >= count)

    # --- the self-test
    def _measure_class(self, notes_at: Path | None) -> InvarianceClass:
        known = fingerprint.read_class(notes_at, self._model)
        if known is not None:
            return known
        times: dict[int, float] = {}
        test_ids = _test_tokens(max(CANDIDATES), self._config.vocab_size)
        self._cache.length = 1
        self._forward(test_ids[:2], 2, rows=False)  # allocates the layers
        _fill_with_noise(self._cache)

        def run(context: int, tokens: int, width: int) -> torch.Tensor:
            self._cache.length = context
            begin = time.perf_counter()
            rows = self._forward(test_ids[:tokens], width, rows=True).clone()
            elapsed = time.perf_counter() - begin
            times[width] = min(elapsed, times.get(width, elapsed))
            return rows

        found = find_class(run, times.__getitem__, self._context)
        self._cache = self._new_cache()
        fingerprint.write_class(notes_at, self._model, found)
        return found

    def _new_cache(self) -> SlotCache:
        return SlotCache(self._config.num_hidden_layers, self._context + max(CANDIDATES))

    def _describe(self, name: str) -> ModelInfo:
        return ModelInfo(
            name=name,
            device=fingerprint.device_name(self._device),
            dtype=str(self._dtype).removeprefix("torch."),
            context_length=self._context,
            vocab_size=self._config.vocab_size,
            fingerprint=fingerprint.numeric(self._model, self._class),
            widths=self._class.widths,
        )


def _refuse_unknown_layers(config: Any) -> None:
    kinds = set(getattr(config, "layer_types", None) or ["full_attention"])
    if kinds - _KNOWN_LAYERS:
        odd = ", ".join(sorted(kinds - _KNOWN_LAYERS))
        raise TargetError(
            f"this model's layers ({odd}) keep a state that can't be rewound: not supported yet"
        )


def _test_tokens(count: int, vocab_size: int) -> list[int]:
    generator = torch.Generator().manual_seed(0)
    return torch.randint(vocab_size, (count,), generator=generator).tolist()


@torch.inference_mode()
def _fill_with_noise(cache: SlotCache) -> None:
    """Contents for the self-test: any numbers will do for comparing bits, and none needs a prefill."""
    for layer in cache.layers:
        layer.keys.normal_()
        layer.values.normal_()


@contextlib.contextmanager
def _environment_errors() -> Iterator[None]:
    """Out of memory is the machine's fault, not ours: say it in one line."""
    try:
        yield
    except torch.OutOfMemoryError as error:
        raise TargetError(
            "the device has no memory left: close other programs or take a smaller model"
        ) from error
    except RuntimeError as error:
        if "allocate memory" not in str(error):
            raise
        raise TargetError("no memory is left: close other programs or take a smaller model") from error
