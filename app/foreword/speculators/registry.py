"""Entry points to records: every discovered speculator, and why one can't be used.

Discovery reads metadata only; nothing is imported until a speculator is switched on, and not even
then where its interface version doesn't fit. Errors are data in the record, never raised. Knows
nothing of replies or of the engine.
"""

from __future__ import annotations

import re
import traceback
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from importlib.metadata import EntryPoint, entry_points

from foreword.api import Speculator, is_compatible
from foreword.messages import SpeculatorInfo

GROUP = "foreword.speculators"
VERSION_GROUP = "foreword.speculator_api"

FAULTS = (Exception, SystemExit)
"""What a plugin may raise and the app survives: one that asks to exit ends itself alone."""
_NAME = re.compile(r"\w[\w.-]*")
_LONGEST_PROBLEM = 300


@dataclass(slots=True)
class Record:
    """One entry point of the group. `problem` is why it can't run; `detail` the traceback, if any."""

    name: str
    distribution: str
    version: str
    entry_point: EntryPoint
    incompatible: str = ""
    problem: str = ""
    detail: str = ""
    instance: Speculator | None = None

    def fail(self, what: str, error: BaseException) -> None:
        """Remember that the plugin broke: one line, and its traceback for the details."""
        message = _message(error)
        self.problem = f"{what}: {type(error).__name__}{': ' if message else ''}{message}"
        self.detail = "".join(traceback.format_exception(error))

    def leave_out(self, reason: str) -> None:
        """Remember why it can't be used, where no traceback would say more."""
        self.problem, self.detail = reason, ""

    def forgive(self) -> None:
        self.problem = self.detail = ""


class Registry:
    """All records, in order of name. `records` is fixed after discovery; their states change."""

    def __init__(
        self, points: Iterable[EntryPoint] | None = None, versions: Iterable[EntryPoint] | None = None
    ):
        found = list(entry_points(group=GROUP) if points is None else points)
        declared = list(entry_points(group=VERSION_GROUP) if versions is None else versions)
        self.records = sorted((_record(point, declared) for point in found), key=_order)
        _refuse_duplicates(self.records)
        self._enabled: frozenset[str] = frozenset()

    def find(self, name: str) -> Record | None:
        """The usable-by-name record; None where there is none or more than one of that name."""
        matches = [record for record in self.records if record.name == name]
        return matches[0] if len(matches) == 1 else None

    def follow(self, enabled: frozenset[str]) -> None:
        """Take note of the switches: whoever was switched on anew gets a new start, whatever went wrong."""
        for record in self.records:
            if record.problem and record.name in enabled - self._enabled:
                record.forgive()
                record.instance = None
        self._enabled = enabled

    def obtain(self, record: Record) -> Speculator | None:
        """The record's speculator, imported and built at the first call; None where that fails."""
        if record.instance is None and not record.incompatible and not record.problem:
            record.instance = _build(record)
        return record.instance

    def infos(self, enabled: frozenset[str]) -> tuple[SpeculatorInfo, ...]:
        """What the settings page lists."""
        return tuple(_info(record, record.name in enabled) for record in self.records)


def _build(record: Record) -> Speculator | None:
    try:
        factory = record.entry_point.load()
    except FAULTS as error:
        # Python keeps the modules that it has read, so a plugin mended meanwhile may not be read again.
        record.fail("could not be imported (start Foreword again once it is mended)", error)
        return None
    try:
        built = factory()
    except FAULTS as error:
        record.fail("could not be built", error)
        return None
    if isinstance(built, Speculator):
        return built
    record.leave_out(f"is a {type(built).__name__}, not a foreword.api.Speculator")
    return None


def _record(point: EntryPoint, versions: list[EntryPoint]) -> Record:
    # A distribution with damaged metadata has neither name nor version.
    distribution = (point.dist and point.dist.name) or "unknown"
    version = (point.dist and point.dist.version) or "?"
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
    return (left.dist.name if left.dist else None) == (right.dist.name if right.dist else None)


def _refuse_duplicates(records: list[Record]) -> None:
    counts = Counter(record.name for record in records)
    for record in records:
        if counts[record.name] > 1 and not record.incompatible:
            others = [r.distribution for r in records if r.name == record.name and r is not record]
            record.incompatible = f"shares its name with one from {', '.join(others)}: remove one of them"


def _order(record: Record) -> tuple[str, str]:
    return record.name, record.distribution


def _info(record: Record, enabled: bool) -> SpeculatorInfo:
    reason = record.incompatible or record.problem
    if record.incompatible:
        state = "incompatible"
    elif not enabled:
        state = "off"
    else:
        state = "failed" if record.problem else "active"
    return SpeculatorInfo(
        name=record.name,
        distribution=record.distribution,
        version=record.version,
        state=state,  # type: ignore[arg-type]
        reason=reason,
        summary=_summary(record),
        detail=record.detail,
    )


def _summary(record: Record) -> str:
    """The plugin's own sentence once it is imported; until then, or if it is none, its distribution's.

    What comes with the app is imported for it: its distribution's sentence is the app's.
    """
    own = type(record.instance).summary if record.instance else None
    if own is None and record.distribution == "foreword":
        own = getattr(record.entry_point.load(), "summary", None)
    if isinstance(own, str):
        return " ".join(own.split())
    dist = record.entry_point.dist
    return (dist.metadata["Summary"] or "") if dist else ""


def _message(error: BaseException) -> str:
    """The first line of an exception's text, and not too much of it."""
    try:
        lines = str(error).strip().splitlines()
    except FAULTS:
        return "(its message can't be read)"
    return lines[0][:_LONGEST_PROBLEM] if lines else ""
