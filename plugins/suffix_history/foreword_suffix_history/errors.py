"""What can go wrong with the file. Faults of our own code are none of these and are not caught."""

from __future__ import annotations

import sqlite3


class HistoryError(Exception):
    """The environment's fault. The message says in one line what is wrong and what to do."""


class Damaged(HistoryError):
    """The file is no history that this version can read. It can only be made anew."""


class Unavailable(HistoryError):
    """The file can't be read or written now: locked, read-only, or the disk is full."""


_DAMAGE = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_FORMAT}
_ENVIRONMENT = {
    sqlite3.SQLITE_BUSY: "another program holds it: close that program",
    sqlite3.SQLITE_LOCKED: "another program holds it: close that program",
    sqlite3.SQLITE_READONLY: "it can't be written: check its permissions",
    sqlite3.SQLITE_PERM: "it can't be written: check its permissions",
    sqlite3.SQLITE_IOERR: "the disk reports an error: check the disk",
    sqlite3.SQLITE_FULL: "the disk is full: make room",
    sqlite3.SQLITE_CANTOPEN: "it can't be opened: check the permissions of its folder",
}


def translated(error: sqlite3.Error) -> Exception:
    """Damaged or Unavailable where the file or its surroundings are to blame; else the error itself."""
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
    if code in _DAMAGE:
        return Damaged(f"The history file is damaged ({error}).")
    if code == sqlite3.SQLITE_INTERRUPT:
        return Unavailable(
            "The history file was closed while it was tidied up; that goes on at the next start."
        )
    if code in _ENVIRONMENT:
        return Unavailable(f"The history file is out of reach ({error}): {_ENVIRONMENT[code]}.")
    return error
