"""Reads a chat of an Open WebUI export: its messages are a tree of questions and replies as here."""

from __future__ import annotations

import html
import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from foreword.session.conversation import Attachment, Turn, WholeChat
from foreword.session.exchange.foreign import (
    Found,
    Growing,
    Misfit,
    clean,
    moment,
    newest_leaf,
    one_line,
    rows,
    summary_of,
    table,
    text_of,
)

_REASONING = re.compile(
    r'<details type="reasoning"[^>]*>\s*(?:<summary>.*?</summary>)?(.*?)</details>\s*', re.DOTALL
)
_DURATION = re.compile(r'<details type="reasoning"[^>]*\bduration="(\d{1,6})"')


def is_open_webui(value: object) -> bool:
    chat = value.get("chat") if isinstance(value, dict) else None
    history = chat.get("history") if isinstance(chat, dict) else None
    return isinstance(history, dict) and isinstance(history.get("messages"), dict)


def read_open_webui(value: Mapping[str, Any]) -> Found:
    """Raises Misfit where nothing of it can be taken in."""
    chat = table(value.get("chat"), "its chat")
    history = table(chat.get("history"), "its history")
    messages = table(history.get("messages"), "its messages")
    growing = Growing()
    created = moment(value.get("created_at"), moment(chat.get("timestamp"), 0.0))
    prompt = _grow(messages, created, growing)
    if not growing.turns:
        raise Misfit("it has no messages")
    params = chat.get("params")
    own = params.get("system") if isinstance(params, dict) else chat.get("system")
    prompt = clean(own) if isinstance(own, str) and own.strip() else prompt
    current = history.get("currentId")
    known = {turn.id for turn in growing.turns}
    summary = summary_of(
        str(value.get("id") or "chat"),
        value.get("title") or chat.get("title"),
        growing.turns,
        created,
        value.get("updated_at"),
        pinned=value.get("pinned") is True,
        options={"reply.system_prompt": prompt} if prompt else {},
    )
    leaf = newest_leaf(growing.turns, current if current in known else None)
    turns = tuple(replace(turn, conversation_id=summary.id) for turn in growing.turns)
    return Found(WholeChat(summary, turns, leaf), tuple(growing.problems))


def _grow(messages: Mapping[str, Any], begun: float, growing: Growing) -> str:
    """The turns, each after its parent; returns what system messages say."""
    children: dict[str | None, list[str]] = {}
    for key, value in messages.items():
        parent = value.get("parentId") if isinstance(value, dict) else None
        children.setdefault(parent if parent in messages else None, []).append(key)
    prompts: list[str] = []
    steps: list[tuple[str, str | None, float]] = [(key, None, begun) for key in children.get(None, ())]
    seen = 0
    steps.reverse()
    while steps:
        key, parent, at = steps.pop()
        seen += 1
        try:
            turn = _turn(key, table(messages[key], "a message"), parent, at)
        except Misfit as misfit:
            growing.problems.append(f"a message was left out: {misfit}")
        else:
            if turn.role == "system":
                prompts.append(turn.text)
            elif turn.text.strip() or turn.attachments or turn.error:
                growing.turns.append(turn)
                parent, at = key, turn.created_at
        steps.extend((child, parent, at) for child in reversed(children.get(key, ())))
    if seen < len(messages):
        growing.problems.append(f"{len(messages) - seen} messages hang on nothing and were left out")
    return "\n\n".join(prompts)


def _turn(key: str, message: Mapping[str, Any], parent: str | None, before: float) -> Turn:
    role = message.get("role")
    if role not in ("user", "assistant", "system"):
        raise Misfit(f"its role is {one_line(str(role), 40)}")
    content = text_of(message.get("content", ""), "its content")
    error = message.get("error")
    reason = error.get("content") if isinstance(error, dict) else error
    failed = isinstance(reason, str) and bool(reason.strip())
    attachments, notes = _files(message)
    duration = _DURATION.search(content)
    model = message.get("model")
    stats: dict[str, Any] = {"fingerprint": {"model": clean(model)}} if isinstance(model, str) else {}
    if duration:
        stats["thinking_seconds"] = float(duration[1])
    return Turn(
        id=key,
        conversation_id="",
        parent_id=parent,
        role=role,
        text="\n\n".join([*notes, *([_with_thinking(content)] if content else [])]),
        status="failed" if failed else "complete",
        created_at=moment(message.get("timestamp"), before),
        error=one_line(clean(str(reason)), 500) if failed else None,
        stats=stats if role == "assistant" else {},
        attachments=attachments,
    )


def _with_thinking(content: str) -> str:
    def thinking(found: re.Match[str]) -> str:
        quoted = html.unescape(found[1]).strip()
        words = "\n".join(re.sub(r"^> ?", "", line) for line in quoted.split("\n"))
        return f"<think>\n{words.replace('</think>', '')}\n</think>\n\n"

    return _REASONING.sub(thinking, content)


def _files(message: Mapping[str, Any]) -> tuple[tuple[Attachment, ...], list[str]]:
    """Files whose text is in the export, and notes for those that aren't."""
    attachments: list[Attachment] = []
    notes: list[str] = []
    for each in rows(message.get("files")):
        if not isinstance(each, dict):
            continue
        name = one_line(clean(str(each.get("name") or each.get("type") or "file")))
        inner = each.get("file")
        data = inner.get("data") if isinstance(inner, dict) else None
        text = data.get("content") if isinstance(data, dict) else None
        if isinstance(text, str) and text:
            attachments.append(Attachment(name, clean(text)))
        else:
            notes.append(f"[{name}; not taken along]")
    return tuple(attachments), notes
