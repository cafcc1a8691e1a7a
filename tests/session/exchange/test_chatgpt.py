"""A ChatGPT export becomes chats: branches, roles, titles, times; what isn't text becomes a note."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from foreword.session.conversation import WholeChat
from foreword.session.exchange.chatgpt import read_chatgpt
from foreword.session.exchange.errors import Cancelled, ExchangeError
from foreword.session.exchange.foreign import Misfit
from foreword.session.exchange.importing import import_file
from foreword.storage.store import ChatStore


def message(
    role: str, *parts: Any, at: float | None = None, name: str | None = None, **more: Any
) -> dict[str, Any]:
    content = more.pop("content", {"content_type": "text", "parts": list(parts)})
    return {
        "author": {"role": role, "name": name, "metadata": {}},
        "create_time": at,
        "content": content,
        "status": "finished_successfully",
        "metadata": more.pop("metadata", {}),
        "recipient": more.pop("recipient", "all"),
    }


def conversation(nodes: dict[str, tuple[str | None, dict[str, Any] | None]], **more: Any) -> dict[str, Any]:
    mapping: dict[str, Any] = {
        key: {"id": key, "message": said, "parent": parent, "children": []}
        for key, (parent, said) in nodes.items()
    }
    for key, (parent, _) in nodes.items():
        if parent in mapping:
            mapping[parent]["children"].append(key)
    return {"title": "Trip", "create_time": 100.5, "update_time": 200.5, "mapping": mapping} | more


def read(nodes: dict[str, tuple[str | None, dict[str, Any] | None]], **more: Any) -> WholeChat:
    found = read_chatgpt(conversation(nodes, **more))
    assert isinstance(found.what, WholeChat)
    assert not found.problems
    return found.what


def texts(chat: WholeChat) -> list[tuple[str, str]]:
    return [(turn.role, turn.text) for turn in chat.branch()]


def test_questions_and_answers_with_title_and_times() -> None:
    chat = read(
        {
            "root": (None, None),
            "sys": ("root", message("system", "", metadata={"is_visually_hidden_from_conversation": True})),
            "q": ("sys", message("user", "Where to?", at=101.0)),
            "a": ("q", message("assistant", "Rome. `x = 1`\n", at=102.0, metadata={"model_slug": "gpt-4o"})),
        },
        current_node="a",
    )
    assert texts(chat) == [("user", "Where to?"), ("assistant", "Rome. `x = 1`\n")]
    assert (chat.summary.title, chat.summary.created_at, chat.summary.updated_at) == ("Trip", 100.5, 200.5)
    assert chat.summary.named
    assert [turn.created_at for turn in chat.turns] == [101.0, 102.0]
    assert chat.turns[1].stats == {"fingerprint": {"model": "gpt-4o"}}


def test_branches_become_versions_and_the_open_one_stays_open() -> None:
    nodes = {
        "q": (None, message("user", "Q", at=1.0)),
        "a1": ("q", message("assistant", "A1", at=2.0)),
        "a2": ("q", message("assistant", "A2", at=3.0)),
        "q2": ("a1", message("user", "More", at=4.0)),
        "a3": ("q2", message("assistant", "A3", at=5.0)),
    }
    assert texts(read(nodes, current_node="a3")) == [
        ("user", "Q"),
        ("assistant", "A1"),
        ("user", "More"),
        ("assistant", "A3"),
    ]
    chat = read(nodes, current_node="a2")
    assert texts(chat) == [("user", "Q"), ("assistant", "A2")]
    assert len(chat.turns) == 5


def test_tools_and_thoughts_are_part_of_the_reply_that_they_led_to() -> None:
    chat = read(
        {
            "q": (None, message("user", "Plot it", at=1.0)),
            "t": (
                "q",
                message(
                    "assistant",
                    content={
                        "content_type": "thoughts",
                        "thoughts": [{"summary": "Plan", "content": "First…"}],
                    },
                ),
            ),
            "c": (
                "t",
                message(
                    "assistant",
                    content={"content_type": "code", "language": "python", "text": "print('```')"},
                    recipient="python",
                ),
            ),
            "o": (
                "c",
                message("tool", name="python", content={"content_type": "execution_output", "text": "ok"}),
            ),
            "a": ("o", message("assistant", "Done.", at=9.0, metadata={"finished_duration_sec": 12})),
            "q2": ("a", message("user", "Thanks", at=10.0)),
        },
        current_node="q2",
    )
    (_, reply, _) = chat.branch()
    assert reply.text == (
        "<think>\n**Plan**\n\nFirst…\n</think>\n\nSent to python:\n\n````python\nprint('```')\n````\n\n"
        "What python gave back:\n\n```\nok\n```\n\nDone."
    )
    assert reply.created_at == 9.0
    assert reply.stats["thinking_seconds"] == 12.0
    assert [turn.role for turn in chat.turns] == ["user", "assistant", "user"]


def test_an_answer_that_divides_behind_a_tool_has_two_versions() -> None:
    chat = read(
        {
            "q": (None, message("user", "Q", at=1.0)),
            "c": ("q", message("assistant", "Looking.", at=2.0)),
            "a1": ("c", message("assistant", "One", at=3.0)),
            "a2": ("c", message("assistant", "Two", at=4.0)),
        },
        current_node="a1",
    )
    assert texts(chat) == [("user", "Q"), ("assistant", "Looking.\n\nOne")]
    assert {turn.text for turn in chat.turns} == {"Q", "Looking.\n\nOne", "Looking.\n\nTwo"}


def test_instructions_become_the_system_prompt_of_the_chat() -> None:
    context = {
        "content_type": "user_editable_context",
        "user_profile": "I am Zoë.",
        "user_instructions": "Be brief.",
    }
    hidden = {"is_visually_hidden_from_conversation": True}
    chat = read(
        {
            "s": (None, message("user", content=context, metadata=hidden)),
            "s2": ("s", message("system", "You are a poet.")),
            "q": ("s2", message("user", "Hi")),
        }
    )
    assert chat.summary.options == {"reply.system_prompt": "I am Zoë.\n\nBe brief.\n\nYou are a poet."}
    assert texts(chat) == [("user", "Hi")]


def test_images_files_and_sources_become_words() -> None:
    image = {
        "content_type": "image_asset_pointer",
        "asset_pointer": "file-service://x",
        "width": 640,
        "height": 480,
    }
    mark = "\ue200cite\ue202turn0search1\ue201"
    chat = read(
        {
            "q": (
                None,
                message(
                    "user",
                    content={"content_type": "multimodal_text", "parts": [image, "What is it?"]},
                    metadata={"attachments": [{"name": "cat.png"}]},
                ),
            ),
            "a": (
                "q",
                message(
                    "assistant",
                    f"A cat{mark}. \ue200navlist\ue201End",
                    metadata={
                        "content_references": [{"matched_text": mark, "alt": " ([Wiki](https://wiki.org))"}]
                    },
                ),
            ),
            "b": ("a", message("assistant", content={"content_type": "brand_new", "stuff": 1})),
        },
        current_node="b",
    )
    assert texts(chat) == [
        ("user", "[file cat.png; not part of the export]\n\n[image, 640 × 480]\n\nWhat is it?"),
        (
            "assistant",
            "A cat ([Wiki](https://wiki.org)). End\n\n[Something that is not text was here: brand_new]",
        ),
    ]


def test_broken_messages_are_told_and_the_rest_is_kept() -> None:
    value = conversation(
        {
            "q": (None, message("user", "Q")),
            "bad": ("q", {"author": {"role": "alien"}, "content": {}}),
            "a": ("bad", message("assistant", "A")),
            "x": ("y", message("user", "round")),
            "y": ("x", message("assistant", "and round")),
            "lost": ("nowhere", message("user", "Lost")),
        },
        current_node="a",
    )
    found = read_chatgpt(value)
    assert isinstance(found.what, WholeChat)
    assert texts(found.what) == [("user", "Q"), ("assistant", "A")]
    assert "Lost" in {turn.text for turn in found.what.turns}
    assert [problem.split(":")[0] for problem in found.problems] == [
        "a message was left out",
        "2 messages hang on nothing and were left out",
    ]


def test_a_chat_of_thousands_of_messages_is_read() -> None:
    nodes: dict[str, Any] = {"n0": (None, message("user", "0"))}
    for number in range(1, 5000):
        role = "assistant" if number % 2 else "user"
        nodes[f"n{number}"] = (f"n{number - 1}", message(role, str(number)))
    assert len(read(nodes, current_node="n4999").branch()) == 5000


@pytest.mark.parametrize("mapping", [{}, {"r": {"id": "r", "message": None, "parent": None, "children": []}}])
def test_a_chat_without_messages_is_none(mapping: dict[str, Any]) -> None:
    with pytest.raises(Misfit, match="no messages"):
        read_chatgpt({"title": "Empty", "mapping": mapping})


# --- whole files
@pytest.fixture
def store(tmp_path: Path) -> Any:
    store = ChatStore.open(tmp_path / "profile" / "chats.db")
    yield store
    store.close()


def an_export() -> list[Any]:
    chat = {
        "q": (None, message("user", "Half a \ud83d and a whole 😀")),
        "a": ("q", message("assistant", "Sehr gut")),
    }
    return [
        conversation(chat, current_node="a"),
        {"title": "Hollow", "mapping": {}},
        "nonsense",
        conversation(chat, title=None, create_time=None, update_time="soon", is_starred=True),
    ]


@pytest.mark.parametrize("packed", ["json", "zip", "parts"])
def test_an_export_comes_in_as_a_file_or_as_the_zip(store: ChatStore, tmp_path: Path, packed: str) -> None:
    path = tmp_path / "export"
    if packed == "json":
        path.write_text(json.dumps(an_export()), encoding="utf-8")
    else:
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("user.json", "{}")
            archive.writestr("chat.html", "<html>")
            halves = {"conversations.json": an_export()}
            if packed == "parts":
                halves = {
                    "x/conversations-000.json": an_export()[:2],
                    "x/conversations-001.json": an_export()[2:],
                }
            for name, chats in halves.items():
                archive.writestr(name, json.dumps(chats))
    done = import_file(path, store.arrivals(), lambda fraction: None)
    assert (done.source, done.chats, done.messages) == ("ChatGPT", 2, 4)
    assert len(done.problems) == 2
    first, second = sorted(store.conversations(), key=lambda each: each.pinned)
    assert (first.title, first.created_at) == ("Trip", 100.5)
    assert (second.title, second.pinned) == ("Half a � and a whole 😀", True)
    assert [hit.conversation_id for hit in store.search.find("Sehr gut").result()] != []


def test_a_cancelled_import_leaves_nothing(store: ChatStore, tmp_path: Path) -> None:
    path = tmp_path / "conversations.json"
    path.write_text(json.dumps(an_export()))
    steps: list[float | None] = []

    def go_on(fraction: float | None) -> None:
        steps.append(fraction)
        if len(steps) == 3:
            raise Cancelled

    with pytest.raises(Cancelled):
        import_file(path, store.arrivals(), go_on)
    assert store.conversations() == []
    assert store.binned() == []


def test_a_damaged_zip_and_one_of_something_else_are_one_line(store: ChatStore, tmp_path: Path) -> None:
    path = tmp_path / "export.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("holiday.jpg", "x")
    with pytest.raises(ExchangeError, match=r"no conversations\.json"):
        import_file(path, store.arrivals(), lambda fraction: None)
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("conversations.json", json.dumps(an_export()))
    content = bytearray(path.read_bytes())
    content[60:90] = b"?" * 30
    path.write_bytes(bytes(content))
    with pytest.raises(ExchangeError, match="not a sound"):
        import_file(path, store.arrivals(), lambda fraction: None)
    assert store.conversations() == []
