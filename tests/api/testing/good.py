"""A speculator that keeps every rule. The bad ones derive from it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import ClassVar

from foreword.api import (
    Action,
    BoolOption,
    Budget,
    Choice,
    ChoiceOption,
    Context,
    Draft,
    Fact,
    FloatOption,
    Host,
    IntOption,
    Option,
    Outcome,
    Session,
    Speculator,
    Status,
    Target,
    TextOption,
    Transcript,
    Value,
)


class Good(Speculator):
    """Remembers chats in a file and goes on with what followed the last two tokens; keeps every rule."""

    summary = "Knows what followed."
    likeliest_wanted = 3
    options: ClassVar[tuple[Option, ...]] = (
        IntOption("longest", 8, 1, 64),
        FloatOption("trust", 0.5, 0.0, 1.0),
        BoolOption("eager", True),
        ChoiceOption("kind", "chain", ("chain", "none")),
        TextOption("note", ""),
    )

    def open(self, host: Host) -> None:
        self._host = host
        self._file = host.data_folder / "chats.json"
        self._chats: dict[str, list[int]] = {}
        self._now: list[int] = []
        self._session: Session | None = None
        try:
            self._chats = {
                str(key): [int(i) for i in ids] for key, ids in json.loads(self._file.read_text()).items()
            }
        except (OSError, ValueError, AttributeError, TypeError):
            self._chats = {}

    def configure(self, values: Mapping[str, Value]) -> None:
        self._values = values

    def attach(self, target: Target) -> None:
        self._target = target

    def learn(self, transcript: Transcript) -> None:
        self._chats[transcript.conversation_id] = [i for ids in transcript.sequences for i in ids]
        self._save()

    def start(self, session: Session) -> None:
        self._session, self._now = session, list(session.token_ids)

    def draft(self, context: Context, budget: Budget) -> Draft | None:
        if self._values["kind"] == "none" or len(self._now) < 2:
            return None
        for ids in (self._now, *self._chats.values()):
            for at in range(len(ids) - 2, 1, -1):
                if ids[at - 2 : at] == self._now[-2:]:
                    end = at + min(budget.tokens, int(self._values["longest"]))
                    chain = [i for i in ids[at:end] if i < self._target.vocab_size]
                    return Draft.chain(chain, match_length=2)
        return None

    def observe(self, outcome: Outcome) -> None:
        self._now.extend(outcome.token_ids)

    def finish(self) -> None:
        assert self._session is not None
        if not self._session.temporary:
            self._chats[self._session.conversation_id] = self._now
            self._save()
        self._now = []

    def forget(self, conversation_id: str) -> None:
        self._chats.pop(conversation_id, None)
        self._save()

    def status(self, conversation_id: str | None) -> Status | None:
        return Status(
            (Fact("Chats", str(len(self._chats))),),
            (Action("clear", "Clear"), Action("rebuild", "Rebuild")),
            {"note": (Choice("a", "A"),)},
        )

    def act(self, action: str, conversation_id: str | None) -> str:
        self._chats.clear()
        self._save()
        if action == "rebuild":
            self._host.request_history()
        return "Done."

    def _save(self) -> None:
        self._file.write_text(json.dumps(self._chats))
