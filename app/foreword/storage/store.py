"""The chats: every question and every change that the session has for the database.

Reads happen on the calling thread, writes on the writer's. Knows nothing of replies in the making,
models or widgets; takes and gives the records of `records.py`.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar, cast

from sqlalchemy import CursorResult, Delete, Select, Update, delete, literal, select, update
from sqlalchemy.orm import Session, aliased

from foreword.storage.database import engine_for
from foreword.storage.errors import StorageError, environment_faults
from foreword.storage.migrate import MIGRATIONS, Migrations
from foreword.storage.opening import Opened, prepare
from foreword.storage.records import ConversationSummary, Turn
from foreword.storage.schema import (
    ConversationRow,
    TurnRow,
    changing_columns,
    pack_token_ids,
    unpack_token_ids,
)
from foreword.storage.writer import Writer

log = logging.getLogger(__name__)

T = TypeVar("T")


class ChatStore:
    """The open database. Every method raises StorageError where the environment fails it.

    Read from one thread only. `notices` are lines that the user has to see after opening;
    `read_only` says that every change will be refused.
    """

    def __init__(self, opened: Opened) -> None:
        self.path = opened.path
        self.read_only = opened.read_only
        self.notices = opened.notices
        self._reader = engine_for(opened.path, "read-only file" if opened.read_only else "read")
        self._writer = None if opened.read_only else Writer(opened.path)

    @classmethod
    def open(cls, path: Path, migrations: Migrations = MIGRATIONS) -> ChatStore:
        """Open or create, mend what needs mending, and mark replies that a crash cut off."""
        store = cls(prepare(path, migrations))
        if store.read_only:
            return store
        try:
            cut_off = store._write(_mark_interrupted)
        except StorageError:
            store.close()
            raise
        if cut_off:
            log.info("replies found unfinished, marked interrupted: %d", cut_off)
        return store

    # --- reading
    def conversations(self) -> list[ConversationSummary]:
        """All of them, the one used last first."""
        newest = select(ConversationRow).order_by(
            ConversationRow.updated_at.desc(), ConversationRow.id.desc()
        )
        return self._read(lambda session: [row.summary() for row in session.scalars(newest)])

    def summary(self, conversation_id: str) -> ConversationSummary | None:
        def read(session: Session) -> ConversationSummary | None:
            row = session.get(ConversationRow, conversation_id)
            return row.summary() if row else None

        return self._read(read)

    def branch(self, conversation_id: str) -> tuple[Turn, ...]:
        """The turns of the open branch, oldest first; empty where there is no such conversation."""
        path = _open_branch(conversation_id)
        turns = self._read(lambda session: tuple(row.record() for row in session.scalars(path)))
        if self.read_only:  # nothing could mark them, and nobody is writing them any more
            turns = tuple(replace(t, status="interrupted") if t.status == "streaming" else t for t in turns)
        return turns

    def token_ids(self, turn_id: str) -> tuple[int, ...]:
        """The ids that the reply was made of; empty where none were kept."""
        ids = select(TurnRow.token_ids).where(TurnRow.id == turn_id)
        return unpack_token_ids(self._read(lambda session: session.scalar(ids)) or b"")

    # --- writing; each waits for its commit, but for `checkpoint`
    def add(self, turns: Sequence[Turn], new: ConversationSummary | None = None) -> None:
        """Add turns that follow one another and open the branch that ends with them.

        All or nothing. With `new`, the conversation is created first.
        """

        def write(session: Session) -> None:
            if new is not None:
                session.add(ConversationRow(**_columns(new), leaf_id=None))
                session.flush()
            for turn in turns:
                session.add(TurnRow.of(turn))
                session.flush()
            last = turns[-1]
            _change_one(
                session,
                update(ConversationRow)
                .where(ConversationRow.id == last.conversation_id)
                .values(leaf_id=last.id, updated_at=last.created_at),
            )

        self._write(write)

    def checkpoint(self, turn_id: str, text: str) -> Future[None]:
        """Keep the text of a reply that still grows, without waiting. Rewrites that one row."""
        changed = update(TurnRow).where(TurnRow.id == turn_id, TurnRow.status == "streaming")
        return self._write_soon(lambda session: _change_one(session, changed.values(text=text)))

    def finish(self, turn: Turn, token_ids: Iterable[int]) -> None:
        """Keep a reply as it ended: text, status, reason, error, stats and token ids."""
        values = changing_columns(turn) | {"token_ids": pack_token_ids(token_ids)}
        changed = update(TurnRow).where(TurnRow.id == turn.id).values(**values)
        self._write(lambda session: _change_one(session, changed))

    def rename(self, conversation_id: str, title: str) -> None:
        changed = update(ConversationRow).where(ConversationRow.id == conversation_id).values(title=title)
        self._write(lambda session: _change_one(session, changed))

    def delete(self, conversation_id: str) -> None:
        """Delete for good: the freed pages are overwritten, and the log that holds the text is cut."""
        gone = delete(ConversationRow).where(ConversationRow.id == conversation_id)
        self._write(lambda session: _change_one(session, gone))
        if self._writer is not None and not self._writer.empty_log():
            log.warning("another reader kept the log of %s; it is emptied at the next chance", self.path)

    def close(self) -> None:
        """Write what is queued, then close. Nothing may be asked of the store afterwards."""
        self._reader.dispose()
        if self._writer is not None:
            self._writer.close()

    # --- the two ways to the database
    def _read(self, question: Callable[[Session], T]) -> T:
        with environment_faults(self.path), Session(self._reader) as session:
            return question(session)

    def _write(self, job: Callable[[Session], T]) -> T:
        return self._write_soon(job).result()

    def _write_soon(self, job: Callable[[Session], T]) -> Future[T]:
        if self._writer is None:
            raise StorageError(self.notices[0] if self.notices else f"{self.path.name} is open read-only.")
        return self._writer.submit(job)


def _open_branch(conversation_id: str) -> Select[TurnRow]:
    """Climb from the conversation's leaf to the root, then order the other way round."""
    leaf = (
        select(TurnRow.id, TurnRow.parent_id, literal(0).label("height"))
        .join(ConversationRow, ConversationRow.leaf_id == TurnRow.id)
        .where(ConversationRow.id == conversation_id)
        .cte("branch", recursive=True)
    )
    parent = aliased(TurnRow)
    path = leaf.union_all(
        select(parent.id, parent.parent_id, leaf.c.height + 1).join(leaf, parent.id == leaf.c.parent_id)
    )
    return select(TurnRow).join(path, TurnRow.id == path.c.id).order_by(path.c.height.desc())


def _mark_interrupted(session: Session) -> int:
    stale = update(TurnRow).where(TurnRow.status == "streaming").values(status="interrupted")
    return _rows_changed(session, stale)


def _change_one(session: Session, statement: Update | Delete) -> None:
    """Raises LookupError where the row isn't there: then the caller is wrong about what exists."""
    changed = _rows_changed(session, statement)
    if changed != 1:
        raise LookupError(f"{changed} rows changed instead of one")


def _rows_changed(session: Session, statement: Update | Delete) -> int:
    return cast(CursorResult[Any], session.execute(statement)).rowcount


def _columns(summary: ConversationSummary) -> dict[str, Any]:
    return {
        "id": summary.id,
        "title": summary.title,
        "created_at": summary.created_at,
        "updated_at": summary.updated_at,
    }
