"""What each installation brought along, so that a removal can take it away again.

Lies in the environment that it speaks of. Losing it means only that a removal leaves more behind.
"""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Iterable

from packaging.utils import canonicalize_name

from foreword.speculators.install.environment import Environment

log = logging.getLogger(__name__)


def brought(environment: Environment) -> dict[str, list[str]]:
    """By plugin, the distributions that came with it; all names canonical."""
    file = environment.desk / "brought.json"
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
        return {str(name): [str(one) for one in ones] for name, ones in found.items()}
    except FileNotFoundError:
        return {}
    except (ValueError, AttributeError, TypeError) as error:
        log.warning("%s can't be read (%s): what came with plugins is not known any more", file, error)
        return {}


def note_brought(environment: Environment, plugin: str, along: Iterable[str]) -> None:
    """Add to what came with a plugin."""
    known = brought(environment)
    names = {canonicalize_name(name) for name in along} | set(known.get(plugin, ()))
    known[plugin] = sorted(names - {plugin})
    _write(environment, known)


def forget_brought(environment: Environment, removed: Iterable[str]) -> None:
    """These are gone, whether they were plugins or came with one."""
    gone = set(removed)
    known = {
        plugin: [name for name in names if name not in gone]
        for plugin, names in brought(environment).items()
        if plugin not in gone
    }
    _write(environment, known)


def _write(environment: Environment, known: dict[str, list[str]]) -> None:
    file = environment.desk / "brought.json"
    draft = file.with_suffix(".new")
    with draft.open("w", encoding="utf-8") as stream:
        json.dump(known, stream, indent=1, sort_keys=True)
        stream.flush()
        os.fsync(stream.fileno())
    draft.replace(file)
