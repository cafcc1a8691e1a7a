"""A chunk: up to 240 tokens of a conversation, and where they hang in its tree. Bytes in, bytes out.

A conversation is a tree of chunks: versions share their beginning, and each branch hangs on the chunk
that holds the token before its first. Layout of the block: parent (block, 4 bytes, 0: none), next (the
block that continues this one at its end), `at` (index of the first token in the conversation), used (2
bytes), tokenizer (2 bytes), then the tokens (4 bytes each).
"""

from __future__ import annotations

import sqlite3
import struct
from collections.abc import Sequence
from dataclasses import dataclass

from foreword_suffix_history.blocks import SIZE
from foreword_suffix_history.grams import TOKEN_BYTES

TOKENS = 240
OFFSETS = 256
"""place = block * OFFSETS + offset; fits 32 bits for 4 billion tokens."""

_HEADER = struct.Struct("=IIIHH")


@dataclass(slots=True)
class Chunk:
    """One chunk; `tokens` are its used tokens as they lie in the file."""

    block: int
    parent: int
    next: int
    at: int
    tokenizer: int
    tokens: bytes

    @property
    def used(self) -> int:
        return len(self.tokens) // TOKEN_BYTES

    @property
    def end(self) -> int:
        return self.at + self.used

    def ids(self) -> memoryview:
        return memoryview(self.tokens).cast("I")

    def packed(self) -> bytes:
        head = _HEADER.pack(self.parent, self.next, self.at, self.used, self.tokenizer)
        return (head + self.tokens).ljust(SIZE, b"\0")


def unpacked(block: int, body: bytes) -> Chunk:
    parent, following, at, used, tokenizer = _HEADER.unpack_from(body)
    end = _HEADER.size + min(used, TOKENS) * TOKEN_BYTES
    return Chunk(block, parent, following, at, tokenizer, body[_HEADER.size : end])


def all_of(connection: sqlite3.Connection, conversation: int) -> list[Chunk]:
    """All chunks of a conversation, parents first."""
    rows = connection.execute(
        "SELECT block, body FROM piece JOIN block ON id = block WHERE conversation = ? ORDER BY at",
        (conversation,),
    )
    return [unpacked(block, body) for block, body in rows]


def path(chunks: Sequence[Chunk], tokens: bytes) -> tuple[list[Chunk], int]:
    """The chunks that hold the longest beginning of `tokens` known to a conversation, and its length.

    `chunks` are all of the conversation's, parents first. The last one may hold only a part of it.
    """
    reach: dict[int, int] = {0: 0}
    best, longest = 0, 0
    for chunk in chunks:
        if reach.get(chunk.parent, -1) >= chunk.at:
            begin = chunk.at * TOKEN_BYTES
            agreed = chunk.at + common(chunk.tokens, tokens[begin : begin + len(chunk.tokens)])
            reach[chunk.block] = agreed
            if agreed > longest:
                best, longest = chunk.block, agreed
    by_block = {chunk.block: chunk for chunk in chunks}
    found: list[Chunk] = []
    while best:
        found.append(by_block[best])
        best = by_block[best].parent
    return found[::-1], longest


def common(ours: bytes, theirs: bytes) -> int:
    """Tokens that two runs of bytes have in common at their beginning."""
    shorter = min(len(ours), len(theirs))
    if ours[:shorter] == theirs[:shorter]:
        return shorter // TOKEN_BYTES
    pairs = zip(memoryview(ours[:shorter]).cast("I"), memoryview(theirs[:shorter]).cast("I"), strict=True)
    return next(at for at, (a, b) in enumerate(pairs) if a != b)
