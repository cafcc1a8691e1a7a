"""Assistants in the session: made from a chat, changed by it, deleted; where each value comes from."""

from __future__ import annotations

from typing import Any

from foreword.session.conversation import Preset
from foreword.storage.errors import StorageError
from tests.fakes.fake_worker import Script
from tests.session.conftest import Desk

FEW = Script(pieces=lambda request: ["one ", "two"])


def ask(desk: Desk, text: str = "go") -> Any:
    desk.controller.send(text)
    desk.until_idle()
    return desk.worker.requests[-1]


def test_each_value_says_where_it_comes_from(open_desk: Any) -> None:
    desk = open_desk(FEW)
    options = desk.controller.options
    assert options.save_preset(Preset("p", "Poet", {"reply.temperature": 0.9, "reply.top_k": 5})) == ""
    assert options.use_preset("p") == ""
    assert options.set("reply.top_k", 7) == ""
    standing = options.choices()
    assert [standing.source(f"reply.{key}") for key in ("top_k", "temperature", "seed")] == [
        "chat", "preset", "settings",
    ]  # fmt: skip
    assert (standing["reply.top_k"], standing.beneath("reply.top_k")) == (7, 5)
    assert standing.source_beneath("reply.top_k") == "preset"


def test_a_new_assistant_takes_what_the_chat_sets_and_the_chat_uses_it(open_desk: Any) -> None:
    desk = open_desk(FEW)
    options = desk.controller.options
    options.save_preset(Preset("p", "Poet", {"reply.temperature": 0.9, "reply.top_k": 5}))
    options.use_preset("p")
    options.set("reply.top_k", 7)
    before = ask(desk).sampling
    assert options.save_as_preset("  Better   Poet ") == ""
    assert options.own() == {}
    made = options.choices().preset
    assert made is not None
    assert made.name == "Better Poet"
    assert dict(made.options) == {"reply.temperature": 0.9, "reply.top_k": 7}
    after = ask(desk).sampling
    assert (after.temperature, after.top_k) == (before.temperature, before.top_k) == (0.9, 7)
    assert options.presets()[0].options["reply.top_k"] == 5


def test_changes_of_a_chat_become_its_assistants(open_desk: Any) -> None:
    desk = open_desk(FEW)
    options = desk.controller.options
    assert "no assistant" in options.save_to_preset()
    options.save_preset(Preset("p", "Poet", {"reply.temperature": 0.9}))
    options.use_preset("p")
    options.set("reply.system_prompt", "Rhyme.")
    assert options.save_to_preset() == ""
    assert options.own() == {}
    desk.controller.new_chat()
    options.use_preset("p")
    assert ask(desk).messages[0].content == "Rhyme."


def test_names_are_unique_and_a_free_one_is_found(open_desk: Any) -> None:
    options = open_desk(FEW).controller.options
    assert options.save_preset(options.new_preset("Poet", {})) == ""
    assert "already" in options.save_preset(options.new_preset("POET", {}))
    assert options.save_preset(options.new_preset(options.free_name("poet"), {})) == ""
    assert [each.name for each in options.presets()] == ["Poet", "poet (2)"]
    assert "needs a name" in options.save_as_preset("  ")


def test_a_deleted_assistant_leaves_a_new_chat_able_to_begin(open_desk: Any) -> None:
    desk = open_desk(FEW)
    options = desk.controller.options
    options.save_preset(Preset("p", "Poet", {"reply.top_k": 5}))
    options.use_preset("p")
    assert options.delete_preset("p") == ""
    assert ask(desk).sampling.top_k == 0
    assert desk.of("notice") == []
    assert options.use_preset("p") == "This assistant is no longer there."


def test_a_chat_can_take_all_of_its_options_back(open_desk: Any) -> None:
    desk = open_desk(FEW)
    options = desk.controller.options
    options.set("reply.top_k", 7)
    options.set("reply.seed", 3)
    assert ask(desk).sampling.top_k == 7
    assert options.reset() == ""
    assert ask(desk).sampling.top_k == 0


def test_what_cannot_be_kept_is_told_to_whoever_asked(open_desk: Any, monkeypatch: Any) -> None:
    desk = open_desk(FEW)
    ask(desk)
    told: list[bool] = []
    desk.controller.options.changed.connect(lambda: told.append(True))

    def full(*_: object, **__: object) -> None:
        raise StorageError("The disk is full.")

    monkeypatch.setattr(desk.store, "change", full)
    assert desk.controller.options.set("reply.top_k", 7) == "The disk is full."
    assert told == []


RECOMMENDING = Script(
    pieces=lambda request: ["one ", "two"],
    generation={"temperature": 0.6, "top_k": 20, "top_p": 0.95, "max_tokens": 10**9, "nonsense": 1.0},
)


def test_a_models_recommendation_holds_where_nobody_has_set_anything(open_desk: Any) -> None:
    desk = open_desk(RECOMMENDING)
    options = desk.controller.options
    # Each goes before the next: the chat, its assistant, what the user has set, the model, the app.
    sampling = ask(desk).sampling
    assert (sampling.temperature, sampling.top_k, sampling.top_p, sampling.min_p) == (0.6, 20, 0.95, 0.0)
    desk.settings.set("reply.top_p", 0.9)  # the app's own default, but chosen
    options.save_preset(Preset("p", "Poet", {"reply.top_k": 5}))
    options.use_preset("p")
    options.set("reply.seed", 4)
    standing = options.choices()
    keys = ("seed", "top_k", "top_p", "temperature", "min_p")
    sources = ["chat", "preset", "settings", "model", "settings"]
    assert [standing.source(f"reply.{key}") for key in keys] == sources
    request = ask(desk)
    assert (request.sampling.top_k, request.sampling.top_p, request.sampling.temperature) == (5, 0.9, 0.6)
    assert request.max_tokens == 2048  # what no setting takes is left out


def test_a_message_that_waited_for_its_model_takes_that_models_recommendation(open_desk: Any) -> None:
    desk = open_desk(Script(never_ready=True))
    desk.controller.send("early")
    desk.qtbot.wait(50)
    assert not desk.worker.requests
    desk.worker.script = RECOMMENDING
    desk.controller.load_model()
    desk.until_idle()
    [request] = desk.worker.requests
    assert request.sampling.temperature == 0.6
    assert desk.turns()[-1].stats["seed"] == request.sampling.seed


def test_another_model_takes_its_recommendation_along(open_desk: Any) -> None:
    desk = open_desk(RECOMMENDING)
    assert ask(desk).sampling.temperature == 0.6
    desk.worker.script = FEW
    desk.controller.load_model()
    desk.until(lambda: desk.controller.options.choices()["reply.temperature"] == 0.2)
    assert ask(desk).sampling.temperature == 0.2
