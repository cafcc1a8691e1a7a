"""A set of conversation ids in a small file of its own: it outlives the history file, whatever befalls that.

Which chats are excluded, and which are still to be erased, must not be forgotten with a damaged file.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

from foreword_suffix_history.errors import Unavailable


class Names:
    """On disk when `add` or `discard` returns."""

    def __init__(self, path: Path) -> None:
        """Raises Unavailable where the file can't be read."""
        self._path = path
        try:
            self._names = dict.fromkeys(json.loads(path.read_text("utf-8")) if path.exists() else ())
        except (OSError, ValueError, TypeError) as error:
            raise Unavailable(f"{path} can't be read ({error}): correct or delete it.") from error

    def __contains__(self, name: str) -> bool:
        return name in self._names

    def __iter__(self) -> Iterator[str]:
        return iter(tuple(self._names))

    def add(self, name: str) -> None:
        """Raises Unavailable where it can't be written; it is in the set all the same."""
        if name not in self._names:
            self._names[name] = None
            self._write()

    def discard(self, name: str) -> None:
        if name in self._names:
            del self._names[name]
            self._write()

    def _write(self) -> None:
        new = self._path.with_name(self._path.name + ".new")
        try:
            with new.open("w", encoding="utf-8") as file:
                json.dump(list(self._names), file)
                file.flush()
                os.fsync(file.fileno())
            new.replace(self._path)
        except OSError as error:
            raise Unavailable(f"{self._path} can't be written ({error.strerror}): check the disk.") from error
