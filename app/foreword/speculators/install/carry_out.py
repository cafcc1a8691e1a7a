"""Carries a plan out: fetch, inspect, write a journal, let pip install, check, or undo."""

from __future__ import annotations

import tempfile
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import Distribution
from pathlib import Path

from packaging.utils import canonicalize_name

from foreword.plugin_messages import InstallPlan
from foreword.speculators.install import pip
from foreword.speculators.install.checks import probe, refuse_misfits
from foreword.speculators.install.environment import Environment, speculators_of
from foreword.speculators.install.errors import InstallError
from foreword.speculators.install.inspection import inspect
from foreword.speculators.install.journal import Journal, differences, files_of, listing, locked
from foreword.speculators.install.notes import note_brought
from foreword.speculators.install.process import Cancelled, Progress, Watch, check, never, silent
from foreword.speculators.install.requirement import read_requirement
from foreword.speculators.install.staging import sha256_of, stage
from foreword.speculators.install.wheels import Wheel, read_wheel


@dataclass(frozen=True, slots=True)
class Installed:
    """What came of it. `fresh`: speculators that were not there before; they are to start switched off."""

    distributions: tuple[str, ...]
    speculators: tuple[str, ...]
    fresh: tuple[str, ...]
    updated: bool

    @property
    def line(self) -> str:
        what = ", ".join(self.distributions)
        if self.updated:
            return f"{what} is up to date; start Foreword again to use it"
        return f"{what} is installed; switch on {', '.join(self.speculators)} to use it"


def install(
    environment: Environment, plan: InstallPlan, *, progress: Progress = silent, cancelled: Cancelled = never
) -> Installed:
    """Do what was planned. Raises InstallError, the environment being as before; NotUndone where it isn't."""
    environment.refuse_unless_usable()
    with locked(environment), tempfile.TemporaryDirectory(prefix="foreword-plugins-") as folder:
        progress("Fetching", None)
        files = stage(environment, plan, Path(folder), progress, cancelled)
        wheels = [read_wheel(file, environment) for file in files.values()]
        installed = environment.distributions()
        _refuse_surprises(plan, wheels, installed)
        before = {name for wheel in wheels for name in _offered(installed.get(wheel.name))}
        wanted = read_requirement(plan.requirement, allow_source=plan.allow_source).name
        inspect(wheels, environment, installed, wanted)
        _change(environment, plan, wheels, Path(folder) / "scratch", progress, cancelled)
        _note(environment, wheels)
    speculators = {name for wheel in wheels for name in wheel.speculators}
    return Installed(
        tuple(f"{package.name} {package.version}" for package in plan.packages),
        tuple(sorted(speculators)),
        tuple(sorted(speculators - before)),
        updated=any(package.replaces for package in plan.packages),
    )


def _refuse_surprises(
    plan: InstallPlan, wheels: Sequence[Wheel], installed: Mapping[str, Distribution]
) -> None:
    """What was planned and shown is what happens, also where the world moved on in between."""
    for package, wheel in zip(plan.packages, wheels, strict=True):
        if (wheel.name, wheel.version) != (canonicalize_name(package.name), package.version):
            raise InstallError(f"{wheel.file.name} holds {wheel.name} {wheel.version}, not what was planned")
        now = installed.get(wheel.name)
        if (now.version if now is not None else "") != package.replaces:
            raise InstallError(f"{package.name} has changed since this was planned: plan it again")


def _change(
    environment: Environment,
    plan: InstallPlan,
    wheels: Sequence[Wheel],
    scratch: Path,
    progress: Progress,
    cancelled: Cancelled,
) -> None:
    scratch.mkdir(parents=True, exist_ok=True)
    installed = environment.distributions()
    replaced = [installed[wheel.name] for wheel in wheels if wheel.name in installed]
    written = {path for wheel in wheels for path in wheel.written}
    may_change = {str(path) for path in written} | {str(path) for each in replaced for path in files_of(each)}
    before = listing(environment)
    journal = Journal(environment)
    journal.begin(written, replaced)
    try:
        _run_pip(environment, wheels, scratch, progress, cancelled)
        _verify(environment, wheels, scratch, progress, cancelled)
        _refuse_strays(differences(before, listing(environment)) - may_change)
        check(cancelled)
    except BaseException:
        progress("Putting everything back", None)
        stray = differences(before, listing(environment)) - may_change
        journal.undo()
        _remove_new(stray, before)
        raise
    journal.discard()


def _run_pip(
    environment: Environment, wheels: Sequence[Wheel], scratch: Path, progress: Progress, cancelled: Cancelled
) -> None:
    wanted = scratch / "wanted.txt"
    lines = [f"{wheel.name}=={wheel.version} --hash=sha256:{sha256_of(wheel.file)}\n" for wheel in wheels]
    wanted.write_text("".join(lines), encoding="utf-8")
    arguments = ["install", "--no-index", "--no-deps", "--no-compile", "--require-hashes"]
    arguments += [
        "--force-reinstall",
        "--find-links",
        str(wheels[0].file.parent),
        "--requirement",
        str(wanted),
    ]
    watch = Watch(f"Installing {', '.join(wheel.name for wheel in wheels)}", progress, cancelled)
    ended = pip.call(environment, arguments, watch, scratch, offline=True)
    if ended.code != 0:
        raise pip.failure(f"{wheels[0].name} could not be installed", ended)


def _verify(
    environment: Environment,
    wheels: Sequence[Wheel],
    scratch: Path,
    progress: Progress,
    cancelled: Cancelled,
) -> None:
    installed = environment.distributions()
    for wheel in wheels:
        now = installed.get(wheel.name)
        if now is None or now.version != wheel.version or not environment.holds(now):
            raise InstallError(f"pip did not put {wheel.name} {wheel.version} where Foreword finds it")
    probe(environment, [wheel.name for wheel in wheels if wheel.speculators], scratch, progress, cancelled)
    refuse_misfits(environment, [wheel.name for wheel in wheels], scratch, progress, cancelled)


def _refuse_strays(paths: Collection[str]) -> None:
    if paths:
        raise InstallError(
            f"installing it changed {min(paths)}, which isn't its own", "\n".join(sorted(paths))
        )


def _remove_new(paths: Collection[str], before: Mapping[str, object]) -> None:
    """Files that appeared while it was tried, and that no journal foresaw."""
    for path in paths:
        if path not in before:
            Path(path).unlink(missing_ok=True)


def _note(environment: Environment, wheels: Sequence[Wheel]) -> None:
    along = [wheel.name for wheel in wheels if not wheel.speculators]
    for wheel in wheels:
        if wheel.speculators:
            note_brought(environment, wheel.name, along)


def _offered(distribution: Distribution | None) -> tuple[str, ...]:
    return speculators_of(distribution) if distribution is not None else ()
