"""The backup: one .zip with a checked copy of chats.db, settings.toml, and a manifest with their hashes.

Written beside its place, read back, and only then put there. Models, plugins and what speculators have
learned are not in it: they can be had again. Knows nothing of putting a backup back (restoring.py).
"""

from __future__ import annotations

import hashlib
import json
import time
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, Any
from zlib import error as ZlibError

from foreword import __version__
from foreword.session.exchange.errors import Cancelled, ExchangeError, one_line
from foreword.session.exchange.files import written_whole
from foreword.session.exchange.messages import BackedUp
from foreword.session.translate import tr
from foreword.storage.backup import Contents, copy_database

FORMAT, VERSION = "foreword-backup", 1
MANIFEST, CHATS, SETTINGS = "manifest.json", "chats.db", "settings.toml"
_PIECE = 1 << 20
_LARGEST_MANIFEST = 1 << 20

UNSOUND = (zipfile.BadZipFile, ZlibError, EOFError, NotImplementedError, RuntimeError)
"""What reading a .zip raises that is broken, or packed in a way that nobody uses."""

GoOn = Callable[[float | None], None]


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a backup says of itself. `files`: name -> (size, SHA-256)."""

    created_at: float
    schema: str
    chats: int
    messages: int
    files: Mapping[str, tuple[int, str]]


def back_up(database: Path, settings: Path, target: Path, staging: Path, go_on: GoOn) -> BackedUp:
    """Write the backup. `go_on` raises Cancelled. Raises ExchangeError; there is then no file."""
    with one_line(staging):
        staging.mkdir(mode=0o700, parents=True, exist_ok=True)
        folder = TemporaryDirectory(dir=staging)
    with folder as name, one_line(target):
        copy = Path(name) / CHATS
        go_on(None)
        contents = copy_database(database, copy, _asker(go_on))
        if contents is None:
            raise Cancelled
        files = {CHATS: copy} | ({SETTINGS: settings} if settings.exists() else {})
        with written_whole(target) as draft:
            _write(draft, files, contents, go_on)
            with zipfile.ZipFile(draft) as archive:
                check_hashes(archive, read_manifest(archive), go_on)
        return BackedUp(target, contents.chats, contents.messages, target.stat().st_size)


def _asker(go_on: GoOn) -> Callable[[], bool]:
    def cancelled() -> bool:
        try:
            go_on(None)
        except Cancelled:
            return True
        return False

    return cancelled


def _write(draft: Path, files: Mapping[str, Path], contents: Contents, go_on: GoOn) -> None:
    hashes: dict[str, dict[str, Any]] = {}
    with zipfile.ZipFile(draft, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
        for name, path in files.items():
            size = path.stat().st_size
            with path.open("rb") as source, archive.open(name, "w", force_zip64=True) as sink:
                hashes[name] = _copied(source, sink, size, go_on)
        manifest = {
            "format": FORMAT,
            "version": VERSION,
            "created_at": time.time(),
            "app": __version__,
            "schema": contents.schema,
            "chats": contents.chats,
            "messages": contents.messages,
            "files": hashes,
        }
        archive.writestr(MANIFEST, json.dumps(manifest, indent=1))
    draft.chmod(0o600)


def _copied(source: IO[bytes], sink: IO[bytes] | None, size: int, go_on: GoOn) -> dict[str, Any]:
    """Copy in pieces; the size and hash of what was read."""
    digest, done = hashlib.sha256(), 0
    while piece := source.read(_PIECE):
        digest.update(piece)
        if sink is not None:
            sink.write(piece)
        done += len(piece)
        go_on(min(done / size, 1.0) if size else None)
    return {"size": done, "sha256": digest.hexdigest()}


# --- reading one back
def read_manifest(archive: zipfile.ZipFile) -> Manifest:
    """Raises ExchangeError where this is no backup, or one of a newer kind."""
    try:
        if archive.getinfo(MANIFEST).file_size > _LARGEST_MANIFEST:
            raise ValueError("its manifest is too large")
        value = json.loads(archive.read(MANIFEST))
        if value["format"] != FORMAT:
            raise ValueError("its manifest is another program's")
        version = value["version"]
        if not isinstance(version, int):
            raise ValueError("its version is no number")
    except (KeyError, ValueError, TypeError, RecursionError) as error:
        raise ExchangeError(tr("This is not a backup of Foreword.")) from error
    if version > VERSION:
        raise ExchangeError(
            tr(
                "This backup was made by a newer Foreword (version {version}): update Foreword, then "
                "try again.",
                version=version,
            )
        )
    try:
        files = {name: (int(of["size"]), str(of["sha256"])) for name, of in value["files"].items()}
        manifest = Manifest(
            float(value["created_at"]),
            str(value["schema"]),
            int(value["chats"]),
            int(value["messages"]),
            {name: files[name] for name in (CHATS, SETTINGS) if name in files},
        )
    except (KeyError, ValueError, TypeError, AttributeError) as error:
        raise ExchangeError(tr("This backup is damaged: its manifest can't be read.")) from error
    if CHATS not in manifest.files:
        raise ExchangeError(tr("This backup is damaged: there are no chats in it."))
    return manifest


def check_hashes(
    archive: zipfile.ZipFile, manifest: Manifest, go_on: GoOn, folder: Path | None = None
) -> None:
    """Read every file whole; with `folder`, unpack it there on the way. Raises ExchangeError."""
    for name, (size, sha256) in manifest.files.items():
        try:
            if archive.getinfo(name).file_size != size:
                raise ExchangeError(tr("This backup is damaged: {name} is not as it was saved.", name=name))
            with archive.open(name) as source:
                if folder is None:
                    found = _copied(source, None, size, go_on)
                else:
                    with (folder / name).open("wb") as sink:
                        found = _copied(source, sink, size, go_on)
        except (
            KeyError,
            zipfile.BadZipFile,
            ZlibError,
            EOFError,
            NotImplementedError,
            RuntimeError,
        ) as error:
            raise ExchangeError(tr("This backup is damaged: {name} can't be read.", name=name)) from error
        if found != {"size": size, "sha256": sha256}:
            raise ExchangeError(tr("This backup is damaged: {name} is not as it was saved.", name=name))
