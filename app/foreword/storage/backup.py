"""A copy of chats.db for a backup, and the check of one before it may take the place of what is there.

Works while the app has the file open: the source is only ever read. Knows databases; nothing of archives,
settings or where files lie.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from foreword.storage.database import connect, create_file
from foreword.storage.errors import StorageError, environment_faults, is_damage
from foreword.storage.migrate import MIGRATIONS, Migrations, upgrade

_STEPS_BETWEEN_LOOKS = 1_000


class NewerSchemaError(StorageError):
    """The database was written by a newer app."""


@dataclass(frozen=True, slots=True)
class Contents:
    """What a database holds."""

    schema: str
    chats: int
    messages: int


def copy_database(
    source: Path, target: Path, cancelled: Callable[[], bool] = lambda: False
) -> Contents | None:
    """Copy it as it stands, without what lies in the bin, and read the copy back whole.

    None where it was cancelled; what there is of `target` is then the caller's to delete. Raises
    StorageError, also where the copy turns out not to be whole.
    """
    try:
        with environment_faults(source), closing(connect(source, "read-only file")) as connection:
            # The file is open read-only all the same; the pragma would refuse the copy as well.
            connection.execute("PRAGMA query_only = OFF")
            connection.set_progress_handler(lambda: int(cancelled()), _STEPS_BETWEEN_LOOKS)
            create_file(target)  # for this user's eyes only; SQLite takes an empty file
            connection.execute("VACUUM INTO ?", (str(target),))
        with environment_faults(target), closing(_open_copy(target)) as copy:
            copy.set_progress_handler(lambda: int(cancelled()), _STEPS_BETWEEN_LOOKS)
            _drop_bin(copy)
            _check(copy, target)
            return _contents(copy)
    except (sqlite3.OperationalError, StorageError):
        if cancelled():
            return None
        raise


def check_database(path: Path, migrations: Migrations = MIGRATIONS) -> Contents:
    """Read a database whole that may become the app's, and bring an older one up to date.

    Raises StorageError with one line: damaged, not ours, or NewerSchemaError. Changes the file: give it
    a copy.
    """
    with environment_faults(path):
        try:
            with closing(_open_copy(path)) as connection:
                _check(connection, path)
                revision = _revision(connection)
        except sqlite3.DatabaseError as error:
            if is_damage(error):
                raise StorageError(f"{path.name} in the backup is damaged ({error}).") from error
            raise
    if revision not in migrations.revisions:
        raise NewerSchemaError(
            f"This backup was made by a newer Foreword (schema {revision}): update Foreword, then try again."
        )
    if revision != migrations.head:
        with environment_faults(path):
            upgrade(path, migrations)
    with environment_faults(path), closing(_open_copy(path)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
        return _contents(connection)


def _open_copy(path: Path) -> sqlite3.Connection:
    """Without a log beside it: the copy is one file."""
    connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True, isolation_level=None)
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA secure_delete = ON")
    return connection


def _drop_bin(copy: sqlite3.Connection) -> None:
    """What the user deleted is in no backup, not even in a page that is free."""
    columns = {row[1] for row in copy.execute("PRAGMA table_info(conversations)")}
    if "deleted_at" not in columns:
        return
    binned = "SELECT id FROM conversations WHERE deleted_at IS NOT NULL"
    copy.execute("BEGIN IMMEDIATE")
    copy.execute(f"DELETE FROM drafts WHERE chat IN ({binned})")
    gone = copy.execute("DELETE FROM conversations WHERE deleted_at IS NOT NULL").rowcount
    if gone:
        copy.execute("INSERT INTO turns_search(turns_search) VALUES ('optimize')")
    copy.execute("UPDATE turns SET status = 'interrupted' WHERE status = 'streaming'")
    copy.execute("COMMIT")
    if gone:
        copy.execute("VACUUM")


def _check(connection: sqlite3.Connection, path: Path) -> None:
    tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if not {"alembic_version", "conversations", "turns"} <= tables:
        raise StorageError(f"{path.name} in the backup is not a database of Foreword.")
    problems = [str(row[0]) for row in connection.execute("PRAGMA integrity_check(1)") if row[0] != "ok"]
    problems += ["a reference leads nowhere" for _ in connection.execute("PRAGMA foreign_key_check")][:1]
    if problems:
        raise StorageError(f"{path.name} in the backup is damaged ({' '.join(problems[0].split())}).")
    if "turns_search" in tables:
        connection.execute("INSERT INTO turns_search(turns_search, rank) VALUES ('integrity-check', 1)")


def _revision(connection: sqlite3.Connection) -> str:
    row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    return str(row[0]) if row else "unknown"


def _contents(connection: sqlite3.Connection) -> Contents:
    (chats,) = connection.execute("SELECT count(*) FROM conversations").fetchone()
    (messages,) = connection.execute("SELECT count(*) FROM turns").fetchone()
    return Contents(_revision(connection), chats, messages)
