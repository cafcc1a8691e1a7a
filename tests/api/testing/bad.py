"""Speculators that each break one rule of the suite."""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from collections.abc import Mapping
from pathlib import Path
from typing import ClassVar

from foreword.api import (
    BoolOption,
    Budget,
    Choice,
    Context,
    Draft,
    Fact,
    Host,
    IntOption,
    Outcome,
    Session,
    Status,
    Target,
    TextOption,
    Transcript,
    Unsuitable,
    Value,
)
from tests.api.testing.good import Good


# --- declaration
class Mute(Good):
    summary = ""


class TwoOptionsOfOneName(Good):
    options = (IntOption("longest", 8, 1, 64), BoolOption("longest", True))


class TooCurious(Good):
    likeliest_wanted = 17


class Unpicklable(Good):
    options = (TextOption("longest", "", help=type("Text", (str,), {})("x")),)


class ChokesOnAnEnd(Good):
    def configure(self, values: Mapping[str, Value]) -> None:
        super().configure(values)
        if values["longest"] == 64:
            raise ValueError("too long for me")


class BadStatus(Good):
    def status(self, conversation_id: str | None) -> Status | None:
        return Status((Fact("Chats", 3),))  # type: ignore[arg-type]


class StatusOfAnUnknownOption(Good):
    def status(self, conversation_id: str | None) -> Status | None:
        return Status(choices={"longest": (Choice("8", "Eight"),)})


class DearStatus(Good):
    def status(self, conversation_id: str | None) -> Status | None:
        end = time.thread_time() + 0.06
        while time.thread_time() < end:
            pass
        return None


class BreaksWhenPressed(Good):
    def act(self, action: str, conversation_id: str | None) -> str:
        raise KeyError(action)


class SilentWhenPressed(Good):
    def act(self, action: str, conversation_id: str | None) -> str:
        return None  # type: ignore[return-value]


# --- replies
class Nothing(Good):
    def draft(self, context: Context, budget: Budget) -> Draft | None:
        return None


class OverBudget(Good):
    def draft(self, context: Context, budget: Budget) -> Draft | None:
        return Draft.chain([0] * (budget.tokens + 1))


class PastTheVocabulary(Good):
    def draft(self, context: Context, budget: Budget) -> Draft | None:
        return Draft.chain([self._target.vocab_size])


class WritesIntoTheContext(Good):
    def draft(self, context: Context, budget: Budget) -> Draft | None:
        context.token_ids._token_ids.append(7)  # type: ignore[attr-defined]
        return None


class ChangesTheOutcome(Good):
    def observe(self, outcome: Outcome) -> None:
        super().observe(outcome)
        object.__setattr__(outcome, "accepted", 99)


class ChangesTheSession(Good):
    def start(self, session: Session) -> None:
        super().start(session)
        object.__setattr__(session, "temporary", True)


class ExpectsAWholeReply(Good):
    def start(self, session: Session) -> None:
        super().start(session)
        self._observed = False

    def observe(self, outcome: Outcome) -> None:
        super().observe(outcome)
        self._observed = True

    def finish(self) -> None:
        if not self._observed:
            raise RuntimeError("nothing was observed")
        super().finish()


class ExpectsAPromptAlone(Good):
    """Takes what is there at its start for the whole prompt, whose length it knows."""

    lengths: ClassVar[set[int]] = set()

    def start(self, session: Session) -> None:
        super().start(session)
        if len(session.token_ids) != 40:
            raise RuntimeError("where does this come from?")


class OneChatAlone(Good):
    def start(self, session: Session) -> None:
        super().start(session)
        self._chat = getattr(self, "_chat", session.conversation_id)
        if self._chat != session.conversation_id:
            raise RuntimeError("another chat")


class LargestTargetAlone(Good):
    def attach(self, target: Target) -> None:
        if target.vocab_size > getattr(self, "_target", target).vocab_size or not hasattr(self, "_target"):
            self._target = target


class ExpectsTokens(Good):
    def draft(self, context: Context, budget: Budget) -> Draft | None:
        return Draft.chain([context.token_ids[-1]])


class ExpectsManyIds(Good):
    def draft(self, context: Context, budget: Budget) -> Draft | None:
        return Draft.chain([4])


class TrustsTheTokenizer(Good):
    def attach(self, target: Target) -> None:
        super().attach(target)
        self._names = {number: name for name, number in target.tokenizer.vocabulary().items()}

    def start(self, session: Session) -> None:
        super().start(session)
        self._text = [self._names[token] for token in session.token_ids]


class Slow(Good):
    def draft(self, context: Context, budget: Budget) -> Draft | None:
        end = time.thread_time() + 12 * budget.microseconds / 1e6
        while time.thread_time() < end:
            pass
        return None


class Hangs(Good):
    def draft(self, context: Context, budget: Budget) -> Draft | None:
        time.sleep(60)
        return None


class RefusesToDraft(Good):
    def draft(self, context: Context, budget: Budget) -> Draft | None:
        raise Unsuitable("not today")


class RefusesEveryTarget(Good):
    def attach(self, target: Target) -> None:
        raise Unsuitable("no model is chosen")


# --- privacy
class KeepsTemporaryChats(Good):
    def finish(self) -> None:
        assert self._session is not None
        self._chats[self._session.conversation_id] = self._now
        self._save()


class NotesTheNamesOfTemporaryChats(Good):
    def start(self, session: Session) -> None:
        super().start(session)
        (session.data_folder / "seen.txt").write_text(session.conversation_id)


class HidesTemporaryChats(KeepsTemporaryChats):
    """In a form that no search for bytes finds."""

    def open(self, host: Host) -> None:
        super().open(host)
        try:
            text = bytes(byte ^ 0x5A for byte in self._file.read_bytes()).decode()
            self._chats = {key: list(ids) for key, ids in json.loads(text).items()}
        except (OSError, ValueError):
            self._chats = {}

    def _save(self) -> None:
        self._file.write_bytes(bytes(byte ^ 0x5A for byte in json.dumps(self._chats).encode()))


class NeverForgets(Good):
    def forget(self, conversation_id: str) -> None:
        return


class ForgetsInMemoryAlone(Good):
    def forget(self, conversation_id: str) -> None:
        self._chats.pop(conversation_id, None)


class ForgetsOnTheDiskAlone(Good):
    def forget(self, conversation_id: str) -> None:
        chats = dict(self._chats)
        self._chats.pop(conversation_id, None)
        self._save()
        self._chats = chats


class ForgetsOnlyItsOwn(Good):
    """What came through `learn` stays."""

    def learn(self, transcript: Transcript) -> None:
        self._chats["learnt " + transcript.conversation_id] = [i for ids in transcript.sequences for i in ids]
        self._save()


class CantForgetBeforeATarget(Good):
    def forget(self, conversation_id: str) -> None:
        if not hasattr(self, "_target"):
            raise RuntimeError("attach comes first")
        super().forget(conversation_id)


# --- the folder and the process
class RefusesAnOldFile(Good):
    def open(self, host: Host) -> None:
        if (host.data_folder / "chats.json").exists():
            raise RuntimeError("there is something already")
        super().open(host)


class NeedsItsFile(Good):
    """Makes its file once in the life of the process."""

    made: ClassVar[set[Path]] = set()

    def open(self, host: Host) -> None:
        super().open(host)
        if self._file not in self.made:
            self.made.add(self._file)
            self._save()
        json.loads(self._file.read_text())


class LeavesALock(Good):
    def open(self, host: Host) -> None:
        super().open(host)
        self._lock = host.data_folder / "lock"
        if self._lock.exists():
            raise RuntimeError("somebody else has it open")
        self._lock.write_text("")

    def close(self) -> None:
        self._lock.unlink()


class TrustsItsFile(Good):
    def open(self, host: Host) -> None:
        super().open(host)
        if self._file.exists():
            json.loads(self._file.read_text())


class LeavesAThread(Good):
    ends: ClassVar[list[threading.Event]] = []

    def open(self, host: Host) -> None:
        super().open(host)
        self.ends.append(threading.Event())
        threading.Thread(target=self.ends[-1].wait, daemon=True).start()


class MovesAway(Good):
    def open(self, host: Host) -> None:
        super().open(host)
        os.chdir(host.data_folder)


class AddsAPath(Good):
    def open(self, host: Host) -> None:
        super().open(host)
        sys.path.append(str(host.data_folder))
