"""The index: from the hash of a gram to the places where it stands in the history.

Leaves hold ranges of hashes; the table `leaf` is their directory, a B-tree of two numbers a row. A full
leaf is split at the middle of its range, wherever its entries lie, so that the directory says nothing of
any hash. (Extendible hashing, Fagin et al. 1979, with a B-tree as directory: crowded hashes cost a few
half-empty leaves, never a doubling.) Knows hashes and places; nothing of tokens or conversations.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable

from foreword_suffix_history import leaf
from foreword_suffix_history.blocks import Blocks

END = 1 << 32
SPARSE = leaf.ENTRIES // 2
"""Neighbours that hold no more than this together become one when the file is compacted."""

_BLOCK_OF = "(SELECT block FROM leaf WHERE low <= ? ORDER BY low DESC LIMIT 1)"
LOOK_UP = f"SELECT body FROM block WHERE id = {_BLOCK_OF}"

Entry = tuple[int, int, int]
"""Hash, place, signature."""


class Index:
    """All within the transaction of `connection`."""

    def __init__(self, connection: sqlite3.Connection, blocks: Blocks) -> None:
        self._connection = connection
        self._blocks = blocks
        self._full: list[Entry] = []
        connection.create_function("leaf_added", 4, self._added)
        connection.create_function("leaf_removed", 3, leaf.removed)

    def prepare(self) -> None:
        """Give an empty file its first leaf."""
        if self._connection.execute("SELECT 1 FROM leaf LIMIT 1").fetchone() is None:
            first = self._blocks.take(leaf.packed((), (), ()))
            self._connection.execute("INSERT INTO leaf (low, block) VALUES (0, ?)", (first,))

    def add(self, entries: Iterable[Entry]) -> None:
        """File these places. One statement walks the directory, reads, changes and writes, for each."""
        waiting = [(hash_, place, signature, hash_) for hash_, place, signature in entries]
        while waiting:
            self._full = []
            self._connection.executemany(
                f"UPDATE block SET body = leaf_added(body, ?, ?, ?) WHERE id = {_BLOCK_OF}", waiting
            )
            for hash_, _, _ in self._full:
                self._split(hash_)
            waiting = [(hash_, place, signature, hash_) for hash_, place, signature in self._full]

    def remove(self, keys: Iterable[tuple[int, int]]) -> None:
        """Take these (hash, place) out; one that isn't there was crowded out before."""
        self._connection.executemany(
            f"UPDATE block SET body = leaf_removed(body, ?, ?) WHERE id = {_BLOCK_OF}",
            [(hash_, place, hash_) for hash_, place in keys],
        )

    def merge(self) -> None:
        """Make one leaf of neighbours that are nearly empty, and free the other's block."""
        rows = self._connection.execute("SELECT low, block FROM leaf ORDER BY low").fetchall()
        ends = [low for low, _ in rows[1:]] + [END]
        merged: list[tuple[int, int, int]] = []
        for (low, block), end in zip(rows, ends, strict=True):
            merged.append((low, end, block))
            while len(merged) > 1 and self._merged(merged[-2], merged[-1]):
                right = merged.pop()
                left = merged.pop()
                merged.append((left[0], right[1], left[2]))

    def _merged(self, left: tuple[int, int, int], right: tuple[int, int, int]) -> bool:
        size = left[1] - left[0]
        if size != right[1] - right[0] or left[0] % (2 * size):
            return False
        ours = leaf.unpacked(self._blocks.read(left[2]))
        theirs = leaf.unpacked(self._blocks.read(right[2]))
        if len(ours[0]) + len(theirs[0]) > SPARSE:
            return False
        self._blocks.write(left[2], leaf.packed(*(a + b for a, b in zip(ours, theirs, strict=True))))
        self._blocks.give_back(right[2])
        self._connection.execute("DELETE FROM leaf WHERE low = ?", (right[0],))
        return True

    def _added(self, body: bytes, hash_: int, place: int, signature: int) -> bytes | bytearray:
        new = leaf.added(body, hash_, place, signature)
        if new is None:
            self._full.append((hash_, place, signature))
            return body
        return new

    def _split(self, hash_: int) -> None:
        """Halve the range of the leaf that this hash belongs to, if it is (still) full."""
        low, block = self._connection.execute(
            "SELECT low, block FROM leaf WHERE low <= ? ORDER BY low DESC LIMIT 1", (hash_,)
        ).fetchone()
        entries = list(zip(*leaf.unpacked(self._blocks.read(block)), strict=True))
        if len(entries) < leaf.ENTRIES:
            return
        above = self._connection.execute("SELECT min(low) FROM leaf WHERE low > ?", (low,)).fetchone()[0]
        middle = (low + (END if above is None else above)) // 2
        right = _body([entry for entry in entries if entry[0] >= middle])
        self._blocks.write(block, _body([entry for entry in entries if entry[0] < middle]))
        self._connection.execute(
            "INSERT INTO leaf (low, block) VALUES (?, ?)", (middle, self._blocks.take(right))
        )


def _body(entries: list[tuple[int, int, int]]) -> bytearray:
    return leaf.packed(*zip(*entries, strict=True)) if entries else leaf.packed((), (), ())
