"""Entry points to records: every discovered speculator, and why one can't be used.

Discovery reads metadata only; nothing is imported until a speculator is switched on, and not even
then where its interface version doesn't fit. Errors are data in the record, never raised. Knows
nothing of replies or of the engine.
"""

from __future__ import annotations

import traceback
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from importlib.metadata import EntryPoint, entry_points

from foreword.api import Speculator, is_compatible
from foreword.messages import SpeculatorInfo

GROUP = "foreword.speculators"
VERSION_GROUP = "foreword.speculator_api"


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
        self.problem = f"{what}: {type(error).__name__}: {error}".strip().splitlines()[0]
        self.detail = "".join(traceback.format_exception(error))


class Registry:
    """All records, in order of name. `records` is fixed after discovery; their states change."""

    def __init__(
        self, points: Iterable[EntryPoint] | None = None, versions: Iterable[EntryPoint] | None = None
    ):
        found = list(entry_points(group=GROUP) if points is None else points)
        declared = list(entry_points(group=VERSION_GROUP) if versions is None else versions)
        self.records = sorted((_record(point, declared) for point in found), key=_order)
        _refuse_duplicates(self.records)

    def find(self, name: str) -> Record | None:
        """The usable-by-name record; None where there is none or more than one of that name."""
        matches = [record for record in self.records if record.name == name]
        return matches[0] if len(matches) == 1 else None

    def obtain(self, record: Record) -> Speculator | None:
        """The record's speculator, imported and built at the first call; None where that fails."""
        if record.instance is None and not record.incompatible and not record.problem:
            try:
                built = record.entry_point.load()()
            except Exception as error:  # noqa: BLE001 - a plugin is a stranger's code
                record.fail("could not be started", error)
            else:
                if isinstance(built, Speculator):
                    record.instance = built
                else:
                    record.problem = f"is a {type(built).__name__}, not a foreword.api.Speculator"
        return record.instance

    def infos(self, enabled: frozenset[str]) -> tuple[SpeculatorInfo, ...]:
        """What the settings page lists."""
        return tuple(_info(record, record.name in enabled) for record in self.records)


def _record(point: EntryPoint, versions: list[EntryPoint]) -> Record:
    distribution = point.dist.name if point.dist else "unknown"
    version = point.dist.version if point.dist else "?"
    mine = [other for other in versions if other.name == point.name and _same_dist(other, point)]
    if mine:
        _, reason = is_compatible(mine[0].value)
    else:
        reason = f"declares no interface version (an entry point of the same name in {VERSION_GROUP})"
    return Record(point.name, distribution, version, point, incompatible=reason)


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
    state, reason = "off", ""
    if record.incompatible:
        state, reason = "incompatible", record.incompatible
    elif record.problem:
        state, reason = "failed", record.problem
    elif enabled:
        state = "active"
    summary = type(record.instance).summary if record.instance else _summary_of_distribution(record)
    return SpeculatorInfo(
        name=record.name,
        distribution=record.distribution,
        version=record.version,
        state=state,  # type: ignore[arg-type]
        reason=reason,
        summary=summary,
        detail=record.detail,
    )


def _summary_of_distribution(record: Record) -> str:
    dist = record.entry_point.dist
    return (dist.metadata["Summary"] or "") if dist else ""
