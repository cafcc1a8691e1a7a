"""The shared cache of the hub's models, as huggingface_hub lays it out, so that every program finds them.

    models--NAME/blobs/CHECKSUM              a finished file; `.incomplete` behind the name until then
    models--NAME/snapshots/COMMIT/FILE       points to its blob
    models--NAME/refs/main                   the commit that is meant by the name alone
    .locks/models--NAME/CHECKSUM.lock        who fetches the blob

Names are given only to files that were checked. Knows no network.
"""

from __future__ import annotations

import os
import re
import shutil
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from foreword.models.download_plan import Plan, RemoteFile
from foreword.models.errors import ModelError
from foreword.models.progress import Cancelled, Progress, check

LOCK_POLL_SECONDS = 0.1
ID = re.compile(r"[A-Za-z0-9_][\w.-]{0,95}(/[A-Za-z0-9_][\w.-]{0,95})?", re.ASCII)


class CachedModel:
    """One model's part of the cache. Nothing is created before it is needed."""

    def __init__(self, cache: Path, model: str) -> None:
        if not ID.fullmatch(model) or "--" in model or ".." in model:
            raise ModelError(f"{model!r} is neither a folder nor a model's name on the hub")
        name = f"models--{model.replace('/', '--')}"
        self.folder = cache / name
        self._cache = cache
        self._locks = cache / ".locks" / name
        self._blobs = self.folder / "blobs"

    def partial(self, file: RemoteFile) -> Path:
        """Where the file grows. The folder is created."""
        self._blobs.mkdir(parents=True, exist_ok=True)
        return self._blobs / f"{file.etag}.incomplete"

    def place(self, commit: str) -> Path:
        return self.folder / "snapshots" / commit

    def is_here(self, file: RemoteFile, commit: str) -> bool:
        """Whether the file is here under its name, at its full length."""
        return _length(self.place(commit) / file.name) == file.size

    def have(self, plan: Plan) -> int:
        """Bytes of the plan that are on the disk, finished or not."""
        return sum(self._have(file, plan.commit) for file in plan.files)

    def _have(self, file: RemoteFile, commit: str) -> int:
        blob = self._blobs / file.etag
        if file.size in {_length(blob), _length(self.place(commit) / file.name)}:
            return file.size
        return min(max(_length(self._blobs / f"{file.etag}.incomplete"), 0), file.size)

    @contextmanager
    def locked(self, file: RemoteFile, waiting: Progress, cancelled: Cancelled) -> Iterator[None]:
        """Hold the lock under which every program fetches this content; another may finish it meanwhile."""
        self._locks.mkdir(parents=True, exist_ok=True)
        # Writable for the group, as huggingface_hub makes it: several users may share one cache.
        lock = FileLock(self._locks / f"{file.etag}.lock", mode=0o664)
        while True:
            try:
                lock.acquire(timeout=LOCK_POLL_SECONDS)
                break
            except Timeout:
                waiting("Waiting for another program that is downloading the same file", None)
                check(cancelled)
        try:
            yield
        finally:
            lock.release()

    def adopt(self, file: RemoteFile, commit: str) -> bool:
        """Whether the content was here already, perhaps of another commit; it has its name then."""
        if self.is_here(file, commit):
            return True
        if _length(self._blobs / file.etag) != file.size:
            return False
        self._name(file, commit, new=False)
        return True

    def finish(self, file: RemoteFile, commit: str) -> None:
        """The partial file was checked: it becomes a blob, and gets its name."""
        partial = self.partial(file)
        _flush(partial)
        partial.replace(self._blobs / file.etag)
        _sync_folder(self._blobs)
        self._name(file, commit, new=True)

    def _name(self, file: RemoteFile, commit: str, *, new: bool) -> None:
        blob, pointer = self._blobs / file.etag, self.place(commit) / file.name
        pointer.parent.mkdir(parents=True, exist_ok=True)
        draft = pointer.with_name(f".{uuid.uuid4().hex}.pointer")
        if _has_links(self._cache):
            draft.symlink_to(os.path.relpath(blob, pointer.parent))
        elif new:  # the cache without links: the file itself lies under its name
            blob.replace(pointer)
            return
        else:
            shutil.copyfile(blob, draft)
        draft.replace(pointer)

    def point_main(self, commit: str) -> None:
        """From now on the name alone means this commit. Only for a model that is whole."""
        ref = self.folder / "refs" / "main"
        ref.parent.mkdir(parents=True, exist_ok=True)
        draft = ref.with_name(f"main.{uuid.uuid4().hex[:8]}.tmp")
        draft.write_text(commit, encoding="ascii")
        draft.replace(ref)

    def forget(self, plan: Plan) -> None:
        """Remove what an unfinished download has brought; what was here before stays, and what others use."""
        place = self.place(plan.commit)
        for file in plan.files:
            (self._blobs / f"{file.etag}.incomplete").unlink(missing_ok=True)
            if file.had:
                continue
            (place / file.name).unlink(missing_ok=True)
            blob = self._blobs / file.etag
            if not self._is_used(blob):
                blob.unlink(missing_ok=True)
        for folder in (place, place.parent, self._blobs, self.folder / "refs", self.folder):
            try:
                folder.rmdir()
            except OSError:  # not empty, or not there
                continue

    def _is_used(self, blob: Path) -> bool:
        name = blob.name
        for link in self.folder.glob("snapshots/*/*"):
            if link.is_symlink() and link.readlink().name == name:
                return True
        return False


def _has_links(cache: Path) -> bool:
    from huggingface_hub.file_download import are_symlinks_supported  # takes its time to import

    return are_symlinks_supported(cache)


def _length(file: Path) -> int:
    try:
        return file.stat().st_size
    except OSError:
        return -1


def _flush(file: Path) -> None:
    """The bytes must be on the disk before the name is: a power cut leaves all or nothing."""
    with file.open("rb+") as stream:
        os.fsync(stream.fileno())


def _sync_folder(folder: Path) -> None:
    if os.name == "nt":  # Windows can't open a folder, and needs no sync of one
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
