"""The speculators that are open: follows the switches, and does all that lies outside of a reply.

Opens who is switched on, lets go who is switched off, and leaves out who fails or hangs. Nothing here
waits for a plugin longer than a stated limit.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from foreword.api import LocalModel, Status, Target, Transcript
from foreword.api.limits import ACT_SECONDS, CALL_SECONDS
from foreword.messages import SpeculatorInfo
from foreword.speculators.faults import Fault, hang
from foreword.speculators.journal import FOLDER, Journal
from foreword.speculators.lane import Broken, Hangs, Lane
from foreword.speculators.listing import doing_words, info_of, peek
from foreword.speculators.opened import Opened, has_content
from foreword.speculators.registry import Record, Registry

log = logging.getLogger(__name__)

IMPORT_SECONDS = 10.0
"""How long one import is waited for, outside of a reply, before the next begins: two at a time can trip
over each other in Python's import system."""
SETTLE_SECONDS = 2.0
"""How long `refresh` waits for what is opening or attaching, so that what fails at once shows at once."""


class Members:
    """By name. One thread calls all methods, and none of them during a plugin's call."""

    def __init__(
        self,
        registry: Registry,
        enabled: Callable[[], frozenset[str]],
        data: Path,
        options: Callable[[str], Mapping[str, object]],
        models: Callable[[], Sequence[LocalModel]],
        wished: Callable[[], None],
    ) -> None:
        self.opened: dict[str, Opened] = {}
        self._registry, self._enabled, self._data = registry, enabled, data
        self._options, self._models, self._wished = options, models, wished
        self._journal = Journal(data)
        self._target: Target | None = None
        self._names: frozenset[str] = frozenset()
        self._visitors: dict[str, Opened] = {}
        self._leaving: dict[Lane, float] = {}
        self._last: dict[str, Lane] = {}

    # --- who is open
    def follow(self, *, anew: bool = False, wait: float = 0.0) -> None:
        """Open and let go as the switches say. Quick where none has changed, unless it must look `anew`.

        Waits for each import for up to `wait` seconds.
        """
        names = self._enabled()
        if names == self._names and not anew:
            return
        self._registry.follow(names)
        self._names = names
        for name, member in list(self.opened.items()):
            if name not in names or self._registry.find(name) is not member.record:
                self._let_go(member)
        for name in sorted(names - self.opened.keys()):
            record = self._registry.find(name)
            if record is not None and record.usable:
                self._admit(record, wait)

    def refresh(self) -> None:
        """Follow switches and options; wait a little for those that have something to get ready for."""
        self._dismiss_visitors()
        self.follow(anew=True, wait=IMPORT_SECONDS)
        self.configure()
        for member in list(self.opened.values()):
            member.lane.settle(member.changed + SETTLE_SECONDS - time.monotonic())
        self.collect()

    def configure(self) -> None:
        """Pass on the options that were changed; one with other options may fit the target after all."""
        for member in self.opened.values():
            if member.configure(self._options(member.record.name)) and self._target is not None:
                member.attach(self._target)

    def attach(self, target: Target | None) -> None:
        self._target = target
        for member in self.opened.values():
            member.unsuitable = ""
            if target is not None:
                member.attach(target)

    def retry(self, name: str) -> None:
        """Forgive what went wrong, and build it once more if it is on."""
        self._registry.pardon(name)
        if name in self.opened:
            self._let_go(self.opened[name])
        self.refresh()

    def _admit(self, record: Record, wait: float) -> None:
        if record.name in self._visitors:
            self._let_go(self._visitors[record.name])
        member = self._open(record)
        if member is not None:
            self.opened[record.name] = member
            member.configure(self._options(record.name))
            if self._target is not None:
                member.attach(self._target)
            if wait:
                member.imported.wait(wait)

    def _open(self, record: Record) -> Opened | None:
        folder = self._data / record.name
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            record.fail(no_folder(folder, error))
            return None
        after = self._last.pop(record.name, None)
        return Opened(
            record, folder, self._journal, self._registry.quarantine, self._models, after, self._wished
        )

    # --- who fails
    def collect(self) -> None:
        """Leave out whoever has failed or hangs, and nudge those that were told to go and haven't."""
        for member in list(self.opened.values()):
            if member.lane.fault is not None:
                self.leave_out(member, member.lane.fault)
            elif late := member.lane.overdue(CALL_SECONDS):
                self.abandon(member, late)
        for lane, since in list(self._leaving.items()):
            if not lane.alive:
                if lane.fault is not None:
                    log.warning("a speculator that was let go %s\n%s", lane.fault.problem, lane.fault.detail)
                del self._leaving[lane]
            elif time.monotonic() - since > CALL_SECONDS:
                lane.abandon()

    def leave_out(self, member: Opened, fault: Fault) -> None:
        """Until it is switched on anew."""
        member.record.fail(fault)
        log.warning("%s %s\n%s", member.record.name, fault.problem, fault.detail)
        self._let_go(member)

    def abandon(self, member: Opened, what: str) -> None:
        """Its call of `what` doesn't return: go on without it, and leave its thread to itself."""
        fault = hang(what, CALL_SECONDS)
        member.record.fail(fault)
        log.warning("%s %s", member.record.name, fault.problem)
        self._take_out(member)
        member.hung = True
        member.lane.abandon()
        self._leaving[member.lane] = time.monotonic()

    @contextmanager
    def contained(self, member: Opened) -> Iterator[None]:
        """A call of this member that may fail or hang: then it is left out, and that is all."""
        try:
            yield
        except Broken:
            assert member.lane.fault is not None
            self.leave_out(member, member.lane.fault)
        except Hangs as error:
            self.abandon(member, error.what)

    def _let_go(self, member: Opened) -> None:
        self._take_out(member)
        member.close()
        self._leaving[member.lane] = time.monotonic()
        self._last[member.record.name] = member.lane

    def _take_out(self, member: Opened) -> None:
        for group in (self.opened, self._visitors):
            if group.get(member.record.name) is member:
                del group[member.record.name]

    # --- what they are asked between replies
    def infos(self, conversation_id: str | None, paused: Mapping[str, str]) -> tuple[SpeculatorInfo, ...]:
        self.collect()
        statuses: dict[str, Status | None] = {}
        for name, each in list(self.opened.items()):
            with self.contained(each):
                statuses[name] = each.status(conversation_id)
        enabled = self._enabled()
        listed = []
        for record in self._registry.records:
            member = self.opened.get(record.name)
            ours = member if member is not None and member.record is record else None
            if ours is None:
                peek(record, self._registry.quarantine)
            listed.append(
                info_of(
                    record,
                    ours,
                    enabled=record.name in enabled,
                    given=self._options(record.name),
                    paused=paused.get(record.name, ""),
                    status=statuses.get(record.name) if ours else None,
                )
            )
        return tuple(listed)

    def act(self, name: str, action: str, conversation_id: str | None) -> str:
        member = self.opened.get(name)
        if member is None:
            return f"{name} isn't running: switch it on first."
        if member.lane.busy:
            return f"{name} {doing_words(member.lane.doing or 'other work')}: try again in a while."
        try:
            return member.act(action, conversation_id, ACT_SECONDS)
        except Hangs:
            return f"{name} is still at it."
        except Broken:
            assert member.lane.fault is not None
            self.leave_out(member, member.lane.fault)
            return f"{name} {member.record.problem}"

    def learn(self, names: Sequence[str], transcript: Transcript) -> None:
        for name in names:
            if name in self.opened:
                self.opened[name].learn(transcript)

    def is_learning(self, names: Sequence[str]) -> bool:
        """Whether any of these is busy still with what it was given."""
        return any(self.opened[name].lane.busy for name in names if name in self.opened)

    def history_wanted(self) -> tuple[str, ...]:
        wanted = []
        for name, member in sorted(self.opened.items()):
            if member.host.history_wanted:
                member.host.history_wanted = False
                wanted.append(name)
        return tuple(wanted)

    def forget(self, conversation_id: str) -> None:
        """Told to all that may know of it: who is open, at once; a bundled one that isn't, by opening it
        for that; a stranger's, whose code must not run, when it is opened next.

        Raises OSError where that couldn't be noted down, after all others were told.
        """
        trouble: OSError | None = None
        for member in list(self.opened.values()):
            self._have_forgotten(member, conversation_id)
        for folder in self._folders():
            if folder.name in self.opened or not has_content(folder):
                continue
            visitor = self._visitor(folder.name)
            if visitor is not None:
                self._have_forgotten(visitor, conversation_id)
                continue
            try:
                self._journal.add(folder.name, conversation_id)
            except OSError as error:
                trouble = error
        if trouble is not None:
            raise trouble

    def _have_forgotten(self, member: Opened, conversation_id: str) -> None:
        with self.contained(member):
            member.forget(conversation_id)

    def _visitor(self, name: str) -> Opened | None:
        """A bundled speculator that is off, opened to be told something. Stays for the next one told."""
        record = self._registry.find(name)
        if name not in self._visitors and record is not None and record.bundled and record.importable:
            member = self._open(record)
            if member is not None:
                self._visitors[name] = member
                member.lane.settle(IMPORT_SECONDS)
        return self._visitors.get(name)

    def _dismiss_visitors(self) -> None:
        for member in list(self._visitors.values()):
            self._let_go(member)

    def _folders(self) -> list[Path]:
        if not self._data.is_dir():
            return []
        return sorted(each for each in self._data.iterdir() if each.is_dir() and each.name != FOLDER)

    # --- the end
    def settle(self, seconds: float) -> bool:
        """Wait until all that was asked of them is done, a failure too; False where it takes longer."""
        until = time.monotonic() + seconds
        settled = [member.lane.settle(until - time.monotonic()) for member in list(self.opened.values())]
        self.collect()
        return all(settled)

    def close(self) -> None:
        """All at once, and within the time that one call may take."""
        for member in [*self.opened.values(), *self._visitors.values()]:
            self._let_go(member)
        until = time.monotonic() + CALL_SECONDS
        for lane in self._leaving:
            if not lane.join(until - time.monotonic()):
                lane.abandon()
        self._leaving.clear()
        self._registry.quarantine.withdraw()


def no_folder(folder: Path, error: OSError) -> Fault:
    return Fault(f"has no folder for its data: {error.strerror or error}: {folder}")
