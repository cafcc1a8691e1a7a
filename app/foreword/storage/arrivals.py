"""Whole conversations out of the database, and into it from outside.

What arrives is put into the bin first, a few turns at a time, so that no transaction is a long one and the
window's own writes get their turn. `settle` takes all of it out of the bin at once; until then nobody
sees it, `take_back` leaves nothing of it, and after a crash the next start empties the bin.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, replace

from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session, undefer

from foreword.storage.access import Access
from foreword.storage.records import Folder, Preset, Turn, WholeChat
from foreword.storage.schema import (
    ConversationRow,
    FolderRow,
    PresetRow,
    TurnRow,
    pack_token_ids,
    unpack_token_ids,
)
from foreword.storage.tree import change_one, set_leaf

_SLICE_TURNS, _SLICE_CHARACTERS = 100, 200_000
"""What one transaction takes in at most; a single turn may be larger."""


def read_whole(session: Session, conversation_id: str) -> WholeChat | None:
    """None where there is no such conversation, or it is in the bin."""
    row = session.get(ConversationRow, conversation_id)
    if row is None or row.deleted_at is not None:
        return None
    rows = session.scalars(
        select(TurnRow)
        .where(TurnRow.conversation_id == conversation_id)
        .options(undefer(TurnRow.token_ids), undefer(TurnRow.trace))
        .order_by(TurnRow.number)
    ).all()
    turns = tuple(_ended(each.record()) for each in rows)
    token_ids = {each.id: unpack_token_ids(each.token_ids) for each in rows if each.token_ids}
    traces = {each.id: each.trace for each in rows if each.trace}
    return WholeChat(row.summary(), turns, row.leaf_id, token_ids, traces)


class Arrivals:
    """Chats on their way in. Only writes, so it may be used from any one thread."""

    def __init__(self, access: Access, erase_traces: Callable[[], object]) -> None:
        self._access = access
        self._erase_traces = erase_traces
        #: conversation -> (its folder, its preset), which are made by `settle`.
        self._places: dict[str, tuple[str | None, str | None]] = {}
        #: Small chats that go into one transaction: each waits for the disk.
        self._waiting: list[WholeChat] = []
        self._turns = self._characters = 0

    def put(self, chat: WholeChat) -> None:
        """Take in one chat. Its turns must come after their parents; its ids must be new."""
        self._turns += len(chat.turns)
        self._characters += sum(map(_size, chat.turns))
        if self._turns > _SLICE_TURNS or self._characters > _SLICE_CHARACTERS:
            self._write_waiting()
        if len(chat.turns) > _SLICE_TURNS:
            self._write_long(chat)
        else:
            self._waiting.append(chat)

    def _write_waiting(self) -> None:
        chats, self._waiting = self._waiting, []
        self._turns = self._characters = 0

        def write(session: Session) -> None:
            for chat in chats:
                session.add(_binned(chat))
                session.flush()
                _add(session, chat.turns, chat)
                set_leaf(session, chat.summary.id, chat.leaf_id)

        if chats:
            self._note(*chats)
            self._access.write(write)

    def _write_long(self, chat: WholeChat) -> None:
        self._note(chat)
        self._access.write(lambda session: session.add(_binned(chat)))
        for turns in _slices(chat.turns):
            self._access.write(lambda session, turns=turns: _add(session, turns, chat))  # type: ignore[misc]
        self._access.write(lambda session: set_leaf(session, chat.summary.id, chat.leaf_id))

    def _note(self, *chats: WholeChat) -> None:
        for chat in chats:
            self._places[chat.summary.id] = (chat.summary.folder_id, chat.summary.preset_id)

    def settle(self, folders: Sequence[Folder] = (), presets: Sequence[Preset] = ()) -> None:
        """Everything that was put comes into sight, with the folders and presets that it needs.

        A folder whose name is there already is that folder; a preset that is there with the same name
        and options is that preset, and one with other options gets a name of its own.
        """

        def write(session: Session) -> None:
            names = _take_folders(session, folders)
            presets_here = _take_presets(session, presets)
            for conversation, (folder, preset) in self._places.items():
                change_one(
                    session,
                    update(ConversationRow)
                    .where(ConversationRow.id == conversation)
                    .values(
                        deleted_at=None,
                        folder_id=names.get(folder) if folder else None,
                        preset_id=presets_here.get(preset) if preset else None,
                    ),
                )

        self._write_waiting()
        self._access.write(write)
        self._places.clear()

    def take_back(self) -> None:
        """Delete for good what was put and not settled."""
        self._waiting.clear()
        for conversation in self._places:
            gone = delete(ConversationRow).where(ConversationRow.id == conversation)
            self._access.write(lambda session, gone=gone: session.execute(gone))  # type: ignore[misc]
        if self._places:
            self._erase_traces()
        self._places.clear()


def _binned(chat: WholeChat) -> ConversationRow:
    row = ConversationRow.of(replace(chat.summary, folder_id=None, preset_id=None))
    row.deleted_at = time.time()
    return row


def _size(turn: Turn) -> int:
    return len(turn.text) + sum(len(each.text) for each in turn.attachments)


def _add(session: Session, turns: Sequence[Turn], chat: WholeChat) -> None:
    for turn in turns:
        row = TurnRow.of(_ended(turn))
        ids = chat.token_ids.get(turn.id)
        row.token_ids = pack_token_ids(ids) if ids else None
        row.trace = chat.traces.get(turn.id)
        session.add(row)
        session.flush()


def _ended(turn: Turn) -> Turn:
    """Nobody goes on with a reply that was being written when it was read."""
    return replace(turn, status="interrupted") if turn.status == "streaming" else turn


def _slices(turns: Sequence[Turn]) -> Iterator[list[Turn]]:
    some: list[Turn] = []
    characters = 0
    for turn in turns:
        some.append(turn)
        characters += _size(turn)
        if len(some) >= _SLICE_TURNS or characters >= _SLICE_CHARACTERS:
            yield some
            some, characters = [], 0
    if some:
        yield some


def _take_folders(session: Session, folders: Sequence[Folder]) -> dict[str, str]:
    """The ids that the folders have here, by the ids they came with."""
    known = {row.name: row.id for row in session.scalars(select(FolderRow))}
    names: dict[str, str] = {}
    for folder in folders:
        if folder.name not in known:
            session.add(FolderRow(**asdict(replace(folder, position=len(known)))))
            known[folder.name] = folder.id
        names[folder.id] = known[folder.name]
    session.flush()
    return names


def _take_presets(session: Session, presets: Sequence[Preset]) -> dict[str, str]:
    known = {row.name: row.record() for row in session.scalars(select(PresetRow))}
    names: dict[str, str] = {}
    for preset in presets:
        here = known.get(preset.name)
        if here is not None and dict(here.options) == dict(preset.options):
            names[preset.id] = here.id
            continue
        fresh = replace(preset, name=_free_name(preset.name, known), position=len(known))
        session.add(PresetRow(**{**asdict(fresh), "options": dict(fresh.options)}))
        known[fresh.name] = fresh
        names[preset.id] = fresh.id
    session.flush()
    return names


def _free_name(name: str, known: Mapping[str, Preset]) -> str:
    if name not in known:
        return name
    return next(free for n in itertools.count(2) if (free := f"{name} ({n})") not in known)
