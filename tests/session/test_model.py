"""Which model is in memory: chosen, switched with the chat, stopped, unloaded when idle, loaded again."""

from __future__ import annotations

import pytest

from foreword.messages import ModelFailed, ModelInfo, ModelProgress, ModelReady
from foreword.settings import SettingsError
from tests.fakes.fake_worker import Script
from tests.session.conftest import Desk


@pytest.fixture
def desk(open_desk) -> Desk:
    found = open_desk()
    found.until(lambda: isinstance(found.controller.model_state(), ModelReady))
    return found


def names(desk: Desk) -> list[str | None]:
    return [request.model for request in desk.worker.loads]


def ready(desk: Desk) -> None:
    desk.until(lambda: isinstance(desk.controller.model_state(), ModelReady))


# --- a model is chosen


def test_using_a_model_keeps_it_and_loads_it(desk: Desk) -> None:
    desk.controller.use_model("some/model", **{"model.dtype": "int8", "model.context": 4096})
    desk.until(lambda: len(desk.worker.loads) == 2)
    request = desk.worker.loads[-1]
    assert (request.model, request.dtype, request.context) == ("some/model", "int8", 4096)
    assert desk.settings["model.name"] == "some/model"


def test_a_setting_that_does_not_fit_changes_nothing(desk: Desk) -> None:
    with pytest.raises(SettingsError, match=r"model\.dtype"):
        desk.controller.use_model("some/model", **{"model.context": 4096, "model.dtype": "int7"})
    assert desk.settings["model.name"] == ""
    assert desk.settings["model.context"] == 8192
    assert len(desk.worker.loads) == 1


def test_the_starter_is_the_settings_empty_name(desk: Desk) -> None:
    desk.controller.use_model("some/model")
    desk.controller.use_model("starter")
    desk.until(lambda: len(desk.worker.loads) == 3)
    assert desk.settings["model.name"] == ""
    assert names(desk)[-1] is None


def test_using_the_settings_own_model_ends_the_command_lines_choice(open_desk) -> None:
    desk = open_desk(model="from/line")
    ready(desk)
    desk.controller.use_model("starter")
    desk.until(lambda: len(desk.worker.loads) == 2)
    assert names(desk) == ["from/line", None]


def test_all_settings_of_the_model_reach_the_worker(desk: Desk) -> None:
    changes = {"model.device": "cpu", "model.threads": 3, "model.cache": "int8", "model.template": "chatml"}
    desk.controller.use_model("m", **changes)
    desk.until(lambda: len(desk.worker.loads) == 2)
    request = desk.worker.loads[-1]
    assert (request.device, request.threads, request.cache, request.template) == ("cpu", 3, "int8", "chatml")


# --- stopped, unloaded


def test_a_load_is_stopped_at_once_and_what_comes_of_it_later_is_ignored(open_desk) -> None:
    desk = open_desk(Script(never_ready=True))
    desk.until(lambda: len(desk.worker.loads) == 1)
    desk.controller.cancel_load()
    state = desk.controller.model_state()
    assert isinstance(state, ModelFailed)
    assert state.reason == "Loading was stopped"
    assert desk.worker.newest_load > desk.worker.loads[0].number
    desk.until(lambda: desk.worker.unloads == 1)  # what was loaded by then, or before it, goes too
    info = ModelInfo("late", "cpu", "float32", 64, 64, {}, (4,))
    desk.worker.message.emit(ModelReady(info, desk.worker.loads[0].number))
    desk.controller.send("hello")
    desk.qtbot.wait(50)
    assert isinstance(desk.controller.model_state(), ModelFailed)
    desk.worker.script = Script()
    desk.controller.load_model()
    desk.until_idle()
    assert desk.turns()[-1].status == "complete"


def test_stopping_does_nothing_where_nothing_is_loading(desk: Desk) -> None:
    desk.controller.cancel_load()
    assert isinstance(desk.controller.model_state(), ModelReady)


def test_the_next_message_loads_what_was_unloaded_and_waits_for_it(desk: Desk) -> None:
    desk.controller.unload_model()
    state = desk.controller.model_state()
    assert isinstance(state, ModelFailed)
    assert state.unloaded
    desk.until(lambda: desk.worker.unloads == 1)
    desk.controller.send("hello")
    assert isinstance(desk.controller.model_state(), ModelProgress)
    desk.until_idle()
    assert desk.turns()[-1].status == "complete"
    assert len(desk.worker.loads) == 2


def test_unloading_while_it_loads_stops_the_load(open_desk) -> None:
    desk = open_desk(Script(never_ready=True))
    desk.controller.unload_model()
    assert desk.controller.model_state() == ModelFailed("Loading was stopped")


def test_a_model_that_failed_is_not_loaded_again_by_a_message(open_desk) -> None:
    desk = open_desk(Script(load_failure="broken"))
    desk.until(lambda: isinstance(desk.controller.model_state(), ModelFailed))
    desk.controller.send("hello")
    desk.qtbot.wait(50)
    assert len(desk.worker.loads) == 1
    assert desk.controller.is_busy()  # it waits, and can be stopped
    desk.controller.stop()
    desk.until_idle()


# --- idle


@pytest.fixture
def quick_minutes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("foreword.session.model.MINUTE_MS", 60)


def test_an_idle_model_is_unloaded_and_loaded_again_by_the_next_message(
    desk: Desk, quick_minutes: None
) -> None:
    desk.settings.set("model.idle_minutes", 1)
    desk.controller.send("hello")
    desk.until_idle()
    desk.until(lambda: desk.worker.unloads == 1)
    state = desk.controller.model_state()
    assert isinstance(state, ModelFailed)
    assert state.unloaded
    assert "after 1 idle minute:" in state.reason
    desk.settings.set("model.idle_minutes", 0)
    desk.controller.send("again")
    desk.until_idle()
    assert [turn.status for turn in desk.turns()] == ["complete"] * 4
    desk.qtbot.wait(150)
    assert desk.worker.unloads == 1


def test_while_a_reply_is_written_the_model_is_not_idle(open_desk, quick_minutes: None) -> None:
    desk = open_desk(Script(pace_seconds=0.005))
    ready(desk)
    desk.settings.set("model.idle_minutes", 1)
    desk.controller.send("hello")
    desk.until_idle()
    assert desk.turns()[-1].status == "complete"
    assert desk.worker.unloads == 0
    desk.until(lambda: desk.worker.unloads == 1)


# --- chats with models of their own


def chat_with_model(desk: Desk, name: str) -> str:
    desk.controller.new_chat()
    desk.controller.send(f"first with {name}")
    desk.until_idle()
    chat = desk.controller.current()
    assert chat is not None
    assert desk.controller.options.set("model.name", name) == ""
    return chat.summary.id


def test_each_chat_is_answered_by_its_own_model(desk: Desk) -> None:
    one, two = chat_with_model(desk, "a/one"), chat_with_model(desk, "b/two")
    for chat in (one, two, two, one):
        desk.controller.open(chat)
        desk.controller.send("again")
        desk.until_idle()
        assert desk.turns()[-1].status == "complete"
    assert names(desk)[1:] == ["a/one", "b/two", "a/one"]
    assert desk.settings["model.name"] == ""
    desk.controller.new_chat()
    desk.controller.send("with the app's own")
    desk.until_idle()
    assert names(desk)[-1] is None


def test_a_reply_that_waits_for_its_model_can_be_stopped(desk: Desk) -> None:
    chat_with_model(desk, "a/one")
    desk.worker.script = Script(never_ready=True)
    desk.controller.send("again")
    desk.until(lambda: names(desk)[-1] == "a/one")
    asked = len(desk.worker.requests)
    assert desk.controller.is_busy()
    desk.controller.stop()
    desk.until_idle()
    assert desk.turns()[-1].status == "stopped"
    assert len(desk.worker.requests) == asked


def test_two_loads_in_a_row_answer_with_the_last(desk: Desk) -> None:
    desk.controller.use_model("a/one")
    desk.controller.use_model("b/two")
    desk.controller.send("hello")
    desk.until_idle()
    assert names(desk)[-1] == "b/two"
    assert len(desk.worker.requests) == 1
