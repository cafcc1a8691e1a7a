"""Options: what a value must be, and what a declaration must be."""

from __future__ import annotations

import math
import pickle

import pytest

from foreword.api import (
    BoolOption,
    ChoiceOption,
    FloatOption,
    IntOption,
    Option,
    OptionError,
    TextOption,
    Value,
    check_options,
    checked_values,
)

BOOL = BoolOption("eager", True)
INT = IntOption("longest", 8, 1, 64, label="Longest", help="In tokens.", unit="tokens")
FLOAT = FloatOption("trust", 1, 0, 2)
CHOICE = ChoiceOption("kind", "chain", ("chain", "tree"))
TEXT = TextOption("model", "")
ALL = (BOOL, INT, FLOAT, CHOICE, TEXT)
HUGE = 10**400


@pytest.mark.parametrize(
    ("option", "value"),
    [
        (BOOL, False),
        (INT, 1),
        (INT, 64),
        (FLOAT, 0.0),
        (FLOAT, 2.0),
        (CHOICE, "tree"),
        (TEXT, ""),
        (TEXT, "Größe ✓"),
    ],
)
def test_a_value_that_fits_passes(option: Option, value: Value) -> None:
    assert option.check(value) == value


@pytest.mark.parametrize(
    ("option", "value", "message"),
    [
        (BOOL, 1, "eager must be true or false, not 1"),
        (BOOL, "yes", "eager must be true or false, not 'yes'"),
        (INT, 0, "longest must be a whole number from 1 to 64, not 0"),
        (INT, 65, "longest must be a whole number from 1 to 64, not 65"),
        (INT, 2.0, "longest must be a whole number from 1 to 64, not 2.0"),
        (INT, True, "longest must be a whole number from 1 to 64, not True"),
        (INT, HUGE, "longest must be a whole number from 1 to 64, not a huge number"),
        (FLOAT, 2.5, "trust must be a number from 0 to 2, not 2.5"),
        (FLOAT, math.nan, "trust must be a number from 0 to 2, not nan"),
        (FLOAT, math.inf, "trust must be a number from 0 to 2, not inf"),
        (FLOAT, HUGE, "trust must be a number from 0 to 2, not a huge number"),
        (FLOAT, "1", "trust must be a number from 0 to 2, not '1'"),
        (CHOICE, "bush", "kind must be one of chain, tree, not 'bush'"),
        (CHOICE, None, "kind must be one of chain, tree, not a NoneType"),
        (TEXT, "a\nb", "model must be one line of text, not 'a\\nb'"),
        (TEXT, "a\rb", "model must be one line of text, not 'a\\rb'"),
        (TEXT, "a\0b", "model must be one line of text, not 'a\\x00b'"),
        (TEXT, 3, "model must be one line of text, not 3"),
        (TEXT, "x" * 1000 + "\n", "model must be one line of text, not '" + "x" * 56 + "..."),
    ],
)
def test_any_other_value_is_refused_in_one_line(option: Option, value: object, message: str) -> None:
    with pytest.raises(OptionError) as caught:
        option.check(value)
    assert str(caught.value) == message


def test_a_number_too_long_to_print_is_refused_as_any_other() -> None:
    for option in (INT, FLOAT, TEXT):
        with pytest.raises(OptionError, match="not a huge number"):
            option.check(10**5000)


def test_a_number_for_a_float_becomes_one() -> None:
    assert type(FLOAT.check(1)) is float
    values, _ = checked_values((FLOAT,), {})
    assert type(values["trust"]) is float


def test_where_a_value_does_not_fit_the_default_stands_and_it_is_told() -> None:
    values, problems = checked_values(ALL, {"longest": 99, "kind": "tree", "gone": 1})
    assert values == {"eager": True, "longest": 8, "trust": 1.0, "kind": "tree", "model": ""}
    assert problems == ["longest must be a whole number from 1 to 64, not 99 (default used)"]


def test_sound_declarations_pass_and_can_be_pickled() -> None:
    check_options(())
    check_options(ALL)
    assert pickle.loads(pickle.dumps(ALL)) == ALL


class AnyInt(IntOption):
    """Lets anything through."""

    __slots__ = ()

    def check(self, value: object) -> int:
        return value  # type: ignore[return-value]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ([INT], "options must be a tuple, not a list"),
        (("longest",), "options holds a str, which is no option"),
        ((AnyInt("longest", 8, 1, 64),), "options holds a AnyInt, which is no option"),
        ((INT, BoolOption("longest", True)), "two options are called longest"),
        (
            (BoolOption("longest draft", True),),
            "an option's name must be an identifier like longest_draft, not 'longest draft'",
        ),
        ((BoolOption("", True),), "an option's name must be an identifier like longest_draft, not ''"),
        (
            (BoolOption("größe", True),),
            "an option's name must be an identifier like longest_draft, not 'größe'",
        ),
        ((BoolOption(3, True),), "an option's name must be an identifier like longest_draft, not 3"),  # type: ignore[arg-type]
        ((BoolOption("a", True, label=None),), "a has a label, help or unit that is no text"),  # type: ignore[arg-type]
        ((IntOption("a", 1, 0, 2, unit=3),), "a has a label, help or unit that is no text"),  # type: ignore[arg-type]
        ((IntOption("a", 5, 9, 1),), "a has an empty range: 9 to 1"),
        ((IntOption("a", 1, 0.5, 2),), "a must have whole numbers for its range, not 0.5"),  # type: ignore[arg-type]
        ((IntOption("a", 1, 0, HUGE),), "a must have whole numbers for its range, not a huge number"),
        ((FloatOption("a", 1.0, 0.0, math.inf),), "a must have finite numbers for its range, not inf"),
        ((FloatOption("a", 1.0, math.nan, 2.0),), "a has an empty range: nan to 2"),
        ((IntOption("a", 3, 0, 2),), "the default doesn't fit: a must be a whole number from 0 to 2, not 3"),
        ((BoolOption("a", 1),), "the default doesn't fit: a must be true or false, not 1"),  # type: ignore[arg-type]
        ((ChoiceOption("a", "", ()),), "a must have a tuple of texts as choices"),
        ((ChoiceOption("a", "b", ["b"]),), "a must have a tuple of texts as choices"),  # type: ignore[arg-type]
        ((ChoiceOption("a", "b", ("b", "b")),), "a offers a choice twice"),
        ((ChoiceOption("a", "c", ("b",)),), "the default doesn't fit: a must be one of b, not 'c'"),
        ((TextOption("a", "b\nc"),), "the default doesn't fit: a must be one line of text, not 'b\\nc'"),
    ],
)
def test_a_declaration_that_makes_no_sense_is_refused_in_one_line(options: object, message: str) -> None:
    with pytest.raises(OptionError) as caught:
        check_options(options)
    assert str(caught.value) == message
