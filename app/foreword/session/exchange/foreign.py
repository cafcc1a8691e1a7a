"""What all readers of other people's files need: checked values, clean text, times, and fenced notes.

Whatever is read may be anything; what doesn't fit is a `Misfit` with a few words that say why, and costs
no more than the chat that it stands in.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from foreword.session.conversation import ConversationSummary, Folder, Preset, Turn, WholeChat, title_from
from foreword.session.translate import tr

_NEWEST = 32_503_680_000.0
"""The year 3000: a larger number of seconds is a number of something smaller."""


class Misfit(Exception):
    """This part can't be taken in. The message says why, in a few words."""


@dataclass(frozen=True, slots=True)
class Found:
    """One part of a file: a chat, a folder or a preset with its own ids, and what was left out of it."""

    what: WholeChat | Folder | Preset
    problems: tuple[str, ...] = ()


@dataclass(slots=True)
class Growing:
    """A chat whose turns are being found."""

    turns: list[Turn] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)


def text_of(value: object, what: str) -> str:
    if not isinstance(value, str):
        raise Misfit(f"{what} is not a text")
    return clean(value)


def optional_text(value: object, what: str) -> str | None:
    return None if value is None else text_of(value, what)


def clean(text: str) -> str:
    """Half characters, which no database takes, become the sign for a character that is lost."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text


def moment(value: object, otherwise: float) -> float:
    """Seconds since the epoch, whether it is told in seconds, milli-, micro- or nanoseconds."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return otherwise
    try:
        seconds = float(value)
    except OverflowError:
        return otherwise
    if not math.isfinite(seconds) or seconds <= 0:
        return otherwise
    while seconds >= _NEWEST:
        seconds /= 1000
    return seconds


def table(value: object, what: str) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise Misfit(f"{what} is not an object")
    return value


def rows(value: object) -> Sequence[Any]:
    return value if isinstance(value, list) else ()


def fenced(label: str, text: str, language: str = "") -> str:
    """A text as a code block that nothing inside can close, under a line that says what it is."""
    longest = max((len(run) for run in re.findall(r"`{3,}", text)), default=2)
    fence = "`" * (longest + 1)
    ending = "" if text.endswith("\n") else "\n"
    heading = f"{label}\n\n" if label else ""
    return f"{heading}{fence}{language}\n{text}{ending}{fence}"


def one_line(text: str, longest: int = 80) -> str:
    line = " ".join(text.split())
    return line if len(line) <= longest else line[: longest - 1] + "…"


def summary_of(
    chat_id: str, title: object, turns: Sequence[Turn], created: object, updated: object, **more: Any
) -> ConversationSummary:
    """The line of a chat: its title, or the first words where it has none; its times, or the turns'."""
    given = " ".join(clean(title).split()) if isinstance(title, str) else ""
    first = next((turn.text for turn in turns if turn.role == "user"), turns[0].text)
    times = [turn.created_at for turn in turns]
    return ConversationSummary(
        chat_id,
        given or title_from(first) or tr("Imported chat"),
        moment(created, min(times)),
        moment(updated, max(times)),
        named=bool(given),
        **more,
    )


def newest_leaf(turns: Sequence[Turn], start: str | None) -> str | None:
    """The last turn of the branch through `start` that was written last; without it, of all."""
    children: dict[str | None, list[Turn]] = {}
    for turn in turns:
        children.setdefault(turn.parent_id, []).append(turn)
    at = start
    while below := children.get(at):
        at = max(below, key=lambda turn: turn.created_at).id
    return at
