"""Taking a conversation's tokens out of the file, index entries and all, a batch at a time.

Leaves of the tree go first: to find a token's index entry takes the three tokens before it, which may
lie in the parent.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence

from foreword_suffix_history.blocks import Blocks
from foreword_suffix_history.chunk import OFFSETS, Chunk
from foreword_suffix_history.errors import Damaged
from foreword_suffix_history.grams import GRAM, TOKEN_BYTES, keys
from foreword_suffix_history.index import Index

BATCH = 16
"""Chunks erased in one transaction."""

Doomed = tuple[Chunk, bytes]
"""A chunk and the few tokens before its first."""


def batches(chunks: Sequence[Chunk]) -> Iterator[list[Doomed]]:
    """The chunks of a conversation (parents first) in the order in which they can be erased."""
    by_block = {chunk.block: chunk for chunk in chunks}
    for end in range(len(chunks), 0, -BATCH):
        batch = chunks[max(0, end - BATCH) : end]
        yield [(chunk, _before(chunk, by_block)) for chunk in reversed(batch)]


def erase(
    connection: sqlite3.Connection, blocks: Blocks, index: Index, conversation: int, batch: Sequence[Doomed]
) -> None:
    """Within a transaction: index entries, tokens and the record of where they lay."""
    places: list[tuple[int, int]] = []
    for chunk, before in batch:
        skipped = len(before) // TOKEN_BYTES
        for at, hash_, _ in keys(chunk.tokenizer, before + chunk.tokens, skipped):
            places.append((hash_, chunk.block * OFFSETS + at - skipped))
    index.remove(places)
    for chunk, _ in batch:
        blocks.give_back(chunk.block)
        connection.execute(
            "DELETE FROM piece WHERE conversation = ? AND at = ? AND block = ?",
            (conversation, chunk.at, chunk.block),
        )
    gone = sum(chunk.used for chunk, _ in batch)
    connection.execute("UPDATE conversation SET tokens = tokens - ? WHERE id = ?", (gone, conversation))


def _before(chunk: Chunk, by_block: dict[int, Chunk]) -> bytes:
    """The tokens before a chunk's first, as many as its grams reach back."""
    wanted = (GRAM - 1) * TOKEN_BYTES
    found = b""
    while chunk.parent and len(found) < wanted:
        parent = by_block.get(chunk.parent)
        if parent is None or parent.at >= chunk.at:
            raise Damaged("The history file is damaged (a piece of a conversation is missing).")
        found = parent.tokens[: (chunk.at - parent.at) * TOKEN_BYTES] + found
        chunk = parent
    return found[-wanted:]
