"""Thinking is told from what is said, whatever the pieces, and lies folded in the message."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QTextCursor
from pytestqt.qtbot import QtBot

from foreword.ui.message_view import MessageView
from foreword.ui.styles import TextStyles
from foreword.ui.thinking import (
    BegunInside,
    Said,
    ThinkingClosed,
    ThinkingOpened,
    ThinkingStream,
    Thought,
    thinking_words,
)
from foreword.ui.tokens import DARK
from tests.ui.conftest import lines

PARTS = ["<think>", "</think>", "\n", "a", " ", "<", "```\n", "~~~\n", "`<think>`", "<thin", "k>"]


def split(text: str, size: int) -> tuple[str, str]:
    """What was said, and what was thought."""
    stream = ThinkingStream()
    events = []
    for start in range(0, len(text), size):
        events += stream.feed(text[start : start + size])
    events += stream.finish()
    for event in events:
        if isinstance(event, Said):
            assert text[event.start : event.start + len(event.text)] == event.text
    said = "".join(event.text for event in events if isinstance(event, Said))
    thought = "".join(event.text for event in events if isinstance(event, Thought))
    opened = [event for event in events if isinstance(event, ThinkingOpened)]
    closed = [event for event in events if isinstance(event, ThinkingClosed)]
    assert len(opened) == len(closed)
    return said, thought


@given(st.lists(st.sampled_from(PARTS), max_size=12).map("".join), st.integers(1, 9))
def test_the_pieces_make_no_difference(text: str, size: int):
    if not any(isinstance(event, BegunInside) for event in ThinkingStream().feed(text)):
        assert split(text, size) == split(text, 1000)


@pytest.mark.parametrize(
    ("text", "said", "thought"),
    [
        ("<think>hm</think> so", " so", "hm"),
        ("\n <think>\nhm\n</think>\n\nso", "\n\n\nso", "\nhm\n"),
        ("<think>never closed", "", "never closed"),
        ("<think>a</think>\n<think>b</think>c", "\nc", "ab"),
        ("well\n<think>\nhm\n</think>\nso", "well\n\nso", "\nhm\n"),
        ("The tag <think> opens it.", "The tag <think> opens it.", ""),
        ("well\n<think> is a tag", "well\n<think> is a tag", ""),
        ("```\n<think>\n```\n", "```\n<think>\n```\n", ""),
        ("std::vector<int> v;", "std::vector<int> v;", ""),
        ("<thin", "<thin", ""),
        ("<think>a</thin", "", "a</thin"),
    ],
)
@pytest.mark.parametrize("size", [1, 4, 100])
def test_where_thinking_begins_and_ends(text: str, said: str, thought: str, size: int):
    assert split(text, size) == (said, thought)


def test_a_tag_never_flashes_up_as_text():
    stream = ThinkingStream()
    said = [event for character in "<think>hm" for event in stream.feed(character) if isinstance(event, Said)]
    assert said == []


@pytest.mark.parametrize(
    ("seconds", "closed", "cut", "words"),
    [
        (None, False, False, "Thinking…"), (12.4, True, False, "Thought for 12 s"),
        (0.3, True, False, "Thought for a moment"), (59.7, True, False, "Thought for 1 min 0 s"),
        (125, True, False, "Thought for 2 min 5 s"), (None, True, False, "Thoughts"),
        (5, True, True, "Thinking was cut short"),
    ],
)  # fmt: skip
def test_the_words_for_it(seconds: float | None, closed: bool, cut: bool, words: str):
    assert thinking_words(seconds, closed=closed, cut=cut) == words


# --- in the message
SOURCE = "<think>\nFirst **this**.\n\n```py\nx\n```\n</think>\n\nThe answer."


@pytest.fixture
def thinking(view: MessageView) -> MessageView:
    view.show()
    view.append(SOURCE)
    view.finish()
    return view


def test_it_is_folded_with_its_duration_and_opens_by_key(thinking: MessageView, qtbot: QtBot):
    (panel,) = thinking._thinking
    thinking.set_thinking_seconds(12.4)
    assert panel.button.text() == panel.button.accessibleName() == "Thought for 12 s"
    assert panel.view is None, "nothing is rendered for what nobody reads"
    assert lines(thinking.text.document) == ["The answer."]
    folded = thinking.height()
    panel.button.setFocus()
    qtbot.keyClick(panel.button, Qt.Key.Key_Space)
    assert panel.view is not None
    assert lines(panel.view.text.document) == ["First this.", "x"]
    assert thinking.height() >= folded + panel.view.height()
    answer = thinking.cursorRect(thinking.text.document.find("The answer"))
    assert panel.geometry().bottom() < answer.top()
    qtbot.keyClick(panel.button, Qt.Key.Key_Space)
    assert thinking.height() == folded


def test_it_streams_into_the_open_panel(view: MessageView):
    view.show()
    view.append("<think>\none")
    (panel,) = view._thinking
    assert panel.button.text() == "Thinking…"
    panel.button.click()
    assert panel.view is not None
    view.append(" two\n\nthree")
    assert lines(panel.view.text.document) == ["one two", "three"]
    height = view.height()
    view.append("\n\nfour\n\nfive")
    assert view.height() > height
    view.append("\n</think>\nDone")
    assert panel.view.finished
    assert lines(view.text.document) == ["Done"]


def test_a_message_that_ends_inside_of_its_thinking(view: MessageView):
    view.append("<think>\nhm")
    view.finish()
    assert view._thinking[0].button.text() == "Thinking was cut short"


def test_a_message_that_was_begun_inside_of_its_thinking(view: MessageView):
    for character in "I wonder.\n\nWell.\n</think>\n\nYes.":
        view.append(character)
    view.finish()
    assert lines(view.text.document) == ["Yes."]
    assert [region.thought for region in view.text.regions] == ["I wonder.\n\nWell.\n"]
    view.set_styles(view.text.styles)
    assert lines(view.text.document) == ["Yes."]


def test_tags_around_nothing_take_no_room(view: MessageView):
    view.show()
    view.append("<think>\n\n</think>\n\nYes.")
    view.finish()
    other = MessageView(view.text.styles)
    other.resize(view.size())
    other.append("Yes.")
    other.finish()
    assert not view._thinking[0].isVisible()
    assert view.height() <= other.height() + 8
    other.deleteLater()


def test_open_thinking_stays_open_in_another_theme(thinking: MessageView, styles: TextStyles):
    thinking._thinking[0].button.click()
    thinking.set_styles(TextStyles(DARK, styles.font))
    (panel,) = thinking._thinking
    assert panel.is_open
    assert panel.view is not None
    assert lines(panel.view.text.document) == ["First this.", "x"]


def test_what_is_folded_is_copied_as_source(thinking: MessageView):
    thinking.selectAll()
    thinking.copy()
    assert QGuiApplication.clipboard().text() == SOURCE
    cursor = thinking.textCursor()
    cursor.setPosition(0)
    cursor.setPosition(thinking.text.document.find("The").selectionEnd(), QTextCursor.MoveMode.KeepAnchor)
    thinking.setTextCursor(cursor)
    thinking.copy()
    assert QGuiApplication.clipboard().text() == SOURCE.removesuffix(" answer.")
