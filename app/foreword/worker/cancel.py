"""What the window's thread may change while the worker is busy: stop, and which speculators are on.

A queued slot would wait behind the reply that it wants to stop, so these two are read by the
decoding loop at every step instead. Both know nothing of Qt or of the engine.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable


class CancelToken:
    """A flag set by one thread and read by another. Reading it costs well under a microsecond."""

    def __init__(self) -> None:
        self._event = threading.Event()
        self._final = False

    def set(self) -> None:
        self._event.set()

    def set_for_good(self) -> None:
        """The app quits: whatever begins from now on is cancelled too."""
        self._final = True
        self._event.set()

    def clear(self) -> None:
        if not self._final:
            self._event.clear()

    def is_set(self) -> bool:
        return self._event.is_set()


class Switches:
    """The names of the speculators that are switched on. Replaced whole, so reads need no lock."""

    def __init__(self, enabled: Iterable[str] = ()) -> None:
        self._enabled = frozenset(enabled)

    def set(self, enabled: Iterable[str]) -> None:
        self._enabled = frozenset(enabled)

    def enabled(self) -> frozenset[str]:
        return self._enabled
