"""Presets (assistants) as a JSON file that people can pass on. Pure: text in, text out.

    {"foreword": "presets", "version": 1, "presets": [{"name": "Poet", "options": {"reply.seed": 7}}]}

What isn't known or doesn't fit is left out and reported; it never spoils the rest.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from foreword.session.choices import checked_options
from foreword.session.conversation import Preset
from foreword.session.translate import tr
from foreword.settings import SettingsError

VERSION = 1
MOST_BYTES = 4 * 1024 * 1024
"""A larger file is none of ours."""
_LONGEST_NAME = 200


class PresetsFileError(ValueError):
    """The file as a whole can't be used. The message says why, in one line."""


@dataclass(frozen=True, slots=True)
class Named:
    """A preset as a file has it: without an id or a place in the list."""

    name: str
    options: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class PresetsRead:
    """What a file holds, and one line for each thing in it that was left out."""

    presets: tuple[Named, ...]
    problems: tuple[str, ...]


def presets_text(presets: Iterable[Preset]) -> str:
    """The file's text, the same for the same presets."""
    listed = [{"name": each.name, "options": dict(sorted(each.options.items()))} for each in presets]
    whole = {"foreword": "presets", "version": VERSION, "presets": listed}
    return json.dumps(whole, ensure_ascii=False, indent=2, allow_nan=False) + "\n"


def read_presets(data: bytes) -> PresetsRead:
    """What the file holds. Raises PresetsFileError where it isn't one of ours."""
    if len(data) > MOST_BYTES:
        raise PresetsFileError(tr("This file is too large to hold assistants."))
    try:
        whole = json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise PresetsFileError(tr("This file holds no assistants: it isn't JSON.")) from error
    if not isinstance(whole, dict) or whole.get("foreword") != "presets":
        raise PresetsFileError(tr("This file holds no assistants that Foreword has written."))
    version = whole.get("version")
    if type(version) is not int or version < 1:
        raise PresetsFileError(tr("This file doesn't say which version of the format it has."))
    if version > VERSION:
        raise PresetsFileError(tr("This file was written by a newer Foreword. Update this one to import it."))
    listed = whole.get("presets")
    if not isinstance(listed, list):
        raise PresetsFileError(tr("This file has no list of assistants."))
    return _read_all(listed)


def _read_all(listed: list[object]) -> PresetsRead:
    found: list[Named] = []
    problems: list[str] = []
    for number, entry in enumerate(listed, 1):
        name = _name(entry)
        if not isinstance(entry, dict) or not name:
            problems.append(tr("Assistant {number} has no name and was left out.", number=number))
            continue
        if any(each.name.casefold() == name.casefold() for each in found):
            problems.append(tr("{name} is in the file twice; the second one was left out.", name=name))
            continue
        found.append(Named(name, _options(name, entry.get("options", {}), problems)))
        problems += [
            tr("{name}: {key} isn't known and was left out.", name=name, key=key)
            for key in entry.keys() - _KNOWN
        ]
    return PresetsRead(tuple(found), tuple(problems))


_KNOWN = {"name", "options"}


def _name(entry: object) -> str:
    name = entry.get("name") if isinstance(entry, dict) else None
    return " ".join(name.split())[:_LONGEST_NAME] if isinstance(name, str) else ""


def _options(name: str, options: object, problems: list[str]) -> dict[str, Any]:
    if not isinstance(options, dict):
        problems.append(tr("{name}: its options aren't a table and were left out.", name=name))
        return {}
    kept: dict[str, Any] = {}
    for key, value in options.items():
        try:
            kept.update(checked_options({key: value}))
        except SettingsError as error:
            problems.append(tr("{name}: {error}; left out.", name=name, error=error))
    return kept
