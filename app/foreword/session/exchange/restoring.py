"""Puts a backup in the place of what is there, in two steps, and loses nothing on the way.

1. `lay_ready`, while the app runs: check the backup whole, unpack it into a folder beside, bring an older
   one up to date there. `confirm` marks it; nothing has changed until then.
2. `take_up`, at the next start, before anything is opened: set the present files aside, move the new ones
   in. Each move is one rename, and what was moved can be told from where the files lie; so a crash in
   the middle is gone on with at the start after it, and a fault puts everything back.
"""

from __future__ import annotations

import errno
import json
import logging
import os
import shutil
import time
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from foreword.session import translate
from foreword.session.exchange.backup_file import CHATS, SETTINGS, GoOn, check_hashes, read_manifest
from foreword.session.exchange.errors import ExchangeError, one_line
from foreword.session.exchange.messages import Checked
from foreword.session.translate import tr
from foreword.storage.backup import check_database
from foreword.storage.database import file_family

log = logging.getLogger(__name__)

_FOLDER, _MARK, _STAGING = "restore", "ready.json", "exchange"
Line = Callable[[], str]
"""What the user has to know, made into words once the window's language is known: that is a setting, and
settings are restored, too."""
_SPARE = 16 << 20
"""Bytes that must be left on the disk beside what is unpacked."""


@dataclass(frozen=True, slots=True)
class Places:
    """Where the app's files lie, and where a backup is laid ready beside them."""

    database: Path
    settings: Path

    @property
    def ready(self) -> Path:
        return self.database.parent / _FOLDER

    @property
    def mark(self) -> Path:
        return self.ready / _MARK

    @property
    def staging(self) -> Path:
        """Where a copy lies while it is made into a backup."""
        return self.database.parent / _STAGING

    def exchanges(self) -> list[tuple[Path, Path]]:
        """(the file in use, the one that takes its place). The chats last: they are what counts."""
        return [(self.settings, self.ready / SETTINGS), (self.database, self.ready / CHATS)]


# --- while the app runs
def lay_ready(places: Places, source: Path, go_on: GoOn) -> Checked:
    """Check a backup and unpack it beside. `go_on` raises Cancelled. Raises ExchangeError."""
    give_up(places)
    try:
        with one_line(source):
            if not zipfile.is_zipfile(source):
                source.open("rb").close()  # says why it can't be read, where that is the reason
                raise ExchangeError(tr("This is not a backup of Foreword."))
            places.ready.mkdir(mode=0o700, parents=True)
            with zipfile.ZipFile(source) as archive:
                manifest = read_manifest(archive)
                _need_room(places.ready, sum(size for size, _ in manifest.files.values()))
                check_hashes(archive, manifest, go_on, places.ready)
            go_on(None)
            (places.ready / CHATS).chmod(0o600)
            contents = check_database(places.ready / CHATS)
            shutil.rmtree(places.ready / "backups", ignore_errors=True)
    except zipfile.BadZipFile as error:
        give_up(places)
        raise ExchangeError(tr("This is not a backup of Foreword, or it is damaged.")) from error
    except BaseException:
        give_up(places)
        raise
    return Checked(
        source.name, manifest.created_at, contents.chats, contents.messages, SETTINGS in manifest.files
    )


def confirm(places: Places) -> Path:
    """From now on the next start takes the backup. Returns the folder that the present files go to."""
    stamp = time.strftime("%Y-%m-%d %H-%M-%S")
    aside = places.database.parent / "backups" / f"before restore {stamp}"
    coming = [kept.name for kept, new in places.exchanges() if new.exists()]
    with one_line(places.mark):
        draft = places.mark.with_suffix(".new")
        with draft.open("w", encoding="utf-8") as file:
            json.dump({"aside": aside.name, "files": coming}, file)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(places.mark)
    return aside


def is_waiting(places: Places) -> bool:
    """A backup was confirmed, and takes its place at the next start."""
    return places.mark.exists()


def give_up(places: Places) -> None:
    """Nothing is restored at the next start."""
    places.mark.unlink(missing_ok=True)  # first of all: without it, the rest means nothing
    shutil.rmtree(places.ready, ignore_errors=True)


# --- at the start
def take_up(places: Places) -> tuple[Line, ...]:
    """Carry out what was confirmed, if anything was. Returns what the user has to know."""
    shutil.rmtree(places.staging, ignore_errors=True)
    if not is_waiting(places):
        shutil.rmtree(places.ready, ignore_errors=True)
        return ()
    try:
        mark = json.loads(places.mark.read_text(encoding="utf-8"))
        aside = places.database.parent / "backups" / Path(mark["aside"]).name
        coming = [pair for pair in places.exchanges() if pair[0].name in mark["files"]]
    except (OSError, ValueError, KeyError, TypeError) as error:
        give_up(places)
        words = translate.mark("The backup could not be restored ({error}). Nothing was changed.")
        return (partial(tr, words, error=error),)
    try:
        aside.mkdir(mode=0o700, parents=True, exist_ok=True)
        for kept, new in coming:
            if new.exists():  # else it is in its place: this start goes on with what an earlier one began
                _set_aside(kept, aside)
                _move(new, kept)
    except OSError as error:
        log.error("the backup could not be restored", exc_info=error)
        return (_put_back(places, coming, aside, error),)
    give_up(places)
    log.info("a backup was restored; what was there before lies in %s", aside)
    words = translate.mark("The backup was restored. What was here before lies in {aside}")
    return (partial(tr, words, aside=aside),)


def _set_aside(kept: Path, aside: Path) -> None:
    for old in file_family(kept):
        if old.exists():
            _move(old, aside / old.name)


def _put_back(places: Places, coming: list[tuple[Path, Path]], aside: Path, error: OSError) -> Line:
    """Everything where it was, as the places of the files tell it; the backup is given up."""
    try:
        for kept, new in coming:
            if kept.exists() and not new.exists():
                _move(kept, new)
            for old in file_family(kept):
                if (aside / old.name).exists():
                    _move(aside / old.name, old)
    except OSError as second:
        log.error("what was set aside could not be put back", exc_info=second)
        words = translate.mark(
            "The backup could not be restored ({reason}), and neither could your chats be put "
            "back: they lie in {aside}. Close Foreword and move them to {folder}"
        )
        return partial(tr, words, reason=error.strerror, aside=aside, folder=places.database.parent)
    places.mark.unlink(missing_ok=True)
    words = translate.mark("The backup could not be restored ({reason}), so everything is as it was.")
    return partial(tr, words, reason=error.strerror)


def _move(here: Path, there: Path) -> None:
    """One rename, or a copy that becomes one where the folders lie on two disks."""
    try:
        here.replace(there)
    except OSError as error:
        if error.errno != errno.EXDEV:
            raise
        draft = there.with_name(f".{there.name}.part")
        shutil.copy2(here, draft)
        draft.replace(there)
        here.unlink()


def _need_room(folder: Path, size: int) -> None:
    """Twice the size: an older database is copied before it is brought up to date."""
    free = shutil.disk_usage(folder).free
    if free < 2 * size + _SPARE:
        needed = (2 * size + _SPARE - free) // 1_000_000 + 1
        raise ExchangeError(
            tr("The disk has too little room: free {needed:,} MB, then try again.", needed=needed)
        )
