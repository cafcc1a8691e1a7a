"""Bring chats.db to the schema that this app knows, with a verified copy before it is touched.

The migrations ship inside the package and need no ini file. Which revisions exist is written down
here as well, so that a start with nothing to migrate needs no Alembic.
"""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from foreword.storage.database import connect, engine_for
from foreword.storage.errors import StorageError


@dataclass(frozen=True, slots=True)
class Migrations:
    """Where the scripts lie (an Alembic script location) and their revisions, oldest first."""

    scripts: str
    revisions: tuple[str, ...]

    @property
    def head(self) -> str:
        return self.revisions[-1]


MIGRATIONS = Migrations("foreword.storage:migrations", ("0001", "0002", "0003"))


def upgrade(path: Path, migrations: Migrations) -> None:
    """Run the missing migrations, all in one transaction: a failure leaves the file as it was."""
    from alembic import command
    from alembic.config import Config

    engine = engine_for(path, "write")
    try:
        with engine.begin() as connection:
            config = Config()
            config.set_main_option("script_location", migrations.scripts)
            config.attributes["connection"] = connection
            command.upgrade(config, migrations.head)
    finally:
        engine.dispose()


def verified_copy(path: Path, revision: str) -> Path:
    """Copy the database as it stands at `revision` into backups/, and read the copy back.

    Raises StorageError where the copy is not whole, sqlite3.Error or OSError where none can be made.
    """
    folder = path.parent / "backups"
    folder.mkdir(exist_ok=True, mode=0o700)
    copy = folder / f"{path.stem}.schema-{revision}.{time.strftime('%Y%m%d-%H%M%S')}{path.suffix}"
    with closing(connect(path, "write")) as source:
        source.execute("VACUUM INTO ?", (str(copy),))
        with closing(connect(copy, "read-only file")) as target:
            whole = target.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            if not whole or _row_counts(source) != _row_counts(target):
                raise StorageError(f"The copy {copy} is not whole: check the disk, then start again.")
    return copy


def _row_counts(connection: sqlite3.Connection) -> dict[str, int]:
    names = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").fetchall()
    return {name: connection.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0] for (name,) in names}
