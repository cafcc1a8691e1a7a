"""Counts to figures, figures to text."""

from __future__ import annotations

from array import array

import pytest

from foreword.api import Draft
from foreword.commands.replay.figures import DraftTimes, ListFigures, list_figures, plain_figures
from foreword.commands.replay.figures import SpeculatorFigures as Figures
from foreword.commands.replay.table import table
from foreword.commands.replay.walk import Tally
from foreword.engine.tree import TokenTree


def test_the_times_of_drafts() -> None:
    times = DraftTimes.of([n * 1e-6 for n in range(101)])
    assert times.steps == 101
    assert (times.mean, times.p50, times.p99) == (pytest.approx(50), pytest.approx(50), pytest.approx(99))
    assert DraftTimes.of([2e-6]) == DraftTimes(1, pytest.approx(2), pytest.approx(2), pytest.approx(2))


def tally() -> Tally:
    """Two passes over a draft of two tokens each: one right, then none. Three tokens in all."""
    counted = Tally(step_seconds={"a": array("d", [1e-6, 3e-6])}, seconds=2.0, plain_seconds=3.0, replies=1)
    tree = TokenTree.merge(1, [("a", Draft.chain([2, 3]))])
    counted.stats.count_draft(tree)
    counted.stats.count_pass(tree, 2, [1])
    counted.stats.count_draft(tree)
    counted.stats.count_pass(tree, 1, [])
    return counted


def test_figures_of_a_list() -> None:
    found = list_figures("a,b", ["a", "b"], tally(), measured=True)
    assert (found.replies, found.tokens, found.passes, found.ratio) == (1, 3, 2, 1.5)
    assert (found.drafted, found.verified, found.accepted) == (4, 4, 1)
    assert (found.tokens_per_pass, found.acceptance) == (1.5, 0.25)
    own, silent = found.speculators
    assert (own.name, own.drafted, own.verified, own.accepted) == ("a", 4, 4, 1)
    assert own.draft_microseconds is not None
    assert (own.draft_microseconds.steps, own.draft_microseconds.mean) == (2, pytest.approx(2.0))
    assert silent == Figures("b", 0, 0, 0, None)


def test_without_measured_times_there_is_no_ratio() -> None:
    assert list_figures("a", ["a"], tally(), measured=False).ratio is None
    assert plain_figures(1, 3, measured=False).ratio is None
    plain = plain_figures(1, 3, measured=True)
    assert (plain.tokens_per_pass, plain.ratio, plain.acceptance) == (1.0, 1.0, 0.0)


def test_the_table_word_for_word() -> None:
    both = ListFigures(
        "a,history", 2, 300, 150, 900, 600, 150, 1.756,
        (Figures("a", 500, 400, 100, DraftTimes(150, 12.3, 11.7, 40.2)), Figures("history", 400, 0, 0, None)),
    )  # fmt: skip
    assert table([plain_figures(2, 300, measured=True), both]) == [
        "configuration  speculator  drafted  verified  accepted  of verified  tok/pass  ratio"
        "  draft µs  p50  p99",
        "plain                            0         0         0            -      1.00   1.00",
        "a,history                      900       600       150          25%      2.00   1.76",
        "               a               500       400       100          25%                 "
        "        12   12   40",
        "               history         400         0         0            -",
    ]
