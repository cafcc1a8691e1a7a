"""Draws the draft model's tokens as the target draws its own: same rules, same randomness.

The target takes the argmax of log-probability plus Gumbel noise keyed by (seed, position, token id). A
draft model that adds the *same* noise to its own logits draws the same token whenever the two
distributions are close, where independent dice agree only by chance (Gumbel coupling; drafter-invariant
speculative decoding, arXiv 2408.07978). It remains a guess: the target decides.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import torch

from foreword.api import Sampling, keyed_bits

CANDIDATES = 1024
"""Where top-k, top-p or min-p cut the vocabulary, all that is left is among so many likeliest ids."""


class Draws:
    """The draws of one reply.

    `noise_ids` holds for each of the draft's ids the target's id whose noise it shares, -1 where none does.
    """

    def __init__(
        self, sampling: Sampling, noise_ids: Sequence[int], prompt: Iterable[int], device: torch.device
    ) -> None:
        self._sampling = sampling
        ids = torch.tensor(list(noise_ids), dtype=torch.int64)
        # Ids without a counterpart have a noise of their own: no id of the target's is negative.
        self._noise_ids = torch.where(ids < 0, -2 - torch.arange(len(ids)), ids).to(device)
        self._penalised = (
            sampling.repetition_penalty != 1.0
            or sampling.presence_penalty != 0.0
            or sampling.frequency_penalty != 0.0
            or bool(sampling.logit_bias)
        )
        self._places = {at: place for place, at in enumerate(noise_ids) if at >= 0} if self._penalised else {}
        self._prompt = frozenset(prompt) if self._penalised else frozenset()
        self._written: Counter[int] = Counter()

    def commit(self, token_ids: Sequence[int]) -> None:
        """The target wrote these, in its own ids."""
        if self._penalised:
            self._written.update(token_ids)

    def draw(self, logits: torch.Tensor, position: int, drafted: Sequence[int]) -> tuple[int, float]:
        """(id, its probability under the draft's own rules) for the token at `position`.

        `logits` is [the draft's vocabulary]; `drafted` are the draft's ids since the last commit.
        """
        logits = logits.float()
        if self._penalised:
            logits = self._penalise(logits.clone(), drafted)
        if self._sampling.temperature == 0.0:
            best = int(logits.argmax())
            return best, float(torch.exp(logits[best] - torch.logsumexp(logits, 0)))
        return self._sample(logits / self._sampling.temperature, position)

    def _sample(self, logits: torch.Tensor, position: int) -> tuple[int, float]:
        rules = self._sampling
        if rules.top_k or rules.top_p < 1.0 or rules.min_p > 0.0:
            logits, ids = self._truncate(logits)
            noise_ids = self._noise_ids[ids]
        else:
            logits, ids, noise_ids = logits[: len(self._noise_ids)], None, self._noise_ids
        best = int((logits.double() + gumbel_noise(rules.seed, position, noise_ids)).argmax())
        chance = float(torch.exp(logits[best] - torch.logsumexp(logits, 0)))
        return (best if ids is None else int(ids[best])), chance

    def _truncate(self, logits: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """(log-weights, ids) that top-k, top-p and min-p leave, likeliest first."""
        rules = self._sampling
        count = min(rules.top_k or CANDIDATES, CANDIDATES, len(self._noise_ids))
        ordered, ids = logits[: len(self._noise_ids)].topk(count)
        # Without top-k, probabilities are those among the whole vocabulary.
        total = torch.logsumexp(ordered if rules.top_k else logits, 0)
        probabilities = torch.exp(ordered - total)
        keep = torch.ones_like(ids, dtype=torch.bool)
        if rules.top_p < 1.0:
            keep &= probabilities.cumsum(0) - probabilities < rules.top_p
        if rules.min_p > 0.0:
            keep &= probabilities >= rules.min_p * probabilities[0]
        keep[0] = True
        return ordered[keep], ids[keep]

    def _penalise(self, logits: torch.Tensor, drafted: Sequence[int]) -> torch.Tensor:
        """Bias, repetition (prompt and reply), frequency and presence (reply alone), as the target does."""
        rules, places = self._sampling, self._places
        for token, bias in rules.logit_bias:
            if token in places:
                logits[places[token]] += bias
        counts = Counter({places[at]: count for at, count in self._written.items() if at in places})
        counts.update(drafted)
        if rules.repetition_penalty != 1.0:
            seen = {places[at] for at in self._prompt if at in places} | counts.keys()
            at = torch.tensor(sorted(seen), dtype=torch.int64, device=logits.device)
            logits[at] = torch.where(
                logits[at] > 0, logits[at] / rules.repetition_penalty, logits[at] * rules.repetition_penalty
            )
        if counts:
            at = torch.tensor(list(counts), dtype=torch.int64, device=logits.device)
            times = torch.tensor(list(counts.values()), dtype=logits.dtype, device=logits.device)
            logits[at] -= rules.frequency_penalty * times + rules.presence_penalty
        return logits


def gumbel_noise(seed: int, position: int, token_ids: torch.Tensor) -> torch.Tensor:
    """Standard Gumbel noise, float64, one value for each of `token_ids`: the target's own formula."""
    bits = keyed_bits(seed, position, token_ids)
    uniform = (bits.double() + 0.5) * 2.0**-52
    return -torch.log(-torch.log(uniform))
