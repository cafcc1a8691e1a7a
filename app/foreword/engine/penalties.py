"""What was said changes what is likely: repetition, presence and frequency penalties, and logit bias.

Applied to a row for its own prefix: prompt, reply, and the accepted tokens of the step so far. Order as
in vLLM: bias, repetition (CTRL, arXiv 1909.05858; prompt and reply), then frequency and presence (reply
alone).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from foreword.messages import Sampling

if TYPE_CHECKING:
    import torch


class Penalties:
    """Counts of one reply, kept beside the rows on their device once the first row is seen."""

    def __init__(self, sampling: Sampling, prompt: Sequence[int]) -> None:
        self._sampling = sampling
        self._prompt = set(prompt)
        self._written: list[int] = []
        self._seen: torch.Tensor | None = None
        self._counts: torch.Tensor | None = None
        self._bias: torch.Tensor | None = None

    @staticmethod
    def wanted(sampling: Sampling) -> bool:
        """Whether these rules change anything at all."""
        return (
            sampling.repetition_penalty != 1.0
            or sampling.presence_penalty != 0.0
            or sampling.frequency_penalty != 0.0
            or bool(sampling.logit_bias)
        )

    def commit(self, token_id: int) -> None:
        self._written.append(token_id)
        if self._counts is not None and self._seen is not None:
            self._seen[token_id] = True
            self._counts[token_id] += 1

    def apply(self, logits: torch.Tensor) -> torch.Tensor:
        """[vocabulary], float64, as a new tensor."""
        if self._counts is None:
            self._begin(logits)
        assert self._seen is not None
        assert self._counts is not None
        assert self._bias is not None
        rules = self._sampling
        logits = logits + self._bias
        if rules.repetition_penalty != 1.0:
            lowered = (logits / rules.repetition_penalty).where(logits > 0, logits * rules.repetition_penalty)
            logits = lowered.where(self._seen, logits)
        logits = logits - rules.frequency_penalty * self._counts
        return logits - rules.presence_penalty * (self._counts > 0)

    def _begin(self, logits: torch.Tensor) -> None:
        size = logits.shape[0]
        self._counts = logits.new_zeros(size)
        self._bias = logits.new_zeros(size)
        self._seen = logits.new_zeros(size).bool()
        for token_id in self._prompt:
            if token_id < size:  # a prompt may hold ids that the rows don't have
                self._seen[token_id] = True
        for token_id in self._written:
            self._seen[token_id] = True
            self._counts[token_id] += 1
        for token_id, bias in self._sampling.logit_bias:
            if token_id < size:
                self._bias[token_id] += bias
