"""The history file: opening it, reading it on the speculator's thread, writing it on a thread of its own.

Two connections in WAL mode: a look-up never waits for a write. Every error of SQLite leaves here as
Damaged or Unavailable, or as itself where it is our own fault.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import wait as wait_for
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from foreword_suffix_history import chunk, leaf, schema
from foreword_suffix_history.chunk import Chunk
from foreword_suffix_history.errors import Damaged, HistoryError, Unavailable, translated
from foreword_suffix_history.index import LOOK_UP
from foreword_suffix_history.writer import Writer

_T = TypeVar("_T")

CACHE_KIB = 8_000
"""Of SQLite's own cache, for each of the two connections; the system caches the file besides."""

_PATIENCE = 5.0
"""Seconds that the writer, on its own thread, waits for another program's write."""

_OPENING = 0.5
"""Seconds that opening waits for it."""

_CLOSING = 1.0
"""Seconds that closing lets the work at hand go on."""


@dataclass(frozen=True, slots=True)
class Totals:
    """What the history holds: bytes on disk, log included; conversations; tokens."""

    bytes: int
    conversations: int
    tokens: int


class Store:
    """Open from construction to `close`.

    `damage` is set once the file turned out to be damaged: close, `erase`, and open a new one.
    `problem` says why the latest write failed; empty when it didn't.
    """

    def __init__(self, path: Path) -> None:
        """Raises Damaged or Unavailable; nothing is left open then."""
        self._path = path
        self.damage: Damaged | None = None
        self.problem = ""
        try:
            self._writing, self._reading = _connections(path)
        except sqlite3.Error as error:
            raise translated(error) from error
        self._writer = Writer(self._writing, path)
        self._thread = ThreadPoolExecutor(1, "suffix-history")
        self._waiting: list[Future[Any]] = []
        self.submit(Writer.resume)

    def close(self) -> None:
        """Let the queued work come to an end, what is long cut short: it goes on at the next start."""
        self._writer.stopping = True
        self._thread.shutdown(wait=False)
        if wait_for(self._waiting, _CLOSING).not_done:
            self._writing.interrupt()
        self._thread.shutdown(wait=True)
        self._reading.close()
        self._writing.close()

    # --- writing
    def submit(self, job: Callable[[Writer], _T]) -> Future[_T]:
        """Run a job on the writer's thread, after those before it."""
        future = self._thread.submit(self._guarded, job)
        self._waiting.append(future)
        return future

    def settle(self, seconds: float = 0.0) -> None:
        """Until all that was submitted is done, or so long. Raises a job's exception where it is our own
        fault; Damaged and Unavailable stand in `damage` and `problem`."""
        done, rest = wait_for(self._waiting, seconds)
        self._waiting = list(rest)
        for future in done:
            error = future.exception()
            if error is not None and not isinstance(error, HistoryError):
                raise error

    def _guarded(self, job: Callable[[Writer], _T]) -> _T:
        try:
            if self.damage is not None:
                raise self.damage
            done = job(self._writer)
        except sqlite3.Error as error:
            raise self._noted(error) from error
        except HistoryError as error:
            self._note(error)
            raise
        self.problem = ""
        return done

    # --- reading
    def occurrences(self, hash_: int) -> list[tuple[int, int]]:
        """(place, signature) of the gram with this hash, newest first."""
        try:
            row = self._reading.execute(LOOK_UP, (hash_,)).fetchone()
        except sqlite3.Error as error:
            raise self._noted(error) from error
        return [] if row is None else leaf.found(row[0], hash_)

    def chunks(self, blocks: Sequence[int]) -> dict[int, Chunk]:
        """Those of these blocks that exist; one statement for all, each costs its locks."""
        marks = ",".join("?" * len(blocks))
        try:
            rows = self._reading.execute(
                f"SELECT id, body FROM block WHERE id IN ({marks})", blocks
            ).fetchall()
        except sqlite3.Error as error:
            raise self._noted(error) from error
        return {block: chunk.unpacked(block, body) for block, body in rows}

    def path(self, name: str, tokenizer: int, tokens: bytes) -> tuple[list[Chunk], int]:
        """Where the longest known beginning of `tokens` lies in this conversation, and its length."""
        row = self._row("SELECT id FROM conversation WHERE name = ? AND tokenizer = ?", name, tokenizer)
        if row is None:
            return [], 0
        try:
            return chunk.path(chunk.all_of(self._reading, row[0]), tokens)
        except sqlite3.Error as error:
            raise self._noted(error) from error

    def tokenizer(self, fingerprint: str) -> tuple[int, bool]:
        """Its number (0: unknown), and whether the stored chats were learnt for it."""
        row = self._row("SELECT id, fed FROM tokenizer WHERE fingerprint = ?", fingerprint)
        return (0, False) if row is None else (row[0], bool(row[1]))

    def totals(self) -> Totals:
        row = self._row(
            "SELECT count(DISTINCT name), coalesce(sum(tokens), 0) FROM conversation WHERE tokens"
        )
        assert row is not None
        return Totals(_size(self._path), row[0], row[1])

    def counter(self, name: str) -> int:
        row = self._row("SELECT value FROM note WHERE name = ?", name)
        return 0 if row is None else row[0]

    def _row(self, query: str, *values: object) -> tuple[int, ...] | None:
        try:
            row: tuple[int, ...] | None = self._reading.execute(query, values).fetchone()
        except sqlite3.Error as error:
            raise self._noted(error) from error
        return row

    def _noted(self, error: sqlite3.Error) -> Exception:
        meant = translated(error)
        if isinstance(meant, HistoryError):
            self._note(meant)
        return meant

    def _note(self, error: HistoryError) -> None:
        self.problem = str(error)
        if isinstance(error, Damaged):
            self.damage = error


def erase(path: Path) -> None:
    """Delete the file with its log. Raises Unavailable where that can't be done."""
    for file in family(path):
        try:
            file.unlink(missing_ok=True)
        except OSError as error:
            raise Unavailable(f"{file} can't be deleted ({error.strerror}): delete it.") from error


def family(path: Path) -> tuple[Path, Path, Path]:
    return path, path.with_name(path.name + "-wal"), path.with_name(path.name + "-shm")


def _connections(path: Path) -> tuple[sqlite3.Connection, sqlite3.Connection]:
    """(writer, reader) of a file of our version, made or brought forward where need be."""
    try:
        if not path.exists():
            os.close(os.open(path, os.O_CREAT | os.O_WRONLY, 0o600))
    except OSError as error:
        raise Unavailable(f"{path} can't be made ({error.strerror}): check its folder.") from error
    writing = _prepared(path)
    try:
        reading = _connect(path, 0.05)
    except BaseException:
        writing.close()
        raise
    reading.execute("PRAGMA query_only = ON")
    return writing, reading


def _prepared(path: Path) -> sqlite3.Connection:
    connection = _connect(path, _OPENING)
    try:
        version = schema.version_of(connection)
        if version != schema.VERSION:
            connection.close()
            schema.create(path) if version == 0 else schema.bring_forward(path, version)
            connection = _connect(path, _OPENING)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.execute("PRAGMA secure_delete = ON")
        connection.execute("PRAGMA wal_autocheckpoint = 0")  # the writer folds the log, between slices
        _check_length(connection, path)
        if connection.execute("SELECT 1 FROM leaf WHERE low = 0").fetchone() is None:
            Writer(connection, path).prepare()
        connection.execute(f"PRAGMA busy_timeout = {int(_PATIENCE * 1000)}")
    except BaseException:
        connection.close()
        raise
    return connection


def _connect(path: Path, patience: float) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=patience, isolation_level=None, check_same_thread=False)
    connection.execute(f"PRAGMA cache_size = {-CACHE_KIB}")
    return connection


def _check_length(connection: sqlite3.Connection, path: Path) -> None:
    """A file that was cut short shows it here, not in the middle of a reply."""
    _, log, _ = family(path)
    pages = connection.execute("PRAGMA page_count").fetchone()[0]
    size = connection.execute("PRAGMA page_size").fetchone()[0]
    no_log = not log.exists() or log.stat().st_size == 0
    if no_log and path.stat().st_size < pages * size:
        raise Damaged("The history file is damaged (it was cut short).")


def _size(path: Path) -> int:
    return sum(file.stat().st_size for file in family(path) if file.exists())
