"""The two ways to an open database: questions on one read-only connection, jobs on the writer's thread.

Knows no tables. Every method raises StorageError where the environment fails it.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

from sqlalchemy.orm import Session

from foreword.storage.database import engine_for
from foreword.storage.errors import StorageError, environment_faults
from foreword.storage.opening import Opened
from foreword.storage.writer import Writer

T = TypeVar("T")


class Access:
    """An open database. Read from one thread only; `read_only` says that every change will be refused."""

    def __init__(self, opened: Opened) -> None:
        self.path = opened.path
        self.read_only = opened.read_only
        self.notices = opened.notices
        self._reader = engine_for(opened.path, "read-only file" if opened.read_only else "read")
        self._writer = None if opened.read_only else Writer(opened.path)

    def read(self, question: Callable[[Session], T]) -> T:
        with environment_faults(self.path), Session(self._reader) as session:
            return question(session)

    def write(self, job: Callable[[Session], T]) -> T:
        """Run a job in a transaction of its own, and wait for its commit."""
        return self.write_soon(job).result()

    def write_soon(self, job: Callable[[Session], T]) -> Future[T]:
        if self._writer is None:
            raise StorageError(self.notices[0] if self.notices else f"{self.path.name} is open read-only.")
        return self._writer.submit(job)

    def empty_log_soon(self) -> Future[bool]:
        """Cut the log, which holds what was deleted a moment ago; False if a reader kept it."""
        if self._writer is None:
            raise StorageError(f"{self.path.name} is open read-only.")
        return self._writer.empty_log()

    def close(self) -> None:
        """Write what is queued, then close. Nothing may be asked afterwards."""
        self._reader.dispose()
        if self._writer is not None:
            self._writer.close()
