"""The session from the window's side: what is asked, what is told, and what the database then holds."""

from __future__ import annotations

import itertools
import json
import time
from concurrent.futures import Future
from pathlib import Path

import pytest

from foreword.messages import LoadRequest, ModelFailed, ModelReady, StopReason
from foreword.storage.errors import StorageError
from tests.fakes.fake_worker import Script

SLOW = Script(pace_seconds=0.01, pieces=lambda request: [f"{request.reply_id}:{n} " for n in range(2000)])


def short(text: str, **more) -> Script:
    return Script(pieces=lambda _: list(text), **more)


def test_a_message_and_its_reply_from_send_to_database(open_desk):
    desk = open_desk(short("Hello **there**", pace_seconds=0.01))
    desk.controller.send("Hi\nyou")
    asked, answered = desk.of("turn_added")
    assert (asked.role, asked.text, asked.status, asked.parent_id) == ("user", "Hi\nyou", "complete", None)
    assert (answered.role, answered.text, answered.status) == ("assistant", "", "streaming")
    assert answered.parent_id == asked.id
    assert desk.store.branch(asked.conversation_id) == (asked, answered)  # before any text came
    desk.until_idle()
    assert desk.of("text_arrived")
    assert {turn_id for turn_id, _ in desk.of("text_arrived")} == {answered.id}
    assert "Hello **there**".startswith("".join(text for _, text in desk.of("text_arrived")))
    (ended,) = desk.of("turn_changed")
    assert (ended.id, ended.text, ended.status, ended.stop_reason) == (
        answered.id,
        "Hello **there**",
        "complete",
        "eos",
    )
    assert desk.of("busy_changed") == [True, False]
    assert desk.saved() == (asked, ended) == desk.turns()
    assert desk.of("prefill_progress") == [(answered.id, 7, 7)]
    assert [c.title for c in desk.controller.conversations()] == ["Hello there"]
    assert desk.store.token_ids(answered.id) == tuple(range(1, 16))


def test_a_new_chat_is_opened_before_its_turns_are_added(open_desk):
    desk = open_desk()
    desk.controller.send("first")
    names = [entry[0] for entry in desk.told if entry[0] in ("conversation_opened", "turn_added")]
    assert names == ["conversation_opened", "turn_added", "turn_added"]
    assert desk.of("conversation_opened")[0].turns == ()
    desk.until_idle()
    desk.controller.send("second")
    assert len(desk.of("conversation_opened")) == 1
    assert len(desk.of("turn_added")) == 4


def test_stats_hold_what_the_stats_line_shows(open_desk):
    desk = open_desk(short("abcdefgh"))
    desk.controller.send("Hi")
    desk.until_idle()
    stats = desk.saved()[1].stats
    assert stats["tokens_per_second"] == 4.0
    assert stats["tokens_per_pass"] == 2.0
    assert stats["acceptance"] == 0.5
    assert stats["by_speculator"]["ngram"] == {"drafted": 8, "verified": 8, "accepted": 4, "seconds": 0.125}
    assert stats["seed"] == desk.worker.requests[0].sampling.seed
    assert json.loads(json.dumps(stats)) == stats


def test_the_request_holds_settings_history_and_a_seed_of_its_own(open_desk):
    desk = open_desk(short("answer"))
    desk.settings.set("reply.temperature", 0.75)
    desk.settings.set("reply.max_tokens", 99)
    desk.settings.set("reply.system_prompt", "Be brief.")
    for text in ("one", "two"):
        desk.controller.send(text)
        desk.until_idle()
    first, second = desk.worker.requests
    assert [(m.role, m.content) for m in second.messages] == [
        ("system", "Be brief."),
        ("user", "one"),
        ("assistant", "answer"),
        ("user", "two"),
    ]
    assert (second.sampling.temperature, second.max_tokens) == (0.75, 99)
    assert first.sampling.seed != second.sampling.seed
    assert 0 <= first.sampling.seed < 2**63
    assert [first.reply_id, second.reply_id] == [t.id for t in desk.turns() if t.role == "assistant"]


@pytest.mark.parametrize("text", ["", "  \n\t "])
def test_an_empty_message_is_not_sent(open_desk, text):
    desk = open_desk()
    desk.controller.send(text)
    assert desk.controller.conversations() == []
    assert not desk.controller.is_busy()


def test_a_message_while_busy_is_refused_with_a_notice(open_desk):
    desk = open_desk(SLOW)
    desk.controller.send("one")
    desk.controller.send("two")
    assert len(desk.of("notice")) == 1
    assert len(desk.of("turn_added")) == 2
    desk.controller.stop()
    desk.until_idle()
    desk.controller.send("three")
    assert [t.text for t in desk.of("turn_added") if t.role == "user"] == ["one", "three"]


def test_stop_keeps_what_was_written(open_desk):
    desk = open_desk(SLOW)
    desk.controller.send("go")
    desk.until_text()
    desk.controller.stop()
    desk.until_idle()
    (ended,) = desk.of("turn_changed")
    assert (ended.status, ended.stop_reason) == ("stopped", "cancelled")
    expected = "".join(f"{ended.id}:{n} " for n in range(2000))
    assert ended.text
    assert expected.startswith(ended.text)
    assert len(ended.text) < len(expected)
    assert desk.saved()[1] == ended


def test_stop_then_send_again_without_loading_again(open_desk):
    desk = open_desk(SLOW)
    for _ in range(3):
        desk.controller.send("go")
        desk.until_text()
        desk.controller.stop()
        desk.until_idle()
    assert [t.status for t in desk.saved() if t.role == "assistant"] == ["stopped"] * 3
    assert len(desk.worker.loads) == 1


def test_stop_with_nothing_running_does_not_stop_the_next_reply(open_desk):
    desk = open_desk(short("whole"))
    desk.controller.stop()
    desk.controller.send("go")
    desk.until_idle()
    assert desk.saved()[1].text == "whole"


def test_a_failed_reply_keeps_its_text_and_can_be_asked_again(open_desk):
    desk = open_desk(Script(pieces=lambda _: ["some ", "words ", "more"], fail_after=2))
    desk.controller.send("go")
    desk.until_idle()
    failed = desk.saved()[1]
    assert (failed.text, failed.status, failed.error) == (
        "some words ",
        "failed",
        desk.worker.script.fail_reason,
    )
    assert failed.stats == {"seed": desk.worker.requests[0].sampling.seed}
    desk.worker.script = short("right")
    desk.controller.retry()
    shown = desk.of("conversation_opened")[-1]
    assert [t.status for t in shown.turns] == ["complete", "streaming"]
    desk.until_idle()
    asked, answered = desk.saved()
    assert (answered.text, answered.status) == ("right", "complete")
    assert answered.id != failed.id
    assert [m.content for m in desk.worker.requests[1].messages] == ["go"]
    assert answered.parent_id == failed.parent_id == asked.id


def test_retry_of_nothing_does_nothing(open_desk):
    desk = open_desk()
    desk.controller.retry()
    assert not desk.controller.is_busy()
    assert desk.of("notice") == []


def test_a_message_waits_for_the_model(open_desk):
    desk = open_desk(short("at last", never_ready=True))
    desk.controller.send("early")
    desk.until(lambda: len(desk.worker.loads) == 1)
    desk.qtbot.wait(50)
    assert desk.controller.is_busy()
    assert desk.worker.requests == []
    desk.worker.script = short("at last")
    desk.controller.load_model()
    desk.until_idle()
    assert desk.saved()[1].text == "at last"


def test_stop_drops_a_waiting_message(open_desk):
    desk = open_desk(Script(never_ready=True))
    desk.controller.send("early")
    desk.controller.stop()
    assert not desk.controller.is_busy()
    assert (desk.saved()[1].status, desk.saved()[1].text) == ("stopped", "")
    desk.worker.script = Script()
    desk.controller.load_model()
    desk.until(lambda: isinstance(desk.controller.model_state(), ModelReady))
    desk.qtbot.wait(50)
    assert desk.worker.requests == []


def test_a_model_that_fails_to_load_leaves_the_app_usable(open_desk):
    desk = open_desk(Script(load_failure="no such folder"))
    desk.until(lambda: isinstance(desk.controller.model_state(), ModelFailed))
    desk.controller.send("anyone?")
    assert desk.controller.is_busy()
    desk.worker.script = short("yes")
    desk.controller.load_model(allow_download=True)
    desk.until_idle()
    assert desk.worker.loads[-1].allow_download
    assert desk.saved()[1].text == "yes"


def test_the_command_lines_model_holds_until_another_is_set(open_desk):
    desk = open_desk(model="some/model")
    desk.until(lambda: isinstance(desk.controller.model_state(), ModelReady))
    desk.settings.set("model.name", "other/model")
    desk.settings.set("model.dtype", "float32")
    desk.controller.load_model()
    desk.until(lambda: len(desk.worker.loads) == 2)
    # Whoever names a model on the command line wants it fetched.
    named = LoadRequest("some/model", allow_download=True)
    assert desk.worker.loads == [named, LoadRequest("other/model", "float32")]


def test_a_reply_goes_on_in_a_chat_that_is_not_open(open_desk):
    desk = open_desk(SLOW)
    desk.controller.send("one")
    first = desk.controller.current().summary.id
    desk.until_text()
    desk.controller.new_chat()
    assert desk.controller.current() is None
    shown = len(desk.of("text_arrived"))
    desk.qtbot.wait(200)
    assert len(desk.of("text_arrived")) == shown
    desk.controller.open(first)
    desk.told.clear()
    reply = desk.turns()[1]
    so_far = reply.text
    desk.until_text()
    arrived = "".join(text for _, text in desk.of("text_arrived"))
    expected = "".join(f"{reply.id}:{n} " for n in range(2000))
    assert so_far
    assert expected.startswith(so_far + arrived)  # nothing twice, nothing left out
    desk.controller.stop()
    desk.until_idle()


def test_a_reply_that_ends_while_another_chat_is_open_is_kept(open_desk):
    desk = open_desk(short("unseen", pace_seconds=0.01))
    desk.controller.send("one")
    first = desk.controller.current().summary.id
    desk.controller.new_chat()
    desk.until_idle()
    assert desk.of("turn_changed") == []
    assert desk.store.branch(first)[1].text == "unseen"
    desk.controller.open(first)
    assert desk.of("conversation_opened")[-1].turns[1].text == "unseen"


def test_deleting_the_chat_that_is_being_answered_cancels_first(open_desk):
    desk = open_desk(SLOW)
    desk.controller.send("secret")
    desk.until_text()
    desk.controller.delete(desk.controller.current().summary.id)
    assert not desk.controller.is_busy()
    assert desk.controller.conversations() == []
    assert desk.of("conversation_opened")[-1] is None
    desk.worker.script = short("fresh")
    desk.controller.send("next")  # at once, while the worker is still letting go
    desk.until_idle()
    assert [t.text for t in desk.saved()] == ["next", "fresh"]
    assert len(desk.worker.requests) == 2


def test_deleting_another_chat_leaves_the_open_one(open_desk):
    desk = open_desk(short("x"))
    desk.controller.send("one")
    desk.until_idle()
    first = desk.controller.current().summary.id
    desk.controller.new_chat()
    desk.controller.send("two")
    desk.until_idle()
    opened = len(desk.of("conversation_opened"))
    desk.controller.delete(first)
    assert len(desk.of("conversation_opened")) == opened
    assert [c.title for c in desk.controller.conversations()] == ["two"]


def test_renaming(open_desk):
    desk = open_desk(short("x"))
    desk.controller.send("one")
    chat_id = desk.controller.current().summary.id
    desk.controller.rename(chat_id, "  A better \n title ")
    desk.controller.rename(chat_id, "   ")
    assert desk.controller.current().summary.title == "A better title"
    desk.until_idle()


def test_the_open_chat_is_open_again_at_the_next_start(open_desk):
    desk = open_desk(short("x"))
    desk.controller.send("one")
    desk.until_idle()
    before = desk.controller.current()
    desk.close()
    assert open_desk().controller.current() == before


def test_a_chat_that_is_gone_is_said_and_not_opened(open_desk):
    desk = open_desk()
    desk.controller.open("nowhere")
    assert desk.of("conversation_opened") == [None]
    assert desk.of("notice") == ["This chat is no longer there."]
    assert desk.settings["chat.open"] == ""


def test_switching_takes_effect_in_the_middle_of_a_reply_and_is_kept(open_desk, paths):
    desk = open_desk(SLOW)
    desk.until(lambda: bool(desk.controller.speculators()))
    assert [s.state for s in desk.controller.speculators()] == ["active"]
    desk.controller.send("go")
    desk.until_text()
    desk.controller.set_speculator("ngram", False)
    assert "ngram" not in desk.link.switches.enabled()
    assert [s.state for s in desk.of("speculators_changed")[-1]] == ["off"]  # while the worker is busy
    desk.controller.stop()
    desk.until_idle()
    desk.settings.set("appearance.theme", "dark")
    desk.close()
    assert "ngram" not in open_desk().link.switches.enabled()


def test_quitting_ends_the_running_reply_as_interrupted(open_desk):
    desk = open_desk(SLOW)
    desk.controller.send("go")
    chat_id = desk.controller.current().summary.id
    desk.until_text()
    assert desk.close()
    assert desk.worker.closed
    turn = open_desk().store.branch(chat_id)[1]
    assert (turn.status, turn.stop_reason) == ("interrupted", StopReason.CANCELLED)
    assert turn.text
    assert turn.stats["completion_tokens"] == turn.text.count(" ")


def test_quitting_without_the_worker_keeps_the_text_so_far(open_desk):
    desk = open_desk(Script(deaf=True, pace_seconds=0.02, pieces=lambda _: [f"{n} " for n in range(60)]))
    desk.controller.send("go")
    chat_id = desk.controller.current().summary.id
    desk.until_text()
    desk.controller.close_down()
    assert not desk.link.close(50)
    desk.controller.settle()
    turn = desk.store.branch(chat_id)[1]
    assert turn.status == "interrupted"
    assert turn.text.startswith("0 1 ")
    assert "".join(f"{n} " for n in range(60)).startswith(turn.text)


def test_a_waiting_message_is_interrupted_by_quitting(open_desk):
    desk = open_desk(Script(never_ready=True))
    desk.controller.send("early")
    chat_id = desk.controller.current().summary.id
    desk.close()
    assert [t.status for t in open_desk().store.branch(chat_id)] == ["complete", "interrupted"]


def test_nothing_is_sent_while_closing(open_desk):
    desk = open_desk()
    desk.controller.close_down()
    desk.controller.send("late")
    assert desk.of("notice") == ["Foreword is closing."]
    assert desk.store.conversations() == []


def test_late_messages_of_an_older_reply_are_ignored(open_desk):
    desk = open_desk(short("first"))
    desk.controller.send("one")
    desk.until_idle()
    first = desk.worker.requests[0]
    desk.worker.script = SLOW
    desk.controller.send("two")
    desk.until_text()
    desk.told.clear()
    desk.worker._finish(first, ["late"], StopReason.EOS)
    desk.until_text()
    assert desk.of("turn_changed") == []
    assert desk.controller.is_busy()
    assert desk.saved()[1].text == "first"
    desk.controller.stop()
    desk.until_idle()


def fail_once(monkeypatch, store, name: str, times: int = 1) -> None:
    """The disk is full for a while."""
    real, left = getattr(store, name), [times]

    def flaky(*args, **more):
        if left[0]:
            left[0] -= 1
            raise StorageError("The disk is full: free some space, then try again.")
        return real(*args, **more)

    monkeypatch.setattr(store, name, flaky)


def test_a_message_that_cannot_be_saved_is_not_sent(open_desk, monkeypatch):
    desk = open_desk(short("x"))
    fail_once(monkeypatch, desk.store, "add")
    desk.controller.send("lost?")
    assert desk.of("notice") == ["The disk is full: free some space, then try again."]
    assert desk.of("turn_added") == []
    assert not desk.controller.is_busy()
    desk.controller.send("again")
    desk.until_idle()
    assert [t.text for t in desk.saved()] == ["again", "x"]


def test_a_reply_that_could_not_be_saved_is_shown_and_saved_later(open_desk, monkeypatch):
    desk = open_desk(short("precious"))
    fail_once(monkeypatch, desk.store, "finish")
    desk.controller.send("go")
    desk.until_idle()
    assert desk.of("turn_changed")[0].text == "precious"
    assert "could not be saved" in desk.of("notice")[0]
    assert desk.saved()[1].status == "streaming"
    assert desk.turns()[1].text == "precious"  # what memory has is newer
    desk.controller.send("on")
    desk.until_idle()
    assert [m.content for m in desk.worker.requests[1].messages] == ["go", "precious", "on"]
    assert [t.text for t in desk.saved()] == ["go", "precious", "on", "precious"]


def test_failing_checkpoints_are_said_once(open_desk, monkeypatch):
    monkeypatch.setattr("foreword.session.replies._KEEP_EVERY_MS", 20)
    desk = open_desk(SLOW)
    calls: list[str] = []

    def failing(turn_id: str, text: str) -> Future:
        calls.append(text)
        future: Future = Future()
        future.set_exception(StorageError("The disk is full."))
        return future

    monkeypatch.setattr(desk.store, "checkpoint", failing)
    desk.controller.send("go")
    desk.until(lambda: len(calls) > 3)
    desk.controller.stop()
    desk.until_idle()
    assert desk.of("notice") == ["The reply can't be saved while it grows. The disk is full."]
    assert desk.saved()[1].text.startswith(calls[-1])


def test_the_growing_reply_is_kept_at_most_once_a_second(open_desk, monkeypatch):
    desk = open_desk(SLOW)
    kept: list[tuple[float, int]] = []
    real = desk.store.checkpoint

    def counting(turn_id: str, text: str):
        kept.append((time.monotonic(), len(text)))
        return real(turn_id, text)

    monkeypatch.setattr(desk.store, "checkpoint", counting)
    desk.controller.send("go")
    desk.until(lambda: len(kept) == 3)
    shown_before = len(desk.turns()[1].text)
    assert desk.saved()[1].status == "streaming"
    desk.controller.stop()
    desk.until_idle()
    gaps = [later[0] - earlier[0] for earlier, later in itertools.pairwise(kept)]
    assert all(gap > 0.9 for gap in gaps)
    assert 0 < kept[0][1] < kept[1][1] < kept[2][1] <= shown_before + 200


def test_a_broken_settings_file_is_told_at_start(open_desk, paths):
    Path(paths.settings).write_text("[reply]\ntemperature = 'hot'\n", encoding="utf-8")
    desk = open_desk()
    assert ["reply.temperature" in line for line in desk.of("notice")] == [True]
