"""The figures, against ones computed by hand from fabricated records; and the bootstrap's properties."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from foreword.commands.bench.configurations import PLAIN, Configuration
from foreword.commands.bench.records import Round
from foreword.commands.bench.summary import Pair, SpeculatorRow, interval, ratio, speculator_rows, summarise
from tests.fakes.bench import own_reply, peer_reply, question

ROUNDS = [
    Round(
        question(1, "math"),
        {
            "plain": (own_reply([1, 2, 3, 4], 2.0),),
            "ngram": (
                own_reply(
                    [1, 2, 3, 4], 1.0, passes=2, plain_passes=1, verified=5, accepted=2, draft_seconds=4e-6
                ),
            ),
            "peer": (peer_reply([1, 2, 3, 4], 3.0, passes=2),),
        },
    ),
    Round(
        question(2, "chat", 2),
        {
            "plain": (own_reply([5, 6], 1.0), own_reply([7, 8, 9, 10], 3.0)),
            "ngram": (
                own_reply([5, 6], 1.0, draft_seconds=2e-6),
                own_reply([7, 8, 9, 10], 1.0, passes=2, plain_passes=0, verified=3, accepted=2),
            ),
            "peer": (peer_reply([5, 0], 0.5), peer_reply([7, 8, 9], 1.5)),
        },
    ),
]
LABELS = ["plain", "ngram", "peer"]
ROWS = {(row.category, row.label): row for row in summarise(ROUNDS, LABELS, "plain", 0)}


def test_rows_come_by_category_in_order_of_appearance_and_the_total_last() -> None:
    assert list(ROWS) == [(category, label) for category in ("math", "chat", "total") for label in LABELS]


def test_plain_is_the_measure() -> None:
    row = ROWS["total", "plain"]
    assert (row.questions, row.replies, row.equal) == (2, 3, 3)
    assert row.tokens_per_second == pytest.approx(10 / 6)
    assert (row.ratio, row.interval) == (1.0, None)
    assert (row.tokens_per_pass, row.plain_share, row.acceptance) == (1.0, 1.0, None)


def test_each_speculator_of_each_configuration_over_all_questions() -> None:
    both = Configuration("ngram", "speculators", ("ngram", "silent"))
    ngram, silent = speculator_rows(ROUNDS, [PLAIN, both])
    assert (ngram.label, ngram.name, ngram.drafted, ngram.verified, ngram.accepted) == (
        "ngram",
        "ngram",
        8,
        8,
        4,
    )
    assert ngram.draft_microseconds == pytest.approx(6 / 6), "6 µs in 6 passes"
    assert silent == SpeculatorRow("ngram", "silent", 0, 0, 0, 0.0)


def test_a_speculator_in_one_category() -> None:
    row = ROWS["math", "ngram"]
    assert row.tokens_per_second == pytest.approx(4.0)
    assert row.ratio == pytest.approx(2.0)
    assert row.interval is None, "one question says nothing of the spread"
    assert row.tokens_per_pass == pytest.approx(2.0)
    assert row.acceptance == pytest.approx(2 / 5)
    assert row.plain_share == pytest.approx(1 / 2)
    assert row.draft_microseconds == pytest.approx(2.0)
    assert (row.equal, row.replies) == (1, 1)


def test_a_speculator_in_total_is_sums_over_sums() -> None:
    row = ROWS["total", "ngram"]
    assert row.tokens_per_second == pytest.approx(10 / 3)
    assert row.ratio == pytest.approx((6 / 10) / (3 / 10))
    assert row.tokens_per_pass == pytest.approx(10 / 6)
    assert row.acceptance == pytest.approx(4 / 8)
    assert row.plain_share == pytest.approx(3 / 6)
    assert row.draft_microseconds == pytest.approx(6 / 6)
    assert (row.equal, row.replies) == (3, 3)


def test_a_peer_is_timed_without_its_first_tokens_and_has_no_drafting_figures() -> None:
    row = ROWS["total", "peer"]
    assert row.tokens_per_second == pytest.approx((3 + 1 + 2) / 5)
    assert row.ratio == pytest.approx((6 / 10) / (5 / 6))
    assert row.tokens_per_pass == pytest.approx(9 / 7)
    assert (row.acceptance, row.plain_share, row.draft_microseconds) == (None, None, None)
    assert (row.equal, row.replies) == (1, 3)


def test_without_a_timed_token_there_is_no_ratio() -> None:
    lone = [Round(question(1), {"plain": (own_reply([1], 1.0),), "peer": (peer_reply([1], 0.0),)})]
    row = summarise(lone, ["plain", "peer"], "plain", 0)[1]
    assert (row.ratio, row.tokens_per_second, row.tokens_per_pass) == (None, None, 1.0)
    assert interval([(1.0, 1, 0.0, 0), (1.0, 1, 0.0, 0)], 0) is None


# --- the interval

PAIRS = st.lists(
    st.tuples(st.floats(0.01, 10), st.integers(1, 100), st.floats(0.01, 10), st.integers(1, 100)),
    min_size=2,
    max_size=8,
)


@settings(max_examples=10, deadline=None)
@given(PAIRS, st.integers(0, 9))
def test_an_interval_is_repeatable_and_lies_within_the_questions(pairs: list[Pair], seed: int) -> None:
    found = interval(pairs, seed)
    assert found is not None
    assert found == interval(pairs, seed)
    assert found[0] <= found[1]
    # A ratio of sums may leave the range of the single ratios, but not that of all pairings.
    slowest = max(base / tokens for base, tokens, _, _ in pairs) / min(
        own / tokens for *_, own, tokens in pairs
    )
    fastest = min(base / tokens for base, tokens, _, _ in pairs) / max(
        own / tokens for *_, own, tokens in pairs
    )
    assert fastest * (1 - 1e-9) <= found[0]
    assert found[1] <= slowest * (1 + 1e-9)


def test_equal_questions_leave_no_doubt() -> None:
    assert interval([(2.0, 10, 1.0, 10)] * 5, 0) == (2.0, 2.0)


def test_pairing_cancels_what_both_feel() -> None:
    """Questions differ tenfold in speed, for both alike: the ratio is certain all the same."""
    pairs = [(3.0 * scale, 10, 2.0 * scale, 10) for scale in (1.0, 4.0, 10.0, 2.0)]
    found = interval(pairs, 0)
    assert found == pytest.approx((1.5, 1.5))


def test_more_questions_narrow_it_and_it_holds_the_truth() -> None:
    draw = random.Random(0)

    def pairs(count: int) -> list[Pair]:
        return [(1.0, 10, draw.uniform(0.25, 0.75), 10) for _ in range(count)]

    few, many = interval(pairs(8), 0), interval(pairs(200), 0)
    assert few is not None
    assert many is not None
    assert many[1] - many[0] < few[1] - few[0]
    assert many[0] < 2.0 < many[1]


def test_a_ratio_above_one_is_faster() -> None:
    assert ratio([(2.0, 10, 1.0, 10)]) == 2.0
    assert ratio([(1.0, 10, 1.0, 5)]) == 0.5
