"""Removes a plugin, what came with it and nothing else needs, and what its speculators kept on disk."""

from __future__ import annotations

import re
import shutil
import tempfile
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import Distribution
from pathlib import Path

from packaging.utils import canonicalize_name

from foreword.speculators.install import pip
from foreword.speculators.install.checks import refuse_misfits
from foreword.speculators.install.environment import (
    APP,
    Environment,
    needs,
    plugins_in,
    speculators_of,
)
from foreword.speculators.install.errors import InstallError
from foreword.speculators.install.journal import Journal, locked
from foreword.speculators.install.notes import brought, forget_brought
from foreword.speculators.install.process import Cancelled, Progress, Watch, check, never, silent

_NAME = re.compile(r"\w[\w.-]*")


@dataclass(frozen=True, slots=True)
class Removal:
    """What would go: `distributions` (canonical, the plugin first), and its speculators."""

    distributions: tuple[str, ...]
    speculators: tuple[str, ...]


def plan_removal(environment: Environment, distribution: str) -> Removal:
    """What removing a plugin takes away. Raises InstallError where it may not be removed."""
    name = canonicalize_name(distribution)
    installed = environment.distributions()
    core = environment.core(installed)
    if name == APP or name in core:
        raise InstallError(f"{distribution} is part of Foreword itself, which is never changed from here")
    if name not in plugins_in(installed):
        raise InstallError(
            f"there is no plugin {distribution!r}; `foreword plugins list` shows what there is"
        )
    if not environment.holds(installed[name]):
        raise InstallError(
            f"{distribution} lies outside of Foreword's environment, in {installed[name].locate_file('')}: "
            "remove it the way it came"
        )
    if needy := _needing(name, installed, {name}):
        raise InstallError(f"{needy} needs {distribution}: remove {needy} first")
    return Removal((name, *_orphans(environment, name, installed, core)), speculators_of(installed[name]))


def remove(
    environment: Environment,
    distribution: str,
    data: Path | None,
    *,
    progress: Progress = silent,
    cancelled: Cancelled = never,
) -> Removal:
    """Remove a plugin; what went. `data` holds the speculators' folders; None leaves them.

    Raises InstallError, everything being as before, but for data that the system would not delete.
    """
    environment.refuse_unless_usable()
    with locked(environment), tempfile.TemporaryDirectory(prefix="foreword-plugins-") as folder:
        removal = plan_removal(environment, distribution)
        scratch = Path(folder, "scratch")
        installed = environment.distributions()
        journal = Journal(environment)
        journal.begin((), [installed[name] for name in removal.distributions])
        try:
            _run_pip(environment, removal.distributions, scratch, progress, cancelled)
            _verify(environment, removal, scratch, progress, cancelled)
            check(cancelled)
        except BaseException:
            progress("Putting everything back", None)
            journal.undo()
            raise
        journal.discard()
        forget_brought(environment, removal.distributions)
    if data is not None:
        _delete_data(data, removal.speculators)
    return removal


def _needing(name: str, installed: Mapping[str, Distribution], leaving: Collection[str]) -> str:
    """One of those that stay and need it; empty if none does."""
    for other, each in installed.items():
        if other not in leaving and any(canonicalize_name(need.name) == name for need in needs(each)):
            return other
    return ""


def _orphans(
    environment: Environment, name: str, installed: Mapping[str, Distribution], core: Collection[str]
) -> Sequence[str]:
    """What came with a plugin and nothing that stays needs, whichever order they need each other in."""
    candidates = {
        one
        for one in brought(environment).get(name, ())
        if one in installed
        and one not in core
        and not speculators_of(installed[one])
        and environment.holds(installed[one])
    }
    while True:
        needed = {one for one in candidates if _needing(one, installed, {name, *candidates})}
        if not needed:
            return sorted(candidates)
        candidates -= needed


def _run_pip(
    environment: Environment, names: Sequence[str], scratch: Path, progress: Progress, cancelled: Cancelled
) -> None:
    watch = Watch(f"Removing {', '.join(names)}", progress, cancelled)
    ended = pip.call(environment, ["uninstall", "--yes", *names], watch, scratch, offline=True)
    if ended.code != 0:
        raise pip.failure(f"{names[0]} could not be removed", ended)


def _verify(
    environment: Environment,
    removal: Removal,
    scratch: Path,
    progress: Progress,
    cancelled: Cancelled,
) -> None:
    installed = environment.distributions()
    for name in removal.distributions:
        if name in installed:
            raise InstallError(f"pip did not remove {name}")
    refuse_misfits(environment, removal.distributions, scratch, progress, cancelled)


def _delete_data(data: Path, speculators: Sequence[str]) -> None:
    for name in speculators:
        folder = data / name
        if not _NAME.fullmatch(name) or not folder.exists():
            continue
        try:
            shutil.rmtree(folder)
        except OSError as error:
            raise InstallError(
                f"the plugin is removed, but its data in {folder} could not be deleted "
                f"({error.strerror or error}): delete the folder yourself"
            ) from error
