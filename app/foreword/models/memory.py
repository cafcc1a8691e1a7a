"""The main memory of this computer: how much there is, and how much a model could have now.

What a container or a service may use at most counts, not what the machine has: both kinds of Linux
control groups are asked. Knows no graphics memory, which is for the target to ask.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import psutil

CGROUPS = Path("/sys/fs/cgroup")
MEMBERSHIP = Path("/proc/self/cgroup")


@dataclass(frozen=True, slots=True)
class Memory:
    """Bytes. `free` is what could be had without pushing anybody else out."""

    free: int
    total: int


def main_memory() -> Memory:
    """What this process may use of the main memory."""
    system = psutil.virtual_memory()
    free, total = int(system.available), int(system.total)
    for limit, used in _limits():
        if limit < total or limit - used < free:
            total, free = min(total, limit), max(min(free, limit - used), 0)
    return Memory(free, total)


def _limits(cgroups: Path = CGROUPS, membership: Path = MEMBERSHIP) -> list[tuple[int, int]]:
    """(limit, used) of each control group that this process is in, from its own up to the root's."""
    try:
        lines = membership.read_text(encoding="utf-8").splitlines()
    except OSError:  # no Linux, or one without control groups
        return []
    found: list[tuple[int, int]] = []
    for line in lines:
        number, controllers, path = line.split(":", 2)
        if number == "0" and not controllers:
            for root in (cgroups, cgroups / "unified"):
                found += _walk(root, path, "memory.max", "memory.current", "inactive_file")
        elif "memory" in controllers.split(","):
            names = ("memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file")
            found += _walk(cgroups / "memory", path, *names)
    return found


def _walk(root: Path, path: str, limit: str, used: str, reclaimable: str) -> list[tuple[int, int]]:
    """Every group on the way up: each may be the one that is short. Inside of a container the path can be
    that of the host, of which nothing is seen here; the root is then the container's own group."""
    found = []
    parts = [part for part in path.split("/") if part not in ("", "..")]
    for length in range(len(parts), -1, -1):
        folder = root.joinpath(*parts[:length])
        most, taken = _number(folder / limit), _number(folder / used)
        if most is not None and taken is not None:
            found.append((most, max(taken - _from_stat(folder / "memory.stat", reclaimable), 0)))
    return found


def _number(file: Path) -> int | None:
    """None where there is no such file, or no limit ("max")."""
    try:
        return int(file.read_text(encoding="ascii"))
    except (OSError, ValueError):
        return None


def _from_stat(file: Path, name: str) -> int:
    """Files that the kernel keeps in memory until somebody needs the room are not in use."""
    try:
        pairs = (line.split() for line in file.read_text(encoding="ascii").splitlines())
        return next((int(value) for key, value in pairs if key == name), 0)
    except (OSError, ValueError):
        return 0
