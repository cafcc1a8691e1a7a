"""Whatever state the file is in, the app starts, says what happened, and deletes nothing."""

from __future__ import annotations

import os
import shutil
import sqlite3
import stat
import sys
from contextlib import closing
from importlib import resources
from pathlib import Path

import pytest

from foreword.storage.database import file_family
from foreword.storage.errors import StorageError
from foreword.storage.migrate import MIGRATIONS, Migrations
from foreword.storage.store import ChatStore
from tests.fakes.chats import chat, question, reply

SECOND = '''
"""Adds a column. Revision ID: next"""
import sqlalchemy as sa
from alembic import op

revision = "next"
down_revision = "{head}"


def upgrade():
    op.add_column("conversations", sa.Column("extra", sa.Integer(), server_default="7"))
    {then}
'''


def fill(path: Path) -> None:
    store = ChatStore.open(path)
    store.add([question("q"), reply("r", "q", text="half")], chat())
    store.close()


def run_sql(path: Path, sql: str) -> list[tuple]:
    with closing(sqlite3.connect(path)) as connection, connection:
        return connection.execute(sql).fetchall()


def later(tmp_path: Path, then: str = "") -> Migrations:
    """The migrations of a later version of the app, with one more than there is now."""
    folder = tmp_path / "later migrations"
    with resources.as_file(resources.files("foreword.storage") / "migrations") as here:
        shutil.copytree(here, folder)
    (folder / "versions" / "next.py").write_text(
        SECOND.format(then=then, head=MIGRATIONS.head), encoding="utf-8"
    )
    return Migrations(str(folder), (*MIGRATIONS.revisions, "next"))


def test_a_reply_cut_off_by_a_crash_is_interrupted_and_kept(path: Path):
    fill(path)
    store = ChatStore.open(path)
    assert store.branch("chat") == (question("q"), reply("r", "q", text="half", status="interrupted"))
    store.close()


@pytest.mark.skipif(sys.platform == "win32", reason="file modes are POSIX's")
def test_only_the_user_can_read_the_chats(path: Path):
    store = ChatStore.open(path)
    store.add([question("q")], chat())
    modes = {stat.S_IMODE(file.stat().st_mode) for file in file_family(path)}
    store.close()
    assert modes == {0o600}


def damage_header(path: Path) -> None:
    path.write_bytes(b"this is no database at all " * 400)


def damage_page(path: Path) -> None:
    """Overwrite a page in the middle, as a failing disk does."""
    data = bytearray(path.read_bytes())
    data[2 * 4096 : 3 * 4096] = os.urandom(4096)
    path.write_bytes(data)


def truncate(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: 4096 * 3 + 100])


def someone_elses(path: Path) -> None:
    path.unlink()
    run_sql(path, "CREATE TABLE recipes (name TEXT)")


@pytest.mark.parametrize("damage", [damage_header, damage_page, truncate, someone_elses])
def test_a_damaged_file_is_set_aside_and_a_fresh_one_works(path: Path, damage):
    fill(path)
    damage(path)
    wal, shm = file_family(path)[1:]
    wal.write_bytes(b"log")
    shm.write_bytes(b"index")
    damaged = path.read_bytes()
    store = ChatStore.open(path)
    (aside,) = path.parent.glob("chats.damaged-*.db")
    assert aside.read_bytes() == damaged
    assert file_family(aside)[1].read_bytes() == b"log"
    assert file_family(aside)[2].exists()
    assert len(store.notices) == 1
    assert str(aside) in store.notices[0]
    assert "Nothing was deleted" in store.notices[0]
    assert store.conversations() == []
    store.add([question("q")], chat())
    store.close()
    again = ChatStore.open(path)
    assert (again.notices, len(again.conversations())) == ((), 1)
    again.close()


def test_the_log_of_a_damaged_file_is_kept_as_it_was(path: Path, tmp_path: Path):
    """After a crash the newest turns are in the log alone."""
    fill(path)
    store = ChatStore.open(path)
    store.add([question("newest", "r", text="only in the log")])
    crashed = tmp_path / "crashed" / "chats.db"
    crashed.parent.mkdir()
    for old, new in zip(file_family(path), file_family(crashed), strict=True):
        shutil.copy(old, new)
    store.close()
    damage_page(crashed)
    before = [file.read_bytes() for file in file_family(crashed)[:2]]
    assert b"only in the log" in before[1]
    ChatStore.open(crashed).close()
    (aside,) = crashed.parent.glob("chats.damaged-*.db")
    assert [file.read_bytes() for file in file_family(aside)[:2]] == before


def test_two_damaged_files_get_two_names(path: Path):
    for _ in range(2):
        path.parent.mkdir(exist_ok=True)
        damage_header(path)
        ChatStore.open(path).close()
    assert len(list(path.parent.glob("chats.damaged-*.db"))) == 2


def test_a_log_without_its_database_is_kept(path: Path):
    path.parent.mkdir()
    file_family(path)[1].write_bytes(b"a log with someone's words")
    store = ChatStore.open(path)
    (kept,) = path.parent.glob("chats.damaged-*-wal")
    assert kept.read_bytes() == b"a log with someone's words"
    assert len(store.notices) == 1
    store.close()


def test_a_newer_schema_is_opened_read_only(path: Path, tmp_path: Path):
    ChatStore.open(path, later(tmp_path)).close()
    run_sql(
        path,
        "INSERT INTO conversations (id, title, created_at, updated_at) "
        "VALUES ('chat', 'From later', 1.0, 1.0)",
    )
    run_sql(
        path,
        "INSERT INTO turns (id, conversation_id, role, status, created_at, stats, text, number) "
        "VALUES ('r', 'chat', 'assistant', 'streaming', 1.0, '{}', 'a', 1)",
    )
    run_sql(path, "UPDATE conversations SET leaf_id = 'r'")
    before = path.read_bytes()
    store = ChatStore.open(path)
    assert store.read_only
    assert [c.title for c in store.conversations()] == ["From later"]
    assert [t.status for t in store.branch("chat")] == ["interrupted"]
    assert "newer Foreword (schema next)" in store.notices[0]
    for refused in (
        lambda: store.add([question("q")], chat("new")),
        lambda: store.rename("chat", "x"),
        lambda: store.delete("chat"),
        lambda: store.checkpoint("r", "x"),
    ):
        with pytest.raises(StorageError, match="read-only"):
            refused()
    store.close()
    assert path.read_bytes() == before


def test_an_older_schema_is_copied_then_migrated(path: Path, tmp_path: Path):
    fill(path)
    store = ChatStore.open(path, later(tmp_path))
    assert store.notices == ()
    assert store.branch("chat")[1].text == "half"
    store.close()
    assert run_sql(path, "SELECT extra FROM conversations") == [(7,)]
    (copy,) = (path.parent / "backups").iterdir()
    assert f"schema-{MIGRATIONS.head}" in copy.name
    assert run_sql(copy, "SELECT version_num FROM alembic_version") == [(MIGRATIONS.head,)]
    assert run_sql(copy, "SELECT text FROM turns WHERE id = 'r'") == [("half",)]


def test_no_copy_is_made_where_nothing_is_migrated(path: Path):
    fill(path)
    fill_again = ChatStore.open(path)
    fill_again.close()
    assert not (path.parent / "backups").exists()


def test_a_migration_that_breaks_off_leaves_the_file_as_it_was(path: Path, tmp_path: Path):
    fill(path)
    with pytest.raises(RuntimeError, match="half way"):
        ChatStore.open(path, later(tmp_path, then='raise RuntimeError("half way")'))
    store = ChatStore.open(path)
    assert not store.read_only
    assert store.branch("chat")[0] == question("q")
    store.close()
    columns = [row[1] for row in run_sql(path, "PRAGMA table_info(conversations)")]
    assert "extra" not in columns


def test_a_folder_where_a_file_stands_says_what_to_do(tmp_path: Path):
    (tmp_path / "in the way").write_text("a file")
    with pytest.raises(StorageError, match="cannot be used") as caught:
        ChatStore.open(tmp_path / "in the way" / "chats.db")
    assert "\n" not in str(caught.value)


def test_a_directory_in_place_of_the_file_is_no_damage(path: Path):
    path.mkdir(parents=True)
    with pytest.raises(StorageError):
        ChatStore.open(path)
    assert path.is_dir()


def test_a_locked_file_is_no_damage(path: Path, monkeypatch: pytest.MonkeyPatch):
    fill(path)
    monkeypatch.setattr("foreword.storage.database._BUSY_TIMEOUT_MS", 50)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(StorageError, match="in use by another program"):
            ChatStore.open(path)
    store = ChatStore.open(path)
    assert len(store.conversations()) == 1
    store.close()
