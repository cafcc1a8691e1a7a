"""Finds the places in the history whose text ends as the context does, and follows them step by step.

A look-up yields places that share the last four tokens; those whose signature agrees further back are
read first, then the newest. A place once found is followed as long as it agrees, so its match grows past
what the index alone can tell, also through words that stand in every chat. The longest match is exact
while no more than WIDTH places share the gram; beyond that it is the best of those looked at. Knows
tokens and places; nothing of drafts or scores.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from foreword_suffix_history.chunk import OFFSETS, Chunk
from foreword_suffix_history.grams import GRAM, last_key

WIDTH = 6
"""Places followed at a time: each new one costs a read or two, some five microseconds each."""

LONGEST = 32
"""Tokens of a match that are counted."""

WARM_UP = 64
"""Tokens at the end of the prompt that are walked through before the first draft."""

_CHUNKS = 256
"""Chunks kept read, for one reply."""

_HOPS = 8
"""Chunks walked back or forth from a place: enough for LONGEST, and an end to circles in a broken file."""


class Places(Protocol):
    """Where the matcher reads: the store."""

    def occurrences(self, hash_: int) -> list[tuple[int, int]]: ...
    def chunks(self, blocks: Sequence[int]) -> dict[int, Chunk]: ...


@dataclass(slots=True)
class Match:
    """A place that agrees with the end of the context for `length` tokens.

    `ahead` are the tokens that followed there, as far as they were read, `places` where each of them lies.
    """

    place: int
    length: int
    ahead: list[int] = field(default_factory=list)
    places: list[int] = field(default_factory=list)


class Matcher:
    """For one reply: `extend` with what was committed, then read `matches`, longest first, newest first.

    `own` holds the chunks (block: length of its beginning) that this very conversation consists of:
    places whose next token the context already holds are passed over, for they tell nothing new.
    """

    def __init__(
        self,
        store: Places,
        tokenizer: int,
        token_ids: Sequence[int],
        *,
        own: Mapping[int, int],
        shortest: int,
        depth: int,
    ) -> None:
        self._store = store
        self._tokenizer = tokenizer
        self._own = own
        self._shortest = max(shortest, GRAM)
        self._depth = depth
        self._read: dict[int, Chunk | None] = {}
        self.matches: list[Match] = []
        begin = max(0, len(token_ids) - WARM_UP)
        self._tail = list(token_ids[max(0, begin - LONGEST) : begin])
        for token in token_ids[begin:]:
            self.extend((token,))

    def extend(self, token_ids: Sequence[int]) -> None:
        """The context grew by these tokens."""
        self._tail = (self._tail + list(token_ids))[-LONGEST:]
        self.matches = [match for match in self.matches if self._followed(match, token_ids)]
        self._look_up()
        self.matches.sort(key=lambda match: -match.length)

    def _followed(self, match: Match, token_ids: Sequence[int]) -> bool:
        count = len(token_ids)
        if match.ahead[:count] != list(token_ids):
            return False
        match.place = match.places[count - 1]
        match.length = min(match.length + count, LONGEST)
        del match.ahead[:count], match.places[:count]
        self._read_on(match)
        return bool(match.ahead)

    def _look_up(self) -> None:
        room = WIDTH - len(self.matches)
        key = last_key(self._tokenizer, self._tail)
        if room <= 0 or key is None:
            return
        places = self._ranked(*key)
        self._fetch({place // OFFSETS for place in places[:room]})
        for place in places:
            match = self._match_at(place)
            if match is not None:
                self.matches.append(match)
                room -= 1
                if room == 0:
                    return

    def _ranked(self, hash_: int, signature: int) -> list[int]:
        """The places of a gram that aren't followed yet, those first that agree for 12 tokens, then 8."""
        known = {match.place for match in self.matches}
        ranked: tuple[list[int], list[int], list[int]] = ([], [], [])
        for place, theirs in self._store.occurrences(hash_):
            if place not in known:
                ranked[(theirs >> 8 == signature >> 8) + (theirs == signature)].append(place)
        return ranked[2] + ranked[1] + ranked[0]

    def _match_at(self, place: int) -> Match | None:
        """The match that ends at this place, if it is long enough and tells what comes next."""
        chunk = self._chunk(place // OFFSETS)
        offset = place % OFFSETS
        if chunk is None or chunk.tokenizer != self._tokenizer or offset >= chunk.used:
            return None
        if chunk.at + offset + 1 < self._own.get(chunk.block, 0):
            return None
        length = self._length(chunk, offset)
        if length < self._shortest:
            return None
        match = Match(place, length)
        self._read_on(match)
        return match if match.ahead else None

    def _length(self, chunk: Chunk, offset: int) -> int:
        """How many tokens that end here agree with the end of the context."""
        tail = self._tail
        theirs = chunk.ids()[max(0, offset + 1 - len(tail)) : offset + 1].tolist()
        hops = 0
        while len(theirs) < len(tail) and chunk.parent and hops < _HOPS:
            parent = self._chunk(chunk.parent)
            if parent is None:
                break
            theirs = parent.ids()[: max(0, chunk.at - parent.at)].tolist()[-LONGEST:] + theirs
            chunk, hops = parent, hops + 1
        shorter = min(len(tail), len(theirs))
        ours, theirs = tail[len(tail) - shorter :], theirs[len(theirs) - shorter :]
        if ours == theirs:
            return shorter
        return next(length for length in range(shorter) if ours[-1 - length] != theirs[-1 - length])

    def _read_on(self, match: Match) -> None:
        """Fill `ahead` up to the depth wanted, over the ends of chunks."""
        missing = self._depth - len(match.ahead)
        place = match.places[-1] if match.places else match.place
        for _ in range(_HOPS):
            if missing <= 0:
                return
            chunk = self._chunk(place // OFFSETS)
            if chunk is None:
                return
            offset = place % OFFSETS + 1
            if offset >= chunk.used:
                chunk, offset = self._chunk(chunk.next) if chunk.next else None, 0
                if chunk is None or chunk.tokenizer != self._tokenizer:
                    return
            found = chunk.ids()[offset : offset + missing].tolist()
            if not found:
                return
            first = chunk.block * OFFSETS + offset
            match.ahead += found
            match.places += range(first, first + len(found))
            missing -= len(found)
            place = match.places[-1]

    def _chunk(self, block: int) -> Chunk | None:
        if block not in self._read:
            self._fetch({block})
        return self._read[block]

    def _fetch(self, blocks: set[int]) -> None:
        """Read these blocks, if they weren't, and remember also which of them don't exist."""
        missing = [block for block in blocks if block not in self._read]
        if missing:
            if len(self._read) >= _CHUNKS:
                self._read.clear()
            self._read.update(dict.fromkeys(missing))
            self._read.update(self._store.chunks(missing))
