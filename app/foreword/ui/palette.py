"""What the command palette finds: everything that can be run or gone to, and which of it fits what is typed.

Pure: entries in, entries out, best first. Knows no widget.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

Kind = Literal["command", "chat", "model", "page", "setting"]

MOST = 100
"""So many are shown at most; who looks for another one types more of it."""
_PREFIX, _WORD, _INSIDE, _SPREAD = 400, 300, 200, 100
_WIDEST = 12  # characters that may lie between letters that are spread


class Entry(NamedTuple):
    """One line. `key` tells it from all others, also at the next start. `where` says what it belongs to.

    `why_off` is empty where it can be run now.
    """

    key: str
    kind: Kind
    words: str
    where: str
    run: Callable[[], object]
    keys: tuple[str, ...] = ()
    why_off: str = ""
    checked: bool = False


class Prepared(NamedTuple):
    """An entry with its texts as they are compared."""

    entry: Entry
    words: str
    where: str


def prepare(entries: Sequence[Entry]) -> list[Prepared]:
    """Once for each time that the palette opens."""
    return [Prepared(entry, folded(entry.words), folded(entry.where)) for entry in entries]


def folded(text: str) -> str:
    """Without case and accents, white space as single blanks."""
    parts = unicodedata.normalize("NFKD", text.casefold())
    return " ".join("".join(each for each in parts if not unicodedata.combining(each)).split())


def find(prepared: Sequence[Prepared], query: str, recent: Sequence[str]) -> list[Entry]:
    """What fits every word of the query, best first; of equals those used last. Nothing typed: all."""
    wanted = folded(query).split()
    last = {key: place for place, key in enumerate(recent)}
    ranked = []
    for number, each in enumerate(prepared):
        score = _score(each, wanted)
        if score is not None:
            ranked.append((-score, last.get(each.entry.key, len(last)), number, each.entry))
    ranked.sort(key=lambda found: found[:3])
    return [found[3] for found in ranked[:MOST]]


def _score(each: Prepared, wanted: Sequence[str]) -> int | None:
    """Where it belongs may be named, too, but counts for little. None where a word fits nowhere."""
    total = 0
    for word in wanted:
        found = match(each.words, word)
        if found is None:
            if word not in each.where:
                return None
            found = 1
        total += found
    return total


def match(text: str, word: str) -> int | None:
    """How well one word fits: at the beginning, at that of a word, inside, or spread; None: not at all."""
    place = text.find(word)
    if place == 0:
        return _PREFIX
    if f" {word}" in text:
        return _WORD
    if place > 0:
        return _INSIDE
    gaps = _gaps(text, word)
    return None if gaps is None else _SPREAD - gaps


def _gaps(text: str, word: str) -> int | None:
    """How many characters lie between those of `word`, in their order; at the beginning of a word none do."""
    if len(word) < 2:
        return None
    at, gaps = -1, 0
    for letter in word:
        start = text.find(f" {letter}", max(at, 0))
        near = text.find(letter, at + 1)
        if near < 0:
            return None
        if near != at + 1 and start >= 0:
            near = start + 1
        elif at >= 0:
            gaps += near - at - 1
        elif near > 0:
            return None  # it begins where no word does
        at = near
    return gaps if gaps <= _WIDEST else None


def used(recent: Sequence[str], key: str) -> list[str]:
    """The keys used last, newest first, with this one before all."""
    return [key, *(each for each in recent if each != key)][:32]
