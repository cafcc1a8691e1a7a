"""The suffix history speculator: drafts what followed these words in any earlier chat.

Longest suffix matches over a store of earlier sequences, as in REST (He et al. 2023, arXiv 2311.08252)
and SuffixDecoding (Oliaro et al. 2024, arXiv 2411.04975), on disk and of bounded memory. The file is a
copy of what the chats say: losing it costs speed, never a message. So a file that is damaged, or not of
this version, is erased and learnt anew from the stored chats. It isn't kept aside: a copy that nobody
can read is a copy that no deleted chat can be erased from.
"""

from __future__ import annotations

import math
import time
from collections.abc import Mapping
from concurrent.futures import Future
from functools import partial

from foreword.api import (
    Budget,
    Context,
    Draft,
    Fact,
    Host,
    IntOption,
    Outcome,
    Session,
    Speculator,
    Status,
    Target,
    Transcript,
    Value,
)
from foreword_suffix_history import store as files
from foreword_suffix_history.continuation import draft_of
from foreword_suffix_history.errors import Damaged, HistoryError
from foreword_suffix_history.feeding import Feeding
from foreword_suffix_history.grams import packed
from foreword_suffix_history.matcher import Matcher
from foreword_suffix_history.names import Names
from foreword_suffix_history.status import CLEAR, EXCLUDE, INCLUDE, REBUILD, Counts, facts_of
from foreword_suffix_history.store import Store
from foreword_suffix_history.writer import Writer

FILE = "history.db"
MEGABYTE = 1_000_000

OPTIONS = (
    IntOption("size_cap", 256, 32, 16_384, "Size cap", "The oldest chats are forgotten first.", "MB"),
    IntOption("longest_draft", 32, 1, 64, "Longest draft", "Tokens proposed at a time.", "tokens"),
    IntOption("shortest_match", 4, 4, 32, "Shortest match", "Tokens that must agree.", "tokens"),
    IntOption("branches", 4, 1, 8, "Branches", "Different continuations proposed at a time."),
)

RETRY = 10.0
"""Seconds from one attempt to open a file that is out of reach to the next."""

_SOON = 1.5
"""Seconds that a call which should be short waits for the writer."""


class SuffixHistorySpeculator(Speculator):
    summary = (
        "Proposes what followed these words in any of your earlier chats, kept in a file on this computer."
    )
    options = OPTIONS

    def __init__(self) -> None:
        self._values: dict[str, Value] = {option.name: option.default for option in OPTIONS}
        self._configured = False
        self._store: Store | None = None
        self._out_of_reach, self._tried_at = "", -math.inf
        self._target: Target | None = None
        self._erasing: dict[str, Future[None]] = {}
        self._temporary: set[str] = set()
        self._session: Session | None = None
        self._matcher: Matcher | None = None
        self._new: list[int] = []  # committed, not yet seen by the matcher
        self._reply: list[int] = []
        self._drafted = 0
        self._counts, self._since_start = Counts(), Counts()

    # --- outside of a reply
    def open(self, host: Host) -> None:
        self._feeding = Feeding(host)
        self._path = host.data_folder / FILE
        self._excluded = Names(host.data_folder / "excluded.json")
        self._owed = Names(host.data_folder / "to-erase.json")
        self._ready()

    def configure(self, values: Mapping[str, Value]) -> None:
        self._values, self._configured = dict(values), True
        if self._store is not None:
            self._apply_cap(self._store)

    def attach(self, target: Target) -> None:
        self._target = target
        store = self._ready()
        if store is not None:
            self._ask_if_new(store)

    def learn(self, transcript: Transcript) -> None:
        store = self._ready()
        if store is None:
            return
        name, fingerprint, sequences = (
            transcript.conversation_id,
            transcript.fingerprint,
            transcript.sequences,
        )
        last = self._feeding.came(transcript)
        try:
            if name not in self._excluded:
                store.submit(lambda writer: writer.replace(name, fingerprint, sequences)).result()
            if last:
                store.submit(lambda writer: writer.mark_fed(fingerprint)).result()
        except HistoryError:
            return  # stands in `store.problem` or `store.damage`; what isn't learnt costs only speed

    def status(self, conversation_id: str | None) -> Status | None:
        store = self._ready()
        if store is None:
            return Status((Fact("Problem", self._out_of_reach),))
        store.settle()
        try:
            facts = facts_of(store, self._number("size_cap"), self._since_start)
        except HistoryError as error:
            facts = (Fact("Problem", str(error)),)
        actions = [CLEAR, REBUILD]
        if conversation_id is not None:
            actions.append(INCLUDE if conversation_id in self._excluded else EXCLUDE)
        return Status(facts, tuple(actions), {}, self._feeding.words, self._feeding.part)

    def act(self, action: str, conversation_id: str | None) -> str:
        store = self._ready()
        if store is None:
            return self._out_of_reach
        try:
            if action in ("clear", "rebuild"):
                return self._clear(store, again=action == "rebuild")
            if action == "exclude" and conversation_id is not None:
                self._excluded.add(conversation_id)
                self.forget(conversation_id)
                return "This chat is excluded, and what was learnt from it is erased."
            if action == "include" and conversation_id is not None:
                self._excluded.discard(conversation_id)
                return "This chat will be learnt from again."
        except HistoryError as error:
            return str(error)
        raise ValueError(f"unknown action {action!r}")

    def forget(self, conversation_id: str) -> None:
        if self._session is not None and self._session.conversation_id == conversation_id:
            self._let_go()
        if conversation_id in self._temporary:
            return  # nothing of it was kept, not even its name
        self._erasing.pop(conversation_id, None)  # an earlier erasing knows nothing of what came since
        self._owed.add(conversation_id)  # on disk: whatever happens now, it will be erased
        store = self._ready()
        if store is not None:
            store.settle(_SOON)
            self._ready()

    def close(self) -> None:
        self._let_go()
        self._close_store()

    # --- during a reply
    def start(self, session: Session) -> None:
        self._session = session
        (self._temporary.add if session.temporary else self._temporary.discard)(session.conversation_id)
        self._reply, self._new, self._drafted = [], [], 0
        self._counts = Counts()
        store = self._ready()
        if store is None:
            return
        try:
            store.settle(_SOON)
            tokenizer, _ = store.tokenizer(session.tokenizer.fingerprint)
            path, reach = store.path(session.conversation_id, tokenizer, packed(session.token_ids))
            self._matcher = Matcher(
                store,
                tokenizer,
                session.token_ids,
                own={chunk.block: min(reach, chunk.end) for chunk in path},
                shortest=self._number("shortest_match"),
                depth=self._number("longest_draft"),
            )
        except HistoryError:
            self._matcher = None  # the reply goes on without us; `status` says why

    def draft(self, context: Context, budget: Budget) -> Draft | None:
        self._drafted = 0
        if self._matcher is None or self._session is None:
            return None
        try:
            if self._new:
                new, self._new = self._new, []
                self._matcher.extend(new)
        except HistoryError:
            self._matcher = None
            return None
        draft = draft_of(
            self._matcher.matches,
            min(budget.tokens, self._number("longest_draft")),
            branches=self._number("branches"),
            vocab_size=self._session.vocab_size,
        )
        self._drafted = 0 if draft is None else len(draft)
        return draft

    def observe(self, outcome: Outcome) -> None:
        if self._session is None:
            return
        self._new += outcome.token_ids
        self._reply += outcome.token_ids
        drafted, self._drafted = self._drafted, 0
        self._counts.add(Counts(1, int(drafted > 0), drafted, outcome.accepted))

    def finish(self) -> None:
        session, store = self._session, self._store
        reply, counts = self._reply, self._counts
        self._let_go()
        if session is None or session.temporary:
            return
        self._since_start.add(counts)
        name, fingerprint = session.conversation_id, session.tokenizer.fingerprint
        if store is not None and name not in self._excluded:
            token_ids = [*session.token_ids, *reply]
            store.submit(lambda writer: writer.learn(name, fingerprint, token_ids, counts.as_dict()))

    def _let_go(self) -> None:
        """Nothing of a reply stays in memory."""
        self._session = self._matcher = None
        self._reply, self._new, self._drafted, self._counts = [], [], 0, Counts()

    # --- the file
    def _ready(self) -> Store | None:
        """The store, opened anew where it was damaged or out of reach; None where that fails."""
        damaged = self._store is not None and self._store.damage is not None
        if damaged:
            self._close_store()
        if self._store is None and time.monotonic() - self._tried_at >= RETRY:
            self._store = self._opened(damaged)
            if self._store is not None:
                self._apply_cap(self._store)
                self._ask_if_new(self._store, anew=damaged)
        if self._store is not None:
            self._pay(self._store)
        return self._store

    def _close_store(self) -> None:
        store, self._store = self._store, None
        if store is not None:
            store.close()
            self._strike_off()

    def _opened(self, damaged: bool) -> Store | None:
        try:
            if damaged:
                files.erase(self._path)
            try:
                return Store(self._path)
            except Damaged:
                files.erase(self._path)
                return Store(self._path)
        except HistoryError as error:
            self._out_of_reach, self._tried_at = str(error), time.monotonic()
            return None

    def _ask_if_new(self, store: Store, *, anew: bool = False) -> None:
        """Older chats help a model whose tokenizer was never seen before, and a file that starts anew."""
        if self._target is None:
            return
        fingerprint = self._target.tokenizer.fingerprint
        try:
            known = store.tokenizer(fingerprint)[1]
        except HistoryError:
            return  # the next call opens the file anew, and asks then
        if not known:
            self._feeding.ask(fingerprint, anew=anew)

    def _pay(self, store: Store) -> None:
        """Erase what was to be forgotten, also what couldn't be when it was first asked for."""
        self._strike_off()
        for name in self._owed:
            future = self._erasing.get(name)
            if future is None or future.done():
                self._erasing[name] = store.submit(partial(Writer.forget, name=name))

    def _strike_off(self) -> None:
        """Take what is erased by now off the list."""
        for name, future in tuple(self._erasing.items()):
            if future.done() and future.exception() is None:
                del self._erasing[name]
                self._owed.discard(name)

    def _clear(self, store: Store, *, again: bool) -> str:
        store.submit(lambda writer: writer.clear(feed_again=again)).result()
        self._since_start = Counts()
        if not again:
            return "The history is empty."
        self._ask_if_new(store, anew=True)
        return "Learning anew from your chats."

    def _apply_cap(self, store: Store) -> None:
        if self._configured:  # not before: the default may be far less than what the user allows
            cap = self._number("size_cap") * MEGABYTE
            store.submit(lambda writer: writer.set_cap(cap))

    def _number(self, name: str) -> int:
        return int(self._values[name])
