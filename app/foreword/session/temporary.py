"""A temporary chat: the same questions that a store answers, for one conversation that is kept nowhere."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import replace

from foreword.session.conversation import ConversationSummary, Turn


class TemporaryChat:
    """One conversation in memory. Lives as long as it is open; the end of it is the end of its words."""

    def __init__(self, summary: ConversationSummary) -> None:
        self._summary = summary
        self._turns: dict[str, Turn] = {}
        self._token_ids: dict[str, tuple[int, ...]] = {}
        self._traces: dict[str, bytes] = {}
        self._leaf: str | None = None

    # --- reading
    def summary(self, _conversation_id: str) -> ConversationSummary:
        return self._summary

    def branch(self, _conversation_id: str) -> tuple[Turn, ...]:
        path: list[Turn] = []
        turn_id = self._leaf
        while turn_id is not None:
            path.append(self._turns[turn_id])
            turn_id = path[-1].parent_id
        return tuple(reversed(path))

    def versions(self, _conversation_id: str) -> Mapping[str, tuple[str, ...]]:
        groups: dict[tuple[str | None, str], list[str]] = {}
        for turn in self._turns.values():
            groups.setdefault((turn.parent_id, turn.role), []).append(turn.id)
        return {turn: tuple(group) for group in groups.values() if len(group) > 1 for turn in group}

    def count_from(self, _conversation_id: str, turn_id: str) -> int:
        return len(self._with_all_below(turn_id))

    def token_ids(self, turn_id: str) -> tuple[int, ...]:
        return self._token_ids.get(turn_id, ())

    def trace(self, turn_id: str) -> bytes:
        return self._traces.get(turn_id, b"")

    # --- changing
    def add(self, turns: Sequence[Turn], _new: ConversationSummary | None = None) -> None:
        self._turns.update({turn.id: turn for turn in turns})
        self._leaf = turns[-1].id

    def checkpoint(self, _turn_id: str, _text: str) -> Future[None]:
        """There is nothing to keep."""
        done: Future[None] = Future()
        done.set_result(None)
        return done

    def resume(self, turn_id: str) -> None:
        self._turns[turn_id] = replace(self._turns[turn_id], status="streaming")

    def finish(self, turn: Turn, token_ids: Iterable[int], trace: bytes = b"") -> None:
        self._turns[turn.id] = turn
        self._traces[turn.id] = trace
        self._token_ids[turn.id] = tuple(token_ids)

    def change(self, _conversation_id: str, **columns: object) -> None:
        self._summary = replace(self._summary, **columns)  # type: ignore[arg-type]

    def rename(self, conversation_id: str, title: str) -> None:
        self.change(conversation_id, title=title, named=True)

    def show_version(self, _conversation_id: str, turn_id: str) -> None:
        self._leaf = self._turns[turn_id].id
        while children := [turn.id for turn in self._turns.values() if turn.parent_id == self._leaf]:
            self._leaf = children[-1]

    def delete_turn(self, conversation_id: str, turn_id: str) -> int:
        doomed = self._with_all_below(turn_id)
        first = self._turns[turn_id]
        was_open = self._leaf in doomed
        for gone in doomed:
            del self._turns[gone]
            self._token_ids.pop(gone, None)
            self._traces.pop(gone, None)
        if was_open:
            self._leaf = first.parent_id
            others = [turn.id for turn in self._turns.values() if turn.parent_id == first.parent_id]
            if others:
                self.show_version(conversation_id, others[-1])
        return len(doomed)

    def _with_all_below(self, turn_id: str) -> list[str]:
        found = [turn_id]
        for each in found:
            found.extend(turn.id for turn in self._turns.values() if turn.parent_id == each)
        return found
