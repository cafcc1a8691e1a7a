"""Trees in one pass: each node sees its own path alone, and the kept path is as if it had been a chain."""

from __future__ import annotations

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from foreword.target.layout import tree_layout
from foreword.target.transformers_target import TransformersTarget
from tests.fakes.tiny_target import tiny_target

IDS = [int(token) for token in torch.randint(0, 256, (600,), generator=torch.Generator().manual_seed(3))]


@pytest.fixture(scope="module")
def fast() -> TransformersTarget:
    return tiny_target(mode="fast")


@st.composite
def trees(draw: st.DrawFn) -> tuple[list[int], list[int]]:
    """(token ids, parents), root first."""
    size = draw(st.integers(1, 14))
    parents = [-1] + [draw(st.integers(0, node - 1)) for node in range(1, size)]
    return [draw(st.integers(0, 255)) for _ in range(size)], parents


def path_to(parents: list[int], node: int) -> list[int]:
    path = [node]
    while parents[path[-1]] >= 0:
        path.append(parents[path[-1]])
    return path[::-1]


def fill(target: TransformersTarget, context: list[int]) -> None:
    kept = target.reuse(context)
    for begin in range(kept, len(context), target.chunks[-1]):
        target.extend(context[begin : begin + target.chunks[-1]])


@settings(deadline=None, max_examples=30)
@given(trees(), st.sampled_from([1, 40, 505]))
def test_each_row_is_that_of_its_own_path(
    fast: TransformersTarget, tree: tuple[list[int], list[int]], context: int
) -> None:
    ids, parents = tree
    fill(fast, IDS[:context])
    rows = fast.verify(ids, parents, 16).clone()
    for node in range(len(ids)):
        path = path_to(parents, node)
        alone = fast.verify([ids[at] for at in path], list(range(-1, len(path) - 1)), 16)[-1]
        assert torch.allclose(rows[node], alone, atol=1e-3, rtol=1e-3)


@settings(deadline=None, max_examples=30)
@given(trees(), st.data())
def test_what_is_kept_of_a_tree_is_as_if_it_had_been_a_chain(
    fast: TransformersTarget, tree: tuple[list[int], list[int]], data: st.DataObject
) -> None:
    ids, parents = tree
    path = path_to(parents, data.draw(st.integers(0, len(ids) - 1)))
    fill(fast, IDS[:50])
    fast.verify(ids, parents, 16)
    fast.keep(path[1:])
    whole = [*IDS[:50], *(ids[at] for at in path)]
    assert fast.reuse([*whole, 7]) == len(whole)
    after_tree = fast.verify([9, 8], [-1, 0], 2).clone()
    fast.reuse([])
    fill(fast, whole)
    assert torch.allclose(after_tree, fast.verify([9, 8], [-1, 0], 2), atol=1e-3, rtol=1e-3)


@given(trees(), st.integers(0, 30))
def test_a_layout_shows_the_context_and_the_ancestors_alone(
    tree: tuple[list[int], list[int]], begin: int
) -> None:
    _, parents = tree
    layout = tree_layout(begin, parents, 16, 64, torch.device("cpu"))
    assert layout.visible is not None
    for node in range(len(parents)):
        path = path_to(parents, node)
        seen = set(layout.visible[node].nonzero().flatten().tolist())
        assert seen == {*range(begin), *(begin + at for at in path)}
        assert layout.positions[node] == begin + len(path) - 1
    assert layout.visible.any(dim=1).all()  # padding too: a row that sees nothing is NaN


def test_fast_mode_may_use_any_width_and_says_how_far_rows_may_differ(fast: TransformersTarget) -> None:
    assert fast.branches
    assert fast.widths[0] == 1
    assert fast.rounding >= 0.0
    assert fast.info.fingerprint["mode"] == "fast"
