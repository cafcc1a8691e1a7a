"""From an entry point to a speculator: import, marked in case it ends the process, and build.

Both run a stranger's code, so both run on its lane.
"""

from __future__ import annotations

from foreword.api import Speculator
from foreword.speculators.faults import Refused, in_words
from foreword.speculators.quarantine import Quarantine
from foreword.speculators.registry import Record
from foreword.speculators.shown import About, about


def build(record: Record, quarantine: Quarantine) -> tuple[Speculator, About]:
    """A new speculator, and what its class says of itself. Raises Refused with the reason."""
    factory = imported(record, quarantine)
    try:
        built = factory()  # type: ignore[operator]
    except BaseException as error:
        raise Refused(f"could not be built: {in_words(error)}") from error
    kind = type(built)
    if not issubclass(kind, Speculator):
        raise Refused(f"is a {kind.__name__}, not a foreword.api.Speculator")
    return built, about(kind)


def imported(record: Record, quarantine: Quarantine) -> object:
    """What the entry point names. Raises Refused with the reason."""
    record.imported = True
    try:
        if record.bundled:
            return record.entry_point.load()
        with quarantine.importing(record.suspect):
            return record.entry_point.load()
    except BaseException as error:
        # Python keeps the modules that it has read, so a plugin mended meanwhile may not be read again.
        hint = "start Foreword again once it is mended"
        raise Refused(f"could not be imported ({hint}): {in_words(error)}") from error
