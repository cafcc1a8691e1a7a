"""Where messages begin, and how high one is thought to be before it was shown."""

from __future__ import annotations

from foreword.ui.turn_heights import Measures, Tops, guess

MEASURES = Measures(width=700, char=7.0, line=20.0)


def test_messages_stand_one_below_the_other():
    tops = Tops((100, 50, 25), gap=8, above=16, below=32)
    assert [tops[index] for index in range(3)] == [16, 124, 182]
    assert tops.total == 16 + 100 + 8 + 50 + 8 + 25 + 32


def test_a_place_belongs_to_one_message():
    tops = Tops((100, 50, 25), gap=8, above=16, below=32)
    assert [tops.at(y) for y in (-5, 0, 16, 123, 124, 181, 182, 9000)] == [0, 0, 0, 0, 1, 1, 2, 2]
    assert list(tops.between(120, 125)) == [0, 1]
    assert list(tops.between(190, 9000)) == [2]


def test_an_empty_chat_has_no_messages_anywhere():
    tops = Tops((), gap=8, above=16, below=32)
    assert tops.total == 48
    assert list(tops.between(0, 1000)) == []


def test_more_text_is_thought_to_be_higher():
    short, long = guess("a word", "assistant", MEASURES), guess("a word " * 500, "assistant", MEASURES)
    assert short < 120
    assert long > 35 * 20
    assert guess("x\n" * 50, "user", MEASURES) > 50 * 20


def test_a_narrow_column_is_thought_to_be_higher():
    text = "words " * 200
    narrow = Measures(width=350, char=7.0, line=20.0)
    assert guess(text, "user", narrow) > guess(text, "user", MEASURES)
