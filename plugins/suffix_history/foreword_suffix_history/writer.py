"""What changes the history: learn, replace, forget, keep to the cap. Runs on the store's own thread.

Work is done in slices, a transaction each, so that the log stays short and the process may die at any
moment: what is to be erased is first marked as doomed, and erased at the next start if need be. Raises
sqlite3.Error where the file or the disk fails; the store says what that means.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from foreword_suffix_history import chunk as chunks_of
from foreword_suffix_history import erasing
from foreword_suffix_history.blocks import Blocks
from foreword_suffix_history.chunk import OFFSETS, TOKENS, Chunk
from foreword_suffix_history.errors import Unavailable
from foreword_suffix_history.grams import TOKEN_BYTES, keys, packed
from foreword_suffix_history.index import Index

SLICE = 4096
"""Tokens written in one transaction."""

LOG = 4 << 20
"""Bytes of write-ahead log after which it is folded into the file."""

RESERVE = 8 << 20
"""Bytes of the cap kept for the log: one slice may come on top of a log that is about to be folded."""

BLOCK_BYTES = 1048
"""What a block costs on disk, SQLite's own pages included."""

NEED = 160
"""Blocks that a slice may take: 18 of tokens, and as many splits of leaves as ever happen."""

TOKEN_COST = 24
"""Bytes on disk for a token, index included, in a file that is in order."""


class Writer:
    """The one that writes. `stopping` may be set by another thread: long work then ends early."""

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        self._connection = connection
        self._log = path.with_name(path.name + "-wal")
        self._cap = 0
        self.stopping = False
        self.blocks = Blocks(connection)
        self.index = Index(connection, self.blocks)

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            yield self._connection
            self._connection.execute("COMMIT")
        except BaseException:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            raise
        if self._log_bytes() > LOG:
            self.fold()

    def prepare(self) -> None:
        """Make an empty file ready."""
        with self.transaction():
            self.index.prepare()

    # --- learning
    def learn(
        self, name: str, fingerprint: str, token_ids: Sequence[int], counts: Mapping[str, int] | None = None
    ) -> None:
        """Store what is new of this sequence: its tail, where the conversation's beginning is known.

        `counts` are added to the counters.
        """
        with self.transaction():
            for counter, value in (counts or {}).items():
                self._count(counter, value)
            tokenizer = self._tokenizer(fingerprint)
            conversation = self._conversation(name, tokenizer)
        tokens = packed(token_ids)
        found, reach = chunks_of.path(self.chunks(conversation), tokens)
        tip = found[-1] if found else None
        while reach < len(token_ids):
            stop = min(len(token_ids), reach + SLICE)
            if not self._make_room(conversation):
                return
            with self.transaction():
                tip = self._append(conversation, tokenizer, tip, tokens[: stop * TOKEN_BYTES], reach)
            reach = stop
            if self.stopping:
                return

    def replace(self, name: str, fingerprint: str, sequences: Iterable[Sequence[int]]) -> None:
        """Make these the conversation's only sequences; nothing is written where they are already."""
        wanted = sorted(packed(sequence) for sequence in sequences)
        with self.transaction() as connection:
            tokenizer = self._tokenizer(fingerprint)
            row = connection.execute(
                "SELECT id FROM conversation WHERE name = ? AND tokenizer = ?", (name, tokenizer)
            ).fetchone()
        outdated = row is not None and not self._holds_exactly(row[0], wanted)
        if outdated:
            self._doom("id = ?", row[0])
        for tokens in wanted:
            self.learn(name, fingerprint, memoryview(tokens).cast("I"))
        if outdated:
            self._fold_or_raise()  # a message may have been deleted

    def _holds_exactly(self, conversation: int, wanted: Sequence[bytes]) -> bool:
        """Whether every sequence is stored, and nothing else: as many tokens as the sequences' tree has."""
        chunks = self.chunks(conversation)
        nodes, before = 0, b""
        for tokens in wanted:
            if chunks_of.path(chunks, tokens)[1] * TOKEN_BYTES < len(tokens):
                return False
            nodes += len(tokens) // TOKEN_BYTES - chunks_of.common(before, tokens)
            before = tokens
        return nodes == sum(chunk.used for chunk in chunks)

    def _append(self, conversation: int, tokenizer: int, tip: Chunk | None, tokens: bytes, at: int) -> Chunk:
        """Write and index `tokens` from index `at` on, behind `tip`, which holds the token before them."""
        begin, end = at, len(tokens) // TOKEN_BYTES
        first: list[tuple[int, int]] = []  # (index in the conversation, place) of the first token of a run
        if tip is not None and at == tip.end and not tip.next and tip.used < TOKENS:
            taken = min(TOKENS - tip.used, end - at)
            first.append((at, tip.block * OFFSETS + tip.used))
            tip.tokens += tokens[at * TOKEN_BYTES : (at + taken) * TOKEN_BYTES]
            self.blocks.write(tip.block, tip.packed())
            at += taken
        while at < end:
            taken = min(TOKENS, end - at)
            body = tokens[at * TOKEN_BYTES : (at + taken) * TOKEN_BYTES]
            new = Chunk(0, tip.block if tip else 0, 0, at, tokenizer, body)
            new.block = self.blocks.take(new.packed())
            self._connection.execute("INSERT INTO piece VALUES (?, ?, ?)", (conversation, at, new.block))
            if tip is not None and at == tip.end and not tip.next:
                tip.next = new.block
                self.blocks.write(tip.block, tip.packed())
            first.append((at, new.block * OFFSETS))
            tip = new
            at += taken
        self.index.add(_placed(keys(tokenizer, tokens, begin), first))
        self._connection.execute(
            "UPDATE conversation SET tokens = tokens + ? WHERE id = ?", (end - begin, conversation)
        )
        assert tip is not None
        return tip

    # --- forgetting
    def forget(self, name: str) -> None:
        """Erase a conversation under every tokenizer, from the file and from its log."""
        self._doom("name = ?", name)
        self.shrink()
        self._fold_or_raise()

    def resume(self) -> None:
        """Finish what the last process had begun to erase."""
        if self._connection.execute("SELECT 1 FROM conversation WHERE doomed LIMIT 1").fetchone():
            self.erase_doomed()
            self._fold_or_raise()

    def erase_doomed(self) -> None:
        """Erase what is marked as doomed, the last tokens first. Raises Unavailable where it is cut short."""
        rows = self._connection.execute("SELECT id FROM conversation WHERE doomed").fetchall()
        for (conversation,) in rows:
            for batch in erasing.batches(self.chunks(conversation)):
                with self.transaction():
                    erasing.erase(self._connection, self.blocks, self.index, conversation, batch)
                if self.stopping:
                    raise Unavailable("The history file was closed; erasing goes on at the next start.")
            with self.transaction() as connection:
                connection.execute("DELETE FROM conversation WHERE id = ?", (conversation,))

    def clear(self, *, feed_again: bool) -> None:
        """Forget all, statistics included. `feed_again`: the stored chats are wanted once more."""
        with self.transaction() as connection:
            for table in ("piece", "conversation", "leaf", "free", "block", "note"):
                connection.execute(f"DELETE FROM {table}")
            self.index.prepare()
            if feed_again:
                connection.execute("UPDATE tokenizer SET fed = 0")
        self._connection.execute("VACUUM")
        self.fold()

    def _doom(self, condition: str, value: object) -> None:
        with self.transaction() as connection:
            connection.execute(f"UPDATE conversation SET doomed = 1 WHERE {condition}", (value,))
        self.erase_doomed()

    # --- size
    def set_cap(self, cap: int) -> None:
        """Keep database and log under `cap` bytes from now on; drop the oldest until they are."""
        self._cap = cap
        while (over := self.blocks.bytes()) > cap - RESERVE and not self.stopping:
            allowed = int(self._tokens() * (cap - RESERVE) / over * 0.9)
            while self._tokens() > allowed and self._drop_oldest(0) and not self.stopping:
                pass
            empty = self._tokens() == 0
            self.compact()
            if empty:
                break

    def shrink(self) -> None:
        """Compact the file where most of it stands empty."""
        if self.blocks.bytes() > 2 * TOKEN_COST * self._tokens() + (16 << 20):
            self.compact()

    def compact(self) -> None:
        """Give free space back to the disk."""
        with self.transaction() as connection:
            self.index.merge()
            connection.execute("DELETE FROM block WHERE id IN (SELECT block FROM free)")
            connection.execute("DELETE FROM free")
        self._connection.execute("VACUUM")
        self.fold()

    def fold(self) -> bool:
        """Bring the log into the file and cut it to nothing; False where a reader is in the way."""
        busy: int = self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
        return busy == 0

    def _fold_or_raise(self) -> None:
        if not self.fold():
            raise Unavailable("The history file is being read: its log will be erased later.")

    def _make_room(self, keep: int) -> bool:
        """Drop the oldest conversations, but never `keep`, until a slice fits; False where it can't."""
        while self._cap and self._room() < NEED:
            if self.stopping or not self._drop_oldest(keep):
                return False
        return True

    def _room(self) -> int:
        """Blocks that may still be taken."""
        room = (self._cap - RESERVE - self.blocks.bytes()) // BLOCK_BYTES
        return room if room >= NEED else room + self.blocks.free()

    def _drop_oldest(self, keep: int) -> bool:
        row = self._connection.execute(
            "SELECT id FROM conversation WHERE id != ? AND NOT doomed ORDER BY touched LIMIT 1", (keep,)
        ).fetchone()
        if row is not None:
            self._doom("id = ?", row[0])
        return row is not None

    def _log_bytes(self) -> int:
        return self._log.stat().st_size if self._log.exists() else 0

    # --- rows
    def chunks(self, conversation: int) -> list[Chunk]:
        """All chunks of a conversation, parents first."""
        return chunks_of.all_of(self._connection, conversation)

    def mark_fed(self, fingerprint: str) -> None:
        with self.transaction() as connection:
            tokenizer = self._tokenizer(fingerprint)
            connection.execute("UPDATE tokenizer SET fed = 1 WHERE id = ?", (tokenizer,))

    def _count(self, name: str, value: int) -> int:
        """Add to a counter and return it."""
        total: int = self._connection.execute(
            "INSERT INTO note VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value"
            " RETURNING value",
            (name, value),
        ).fetchone()[0]
        return total

    def _tokens(self) -> int:
        total: int = self._connection.execute("SELECT coalesce(sum(tokens), 0) FROM conversation").fetchone()[
            0
        ]
        return total

    def _tokenizer(self, fingerprint: str) -> int:
        self._connection.execute(
            "INSERT OR IGNORE INTO tokenizer (fingerprint, fed) VALUES (?, 0)", (fingerprint,)
        )
        row = self._connection.execute(
            "SELECT id FROM tokenizer WHERE fingerprint = ?", (fingerprint,)
        ).fetchone()
        tokenizer: int = row[0]
        return tokenizer

    def _conversation(self, name: str, tokenizer: int) -> int:
        """The row of a conversation, new or not, marked as touched now."""
        row = self._connection.execute(
            "INSERT INTO conversation (name, tokenizer, tokens, touched, doomed) VALUES (?, ?, 0, ?, 0)"
            " ON CONFLICT (name, tokenizer) DO UPDATE SET touched = excluded.touched RETURNING id",
            (name, tokenizer, self._count("clock", 1)),
        ).fetchone()
        conversation: int = row[0]
        return conversation


def _placed(
    found: Iterable[tuple[int, int, int]], first: Sequence[tuple[int, int]]
) -> Iterator[tuple[int, int, int]]:
    """Index entries from keys: `first` tells for each run of tokens where its first one lies."""
    runs = iter([*first[1:], (1 << 62, 0)])
    base, place = first[0]
    following, following_place = next(runs)
    for index, hash_, signature in found:
        while index >= following:
            base, place = following, following_place
            following, following_place = next(runs)
        yield hash_, place + index - base, signature
