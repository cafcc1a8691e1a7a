"""Scrolling: following the newest text, staying where the reader is, long chats, branches."""

from __future__ import annotations

import dataclasses
import time

import pytest
from pytestqt.qtbot import QtBot

from foreword.session.conversation import Turn
from foreword.ui.styles import TextStyles
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


def test_a_long_chat_shows_its_end_at_once_and_builds_the_rest_in_idle_moments(
    transcript: Transcript, qtbot: QtBot
):
    transcript.set_turns([turn(n, f"text {n}") for n in range(60)])
    assert len(transcript._widgets) == 12
    assert transcript.last_reply().turn.id == "t59"
    qtbot.waitUntil(lambda: len(transcript._widgets) == 60)
    assert list(transcript._widgets) == [f"t{n}" for n in range(60)]
    assert transcript._column.itemAt(0).widget() is transcript.message("t0")
    qtbot.waitUntil(lambda: at_bottom(transcript))


def test_building_what_is_above_does_not_move_what_is_read(transcript: Transcript, qtbot: QtBot):
    transcript.set_turns([turn(n, f"text {n}\n\n" * 5) for n in range(40)])
    transcript._idle.stop()
    qtbot.waitUntil(lambda: at_bottom(transcript))
    bar = transcript.verticalScrollBar()
    bar.setValue(bar.maximum() // 2)
    assert not transcript.following
    transcript._idle.start()
    seen = transcript.message("t39").mapTo(transcript, transcript.message("t39").rect().topLeft()).y()
    qtbot.waitUntil(lambda: len(transcript._widgets) == 40)
    moved = transcript.message("t39").mapTo(transcript, transcript.message("t39").rect().topLeft()).y()
    assert abs(moved - seen) <= 2


def test_a_changed_turn_that_is_not_built_yet_is_shown_as_changed(transcript: Transcript, qtbot: QtBot):
    turns = [turn(n, f"text {n}") for n in range(40)]
    transcript.set_turns(turns)
    transcript.update_turn(dataclasses.replace(turns[1], text="changed"))
    qtbot.waitUntil(lambda: len(transcript._widgets) == 40)
    assert transcript.message("t1").view.text.source == "changed"


def test_a_turn_that_follows_an_earlier_one_replaces_what_stood_behind_it(transcript: Transcript):
    transcript.set_turns([turn(n, "x") for n in range(4)])
    transcript.add_turn(dataclasses.replace(turn(3, ""), id="new", status="streaming"))
    assert list(transcript._widgets) == ["t0", "t1", "t2", "new"]


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
    for shown in (transcript.message(f"t{n}") for n in range(18, 30)):
        assert shown.height() == shown.sizeHint().height()
        assert shown.view.height() >= shown.view.document().size().height()
