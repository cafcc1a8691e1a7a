"""The lens's colours: text stays readable below a tint, and everybody can tell the speculators apart."""

from __future__ import annotations

from itertools import combinations

import pytest

from foreword.ui.lens_colours import HUES, LINES, look, tinted
from foreword.ui.tokens import THEMES, Scheme, contrast

SCHEMES: tuple[Scheme, ...] = ("light", "dark")
#: What stands on what, wherever a reply can be tinted.
TEXTS = (
    *[(name, "window") for name in ("text", "muted", "link")],
    *[(name, "inline_code") for name in ("text", "muted")],
    *[(name, "code_header") for name in ("text", "link")],
    *[(name, "code") for name in ("code_text", "keyword", "string", "comment", "number", "name")],
    *[(name, "code") for name in ("builtin", "operator")],
)
#: How protanopes, deuteranopes and tritanopes see linear RGB (Machado, Oliveira and Fernandes, 2009).
SIGHTS = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": ((0.1523, 1.0526, -0.2049), (0.1145, 0.7863, 0.0992), (-0.0039, -0.0481, 1.0520)),
    "deutan": ((0.3673, 0.8606, -0.2280), (0.2801, 0.6725, 0.0474), (-0.0118, 0.0429, 0.9689)),
    "tritan": ((1.2555, -0.0767, -0.1788), (-0.0784, 0.9308, 0.1476), (0.0047, 0.6914, 0.3039)),
}
#: Ottosson's OKLab, in which equal distances look equally far apart.
_TO_LMS = ((0.4122, 0.5363, 0.0514), (0.2119, 0.6807, 0.1074), (0.0883, 0.2817, 0.6300))
_TO_LAB = ((0.2105, 0.7936, -0.0041), (1.9780, -2.4286, 0.4506), (0.0259, 0.7828, -0.8087))


def _times(matrix: tuple[tuple[float, ...], ...], vector: list[float]) -> list[float]:
    return [sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix]


def seen(colour: str, sight: str) -> list[float]:
    """A colour in OKLab as somebody sees it."""
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    there = [min(max(c, 0.0), 1.0) for c in _times(SIGHTS[sight], linear)]
    return _times(_TO_LAB, [max(c, 0.0) ** (1 / 3) for c in _times(_TO_LMS, there)])


def distance(first: str, second: str, sight: str) -> float:
    pairs = zip(seen(first, sight), seen(second, sight), strict=True)
    return sum((a - b) ** 2 for a, b in pairs) ** 0.5


@pytest.mark.parametrize("scheme", SCHEMES)
def test_text_below_a_tint_keeps_its_contrast(scheme: Scheme):
    tokens = THEMES[scheme]
    for tint, _ in HUES[scheme]:
        for text, ground in TEXTS:
            colours = [tinted(getattr(tokens, name), tint, scheme) for name in (text, ground)]
            assert contrast(*colours) >= 4.5, (tint, text, ground)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_tints_and_lines_are_seen_against_the_ground(scheme: Scheme):
    tokens = THEMES[scheme]
    for tint, mark in HUES[scheme]:
        for ground in (tokens.window, tokens.code, tokens.inline_code):
            assert contrast(mark, tinted(ground, tint, scheme)) >= 3
            assert contrast(mark, ground) >= 3
            assert distance(ground, tinted(ground, tint, scheme), "normal") >= 0.04


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("sight", SIGHTS)
def test_whoever_sees_colours_otherwise_tells_the_hues_apart(scheme: Scheme, sight: str):
    for (_, first), (_, second) in combinations(HUES[scheme], 2):
        assert distance(first, second, sight) >= 0.1, (first, second)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_those_that_ship_with_the_app_differ_in_colour_and_in_line(scheme: Scheme):
    looks = [look(name, scheme) for name in ("ngram", "suffix_history", "draft_model")]
    for part in ("tint", "mark", "line"):
        assert len({getattr(each, part) for each in looks}) == 3


def test_a_look_depends_on_nothing_but_the_name():
    first = [look(name, "light") for name in ("ngram", "mine", "yours", "zebra")]
    assert [look(name, "light") for name in ("zebra", "yours", "mine", "ngram")] == first[::-1]
    assert look("zebra", "light").line == look("zebra", "dark").line


def test_strangers_use_all_the_lines_and_leave_the_own_hues_alone():
    looks = [look(f"speculator-{number}", "dark") for number in range(200)]
    assert {each.line for each in looks} == set(LINES)
    own = {look(name, "dark").mark for name in ("ngram", "suffix_history", "draft_model")}
    assert not own & {each.mark for each in looks}
