"""PlainTarget: models whose cache can't drop a tail, run one token at a time.

Recurrent and hybrid layers fold every token into a state that can't be rewound, and some attention
variants need what our own attention function doesn't have. Such a model answers all the same, without
drafts, and says why. Its cache serves the next turn where that continues the last one exactly.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import torch

from foreword.messages import ModelInfo
from foreword.target import fingerprint
from foreword.target.memory import environment_errors
from foreword.target.quantised import lay_out
from foreword.target.tokenizer import TransformersTokenizer


class PlainTarget:
    """A loaded model and transformers' own cache for it. See `Target` for what each method promises."""

    widths = (1,)
    #: One size alone: a prompt cut another way rounds another way, and the same question must have the same
    #: answer however fast the machine was when it was asked.
    chunks = (32,)
    branches = False
    rounding = 0.0
    pass_seconds: Mapping[int, float] = {}

    def __init__(
        self,
        model: Any,
        tokenizer: TransformersTokenizer,
        *,
        name: str,
        context: int,
        reason: str,
        precision: str = "",
        notes: Sequence[str] = (),
    ) -> None:
        """`reason` says in words why nothing is drafted; `notes` what else the user should know."""
        config = model.config.get_text_config(decoder=True)
        self._model = model
        self._tokenizer = tokenizer
        self._context = min(context, getattr(config, "max_position_embeddings", None) or context)
        self._cached: list[int] = []
        self._state: Any = None
        lay_out(model)
        facts = fingerprint.Facts.of(model, "transformers, its own cache", precision=precision)
        self._info = ModelInfo(
            name=name,
            device=facts.device,
            dtype=facts.dtype,
            context_length=self._context,
            vocab_size=config.vocab_size,
            fingerprint={**facts.as_dict(), "widths": "1"},
            widths=self.widths,
            notes=(f"nothing is drafted: {reason}", *notes),
        )

    @property
    def info(self) -> ModelInfo:
        return self._info

    @property
    def tokenizer(self) -> TransformersTokenizer:
        return self._tokenizer

    @property
    def context_length(self) -> int:
        return self._context

    def reuse(self, token_ids: Sequence[int]) -> int:
        if self._cached and list(token_ids[: len(self._cached)]) == self._cached:
            return len(self._cached)
        self._cached.clear()
        self._state = None
        return 0

    def extend(self, token_ids: Sequence[int]) -> None:
        self._forward(token_ids)

    def verify(self, token_ids: Sequence[int], parents: Sequence[int], width: int) -> torch.Tensor:
        if len(token_ids) != 1 or width != 1:
            raise ValueError("this target verifies nothing but the root: its state can't be rewound")
        return self._forward(token_ids)[-1:]

    def keep(self, path: Sequence[int]) -> None:
        if path:
            raise ValueError("nothing was verified that could be kept")

    def forget(self) -> None:
        self._cached.clear()
        self._state = None

    def close(self) -> None:
        del self._model, self._state
        self._cached.clear()

    def _forward(self, token_ids: Sequence[int]) -> torch.Tensor:
        """Fold the tokens into the state; logits of the last one, [1, vocabulary]."""
        device = self._model.device
        begin = len(self._cached)
        with torch.inference_mode(), environment_errors():
            output = self._model(
                input_ids=torch.tensor([list(token_ids)], device=device),
                position_ids=torch.arange(begin, begin + len(token_ids), device=device)[None],
                cache=self._state,
                use_cache=True,
                logits_to_keep=1,
            )
        self._state = output.cache
        self._cached.extend(token_ids)
        logits: torch.Tensor = output.logits[0]
        return logits
