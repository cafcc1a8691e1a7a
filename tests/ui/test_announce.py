"""What a screen reader hears of what happens beside the keyboard; and whether anything may glide."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from pytestqt.qtbot import QtBot

from foreword.messages import ModelFailed, ModelProgress
from foreword.ui import announce, motion
from tests.fakes.fake_controller import READY
from tests.ui.conftest import Stage

POLITE, ASSERTIVE = QAccessible.AnnouncementPoliteness.Polite, QAccessible.AnnouncementPoliteness.Assertive


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, QAccessible.AnnouncementPoliteness]]:
    heard: list[tuple[str, QAccessible.AnnouncementPoliteness]] = []

    class Reader:
        AnnouncementPoliteness = QAccessible.AnnouncementPoliteness

        @staticmethod
        def updateAccessibility(event: QAccessibleAnnouncementEvent) -> None:
            heard.append((event.message(), event.politeness()))

    monkeypatch.setattr(announce, "QAccessible", Reader)
    return heard


def test_a_reply_is_announced_once_and_an_error_at_once(stage: Stage, said: list[tuple[str, object]]):
    controller = stage.controller
    controller.turns.send("question")
    controller.stream("text")
    assert said == []
    controller.finish()
    assert said == [("Reply complete: ended by the model", POLITE)]
    reply = controller.current().turns[-1]
    controller.turn_changed.emit(reply)
    controller.new_chat()
    controller.open(reply.conversation_id)
    assert len(said) == 1
    controller.turns.send("again")
    controller.fail("out of memory")
    assert said[1:] == [("out of memory", ASSERTIVE)]


def test_a_reply_that_goes_on_is_announced_when_it_ends_again(stage: Stage, said: list[tuple[str, object]]):
    controller = stage.controller
    controller.turns.send("question")
    controller.finish()
    reply = controller.current().turns[-1]
    controller.busy_changed.emit(True)
    controller.turn_changed.emit(reply)
    assert [words for words, _ in said] == ["Reply complete: ended by the model"] * 2


def test_the_models_state_is_announced_when_it_changes(stage: Stage, said: list[tuple[str, object]]):
    stage.controller.set_model(ModelProgress("Loading weights", 0.2))
    stage.controller.set_model(ModelProgress("Loading weights", 0.8))
    stage.controller.set_model(READY)
    stage.controller.set_model(READY)
    assert said == [("Model loaded: SmolLM2-135M-Instruct", POLITE)]
    stage.controller.set_model(ModelFailed("The folder is gone."))
    assert said[1:] == [("The folder is gone.", ASSERTIVE)]


def test_notices_are_announced(stage: Stage, said: list[tuple[str, object]]):
    stage.controller.notice.emit("The disk is full.")
    assert said == [("The disk is full.", ASSERTIVE)]


# --- motion
@pytest.fixture
def motion_as_it_was() -> Iterator[None]:
    yield
    motion.set_mode("system")


@pytest.mark.usefixtures("motion_as_it_was")
def test_the_setting_says_whether_things_glide(stage: Stage, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch):
    follow = stage.window.view_commands.follow
    stage.settings.set("appearance.motion", "reduced")
    follow("appearance.motion")
    assert motion.reduced()
    stage.controller.turns.send("question")
    reply = stage.window.chat.transcript.last_reply()
    assert reply is not None
    assert not reply.activity._timer.isActive()
    reply.mark()
    assert reply._mark.endValue() == reply._mark.startValue()
    stage.settings.set("appearance.motion", "full")
    follow("appearance.motion")
    assert not motion.reduced()
    reply.mark()
    assert reply._mark.endValue() != reply._mark.startValue()
    monkeypatch.setattr(motion, "_system", [False, True])
    assert not motion.reduced()
    motion.set_mode("system")
    assert motion.reduced()
