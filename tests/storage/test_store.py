"""The chats as the session sees them: what was added comes back, what was deleted is gone."""

from __future__ import annotations

import sqlite3
import threading
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy.exc import IntegrityError

from foreword.storage.database import file_family
from foreword.storage.errors import StorageError
from foreword.storage.store import ChatStore
from tests.fakes.chats import chat, question, reply


def rows(path: Path, sql: str) -> list[tuple]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(sql).fetchall()


def bytes_on_disk(store: ChatStore) -> bytes:
    store.settle()
    return b"".join(file.read_bytes() for file in file_family(store.path) if file.exists())


def test_an_empty_store_has_nothing(store: ChatStore):
    assert store.conversations() == []
    assert store.summary("nowhere") is None
    assert store.branch("nowhere") == ()
    assert store.notices == ()


def test_turns_come_back_as_they_were_added(store: ChatStore):
    asked, answered = question("q", text="naïve\n\n  Ω 🦉\u0000end  "), reply("r", "q", text="")
    store.add([asked, answered], chat())
    assert store.branch("chat") == (asked, answered)
    assert store.conversations() == [chat()]


def test_a_conversation_moves_up_with_each_turn(store: ChatStore):
    for name, at in (("first", 1.0), ("second", 2.0)):
        store.add([question(name, conversation_id=name, created_at=at)], chat(name, at=at))
    assert [c.id for c in store.conversations()] == ["second", "first"]
    store.add([reply("r", "first", conversation_id="first", created_at=3.0)])
    assert [c.id for c in store.conversations()] == ["first", "second"]
    assert store.summary("first").updated_at == 3.0


def test_a_second_version_opens_its_own_branch(store: ChatStore):
    store.add([question("q"), reply("r1", "q")], chat())
    store.add([reply("r2", "q")])
    assert [t.id for t in store.branch("chat")] == ["q", "r2"]
    assert rows(store.path, "SELECT id FROM turns WHERE parent_id = 'q' ORDER BY id") == [("r1",), ("r2",)]


def test_every_version_is_a_path_from_the_root_oldest_first(store: ChatStore):
    store.add([question("q"), reply("r1", "q", created_at=1.0)], chat())
    store.add([reply("r2", "q", created_at=2.0), question("q2", "r2"), reply("r3", "q2", created_at=3.0)])
    paths = [[turn.id for turn in path] for path in store.branches("chat")]
    assert paths == [["q", "r1"], ["q", "r2", "q2", "r3"]]
    assert store.branches("nowhere") == ()


def test_adding_is_all_or_nothing(store: ChatStore):
    with pytest.raises(IntegrityError):
        store.add([question("q"), reply("r", "no such parent")], chat())
    assert store.conversations() == []
    assert rows(store.path, "SELECT id FROM turns") == []


def test_a_finished_reply_keeps_stats_and_token_ids(store: ChatStore):
    store.add([question("q"), reply("r", "q", text="")], chat())
    ids = (0, 1, 151_935, 2**32 - 1)
    stats = {"seed": 2**63 - 1, "by_speculator": {"ngram": {"drafted": 3}}, "acceptance": 0.5}
    ended = replace(
        store.branch("chat")[1], text="done", status="complete", stop_reason="eos", error=None, stats=stats
    )
    store.finish(ended, ids)
    assert store.branch("chat")[1] == ended
    assert store.token_ids("r") == ids
    assert store.token_ids("q") == ()


def test_a_checkpoint_rewrites_one_growing_row_only(store: ChatStore):
    store.add([question("q"), reply("r", "q", text="")], chat())
    store.checkpoint("r", "half a rep").result(timeout=10)
    assert store.branch("chat") == (question("q"), reply("r", "q", text="half a rep"))


def test_a_checkpoint_of_a_finished_reply_is_a_bug_and_changes_nothing(store: ChatStore):
    store.add([question("q"), reply("r", "q")], chat())
    store.finish(replace(reply("r", "q"), text="whole", status="complete"), ())
    with pytest.raises(LookupError):
        store.checkpoint("r", "older").result(timeout=10)
    assert store.branch("chat")[1].text == "whole"


def test_renaming(store: ChatStore):
    store.add([question("q")], chat())
    store.rename("chat", "Another")
    assert store.conversations() == [replace(chat(title="Another"), named=True)]
    with pytest.raises(LookupError):
        store.rename("nowhere", "x")


def test_a_long_chat_opens_in_order_and_can_be_deleted(store: ChatStore):
    """SQLite follows cascades a thousand levels deep at most; a chat has no such limit."""
    turns = [question(f"t{n}", f"t{n - 1}" if n else None) for n in range(1500)]
    store.add(turns, chat())
    assert [t.id for t in store.branch("chat")] == [t.id for t in turns]
    store.delete("chat")
    assert rows(store.path, "SELECT count(*) FROM turns") == [(0,)]


def test_deleted_text_is_in_no_file_any_more(store: ChatStore):
    secret = "xylophone-secret-"
    for name in ("gone", "kept"):
        store.add([question(name, conversation_id=name, text=f"{secret}{name} " * 2000)], chat(name))
    assert f"{secret}gone".encode() in bytes_on_disk(store)
    store.delete("gone")
    assert f"{secret}gone".encode() not in bytes_on_disk(store)
    assert f"{secret}kept".encode() in bytes_on_disk(store)
    assert [c.id for c in store.conversations()] == ["kept"]


def test_writes_happen_on_one_thread_of_their_own_and_in_order(store: ChatStore):
    store.add([question("q"), reply("r", "q", text="")], chat())
    futures = [store.checkpoint("r", "x" * n) for n in range(50)]
    for future in futures:
        future.result(timeout=10)
    assert store.branch("chat")[1].text == "x" * 49
    writers = {store.access.write(lambda _: threading.get_ident()) for _ in range(5)}
    assert len(writers) == 1
    assert threading.get_ident() not in writers


def test_pragmas_hold_for_the_writer(store: ChatStore):
    names = ("journal_mode", "synchronous", "foreign_keys", "secure_delete", "busy_timeout")

    def read(session):
        return [session.connection().exec_driver_sql(f"PRAGMA {name}").scalar() for name in names]

    assert store.access.write(read) == ["wal", 2, 1, 1, 5000]


def test_the_reader_may_not_write(store: ChatStore):
    with pytest.raises(StorageError, match="may not write"):
        store.access.read(lambda session: session.connection().exec_driver_sql("DELETE FROM turns"))


def test_a_write_says_when_another_program_has_the_file(path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("foreword.storage.database._BUSY_TIMEOUT_MS", 50)
    store = ChatStore.open(path)
    store.add([question("q")], chat())
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StorageError, match="in use by another program"):
            store.rename("chat", "not now")
        other.execute("ROLLBACK")
    store.rename("chat", "goes again")
    assert store.summary("chat").title == "goes again"
    store.close()


def test_a_bug_of_ours_is_no_storage_error(store: ChatStore):
    with pytest.raises(IntegrityError):
        store.add([question("q", status="no such status")], chat())


def test_closing_writes_what_is_queued(path: Path):
    store = ChatStore.open(path)
    store.add([question("q"), reply("r", "q", text="")], chat())
    store.checkpoint("r", "the last words")
    store.close()
    assert rows(path, "SELECT text FROM turns WHERE id = 'r'") == [("the last words",)]
    assert not file_family(path)[1].exists()
