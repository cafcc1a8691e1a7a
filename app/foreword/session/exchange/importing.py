"""A file of chats into the database: Foreword's own JSON, a ChatGPT export, or one of Open WebUI.

Reads one chat at a time, gives everything ids of its own, and lets it come into sight at the end, all at
once. What can't be taken in is told and costs no more than its chat. Knows files and the way in
(`Arrivals`); nothing of the window.
"""

from __future__ import annotations

import io
import itertools
import json
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import IO, Any
from zlib import error as ZlibError

from foreword.session.chats import new_id
from foreword.session.conversation import Folder, Preset, WholeChat
from foreword.session.exchange.chatgpt import is_chatgpt, read_chatgpt
from foreword.session.exchange.errors import ExchangeError, one_line
from foreword.session.exchange.foreign import Found, Misfit
from foreword.session.exchange.foreign import one_line as on_one_line
from foreword.session.exchange.json_format import FORMAT
from foreword.session.exchange.json_reader import read_own
from foreword.session.exchange.json_stream import BrokenJson, elements
from foreword.session.exchange.messages import Imported
from foreword.session.exchange.open_webui import is_open_webui, read_open_webui
from foreword.session.translate import mark, tr
from foreword.storage.arrivals import Arrivals

_MOST_PROBLEMS = 500
_UNKNOWN = mark(
    "Foreword doesn't know this file: it takes its own JSON, and exports of ChatGPT and Open WebUI."
)
_READERS = ((is_chatgpt, read_chatgpt, "ChatGPT"), (is_open_webui, read_open_webui, "Open WebUI"))
Part = tuple[str, Any]


@dataclass(slots=True)
class _Taken:
    """What came in so far, and the ids that it has here."""

    chats: int = 0
    messages: int = 0
    source: str = "Foreword"
    folders: dict[str, Folder] = field(default_factory=dict)
    presets: dict[str, Preset] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)

    def report(self, line: str) -> None:
        if len(self.problems) < _MOST_PROBLEMS:
            self.problems.append(line)
        elif len(self.problems) == _MOST_PROBLEMS:
            self.problems.append(tr("More was left out; only this much is listed."))


def import_file(path: Path, arrivals: Arrivals, go_on: Callable[[float | None], None]) -> Imported:
    """Take in what the file holds. All or nothing: whatever ends it early leaves no chat behind.

    `go_on` is told how much of the file was read, and raises Cancelled. Raises ExchangeError.
    """
    taken = _Taken()
    try:
        with one_line(path), _broken_zip_told(path):
            for file, measure in _texts(path):
                parts = elements(file)
                for found in _found(parts, taken):
                    go_on(measure())
                    _take(found, taken, arrivals)
            if not taken.chats:
                raise ExchangeError(_nothing(taken, path))
            arrivals.settle(tuple(taken.folders.values()), tuple(taken.presets.values()))
    except BaseException:
        arrivals.take_back()
        raise
    return Imported(taken.source, taken.chats, taken.messages, tuple(taken.problems))


def _nothing(taken: _Taken, path: Path) -> str:
    if taken.problems:
        return tr(
            "Nothing could be imported from {name}: {problem}", name=path.name, problem=taken.problems[0]
        )
    return tr("There are no chats in {name}.", name=path.name)


def _take(found: Found | str, taken: _Taken, arrivals: Arrivals) -> None:
    if isinstance(found, str):
        taken.report(found)
        return
    for problem in found.problems:
        taken.report(problem)
    match found.what:
        case Folder() as folder:
            taken.folders[folder.id] = replace(folder, id=new_id())
        case Preset() as preset:
            taken.presets[preset.id] = replace(preset, id=new_id())
        case WholeChat() as chat:
            arrivals.put(renewed(chat, taken.folders, taken.presets))
            taken.chats += 1
            taken.messages += len(chat.turns)


def renewed(chat: WholeChat, folders: dict[str, Folder], presets: dict[str, Preset]) -> WholeChat:
    """The same chat under ids of its own; a folder or preset that isn't there is none."""
    summary = chat.summary
    chat_id = new_id()
    ids = {turn.id: new_id() for turn in chat.turns}
    turns = tuple(
        replace(
            turn,
            id=ids[turn.id],
            conversation_id=chat_id,
            parent_id=ids[turn.parent_id] if turn.parent_id else None,
        )
        for turn in chat.turns
    )
    folder, preset = folders.get(summary.folder_id or ""), presets.get(summary.preset_id or "")
    return WholeChat(
        replace(
            summary,
            id=chat_id,
            folder_id=folder.id if folder else None,
            preset_id=preset.id if preset else None,
        ),
        turns,
        ids[chat.leaf_id] if chat.leaf_id else None,
        {ids[turn]: kept for turn, kept in chat.token_ids.items()},
        {ids[turn]: kept for turn, kept in chat.traces.items()},
    )


# --- whose file it is
def _found(parts: Iterator[Part], taken: _Taken) -> Iterator[Found | str]:
    """The parts of one file, by what its first part looks like. A file that breaks off gives what it has."""
    sound = _until_broken(parts, taken)
    first = next(sound, None)
    if first is None:
        return
    key, value = first
    if key == "format" and value == FORMAT:
        yield from read_own(sound)
    elif key == "format" and value == "foreword-backup":
        raise ExchangeError(tr("This is a backup: restore it instead."))
    elif key == "":
        yield from _foreign(itertools.chain([first], sound), taken)
    elif key in ("mapping", "title"):  # one conversation by itself
        yield from _foreign(iter([("", {key: value, **_gathered(sound)})]), taken)
    else:
        raise ExchangeError(tr(_UNKNOWN))


def _until_broken(parts: Iterator[Part], taken: _Taken) -> Iterator[Part]:
    count = 0
    try:
        for part in parts:
            count += 1
            yield part
    except BrokenJson as error:
        if count < 2:
            raise
        taken.report(tr("{error} What stands before that was read.", error=error))


def _gathered(parts: Iterator[Part]) -> dict[str, Any]:
    whole: dict[str, Any] = {}
    for key, value in parts:
        if key in ("children", "moderation_results", "safe_urls"):
            continue
        whole[key] = value
    return whole


def _foreign(parts: Iterator[Part], taken: _Taken) -> Iterator[Found | str]:
    for number, (_, value) in enumerate(parts, 1):
        for fits, read, source in _READERS:
            if fits(value):
                taken.source = source
                yield _one(read, value, number)
                break
        else:
            yield tr("Entry {number} was left out: it is not a chat.", number=number)


def _one(read: Callable[[Any], Found], value: Any, number: int) -> Found | str:
    title = value.get("title")
    name = (
        f"“{on_one_line(title)}”"
        if isinstance(title, str) and title.strip()
        else tr("Chat {number}", number=number)
    )
    try:
        found = read(value)
    except Misfit as misfit:
        return tr("{name} was left out: {misfit}.", name=name, misfit=misfit)
    return Found(found.what, tuple(f"{name}: {problem}." for problem in found.problems))


# --- the file itself
def _texts(path: Path) -> Iterator[tuple[IO[str], Callable[[], float | None]]]:
    """The JSON files: this one, or those in a .zip; each with a measure of how much was read of it."""
    if zipfile.is_zipfile(path):
        yield from _zipped(path)
        return
    size = path.stat().st_size
    with path.open("rb") as raw, io.TextIOWrapper(raw, encoding="utf-8-sig") as text:
        yield text, lambda: raw.tell() / size if size else None


def _zipped(path: Path) -> Iterator[tuple[IO[str], Callable[[], float | None]]]:
    with zipfile.ZipFile(path) as archive:
        names = sorted(each for each in archive.namelist() if _holds_chats(each))
        if not names:
            if "manifest.json" in archive.namelist():
                _refuse_backup(archive)
            raise ExchangeError(tr("There is no conversations.json in {name}.", name=path.name))
        for number, name in enumerate(names):
            size = archive.getinfo(name).file_size
            with _opened(archive, name) as raw, io.TextIOWrapper(raw, encoding="utf-8-sig") as text:
                yield (
                    text,
                    lambda raw=raw, size=size, at=number: (  # type: ignore[misc]
                        (at + (raw.tell() / size if size else 1.0)) / len(names)
                    ),
                )


def _opened(archive: zipfile.ZipFile, name: str) -> IO[bytes]:
    try:
        return archive.open(name)
    except (NotImplementedError, RuntimeError) as error:
        raise ExchangeError(tr("{name} can't be unpacked ({error}).", name=name, error=error)) from error


def _holds_chats(name: str) -> bool:
    """conversations.json, or its parts in an export of many: conversations-000.json."""
    last = name.rsplit("/", 1)[-1]
    return last.startswith("conversations") and last.endswith(".json")


def _refuse_backup(archive: zipfile.ZipFile) -> None:
    try:
        is_backup = json.loads(archive.read("manifest.json")).get("format") == "foreword-backup"
    except (ValueError, AttributeError):
        return
    if is_backup:
        raise ExchangeError(tr("This is a backup: restore it instead."))


@contextmanager
def _broken_zip_told(path: Path) -> Iterator[None]:
    try:
        yield
    except (zipfile.BadZipFile, ZlibError, EOFError) as error:
        raise ExchangeError(
            tr("{name} is not a sound .zip file ({error}).", name=path.name, error=error)
        ) from error
