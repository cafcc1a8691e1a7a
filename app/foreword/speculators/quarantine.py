"""Plugins whose import ended the app: found at the next start by the marker that they left behind.

While a stranger's code is imported, a marker file with its name lies in the state folder, held by a lock of
the operating system. The lock ends with the process; a marker without a living holder is therefore the
trace of an import that nobody survived, and what it names is not imported again until the user says so or
its version changes. Bundled speculators need no marker. Knows files and names, and imports nothing.
"""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

log = logging.getLogger(__name__)

REASON = "ended Foreword while it was imported; switch it on again to try once more"
_MARKERS = "importing-*.json"


@dataclass(frozen=True, slots=True)
class Suspect:
    """Whose code is imported: the speculator's name, its entry point, and the distribution it came with."""

    name: str
    distribution: str
    version: str
    entry_point: str


class Quarantine:
    """The suspects of one profile. Without a folder nothing is noted down, and nobody is suspected."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._held: set[Suspect] = set()
        self._markers: set[Path] = set()
        if folder is not None and folder.is_dir():
            self._held = _read(folder / "quarantine.json")
            self._blame(folder)

    def reason(self, suspect: Suspect) -> str:
        """Why it isn't imported; empty if it may be."""
        return REASON if suspect in self._held else ""

    def release(self, name: str) -> None:
        """The user wants the speculator of this name to be tried once more."""
        kept = {suspect for suspect in self._held if suspect.name != name}
        if kept != self._held:
            self._held = kept
            self._save()

    @contextmanager
    def importing(self, suspect: Suspect) -> Iterator[None]:
        """Marked while it lasts. A disk that takes no notes is no reason not to import."""
        if self._folder is None:
            yield
            return
        marker = self._folder / f"importing-{os.getpid()}-{suspect.name}.json"
        lock = FileLock(marker.with_suffix(".lock"))
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            lock.acquire(timeout=0)
            self._markers.add(marker)
            _write(marker, asdict(suspect))
        except (OSError, Timeout) as error:
            log.warning("the import of %s could not be noted down: %s", suspect.name, error)
        try:
            yield
        finally:
            self._remove(marker)
            lock.release(force=True)
            self._remove(marker.with_suffix(".lock"))

    def withdraw(self) -> None:
        """The app ends in order: an import that never came back has hung, but ended nothing."""
        for marker in list(self._markers):
            self._remove(marker)

    def _blame(self, folder: Path) -> None:
        found = set()
        for marker in sorted(folder.glob(_MARKERS)):
            lock = FileLock(marker.with_suffix(".lock"))
            try:
                with lock.acquire(timeout=0):
                    found |= _read_marker(marker)
                    self._markers.add(marker)
            except Timeout:
                continue  # another Foreword with this profile imports it right now
            except OSError as error:
                log.warning("%s could not be looked at: %s", marker.name, error)
        for suspect in found:
            log.warning("%s %s %s", suspect.distribution, suspect.version, REASON)
        self._held |= found
        if not found or self._save():
            for marker in list(self._markers):
                self._remove(marker)
                self._remove(marker.with_suffix(".lock"))
        self._markers.clear()  # what could not be kept is found again at the next start

    def _save(self) -> bool:
        if self._folder is None:
            return True
        try:
            _write(self._folder / "quarantine.json", [asdict(s) for s in sorted(self._held, key=str)])
        except OSError as error:
            log.warning("quarantine.json could not be kept: %s", error)
            return False
        return True

    def _remove(self, path: Path) -> None:
        self._markers.discard(path)
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            log.warning("%s could not be removed: %s", path.name, error)


def _read(path: Path) -> set[Suspect]:
    try:
        return {Suspect(**{key: str(value) for key, value in entry.items()}) for entry in _json(path)}
    except FileNotFoundError:
        return set()
    except (OSError, ValueError, TypeError, AttributeError) as error:
        log.warning("%s could not be read, so nothing is in quarantine: %s", path.name, error)
        return set()


def _read_marker(path: Path) -> set[Suspect]:
    try:
        return {Suspect(**_json(path))}
    except (FileNotFoundError, ValueError, TypeError):
        return set()  # cut off while it was written, before the import began


def _json(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def _write(path: Path, value: object) -> None:
    """Whole and on disk, or not at all."""
    draft = path.with_suffix(".new")
    with draft.open("w", encoding="utf-8") as file:
        json.dump(value, file)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)
