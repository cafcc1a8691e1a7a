"""Where pieces came from: built from steps, cut with the text, and the same after packing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foreword.messages import Dropped, Share, Step, TokenBatch
from foreword.session.trace import Ghost, Piece, Trace, pack, unpack

NGRAM, BOTH = ("ngram",), ("ngram", "suffix_history")


def batch(
    ends: tuple[int, ...], sources: tuple[tuple[str, ...], ...], dropped: tuple[Dropped, ...] = ()
) -> TokenBatch:
    shares = {"ngram": Share(5, 8, 6, 2, 0.001), "suffix_history": Share(9, 4, 3, 1, 0.002)}
    step = Step(8, 0.05, 0.04, 12, 9, 2, shares, dropped)
    return TokenBatch("r", "", tuple(range(len(ends))), sources, ends, step)


def test_tokens_of_one_source_in_one_step_are_one_piece() -> None:
    trace = Trace()
    trace.add(batch((3, 5, 9), (NGRAM, NGRAM, ())))
    trace.add(batch((12, 14), (NGRAM, BOTH)))
    assert trace.pieces() == (
        Piece(0, 5, NGRAM, 2, 5, 8, 2),
        Piece(5, 9, (), 1),
        Piece(9, 12, NGRAM, 1, 5, 8, 2),
        Piece(12, 14, BOTH, 1, 9, 8, 2),
    )


def test_what_the_target_wrote_in_several_steps_is_one_piece() -> None:
    trace = Trace()
    for end in (2, 5, 6):
        trace.add(batch((end,), ((),)))
    trace.add(batch((8, 9), (NGRAM, ())))
    trace.add(batch((11,), ((),)))
    assert trace.pieces() == (Piece(0, 6, (), 3), Piece(6, 8, NGRAM, 1, 5, 8, 2), Piece(8, 11, (), 2))


def test_a_drafted_piece_of_the_next_step_is_another_one() -> None:
    trace = Trace()
    trace.add(batch((2,), (NGRAM,)))
    trace.add(batch((4,), (NGRAM,)))
    assert [(piece.start, piece.end) for piece in trace.pieces()] == [(0, 2), (2, 4)]


def test_a_token_without_a_whole_character_belongs_to_the_next() -> None:
    trace = Trace()
    trace.add(batch((0, 0, 1), (NGRAM, NGRAM, NGRAM)))
    assert trace.pieces() == (Piece(0, 1, NGRAM, 3, 5, 8, 2),)


def test_it_goes_on_behind_what_was_there() -> None:
    before = (Piece(0, 4, NGRAM, 1), Piece(4, 9, (), 2))
    trace = Trace(9, before)
    trace.add(batch((2, 3), ((), NGRAM), (Dropped(1, "x", 1, NGRAM),)))
    assert trace.pieces() == (Piece(0, 4, NGRAM, 1), Piece(4, 11, (), 3), Piece(11, 12, NGRAM, 1, 5, 8, 2))
    assert trace.ghosts() == (Ghost(11, "x", 1, NGRAM),)


def test_ghosts_stand_where_they_were_dropped() -> None:
    trace = Trace()
    trace.add(batch((3, 5), (NGRAM, ()), (Dropped(0, "a", 1, BOTH), Dropped(1, "b", 2, NGRAM))))
    trace.add(batch((7,), ((),), (Dropped(0, "c", 1, NGRAM),)))
    assert [(ghost.at, ghost.text) for ghost in trace.ghosts()] == [(0, "a"), (3, "b"), (5, "c")]


def test_a_text_that_was_cut_has_no_piece_behind_its_end() -> None:
    trace = Trace()
    trace.add(batch((3, 9, 12), (NGRAM, (), NGRAM)))
    assert [(piece.start, piece.end) for piece in trace.pieces(5)] == [(0, 3), (3, 5)]
    assert trace.pieces(0) == ()


NAMES = st.lists(st.text(max_size=8), max_size=3, unique=True).map(tuple)


@given(
    st.lists(
        st.tuples(
            st.integers(0, 3), st.integers(1, 50), NAMES, st.lists(st.integers(0, 99), min_size=4, max_size=4)
        )
    )
)
def test_packed_and_unpacked_it_is_the_same(rows: list[tuple[int, int, tuple[str, ...], list[int]]]) -> None:
    pieces, at = [], 0
    for gap, length, names, numbers in rows:
        pieces.append(Piece(at + gap, at + gap + length, names, *numbers))
        at += gap + length
    assert unpack(pack(pieces)) == tuple(pieces)


@pytest.mark.parametrize("packed", [b"garbage", pack([Piece(0, 1, NGRAM)])[:-4]])
def test_what_can_t_be_read_costs_only_the_tint(packed: bytes) -> None:
    assert unpack(packed) == ()


def test_few_bytes_a_reply() -> None:
    trace, end = Trace(), 0
    for number in range(500):
        names = NGRAM if number % 3 else ()
        trace.add(batch((end + 4, end + 9), (names, ())))
        end += 9
    assert len(pack(trace.pieces())) < 8_000
