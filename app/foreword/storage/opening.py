"""Make chats.db ready for use, whatever state it is in, and never delete anything on the way.

1. A damaged file is set aside with its -wal and -shm, and a fresh one takes its place.
2. A schema newer than this app is opened read-only.
3. An older schema is copied first, then migrated.

What the user has to know comes back as `notices`. Knows nothing of turns.
"""

from __future__ import annotations

import logging
import sqlite3
import time
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from foreword.storage.database import connect, create_file, file_family
from foreword.storage.errors import DamagedError, StorageError, environment_faults, is_damage
from foreword.storage.migrate import MIGRATIONS, Migrations, upgrade, verified_copy

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Opened:
    """A database that is ready. `notices` are lines for the user."""

    path: Path
    read_only: bool = False
    notices: tuple[str, ...] = ()


def prepare(path: Path, migrations: Migrations = MIGRATIONS) -> Opened:
    """Check, set aside, copy and migrate as needed. Raises StorageError for faults of the environment."""
    with environment_faults(path):
        notices: tuple[str, ...] = ()
        create_file(path)
        try:
            revision = _read_revision(path)
        except DamagedError as error:
            notices = (_replace_damaged(path, str(error)),)
            revision = None
        if revision is not None and revision not in migrations.revisions:
            return Opened(path, read_only=True, notices=(_newer(path, revision),))
        if revision != migrations.head:
            if revision is not None:
                log.info("schema %s copied to %s", revision, verified_copy(path, revision))
            upgrade(path, migrations)
        return Opened(path, notices=notices)


def as_it_is(path: Path, migrations: Migrations = MIGRATIONS) -> Opened:
    """The database for reading alone, also while the app is open: nothing is mended, nothing brought up to
    date. Raises StorageError where it can't be read before that is done."""
    with environment_faults(path):
        revision = _read_revision(path)
    if revision is None:
        raise StorageError(f"{path.name} holds no chats yet.")
    if revision in migrations.revisions and revision != migrations.head:
        raise StorageError(f"{path.name} was written by an older Foreword: start the app once to update it.")
    return Opened(path, read_only=True)


def _read_revision(path: Path) -> str | None:
    """The schema's revision; None for an empty file. Raises DamagedError where it isn't ours or whole."""
    _, wal, _ = file_family(path)
    if path.stat().st_size == 0 and wal.exists() and wal.stat().st_size:
        # SQLite would drop a log that has no database, and with it what may be saved from it.
        raise DamagedError("the file is empty, but its log is not")
    try:
        # Read-only, since a last writer that closes would empty the log into a file that may be damaged.
        with closing(connect(path, "read-only file")) as connection:
            problems = connection.execute("PRAGMA quick_check(1)").fetchall()
            tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
            if problems != [("ok",)]:
                raise DamagedError(str(problems[0][0]).replace("\n", " "))
            if "alembic_version" in tables:
                row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
                if row is not None:
                    return str(row[0])
            if tables:
                raise DamagedError("it is not a database of Foreword")
            return None
    except sqlite3.DatabaseError as error:
        if is_damage(error):
            raise DamagedError(str(error)) from error
        raise


def _replace_damaged(path: Path, problem: str) -> str:
    aside = _free_name(path)
    log.error("%s is damaged (%s); set aside as %s", path, problem, aside)
    for old, new in zip(file_family(path), file_family(aside), strict=True):
        if old.exists():
            old.rename(new)
    create_file(path)
    return (
        f"Your chats could not be read ({problem}), so Foreword started with an empty list. "
        f"Nothing was deleted: the old file lies in {aside}"
    )


def _free_name(path: Path) -> Path:
    stem = f"{path.stem}.damaged-{time.strftime('%Y%m%d-%H%M%S')}"
    aside, count = path.with_name(stem + path.suffix), 1
    while any(member.exists() for member in file_family(aside)):
        count += 1
        aside = path.with_name(f"{stem}-{count}{path.suffix}")
    return aside


def _newer(path: Path, revision: str) -> str:
    return (
        f"{path.name} was written by a newer Foreword (schema {revision}), so your chats are open "
        "read-only. Update Foreword to go on with them."
    )
