"""The key of a place in the history: a hash of its last four tokens, and a hint of the eight before.

Every place is filed under the checksum (CRC-32, seeded by the tokenizer) of the GRAM tokens that end
there. The signature is one byte of the checksum of each of the two grams before it: where many places
share a gram, it tells which of them agree with the context for 8 or 12 tokens without reading them.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from zlib import crc32

GRAM = 4
"""Tokens that must agree before a place is found at all."""

TOKEN_BYTES = array("I").itemsize
_WIDTH = GRAM * TOKEN_BYTES


def packed(token_ids: Sequence[int]) -> bytes:
    """Token ids as they lie in the file: 4 bytes each, in this machine's order."""
    return array("I", token_ids).tobytes()


def keys(tokenizer: int, tokens: bytes, begin: int) -> Iterator[tuple[int, int, int]]:
    """(index, hash, signature) of every place from token `begin` on; the first GRAM - 1 have none."""
    seed = _seed(tokenizer)
    first = max(begin, GRAM - 1)
    start = max(first - 2 * GRAM, GRAM - 1)
    count = len(tokens) // TOKEN_BYTES
    hashes = [
        crc32(tokens[at - _WIDTH : at], seed)
        for at in range((start + 1) * TOKEN_BYTES, (count + 1) * TOKEN_BYTES, TOKEN_BYTES)
    ]
    for index in range(first, count):
        at = index - start
        near = hashes[at - GRAM] >> 24 if at >= GRAM else 0
        far = hashes[at - 2 * GRAM] >> 24 if at >= 2 * GRAM else 0
        yield index, hashes[at], near << 8 | far


def last_key(tokenizer: int, tail: Sequence[int]) -> tuple[int, int] | None:
    """(hash, signature) of the end of `tail`; None where it is shorter than a gram."""
    tokens = packed(tail[-3 * GRAM :])
    if len(tokens) < _WIDTH:
        return None
    *_, (_, hash_, signature) = keys(tokenizer, tokens, len(tokens) // TOKEN_BYTES - 1)
    return hash_, signature


def _seed(tokenizer: int) -> int:
    return tokenizer * 0x9E3779B1 & 0xFFFFFFFF
