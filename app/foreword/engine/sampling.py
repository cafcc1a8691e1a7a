"""Which token comes next: logit processors, randomness by position, the accept rule.

Sample and match (drafter-invariant speculative decoding, arXiv 2408.07978): at each node the
target's own logits go through all processors for that node's own prefix, and a token is drawn with
randomness that depends on (seed, position, token id) alone. A drafted child that holds this token is
accepted; otherwise the token is the bonus and the step ends. No speculator can change the answer, and
no draft probabilities are needed. Greedy is the case without randomness.

The draw is a Gumbel-max: argmax of log-probability plus Gumbel noise, which is a sample of the
distribution. The noise comes from a counter-based hash (`keyed_bits`), so it is the same on every device
and needs no state that drafts could advance.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import torch

from foreword.api import Sampling, keyed_bits
from foreword.engine.penalties import Penalties
from foreword.engine.tree import TokenTree

Rows = torch.Tensor
"""The logits of a pass, [nodes, vocabulary]."""


class Sampler:
    """Draws the tokens of one reply. Call `begin` with a pass's rows, then `pick` and `commit`.

    `rounding` is by how much a logit may differ from that of a plain pass; draws that such a difference
    could have turned are counted in `near_ties`.
    """

    def __init__(self, sampling: Sampling, prompt: Sequence[int], rounding: float = 0.0) -> None:
        self._sampling = sampling
        self._penalties = Penalties(sampling, prompt) if Penalties.wanted(sampling) else None
        self._greedy = sampling.temperature == 0.0
        self._simple = self._greedy and self._penalties is None
        self._rounding = rounding
        self._rows: torch.Tensor | None = None
        self._likeliest: list[int] = []
        self.near_ties = 0

    def begin(self, rows: Rows) -> None:
        """Take the logits of a pass: any float type, any device."""
        self._rows = rows
        if self._simple and not self._rounding:
            self._likeliest = rows.argmax(dim=-1).tolist()

    def pick(self, node: int, position: int) -> int:
        """The token that follows `node`, for a reply whose next token stands at `position`."""
        if self._simple and not self._rounding:
            return self._likeliest[node]
        assert self._rows is not None, "begin() comes first"
        row = self._rows[node]
        if row.device.type == "mps":  # no float64 there
            row = row.cpu()
        logits = row.double()
        if self._penalties is not None:
            logits = self._penalties.apply(logits)
        if self._greedy:
            return self._best(logits, None, self._rounding)
        temperature = self._sampling.temperature
        logits, token_ids = self._truncate(logits / temperature)
        noise = gumbel_noise(self._sampling.seed, position, token_ids)
        return self._best(logits + noise, token_ids, self._rounding / temperature)

    def probabilities(self, node: int, wanted: Sequence[int]) -> list[float]:
        """How probable each of these tokens is behind `node`, by the rules that the draw goes by: 0 for one
        that top-k, top-p or min-p leave out. For greedy decoding, by the target's own distribution."""
        assert self._rows is not None, "begin() comes first"
        logits = self._rows[node].cpu().double()
        if self._penalties is not None:
            logits = self._penalties.apply(logits)
        if self._greedy:
            found = logits.softmax(dim=-1)
            return [float(found[token]) for token in wanted]
        kept, token_ids = self._truncate(logits / self._sampling.temperature)
        held = dict(zip(token_ids.tolist(), kept.softmax(dim=-1).tolist(), strict=True))
        return [held.get(token, 0.0) for token in wanted]

    def commit(self, token_id: int) -> None:
        """The token is part of the prefix from now on."""
        if self._penalties is not None:
            self._penalties.commit(token_id)

    def _best(self, scores: torch.Tensor, token_ids: torch.Tensor | None, rounding: float) -> int:
        """The first of the highest scores; counts a near tie where two could have changed places."""
        best = int(scores.argmax())
        if rounding and len(scores) > 1:
            first, second = scores.topk(2).values.tolist()
            self.near_ties += first - second <= 2 * rounding
        return best if token_ids is None else int(token_ids[best])

    def _truncate(self, logits: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """(log-weights, token ids) of the tokens that top-k, top-p and min-p leave, likeliest first."""
        rules = self._sampling
        count = logits.shape[0]
        if rules.top_k:
            count = min(rules.top_k, count)
        elif rules.top_p >= 1.0 and rules.min_p <= 0.0:
            return logits, torch.arange(count, device=logits.device)
        ordered, token_ids = torch.sort(logits, descending=True, stable=True)
        ordered, token_ids = ordered[:count], token_ids[:count]
        probabilities = ordered.softmax(dim=-1)
        keep = torch.ones_like(token_ids, dtype=torch.bool)
        if rules.top_p < 1.0:
            before = probabilities.cumsum(dim=-1) - probabilities
            keep &= before < rules.top_p
        if rules.min_p > 0.0:
            keep &= probabilities >= rules.min_p * probabilities[0]
        keep[0] = True
        return ordered[keep], token_ids[keep]


def accept(tree: TokenTree, rows: Rows, sampler: Sampler, position: int) -> Iterator[tuple[int, int | None]]:
    """Walk the tree as the target would have written it itself: yields (token, its node or None).

    `rows` is [nodes of the tree, vocabulary]; `position` is that of the first token to be drawn. The
    last pair has no node: the bonus token. Each token is committed to the sampler before it is
    yielded, so a caller that stops in the middle leaves no token behind the stop in the penalties.
    """
    sampler.begin(rows)
    node: int | None = 0
    while node is not None:
        token = sampler.pick(node, position)
        sampler.commit(token)
        node = tree.child(node, token)
        yield token, node
        position += 1


def likeliest(rows: Rows, nodes: Sequence[int], count: int) -> tuple[tuple[int, ...], ...]:
    """For each of `nodes` the `count` ids that the target itself thinks likeliest to follow, best first:
    by its own logits, before any rule of the sampling. One copy from the device."""
    top = rows[list(nodes)].topk(min(count, rows.shape[-1]), dim=-1).indices.tolist()
    return tuple(tuple(ids) for ids in top)


def gumbel_noise(seed: int, position: int, token_ids: torch.Tensor) -> torch.Tensor:
    """Standard Gumbel noise, float64, one value per id of `token_ids`, keyed by all three numbers."""
    bits = keyed_bits(seed, position, token_ids.long())
    # 52 bits and a half: strictly between 0 and 1, so both logarithms are finite.
    uniform = (bits.double() + 0.5) * 2.0**-52
    return -torch.log(-torch.log(uniform))
