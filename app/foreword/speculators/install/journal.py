"""Makes a change to the environment one that can be undone: now, on failure, or after a crash.

Before anything changes, the journal holds what will be written and a copy of every file that will be
removed or replaced, safely on disk. `undo` needs nothing but the journal, so whatever interrupted the
change, the next one begins by putting things back. Knows nothing of pip but its habit of setting folders
aside under a name that begins with ~.
"""

from __future__ import annotations

import json
import logging
import os
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from importlib.metadata import Distribution
from pathlib import Path

from filelock import FileLock, Timeout

from foreword.speculators.install.environment import Environment
from foreword.speculators.install.errors import InstallError, NotUndone

log = logging.getLogger(__name__)

Listing = dict[str, tuple[int, int]]


@contextmanager
def locked(environment: Environment) -> Iterator[None]:
    """One change at a time in this environment; what a crash left half done is undone first.

    Raises InstallError where another process is at it.
    """
    environment.desk.mkdir(parents=True, exist_ok=True)
    try:
        with FileLock(environment.desk / "lock", timeout=0):
            recover(environment)
            yield
    except Timeout as error:
        raise InstallError("plugins are being changed by another Foreword: wait until it is done") from error


def recover(environment: Environment) -> bool:
    """Undo a change that was interrupted; whether there was one. Only with the lock."""
    journal = Journal(environment)
    if not journal.file.exists():
        journal.discard()
        return False
    log.warning("a change of plugins was interrupted; putting the environment back")
    journal.undo()
    return True


def interrupted(environment: Environment) -> bool:
    """Whether an earlier change waits to be undone. Cheap, and needs no lock."""
    return Journal(environment).file.exists()


def listing(environment: Environment) -> Listing:
    """Every file where modules and commands lie, with size and time of change; compiled ones left out,
    since Python writes those by itself."""
    found: Listing = {}
    for root in {environment.purelib, environment.platlib, environment.scripts}:
        for folder, folders, names in os.walk(root):
            folders[:] = [name for name in folders if name != "__pycache__"]
            for name in names:
                path = os.path.join(folder, name)  # noqa: PTH118 - some ten thousand times
                try:
                    state = os.lstat(path)
                except FileNotFoundError:
                    continue
                found[path] = (state.st_size, state.st_mtime_ns)
    return found


def differences(before: Listing, after: Listing) -> set[str]:
    """What was added, removed or changed between two listings."""
    return {path for path in before.keys() | after.keys() if before.get(path) != after.get(path)}


class Journal:
    """The one change that is under way in an environment."""

    def __init__(self, environment: Environment) -> None:
        self._environment = environment
        self._folder = environment.desk / "under-way"
        self.file = self._folder / "journal.json"

    def begin(self, written: Iterable[Path], replaced: Iterable[Distribution]) -> None:
        """Note what will be written, and keep what will go. Raises InstallError where that can't be kept."""
        self.discard()
        kept = self._folder / "kept"
        kept.mkdir(parents=True)
        copies: list[tuple[str, str]] = []
        for distribution in replaced:
            for path in files_of(distribution):
                copy = kept / str(len(copies))
                shutil.copy2(path, copy, follow_symlinks=False)
                copies.append((str(path), copy.name))
        paths = sorted({str(path) for path in written})
        note = {
            "written": paths,
            "kept": copies,
            "new_folders": sorted(_missing_folders(map(Path, paths))),
            "set_aside": sorted(self._set_aside()),
        }
        draft = self.file.with_suffix(".new")
        with draft.open("w", encoding="utf-8") as file:
            json.dump(note, file)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(self.file)

    def undo(self) -> None:
        """Put everything back as the journal has it. Raises NotUndone with what could not be."""
        note = json.loads(self.file.read_text(encoding="utf-8"))
        copies = {path: self._folder / "kept" / name for path, name in note["kept"]}
        problems: list[str] = []
        for path in note["written"]:
            if path not in copies:
                _try(problems, path, _remove, Path(path))
        for path, copy in copies.items():
            _try(problems, path, _put_back, copy, Path(path))
        for path in self._set_aside() - set(note["set_aside"]):
            _try(problems, path, _remove, Path(path))
        for folder in sorted(note["new_folders"], key=len, reverse=True):
            # All that is in there came with the change, half-written files of pip's included.
            _try(problems, folder, _remove, Path(folder))
        if problems:
            raise NotUndone(f"{problems[0]}; install Foreword anew if it doesn't start", "\n".join(problems))
        self.discard()

    def discard(self) -> None:
        """The change is complete, or there is none."""
        # The note first: without it the copies are rubbish, but it would be a trap without the copies.
        self.file.unlink(missing_ok=True)
        if self._folder.exists():
            shutil.rmtree(self._folder)

    def _set_aside(self) -> set[str]:
        roots = {self._environment.purelib, self._environment.platlib}
        return {str(path) for root in roots if root.is_dir() for path in root.glob("~*")}


def files_of(distribution: Distribution) -> list[Path]:
    """The files that a distribution has installed, as its record tells, compiled ones left out.

    Raises InstallError where it has no record: pip could not remove it either.
    """
    if distribution.files is None:
        raise InstallError(f"{distribution.name} was not installed by pip: remove it the way it came")
    paths = (Path(str(file.locate())) for file in distribution.files)
    return [path for path in paths if path.suffix != ".pyc" and (path.is_file() or path.is_symlink())]


def _missing_folders(paths: Iterable[Path]) -> set[str]:
    missing: set[str] = set()
    for path in paths:
        for folder in path.parents:
            if str(folder) in missing or folder.exists():
                break
            missing.add(str(folder))
    return missing


def _try(problems: list[str], path: str, act: object, *arguments: Path) -> None:
    try:
        act(*arguments)  # type: ignore[operator]
    except OSError as error:
        problems.append(f"{path} could not be put back ({error.strerror or error})")


def _remove(path: Path) -> None:
    """The file, and what Python has compiled of it; or the folder."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
        return
    path.unlink(missing_ok=True)
    if path.suffix == ".py":
        for compiled in (path.parent / "__pycache__").glob(f"{path.stem}.*.pyc"):
            compiled.unlink(missing_ok=True)


def _put_back(copy: Path, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f"{path.name}.foreword-kept")
    shutil.copy2(copy, draft, follow_symlinks=False)
    draft.replace(path)
