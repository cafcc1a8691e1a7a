"""The self-test that finds the invariance class: widths whose rows agree bit for bit.

Kernels round differently at different widths, so a token verified in a wide pass can differ from the
same token decoded alone. But many widths agree exactly on a given machine, dtype and model; if every
pass uses only such widths, drafting can't change a bit of the answer. This is measured, not assumed:
for each candidate width the same tokens run behind the same cache contents, with full passes and
padded ones, at several context lengths, also across the border of a span; the rows are compared as
bits. The function is pure over a `run` callable and knows no model.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import torch

CANDIDATES = (1, 2, 4, 6, 8, 12, 16, 24, 32, 64, 128)
CONTEXTS = (100, 505)
"""Tokens behind which the passes run: one short, one where wider passes cross into the next span."""

_TIMINGS = 6

Run = Callable[[int, int, int], torch.Tensor]
"""run(context, tokens, width) -> rows [tokens, vocabulary]: the first `tokens` test tokens, padded."""


@dataclass(frozen=True, slots=True)
class InvarianceClass:
    """`widths`, ascending, agree bit for bit. The first is the plain width.

    `overhead` is what its pass costs over the fastest plain one, as a share of that; `rounding` the
    largest difference of a logit that was seen between any two widths, of the class or not.
    """

    widths: tuple[int, ...]
    overhead: float = 0.0
    rounding: float = 0.0


def find_class(run: Run, seconds: Callable[[int], float], context_length: int) -> InvarianceClass:
    """The class with the cheapest narrowest member among those that can draft.

    `seconds(width)` is the measured time of a pass that `run` made. A class of a single width can't
    draft ahead and loses to any other, unless there is no other. Tests stay within `context_length`.
    """
    contexts = [context for context in CONTEXTS if context < context_length] or [context_length // 2]
    # Ascending: a run writes behind its context, into what is the prefix of the longer ones.
    full: dict[int, list[torch.Tensor]] = {width: [] for width in CANDIDATES}
    unsteady: set[int] = set()
    for context in sorted(contexts):
        for width in CANDIDATES:
            full[width].append(run(context, width, width))
        for width in CANDIDATES[1:] if context == min(contexts) else ():
            half = run(context, width // 2, width)
            if not _same_bits(half, full[width][-1][: width // 2]):
                unsteady.add(width)  # padding changes its rows: of no use

    classes: list[list[int]] = []
    for width in CANDIDATES:
        home = next((c for c in classes if _agree(full[c[-1]], full[width])), None)
        if width in unsteady:
            continue
        if home is None:
            classes.append([width])
        else:
            home.append(width)
    usable = [members for members in classes if len(members) > 1] or classes
    best = min(usable, key=lambda members: seconds(members[0]))
    for _ in range(_TIMINGS):  # the two that are compared, in turn, so that a slow moment hits both
        for width in {CANDIDATES[0], best[0]}:
            run(max(contexts), width, width)
    overhead = seconds(best[0]) / min(seconds(best[0]), seconds(CANDIDATES[0])) - 1.0
    return InvarianceClass(tuple(best), overhead, _spread(full))


def _spread(full: dict[int, list[torch.Tensor]]) -> float:
    """The largest difference between the rows of any width and those of the widest."""
    widest = full[CANDIDATES[-1]]
    differences = [
        (few.float() - many[: len(few)].float()).abs().max().item()
        for rows in full.values()
        for few, many in zip(rows, widest, strict=True)
    ]
    return max(differences)


def _agree(narrow: list[torch.Tensor], wide: list[torch.Tensor]) -> bool:
    """Whether the rows of two widths are equal at every context, as far as both have them."""
    return all(_same_bits(few, many[: len(few)]) for few, many in zip(narrow, wide, strict=True))


def _same_bits(left: torch.Tensor, right: torch.Tensor) -> bool:
    # Equal as numbers is weaker: 0.0 equals -0.0, and NaN never equals itself.
    kind = {2: torch.int16, 4: torch.int32}[left.element_size()]
    return torch.equal(left.view(kind), right.view(kind))
