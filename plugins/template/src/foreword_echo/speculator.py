"""The speculator: a table that is filled as the reply grows, and read for each draft.

What it learns stays in memory, and a temporary chat's only for that reply. The data folder holds two
counts, so that the settings can say how good it has been.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from foreword.api import (
    Action,
    BoolOption,
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
    Value,
)
from foreword_echo.table import KEPT, Table


class Echo(Speculator):
    summary = "Repeats what the model had in mind the last time it stood at the same words."
    likeliest_wanted = KEPT
    options = (
        IntOption("longest_draft", 6, 1, 32, label="Longest draft", unit="tokens"),
        IntOption(
            "branches",
            1,
            1,
            4,
            label="Branches",
            help="Different first tokens. Pays where trees are verified.",
        ),
        BoolOption("prompts", True, label="Learn from prompts", help="Not from replies alone."),
    )

    # --- outside of a reply
    def open(self, host: Host) -> None:
        self._file = host.data_folder / "counts.json"
        self._drafted, self._accepted = _read_counts(self._file)
        self._fingerprint = ""
        self._clear()

    def configure(self, values: Mapping[str, Value]) -> None:
        self._longest, self._branches = int(values["longest_draft"]), int(values["branches"])
        self._prompts = bool(values["prompts"])

    def attach(self, target: Target) -> None:
        if target.tokenizer.fingerprint != self._fingerprint:  # other ids: what we know means nothing now
            self._fingerprint = target.tokenizer.fingerprint
            self._clear()

    def status(self, conversation_id: str | None) -> Status:
        return Status(
            facts=(
                Fact("Places known", f"{len(self._kept):,}"),
                Fact("Accepted", f"{self._accepted:,} of {self._drafted:,} tokens drafted"),
            ),
            actions=(Action("clear", "Forget everything", confirm="Forget all that was learnt?"),),
        )

    def act(self, action: str, conversation_id: str | None) -> str:
        self._clear()
        return "Everything is forgotten."

    def forget(self, conversation_id: str) -> None:
        # The table doesn't know which chat it has a place from, so it can't give back one chat alone.
        if conversation_id in self._learnt_from:
            self._clear()

    # --- during a reply
    def start(self, session: Session) -> None:
        self._temporary = session.temporary
        self._table = Table() if session.temporary else self._kept
        if not session.temporary:
            self._learnt_from.add(session.conversation_id)
        ids = session.token_ids
        self._last = list(ids[-2:])
        self._proposed = 0
        if self._prompts:
            for at in range(1, len(ids)):
                self._table.note(ids[max(at - 2, 0) : at], ids[at], ())

    def draft(self, context: Context, budget: Budget) -> Draft | None:
        followers, match_length = self._table.look(self._last)
        ids: list[int] = []
        parents: list[int] = []
        for first in followers[: self._branches]:
            self._grow(first, ids, parents, budget.tokens)
        self._proposed = len(ids)
        return Draft(tuple(ids), tuple(parents), match_length=match_length)

    def observe(self, outcome: Outcome) -> None:
        for at, token in enumerate(outcome.token_ids):
            self._table.note(self._last, token, outcome.likeliest[at] if outcome.likeliest else ())
            self._last = [*self._last[-1:], token]
        if not self._temporary:
            self._drafted += self._proposed
            self._accepted += outcome.accepted
        self._proposed = 0

    def finish(self) -> None:
        self._table = self._kept
        if not self._temporary:
            with suppress(OSError):  # a full disk: two counts aren't worth a failure
                self._file.write_text(json.dumps([self._drafted, self._accepted]))

    def _grow(self, first: int, ids: list[int], parents: list[int], budget: int) -> None:
        """Append the chain that begins with `first`, each token the likeliest after the one before."""
        before, node, parent = [*self._last[-1:], first], first, -1
        for _ in range(self._longest):
            if len(ids) >= budget:
                return
            ids.append(node)
            parents.append(parent)
            parent = len(ids) - 1
            followers, _ = self._table.look(before)
            if not followers:
                return
            node = followers[0]
            before = [before[-1], node]

    def _clear(self) -> None:
        self._kept: Table = Table()
        self._table = self._kept
        self._learnt_from: set[str] = set()


def _read_counts(file: Path) -> tuple[int, int]:
    """What stands in the file; zeros where it is gone or damaged, which costs nothing but two numbers."""
    try:
        drafted, accepted = json.loads(file.read_text())
        return int(drafted), int(accepted)
    except (OSError, ValueError, TypeError):
        return 0, 0
