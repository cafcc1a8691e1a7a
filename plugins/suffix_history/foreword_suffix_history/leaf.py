"""A leaf of the index: up to 96 places with the hash of each, oldest first. Bytes in, bytes out.

Layout of the block: a count (2 bytes), and from byte 8 on three columns: hashes (4 bytes each), places
(4), signatures (2). A place is a block of tokens and an offset in it. In a column, a hash can be
searched for by its bytes, at the speed of C: most look-ups find none.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence

from foreword_suffix_history.blocks import SIZE

ENTRIES = 96
PER_GRAM = 32
"""Places kept of one gram, the newest: what everybody says at every turn would crowd out the rest."""

_HASHES, _PLACES, _SIGNATURES = 8, 8 + 4 * ENTRIES, 8 + 8 * ENTRIES
_COUNT, _UINT, _USHORT = struct.Struct("=H"), struct.Struct("=I"), struct.Struct("=H")

Entries = tuple[list[int], list[int], list[int]]
"""Hashes, places, signatures."""


def unpacked(body: bytes) -> Entries:
    count = min(_COUNT.unpack_from(body)[0], ENTRIES)
    view = memoryview(body)
    return (
        view[_HASHES : _HASHES + 4 * count].cast("I").tolist(),
        view[_PLACES : _PLACES + 4 * count].cast("I").tolist(),
        view[_SIGNATURES : _SIGNATURES + 2 * count].cast("H").tolist(),
    )


def packed(hashes: Sequence[int], places: Sequence[int], signatures: Sequence[int]) -> bytearray:
    count = len(hashes)
    body = bytearray(SIZE)
    _COUNT.pack_into(body, 0, count)
    struct.pack_into(f"={count}I", body, _HASHES, *hashes)
    struct.pack_into(f"={count}I", body, _PLACES, *places)
    struct.pack_into(f"={count}H", body, _SIGNATURES, *signatures)
    return body


def found(body: bytes, hash_: int) -> list[tuple[int, int]]:
    """(place, signature) of every entry with this hash, newest first."""
    if body.find(_UINT.pack(hash_), _HASHES, _PLACES) < 0:
        return []
    hashes, places, signatures = unpacked(body)
    return [(places[at], signatures[at]) for at in range(len(hashes) - 1, -1, -1) if hashes[at] == hash_]


def added(body: bytes, hash_: int, place: int, signature: int) -> bytes | bytearray | None:
    """The leaf with one entry more, in place of the oldest of its gram if there are enough; None if full."""
    count = _COUNT.unpack_from(body)[0]
    wanted = _UINT.pack(hash_)
    # Counting bytes may count what lies across two hashes; so it is only a reason to look closer.
    if count >= PER_GRAM and body.count(wanted, _HASHES, _HASHES + 4 * count) >= PER_GRAM:
        hashes = unpacked(body)[0]
        if hashes.count(hash_) >= PER_GRAM:
            body = bytes(_without(body, hashes.index(hash_)))
            count -= 1
    if count == ENTRIES:
        return None
    new = bytearray(body)
    at = _HASHES + 4 * count
    new[at : at + 4] = wanted
    _UINT.pack_into(new, at + 4 * ENTRIES, place)
    _USHORT.pack_into(new, _SIGNATURES + 2 * count, signature)
    _COUNT.pack_into(new, 0, count + 1)
    return new


def removed(body: bytes, hash_: int, place: int) -> bytes | bytearray:
    """The leaf without that entry, the freed bytes zeroed; as it was where it holds no such entry."""
    hashes, places, _ = unpacked(body)
    for at, candidate in enumerate(places):
        if candidate == place and hashes[at] == hash_:
            return _without(body, at)
    return body


def _without(body: bytes, at: int) -> bytearray:
    hashes, places, signatures = unpacked(body)
    del hashes[at], places[at], signatures[at]
    return packed(hashes, places, signatures)
