"""A copy for a backup is whole, without the bin, and made while the app writes."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from foreword.storage.backup import Contents, NewerSchemaError, check_database, copy_database
from foreword.storage.database import connect, create_file
from foreword.storage.errors import StorageError
from foreword.storage.migrate import MIGRATIONS, Migrations, upgrade
from foreword.storage.records import Draft
from foreword.storage.store import ChatStore
from tests.fakes.chats import chat, question, reply


def copied(store: ChatStore, tmp_path: Path) -> Path:
    target = tmp_path / "copy.db"
    assert copy_database(store.path, target) is not None
    return target


def test_the_copy_has_what_the_open_database_has(store: ChatStore, tmp_path: Path) -> None:
    store.add([question("q"), reply("r", "q")], chat())
    target = tmp_path / "copy.db"
    assert copy_database(store.path, target) == Contents(MIGRATIONS.head, 1, 2)
    assert not target.with_name("copy.db-wal").exists()
    assert target.stat().st_mode & 0o077 == 0
    again = ChatStore.open(target)
    assert [turn.text for turn in again.branch("chat")] == ["text of q", "text of r"]
    assert again.branch("chat")[-1].status == "interrupted"
    assert store.branch("chat")[-1].status == "streaming"
    assert [hit.turn_id for hit in again.search.find("text of q").result()] == ["q"]
    again.close()


def test_what_was_deleted_is_in_no_page_of_the_copy(store: ChatStore, tmp_path: Path) -> None:
    store.add([question("q", text="Geheimwort eins")], chat())
    store.drafts.keep("chat", Draft("Geheimwort zwei")).result()
    store.add([question("p", conversation_id="other", text="to stay")], chat("other"))
    store.bin("chat")
    target = copied(store, tmp_path)
    assert b"Geheimwort" not in target.read_bytes()
    assert b"to stay" in target.read_bytes()
    assert b"Geheimwort" in b"".join(each.read_bytes() for each in store.path.parent.glob("chats.db*"))


def test_a_cancelled_copy_says_so(store: ChatStore, tmp_path: Path) -> None:
    for number in range(200):
        store.add(
            [question(f"q{number}", conversation_id=f"c{number}", text="word " * 2000)], chat(f"c{number}")
        )
    asked: list[int] = []

    def cancelled() -> bool:
        asked.append(1)
        return len(asked) > 1

    assert copy_database(store.path, tmp_path / "copy.db", cancelled) is None


def test_a_database_of_the_first_schema_is_brought_up_to_date(tmp_path: Path) -> None:
    path = tmp_path / "chats.db"
    create_file(path)
    upgrade(path, Migrations(MIGRATIONS.scripts, MIGRATIONS.revisions[:1]))
    with closing(connect(path, "write")) as connection:
        connection.execute("INSERT INTO conversations VALUES ('chat', 'Old', 1.0, 2.0, NULL)")
    assert check_database(path) == Contents(MIGRATIONS.head, 1, 0)
    store = ChatStore.open(path)
    assert [each.title for each in store.conversations()] == ["Old"]
    store.close()


def test_a_newer_database_is_refused(store: ChatStore, tmp_path: Path) -> None:
    target = copied(store, tmp_path)
    with closing(sqlite3.connect(target)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(NewerSchemaError, match="newer Foreword"):
        check_database(target)


def damage(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[len(content) // 2 : len(content) // 2 + 4000] = b"\xff" * 4000
    path.write_bytes(bytes(content))


def someone_elses(path: Path) -> None:
    path.unlink()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE cats (name)")


def no_database(path: Path) -> None:
    path.write_bytes(b"Dear diary, " * 1000)


def dangling(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE turns SET parent_id = 'nowhere'")


@pytest.mark.parametrize("harm", [damage, someone_elses, no_database, dangling])
def test_what_is_not_whole_is_refused_in_one_line(store: ChatStore, tmp_path: Path, harm: object) -> None:
    for number in range(50):
        store.add(
            [question(f"q{number}", conversation_id=f"c{number}", text="word " * 500)], chat(f"c{number}")
        )
    target = copied(store, tmp_path)
    harm(target)  # type: ignore[operator]
    with pytest.raises(StorageError) as caught:
        check_database(target)
    assert "in the backup is" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_place_that_can_not_be_written_is_one_line(store: ChatStore, tmp_path: Path) -> None:
    store.add([question("q")], chat())
    (tmp_path / "file").write_text("")
    with pytest.raises(StorageError) as caught:
        copy_database(store.path, tmp_path / "file" / "copy.db")
    assert "\n" not in str(caught.value)
