"""A host, a target and replies for the history; what its file holds, read without its help."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from foreword.api import Budget, Context, Draft, LocalModel, Outcome, Session, Target, Transcript
from foreword_suffix_history import SuffixHistorySpeculator, grams, leaf
from foreword_suffix_history.chunk import OFFSETS, Chunk, all_of
from foreword_suffix_history.store import Store

VOCABULARY = 50_000
BUDGET = Budget(tokens=16, microseconds=5_000)


class Tokenizer:
    """Only its name matters here."""

    def __init__(self, fingerprint: str = "one") -> None:
        self.fingerprint = fingerprint

    def encode(self, text: str) -> list[int]:
        raise NotImplementedError

    def decode(self, token_ids: Sequence[int]) -> str:
        raise NotImplementedError

    def vocabulary(self) -> Mapping[str, int]:
        raise NotImplementedError


class FakeHost:
    """Counts the requests for history."""

    def __init__(self, data_folder: Path) -> None:
        self.data_folder = data_folder
        self.requests = 0

    def models(self) -> Sequence[LocalModel]:
        return ()

    def request_history(self) -> None:
        self.requests += 1


class Bench:
    """A speculator of its own folder, driven as the pool does."""

    def __init__(self, folder: Path, **options: int) -> None:
        self.host = FakeHost(folder)
        self.options = options
        self.open()

    def open(self) -> None:
        self.speculator = SuffixHistorySpeculator()
        self.speculator.open(self.host)
        self.configure(**self.options)
        self.attach()

    def reopen(self) -> None:
        self.speculator.close()
        self.open()

    def configure(self, **options: int) -> None:
        values = {option.name: option.default for option in SuffixHistorySpeculator.options}
        self.speculator.configure({**values, **options})

    def attach(self, fingerprint: str = "one") -> None:
        self.speculator.attach(Target("model", VOCABULARY, 4096, Tokenizer(fingerprint)))

    @property
    def store(self) -> Store:
        assert self.speculator._store is not None
        return self.speculator._store

    def settle(self) -> None:
        self.store.settle(60)

    def start(
        self, prompt: Sequence[int], name: str = "here", *, temporary: bool = False, fingerprint: str = "one"
    ) -> None:
        tokenizer = Tokenizer(fingerprint)
        self.speculator.start(
            Session(name, temporary, tuple(prompt), VOCABULARY, tokenizer, 0, self.host.data_folder)
        )

    def draft(self, budget: Budget = BUDGET) -> Draft | None:
        return self.speculator.draft(Context(()), budget)

    def observe(self, *token_ids: int, accepted: int = 0) -> None:
        self.speculator.observe(Outcome(token_ids, accepted))

    def chat(self, name: str, prompt: Sequence[int], reply: Sequence[int] = (), **how: object) -> None:
        """A whole reply, learnt when this returns."""
        self.start(prompt, name, **how)  # type: ignore[arg-type]
        if reply:
            self.observe(*reply)
        self.speculator.finish()
        self.settle()

    def feed(
        self, name: str, *sequences: Sequence[int], number: int = 1, total: int = 1, fingerprint: str = "one"
    ) -> None:
        self.speculator.learn(
            Transcript(name, fingerprint, tuple(tuple(sequence) for sequence in sequences), number, total)
        )

    def chain_after(self, prompt: Sequence[int], count: int, name: str = "elsewhere") -> list[int]:
        """What is drafted behind a prompt in a temporary chat: nothing is learnt from asking."""
        self.start(prompt, name, temporary=True)
        found = self.draft(Budget(count, 5_000))
        self.speculator.finish()
        return [] if found is None else chain(found)

    def facts(self) -> dict[str, str]:
        status = self.speculator.status(None)
        assert status is not None
        return {fact.label: fact.value for fact in status.facts}


def chain(draft: Draft) -> list[int]:
    """The likeliest path of a tree: the first child of each node."""
    found, node = [], -1
    while node in draft.parents:
        node = draft.parents.index(node)
        found.append(draft.token_ids[node])
    return found


@contextmanager
def bench(folder: Path, **options: int) -> Iterator[Bench]:
    made = Bench(folder, **options)
    try:
        yield made
    finally:
        made.speculator.close()


def everything(folder: Path) -> bytes:
    """Every byte that lies in the folder."""
    return b"\n".join(file.read_bytes() for file in sorted(folder.rglob("*")) if file.is_file())


def check(path: Path) -> None:
    """The file is whole, every block has one use, and index and tokens agree; with SQL of our own."""
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        blocks = {row[0] for row in connection.execute("SELECT id FROM block")}
        pieces = [row[0] for row in connection.execute("SELECT block FROM piece")]
        leaves = [row[0] for row in connection.execute("SELECT block FROM leaf")]
        free = [row[0] for row in connection.execute("SELECT block FROM free")]
        assert sorted([*pieces, *leaves, *free]) == sorted(blocks)
        for block in free:
            body = connection.execute("SELECT body FROM block WHERE id = ?", (block,)).fetchone()[0]
            assert not any(body), "a free block still holds something"
        assert filed(connection) <= written(connection)
        for tokens, conversation in connection.execute("SELECT tokens, id FROM conversation").fetchall():
            assert tokens == sum(chunk.used for chunk in all_of(connection, conversation))


def filed(connection: sqlite3.Connection) -> set[tuple[int, int]]:
    """(hash, place) of every entry of the index, each in the leaf that it belongs to."""
    rows = connection.execute("SELECT low, body FROM leaf JOIN block ON id = block ORDER BY low").fetchall()
    ends = [row[0] for row in rows[1:]] + [1 << 32]
    found: set[tuple[int, int]] = set()
    for (low, body), end in zip(rows, ends, strict=True):
        hashes, places, _ = leaf.unpacked(body)
        assert all(low <= hash_ < end for hash_ in hashes)
        assert not found & set(zip(hashes, places, strict=True))
        found |= set(zip(hashes, places, strict=True))
        assert not any(bytes(body)[8 + 4 * len(hashes) : 8 + 4 * leaf.ENTRIES])
    return found


def written(connection: sqlite3.Connection) -> set[tuple[int, int]]:
    """(hash, place) of every token that could be in the index."""
    found: set[tuple[int, int]] = set()
    for (conversation,) in connection.execute("SELECT id FROM conversation").fetchall():
        chunks = all_of(connection, conversation)
        by_block = {chunk.block: chunk for chunk in chunks}
        for chunk in chunks:
            whole = _path_to(chunk, by_block) + chunk.tokens
            for index, hash_, _ in grams.keys(chunk.tokenizer, whole, chunk.at):
                found.add((hash_, chunk.block * OFFSETS + index - chunk.at))
    return found


def _path_to(chunk: Chunk, by_block: Mapping[int, Chunk]) -> bytes:
    if not chunk.parent:
        return b""
    parent = by_block[chunk.parent]
    return (_path_to(parent, by_block) + parent.tokens)[: chunk.at * grams.TOKEN_BYTES]


def longest_suffix(
    corpus: Iterable[Sequence[int]], context: Sequence[int], most: int
) -> tuple[int, set[int]]:
    """By brute force: the longest end of `context` that the corpus holds, and the tokens that follow it."""
    best, following = 0, set[int]()
    for text in corpus:
        for at in range(len(text) - 1):
            length = 0
            while length < min(most, at + 1, len(context)) and text[at - length] == context[-1 - length]:
                length += 1
            if length > best:
                best, following = length, set()
            if length == best and length:
                following.add(text[at + 1])
    return best, following
