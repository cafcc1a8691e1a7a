"""Erases the last traces of what was deleted: old segments of the search index, and the log.

`secure_delete` overwrites freed pages, but the index keeps a deleted text's pieces in its segments until
these are merged, and the write-ahead log holds the pages as they were. Merging a large index takes most of
a second, so it goes in steps, each a job of its own: whoever writes meanwhile waits for one step at most.
"""

from __future__ import annotations

import logging
from concurrent.futures import Future
from threading import Lock

from sqlalchemy import text as sql
from sqlalchemy.orm import Session

from foreword.storage.access import Access

log = logging.getLogger(__name__)

_PAGES = 250
"""Pages of the index that one step merges: some milliseconds."""

_BEGIN = sql(f"INSERT INTO turns_search(turns_search, rank) VALUES ('merge', -{_PAGES})")
_GO_ON = sql(f"INSERT INTO turns_search(turns_search, rank) VALUES ('merge', {_PAGES})")


class Eraser:
    """At most one run at a time; what is deleted during one begins the next."""

    def __init__(self, access: Access) -> None:
        self._access = access
        self._lock = Lock()
        self._running: Future[None] | None = None
        self._again = False

    def start(self) -> Future[None]:
        """Done when no trace is left of what was deleted before this call; fails as the database does."""
        with self._lock:
            if self._running is not None:
                self._again = True
                return self._running
            self._running = Future()
            running = self._running
        self._step(first=True)
        return running

    def settle(self) -> None:
        """Wait for a run that goes on. Raises as the database does."""
        running = self._running
        if running is not None:
            running.result()

    def _step(self, *, first: bool) -> None:
        self._access.write_soon(lambda session: _merge(session, first=first)).add_done_callback(self._next)

    def _next(self, step: Future[bool]) -> None:
        error = step.exception()
        if error is None and step.result():
            self._step(first=False)
            return
        with self._lock:
            running, again = self._running, self._again and error is None
            self._again = False
            if not again:
                self._running = None
        if again:
            self._step(first=True)
            return
        assert running is not None, "a step belongs to a run"
        if error is not None:
            log.error("what was deleted could not be erased from the index yet: %s", error)
            running.set_exception(error)
        else:
            self._access.empty_log_soon().add_done_callback(lambda cut: _end(running, cut))


def _end(running: Future[None], cut: Future[bool]) -> None:
    error = cut.exception()
    if error is not None:
        running.set_exception(error)
        return
    if not cut.result():
        log.warning("another reader kept the log of the chats; it is emptied at the next chance")
    running.set_result(None)


def _merge(session: Session, *, first: bool) -> bool:
    """One step; whether there is more to do. FTS5 says so by the rows that it changed."""
    connection = session.connection().connection.dbapi_connection
    assert connection is not None
    before = connection.total_changes
    session.execute(_BEGIN if first else _GO_ON)
    return bool(connection.total_changes - before >= 2)
