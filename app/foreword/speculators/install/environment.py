"""The environment that the app runs in: what kind it is, what is installed, and what the app needs of it.

Core is the app's distribution and all that it needs, by metadata; nothing of it may ever change here.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib.metadata import Distribution, distributions
from pathlib import Path
from typing import Literal

from packaging.requirements import InvalidRequirement, Requirement
from packaging.utils import canonicalize_name

from foreword.speculators.install.errors import InstallError

APP = "foreword"
GROUP = "foreword.speculators"
VERSION_GROUP = "foreword.speculator_api"

Kind = Literal["venv", "pipx", "uv tool", "conda", "system"]


@dataclass(frozen=True, slots=True)
class Environment:
    """One Python environment, as its own interpreter describes it. What is installed is read afresh at
    every call; names of distributions are canonical (`PySide6_Essentials` is `pyside6-essentials`)."""

    python: Path
    prefix: Path
    kind: Kind
    path: tuple[str, ...]
    purelib: Path
    platlib: Path
    scripts: Path
    data: Path
    stdlib: Path
    version: str
    standard_modules: frozenset[str] = field(repr=False)
    externally_managed: bool
    pip: str

    @classmethod
    def of(cls, python: Path) -> Environment:
        """The environment of an interpreter. Raises InstallError where it can't be asked."""
        script = Path(__file__).with_name("facts.py")
        try:
            asked = subprocess.run(
                [str(python), "-P", "-B", str(script)],
                capture_output=True,
                check=True,
                timeout=60,
                stdin=subprocess.DEVNULL,
            )
        except (OSError, subprocess.SubprocessError) as error:
            raise InstallError(f"{python} doesn't answer: {error}") from error
        found = json.loads(asked.stdout)
        schemes = {key: Path(value) for key, value in found["schemes"].items()}
        return cls(
            python=Path(found["python"] or python),
            prefix=Path(found["prefix"]),
            kind=_kind(Path(found["prefix"]), Path(found["base_prefix"])),
            path=tuple(found["path"]),
            version=found["version"],
            standard_modules=frozenset(found["standard_modules"]),
            externally_managed=found["externally_managed"],
            pip=found["pip"],
            **schemes,
        )

    @classmethod
    def here(cls) -> Environment:
        """The environment of this very process."""
        return cls.of(Path(sys.executable))

    @property
    def desk(self) -> Path:
        """Where the lock, the journal and the notes on installations lie: they belong to the environment,
        which several profiles may share, and go when it goes."""
        return self.prefix / "share" / "foreword-plugins"

    @property
    def note(self) -> str:
        """What the user should know about plugins in this kind of environment; mostly nothing."""
        if self.kind == "uv tool":
            return "`uv tool upgrade` rebuilds this environment: install plugins again after it"
        return ""

    def refuse_unless_usable(self) -> None:
        """Raises InstallError, with what to do, where nothing may or can be installed."""
        if self.externally_managed and self.kind == "system":
            raise InstallError(
                f"the Python in {self.prefix} belongs to the operating system, which lets nothing be "
                "installed there: install Foreword with pipx or uv, or into a venv, and plugins with it"
            )
        if not self.pip:
            cure = "uv tool install --with pip foreword" if self.kind == "uv tool" else "python -m ensurepip"
            raise InstallError(f"pip is missing in {self.prefix}: run {cure}")
        for folder in {self.purelib, self.platlib, self.prefix}:
            if not os.access(folder, os.W_OK):
                raise InstallError(
                    f"{folder} can't be written: install Foreword for yourself, with pipx or uv or in a venv"
                )

    def distributions(self) -> dict[str, Distribution]:
        """What is installed, by canonical name; the first of a name on the path, as Python sees it."""
        found: dict[str, Distribution] = {}
        for each in distributions(path=list(self.path)):
            if "Name" in each.metadata:
                found.setdefault(canonicalize_name(each.metadata["Name"]), each)
        return found

    def core(self, installed: dict[str, Distribution] | None = None) -> frozenset[str]:
        """The app and all that it needs. Raises InstallError where the app itself isn't installed here."""
        installed = self.distributions() if installed is None else installed
        if APP not in installed:
            raise InstallError(f"Foreword isn't installed in {self.prefix}: run pip install foreword there")
        return needed_by(APP, installed)

    def holds(self, distribution: Distribution) -> bool:
        """Whether it lies in the folders that pip installs to, and can be changed therefore."""
        home = Path(str(distribution.locate_file(""))).resolve()
        return home in {self.purelib.resolve(), self.platlib.resolve()}


def needed_by(name: str, installed: dict[str, Distribution]) -> frozenset[str]:
    """Canonical names of a distribution and of everything installed that it needs, however far down."""
    seen: set[tuple[str, frozenset[str]]] = set()
    ahead = [(name, frozenset[str]())]
    while ahead:
        if (one := ahead.pop()) in seen or one[0] not in installed:
            continue
        seen.add(one)
        for need in needs(installed[one[0]], one[1]):
            ahead.append((canonicalize_name(need.name), frozenset(need.extras)))
    return frozenset(one[0] for one in seen)


def needs(distribution: Distribution, extras: frozenset[str] = frozenset()) -> Iterator[Requirement]:
    """The requirements that hold here; one that can't be read holds nothing."""
    for text in distribution.requires or ():
        try:
            requirement = Requirement(text)
        except InvalidRequirement:
            continue
        marker = requirement.marker
        if marker is None or any(marker.evaluate({"extra": extra}) for extra in (extras or {""})):
            yield requirement


def speculators_of(distribution: Distribution) -> tuple[str, ...]:
    """The names of the speculators that it offers."""
    return tuple(sorted({point.name for point in distribution.entry_points if point.group == GROUP}))


def plugins_in(installed: dict[str, Distribution]) -> dict[str, Distribution]:
    """The distributions of third parties that offer speculators."""
    return {name: each for name, each in installed.items() if name != APP and speculators_of(each)}


def _kind(prefix: Path, base: Path) -> Kind:
    if prefix == base:
        return "conda" if (prefix / "conda-meta").is_dir() else "system"
    if (prefix / "uv-receipt.toml").exists():
        return "uv tool"
    return "pipx" if (prefix / "pipx_metadata.json").exists() else "venv"
