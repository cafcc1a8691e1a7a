"""Files that appear whole or not at all, and names that every system takes. Knows nothing of chats."""

from __future__ import annotations

import itertools
import os
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from foreword.session.exchange.errors import one_line

_FORBIDDEN = re.compile(r'[\x00-\x1f\x7f<>:"/\\|?*]+')
_RESERVED = {"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(10))}
_LONGEST = 80


@contextmanager
def written_whole(target: Path) -> Iterator[Path]:
    """Write to the path that this gives; it becomes `target` at the end, and is gone after a failure.

    Raises ExchangeError where the disk or the rights keep that from being done.
    """
    draft = target.with_name(f".{target.name[:60]}.{os.getpid()}.part")
    with one_line(target):
        try:
            yield draft
            with draft.open("rb+") as file:
                os.fsync(file.fileno())
            draft.replace(target)
        finally:
            draft.unlink(missing_ok=True)


@contextmanager
def folder_whole(target: Path) -> Iterator[Path]:
    """The same for a folder, which must not be there yet."""
    draft = target.with_name(f".{target.name[:60]}.{os.getpid()}.part")
    with one_line(target):
        try:
            draft.mkdir(parents=True)
            yield draft
            draft.rename(target)
        finally:
            shutil.rmtree(draft, ignore_errors=True)


def file_name(title: str) -> str:
    """A title as the name of a file, without its ending: no sign that some system refuses, and not long."""
    name = " ".join(_FORBIDDEN.sub(" ", title).split())[:_LONGEST].strip(" .")
    while len(name.encode()) > 2 * _LONGEST:
        name = name[:-1]
    name = name.rstrip(" .")
    if not name or name.split(".")[0].lower() in _RESERVED:
        name = f"Chat {name}".strip()
    return name


def free_names() -> Callable[[str], str]:
    """Gives each name once; a second time with a number behind it. Upper and lower case are one name."""
    taken: set[str] = set()

    def free(name: str) -> str:
        candidates = itertools.chain([name], (f"{name} ({n})" for n in itertools.count(2)))
        found = next(each for each in candidates if each.casefold() not in taken)
        taken.add(found.casefold())
        return found

    return free


def free_path(path: Path) -> Path:
    """This path, or one with a number where something stands there."""
    numbered = (path.with_name(f"{path.name} ({n})") for n in itertools.count(2))
    return next(each for each in itertools.chain([path], numbered) if not each.exists())
