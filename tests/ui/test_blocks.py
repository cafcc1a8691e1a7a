"""The splitter agrees with the parser, whatever the text and however it is cut."""

from __future__ import annotations

import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from foreword.ui.blocks import Block, BlockStream, CodeText, Event, FenceClosed, FenceOpened
from foreword.ui.footnotes import split_note

MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])
MATH = [
    "$$",
    "x",
    "=",
    "- y",
    "$$ z $$",
    "\\[",
    "\\]",
    "",
    "text",
    "> q",
    "# H",
    "```",
    "$a$",
    "1. b",
    "  $$",
]
LINES = [
    "- a", "* b", "1. c", "2. d", "3) e", "  f", "   - g", "    h", "text **b**", "# H", "---", "***", "```",
    "```py", "   ```", "  ```", "~~~", "> q", "> - q", "|a|b|", "|-|-|", "|1|2|", "", " ", "===", "-", "1.",
    "   x", "  1. y", "`c`", "\tz", "#", "- ```", "-   w", " - v", "<div>", "- [ ] t",
]  # fmt: skip


def split(text: str, size: int) -> list[Event]:
    stream = BlockStream()
    events: list[Event] = []
    for start in range(0, len(text), size):
        events += stream.feed(text[start : start + size])
    return events + stream.finish()


def html(events: list[Event]) -> str:
    """What the parser makes of the pieces; the lists that go on are joined again."""
    out = code = language = ""
    for event in events:
        match event:
            case Block(source, continues):
                piece = bare(MARKDOWN.render(source))
                if continues:
                    out = re.sub(r"</(ul|ol)>$", "", out)
                    piece = re.sub(r"^<(ul|ol)[^>]*>", "", piece)
                out += piece
            case FenceOpened(language):
                code = ""
            case CodeText(text):
                code += text
            case FenceClosed():
                fence = "~" * 20
                body = code + "\n" if code else ""
                out += bare(MARKDOWN.render(f"{fence}{language}\n{body}{fence}"))
    return out


def bare(text: str) -> str:
    """Without white space and paragraph tags, which only tell tight lists from loose ones."""
    return re.sub(r"</?p>|\s+", "", text)


@settings(max_examples=300, deadline=None)
@example(["|a|b|", "|-|-|", "\tz", "text **b**", "2. d"], 1)
@given(st.lists(st.sampled_from(LINES), max_size=9), st.integers(1, 7))
def test_the_pieces_render_as_the_whole(parts: list[str], size: int):
    text = "\n".join(parts)
    assert html(split(text, size)) == bare(MARKDOWN.render(text))


@settings(max_examples=100, deadline=None)
@given(st.lists(st.sampled_from(LINES), max_size=9))
def test_nothing_is_ever_taken_back(parts: list[str]):
    text = "\n".join(parts)
    stream = BlockStream()
    events: list[Event] = []
    for character in text:
        events += stream.feed(character)
    events += stream.finish()
    whole = BlockStream()
    assert blocks_of(events) == blocks_of(whole.feed(text) + whole.finish())


def blocks_of(events: list[Event]) -> list[object]:
    """The events with neighbouring pieces of code joined."""
    joined: list[object] = []
    for event in events:
        if isinstance(event, CodeText) and joined and isinstance(joined[-1], str):
            joined[-1] += event.text
        else:
            joined.append(event.text if isinstance(event, CodeText) else event)
    return joined


def test_a_paragraph_is_committed_at_its_blank_line():
    stream = BlockStream()
    assert stream.feed("one **two**\n") == []
    assert stream.tail == "one **two**"
    assert stream.feed("\n") == [Block("one **two**\n")]
    assert stream.tail == ""


def test_list_items_are_committed_one_by_one_as_one_list():
    events = split("1. a\n2. b\n   more\n3. c\n", 1)
    assert events == [Block("1. a\n"), Block("2. b\n   more\n", True), Block("3. c\n", True)]


def test_a_fence_shows_its_code_while_it_comes_and_never_flashes_up_as_text():
    stream = BlockStream()
    tails, events = [], []
    for character in "Hi\n\n```py\nx = 1\n":
        events += stream.feed(character)
        tails.append(stream.tail)
    assert not any("`" in tail for tail in tails)
    assert events[:2] == [Block("Hi\n"), FenceOpened("py")]
    assert "".join(event.text for event in events if isinstance(event, CodeText)) == "x = 1"
    assert stream.feed("``") == []  # this may be the closing fence
    assert stream.feed("`\n") == [FenceClosed()]


def test_a_fence_that_is_never_closed_ends_with_the_message():
    assert split("```\na\n\nb", 3)[-1] == FenceClosed()
    assert html(split("```\na\n\nb", 3)) == bare(MARKDOWN.render("```\na\n\nb"))


@pytest.mark.parametrize("inner", ["```", "~~~ x", "    ````", "`````x"])
def test_only_a_fitting_line_closes_a_fence(inner: str):
    text = f"````\n{inner}\n````\nbehind"
    code = "".join(event.text for event in split(text, 1) if isinstance(event, CodeText))
    assert code == inner


@settings(max_examples=300, deadline=None)
@given(st.lists(st.sampled_from(MATH), max_size=9), st.integers(1, 7))
def test_pieces_with_math_lose_nothing_and_come_out_the_same(parts: list[str], size: int):
    text = "\n".join(parts)
    events = split(text, size)
    assert blocks_of(events) == blocks_of(split(text, 1000))
    at = 0
    for event in events:
        if isinstance(event, Block):
            assert text[event.start : event.end] == event.source.removesuffix("\n")
            assert not text[at : event.start].strip()
            at = event.end
        elif isinstance(event, FenceOpened):
            assert not text[at : event.start].strip()
        elif isinstance(event, FenceClosed):
            at = event.end
    assert not text[at:].strip()


@pytest.mark.parametrize("size", [1, 1000])
def test_display_math_is_one_block(size: int):
    text = "so\n$$\nx\n=\n- y\n$$\n- a\n\\[ z \\]\nend\n\n$$\nopen\n\n# H"
    assert [event.source for event in split(text, size) if isinstance(event, Block)] == [
        "so\n", "$$\nx\n=\n- y\n$$\n", "- a\n", "\\[ z \\]\n", "end\n", "$$\nopen\n", "# H\n",
    ]  # fmt: skip


def test_a_footnote_goes_on_where_it_is_indented():
    text = "a[^1]\n[^1]: one\n\n    two\n[^b]: three\n\nfour"
    sources = [event.source for event in split(text, 1) if isinstance(event, Block)]
    assert sources == ["a[^1]\n", "[^1]: one\n\n    two\n", "[^b]: three\n", "four\n"]
    assert split_note(sources[1]) == ("1", "one\n\ntwo\n")
    assert split_note("[1]: https://example.org") is None
