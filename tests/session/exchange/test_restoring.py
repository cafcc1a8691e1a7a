"""Backup and restore: whole or not at all, and nothing of what is there is ever lost on the way."""

from __future__ import annotations

import json
import os
import sqlite3
import zipfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from foreword.session.exchange.backup_file import back_up
from foreword.session.exchange.errors import Cancelled, ExchangeError
from foreword.session.exchange.restoring import (
    Places,
    confirm,
    give_up,
    is_waiting,
    lay_ready,
    take_up,
)
from foreword.storage.database import connect, create_file
from foreword.storage.migrate import MIGRATIONS, Migrations, upgrade
from foreword.storage.store import ChatStore
from tests.fakes.chats import chat, question


def go_on(_fraction: float | None) -> None:
    """Nobody cancels."""


@pytest.fixture
def places(tmp_path: Path) -> Places:
    folder = tmp_path / "profile"
    store = ChatStore.open(folder / "chats.db")
    store.add([question("q", text="from before")], chat(title="Before"))
    store.close()
    (folder / "settings.toml").write_text('[reply]\nsystem_prompt = "before"\n')
    return Places(folder / "chats.db", folder / "settings.toml")


@pytest.fixture
def backup(places: Places, tmp_path: Path) -> Path:
    """A backup of what was there, which has gone on since."""
    target = tmp_path / "backup.zip"
    done = back_up(places.database, places.settings, target, places.staging, go_on)
    assert (done.chats, done.messages) == (1, 1)
    store = ChatStore.open(places.database)
    store.rename("chat", "After")
    store.close()
    places.settings.write_text('[reply]\nsystem_prompt = "after"\n')
    return target


def state(places: Places) -> tuple[str, str]:
    """(the title of the one chat, the system prompt) that are in use."""
    store = ChatStore.open(places.database)
    (summary,) = store.conversations()
    store.close()
    return summary.title, places.settings.read_text().split('"')[1]


def asides(places: Places) -> Iterator[Path]:
    yield from (places.database.parent / "backups").glob("before restore *")


def test_a_backup_holds_chats_settings_and_a_manifest(backup: Path, places: Places) -> None:
    with zipfile.ZipFile(backup) as archive:
        assert set(archive.namelist()) == {"chats.db", "settings.toml", "manifest.json"}
        manifest = json.loads(archive.read("manifest.json"))
    assert (manifest["chats"], manifest["schema"]) == (1, MIGRATIONS.head)
    assert backup.stat().st_mode & 0o077 == 0
    assert list(places.staging.iterdir()) == []


def test_it_is_restored_at_the_next_start_and_the_present_state_is_set_aside(
    backup: Path, places: Places
) -> None:
    checked = lay_ready(places, backup, go_on)
    assert (checked.chats, checked.messages, checked.has_settings) == (1, 1, True)
    aside = confirm(places)
    assert state(places) == ("After", "after")
    (told,) = take_up(places)
    assert str(aside) in told()
    assert state(places) == ("Before", "before")
    assert state(Places(aside / "chats.db", aside / "settings.toml")) == ("After", "after")
    assert take_up(places) == ()
    assert not places.ready.exists()


def test_what_is_not_confirmed_changes_nothing(backup: Path, places: Places) -> None:
    lay_ready(places, backup, go_on)
    assert take_up(places) == ()
    assert state(places) == ("After", "after")
    assert not places.ready.exists()
    lay_ready(places, backup, go_on)
    confirm(places)
    give_up(places)
    assert not is_waiting(places)
    assert take_up(places) == ()
    assert state(places) == ("After", "after")


def test_a_log_that_was_left_goes_aside_with_its_database(backup: Path, places: Places) -> None:
    lay_ready(places, backup, go_on)
    aside = confirm(places)
    log = places.database.with_name("chats.db-wal")
    log.write_bytes(b"frames of the old database")
    take_up(places)
    assert (aside / log.name).read_bytes() == b"frames of the old database"
    assert state(places) == ("Before", "before")


class Crash(BaseException):
    """The machine went off."""


def failing_replace(monkeypatch: pytest.MonkeyPatch, at: int, error: BaseException) -> None:
    """The rename number `at` doesn't happen, nor anything after it."""
    real, count = os.replace, [0]

    def replace(self: Path, target: Path) -> Path:
        count[0] += 1
        if count[0] == at:
            raise error
        real(self, target)
        return Path(target)

    monkeypatch.setattr(Path, "replace", replace)


@pytest.mark.parametrize("at", range(1, 6))
def test_a_crash_at_any_step_is_gone_on_with_at_the_next_start(
    backup: Path, places: Places, monkeypatch: pytest.MonkeyPatch, at: int
) -> None:
    lay_ready(places, backup, go_on)
    aside = confirm(places)
    with monkeypatch.context() as patched:
        failing_replace(patched, at, Crash())
        if at < 5:
            with pytest.raises(Crash):
                take_up(places)
        else:
            take_up(places)
    take_up(places)
    assert state(places) == ("Before", "before")
    assert state(Places(aside / "chats.db", aside / "settings.toml")) == ("After", "after")


@pytest.mark.parametrize("crashed_at", [None, 2, 3, 4])
@pytest.mark.parametrize("at", range(1, 5))
def test_a_fault_at_any_step_puts_everything_back(
    backup: Path, places: Places, monkeypatch: pytest.MonkeyPatch, at: int, crashed_at: int | None
) -> None:
    lay_ready(places, backup, go_on)
    confirm(places)
    if crashed_at is not None:
        with monkeypatch.context() as patched:
            failing_replace(patched, crashed_at, Crash())
            with pytest.raises(Crash):
                take_up(places)
    with monkeypatch.context() as patched:
        failing_replace(patched, at, PermissionError(13, "Permission denied"))
        (told,) = take_up(places)
    if "as it was" in told():
        assert state(places) == ("After", "after")
        assert take_up(places) == ()
        assert state(places) == ("After", "after")
    else:  # an earlier start had done so much that the fault never came
        assert state(places) == ("Before", "before")


def test_a_backup_without_settings_leaves_those_that_are_there(places: Places, tmp_path: Path) -> None:
    target = tmp_path / "b.zip"
    back_up(places.database, tmp_path / "none.toml", target, places.staging, go_on)
    assert not lay_ready(places, target, go_on).has_settings
    confirm(places)
    take_up(places)
    assert state(places) == ("Before", "before")


def test_an_older_database_is_brought_up_to_date(places: Places, tmp_path: Path) -> None:
    old = tmp_path / "old" / "chats.db"
    create_file(old)
    upgrade(old, Migrations(MIGRATIONS.scripts, MIGRATIONS.revisions[:1]))
    with closing(connect(old, "write")) as connection:
        connection.execute("INSERT INTO conversations VALUES ('chat', 'From the first days', 1.0, 2.0, NULL)")
    target = tmp_path / "old.zip"
    back_up(old, tmp_path / "none.toml", target, places.staging, go_on)
    lay_ready(places, target, go_on)
    confirm(places)
    take_up(places)
    assert state(places) == ("From the first days", "before")


def rewritten(backup: Path, change: Any) -> None:
    """The same archive with other contents."""
    with zipfile.ZipFile(backup) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    change(files)
    with zipfile.ZipFile(backup, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)


def manifest_with(**changes: Any) -> Any:
    def change(files: dict[str, bytes]) -> None:
        files["manifest.json"] = json.dumps(json.loads(files["manifest.json"]) | changes).encode()

    return change


def from_tomorrow(files: dict[str, bytes]) -> None:
    """A database of a newer schema, with hashes that are right."""
    import hashlib
    import tempfile

    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "x.db"
        path.write_bytes(files["chats.db"])
        with closing(sqlite3.connect(path)) as connection, connection:
            connection.execute("UPDATE alembic_version SET version_num = '9999'")
        content = files["chats.db"] = path.read_bytes()
    told = {"size": len(content), "sha256": hashlib.sha256(content).hexdigest()}
    manifest_with(files={"chats.db": told})(files)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (manifest_with(version=2), "newer Foreword"),
        (manifest_with(format="other"), "not a backup"),
        (manifest_with(files={}), "no chats in it"),
        (manifest_with(files={"chats.db": {"size": 3}}), "manifest can't be read"),
        (manifest_with(files={"chats.db": {"size": 3, "sha256": "x"}}), "not as it was saved"),
        (lambda files: files.pop("manifest.json"), "not a backup"),
        (lambda files: files.pop("chats.db"), "can't be read"),
        (lambda files: files.update({"chats.db": files["chats.db"][:-1] + b"!"}), "not as it was saved"),
        (lambda files: files.update({"settings.toml": b"[reply]"}), "not as it was saved"),
        (from_tomorrow, "newer Foreword"),
    ],
)
def test_what_is_not_whole_or_too_new_is_refused(
    backup: Path, places: Places, change: Any, words: str
) -> None:
    rewritten(backup, change)
    with pytest.raises(ExchangeError, match=words) as caught:
        lay_ready(places, backup, go_on)
    assert "\n" not in str(caught.value)
    assert not places.ready.exists()
    assert take_up(places) == ()
    assert state(places) == ("After", "after")


def test_any_other_file_is_no_backup(places: Places, tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("Dear diary")
    with pytest.raises(ExchangeError, match="not a backup"):
        lay_ready(places, path, go_on)
    with pytest.raises(ExchangeError, match="is not there"):
        lay_ready(places, tmp_path / "nowhere.zip", go_on)


def test_a_cancelled_backup_or_check_leaves_nothing(places: Places, backup: Path, tmp_path: Path) -> None:
    def stop(_fraction: float | None) -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        back_up(places.database, places.settings, tmp_path / "second.zip", places.staging, stop)
    with pytest.raises(Cancelled):
        lay_ready(places, backup, stop)
    assert not places.ready.exists()
    assert list(places.staging.iterdir()) == []
    assert [each.name for each in tmp_path.glob("*.zip")] == ["backup.zip"]
    assert not list(tmp_path.glob(".*"))


def test_a_copy_that_a_crash_left_is_gone_after_the_next_start(places: Places) -> None:
    places.staging.mkdir()
    (places.staging / "chats.db").write_text("deleted words")
    take_up(places)
    assert not places.staging.exists()
