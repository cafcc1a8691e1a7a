"""Conversations that a speculator has still to forget, because its code can't run now.

A line for each in a file beside its data folder, written before the user's deletion is called done and
struck out once the speculator has forgotten. Knows ids and files, nothing of speculators.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from pathlib import Path
from threading import Lock

FOLDER = ".forget"
"""No speculator's name begins with a dot, so none's data folder is in the way."""


class Journal:
    """One file for each speculator under the folder of all data. Any thread may call it.

    Raises OSError where the disk doesn't take it.
    """

    def __init__(self, data: Path) -> None:
        self._folder = data / FOLDER
        self._lock = Lock()

    def add(self, name: str, conversation_id: str) -> None:
        with self._lock:
            self._folder.mkdir(parents=True, exist_ok=True)
            with self._path(name).open("a", encoding="utf-8") as file:
                file.write(json.dumps(conversation_id) + "\n")
                file.flush()
                os.fsync(file.fileno())

    def pending(self, name: str) -> tuple[str, ...]:
        """What it has to forget, oldest first, each once."""
        with self._lock:
            return self._read(name)

    def done(self, name: str, conversation_ids: Iterable[str]) -> None:
        """These are forgotten: strike them out."""
        gone = set(conversation_ids)
        with self._lock:
            found = self._read(name)
            left = [each for each in found if each not in gone]
            if len(left) == len(found):
                return
            if not left:
                self._path(name).unlink()
                return
            draft = self._path(name).with_suffix(".new")
            with draft.open("w", encoding="utf-8") as file:
                file.writelines(json.dumps(each) + "\n" for each in left)
                file.flush()
                os.fsync(file.fileno())
            draft.replace(self._path(name))

    def _path(self, name: str) -> Path:
        return self._folder / f"{name}.jsonl"

    def _read(self, name: str) -> tuple[str, ...]:
        try:
            lines = self._path(name).read_text(encoding="utf-8", errors="replace").splitlines()
        except FileNotFoundError:
            return ()
        return tuple(dict.fromkeys(each for each in map(_id, lines) if each))


def _id(line: str) -> str:
    """The id on a line; empty for one that was cut off while it was written."""
    try:
        found = json.loads(line)
    except ValueError:
        return ""
    return found if type(found) is str else ""
