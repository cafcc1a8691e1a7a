"""The tables of the history file, declared once with SQLAlchemy, and the steps between versions.

Everything that holds tokens, or could tell them, lies in `block`: rows of one size that are overwritten
in place and never moved, so that what is erased is gone. (SQLite's secure_delete zeroes what is freed,
but rows that grow or sit between others are copied from page to page, and the copies linger.)
The version stands in the file's header (user_version). SQLAlchemy is imported only where a file must be
made or brought forward: an ordinary start and the hot path use plain sqlite3.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from foreword_suffix_history.errors import Damaged

if TYPE_CHECKING:
    from sqlalchemy import Connection, MetaData

VERSION = 1
APPLICATION_ID = 0x46575348  # "FWSH"
PAGE_SIZE = 1024
"""One block a page: a new reply touches a page for almost every token, and pays for each of its bytes."""

TABLES = frozenset({"note", "tokenizer", "conversation", "piece", "block", "leaf", "free"})

STEPS: dict[int, Callable[[Connection], None]] = {}
"""What brings a file of version n to n + 1."""


def metadata() -> MetaData:
    from sqlalchemy import Column, ForeignKey, Integer, LargeBinary, MetaData, Table, Text, UniqueConstraint

    data = MetaData()
    # Counters by name: steps, hits, drafted, accepted, clock.
    Table("note", data, Column("name", Text, primary_key=True), Column("value", Integer, nullable=False))
    # `fed`: the stored chats were learnt for this tokenizer, to the last one.
    Table(
        "tokenizer",
        data,
        Column("id", Integer, primary_key=True),
        Column("fingerprint", Text, nullable=False, unique=True),
        Column("fed", Integer, nullable=False),
    )
    # `touched`: when it was last added to, by the clock in `note`. `doomed`: to be erased, come what may.
    Table(
        "conversation",
        data,
        Column("id", Integer, primary_key=True),
        Column("name", Text, nullable=False),
        Column("tokenizer", Integer, ForeignKey("tokenizer.id"), nullable=False),
        Column("tokens", Integer, nullable=False),
        Column("touched", Integer, nullable=False, index=True),
        Column("doomed", Integer, nullable=False),
        UniqueConstraint("name", "tokenizer"),
    )
    # Which blocks hold a conversation's tokens; `at` is the index of the first token in the conversation.
    Table(
        "piece",
        data,
        Column("conversation", Integer, ForeignKey("conversation.id"), primary_key=True),
        Column("at", Integer, primary_key=True),
        Column("block", Integer, primary_key=True),
        sqlite_with_rowid=False,
    )
    Table("block", data, Column("id", Integer, primary_key=True), Column("body", LargeBinary, nullable=False))
    # The index: hashes from `low` to the next `low` are filed in this block.
    Table("leaf", data, Column("low", Integer, primary_key=True), Column("block", Integer, nullable=False))
    Table("free", data, Column("block", Integer, primary_key=True))
    return data


def create(path: Path) -> None:
    """Make an empty history in an empty or absent file. Raises sqlite3.Error where that can't be done."""
    with _begun(path) as connection:
        metadata().create_all(connection)
        _stamp(connection)


def bring_forward(path: Path, version: int) -> None:
    """Run the steps from `version` to ours, all in one transaction."""
    with _begun(path) as connection:
        for step in range(version, VERSION):
            STEPS[step](connection)
        _stamp(connection)


def version_of(connection: sqlite3.Connection) -> int:
    """The file's version, 0 for an empty file. Raises Damaged for one that is none of ours, or newer."""
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    application: int = connection.execute("PRAGMA application_id").fetchone()[0]
    tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if version == 0 and application == 0 and not tables:
        return 0
    if application != APPLICATION_ID or (version < VERSION and version not in STEPS):
        raise Damaged("The history file was not written by this program.")
    if version > VERSION:
        raise Damaged("The history file was written by a newer version.")
    if version == VERSION and tables != TABLES:
        raise Damaged("The history file lacks tables.")
    return version


def _stamp(connection: Connection) -> None:
    connection.exec_driver_sql(f"PRAGMA user_version = {VERSION}")
    connection.exec_driver_sql(f"PRAGMA application_id = {APPLICATION_ID}")


class _begun:
    """A SQLAlchemy connection in a transaction; the driver's own error comes out where it fails."""

    def __init__(self, path: Path) -> None:
        from sqlalchemy import create_engine
        from sqlalchemy.pool import NullPool

        def connect() -> sqlite3.Connection:
            connection = sqlite3.connect(path, timeout=5, isolation_level=None)
            connection.execute(f"PRAGMA page_size = {PAGE_SIZE}")
            connection.execute("PRAGMA secure_delete = ON")
            return connection

        self._engine = create_engine("sqlite://", creator=connect, poolclass=NullPool)

    def __enter__(self) -> Connection:
        from sqlalchemy.exc import DBAPIError

        try:
            self._connection = self._engine.connect()
            self._connection.exec_driver_sql("BEGIN IMMEDIATE")
        except DBAPIError as error:
            raise (error.orig or error) from error
        return self._connection

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: object) -> None:
        from sqlalchemy.exc import DBAPIError

        try:
            self._connection.exec_driver_sql("ROLLBACK" if kind else "COMMIT")
        except DBAPIError as late:
            if error is None:
                raise (late.orig or late) from late
        finally:
            self._connection.close()
            self._engine.dispose()
        if isinstance(error, DBAPIError) and isinstance(error.orig, sqlite3.Error):
            raise error.orig from error
