"""How a connection to chats.db behaves: the pragmas, and transactions that begin when we say so.

Knows no tables. Python's sqlite3 would begin transactions by itself, and only before some
statements; so it is told to keep out of it (`isolation_level=None`), and the engine begins each
transaction: at once with the right to write for the writer, read-only for readers.
"""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path
from typing import Any, Literal

from sqlalchemy import Engine, create_engine, event
from sqlalchemy.pool import QueuePool

Access = Literal["write", "read", "read-only file"]

_BUSY_TIMEOUT_MS = 5000


def connect(path: Path, access: Access) -> sqlite3.Connection:
    """A connection with our pragmas. "read-only file" leaves the file as it is, whatever is asked.

    Raises sqlite3.Error where SQLite can't open or read the file.
    """
    mode = "ro" if access == "read-only file" else "rw"
    connection = sqlite3.connect(
        f"{path.absolute().as_uri()}?mode={mode}", uri=True, isolation_level=None, check_same_thread=False
    )
    try:
        connection.execute(f"PRAGMA busy_timeout = {_BUSY_TIMEOUT_MS}")
        if access == "write":
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("PRAGMA foreign_keys = ON")
            connection.execute("PRAGMA secure_delete = ON")
        else:
            connection.execute("PRAGMA query_only = ON")
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def create_file(path: Path) -> None:
    """Make an empty file that only this user can read. Its -wal and -shm get the same rights."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists():
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


def engine_for(path: Path, access: Access) -> Engine:
    """An engine with one connection, opened by the first thread that uses it."""
    engine = create_engine(
        "sqlite://", creator=lambda: connect(path, access), poolclass=QueuePool, pool_size=1, max_overflow=0
    )
    begin = "BEGIN IMMEDIATE" if access == "write" else "BEGIN"

    def do_begin(connection: Any) -> None:
        connection.exec_driver_sql(begin)

    event.listen(engine, "begin", do_begin)
    return engine


def file_family(path: Path) -> tuple[Path, Path, Path]:
    """The database with its -wal and -shm: they only make sense together."""
    return path, path.with_name(path.name + "-wal"), path.with_name(path.name + "-shm")
