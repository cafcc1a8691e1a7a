"""The lines of the chat list: groups, folders, dates. Pure."""

from __future__ import annotations

import datetime

import pytest

from foreword.session.conversation import ConversationSummary, Folder
from foreword.ui.chat_list_rows import Row, build_rows, date_group, seconds_to_midnight, short_date

NOW = datetime.datetime(2026, 11, 18, 15, 30).timestamp()


def at(*moment: int) -> float:
    return datetime.datetime(*moment).timestamp()


def chat(title: str, days: float = 0.0, **more: object) -> ConversationSummary:
    moment = NOW - days * 86_400
    return ConversationSummary(title, title, moment, moment, **more)


def words(rows: list[Row]) -> list[str]:
    return [f"  {row.words}" if row.inside else row.words for row in rows]


@pytest.mark.parametrize(
    ("moment", "heading"),
    [
        (at(2026, 11, 18, 0, 0), "Today"),
        (at(2026, 11, 19, 9, 0), "Today"),  # a clock that was put back
        (at(2026, 11, 17, 23, 59), "Yesterday"),
        (at(2026, 11, 16, 23, 59), "Previous 7 days"),
        (at(2026, 11, 11, 0, 0), "Previous 7 days"),
        (at(2026, 11, 10, 23, 59), "Previous 30 days"),
        (at(2026, 10, 19, 0, 0), "Previous 30 days"),
        (at(2026, 10, 18, 23, 59), "October"),
        (at(2026, 1, 1, 0, 0), "January"),
        (at(2025, 12, 31, 23, 59), "December 2025"),
    ],
)
def test_every_moment_has_its_heading(moment: float, heading: str):
    assert date_group(moment, NOW)[0] == heading
    assert moment >= date_group(moment, NOW)[1]


def test_chats_stand_under_their_dates_newest_first():
    chats = [chat("a"), chat("b"), chat("c", 1), chat("d", 45), chat("e", 46)]
    rows = build_rows(chats, [], (), NOW)
    assert words(rows) == ["Today", "a", "b", "Yesterday", "c", "October", "d", "e"]
    assert [row.kind for row in rows[:2]] == ["heading", "chat"]


def test_pinned_chats_come_first_then_folders_with_theirs():
    folders = [Folder("f", "Work"), Folder("g", "Home")]
    chats = [
        chat("a"),
        chat("b", folder_id="f"),
        chat("c", 3, pinned=True),
        chat("d", 4, folder_id="f", pinned=True),
    ]
    rows = build_rows(chats, folders, (), NOW)
    assert words(rows) == ["Pinned", "c", "d", "Work", "  b", "Home", "Today", "a"]
    assert [row.held for row in rows if row.kind == "folder"] == [1, 0]


def test_a_closed_folder_keeps_its_chats_to_itself():
    rows = build_rows([chat("a", folder_id="f")], [Folder("f", "Work")], {"f"}, NOW)
    assert words(rows) == ["Work"]
    assert (rows[0].held, rows[0].expanded) == (1, False)


def test_a_chat_whose_folder_is_unknown_is_not_lost():
    assert words(build_rows([chat("a", folder_id="gone")], [], (), NOW)) == ["Today", "a"]


def test_titles_are_one_line_and_never_empty():
    rows = build_rows([chat("two\n  lines"), chat(" ")], [], (), NOW)
    assert words(rows)[1:] == ["two lines", "Untitled"]


def test_a_date_in_a_few_characters():
    assert short_date(at(2026, 11, 18, 9, 5), NOW) == "09:05"
    assert short_date(at(2026, 3, 2, 9, 5), NOW) == "2 Mar"
    assert short_date(at(2025, 3, 2, 9, 5), NOW) == "2 Mar 2025"


def test_today_ends_at_midnight():
    assert seconds_to_midnight(NOW) == 8.5 * 3600
