"""Where each piece of a reply came from: built step by step, kept in few bytes, read back. Pure.

Offsets are characters of the reply's text. What was dropped is text that nobody accepted, perhaps out of
another chat: it is known only while the app runs, and never kept.
"""

from __future__ import annotations

from dataclasses import dataclass


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
