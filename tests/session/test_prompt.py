"""What the model is told of a branch, and what a chat is called."""

from __future__ import annotations

import pytest

from foreword.messages import GenerateRequest, Sampling
from foreword.session.conversation import Conversation, title_from
from foreword.session.prompt import prompt_messages, renewed, request_for, template_switches
from foreword.settings import Settings
from tests.fakes.chats import chat, question, reply


def told(*turns, system: str = "") -> list[tuple[str, str]]:
    return [(m.role, m.content) for m in prompt_messages(turns, system)]


def test_replies_that_were_cut_short_are_part_of_the_prompt():
    assert told(
        question("a"), reply("b", "a", status="stopped"), question("c"), reply("d", "c", status="interrupted")
    ) == [
        ("user", "text of a"),
        ("assistant", "text of b"),
        ("user", "text of c"),
        ("assistant", "text of d"),
    ]


@pytest.mark.parametrize("left_out", [{"status": "failed"}, {"status": "stopped", "text": " \n"}])
def test_roles_still_alternate_where_a_reply_is_left_out(left_out):
    assert told(question("a"), reply("b", "a", **left_out), question("c", "b")) == [
        ("user", "text of a\n\ntext of c")
    ]


def test_a_blank_system_prompt_is_none():
    assert told(question("a"), system="  ") == [("user", "text of a")]
    assert told(question("a"), system="Be kind. ")[0] == ("system", "Be kind. ")


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("Hello", "Hello"),
        ("\n\n  What   is\tthis? \nmore", "What is this?"),
        ("x" * 60, "x" * 60),
        ("x" * 61, "x" * 59 + "…"),
        ("word " * 12 + "end", "word " * 11 + "word…"),
        ("a" * 30 + " " + "b" * 40, "a" * 30 + "…"),
        ("a" * 59 + " b", "a" * 59 + "…"),
        ("日" * 70, "日" * 59 + "…"),
    ],
)
def test_titles_end_at_a_word(text: str, title: str):
    assert title_from(text) == title
    assert len(title_from(text)) <= 60


def test_a_retry_asks_the_last_question():
    turns = (question("a"), reply("b", "a"), question("c", "b"), reply("d", "c"))
    conversation = Conversation(chat(), turns)
    assert conversation.last_question() == turns[2]
    assert conversation.up_to(turns[2]) == turns[:3]
    assert Conversation(chat(), ()).last_question() is None


@pytest.mark.parametrize(
    ("wish", "told"),
    [
        ("auto", {}),
        ("on", {"enable_thinking": True, "thinking": True}),
        ("off", {"enable_thinking": False, "thinking": False}),
    ],
)
def test_the_wish_for_thinking_is_told_to_the_template(tmp_path, wish: str, told: dict[str, bool]):
    settings = Settings(tmp_path / "settings.toml")
    settings.set("model.thinking", wish)
    assert template_switches(settings) == told
    assert request_for(reply("b", "a"), [question("a")], settings).template == told


def test_a_request_that_waited_keeps_its_seed_and_takes_what_holds_now(tmp_path):
    settings = Settings(tmp_path / "settings.toml")
    settings.set("reply.temperature", 0.7)
    settings.set("reply.max_tokens", 77)
    before = GenerateRequest("r", "c", (), Sampling(temperature=0.2, seed=5), max_tokens=9)
    after = renewed(before, settings)
    assert (after.sampling.temperature, after.sampling.seed, after.max_tokens) == (0.7, 5, 77)
    assert after.reply_id == before.reply_id
