"""Rows of one size that are overwritten in place: what both the tokens and their index lie in.

A row never grows, shrinks or moves, so SQLite never copies it to another page, and a zeroed row leaves
no second copy of what stood there. New rows come at the end; freed ones are taken again first.
Knows nothing of what is in a block.
"""

from __future__ import annotations

import sqlite3

SIZE = 976
"""Bytes of a block: what fits a page of 1,024 with SQLite's own bookkeeping."""

ZERO = bytes(SIZE)


class Blocks:
    """All within the transaction of `connection`. The reader's side is two SELECTs of its own."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def read(self, block: int) -> bytes:
        """The body of a block; zeros where there is none."""
        row = self._connection.execute("SELECT body FROM block WHERE id = ?", (block,)).fetchone()
        return ZERO if row is None else row[0]

    def write(self, block: int, body: bytes | bytearray) -> None:
        assert len(body) == SIZE, len(body)
        self._connection.execute("UPDATE block SET body = ? WHERE id = ?", (body, block))

    def take(self, body: bytes | bytearray) -> int:
        """The id of a block that holds `body` now: a freed one, or a new one."""
        row = self._connection.execute("SELECT block FROM free LIMIT 1").fetchone()
        if row is None:
            assert len(body) == SIZE, len(body)
            new = self._connection.execute("INSERT INTO block (body) VALUES (?)", (body,)).lastrowid
            assert new is not None
            return new
        block: int = row[0]
        self._connection.execute("DELETE FROM free WHERE block = ?", row)
        self.write(block, body)
        return block

    def give_back(self, block: int) -> None:
        self.write(block, ZERO)
        self._connection.execute("INSERT INTO free (block) VALUES (?)", (block,))

    def free(self) -> int:
        count: int = self._connection.execute("SELECT count(*) FROM free").fetchone()[0]
        return count

    def bytes(self) -> int:
        """What the database takes on disk, its log not counted."""
        pages: int = self._connection.execute("PRAGMA page_count").fetchone()[0]
        size: int = self._connection.execute("PRAGMA page_size").fetchone()[0]
        return pages * size
