"""How the room in the context reads: the figure, its parts, and what happens when it is used up. No Qt."""

from __future__ import annotations

from typing import Literal

from foreword.session.gauge import Room
from foreword.ui.translate import mark, numeral, tr

NEARLY_FULL = 0.8

Level = Literal["", "warning", "full"]

_WAYS = {
    "ask": mark("When you send, you will be asked what to do."),
    "drop": mark("When you send, the oldest turns will be left out of what the model reads."),
    "stop": mark("There will be no reply: shorten the message, or begin a new chat."),
    "summary": mark("When you send, the reply comes in a new chat that begins with a summary of this one."),
}


def level(room: Room) -> Level:
    """How the gauge is coloured."""
    if room.is_full():
        return "full"
    return "warning" if room.used + room.draft > NEARLY_FULL * room.limit else ""


def figure(room: Room) -> str:
    return tr("{used:,} of {limit:,} tokens", used=room.used + room.draft, limit=room.limit)


def parts(room: Room) -> str:
    """One a line, for the tooltip."""
    lines = [
        tr("This chat: {count:,} tokens", count=room.used),
        tr("Your message: {count:,}", count=room.draft),
    ]
    lines += [f"    {each.name}: {numeral(count)}" for each, count in room.attachments.items()]
    left = room.limit - room.used - room.draft
    lines.append(
        tr("Left for the reply: {count:,}", count=left)
        if left > 0
        else tr("Too many by: {count:,}", count=1 - left)
    )
    return "\n".join(lines)


def warning(room: Room) -> str:
    """What will happen, once nothing is left for a reply; empty before."""
    if not room.is_full():
        return ""
    if room.draft >= room.limit:
        return tr("This message alone has no room in the context: shorten it, or remove an attachment.")
    return f"{tr('The context is full.')} {tr(_WAYS[room.overflow])}"
