"""Counts starts that didn't end well, so that the app can leave strangers' code out when it keeps failing.

    starts = Starts(paths.state)
    safe = starts.begin()      at start: True after two starts in a row that were never cleared
    starts.clear()             once the app has run well for a while, or quits in order

Knows one small file, and nothing of what was started.
"""

from __future__ import annotations

import json
import logging
import os
from pathlib import Path

log = logging.getLogger(__name__)

FAILED_STARTS = 2
"""After so many in a row the next start is a safe one."""


class Starts:
    """The counter of one profile. A disk that takes no notes costs the counting, never the start."""

    def __init__(self, state: Path) -> None:
        self._path = state / "starts.json"

    def begin(self) -> bool:
        """A start begins. Whether it should be a safe one."""
        failed = self._read()
        self._write(failed + 1)
        return failed >= FAILED_STARTS

    def clear(self) -> None:
        """All is well: earlier starts count no more."""
        try:
            self._path.unlink(missing_ok=True)
        except OSError as error:
            log.warning("%s could not be removed: %s", self._path, error)

    def _read(self) -> int:
        try:
            found = json.loads(self._path.read_text(encoding="utf-8"))["failed"]
        except FileNotFoundError:
            return 0
        except (OSError, ValueError, TypeError, LookupError) as error:
            log.warning("%s could not be read: %s", self._path, error)
            return 0
        return found if type(found) is int and found > 0 else 0

    def _write(self, failed: int) -> None:
        """On disk before anything else happens: what comes next may end the process."""
        draft = self._path.with_suffix(".new")
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with draft.open("w", encoding="utf-8") as file:
                json.dump({"failed": failed}, file)
                file.flush()
                os.fsync(file.fileno())
            draft.replace(self._path)
        except OSError as error:
            log.warning("starts are not counted: %s", error)
