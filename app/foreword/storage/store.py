"""The chats: what the session asks of chats.db, in records and back.

Conversations and their turns are here; folders, presets and drafts are `shelf`, the search is `search`,
the shape of a conversation `tree`. Reads come from the window's thread, writes run on the writer's.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

from foreword.storage import tree
from foreword.storage.access import Access
from foreword.storage.arrivals import Arrivals, read_whole
from foreword.storage.erasing import Eraser
from foreword.storage.errors import StorageError
from foreword.storage.lines import Lines
from foreword.storage.migrate import MIGRATIONS, Migrations
from foreword.storage.opening import Opened, prepare
from foreword.storage.records import ConversationSummary, Turn, WholeChat
from foreword.storage.schema import (
    ConversationRow,
    TurnRow,
    changing_columns,
    pack_token_ids,
    unpack_token_ids,
)
from foreword.storage.search import Search
from foreword.storage.shelf import Drafts, Folders, Presets
from foreword.storage.tree import change_one, rows_changed

log = logging.getLogger(__name__)


class ChatStore:
    """The open database. Every method raises StorageError where the environment fails it.

    Read from one thread only. `notices` are lines that the user has to see after opening;
    `read_only` says that every change will be refused.
    """

    def __init__(self, opened: Opened) -> None:
        self.path = opened.path
        self.read_only = opened.read_only
        self.notices = opened.notices
        self.access = Access(opened)
        self.folders = Folders(self.access)
        self.presets = Presets(self.access)
        self.drafts = Drafts(self.access)
        self._lines = Lines()
        self._eraser = Eraser(self.access)
        self.search = Search(opened.path, read_only=opened.read_only)

    @classmethod
    def open(cls, path: Path, migrations: Migrations = MIGRATIONS) -> ChatStore:
        """Open or create, mend what needs mending, mark replies that a crash cut off, empty the bin."""
        store = cls(prepare(path, migrations))
        if store.read_only:
            return store
        try:
            cut_off = store.access.write(_mark_interrupted)
            store.empty_bin()
        except StorageError:
            store.close()
            raise
        if cut_off:
            log.info("replies found unfinished, marked interrupted: %d", cut_off)
        return store

    # --- reading
    def conversations(self) -> list[ConversationSummary]:
        """All of them, the one used last first."""
        return self.access.read(self._lines.read)

    def summary(self, conversation_id: str) -> ConversationSummary | None:
        """None where there is no such conversation, or it is in the bin."""

        def read(session: Session) -> ConversationSummary | None:
            row = session.get(ConversationRow, conversation_id)
            return row.summary() if row and row.deleted_at is None else None

        return self.access.read(read)

    def branch(self, conversation_id: str) -> tuple[Turn, ...]:
        """The turns of the open branch, oldest first; empty where there is no such conversation."""
        path = tree.open_branch(conversation_id)
        turns = self.access.read(lambda session: tuple(row.record() for row in session.scalars(path)))
        if self.read_only:  # nothing could mark them, and nobody is writing them any more
            turns = tuple(replace(t, status="interrupted") if t.status == "streaming" else t for t in turns)
        return turns

    def branches(self, conversation_id: str) -> tuple[tuple[Turn, ...], ...]:
        """Every version of a conversation: the path from its root to each turn that nothing follows."""
        return self.access.read(lambda session: tree.all_branches(session, conversation_id))

    def versions(self, conversation_id: str) -> Mapping[str, tuple[str, ...]]:
        """For each turn that has versions, the ids of all of them, itself included, oldest first."""
        return self.access.read(lambda session: tree.versions(session, conversation_id))

    def count_from(self, conversation_id: str, turn_id: str) -> int:
        """How many turns go with this one, itself included, in every version."""
        return self.access.read(lambda session: tree.count_from(session, conversation_id, turn_id))

    def token_ids(self, turn_id: str) -> tuple[int, ...]:
        """The ids that the reply was made of; empty where none were kept."""
        ids = select(TurnRow.token_ids).where(TurnRow.id == turn_id)
        return unpack_token_ids(self.access.read(lambda session: session.scalar(ids)) or b"")

    def trace(self, turn_id: str) -> bytes:
        """Where the reply's pieces came from, as it was given to `finish`; empty where nothing was kept."""
        trace = select(TurnRow.trace).where(TurnRow.id == turn_id)
        return self.access.read(lambda session: session.scalar(trace)) or b""

    def whole(self, conversation_id: str) -> WholeChat | None:
        """A conversation with all that belongs to it; None where there is none, or it is in the bin."""
        return self.access.read(lambda session: read_whole(session, conversation_id))

    # --- turns; each waits for its commit, but for `checkpoint`
    def add(self, turns: Sequence[Turn], new: ConversationSummary | None = None) -> None:
        """Add turns that follow one another and open the branch that ends with them.

        All or nothing. With `new`, the conversation is created first.
        """

        def write(session: Session) -> None:
            if new is not None:
                session.add(ConversationRow.of(new))
                session.flush()
            for turn in turns:
                session.add(TurnRow.of(turn))
                session.flush()
            last = turns[-1]
            change_one(
                session,
                update(ConversationRow)
                .where(ConversationRow.id == last.conversation_id)
                .values(leaf_id=last.id, updated_at=last.created_at),
            )

        self.access.write(write)

    def checkpoint(self, turn_id: str, text: str) -> Future[None]:
        """Keep the text of a reply that still grows, without waiting. Rewrites that one row."""
        changed = update(TurnRow).where(TurnRow.id == turn_id, TurnRow.status == "streaming")
        return self.access.write_soon(lambda session: change_one(session, changed.values(text=text)))

    def resume(self, turn_id: str) -> None:
        """A reply that was cut grows again."""
        changed = update(TurnRow).where(TurnRow.id == turn_id).values(status="streaming")
        self.access.write(lambda session: change_one(session, changed))

    def finish(self, turn: Turn, token_ids: Iterable[int], trace: bytes = b"") -> None:
        """Keep a reply as it ended: text, status, reason, error, stats, token ids, and where its pieces
        came from."""
        values = changing_columns(turn) | {"token_ids": pack_token_ids(token_ids), "trace": trace or None}
        changed = update(TurnRow).where(TurnRow.id == turn.id).values(**values)
        self.access.write(lambda session: change_one(session, changed))

    def show_version(self, conversation_id: str, turn_id: str) -> None:
        """Open the branch through this turn that was written last."""
        self.access.write(lambda session: tree.show(session, conversation_id, turn_id))

    def delete_turn(self, conversation_id: str, turn_id: str) -> int:
        """Delete a turn with all that follows it, for good; how many turns that were. See `delete`."""
        count = self.access.write(lambda session: tree.delete_turn(session, conversation_id, turn_id))
        self._eraser.start()
        return count

    # --- conversations
    def change(self, conversation_id: str, **columns: Any) -> None:
        """Set some of title, named, pinned, folder_id, preset_id, options."""
        changed = update(ConversationRow).where(ConversationRow.id == conversation_id).values(**columns)
        self.access.write(lambda session: change_one(session, changed))

    def rename(self, conversation_id: str, title: str) -> None:
        """Give it the title that the user chose."""
        self.change(conversation_id, title=title, named=True)

    def copy(
        self, source_id: str, new: ConversationSummary, new_id: Callable[[], str], up_to: str | None = None
    ) -> None:
        """Copy a conversation into `new`: whole, or with `up_to` the branch from the root to that turn."""
        self.access.write(lambda session: tree.copy_into(session, source_id, new, new_id, up_to))

    def arrivals(self) -> Arrivals:
        """A way in for conversations from outside; they come into sight all at once. From any thread."""
        return Arrivals(self.access, self._eraser.start)

    def bin(self, conversation_id: str) -> None:
        """Take it out of sight; `unbin` brings it back, until `delete` or the next start."""
        self.change(conversation_id, deleted_at=time.time())

    def unbin(self, conversation_id: str) -> None:
        self.change(conversation_id, deleted_at=None)

    def binned(self) -> list[str]:
        """The conversations in the bin."""
        ids = select(ConversationRow.id).where(ConversationRow.deleted_at.is_not(None))
        return self.access.read(lambda session: list(session.scalars(ids)))

    def delete(self, conversation_id: str) -> Future[None]:
        """Delete for good. It is gone when this returns; when the future is done, no trace of it is left:
        freed pages are overwritten, the index is merged, and the log that held the text is cut."""
        gone = delete(ConversationRow).where(ConversationRow.id == conversation_id)
        self.access.write(lambda session: change_one(session, gone))
        self.drafts.keep(conversation_id, self.drafts.EMPTY)
        return self._eraser.start()

    def empty_bin(self) -> None:
        for conversation_id in self.binned():
            self.delete(conversation_id)

    def settle(self) -> None:
        """Wait until no trace is left of what was deleted."""
        self._eraser.settle()

    def close(self) -> None:
        """Write what is queued, then close. Nothing may be asked of the store afterwards."""
        self.search.close()
        with suppress(StorageError):  # it is in the log, and the next deletion tries again
            self._eraser.settle()
        self.access.close()


def _mark_interrupted(session: Session) -> int:
    stale = update(TurnRow).where(TurnRow.status == "streaming").values(status="interrupted")
    return rows_changed(session, stale)
