"""Imports a plugin's speculators in a process of its own and tells what came of it: `probe.py OUT DIST...`.

What an import does to this process harms nobody. It may not write into the environment: an import that
tries fails the installation, whether or not it minds.
"""

from __future__ import annotations

import json
import os
import sys
import sysconfig
import traceback
from importlib.metadata import distribution
from pathlib import Path

from foreword.api import Speculator
from foreword.speculators.install.pip_runner import end_with_parent

GROUP = "foreword.speculators"
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_CHANGES = frozenset(
    {"os.remove", "os.rename", "os.mkdir", "os.rmdir", "os.truncate", "os.link", "os.symlink"}
)


class Guard:
    """Refuses changes to the environment, and remembers the first that was tried."""

    def __init__(self) -> None:
        keys = ("purelib", "platlib", "scripts", "stdlib", "platstdlib")
        paths = sysconfig.get_paths()
        self._roots = tuple({os.path.realpath(paths[key]) + os.sep for key in keys})
        self.tried = ""

    def hear(self, event: str, arguments: tuple[object, ...]) -> None:
        if event == "open":
            flags = arguments[2]
            if not isinstance(flags, int) or not flags & _WRITING:
                return
        elif event not in _CHANGES:
            return
        for one in arguments[:2]:
            if isinstance(one, str | bytes) and self._inside(os.fsdecode(one)):
                self.tried = self.tried or os.fsdecode(one)
                raise PermissionError(f"a plugin's import may not change {os.fsdecode(one)}")

    def _inside(self, path: str) -> bool:
        path = os.path.abspath(path)  # noqa: PTH100 - called at every file that is opened
        return path.startswith(self._roots) and f"{os.sep}__pycache__" not in path


def probe(names: list[str]) -> str:
    """Why one of the speculators of these distributions can't be used; empty if all can."""
    for name in names:
        for point in distribution(name).entry_points.select(group=GROUP):
            try:
                loaded = point.load()
            except BaseException as error:  # noqa: BLE001 - a stranger's code: what it raises is the answer
                traceback.print_exc()
                said = "".join(traceback.format_exception_only(error)).strip().splitlines()
                return f"the speculator {point.name} can't be imported: {said[-1]}"
            if not callable(loaded) or (isinstance(loaded, type) and not issubclass(loaded, Speculator)):
                return f"{point.value} is no foreword.api.Speculator"
    return ""


def main() -> None:
    out, names = Path(sys.argv[1]), sys.argv[2:]
    end_with_parent()
    sys.dont_write_bytecode = True
    guard = Guard()
    sys.addaudithook(guard.hear)
    reason = probe(names)
    if guard.tried:
        reason = f"importing it would change {guard.tried}"
    out.write_text(json.dumps({"reason": reason}), encoding="utf-8")
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)  # threads that it started may run for ever


if __name__ == "__main__":
    main()
