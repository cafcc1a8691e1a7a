"""What stands beside the chats: folders, presets, and what was typed but not sent."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from concurrent.futures import Future
from dataclasses import asdict
from typing import Any

from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

from foreword.storage.access import Access
from foreword.storage.records import Draft, Folder, Preset
from foreword.storage.schema import DraftRow, FolderRow, PresetRow
from foreword.storage.tree import change_one


class Folders:
    """The folders of the chat list, in their order."""

    def __init__(self, access: Access) -> None:
        self._access = access

    def all(self) -> list[Folder]:
        rows = select(FolderRow).order_by(FolderRow.position, FolderRow.name)
        return self._access.read(lambda session: [row.record() for row in session.scalars(rows)])

    def add(self, folder: Folder) -> None:
        self._access.write(lambda session: session.add(FolderRow(**asdict(folder))))

    def rename(self, folder_id: str, name: str) -> None:
        changed = update(FolderRow).where(FolderRow.id == folder_id).values(name=name)
        self._access.write(lambda session: change_one(session, changed))

    def arrange(self, folder_ids: Iterable[str]) -> None:
        """Put them in this order."""
        order = list(folder_ids)

        def write(session: Session) -> None:
            for position, folder_id in enumerate(order):
                session.execute(update(FolderRow).where(FolderRow.id == folder_id).values(position=position))

        self._access.write(write)

    def delete(self, folder_id: str) -> None:
        """The chats in it stay, outside of any folder."""
        gone = delete(FolderRow).where(FolderRow.id == folder_id)
        self._access.write(lambda session: change_one(session, gone))


class Presets:
    """The assistants, in their order."""

    def __init__(self, access: Access) -> None:
        self._access = access

    def all(self) -> list[Preset]:
        rows = select(PresetRow).order_by(PresetRow.position, PresetRow.name)
        return self._access.read(lambda session: [row.record() for row in session.scalars(rows)])

    def save(self, preset: Preset) -> None:
        """Add it, or replace the one with its id."""
        values: dict[str, Any] = {**asdict(preset), "options": dict(preset.options)}
        self._access.write(lambda session: session.merge(PresetRow(**values)))

    def delete(self, preset_id: str) -> None:
        """Chats that used it keep the options of their own."""
        gone = delete(PresetRow).where(PresetRow.id == preset_id)
        self._access.write(lambda session: change_one(session, gone))


class Drafts:
    """What stands in the composer of each chat. The chat "" is the one that doesn't exist yet."""

    EMPTY = Draft()

    def __init__(self, access: Access) -> None:
        self._access = access

    def all(self) -> Mapping[str, Draft]:
        return self._access.read(
            lambda session: {row.chat: row.record() for row in session.scalars(select(DraftRow))}
        )

    def keep(self, chat: str, draft: Draft) -> Future[None]:
        """Without waiting. An empty draft is removed."""

        def write(session: Session) -> None:
            if draft == self.EMPTY:
                session.execute(delete(DraftRow).where(DraftRow.chat == chat))
            else:
                attachments = [asdict(each) for each in draft.attachments]
                session.merge(DraftRow(chat=chat, text=draft.text, attachments=attachments))

        return self._access.write_soon(write)
