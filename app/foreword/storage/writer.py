"""The one thread that writes. Jobs run in the order given, each in a transaction of its own.

Whoever needs to know that a write is on disk waits for it; whoever must not wait (the window, while
a reply grows) keeps the future and looks at it later. Knows nothing of what the jobs write.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import TypeVar

from sqlalchemy.orm import Session

from foreword.storage.database import engine_for
from foreword.storage.errors import environment_faults

T = TypeVar("T")


class Writer:
    """Owns the only connection that may write, on a thread of its own."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._engine = engine_for(path, "write")
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="chats-writer")

    def submit(self, job: Callable[[Session], T]) -> Future[T]:
        """Queue a job. The future's result comes after the commit; its error may be a StorageError."""
        return self._thread.submit(self._in_transaction, job)

    def do(self, job: Callable[[Session], T]) -> T:
        """Run a job and wait until it is committed. Raises StorageError for the environment's faults."""
        return self.submit(job).result()

    def empty_log(self) -> Future[bool]:
        """Move the write-ahead log into the database and cut it to nothing; False if a reader kept it."""
        return self._thread.submit(self._truncate_log)

    def close(self) -> None:
        """Finish what is queued, then close the connection. Raises StorageError where that fails."""
        last = self._thread.submit(self._dispose)
        self._thread.shutdown(wait=True)
        last.result()

    def _in_transaction(self, job: Callable[[Session], T]) -> T:
        with (
            environment_faults(self._path),
            Session(self._engine, expire_on_commit=False) as session,
            session.begin(),
        ):
            return job(session)

    def _truncate_log(self) -> bool:
        with environment_faults(self._path), closing(self._engine.raw_connection()) as connection:
            cursor = connection.cursor()
            (busy, _, _) = cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            cursor.close()
            return not busy

    def _dispose(self) -> None:
        with environment_faults(self._path):
            self._engine.dispose()
