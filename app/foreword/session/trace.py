"""Where each piece of a reply came from: built step by step, kept in few bytes, read back. Pure.

Offsets are characters of the reply's text. What was dropped is text that nobody accepted, perhaps out of
another chat: it is known only while the app runs, and never kept.
"""

from __future__ import annotations

import json
import logging
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from foreword.messages import Step, TokenBatch

log = logging.getLogger(__name__)

_FORMAT = 1


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of text, from `start` to `end`, that came from one place in one step.

    `sources` are the speculators that drafted it, empty where the target wrote it by itself. `tokens` is
    how many tokens the run has; `match_length` what the draft rested on; `drafted` and `accepted` what
    those speculators proposed in that step and how much of it stood.
    """

    start: int
    end: int
    sources: tuple[str, ...] = ()
    tokens: int = 0
    match_length: int = 0
    drafted: int = 0
    accepted: int = 0


@dataclass(frozen=True, slots=True)
class Ghost:
    """A draft that was dropped: this `text` would have stood behind the character `at`."""

    at: int
    text: str
    tokens: int
    sources: tuple[str, ...]


class Trace:
    """Pieces and ghosts of one reply, as its steps come. Neighbouring tokens from one place are one piece."""

    def __init__(self, offset: int = 0, before: Iterable[Piece] = ()) -> None:
        """`offset`: characters that the reply had before; `before`: their pieces, where they are known."""
        self._offset = self._end = offset
        self._pieces: list[Piece] = [piece for piece in before if piece.end <= offset]
        self._ghosts: list[Ghost] = []
        self._floating = 0  # tokens that have no whole character yet

    def add(self, batch: TokenBatch) -> None:
        begin = self._end
        joins = bool(self._pieces) and not self._pieces[-1].sources
        for token, (names, end) in enumerate(zip(batch.sources, batch.ends, strict=False)):
            self._add_token(names, self._offset + end, batch.step, joins=token > 0 or (joins and not names))
        for each in batch.step.dropped if batch.step else ():
            at = begin if each.after == 0 else self._offset + batch.ends[each.after - 1]
            self._ghosts.append(Ghost(at, each.text, each.tokens, each.sources))

    def _add_token(self, names: tuple[str, ...], end: int, step: Step | None, *, joins: bool) -> None:
        self._floating += 1
        if end <= self._end:
            return
        last = self._pieces[-1] if self._pieces else None
        if joins and last is not None and last.sources == names and last.end == self._end:
            self._pieces[-1] = replace(last, end=end, tokens=last.tokens + self._floating)
        else:
            shares = [step.shares[name] for name in names if name in step.shares] if step else []
            self._pieces.append(
                Piece(
                    self._end,
                    end,
                    names,
                    self._floating,
                    max((share.match_length for share in shares), default=0),
                    max((share.drafted for share in shares), default=0),
                    max((share.accepted for share in shares), default=0),
                )
            )
        self._end, self._floating = end, 0

    def pieces(self, length: int | None = None) -> tuple[Piece, ...]:
        """All so far, or those of a text that was cut to `length` characters."""
        if length is None or self._end <= length:
            return tuple(self._pieces)
        inside = (piece for piece in self._pieces if piece.start < length)
        return tuple(replace(piece, end=min(piece.end, length)) for piece in inside)

    def ghosts(self) -> tuple[Ghost, ...]:
        return tuple(self._ghosts)


def pack(pieces: Sequence[Piece]) -> bytes:
    """Pieces in few bytes; nothing for none."""
    if not pieces:
        return b""
    groups = sorted({piece.sources for piece in pieces})
    number = {group: at for at, group in enumerate(groups)}
    rows, end = [], 0
    for piece in pieces:
        numbers = (piece.tokens, piece.match_length, piece.drafted, piece.accepted)
        rows.append([piece.start - end, piece.end - piece.start, number[piece.sources], *numbers])
        end = piece.end
    return zlib.compress(json.dumps([_FORMAT, groups, rows], separators=(",", ":")).encode())


def unpack(packed: bytes) -> tuple[Piece, ...]:
    """What `pack` was given. Empty where there is nothing, or where another version packed it: a reply
    without its tint is no loss."""
    try:
        form, groups, rows = json.loads(zlib.decompress(packed)) if packed else (_FORMAT, [], [])
        if form != _FORMAT:
            return ()
        pieces, at = [], 0
        for gap, length, group, *numbers in rows:
            start, end = at + gap, at + gap + length
            pieces.append(Piece(start, end, tuple(groups[group]), *numbers))
            at = end
    except (ValueError, TypeError, IndexError, zlib.error) as error:
        log.warning("where a reply came from can't be read: %s", error)
        return ()
    return tuple(pieces)
