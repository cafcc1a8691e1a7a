"""Reads a wheel without installing it: what it says of itself, and where each of its files would go.

What is read here was made by strangers: whatever is malformed raises InstallError with a line.
"""

from __future__ import annotations

import configparser
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from email.parser import HeaderParser
from pathlib import Path, PurePosixPath

from packaging.utils import canonicalize_name

from foreword.speculators.install.environment import GROUP, VERSION_GROUP, Environment
from foreword.speculators.install.errors import InstallError

_LONGEST_METADATA = 1 << 20
#: What pip writes beside a wheel's own files.
_BY_PIP = ("INSTALLER", "REQUESTED", "RECORD", "direct_url.json")


@dataclass(frozen=True, slots=True)
class Wheel:
    """One wheel. `members` maps its files' names to where they would go; `written` is all that would be
    written, scripts and pip's own notes included. `tops` are the names of its top-level modules."""

    file: Path
    name: str
    version: str
    members: Mapping[str, Path]
    written: frozenset[Path]
    tops: frozenset[str]
    unpacked: int
    points: Mapping[str, Mapping[str, str]]

    @property
    def speculators(self) -> Mapping[str, str]:
        """The speculators that it offers, and the objects that they stand for."""
        return self.points.get(GROUP, {})

    @property
    def declared(self) -> Mapping[str, str]:
        """The interface versions that its speculators were written for."""
        return self.points.get(VERSION_GROUP, {})


def read_wheel(file: Path, environment: Environment) -> Wheel:
    """Raises InstallError where it isn't a sound wheel."""
    try:
        with zipfile.ZipFile(file) as archive:
            infos = [info for info in archive.infolist() if not info.is_dir()]
            names = [info.filename for info in infos]
            _refuse_odd(file, names)
            home = _home(file, names)
            told = HeaderParser().parsestr(_text(archive, f"{home}/METADATA"))
            about = HeaderParser().parsestr(_text(archive, f"{home}/WHEEL"))
            points = _points(file, archive, f"{home}/entry_points.txt" if _has(names, home) else "")
    except (
        zipfile.BadZipFile,
        OSError,
        EOFError,
        KeyError,
        UnicodeDecodeError,
        NotImplementedError,
    ) as error:
        raise InstallError(f"{file.name} is damaged: {error}") from error
    root = environment.purelib if about.get("Root-Is-Purelib", "").lower() == "true" else environment.platlib
    members = {name: _place(name, root, home, environment, file) for name in names}
    scripts = [name for group in ("console_scripts", "gui_scripts") for name in points.get(group, {})]
    return Wheel(
        file=file,
        name=canonicalize_name(told.get("Name", "")),
        version=told.get("Version", ""),
        members=members,
        written=frozenset(members.values())
        | {root / home / name for name in _BY_PIP}
        | {path for name in scripts for path in _script(file, name, environment)},
        tops=frozenset(_tops(members.values(), environment) - {home}),
        unpacked=sum(info.file_size for info in infos),
        points=points,
    )


def _refuse_odd(file: Path, names: list[str]) -> None:
    for name in names:
        path = PurePosixPath(name)
        if path.is_absolute() or ".." in path.parts or "\\" in name or ":" in name or "\0" in name:
            raise InstallError(f"{file.name} holds a file with the name {name!r}, which leads elsewhere")
    if len({name.casefold() for name in names}) != len(names):
        raise InstallError(f"{file.name} holds two files of one name")


def _home(file: Path, names: list[str]) -> str:
    """The one folder of metadata. A second one would pass for another distribution."""
    homes = {name.split("/")[0] for name in names if name.split("/")[0].endswith((".dist-info", ".egg-info"))}
    if len(homes) != 1 or not next(iter(homes)).endswith(".dist-info"):
        raise InstallError(f"{file.name} holds {len(homes)} folders of metadata instead of one")
    home = homes.pop()
    stem, wanted = home.removesuffix(".dist-info"), file.name.split("-")
    if canonicalize_name(stem.split("-")[0]) != canonicalize_name(wanted[0]) or "-" not in stem:
        raise InstallError(f"{file.name} holds the metadata of another distribution, {stem}")
    return home


def _has(names: list[str], home: str) -> bool:
    return f"{home}/entry_points.txt" in names


def _text(archive: zipfile.ZipFile, name: str) -> str:
    with archive.open(name) as stream:
        return stream.read(_LONGEST_METADATA).decode("utf-8")


def _points(file: Path, archive: zipfile.ZipFile, name: str) -> dict[str, dict[str, str]]:
    if not name:
        return {}
    parser = configparser.ConfigParser(delimiters=("=",), interpolation=None, strict=False)
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    try:
        parser.read_string(_text(archive, name))
    except configparser.Error as error:
        raise InstallError(f"{file.name} has entry points that can't be read: {error}") from error
    return {section: dict(parser.items(section)) for section in parser.sections()}


def _place(name: str, root: Path, home: str, environment: Environment, file: Path) -> Path:
    top, _, rest = name.partition("/")
    if top != f"{home.removesuffix('.dist-info')}.data":
        if top.endswith(".data"):
            raise InstallError(f"{file.name} holds the data folder of another distribution, {top}")
        return root / name
    key, _, rest = rest.partition("/")
    bases = {
        "purelib": environment.purelib,
        "platlib": environment.platlib,
        "scripts": environment.scripts,
        "data": environment.data,
        "headers": environment.prefix
        / "include"
        / "site"
        / f"python{environment.version}"
        / home.split("-", maxsplit=1)[0],
    }
    if key not in bases or not rest:
        raise InstallError(f"{file.name} has files for {key!r}, which is no place to install to")
    return bases[key] / rest


def _script(file: Path, name: str, environment: Environment) -> tuple[Path, ...]:
    if PurePosixPath(name).name != name or name in ("", ".", "..") or "\\" in name:
        raise InstallError(f"{file.name} brings a command with the name {name!r}, which leads elsewhere")
    return environment.scripts / name, environment.scripts / f"{name}.exe"


def _tops(places: object, environment: Environment) -> set[str]:
    """The first parts of what would lie in the folders that Python imports from."""
    tops = set()
    for place in places:  # type: ignore[attr-defined]
        for root in (environment.purelib, environment.platlib):
            if place.is_relative_to(root):
                tops.add(place.relative_to(root).parts[0])
    return tops
