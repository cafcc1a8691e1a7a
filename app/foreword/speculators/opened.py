"""One open speculator: its lane, its own copy of the tokens, and how far in its life it is.

The methods without an underscore are called by the pool's thread and put work on the lane; those with one
run on it. Faults stay in the lane until the pool collects them. Knows nothing of other speculators.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from threading import Event

from foreword.api import (
    Budget,
    Context,
    Draft,
    LocalModel,
    Outcome,
    Session,
    Speculator,
    Status,
    Target,
    Transcript,
    Unsuitable,
    checked_values,
)
from foreword.api.limits import CALL_SECONDS
from foreword.speculators.building import build
from foreword.speculators.faults import Refused, message_of, one_line
from foreword.speculators.journal import Journal
from foreword.speculators.lane import Lane
from foreword.speculators.quarantine import Quarantine
from foreword.speculators.registry import Record
from foreword.speculators.shown import About, status_of
from foreword.speculators.validate import BadDraft, checked
from foreword.speculators.views import PluginHost, ReadOnly, TokenizerView, transcript_copy

log = logging.getLogger(__name__)


class Opened:
    """Built, opened and told what to forget as soon as its lane gets there."""

    def __init__(
        self,
        record: Record,
        folder: Path,
        journal: Journal,
        quarantine: Quarantine,
        models: Callable[[], Sequence[LocalModel]],
        after: Lane | None = None,
        wished: Callable[[], None] = lambda: None,
    ) -> None:
        self.record = record
        self.folder = folder
        self.host = PluginHost(folder, models, wished)
        self.unsuitable = ""
        self.about = About()
        #: Set once its code was imported and built, or could not be.
        self.imported = Event()
        #: The reply that it was told of, and the one for which `start` has returned; 0: none.
        self.told = self.started = 0
        self.graced = False
        #: Why it is left out of the rest of the reply: it takes too long.
        self.slow = ""
        #: A call of it never came back.
        self.hung = False
        #: When it was last given something to get ready for.
        self.changed = time.monotonic()
        self._journal, self._quarantine = journal, quarantine
        self._given: Mapping[str, object] | None = None
        self._last_status: Status | None = None
        self._token_ids: list[int] = []
        self._speculator: Speculator  # lives on the lane
        self._is_open = False
        self.lane = Lane(record.name, after, CALL_SECONDS)
        self.lane.post("import", self._build, patient=True)
        self.lane.post("open", self._open, patient=True)
        self.lane.post("forget", self._forget_pending, patient=True)

    # --- outside of a reply
    def configure(self, given: Mapping[str, object]) -> bool:
        """Pass options on as the user set them; False where they are what they were."""
        if given == self._given:
            return False
        self._given = dict(given)
        self.changed = time.monotonic()
        self.lane.post("configure", partial(self._configure, self._given))
        return True

    def attach(self, target: Target) -> None:
        self.changed = time.monotonic()
        self.lane.post("attach", partial(self._attach, target), patient=True)

    def learn(self, transcript: Transcript) -> None:
        copy = transcript_copy(transcript)
        self.lane.post("learn", lambda: self._speculator.learn(copy), patient=True)

    def status(self, conversation_id: str | None) -> Status | None:
        """What it shows of itself; what it showed last while it is busy. Raises Broken and Hangs."""
        if not self.lane.busy:
            show = partial(self._status, conversation_id)
            self._last_status = self.lane.call("status", show, CALL_SECONDS)
        return self._last_status

    def act(self, action: str, conversation_id: str | None, seconds: float) -> str:
        """Raises Broken; Hangs where it isn't done yet after so many seconds, which is no fault."""
        press = partial(self._act, action, conversation_id)
        return self.lane.call("act", press, seconds, patient=True)

    def forget(self, conversation_id: str) -> None:
        """Told at once, or as soon as it is free. Raises Broken and Hangs: then it is told at its next
        `open`, like one that was off."""
        try:
            if has_content(self.folder):
                self._journal.add(self.record.name, conversation_id)
        except OSError as error:
            log.warning("what %s is to forget could not be noted down: %s", self.record.name, error)
        forget = partial(self._forget, (conversation_id,))
        if self.lane.busy:
            self.lane.post("forget", forget)
        else:
            self.lane.call("forget", forget, CALL_SECONDS)

    def close(self) -> None:
        """What it saw of a reply is told first, then `finish` and `close`; its thread ends. Doesn't wait."""
        self.lane.skip("learn")
        if self.lane.fault is not None:
            self.lane.drop_queued()
        elif self.started:
            self.finish()
        self.lane.fault = None  # one that failed may still hold a file open
        self.lane.post("close", self._close)
        self.lane.end()

    # --- during a reply
    def start(self, number: int, session: Session) -> None:
        """The reply of this number begins."""
        self.told, self.graced, self.slow = number, False, ""
        self.lane.post("start", partial(self._start, number, session), patient=True)

    def draft(self, budget: Budget, vocab_size: int) -> Draft | None:
        """Raises Broken and Hangs."""
        propose = partial(self._draft, budget.tokens, budget.microseconds, vocab_size)
        return self.lane.call("draft", propose, CALL_SECONDS)

    def observe(
        self, token_ids: tuple[int, ...], accepted: int, likeliest: tuple[tuple[int, ...], ...]
    ) -> None:
        self.lane.post("observe", partial(self._observe, token_ids, accepted, likeliest))

    def finish(self) -> None:
        self.told = 0
        self.lane.post("finish", self._finish)

    # --- on the lane
    def _build(self) -> None:
        try:
            self._speculator, self.about = build(self.record, self._quarantine)
            self.record.about = self.about
        finally:
            self.imported.set()

    def _open(self) -> None:
        self._is_open = True
        self._speculator.open(self.host)

    def _configure(self, given: Mapping[str, object]) -> None:
        values, problems = checked_values(self.about.options, given)
        self.record.remark = "; ".join(problems)
        for problem in problems:
            log.warning("%s: %s", self.record.name, problem)
        self._speculator.configure(values)

    def _attach(self, target: Target) -> None:
        self.unsuitable = ""
        view = TokenizerView(target.tokenizer)
        own = Target(target.name, target.vocab_size, target.context_length, view)
        try:
            self._speculator.attach(own)
        except Unsuitable as error:
            self.unsuitable = message_of(error) or "it gives no reason"

    def _start(self, number: int, session: Session) -> None:
        if self.unsuitable:
            return
        self._token_ids = list(session.token_ids)
        try:
            self._speculator.start(session)
        except Unsuitable as error:
            self.unsuitable = message_of(error) or "it gives no reason"
            return
        self.started = number

    def _draft(self, tokens: int, microseconds: int, vocab_size: int) -> Draft | None:
        context = Context(ReadOnly(self._token_ids))
        proposed = self._speculator.draft(context, Budget(tokens, microseconds))
        try:
            return checked(proposed, tokens=tokens, vocab_size=vocab_size)
        except BadDraft as error:
            raise Refused(f"made a bad draft: it {error}") from None

    def _observe(
        self, token_ids: tuple[int, ...], accepted: int, likeliest: tuple[tuple[int, ...], ...]
    ) -> None:
        if not self.started:
            return
        self._token_ids.extend(token_ids)
        wanted = self.about.likeliest_wanted
        cut = tuple(ids[:wanted] for ids in likeliest) if wanted else ()
        self._speculator.observe(Outcome(token_ids, accepted, cut))

    def _finish(self) -> None:
        if self.started:
            self.started = 0
            self._speculator.finish()

    def _status(self, conversation_id: str | None) -> Status | None:
        return status_of(self._speculator.status(conversation_id))

    def _act(self, action: str, conversation_id: str | None) -> str:
        line: object = self._speculator.act(action, conversation_id)
        if line is not None and not isinstance(line, str):
            raise Refused(f"answered act with a {type(line).__name__}, not a line of text")
        return one_line(line) if line is not None else ""

    def _forget_pending(self) -> None:
        self._forget(self._journal.pending(self.record.name))

    def _forget(self, conversation_ids: tuple[str, ...]) -> None:
        for conversation_id in conversation_ids:
            self._speculator.forget(conversation_id)
        self._journal.done(self.record.name, conversation_ids)

    def _close(self) -> None:
        if self._is_open:
            self._speculator.close()


def has_content(folder: Path) -> bool:
    """Whether it is a folder with anything in it."""
    return folder.is_dir() and any(folder.iterdir())
