"""The environment's faults, told apart from our own bugs.

A full disk, a folder without rights or a damaged file is a `StorageError` whose one line says what
to do. Anything else that the database complains about (a broken constraint, a wrong statement) is a
bug of ours and passes through unchanged, with its traceback.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy.exc import DBAPIError

_DENIED = "Foreword may not write {path}: check the rights of the file and its folder."
_IN_USE = "{name} is in use by another program: close that program, then try again."
_DAMAGED = "{name} is damaged: start Foreword again and it will be set aside."
_ADVICE = {
    sqlite3.SQLITE_FULL: "The disk is full: free some space, then try again.",
    sqlite3.SQLITE_IOERR: "The disk that holds {path} reports an error: check it, then try again.",
    sqlite3.SQLITE_CANTOPEN: _DENIED,
    sqlite3.SQLITE_PERM: _DENIED,
    sqlite3.SQLITE_READONLY: _DENIED,
    sqlite3.SQLITE_BUSY: _IN_USE,
    sqlite3.SQLITE_LOCKED: _IN_USE,
    sqlite3.SQLITE_CORRUPT: _DAMAGED,
    sqlite3.SQLITE_NOTADB: _DAMAGED,
}


class StorageError(Exception):
    """The environment keeps us from reading or writing chats. The message is one line for the user."""


class DamagedError(StorageError):
    """The file cannot be read as our database. The message says what SQLite found."""


def primary_code(error: BaseException | None) -> int | None:
    """SQLite's primary result code, whatever the extended one; None where it gave none."""
    code = getattr(error, "sqlite_errorcode", None)
    return None if code is None else code & 0xFF


def is_damage(error: BaseException | None) -> bool:
    return primary_code(error) in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


@contextmanager
def environment_faults(path: Path) -> Iterator[None]:
    """Turn faults of the environment into StorageError; let bugs pass as they are."""
    try:
        yield
    except DBAPIError as error:
        raise _storage_error(error.orig, path) or error from error
    except sqlite3.Error as error:
        raise _storage_error(error, path) or error from error
    except OSError as error:
        raise StorageError(f"{path} cannot be used ({error.strerror}): check the disk and rights.") from error


def _storage_error(error: BaseException | None, path: Path) -> StorageError | None:
    advice = _ADVICE.get(primary_code(error) or sqlite3.SQLITE_OK)
    return StorageError(advice.format(path=path, name=path.name)) if advice else None
