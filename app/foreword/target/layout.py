"""Where the tokens of a pass stand: their slots, their positions, and what each may look at.

A chain needs no more than consecutive positions. In a tree, nodes of one depth share a position, and
each sees the cached tokens and its own ancestors alone. Padding stands behind the nodes and is seen by
no one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import torch


@dataclass(frozen=True, slots=True)
class Layout:
    """One pass of `width` tokens behind `begin` cached ones, attending over `span` slots.

    `positions` [width] and `slot_positions` [span] are token positions; `visible` [width, span], bool,
    is None for a chain, whose rows see every slot up to their own position.
    """

    begin: int
    width: int
    positions: torch.Tensor
    slot_positions: torch.Tensor
    visible: torch.Tensor | None


def chain_layout(begin: int, width: int, span: int, device: torch.device) -> Layout:
    slots = torch.arange(span, device=device)
    return Layout(begin, width, slots[begin : begin + width], slots, None)


def tree_layout(begin: int, parents: Sequence[int], width: int, span: int, device: torch.device) -> Layout:
    """`parents` are node indexes, -1 for the root, which comes first; parents come before children."""
    depths = [0] * width
    seen = torch.zeros(width, span, dtype=torch.bool)
    for node, parent in enumerate(parents):
        if parent < 0:
            seen[node, :begin] = True
        else:
            depths[node] = depths[parent] + 1
            seen[node] = seen[parent]
        seen[node, begin + node] = True
    for pad in range(len(parents), width):
        seen[pad, begin + pad] = True  # a row that saw nothing would be NaN
    slot_positions = torch.arange(span)
    slot_positions[begin : begin + width] = begin + torch.tensor(depths)
    positions = slot_positions[begin : begin + width]
    return Layout(begin, width, positions.to(device), slot_positions.to(device), seen.to(device))
