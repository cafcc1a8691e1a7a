"""The self-test against machines that round in known ways."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import torch

from foreword.target.invariance import CANDIDATES, CONTEXTS, find_class

Group = Callable[[int, int, int], float]


def machine(rounding: Group) -> Callable[[int, int, int], torch.Tensor]:
    """A pass whose rows carry the rounding of (context, tokens, width)."""

    def run(context: int, tokens: int, width: int) -> torch.Tensor:
        rows = torch.arange(tokens, dtype=torch.float32)[:, None].repeat(1, 3)
        return rows + rounding(context, tokens, width)

    return run


def seconds(width: int) -> float:
    return 1.0 + width / 10


def test_a_machine_that_rounds_alike_everywhere_is_one_class() -> None:
    found = find_class(machine(lambda *_: 0.0), seconds, 4096)
    assert found.widths == CANDIDATES
    assert found.seconds == {width: seconds(width) for width in CANDIDATES}
    assert (found.overhead, found.rounding) == (0.0, 0.0)


def test_what_exactness_costs_is_the_cheapest_pass_of_the_class_against_one_token() -> None:
    times = {1: 1.0, 2: 1.3, 4: 1.1}
    alone = machine(lambda _c, _t, width: 0.25 if width == 1 else 0.0)
    found = find_class(alone, lambda width: times.get(width, 2.0), 4096)
    assert found.widths == CANDIDATES[1:]
    assert found.overhead == pytest.approx(0.1)
    assert found.rounding == 0.25


def test_narrow_widths_that_differ_are_left_out() -> None:
    found = find_class(machine(lambda _c, _t, width: 0.0 if width >= 4 else 0.5 / width), seconds, 4096)
    assert found.widths == tuple(width for width in CANDIDATES if width >= 4)


def test_of_classes_that_cost_alike_the_largest_is_taken() -> None:
    apart = machine(lambda _c, _t, width: 0.25 if width in (2, 8, 32) else 0.0)
    found = find_class(apart, lambda _width: 1.0, 4096)
    assert found.widths == tuple(width for width in CANDIDATES if width not in (2, 8, 32))


def test_a_class_that_is_clearly_cheaper_wins_over_a_larger_one() -> None:
    apart = machine(lambda _c, _t, width: 0.25 if width in (2, 8, 32) else 0.0)
    found = find_class(apart, lambda width: 1.0 if width in (2, 8, 32) else 1.5, 4096)
    assert found.widths == (2, 8, 32)


def test_a_width_that_agrees_with_its_neighbour_alone_is_no_member() -> None:
    """As a width of 6 where kernels take rows by fours: its first four rows are right, the rest are not."""

    def run(_context: int, tokens: int, width: int) -> torch.Tensor:
        rows = torch.zeros(tokens, 2)
        if width % 4:
            rows[width // 4 * 4 :] = 1.0 / width
        return rows

    found = find_class(run, seconds, 4096)
    assert found.widths == tuple(width for width in CANDIDATES if width % 4 == 0)


def test_a_difference_at_one_context_alone_separates() -> None:
    late = machine(lambda context, _t, width: 0.5 if context == CONTEXTS[1] and width == 16 else 0.0)
    assert 16 not in find_class(late, seconds, 4096).widths


def test_a_width_whose_rows_depend_on_padding_is_no_member() -> None:
    padded = machine(lambda _c, tokens, width: 0.5 if width == 8 and tokens < width else 0.0)
    assert find_class(padded, seconds, 4096).widths == tuple(w for w in CANDIDATES if w != 8)


def test_where_nothing_agrees_plain_decoding_is_left() -> None:
    odd = machine(lambda _c, _t, width: 1.0 / width)
    assert find_class(odd, seconds, 4096).widths == (1,)


def test_bits_are_compared_not_values() -> None:
    def run(_context: int, tokens: int, width: int) -> torch.Tensor:
        return torch.full((tokens, 2), -0.0 if width == 4 else 0.0)

    assert 4 not in find_class(run, seconds, 4096).widths


@pytest.mark.parametrize("length", [64, 200])
def test_short_contexts_are_respected(length: int) -> None:
    seen: set[int] = set()

    def run(context: int, tokens: int, _width: int) -> torch.Tensor:
        seen.add(context)
        return torch.zeros(tokens, 2)

    find_class(run, seconds, length)
    assert max(seen) < length
