"""What the window's thread may change while the worker is busy: stop, and the speculators' switches.

A queued slot would wait behind the reply that it wants to stop, so these two are read by the
decoding loop at every step instead. Both know nothing of Qt or of the engine.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Mapping


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
    """Which speculators are switched on, and what is set for each. Replaced whole, so reads need no lock."""

    def __init__(self, enabled: Iterable[str] = ()) -> None:
        self._enabled = frozenset(enabled)
        self._options: Mapping[str, Mapping[str, object]] = {}

    def set(self, enabled: Iterable[str]) -> None:
        self._enabled = frozenset(enabled)

    def enabled(self) -> frozenset[str]:
        return self._enabled

    def set_options(self, options: Mapping[str, Mapping[str, object]]) -> None:
        """By speculator and option, as the user set them: unchecked, and only what was set."""
        self._options = {name: dict(values) for name, values in options.items()}

    def options(self, name: str) -> Mapping[str, object]:
        return self._options.get(name, {})
