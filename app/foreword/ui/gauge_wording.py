"""How the room in the context reads: the figure, its parts, and what happens when it is used up. No Qt."""

from __future__ import annotations

from typing import Literal

from foreword.session.gauge import Room

NEARLY_FULL = 0.8

Level = Literal["", "warning", "full"]

_WAYS = {
    "ask": "When you send, you will be asked what to do.",
    "drop": "When you send, the oldest turns will be left out of what the model reads.",
    "stop": "There will be no reply: shorten the message, or begin a new chat.",
    "summary": "When you send, the reply comes in a new chat that begins with a summary of this one.",
}


def level(room: Room) -> Level:
    """How the gauge is coloured."""
    if room.is_full():
        return "full"
    return "warning" if room.used + room.draft > NEARLY_FULL * room.limit else ""


def figure(room: Room) -> str:
    return f"{room.used + room.draft:,} of {room.limit:,} tokens"


def parts(room: Room) -> str:
    """One a line, for the tooltip."""
    lines = [f"This chat: {room.used:,} tokens", f"Your message: {room.draft:,}"]
    lines += [f"    {each.name}: {count:,}" for each, count in room.attachments.items()]
    left = room.limit - room.used - room.draft
    lines.append(f"Left for the reply: {left:,}" if left > 0 else f"Too many by: {1 - left:,}")
    return "\n".join(lines)


def warning(room: Room) -> str:
    """What will happen, once nothing is left for a reply; empty before."""
    if not room.is_full():
        return ""
    if room.draft >= room.limit:
        return "This message alone has no room in the context: shorten it, or remove an attachment."
    return f"The context is full. {_WAYS[room.overflow]}"
