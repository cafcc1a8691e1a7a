"""TransformersTarget: a causal language model loaded by transformers, with its cache.

Every pass, plain steps and prefill chunks included, is padded to a width of one invariance class
(see invariance.py) and attends over a static cache through an explicit mask, so that drafting can't
change a bit of the answer. Knows token ids, slots and logits; nothing of speculators or sampling.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch

from foreword.messages import ModelInfo
from foreword.target import fingerprint
from foreword.target.cache import SlotCache
from foreword.target.graphs import GraphPass
from foreword.target.invariance import CANDIDATES, CONTEXTS, InvarianceClass, find_class
from foreword.target.layout import chain_layout, tree_layout
from foreword.target.memory import environment_errors
from foreword.target.passes import FusedPass, Pass, choose_pass
from foreword.target.tokenizer import TransformersTokenizer

_AFFORDABLE = 0.05
"""What exactness may cost of the fastest plain pass before the user is told."""


@dataclass(frozen=True, slots=True)
class Options:
    """How a model was loaded, as far as its target must know.

    `precision` is what its weights were quantised to, `cache` how keys and values are kept ("full" or
    "int8"). `take`: nobody else needs the model, so its weights may be taken over. `between` is called
    between the parts of what takes long, and may raise. `notes` are for the user.
    """

    precision: str = ""
    cache: str = "full"
    why_not_fused: str = ""
    take: bool = False
    between: Callable[[], None] = lambda: None
    notes: tuple[str, ...] = ()


_AS_USUAL = Options()


class TransformersTarget:
    """A loaded model with its cache. See `Target` for what each method promises."""

    def __init__(
        self,
        model: Any,
        tokenizer: TransformersTokenizer,
        *,
        name: str,
        context: int,
        notes_at: Path | None,
        mode: str = "exact",
        options: Options = _AS_USUAL,
    ) -> None:
        """Raises NotFused where the model's weights were to be taken over, but have to be read once more."""
        config = model.config.get_text_config(decoder=True)
        self._tokenizer = tokenizer
        self._device = model.device
        self._layers: int = config.num_hidden_layers
        self._vocab_size: int = config.vocab_size
        self._context = min(context, getattr(config, "max_position_embeddings", None) or context)
        self._slots = self._context + max(CANDIDATES)
        self._cached: list[int] = []
        self._pending: list[int] = []
        self._options = options
        self._cache = self._new_cache()
        self._pass: Pass
        self._pass, why_not_fused = choose_pass(
            model,
            self._context,
            self._slots,
            why_not=options.why_not_fused,
            take=options.take,
            between=options.between,
        )
        if self._device.type == "cuda" and isinstance(self._pass, FusedPass):
            self._pass = GraphPass(self._pass)
        facts = fingerprint.Facts.of(
            model, self._pass.backend, precision=options.precision, cache=options.cache
        )
        self._class = self._measure_class(facts, notes_at)
        self._exact = mode == "exact"
        self._widths = self._class.widths if self._exact else CANDIDATES
        self._info = ModelInfo(
            name=name,
            device=facts.device,
            dtype=facts.dtype,
            context_length=self._context,
            vocab_size=self._vocab_size,
            fingerprint=facts.with_class(self._class, mode),
            widths=self._widths,
            notes=(*_notes(self._class, self._exact, why_not_fused), *options.notes),
        )

    # --- what it is
    @property
    def info(self) -> ModelInfo:
        return self._info

    @property
    def tokenizer(self) -> TransformersTokenizer:
        return self._tokenizer

    @property
    def widths(self) -> tuple[int, ...]:
        return self._widths

    @property
    def pass_seconds(self) -> Mapping[int, float]:
        return self._class.seconds

    @property
    def branches(self) -> bool:
        return not self._exact

    @property
    def rounding(self) -> float:
        return 0.0 if self._exact else self._class.rounding

    @property
    def context_length(self) -> int:
        return self._context

    @property
    def chunks(self) -> tuple[int, ...]:
        return self._widths

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
    def verify(self, token_ids: Sequence[int], parents: Sequence[int], width: int) -> torch.Tensor:
        branches = any(parent != node - 1 for node, parent in enumerate(parents))
        if branches and not self.branches:
            raise ValueError("this target verifies chains only: see `branches`")
        self._pending = list(token_ids)
        if width not in self._widths or width < len(token_ids):
            raise ValueError(f"{len(token_ids)} tokens in a pass of {width}; widths are {self._widths}")
        logits = self._forward(token_ids, width, parents if branches else None, rows=True)
        assert logits is not None
        return logits

    @torch.inference_mode()
    def keep(self, path: Sequence[int]) -> None:
        begin = len(self._cached) + 1
        if any(node != at for at, node in enumerate(path, start=1)):
            self._cache.compact([begin - 1 + node for node in path], begin)
        self._cached.append(self._pending[0])
        self._cached.extend(self._pending[node] for node in path)
        self._cache.length = len(self._cached)

    def forget(self) -> None:
        if isinstance(self._pass, GraphPass):
            self._pass.forget(self._cache)
        self._cached.clear()
        self._cache = self._new_cache()

    def close(self) -> None:
        del self._pass, self._cache
        self._cached.clear()

    def _forward(
        self, token_ids: Sequence[int], width: int, parents: Sequence[int] | None = None, *, rows: bool
    ) -> torch.Tensor | None:
        """One pass of `width` tokens, the last ones padding. Logits [tokens, vocabulary], if wanted."""
        padded = [*token_ids, *[0] * (width - len(token_ids))]
        begin, span = self._cache.length, self._cache.aim(width)
        with torch.inference_mode(), environment_errors():
            if parents is None:
                layout = chain_layout(begin, width, span, self._device)
            else:
                layout = tree_layout(begin, parents, width, span, self._device)
            logits = self._pass.run(padded, layout, self._cache, rows=rows)
        return None if logits is None else logits[: len(token_ids)]

    def _padded(self, count: int) -> int:
        """The narrowest width of the class that holds `count` tokens."""
        return next(width for width in self._widths if width >= count)

    # --- the self-test
    def _measure_class(self, facts: fingerprint.Facts, notes_at: Path | None) -> InvarianceClass:
        known = fingerprint.read_class(notes_at, facts)
        if known is not None:
            return known
        self._widths = CANDIDATES
        times: dict[int, float] = {}
        test_ids = _test_tokens(max(CANDIDATES), self._vocab_size)
        self._cache = self._new_cache(min(self._slots, max(CONTEXTS) + max(CANDIDATES)))
        self._cache.length = 1
        self._forward(test_ids[:2], 2, rows=False)  # allocates the layers
        with torch.inference_mode():
            for layer in self._cache.layers:
                layer.fill_with_noise()

        def run(context: int, tokens: int, width: int) -> torch.Tensor:
            self._options.between()
            self._cache.length = context
            begin = time.perf_counter()
            rows = self._forward(test_ids[:tokens], width, rows=True)
            assert rows is not None
            rows = rows.clone()
            elapsed = time.perf_counter() - begin
            times[width] = min(elapsed, times.get(width, elapsed))
            return rows

        found = find_class(run, times.__getitem__, self._context)
        if isinstance(self._pass, GraphPass):
            self._pass.forget(self._cache)
        self._cache = self._new_cache()
        fingerprint.write_class(notes_at, facts, found)
        return found

    def _new_cache(self, slots: int | None = None) -> SlotCache:
        return SlotCache(
            self._layers,
            slots or self._slots,
            few_spans=self._device.type == "cuda",
            in_bytes=self._options.cache == "int8",
        )


def _notes(found: InvarianceClass, exact: bool, why_not_fused: str) -> Iterator[str]:
    """What the user should know of how this model runs here."""
    if why_not_fused:
        yield f"runs through transformers' own code, which is slower: {why_not_fused}"
    if exact and len(found.widths) == 1:
        yield "no two widths of a pass agree bit for bit here, so nothing is drafted in exact mode"
    elif exact and found.overhead > _AFFORDABLE:
        yield f"exact mode costs {found.overhead:.0%} here; fast mode saves that, equal up to rounding"


def _test_tokens(count: int, vocab_size: int) -> list[int]:
    generator = torch.Generator().manual_seed(0)
    return torch.randint(vocab_size, (count,), generator=generator).tolist()
