"""Records to what the settings page lists: a state in one word, and the reason in a line."""

from __future__ import annotations

from collections.abc import Mapping

from foreword.api import Status, checked_values
from foreword.messages import SpeculatorInfo, SpeculatorState
from foreword.speculators.building import imported
from foreword.speculators.faults import Refused, fault_of
from foreword.speculators.opened import Opened
from foreword.speculators.quarantine import Quarantine
from foreword.speculators.registry import Record
from foreword.speculators.shown import about


def info_of(
    record: Record,
    opened: Opened | None,
    *,
    enabled: bool,
    given: Mapping[str, object],
    paused: str = "",
    status: Status | None = None,
) -> SpeculatorInfo:
    """`given` are its options as the user set them, `paused` why it isn't asked at present."""
    state, reason = _state(record, opened, enabled, paused)
    options = record.about.options if record.about else ()
    return SpeculatorInfo(
        name=record.name,
        distribution=record.distribution,
        version=record.version,
        state=state,
        reason=reason,
        summary=_summary(record),
        detail=record.detail,
        bundled=record.bundled,
        options=options,
        values=checked_values(options, given)[0],
        status=status,
    )


_DOING = {
    "import": "is being imported",
    "open": "is opening what it keeps",
    "forget": "is forgetting a deleted chat",
    "attach": "is getting ready for the model",
    "learn": "is learning from your chats",
    "act": "is doing what you asked",
    "start": "is reading the conversation",
}


def peek(record: Record, quarantine: Quarantine) -> None:
    """Read what a bundled speculator declares, so that it can be set before it is switched on.

    A stranger's isn't imported for that: its code must not run while it is off.
    """
    if record.about is None and record.bundled and record.usable:
        try:
            record.about = about(imported(record, quarantine))  # type: ignore[arg-type]
        except Refused as error:
            record.fail(fault_of("import", error))


def _state(record: Record, opened: Opened | None, enabled: bool, paused: str) -> tuple[SpeculatorState, str]:
    if record.incompatible:
        return "incompatible", record.incompatible
    if record.held_back:
        return "off", record.held_back
    if record.quarantined:
        return "quarantined", record.quarantined
    if not enabled:
        return "off", record.problem
    if record.problem:
        return "failed", record.problem
    if opened is not None and opened.unsuitable:
        return "unsuitable", opened.unsuitable
    if paused or (opened is not None and opened.slow):
        return "paused", paused or (opened.slow if opened else "")
    if opened is not None and opened.lane.busy and opened.lane.doing:
        return "active", doing_words(opened.lane.doing)
    return "active", record.remark


def doing_words(call: str) -> str:
    """What a call that takes its time is about, as the user would say it."""
    return _DOING.get(call, f"is busy with {call}")


def _summary(record: Record) -> str:
    """The plugin's own sentence once it is imported; until then, or if it is none, its distribution's."""
    if record.about is not None and record.about.summary is not None:
        return record.about.summary
    dist = record.entry_point.dist
    return (dist.metadata["Summary"] or "") if dist else ""
