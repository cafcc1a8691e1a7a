"""Scrolling: following the newest text, staying where the reader is, long chats, branches."""

from __future__ import annotations

import dataclasses
import time
from itertools import pairwise

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from foreword.session.conversation import Turn
from foreword.ui.styles import TextStyles
from foreword.ui.tokens import DARK
from foreword.ui.transcript import Transcript


def turn(number: int, text: str, *, status: str = "complete") -> Turn:
    role = "assistant" if number % 2 else "user"
    parent = f"t{number - 1}" if number else None
    return Turn(f"t{number}", "c", parent, role, text, status, time.time())  # type: ignore[arg-type]


@pytest.fixture
def transcript(qtbot: QtBot, styles: TextStyles) -> Transcript:
    widget = Transcript(styles)
    qtbot.addWidget(widget)
    widget.resize(700, 400)
    with qtbot.waitExposed(widget):
        widget.show()
    return widget


def at_bottom(transcript: Transcript) -> bool:
    bar = transcript.verticalScrollBar()
    return bar.maximum() > 0 and bar.value() == bar.maximum()


def streaming(transcript: Transcript, qtbot: QtBot) -> None:
    transcript.set_turns([turn(0, "question"), turn(1, "", status="streaming")])
    transcript.append_text("t1", "line\n\n" * 40)
    qtbot.waitUntil(lambda: at_bottom(transcript))


def test_new_text_is_followed_at_the_bottom(transcript: Transcript, qtbot: QtBot):
    streaming(transcript, qtbot)
    before = transcript.verticalScrollBar().maximum()
    transcript.append_text("t1", "more\n\n" * 20)
    qtbot.waitUntil(lambda: transcript.verticalScrollBar().maximum() > before and at_bottom(transcript))
    assert transcript.jump.isHidden()


def test_who_scrolls_up_stays_and_can_jump_to_the_latest(transcript: Transcript, qtbot: QtBot):
    streaming(transcript, qtbot)
    bar = transcript.verticalScrollBar()
    bar.setValue(100)
    assert transcript.jump.isVisible()
    before = bar.maximum()
    transcript.append_text("t1", "more\n\n```py\nx\n```\n" * 20)
    qtbot.waitUntil(lambda: bar.maximum() > before)
    assert bar.value() == 100
    transcript.jump.click()
    assert at_bottom(transcript)
    assert transcript.jump.isHidden()
    before = bar.maximum()
    transcript.append_text("t1", "end\n\n" * 20)
    qtbot.waitUntil(lambda: bar.maximum() > before and at_bottom(transcript))


def test_following_resumes_where_the_reader_reaches_the_bottom(transcript: Transcript, qtbot: QtBot):
    streaming(transcript, qtbot)
    bar = transcript.verticalScrollBar()
    bar.setValue(50)
    assert not transcript.following
    bar.setValue(bar.maximum())
    assert transcript.following
    assert transcript.jump.isHidden()


def settled(transcript: Transcript, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: not transcript._idle.isActive())


def texts_in_view(transcript: Transcript) -> list[str]:
    """The turns of which some part can be seen, as far as they exist."""
    area = transcript.viewport().rect()
    shown = []
    for turn_id, widget in transcript.built().items():
        box = widget.rect().translated(widget.mapTo(transcript.viewport(), QPoint()))
        if area.intersects(box):
            shown.append(turn_id)
    return shown


def test_of_a_long_chat_only_what_is_near_the_view_exists(transcript: Transcript, qtbot: QtBot):
    transcript.set_turns([turn(n, f"text {n}") for n in range(500)])
    settled(transcript, qtbot)
    assert at_bottom(transcript)
    assert list(transcript.built())[-1] == "t499"
    assert len(transcript.built()) < 40
    transcript.verticalScrollBar().setValue(0)
    assert texts_in_view(transcript)[0] == "t0"
    assert transcript.last_reply().turn.id == "t499"


def test_memory_stays_bounded_while_one_reads_through(transcript: Transcript, qtbot: QtBot):
    transcript.set_turns([turn(n, f"text {n}\n\n" * 3) for n in range(200)])
    bar = transcript.verticalScrollBar()
    while bar.value() > 0:
        bar.setValue(bar.value() - 300)
        assert len(transcript.built()) <= 90
    settled(transcript, qtbot)
    assert len(transcript.built()) <= 40


def test_every_place_of_the_scroll_bar_shows_messages_without_gaps(transcript: Transcript):
    transcript.set_turns([turn(n, "many words " * (n * 7 % 90 + 1)) for n in range(120)])
    bar = transcript.verticalScrollBar()
    for step in range(20):
        bar.setValue(bar.maximum() * step // 20)
        seen = [int(turn_id[1:]) for turn_id in texts_in_view(transcript)]
        assert seen == list(range(seen[0], seen[-1] + 1))
        boxes = [transcript.message(f"t{n}").geometry() for n in seen]
        for above, below in pairwise(boxes):
            assert below.top() - above.bottom() == 5  # the gap, and Qt's bottom is one less
        low = bar.value()
        assert boxes[0].top() <= low + 16
        assert boxes[-1].bottom() >= low + transcript.viewport().height() - 32


def test_what_is_read_stays_where_heights_above_turn_out_otherwise(transcript: Transcript, qtbot: QtBot):
    turns = [turn(n, "# Title\n\n" + "| a | b |\n|---|---|\n| 1 | 2 |\n\n" * 6) for n in range(80)]
    transcript.set_turns(turns)
    bar = transcript.verticalScrollBar()
    bar.setValue(bar.maximum() // 2)
    seen = texts_in_view(transcript)[-1]
    place = transcript.message(seen).mapTo(transcript, QPoint()).y()
    settled(transcript, qtbot)
    assert transcript.message(seen).mapTo(transcript, QPoint()).y() == place
    bar.setValue(bar.value() - 120)
    assert transcript.message(seen).mapTo(transcript, QPoint()).y() == place + 120
    settled(transcript, qtbot)
    assert transcript.message(seen).mapTo(transcript, QPoint()).y() == place + 120


def test_a_changed_turn_that_does_not_exist_yet_is_shown_as_changed(transcript: Transcript):
    turns = [turn(n, f"text {n}\n\n" * 9) for n in range(60)]
    transcript.set_turns(turns)
    assert "t1" not in transcript.built()
    transcript.update_turn(dataclasses.replace(turns[1], text="changed"))
    transcript.verticalScrollBar().setValue(0)
    assert transcript.message("t1").view.text.source == "changed"


def test_a_message_that_is_in_use_stays(transcript: Transcript, qtbot: QtBot):
    transcript.set_turns([turn(n, f"text {n}\n\n" * 5) for n in range(200)])
    transcript.message("t197").view.selectAll()
    bar = transcript.verticalScrollBar()
    while bar.value() > 0:
        bar.setValue(bar.value() - 300)
    settled(transcript, qtbot)
    assert "t197" in transcript.built()
    assert "t190" not in transcript.built()


def test_a_very_long_message_is_laid_out_in_slices_and_is_whole_at_last(transcript: Transcript, qtbot: QtBot):
    text = "some words of a paragraph\n\n" * 4000
    transcript.set_turns([turn(0, "question"), turn(1, text)])
    assert transcript.message("t1").pending
    qtbot.waitUntil(lambda: not transcript.message("t1").pending, timeout=20_000)
    assert transcript.message("t1").view.text.source == text
    assert transcript.message("t1").view.finished
    settled(transcript, qtbot)
    assert at_bottom(transcript)


def test_another_branch_of_the_same_chat_keeps_what_it_shares(transcript: Transcript, qtbot: QtBot):
    turns = [turn(n, f"text {n}\n\n" * 4) for n in range(30)]
    transcript.set_turns(turns)
    transcript.verticalScrollBar().setValue(300)
    first = transcript.built()
    shared = texts_in_view(transcript)
    place = transcript.message(shared[0]).mapTo(transcript, QPoint()).y()
    transcript.set_turns([*turns[:20], dataclasses.replace(turns[20], id="other")])
    assert transcript.message(shared[0]) is first[shared[0]]
    assert transcript.message(shared[0]).mapTo(transcript, QPoint()).y() == place
    assert not transcript.following
    begun = dataclasses.replace(turns[21], id="new", text="", status="streaming")
    transcript.set_turns([*turns[:21], begun])
    assert at_bottom(transcript)


def test_a_turn_is_shown_at_the_top_and_marked(transcript: Transcript, qtbot: QtBot):
    transcript.set_turns([turn(n, "many words " * (n % 9 * 20 + 1)) for n in range(200)])
    transcript.show_turn("t33")
    assert transcript.message("t33").mapTo(transcript, QPoint()).y() == 32
    assert transcript.jump.isVisible()
    settled(transcript, qtbot)
    assert transcript.message("t33").mapTo(transcript, QPoint()).y() == 32


def test_a_footnotes_link_scrolls_to_its_note(transcript: Transcript, qtbot: QtBot):
    source = "See[^1].\n\n" + "line\n\n" * 60 + "[^1]: the note\n"
    transcript.set_turns([turn(0, "question"), turn(1, source)])
    settled(transcript, qtbot)
    bar = transcript.verticalScrollBar()
    bar.setValue(0)
    view = transcript.message("t1").view
    view.place_wanted.emit(view.height() - 20, 16)
    assert bar.value() > bar.maximum() - 100
    view.place_wanted.emit(0, 16)
    assert bar.value() < 100


def test_tab_goes_through_the_messages_as_they_stand(transcript: Transcript, qtbot: QtBot):
    transcript.set_turns([turn(n, f"text {n}\n\n" * 5) for n in range(60)])
    bar = transcript.verticalScrollBar()
    while bar.value() > 1000:
        bar.setValue(bar.value() - 200)
    settled(transcript, qtbot)
    views = [widget.view for widget in transcript.built().values()]
    chain, stop = [], transcript.nextInFocusChain()
    while stop is not transcript:
        chain += [stop] if stop in views else []
        stop = stop.nextInFocusChain()
    assert chain == views


def test_a_theme_reaches_every_message(transcript: Transcript, qapp: QApplication):
    transcript.set_turns([turn(n, f"text {n}\n\n" * 5) for n in range(60)])
    transcript.set_styles(TextStyles(DARK, qapp.font()))
    assert {widget.view.text.styles.tokens for widget in transcript.built().values()} == {DARK}
    transcript.verticalScrollBar().setValue(0)
    assert transcript.message("t0").view.text.styles.tokens is DARK


def test_a_turn_that_follows_an_earlier_one_replaces_what_stood_behind_it(transcript: Transcript):
    transcript.set_turns([turn(n, "x") for n in range(4)])
    transcript.add_turn(dataclasses.replace(turn(3, ""), id="new", status="streaming"))
    assert list(transcript.built()) == ["t0", "t1", "t2", "new"]


def test_text_for_a_turn_that_is_not_shown_is_a_bug_and_says_so(transcript: Transcript):
    with pytest.raises(KeyError):
        transcript.append_text("nobody", "x")


def test_no_text_moves_when_the_scroll_bar_comes(transcript: Transcript, qtbot: QtBot):
    transcript.set_turns([turn(0, "question"), turn(1, "", status="streaming")])
    transcript.append_text("t1", "short")
    bar = transcript.verticalScrollBar()
    assert not bar.isEnabled()
    before = transcript.message("t1").view.geometry()
    transcript.append_text("t1", "\n\nline" * 60)
    qtbot.waitUntil(bar.isEnabled)
    after = transcript.message("t1").view.geometry()
    assert (after.left(), after.width()) == (before.left(), before.width())


def test_a_long_chat_is_right_at_its_first_paint(transcript: Transcript):
    turns = [turn(n, "# Title\n\n" + "many words " * (20 * n) if n % 2 else "question") for n in range(30)]
    transcript.set_turns(turns)
    assert at_bottom(transcript)
    for shown in transcript.built().values():
        assert shown.height() == shown.sizeHint().height()
        assert shown.view.height() >= shown.view.document().size().height()
