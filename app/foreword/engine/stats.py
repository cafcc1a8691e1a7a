"""Counts of one reply while it is written: drafted, verified, accepted, everywhere the same.

Drafted is what was proposed, verified what entered a pass, accepted what was committed because it
was drafted. A node that several speculators proposed counts once in the totals and once for each
of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from foreword.engine.tree import TokenTree
from foreword.messages import ReplyStats, SpeculatorStats


class StatsBuilder:
    """Counts one reply; `build` gives the frozen result."""

    def __init__(self, prompt_tokens: int, cached_tokens: int, seed: int) -> None:
        self._prompt_tokens = prompt_tokens
        self._cached_tokens = cached_tokens
        self._seed = seed
        self.completion_tokens = 0
        self.passes = 0
        self.plain_passes = 0
        self._drafted = self._verified = self._accepted = 0
        self._by: dict[str, list[int]] = {}
        self.prefill_seconds = 0.0
        self.decode_seconds = 0.0
        self.first_token_seconds = 0.0
        self.pass_seconds = 0.0
        self.plain_seconds = 0.0
        self.near_ties = 0
        self.plain_reasons: dict[str, int] = {}

    def count_draft(self, merged: TokenTree) -> None:
        self._drafted += len(merged) - 1
        self._count(merged, range(1, len(merged)), 0)

    def count_pass(self, verified: TokenTree, committed: int, accepted_nodes: Iterable[int]) -> None:
        """One pass over `verified` committed so many tokens, of which these nodes were drafted."""
        nodes = list(accepted_nodes)
        self.passes += 1
        self.plain_passes += len(verified) == 1
        self.completion_tokens += committed
        self._verified += len(verified) - 1
        self._accepted += len(nodes)
        self._count(verified, range(1, len(verified)), 1)
        self._count(verified, nodes, 2)

    def _count(self, tree: TokenTree, nodes: Iterable[int], column: int) -> None:
        for node in nodes:
            for name in tree.sources[node]:
                self._by.setdefault(name, [0, 0, 0])[column] += 1

    def build(self, draft_seconds: Mapping[str, float], fingerprint: Mapping[str, str]) -> ReplyStats:
        names = sorted(self._by.keys() | draft_seconds.keys())
        by_speculator = {}
        for name in names:
            drafted, verified, accepted = self._by.get(name, [0, 0, 0])
            by_speculator[name] = SpeculatorStats(drafted, verified, accepted, draft_seconds.get(name, 0.0))
        return ReplyStats(
            prompt_tokens=self._prompt_tokens,
            cached_tokens=self._cached_tokens,
            completion_tokens=self.completion_tokens,
            passes=self.passes,
            plain_passes=self.plain_passes,
            drafted=self._drafted,
            verified=self._verified,
            accepted=self._accepted,
            prefill_seconds=self.prefill_seconds,
            decode_seconds=self.decode_seconds,
            first_token_seconds=self.first_token_seconds,
            by_speculator=by_speculator,
            seed=self._seed,
            fingerprint=dict(fingerprint),
            pass_seconds=self.pass_seconds,
            plain_seconds=self.plain_seconds,
            plain_reasons=self.plain_reasons,
            near_ties=self.near_ties,
        )
