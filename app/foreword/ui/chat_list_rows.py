"""What the chat list shows, line by line: pinned chats, folders with theirs, then the rest by date.

Pure: knows the records and the calendar; nothing of how a row looks.
"""

from __future__ import annotations

import datetime
from collections.abc import Collection, Iterator, Sequence
from typing import Literal, NamedTuple

from PySide6.QtCore import QLocale

from foreword.session.conversation import ConversationSummary, Folder
from foreword.ui.translate import mark, tr

Kind = Literal["heading", "folder", "chat"]

PINNED = mark("Pinned")
_GROUPS = (
    (mark("Today"), 0),
    (mark("Yesterday"), 1),
    (mark("Previous 7 days"), 7),
    (mark("Previous 30 days"), 30),
)


class Row(NamedTuple):
    """One line. `id` is the chat's, the folder's or, for a heading, its words.

    `inside`: the chat stands in a folder that is shown above it. `held` is the number of chats in a folder.
    """

    kind: Kind
    id: str
    words: str
    chat: ConversationSummary | None = None
    inside: bool = False
    expanded: bool = False
    held: int = 0

    def key(self) -> tuple[str, str]:
        return self.kind, self.id


def build_rows(
    chats: Sequence[ConversationSummary],
    folders: Sequence[Folder],
    collapsed: Collection[str],
    now: float,
    made: dict[str, Row] | None = None,
) -> list[Row]:
    """`chats` newest first; `collapsed` are the folders whose chats are hidden.

    `made` remembers rows by chat from one call to the next: thousands need not be made anew.
    """
    made = {} if made is None else made
    pinned: list[ConversationSummary] = []
    loose: list[ConversationSummary] = []
    by_folder: dict[str, list[ConversationSummary]] = {folder.id: [] for folder in folders}
    for chat in chats:
        if chat.pinned:
            pinned.append(chat)
        else:
            by_folder.get(chat.folder_id or "", loose).append(chat)
    rows = [Row("heading", PINNED, tr(PINNED))] if pinned else []
    rows += [_chat_row(chat, made) for chat in pinned]
    for folder in folders:
        inside = by_folder[folder.id]
        expanded = folder.id not in collapsed
        rows.append(Row("folder", folder.id, folder.name, None, False, expanded, len(inside)))
        if expanded:
            rows += [_chat_row(chat, made, inside=True) for chat in inside]
    rows += _by_date(loose, now, made)
    return rows


def _chat_row(chat: ConversationSummary, made: dict[str, Row], *, inside: bool = False) -> Row:
    row = made.get(chat.id)
    if row is None or row.chat is not chat or row.inside is not inside:
        row = Row("chat", chat.id, " ".join(chat.title.split()) or tr("Untitled"), chat, inside)
        made[chat.id] = row
    return row


def _by_date(chats: Sequence[ConversationSummary], now: float, made: dict[str, Row]) -> Iterator[Row]:
    oldest = float("inf")
    for chat in chats:
        if chat.updated_at < oldest:
            words, oldest = date_group(chat.updated_at, now)
            yield Row("heading", words, words)
        yield _chat_row(chat, made)


def date_group(moment: float, now: float) -> tuple[str, float]:
    """(heading, the oldest moment that stands under it), in seconds since the epoch."""
    today = datetime.date.fromtimestamp(now)
    for words, days in _GROUPS:
        begin = _midnight(today - datetime.timedelta(days=days))
        if moment >= begin:
            return tr(words), begin
    day = datetime.date.fromtimestamp(moment)
    month = QLocale().standaloneMonthName(day.month)
    words = month if day.year == today.year else f"{month} {day.year}"
    return words, _midnight(day.replace(day=1))


def short_date(moment: float, now: float) -> str:
    """A moment in a few characters: the time today, else the day, with its year where that is another."""
    then, today = datetime.datetime.fromtimestamp(moment), datetime.date.fromtimestamp(now)
    if then.date() == today:
        return f"{then:%H:%M}"
    month = QLocale().monthName(then.month, QLocale.FormatType.ShortFormat)
    day = f"{then.day} {month}"
    return day if then.year == today.year else f"{day} {then.year}"


def seconds_to_midnight(now: float) -> float:
    """How long "today" still lasts."""
    return _midnight(datetime.date.fromtimestamp(now) + datetime.timedelta(days=1)) - now


def _midnight(day: datetime.date) -> float:
    return datetime.datetime.combine(day, datetime.time()).timestamp()
