"""The self-test that finds the invariance class: widths whose rows agree bit for bit.

Kernels round differently at different widths, so a token verified in a wide pass can differ from the
same token decoded alone. But many widths agree exactly on a given machine, dtype and model; if every
pass uses only such widths, drafting can't change a bit of the answer. This is measured, not assumed:
for each candidate width the same tokens run behind the same cache contents, with full passes and
padded ones, at several context lengths, also across the border of a span; the rows are compared as
bits. The function is pure over a `run` callable and knows no model.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import torch

CANDIDATES = (1, 2, 4, 6, 8, 12, 16, 24, 32, 64, 128)
CONTEXTS = (100, 505)
"""Tokens behind which the passes run: one short, one where wider passes cross into the next span."""

_COMPARED = 8
_ABOUT = 1.05
"""Within so much, more widths are worth more than a cheaper pass."""
_TIMINGS, _NARROW = 2, 4
"""Further passes of the narrowest widths, which plain steps will be made of: their times matter most."""

_NARROW_WIDTH = 16

Run = Callable[[int, int, int], torch.Tensor]
"""run(context, tokens, width) -> rows [tokens, vocabulary]: the first `tokens` test tokens, padded."""
Runs = dict[int, list[tuple[int, torch.Tensor]]]
"""By width: each run's context and rows."""


@dataclass(frozen=True, slots=True)
class InvarianceClass:
    """`widths`, ascending, agree bit for bit.

    `seconds` is what a pass of each width took behind so many tokens as the longest of CONTEXTS;
    `overhead` what the cheapest one costs over a pass of one token, as a share of that; `rounding` the
    largest difference of a logit that was seen between any two widths, of the class or not.
    """

    widths: tuple[int, ...]
    seconds: dict[int, float] = field(default_factory=dict)
    overhead: float = 0.0
    rounding: float = 0.0


def find_class(run: Run, seconds: Callable[[int], float], context_length: int) -> InvarianceClass:
    """The class with the cheapest pass among those that can draft.

    `seconds(width)` is the measured time of a pass that `run` made. A class of a single width can't
    draft ahead and loses to any other, unless there is no other. Tests stay within `context_length`.
    """
    contexts = [context for context in CONTEXTS if context < context_length] or [context_length // 2]
    runs: Runs = {width: [] for width in CANDIDATES}
    # Ascending: a run writes behind its context, into what is the prefix of the longer ones.
    for context in sorted(contexts):
        for width in CANDIDATES:
            for tokens in _tokens(width, first=context == min(contexts), last=context == max(contexts)):
                runs[width].append((context, run(context, tokens, width)))
    best = _best([_agreeing(runs, widest) for widest in CANDIDATES], seconds)
    for _ in range(_TIMINGS):  # the narrow ones in turn, so that a slow moment hits all of them
        for width in {CANDIDATES[0], *best[:_NARROW]}:
            run(max(contexts), width, width)
    cheapest = min(map(seconds, best))
    overhead = max(0.0, cheapest / seconds(CANDIDATES[0]) - 1.0)
    return InvarianceClass(tuple(best), {w: seconds(w) for w in best}, overhead, _spread(runs))


def _tokens(width: int, *, first: bool, last: bool) -> list[int]:
    """How full the passes of a context are: padded ones at the first, full ones at the last, and the
    narrow ones, of which most steps are made, full at every context."""
    padded = [max(1, width // 2)] if first else []
    full = [width] if last or width <= _NARROW_WIDTH else []
    return padded + full


def _agreeing(runs: Runs, widest: int) -> list[int]:
    """The widths whose rows are those of the widest, as far as they go, and none if its own differ.

    All of them then agree with each other; comparing neighbours alone would let one in that agrees
    with its neighbour only.
    """
    return [
        width
        for width in CANDIDATES
        if width <= widest and all(_same_bits(few, many) for few, many in _pairs(runs, width, widest))
    ]


def _pairs(runs: Runs, narrow: int, wide: int) -> Iterator[tuple[torch.Tensor, torch.Tensor]]:
    """The rows that two widths have in common, for each run of the one and each of the other."""
    for context, few in runs[narrow]:
        for other, many in runs[wide]:
            if context == other:
                common = min(len(few), len(many))
                yield few[:common], many[:common]


def _spread(runs: Runs) -> float:
    """The largest difference between the first rows of any width and those of the widest."""
    return max(
        (few[:_COMPARED].float() - many[:_COMPARED].float()).abs().max().item()
        for width in CANDIDATES
        for few, many in _pairs(runs, width, CANDIDATES[-1])
    )


def _best(classes: list[list[int]], seconds: Callable[[int], float]) -> list[int]:
    """The largest class among those whose cheapest pass is about as cheap as any."""
    usable = [members for members in classes if len(members) > 1] or [[CANDIDATES[0]]]
    cheapest = min(min(map(seconds, members)) for members in usable)
    near = [members for members in usable if min(map(seconds, members)) <= cheapest * _ABOUT]
    return max(near, key=len)


def _same_bits(left: torch.Tensor, right: torch.Tensor) -> bool:
    # Equal as numbers is weaker: 0.0 equals -0.0, and NaN never equals itself.
    kind = {2: torch.int16, 4: torch.int32}[left.element_size()]
    return torch.equal(left.view(kind), right.view(kind))
