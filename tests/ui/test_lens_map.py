"""Where each character of a rendered message stands in its source, against a slow way to find it out: change
one letter of the source, render it anew, and look which letter of the document is another one."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from foreword.ui.lens_laying import Places
from foreword.ui.message_document import MessageDocument
from foreword.ui.styles import TextStyles
from foreword.ui.tokens import LIGHT

Render = Callable[[str, bool], MessageDocument]


@pytest.fixture(scope="module")
def render(qapp: QApplication) -> Render:
    styles = TextStyles(LIGHT, qapp.font())

    def render_one(source: str, finished: bool) -> MessageDocument:
        message = MessageDocument(styles, qapp)
        message.append(source)
        if finished:
            message.finish()
        return message

    return render_one


def characters(message: MessageDocument) -> list[tuple[int, str]]:
    """Every character of the document, and where it stands."""
    found = []
    block = message.document.begin()
    while block.isValid():
        at = block.position()
        for character in block.text():
            found.append((at, character))
            at += 1 + (character > "\uffff")
        block = block.next()
    return found


def mapped(message: MessageDocument) -> dict[int, tuple[int, int]]:
    """What the map says of every place of the document that it knows."""
    found: dict[int, tuple[int, int]] = {}
    block = message.document.begin()
    while block.isValid():
        places: Places = message.map.of_block(block)
        for at, start, end in zip(places.at, places.start, places.end, strict=True):
            assert at not in found
            found[at] = (start, end)
        block = block.next()
    return found


def shown(message: MessageDocument) -> list[tuple[str, str]]:
    """Each character of the document with the source that it stands for."""
    places = mapped(message)
    return [
        (character, message.source[slice(*places[at])])
        for at, character in characters(message)
        if at in places
    ]


# --- against the slow way
_WORDS = (
    "alpha", "b", "cédille", "😀x", "w\\*x", "&amp;", "`co de`", "``a ` b``", "**bold**", "*it*", "~~gone~~",
    "***bi***", '[link](http://a.b "t")', "[ref]", "[ref][]", "[txt][ref]", "<http://q.r>", "http://bare.x/y",
    "![alt](s.png)", "$x^2$", "\\(y+z\\)", "[^n]", "[bad](javascript:z)", "a*b", "2 * 3", "_u", "|", "\\|",
    "[x]", "std::vector<int>", "  ", "\\", "[a *b* c](http://z.z)", "~~~x~~", "****", "</div>",
)  # fmt: skip
_TEXT = st.lists(st.sampled_from(_WORDS), min_size=1, max_size=6).map(" ".join)
_PARAGRAPH = st.lists(st.tuples(_TEXT, st.sampled_from(["", "  ", "\\"])), min_size=1, max_size=3).map(
    lambda lines: "\n".join(text + end for text, end in lines)
)
_HEADING = st.builds(
    lambda marks, text, end: f"{marks} {text}{end}",
    st.sampled_from(["#", "###"]),
    _TEXT,
    st.sampled_from(["", " #"]),
)
_UNDERLINED = st.builds(lambda text, line: f"{text}\n{line}", _TEXT, st.sampled_from(["===", "---"]))
_FENCE = st.lists(st.builds(lambda a, b: a + b, st.sampled_from(["", "  "]), _TEXT), max_size=3).map(
    lambda lines: "\n".join(["```py", *lines, "```"])
)
_INDENTED = _TEXT.map(lambda text: f"    code {text}\n\tmore")
_NOTE = _TEXT.map(lambda text: f"[^n]: note {text}\n    goes on")
_CELL = st.sampled_from(["aa", "b\\|c", "**x**", "`p`", "", "&gt;q"])
_TABLE = st.lists(st.lists(_CELL, min_size=2, max_size=2), min_size=1, max_size=3).map(
    lambda rows: "\n".join(["| h | *k* |", "|---|---|", *("| " + " | ".join(row) + " |" for row in rows)])
)
_OTHERS = st.sampled_from(["---", "[ref]: http://r.r 'tt'", "$$\nq+r\n$$", "- "])
_LEAF = _PARAGRAPH | _HEADING | _UNDERLINED | _FENCE | _INDENTED | _NOTE | _TABLE | _OTHERS


def _item(marker: str, task: str, inner: str) -> str:
    first, *rest = inner.split("\n")
    return "\n".join([marker + task + first, *(" " * len(marker) + line for line in rest)])


def _within(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    quote = inner.map(lambda text: "\n".join("> " + line for line in text.split("\n")))
    items = st.tuples(st.sampled_from(["", "[ ] ", "[x] "]), inner)
    lists = st.tuples(st.sampled_from(["- ", "1. "]), st.lists(items, min_size=1, max_size=3))
    return quote | lists.map(lambda each: "\n".join(_item(each[0], *item) for item in each[1]))


_SOURCE = st.lists(st.recursive(_LEAF, _within, max_leaves=4), min_size=1, max_size=3).flatmap(
    lambda blocks: st.sampled_from(["\n\n", "\n", "\n \n"]).map(lambda gap: gap.join(blocks))
)


@given(source=_SOURCE, finished=st.booleans(), carriage=st.booleans(), draw=st.randoms())
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
def test_every_letter_is_mapped_to_the_one_that_it_shows(render, source, finished, carriage, draw):
    source = source.replace("\n", "\r\n") if carriage else source
    message = render(source, finished)
    base, places = characters(message), mapped(message)
    letters = [at for at, letter in enumerate(source) if letter.isascii() and letter.isalpha()]
    for at in draw.sample(letters, min(len(letters), 6)):
        other = "j" if source[at] != "j" else "k"
        changed = render(source[:at] + other + source[at + 1 :], finished)
        after = characters(changed)
        changed.deleteLater()
        different = [was for was, now in zip(base, after, strict=False) if was != now]
        if len(after) == len(base) and len(different) == 1 and different[0][1] == source[at]:
            start, end = places[different[0][0]]
            assert start <= at < end
    message.deleteLater()


# --- cases
def test_syntax_that_isn_t_shown_belongs_to_nothing(render: Render):
    text = "# A **bold** `word` &amp; \\* [link](http://x.y)"
    assert "".join(source for _, source in shown(render(text, True))) == "A bold word &amp; \\* link"


def test_a_table_is_mapped_cell_by_cell(render: Render):
    message = render("> | a | b \\| c |\n> |---|---|\n> | 1 |\n", True)
    assert [pair for pair in shown(message) if pair[0].isalnum()] == [(c, c) for c in "abc1"]


def test_lines_of_code_are_mapped_while_they_come(render: Render):
    source = "text\n\n  ```py\n  one\n\n    two"
    pairs = shown(render(source, False))
    assert "".join(character for character, _ in pairs) == "textone  two"
    assert all(character == part for character, part in pairs)


def test_the_unfinished_end_is_mapped(render: Render):
    message = render("done\n\nfirst line **bo\nsecond 😀 li", False)
    assert "".join(source for _, source in shown(message)) == "donefirst line **bosecond 😀 li"


def test_a_formula_that_is_drawn_stands_for_its_source(render: Render, qtbot: QtBot):
    message = render("before $x^2$ behind $y$.", True)
    qtbot.waitUntil(lambda: message.document.toPlainText().count("\ufffc") == 2)
    pictures = [source for character, source in shown(message) if character == "\ufffc"]
    assert pictures == ["$x^2$", "$y$"]
    assert "".join(source for _, source in shown(message)) == message.source


def test_the_number_of_a_footnote_stands_for_its_reference(render: Render):
    message = render("see[^a][^a] and[^b]\n\n[^b]: second\n\n[^a]: first\n", True)
    numbers = [source for character, source in shown(message) if character in "12"]
    assert numbers == ["[^a]", "[^a]", "[^b]"]


def test_links_are_read_with_the_definitions_known_when_they_were_written(render: Render):
    message = render("early [ref]\n\n[ref]: http://a.b\n\nlate [ref]\n", True)
    assert "".join(source for _, source in shown(message)) == "early [ref]late ref"


def test_places_lead_back_to_the_document(render: Render):
    source = "a **bold** word\n\n```\ncode\n```\n\nthe end"
    message = render(source, True)
    for word in ("bold", "word", "code", "end"):
        place = message.map.place_of(source.index(word))
        assert place is not None
        assert message.map.source_at(place) == source.index(word)
    assert message.map.place_of(source.index("**bold")) == message.map.place_of(source.index("bold"))
    assert message.map.place_of(len(source)) is None


def test_where_thinking_begins_is_known(render: Render):
    source = "<think>\nhm\n</think>\n\nsaid\n\n<think>\nagain\n</think>\n"
    message = render(source, True)
    starts = [region.thought_start for region in message.regions if region.kind == "thinking"]
    assert [source[start:].startswith(text) for start, text in zip(starts, ("\nhm", "\nagain"), strict=True)]
    inside = render("hm\n</think>\n\nsaid", True)
    assert [region.thought_start for region in inside.regions] == [0]
