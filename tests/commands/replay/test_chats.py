"""Stored replies: which ones, in what order, with what prompt; and a file that stays as it is."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from foreword.commands import CommandError
from foreword.commands.replay.chats import StoredReply, read_replies
from foreword.messages import ChatMessage
from foreword.paths import Paths
from foreword.settings import Settings
from foreword.storage.migrate import MIGRATIONS
from foreword.storage.store import ChatStore
from tests.commands.replay.conftest import Chats


@pytest.fixture
def settings(paths: Paths) -> Settings:
    return Settings(paths.settings)


def texts(replies: list[StoredReply]) -> list[str]:
    return [reply.turn.text for reply in replies]


def files(paths: Paths) -> dict[str, bytes]:
    """The database and its log; what SQLite shares between readers and writers lies in a third file."""
    return {path.name: path.read_bytes() for path in (paths.chats, paths.chats.with_name("chats.db-wal"))}


def spoken(reply: StoredReply) -> list[tuple[str, str]]:
    return [(message.role, message.content) for message in reply.messages]


def test_replies_come_as_they_happened_over_all_chats(paths: Paths, chats: Chats, settings: Settings) -> None:
    first = chats.answer("one", chats.ask("one", "a"), "first")
    chats.talk("two", "b", "second")
    chats.answer("one", chats.ask("one", "c", first), "third")
    count, replies = read_replies(paths, settings, None)
    assert (count, texts(replies)) == (2, ["first", "second", "third"])
    assert spoken(replies[2]) == [("user", "a"), ("assistant", "first"), ("user", "c")]
    assert replies[2].token_ids == (*chats.tokenizer.encode("third"), 256)
    assert replies[2].seed == 7


def test_every_version_is_replayed_once_with_its_own_branch(
    paths: Paths, chats: Chats, settings: Settings
) -> None:
    question = chats.ask("one", "a")
    old = chats.answer("one", question, "old")
    new = chats.answer("one", question, "new")
    chats.answer("one", chats.ask("one", "b", old), "after old")
    chats.answer("one", chats.ask("one", "c", new), "after new")
    _, replies = read_replies(paths, settings, None)
    assert texts(replies) == ["old", "new", "after old", "after new"]
    assert spoken(replies[2])[1] == ("assistant", "old")
    assert spoken(replies[3])[1] == ("assistant", "new")


def test_only_what_was_written_counts(paths: Paths, chats: Chats, settings: Settings) -> None:
    for status in ("complete", "stopped", "interrupted", "failed"):
        chats.answer(status, chats.ask(status, "a"), status, status=status)
    chats.answer("empty", chats.ask("empty", "a"), "")
    _, replies = read_replies(paths, settings, None)
    assert texts(replies) == ["complete", "stopped", "interrupted"]


def test_the_newest_chats_alone(paths: Paths, chats: Chats, settings: Settings) -> None:
    for name in ("one", "two", "three"):
        chats.talk(name, "a", name)
    count, replies = read_replies(paths, settings, 2)
    assert (count, texts(replies)) == (2, ["two", "three"])


def test_the_system_prompt_is_the_chats_own(paths: Paths, chats: Chats, settings: Settings) -> None:
    settings.set("reply.system_prompt", "Be brief.")
    chats.talk("one", "a", "first")
    chats.answer("two", chats.ask("two", "b", options={"reply.system_prompt": "Sing."}), "second")
    _, replies = read_replies(paths, settings, None)
    assert [reply.messages[0] for reply in replies] == [
        ChatMessage("system", "Be brief."),
        ChatMessage("system", "Sing."),
    ]


def test_it_reads_beside_the_app_and_changes_nothing(paths: Paths, chats: Chats, settings: Settings) -> None:
    chats.talk("one", "a", "first")
    before = files(paths)
    assert texts(read_replies(paths, settings, None)[1]) == ["first"]
    assert files(paths) == before
    chats.talk("two", "b", "second")
    assert texts(read_replies(paths, settings, None)[1]) == ["first", "second"]


def test_no_chats_is_one_line(tmp_path: Path, chats: Chats, paths: Paths, settings: Settings) -> None:
    with pytest.raises(CommandError, match=r"chats\.db doesn't exist yet"):
        read_replies(Paths.profile(tmp_path / "nowhere"), settings, None)
    chats.ask("one", "a")
    with pytest.raises(CommandError, match=r"chats\.db holds no replies"):
        read_replies(paths, settings, None)


def test_files_that_cannot_be_read_are_one_line(paths: Paths, settings: Settings) -> None:
    paths.chats.write_bytes(b"this is no database" * 100)
    with pytest.raises(CommandError, match=r"not a database"):
        read_replies(paths, settings, None)
    paths.chats.write_bytes(b"")
    with pytest.raises(CommandError, match="holds no chats yet"):
        read_replies(paths, settings, None)


def test_an_older_schema_is_left_for_the_app_to_update(paths: Paths, settings: Settings) -> None:
    ChatStore.open(paths.chats).close()
    with sqlite3.connect(paths.chats) as database:
        database.execute("UPDATE alembic_version SET version_num = ?", (MIGRATIONS.revisions[0],))
    with pytest.raises(CommandError, match="older Foreword: start the app once"):
        read_replies(paths, settings, None)
