"""What the user may ask for: a name, a wheel, or, where source is allowed, a folder or a repository."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from packaging.requirements import InvalidRequirement, Requirement
from packaging.utils import InvalidWheelFilename, canonicalize_name, parse_wheel_filename

from foreword.speculators.install.errors import InstallError


@dataclass(frozen=True, slots=True)
class Wanted:
    """What was asked for. `argument` is what pip is given; `name` is canonical, None where only building
    would tell it."""

    argument: str
    name: str | None


def read_requirement(text: str, *, allow_source: bool) -> Wanted:
    """Understand what the user typed. Raises InstallError where it is no requirement, or one that builds
    from source while that isn't allowed."""
    text = text.strip()
    if not text or text.startswith("-") or any(ord(letter) < 32 for letter in text):
        raise InstallError(f"{text!r} is not the name of a plugin")
    if _looks_like_a_place(text):
        return _place(text, allow_source=allow_source)
    try:
        requirement = Requirement(text)
    except InvalidRequirement as error:
        raise InstallError(
            f"{text!r} is not a requirement: say NAME, NAME==VERSION, or a path to a wheel"
        ) from error
    if requirement.url is not None and not _is_wheel(requirement.url):
        _refuse_source(text, allow_source=allow_source)
    return Wanted(text, canonicalize_name(requirement.name))


def _looks_like_a_place(text: str) -> bool:
    """A bare word is a name on the index, also where a folder is called like it, as pip has it."""
    if " @ " in text:
        return False
    return "://" in text or "/" in text or "\\" in text or text in (".", "..") or text.endswith(".whl")


def _place(text: str, *, allow_source: bool) -> Wanted:
    if "://" not in text:
        path = Path(text).expanduser()
        if not path.exists():
            raise InstallError(f"{text} does not exist")
        text = str(path.absolute())
    if not _is_wheel(text):
        _refuse_source(text, allow_source=allow_source)
        return Wanted(text, None)
    try:
        return Wanted(text, parse_wheel_filename(_last_part(text))[0])
    except InvalidWheelFilename as error:
        raise InstallError(f"{_last_part(text)} is not named as a wheel is") from error


def _refuse_source(text: str, *, allow_source: bool) -> None:
    if not allow_source:
        raise InstallError(
            f"{text} would be built from source, which runs its code at once; say that this is allowed"
        )


def _is_wheel(place: str) -> bool:
    return _last_part(place).endswith(".whl")


def _last_part(place: str) -> str:
    path = urlsplit(place).path if "://" in place else place.replace("\\", "/")
    return path.rsplit("/", 1)[-1]
