"""One message of a ChatGPT export as text: what isn't text becomes a note that says what was there."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from foreword.session.exchange.foreign import Misfit, clean, fenced, one_line, rows, table

_MARK = re.compile("\ue200.*?\ue201", re.DOTALL)
_STOPS = {"interrupted": "cancelled", "max_tokens": "length"}


@dataclass(frozen=True, slots=True)
class Piece:
    """What one message says. A reply is made of several: thoughts, tools, and the answer."""

    role: Literal["user", "assistant", "system"]
    text: str
    stop_reason: str | None = None
    stats: Mapping[str, Any] = field(default_factory=dict)
    at: float | None = None
    node: str = ""


def piece_of(message: Mapping[str, Any]) -> Piece | None:
    """None where it says nothing, or was never meant to be seen. Raises Misfit."""
    author = table(message.get("author"), "its author")
    role = author.get("role")
    if role not in ("user", "assistant", "system", "tool"):
        raise Misfit(f"its role is {one_line(str(role), 40)}")
    metadata = message.get("metadata")
    metadata = metadata if isinstance(metadata, dict) else {}
    content = table(message.get("content"), "its content")
    if content.get("content_type") == "user_editable_context":
        instructions = _instructions(content)
        return Piece("system", instructions) if instructions else None
    if metadata.get("is_visually_hidden_from_conversation") is True:
        return None
    text = _with_sources(_content(content, message, str(author.get("name") or "a tool")), metadata)
    text = "\n\n".join([*_attached(metadata), *([text] if text.strip() else [])])
    stats = _stats(metadata)
    if not text.strip():
        return None
    if role in ("user", "system"):
        return Piece(role, text)
    finish = metadata.get("finish_details")
    stop = _STOPS.get(str(finish.get("type"))) if isinstance(finish, dict) else None
    return Piece("assistant", text, stop, stats)


def _content(content: Mapping[str, Any], message: Mapping[str, Any], name: str) -> str:
    kind = str(content.get("content_type"))
    reader = _READERS.get(kind)
    if reader is not None:
        return reader(content, message, name)
    if isinstance(content.get("text"), str) and content["text"].strip():
        return fenced(f"[{one_line(kind, 40)}]", clean(content["text"]))
    return f"[Something that is not text was here: {one_line(kind, 40)}]"


def _text(content: Mapping[str, Any], message: Mapping[str, Any], name: str) -> str:
    parts = [_part(each) for each in rows(content.get("parts"))]
    text = "\n\n".join(part for part in parts if part.strip())
    is_tool = table(message["author"], "its author").get("role") == "tool"
    return fenced(f"What {one_line(name)} gave back:", text) if is_tool and text else text


def _part(part: object) -> str:
    if isinstance(part, str):
        return clean(part)
    if not isinstance(part, dict):
        return ""
    kind = str(part.get("content_type"))
    if kind == "audio_transcription" and isinstance(part.get("text"), str):
        return clean(part["text"])
    if kind == "image_asset_pointer":
        return _image(part)
    what = {"audio_asset_pointer": "audio", "real_time_user_audio_video_asset_pointer": "audio and video"}
    return f"[{what.get(kind) or one_line(kind, 40)}; not part of the export]"


def _image(part: Mapping[str, Any]) -> str:
    size = f", {part.get('width')} × {part.get('height')}" if part.get("width") else ""
    metadata = part.get("metadata")
    dalle = metadata.get("dalle") if isinstance(metadata, dict) else None
    prompt = dalle.get("prompt") if isinstance(dalle, dict) else None
    words = f": {one_line(clean(prompt), 500)}" if isinstance(prompt, str) and prompt.strip() else ""
    return f"[image{size}{words}]"


def _code(content: Mapping[str, Any], message: Mapping[str, Any], name: str) -> str:
    text = clean(str(content.get("text") or ""))
    language = content.get("language")
    known = language if isinstance(language, str) and re.fullmatch(r"[\w+#.-]{1,20}", language) else ""
    recipient = message.get("recipient")
    to = f"Sent to {one_line(str(recipient))}:" if recipient not in (None, "all") else ""
    return fenced(to, text, "" if known == "unknown" else known) if text.strip() else ""


def _output(content: Mapping[str, Any], message: Mapping[str, Any], name: str) -> str:
    text = content.get("text") or content.get("result") or content.get("summary") or ""
    return fenced(f"What {one_line(name)} gave back:", clean(str(text))) if str(text).strip() else ""


def _quote(content: Mapping[str, Any], message: Mapping[str, Any], name: str) -> str:
    title, address = (one_line(clean(str(content.get(key) or "")), 200) for key in ("title", "url"))
    text = clean(str(content.get("text") or ""))
    return fenced(f"From {title} ({address}):" if title != address else f"From {address}:", text)


def _thoughts(content: Mapping[str, Any], message: Mapping[str, Any], name: str) -> str:
    parts = []
    for thought in rows(content.get("thoughts")):
        if isinstance(thought, dict):
            summary, words = (clean(str(thought.get(key) or "")) for key in ("summary", "content"))
            parts.append("\n\n".join(part for part in (f"**{summary}**" if summary else "", words) if part))
    text = "\n\n".join(parts).replace("</think>", "")
    return f"<think>\n{text}\n</think>" if text.strip() else ""


def _error(content: Mapping[str, Any], message: Mapping[str, Any], name: str) -> str:
    return fenced(f"An error of {one_line(name)}:", clean(str(content.get("text") or "")))


def _nothing(content: Mapping[str, Any], message: Mapping[str, Any], name: str) -> str:
    return ""


_READERS: Mapping[str, Callable[[Mapping[str, Any], Mapping[str, Any], str], str]] = {
    "text": _text,
    "multimodal_text": _text,
    "code": _code,
    "execution_output": _output,
    "tether_browsing_display": _output,
    "tether_quote": _quote,
    "thoughts": _thoughts,
    "system_error": _error,
    "reasoning_recap": _nothing,  # how long it thought: that is in the statistics
    "model_editable_context": _nothing,  # what it remembered of other chats
}


def _instructions(content: Mapping[str, Any]) -> str:
    texts = [content.get("user_profile"), content.get("user_instructions")]
    return "\n\n".join(clean(text).strip() for text in texts if isinstance(text, str) and text.strip())


def _with_sources(text: str, metadata: Mapping[str, Any]) -> str:
    """The marks of sources are signs that no font has: put the link that they stand for there."""
    for reference in rows(metadata.get("content_references")):
        if isinstance(reference, dict) and isinstance(reference.get("matched_text"), str):
            matched, alt = reference["matched_text"], reference.get("alt")
            if "\ue200" in matched:
                text = text.replace(matched, clean(alt) if isinstance(alt, str) else "")
    return _MARK.sub("", text)


def _attached(metadata: Mapping[str, Any]) -> list[str]:
    return [
        f"[file {one_line(clean(str(each.get('name') or 'without a name')))}; not part of the export]"
        for each in rows(metadata.get("attachments"))
        if isinstance(each, dict)
    ]


def _stats(metadata: Mapping[str, Any]) -> dict[str, Any]:
    stats: dict[str, Any] = {}
    if isinstance(metadata.get("model_slug"), str):
        stats["fingerprint"] = {"model": clean(metadata["model_slug"])}
    seconds = metadata.get("finished_duration_sec")
    if isinstance(seconds, int | float) and not isinstance(seconds, bool) and 0 < seconds < 1e6:
        stats["thinking_seconds"] = float(seconds)
    return stats
