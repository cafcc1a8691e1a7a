"""What a draft costs and brings is known from few asks, and one hiccup or an old text doesn't spoil it."""

from __future__ import annotations

import random

import pytest

from foreword.engine.books import DraftBook


def timed(counts: list[int], fixed: float, per_token: float, noise: float = 0.0) -> DraftBook:
    draw, book = random.Random(1), DraftBook()
    for count in counts:
        book.took(count, (fixed + per_token * count) * (1 + draw.uniform(-noise, noise)))
    return book


@pytest.mark.parametrize(("fixed", "per_token"), [(1.0, 0.0), (0.0, 0.1), (0.3, 0.02)])
def test_fixed_and_growing_cost_come_apart(fixed: float, per_token: float) -> None:
    book = timed([4, 2, 8, 4, 2, 8, 16] * 3, fixed, per_token, 0.05)
    for count in (1, 3, 12, 30):
        assert book.seconds(count) == pytest.approx(fixed + per_token * count, rel=0.25, abs=0.02)


def test_a_hiccup_does_not_move_the_cost() -> None:
    book = timed([4, 2, 8] * 5, 0.01, 0.001)
    before = book.seconds(4)
    book.took(4, 3.0)
    assert book.seconds(4) == pytest.approx(before, rel=0.01)


def test_one_size_alone_gives_that_size_its_own_time() -> None:
    book = timed([4], 0.0, 0.1)
    assert book.seconds(4) == pytest.approx(0.4)
    assert book.seconds(2) < book.seconds(4) < book.seconds(8)


def test_no_draft_costs_less_than_one() -> None:
    book = DraftBook()
    for step in range(60):
        drafted = 8 if step % 4 == 0 else 0
        book.took(drafted, 1.0 if drafted else 0.1)
        book.learn(8, drafted, 0, 1, step)
    assert book.answers() == pytest.approx(0.25, abs=0.12)
    assert book.seconds(8) == pytest.approx(0.25 * 1.0 + 0.75 * 0.1, rel=0.4)


def test_one_that_drafts_less_than_it_may_costs_less_than_it_could() -> None:
    book = DraftBook()
    for step in range(40):
        book.took(4, 0.4)
        book.took(2, 0.2)
        book.learn(16, 4, 4, 5, step)
    assert book.seconds(16) == pytest.approx(0.4, rel=0.1)


def test_survival_is_that_of_each_depth_and_a_missing_token_is_a_wrong_one() -> None:
    book = DraftBook()
    for step in range(100):
        book.learn(8, 2, 2 if step % 2 else 0, 3 if step % 2 else 1, step)
    first, second, third = book.survivals(3)
    assert first == pytest.approx(0.5, abs=0.1)
    assert second > 0.85
    assert third < 0.35


def test_of_what_lies_behind_the_written_tokens_nothing_is_known() -> None:
    book = DraftBook()
    for step in range(20):
        book.learn(8, 8, 2, 2, step)
    assert len(book._depths) == 2


def test_after_a_long_pause_few_asks_outweigh_what_was() -> None:
    steady, paused = DraftBook(), DraftBook()
    for step in range(60):
        for book in (steady, paused):
            book.learn(2, 2, 0, 1, step)
    for ask in range(6):
        steady.learn(2, 2, 2, 3, 60 + ask)
        paused.learn(2, 2, 2, 3, 1000 + 100 * ask)
    assert paused.survival(1) > steady.survival(1)
    assert paused.survival(1) > 0.35


def test_a_restored_book_goes_on_where_it_was() -> None:
    book = timed([4, 2, 8, 0] * 5, 0.3, 0.02)
    for step in range(30):
        book.learn(4, 4, step % 3, 1 + step % 3, step)
    again = DraftBook.restored(book.state())
    assert again.learnt
    assert again.cost() == pytest.approx(book.cost(), rel=0.1)
    assert again.survivals(5) == pytest.approx(book.survivals(5), abs=0.1)


@pytest.mark.parametrize("state", [{}, {"times": 3}, {"times": [[1, -1.0]]}, {"times": [["a", 1.0]]}])
def test_a_state_that_is_none_is_refused(state: dict[str, object]) -> None:
    with pytest.raises((KeyError, TypeError, ValueError)):
        DraftBook.restored(state)
