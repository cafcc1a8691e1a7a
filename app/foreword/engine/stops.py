"""When a reply ends, and the text that may be shown: EOS, stop strings, length, context end.

Fed token by token in the order of commitment, whatever the size of the blocks they were verified
in, so that the cut is the same with and without drafts. Knows nothing of models or caches.
"""

from __future__ import annotations

from collections.abc import Sequence

from foreword.engine.detokenize import Decode, Detokenizer
from foreword.messages import StopReason


class StopScanner:
    """Releases text and says when the reply ends.

    `room` is how many tokens the reply may hold, and `room_reason` why no more. `before` are the tokens
    that it goes on from, which were shown already.
    """

    def __init__(
        self,
        decode: Decode,
        eos_ids: frozenset[int],
        stop: tuple[str, ...],
        room: int,
        room_reason: StopReason,
        before: Sequence[int] = (),
    ) -> None:
        self._detokenizer = Detokenizer(decode, before)
        self._eos_ids = eos_ids
        self._stop = tuple(text for text in stop if text)
        self._room = room
        self._room_reason = room_reason
        self._held = ""
        self._released = 0
        self.ended: StopReason | None = None

    @property
    def room(self) -> int:
        """How many more tokens the reply may hold."""
        return self._room

    @property
    def length(self) -> int:
        """Characters of the text so far: what was released, and what is held back."""
        return self._released + len(self._held)

    def feed(self, token_id: int) -> str:
        """Count a committed token; returns the text to show. `ended` is set where the reply ends."""
        self._room -= 1
        if token_id in self._eos_ids:
            self.ended = StopReason.EOS
            return self._release()
        text = self._hold_back(self._detokenizer.feed(token_id))
        self._released += len(text)
        if self.ended is None and self._room <= 0:
            self.ended = self._room_reason
            text += self._release()
        return text

    def flush(self) -> str:
        """The text still held back when a reply is broken off from outside."""
        return self._release()

    def _release(self) -> str:
        text, self._held = self._held, ""
        self._released += len(text)
        return text

    def _hold_back(self, text: str) -> str:
        """Add text; cut at the first stop string; keep what may be the beginning of one."""
        self._held += text
        found = [at for stop in self._stop if (at := self._held.find(stop)) >= 0]
        if found:
            self.ended = StopReason.STOP_STRING
            shown, self._held = self._held[: min(found)], ""
            return shown
        keep = max((_overlap(self._held, stop) for stop in self._stop), default=0)
        shown = self._held[: len(self._held) - keep]
        self._held = self._held[len(shown) :]
        return shown


def _overlap(text: str, stop: str) -> int:
    """Length of the longest end of `text` that is a beginning of `stop`."""
    longest = min(len(text), len(stop) - 1)
    return next((n for n in range(longest, 0, -1) if text.endswith(stop[:n])), 0)
