"""Entry points to records: every discovered speculator, and why one can't be used.

Discovery reads metadata only and imports nothing. Errors are data in the record, never raised. Knows
nothing of replies or of the engine.
"""

from __future__ import annotations

import importlib
import logging
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from importlib.metadata import Distribution, EntryPoint, distributions
from pathlib import Path
from typing import Literal

from foreword.api import is_compatible
from foreword.speculators.faults import Fault
from foreword.speculators.quarantine import Quarantine, Suspect
from foreword.speculators.shown import About

log = logging.getLogger(__name__)

GROUP = "foreword.speculators"
VERSION_GROUP = "foreword.speculator_api"
OURS = "foreword"
"""The distribution whose speculators are bundled: the app's own."""

Plugins = Literal["all", "bundled", "none"]
"""Whose code may run."""
HELD_BACK = {"all": "", "bundled": "held back: safe mode", "none": "held back: started without plugins"}

_NAME = re.compile(r"\w[\w.-]*")


@dataclass(slots=True)
class Record:
    """One entry point of the group.

    `incompatible`, `held_back` and `quarantined` say why it isn't imported at all, `problem` why it is
    left out until it is switched on anew, `detail` has the traceback, if any; `remark` is a word on one
    that runs. `about` is what its class declares, None until it was imported.
    """

    name: str
    distribution: str
    version: str
    entry_point: EntryPoint
    incompatible: str = ""
    held_back: str = ""
    quarantined: str = ""
    problem: str = ""
    detail: str = ""
    remark: str = ""
    about: About | None = None
    imported: bool = False

    @property
    def bundled(self) -> bool:
        return _canonical(self.distribution) == OURS

    @property
    def importable(self) -> bool:
        return not (self.incompatible or self.held_back or self.quarantined)

    @property
    def usable(self) -> bool:
        return self.importable and not self.problem

    @property
    def suspect(self) -> Suspect:
        return Suspect(self.name, self.distribution, self.version, self.entry_point.value)

    def fail(self, fault: Fault) -> None:
        """Remember what went wrong."""
        self.problem, self.detail = fault.problem, fault.detail

    def forgive(self) -> None:
        self.problem = self.detail = self.remark = ""


class Registry:
    """All records, in order of name. `records` changes with `rediscover` alone; their states change."""

    def __init__(
        self,
        points: Iterable[EntryPoint] | None = None,
        versions: Iterable[EntryPoint] | None = None,
        *,
        plugins: Plugins = "all",
        state: Path | None = None,
    ):
        """`state` is the folder where imports that end the process leave their trace.

        Without `points` and `versions`, what is installed is asked, now and at each `rediscover`.
        """
        self._points = None if points is None else list(points)
        self._versions = None if versions is None else list(versions)
        self._plugins: Plugins = plugins
        self.quarantine = Quarantine(state)
        self._enabled: frozenset[str] | None = None
        self._imported: dict[str, str] = {}
        self.records: list[Record] = []
        self.rediscover()

    def find(self, name: str) -> Record | None:
        """The usable-by-name record; None where there is none or more than one of that name."""
        matches = [record for record in self.records if record.name == name]
        return matches[0] if len(matches) == 1 else None

    def follow(self, enabled: frozenset[str]) -> None:
        """Take note of the switches: whoever was switched on anew gets a new start, whatever went wrong.

        The first call only takes note: what was on when the app started wasn't switched on by anybody.
        """
        if self._enabled is not None:
            for name in sorted(enabled - self._enabled):
                self.pardon(name)
        self._enabled = enabled

    def pardon(self, name: str) -> None:
        """Forgive what went wrong with the speculator of this name, quarantine included."""
        for record in self.records:
            if record.name == name:
                record.forgive()
                if record.quarantined:
                    self.quarantine.release(name)
                    record.quarantined = ""

    def rediscover(self) -> None:
        """Look again at what is installed. What hasn't changed keeps its record, and with it its state."""
        importlib.invalidate_caches()
        found = _installed() if self._points is None else self._points
        points = [point for point in found if point.group == GROUP]
        declared = self._versions
        if declared is None:
            declared = [point for point in found if point.group == VERSION_GROUP]
        for record in self.records:
            if record.imported:
                self._imported[_canonical(record.distribution)] = record.version
        known = {(record.suspect, _origin(record.entry_point)): record for record in self.records}
        fresh = [_record(point, declared) for point in points]
        self.records = [known.get((record.suspect, _origin(record.entry_point)), record) for record in fresh]
        self.records.sort(key=_order)
        for record, new in zip(self.records, sorted(fresh, key=_order), strict=True):
            record.incompatible = new.incompatible or self._needs_restart(record)
            record.held_back = self._held_back(record)
            record.quarantined = "" if record.bundled else self.quarantine.reason(record.suspect)
        _refuse_duplicates(self.records)

    def _needs_restart(self, record: Record) -> str:
        running = self._imported.get(_canonical(record.distribution), record.version)
        if running == record.version:
            return ""
        return f"was version {running} when it was imported: start Foreword again to use {record.version}"

    def _held_back(self, record: Record) -> str:
        return "" if self._plugins == "bundled" and record.bundled else HELD_BACK[self._plugins]


def _installed() -> list[EntryPoint]:
    """The entry points of both groups, of each distribution once. One with broken metadata has none."""
    points: list[EntryPoint] = []
    seen = set()
    for distribution in distributions():
        try:
            name = _said(distribution, "name") or str(getattr(distribution, "_path", ""))
            if _canonical(name) in seen:
                continue  # an earlier one on the path hides it
            seen.add(_canonical(name))
            found = [p for p in distribution.entry_points if p.group in (GROUP, VERSION_GROUP)]
        except Exception as error:  # noqa: BLE001 - metadata are a stranger's text, read by the library
            log.warning("the metadata of a distribution can't be read: %s: %r", distribution, error)
            continue
        points += found
    return points


def _record(point: EntryPoint, versions: list[EntryPoint]) -> Record:
    # A distribution with damaged metadata has neither name nor version.
    distribution = _said(point.dist, "name") or "unknown"
    version = _said(point.dist, "version") or "?"
    return Record(point.name, distribution, version, point, incompatible=_obstacle(point, versions))


def _obstacle(point: EntryPoint, versions: list[EntryPoint]) -> str:
    """Why it can't run here, as far as metadata tell; empty if it can."""
    if not _NAME.fullmatch(point.name):
        return "has a name with other characters than letters, digits, _, . and -"
    mine = [other for other in versions if other.name == point.name and _same_dist(other, point)]
    if not mine:
        return f"declares no interface version (an entry point of the same name in {VERSION_GROUP})"
    return is_compatible(mine[0].value)[1]


def _same_dist(left: EntryPoint, right: EntryPoint) -> bool:
    return _said(left.dist, "name") == _said(right.dist, "name")


def _said(distribution: Distribution | None, field: Literal["name", "version"]) -> str:
    """What its metadata say; empty where they are damaged, on which some versions of the library raise."""
    try:
        return (getattr(distribution, field) if distribution else "") or ""
    except Exception as error:  # noqa: BLE001 - metadata are a stranger's text, read by the library
        log.warning("the metadata of a distribution can't be read: %s: %r", distribution, error)
        return ""


def _origin(point: EntryPoint) -> str:
    return str(getattr(point.dist, "_path", "")) if point.dist else ""


def _refuse_duplicates(records: list[Record]) -> None:
    counts = Counter(record.name for record in records)
    for record in records:
        if counts[record.name] > 1 and not record.incompatible:
            others = [other.distribution for other in records if other.name == record.name]
            others.remove(record.distribution)
            record.incompatible = f"shares its name with one from {', '.join(others)}: remove one of them"


def _canonical(distribution: str) -> str:
    return re.sub(r"[-_.]+", "-", distribution).lower()


def _order(record: Record) -> tuple[str, str]:
    return record.name, record.distribution
