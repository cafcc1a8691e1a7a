"""What a wheel may not do to the environment, found before anything is installed.

Refused: whatever would be found in place of a module of Python's or of another distribution, would run
at the start of every Python, would overwrite a file that isn't its own, or isn't for this app.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Collection, Mapping
from importlib.machinery import PathFinder
from importlib.metadata import Distribution
from pathlib import Path

from foreword.api import is_compatible
from foreword.speculators.install.environment import VERSION_GROUP, Environment, speculators_of
from foreword.speculators.install.errors import InstallError
from foreword.speculators.install.wheels import Wheel

_NAME = re.compile(r"\w[\w.-]*")
_AT_START = ("sitecustomize", "usercustomize")
_SUFFIXES = re.compile(r"\.(py[cdi]?|so|pyd|[\w-]+\.(so|pyd))$")
_ROOM_LEFT = 50_000_000


def inspect(
    wheels: Collection[Wheel],
    environment: Environment,
    installed: Mapping[str, Distribution],
    asked_for: str | None,
) -> None:
    """Raises InstallError with the first reason against installing these. `asked_for` is the canonical name
    of what the user wants; None where one of them will do."""
    free = shutil.disk_usage(environment.purelib).free
    unpacked = sum(wheel.unpacked for wheel in wheels)
    if unpacked + _ROOM_LEFT > free:
        raise InstallError(
            f"it takes {unpacked // 10**6} MB of disk and {free // 10**6} MB are free: free some space"
        )
    if not any(wheel.speculators and asked_for in (None, wheel.name) for wheel in wheels):
        raise InstallError(
            f"{asked_for or 'this'} is not a plugin for Foreword: it offers no speculator (an entry point in "
            "foreword.speculators)"
        )
    taken: dict[str, str] = {}
    replaced = {wheel.name for wheel in wheels}
    for wheel in wheels:
        own = _files(installed.get(wheel.name))
        _refuse_places(wheel, environment, own)
        _refuse_modules(wheel, environment, own)
        _refuse_speculators(wheel, {n: d for n, d in installed.items() if n not in replaced})
        for path in wheel.members.values():
            if taken.setdefault(str(path).casefold(), wheel.name) != wheel.name:
                raise InstallError(f"{wheel.name} and {taken[str(path).casefold()]} both bring {path.name}")


def _files(distribution: Distribution | None) -> frozenset[Path]:
    """What a distribution that would be replaced has installed."""
    files = distribution.files or () if distribution is not None else ()
    return frozenset(Path(str(file.locate())).resolve() for file in files)


def _refuse_places(wheel: Wheel, environment: Environment, own: frozenset[Path]) -> None:
    libraries = {environment.purelib.resolve(), environment.platlib.resolve()}
    desk = environment.desk.resolve()
    for name, path in wheel.members.items():
        # Resolved, because lib64 may be another name of lib.
        place = path.parent.resolve()
        if path.suffix.lower() == ".pth" and place in libraries:
            raise InstallError(
                f"{wheel.name} brings {path.name}, which every Python here would run at its start"
            )
        parts = name.split("/", 2)
        if parts[0].endswith(".data") and parts[1] == "data" and _within(place, libraries | {desk}):
            raise InstallError(f"{wheel.name} puts {parts[2]} where it has no place")
    for path in wheel.written:
        if (path.exists() or path.is_symlink()) and path.resolve() not in own:
            raise InstallError(
                f"{wheel.name} would overwrite {_shown(path, environment)}, which isn't its own"
            )


def _within(place: Path, roots: Collection[Path]) -> bool:
    return any(place.is_relative_to(root) for root in roots)


def _refuse_modules(wheel: Wheel, environment: Environment, own: frozenset[Path]) -> None:
    standard = {name.casefold() for name in environment.standard_modules}
    for top in sorted(wheel.tops):
        if top.endswith((".dist-info", ".libs", ".data", ".txt", ".md")):
            continue
        module = _SUFFIXES.sub("", top)
        if module.casefold() in standard:
            raise InstallError(f"{wheel.name} brings a module {module}, which is one of Python's own")
        if module.casefold() in _AT_START:
            raise InstallError(
                f"{wheel.name} brings {module}, which every Python here would run at its start"
            )
        whole = any(name.startswith(f"{top}/__init__.") for name in wheel.members)
        if (place := _elsewhere(module, environment, own, whole=whole)) is not None:
            raise InstallError(
                f"{wheel.name} brings a module {module}, which is there already: {_shown(place, environment)}"
            )


def _elsewhere(module: str, environment: Environment, own: frozenset[Path], *, whole: bool) -> Path | None:
    """Where a module of this name comes from now; None where there is none, or it is the one replaced.

    A package without an `__init__` is shared by distributions that agreed on it: each brings a part, and
    none may bring the `whole`.
    """
    PathFinder.invalidate_caches()
    spec = PathFinder.find_spec(module, list(environment.path))
    if spec is None:
        return None
    if spec.origin is None or not spec.has_location:
        parts = list(spec.submodule_search_locations or ())
        return Path(parts[0]) if whole and parts else None
    origin = Path(spec.origin)
    return None if origin.resolve() in own else origin


def _refuse_speculators(wheel: Wheel, others: Mapping[str, Distribution]) -> None:
    for name in wheel.speculators:
        if not _NAME.fullmatch(name):
            raise InstallError(f"{wheel.name} names a speculator {name!r}: only letters, digits, _, . and -")
        if name not in wheel.declared:
            raise InstallError(
                f"the speculator {name} from {wheel.name} declares no interface version (an entry point of "
                f"the same name in {VERSION_GROUP})"
            )
        fits, reason = is_compatible(wheel.declared[name])
        if not fits:
            raise InstallError(f"the speculator {name} from {wheel.name} {reason}")
        for other in others.values():
            if name in speculators_of(other):
                raise InstallError(
                    f"{wheel.name} brings a speculator {name}, which {other.name} has already: of two with "
                    "one name neither could be used"
                )


def _shown(path: Path, environment: Environment) -> str:
    try:
        return str(path.relative_to(environment.prefix))
    except ValueError:
        return str(path)
