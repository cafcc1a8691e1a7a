"""An Open WebUI export becomes chats with their versions, files and thinking."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from foreword.session.conversation import Attachment, WholeChat
from foreword.session.exchange.importing import import_file
from foreword.session.exchange.open_webui import is_open_webui, read_open_webui
from foreword.storage.store import ChatStore


def exported(messages: dict[str, Any], current: str | None = None, **chat: Any) -> dict[str, Any]:
    history = {"messages": messages, "currentId": current}
    return {
        "id": "8d1f",
        "title": "Soup",
        "chat": {"title": "Soup", "models": ["llama3"], "history": history} | chat,
        "created_at": 1_700_000_000,
        "updated_at": 1_700_000_100,
        "pinned": True,
    }


def said(role: str, content: str, parent: str | None = None, **more: Any) -> dict[str, Any]:
    return {
        "role": role,
        "content": content,
        "parentId": parent,
        "childrenIds": [],
        "timestamp": 1_700_000_050,
    } | more


def test_versions_files_thinking_and_prompt() -> None:
    file = {"type": "file", "name": "list.txt", "file": {"data": {"content": "leek\n"}}}
    thinking = (
        '<details type="reasoning" done="true" duration="5">\n<summary>Thought for 5 seconds</summary>\n'
        "> Is it &lt;hot&gt;?\n> Yes.\n</details>\nHot soup."
    )
    value = exported(
        {
            "q": said("user", "Which soup?", files=[file, {"type": "image", "url": "data:…"}]),
            "a": said("assistant", thinking, "q", model="llama3"),
            "b": said("assistant", "", "q", error={"content": "out of memory"}),
        },
        "a",
        params={"system": "You cook."},
    )
    assert is_open_webui(value)
    found = read_open_webui(value)
    chat = found.what
    assert isinstance(chat, WholeChat)
    question, answer = chat.branch()
    assert question.text == "[image; not taken along]\n\nWhich soup?"
    assert question.attachments == (Attachment("list.txt", "leek\n"),)
    assert answer.text == "<think>\nIs it <hot>?\nYes.\n</think>\n\nHot soup."
    assert answer.stats == {"fingerprint": {"model": "llama3"}, "thinking_seconds": 5.0}
    assert [(turn.status, turn.error) for turn in chat.turns if turn.id == "b"] == [
        ("failed", "out of memory")
    ]
    assert chat.summary.options == {"reply.system_prompt": "You cook."}
    assert (chat.summary.title, chat.summary.pinned, chat.summary.updated_at) == ("Soup", True, 1_700_000_100)


def test_a_file_of_them_comes_in_and_broken_ones_are_told(tmp_path: Path) -> None:
    store = ChatStore.open(tmp_path / "profile" / "chats.db")
    good = exported(
        {"q": said("user", "Hi"), "a": said("assistant", "Ho", "q"), "z": said("wizard", "?", "a")}, "a"
    )
    path = tmp_path / "chats.json"
    path.write_text(json.dumps([good, exported({}), {"chat": 5}]))
    done = import_file(path, store.arrivals(), lambda fraction: None)
    assert (done.source, done.chats, done.messages) == ("Open WebUI", 1, 2)
    assert len(done.problems) == 3
    store.close()
