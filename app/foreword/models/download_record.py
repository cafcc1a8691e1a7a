"""What is known of unfinished downloads, on the disk: one small JSON file each, written whole or not at all.

So that a download goes on where it was after a restart, a crash or a power cut. Knows no network.
"""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from urllib.parse import quote

from filelock import FileLock, Timeout

from foreword.models.download_cache import CachedModel
from foreword.models.download_job import plan_of
from foreword.models.download_plan import Plan
from foreword.models.errors import ModelError
from foreword.models.progress import Cancelled, Progress, check
from foreword.paths import Paths

log = logging.getLogger(__name__)
LOCK_POLL_SECONDS = 0.1


@dataclass(frozen=True, slots=True)
class Record:
    """One download. `reason` is why it stopped; `failed`: trying again would not help by itself."""

    id: str
    cache: str = ""
    plan: Plan | None = None
    failed: bool = False
    reason: str = ""

    @property
    def done(self) -> int:
        return CachedModel(Path(self.cache), self.id).have(self.plan) if self.plan else 0

    @property
    def total(self) -> int:
        return self.plan.total if self.plan else 0


class Records:
    """The records of one profile."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def all(self) -> tuple[Record, ...]:
        """Oldest first. One that can't be read is reported in the log and left alone."""
        found: list[tuple[float, Record]] = []
        for file in self.folder.glob("*.json"):
            try:
                found.append((file.stat().st_mtime, _read(file)))
            except (OSError, ValueError, KeyError, TypeError, ModelError) as error:
                log.warning("the download record %s can't be read: %s", file.name, error)
        return tuple(record for _, record in sorted(found, key=lambda each: (each[0], each[1].id)))

    def get(self, id: str) -> Record:
        """The record, or an empty one."""
        return next((record for record in self.all() if record.id == id), Record(id))

    def keep(self, record: Record) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        draft = self._file(record.id).with_suffix(f".{os.getpid()}.new")
        with draft.open("w", encoding="utf-8") as file:
            json.dump({"version": 1, **asdict(record)}, file)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(self._file(record.id))

    def note(self, id: str, reason: str, *, failed: bool) -> None:
        """Why it stopped; keeps the rest."""
        self.keep(replace(self.get(id), reason=reason, failed=failed))

    def drop(self, id: str) -> None:
        self._file(id).unlink(missing_ok=True)

    def forget(self, id: str) -> None:
        """Drop the record and everything that its download has brought."""
        record = self.get(id)
        if record.plan is not None:
            CachedModel(Path(record.cache), id).forget(record.plan)
        self.drop(id)

    @contextmanager
    def locked(self, id: str, waiting: Progress, cancelled: Cancelled) -> Iterator[None]:
        """One process at a time downloads a model for this profile; the others wait, and find it done."""
        self.folder.mkdir(parents=True, exist_ok=True)
        lock = FileLock(self._file(id).with_suffix(".lock"))
        while True:
            try:
                lock.acquire(timeout=LOCK_POLL_SECONDS)
                break
            except Timeout:
                waiting("Waiting for another Foreword that is downloading it", None)
                check(cancelled)
        try:
            yield
        finally:
            lock.release()

    def _file(self, id: str) -> Path:
        return self.folder / f"{quote(id, safe='')}.json"


def records_folder(paths: Paths) -> Path:
    """Where a profile's records lie."""
    return paths.data / "downloads"


def _read(file: Path) -> Record:
    content = json.loads(file.read_text(encoding="utf-8"))
    plan = plan_of(content["plan"]) if content["plan"] is not None else None
    texts = (content["id"], content["cache"], content["reason"])
    if not all(isinstance(text, str) for text in texts) or not isinstance(content["failed"], bool):
        raise ValueError("no record of a download")
    return Record(content["id"], content["cache"], plan, content["failed"], content["reason"])
