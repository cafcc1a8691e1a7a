"""Whatever befalls the file, the app starts, drafts go on or stay away, and the chats bring it back."""

from __future__ import annotations

import os
import random
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from foreword_suffix_history import schema, speculator
from foreword_suffix_history.errors import Unavailable
from foreword_suffix_history.grams import packed
from tests.plugins.suffix_history.helpers import Bench, check, everything


def text(seed: int = 1, length: int = 3_000) -> list[int]:
    draw = random.Random(seed)
    return [draw.randrange(40_000) for _ in range(length)]


def cut(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2)


def empty(path: Path) -> None:
    path.write_bytes(b"")


def overwrite(path: Path) -> None:
    path.write_bytes(b"no database at all" * 100)


def overwrite_pages(path: Path) -> None:
    body = bytearray(path.read_bytes())
    body[2_048:] = os.urandom(len(body) - 2_048)
    path.write_bytes(body)


def newer(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA user_version = {schema.VERSION + 1}")


def drop_a_table(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("DROP TABLE leaf")


def foreign(path: Path) -> None:
    path.unlink()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE mine (secret)")


@pytest.mark.parametrize("harm", [cut, empty, overwrite, overwrite_pages, newer, drop_a_table, foreign])
def test_a_damaged_file_is_made_anew_and_the_chats_are_asked_for(
    harm: Callable[[Path], None], history: Bench, path: Path
) -> None:
    history.feed("old", text())
    history.speculator.close()
    requests = history.host.requests
    harm(path)
    history.open()
    history.chain_after(text()[:50], 4)  # where opening saw nothing, reading does
    history.speculator.status(None)
    history.settle()
    history.speculator.status(None)
    assert history.host.requests > requests
    history.feed("old", text())
    assert history.chain_after(text()[:50], 4) == text()[50:54]
    history.settle()
    check(path)
    assert sorted(file.name for file in path.parent.iterdir()) == [
        "history.db",
        "history.db-shm",
        "history.db-wal",
    ], "no copy is kept that no deleted chat could be erased from"


def test_damage_in_the_middle_of_a_reply_costs_the_drafts_alone(history: Bench, path: Path) -> None:
    history.feed("old", text())
    history.start(text()[:100], "here", temporary=True)
    assert history.draft() is not None
    history.store.submit(lambda writer: writer.fold()).result()
    with path.open("r+b") as file:
        file.seek(1_024)
        file.write(os.urandom(path.stat().st_size - 1_024))
    history.store._reading.execute("PRAGMA shrink_memory")
    for token in text(9, 200):
        history.observe(token)
        history.draft()
    history.speculator.finish()
    history.chat("new", [1, 2, 3, 4, 5, 6])
    history.speculator.status(None)
    history.feed("old", text())
    assert history.chain_after(text()[:50], 4) == text()[50:54]
    check(path)


def test_a_file_that_another_program_holds_is_left_alone(history: Bench, path: Path) -> None:
    history.chat("old", [1, 2, 3, 4, 5, 6])
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        history.store._writing.execute("PRAGMA busy_timeout = 10")
        history.chat("new", [7, 8, 9, 10, 11, 12])
        assert "another program holds it" in history.facts()["Problem"]
        assert history.chain_after([2, 3, 4, 5], 1) == [6], "reading goes on"
        other.execute("ROLLBACK")
    history.chat("new", [7, 8, 9, 10, 11, 12])
    assert "Problem" not in history.facts()
    assert history.chain_after([8, 9, 10, 11], 1) == [12]
    check(path)


def test_a_full_disk_costs_what_is_new_alone(history: Bench, path: Path) -> None:
    history.chat("old", [1, 2, 3, 4, 5, 6])
    pages = history.store._writing.execute("PRAGMA page_count").fetchone()[0]
    history.store._writing.execute(f"PRAGMA max_page_count = {pages}")
    history.chat("new", text())
    assert "the disk is full" in history.facts()["Problem"]
    assert history.chain_after([2, 3, 4, 5], 1) == [6]
    history.store._writing.execute("PRAGMA max_page_count = 1000000")
    history.chat("new", text())
    assert "Problem" not in history.facts()
    assert history.chain_after(text()[:20], 2) == text()[20:22]
    check(path)


def test_a_folder_that_cannot_hold_a_file_is_told_and_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(speculator, "RETRY", 0.0)
    folder = tmp_path / "missing"
    history = Bench(tmp_path)
    history.speculator.close()
    history.host.data_folder = folder
    history.open()
    assert "check its folder" in history.facts()["Problem"]
    history.start([1, 2, 3])
    assert history.draft() is None
    history.observe(4)
    history.speculator.finish()
    assert "check its folder" in history.speculator.act("clear", None)
    folder.mkdir()
    history.chat("new", [1, 2, 3, 4, 5, 6])
    assert history.chain_after([2, 3, 4, 5], 1) == [6]
    history.speculator.close()


def test_an_older_file_is_brought_forward(
    history: Bench, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    history.chat("old", [1, 2, 3, 4, 5, 6])
    history.speculator.close()
    with monkeypatch.context() as patched:
        patched.setattr(schema, "VERSION", 2)
        patched.setattr(schema, "TABLES", schema.TABLES | {"extra"})
        patched.setitem(
            schema.STEPS, 1, lambda connection: connection.exec_driver_sql("CREATE TABLE extra (id INTEGER)")
        )
        history.open()
        assert history.store._reading.execute("PRAGMA user_version").fetchone()[0] == 2
        assert history.chain_after([2, 3, 4, 5], 1) == [6]
        history.speculator.close()
    history.open()
    assert history.store.totals().tokens == 0, "and a newer one than ours is made anew"


def test_a_step_that_fails_leaves_the_file_as_it_was(
    history: Bench, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    history.chat("old", [1, 2, 3, 4, 5, 6])
    history.speculator.close()

    def broken(connection: object) -> None:
        connection.exec_driver_sql("CREATE TABLE extra (id INTEGER)")  # type: ignore[attr-defined]
        raise RuntimeError("our own fault")

    with monkeypatch.context() as patched:
        patched.setattr(schema, "VERSION", 2)
        patched.setitem(schema.STEPS, 1, broken)
        with pytest.raises(RuntimeError, match="our own fault"):
            history.open()
    history.open()
    assert history.chain_after([2, 3, 4, 5], 1) == [6]


def test_nothing_of_the_old_file_is_left_beside_the_new_one(history: Bench, path: Path) -> None:
    history.chat("old", [45_001, 45_002, 45_003, 45_004, 45_005])
    history.speculator.close()
    newer(path)
    history.open()
    assert packed([45_001, 45_002]) not in everything(path.parent)


def test_a_file_that_is_locked_while_it_is_opened_is_tried_again_later(
    history: Bench, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    history.chat("old", [1, 2, 3, 4, 5, 6])
    history.speculator.close()
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN IMMEDIATE")
        history.open()
        assert "another program holds it" in history.facts()["Problem"]
        history.start([2, 3, 4, 5])
        assert history.draft() is None
        history.speculator.forget("old")
    monkeypatch.setattr(speculator, "RETRY", 0.0)
    history.speculator.status(None)
    history.settle()
    assert history.store.totals().conversations == 0, "what was deleted meanwhile is erased now"


def test_a_list_of_exclusions_that_cannot_be_read_is_not_taken_for_none(history: Bench, path: Path) -> None:
    history.speculator.act("exclude", "here")
    history.speculator.close()
    path.with_name("excluded.json").write_text("[broken")
    with pytest.raises(Unavailable, match="correct or delete it"):
        history.open()
