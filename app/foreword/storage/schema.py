"""The tables as typed mappings. The migrations create them; a test holds the two together.

Knows how rows become records and back, and nothing of files, threads or migrations.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterable, Mapping
from dataclasses import asdict, fields
from typing import Any, ClassVar, cast

from sqlalchemy import JSON, CheckConstraint, Double, ForeignKey, LargeBinary, MetaData
from sqlalchemy import text as sql
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from foreword.messages import Role
from foreword.storage.records import (
    Attachment,
    ConversationSummary,
    Draft,
    Folder,
    Preset,
    Turn,
    TurnStatus,
)


class Base(DeclarativeBase):
    """Names every constraint, so that later migrations can speak of them."""

    type_annotation_map: ClassVar[dict[Any, Any]] = {float: Double()}
    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
            "fk": "fk_%(table_name)s_%(column_0_name)s",
            "pk": "pk_%(table_name)s",
        }
    )


class ConversationRow(Base):
    """A chat. `leaf_id` is the last turn of the open branch; NULL while there is none."""

    __tablename__ = "conversations"

    id: Mapped[str] = mapped_column(primary_key=True)
    title: Mapped[str]
    created_at: Mapped[float]
    updated_at: Mapped[float] = mapped_column(index=True)
    leaf_id: Mapped[str | None] = mapped_column(
        ForeignKey("turns.id", ondelete="SET NULL", use_alter=True), index=True
    )
    pinned: Mapped[bool] = mapped_column(default=False, server_default="0")
    named: Mapped[bool] = mapped_column(default=False, server_default="0")
    options: Mapped[dict[str, Any]] = mapped_column(JSON, default=dict, server_default="{}")
    deleted_at: Mapped[float | None]
    folder_id: Mapped[str | None] = mapped_column(ForeignKey("folders.id", ondelete="SET NULL"), index=True)
    preset_id: Mapped[str | None] = mapped_column(ForeignKey("presets.id", ondelete="SET NULL"), index=True)

    @classmethod
    def of(cls, summary: ConversationSummary) -> ConversationRow:
        return cls(**{item.name: getattr(summary, item.name) for item in fields(summary)})

    def summary(self) -> ConversationSummary:
        return ConversationSummary(
            **{item.name: getattr(self, item.name) for item in fields(ConversationSummary)}
        )


class FolderRow(Base):
    __tablename__ = "folders"

    id: Mapped[str] = mapped_column(primary_key=True)
    name: Mapped[str]
    position: Mapped[int]

    def record(self) -> Folder:
        return Folder(self.id, self.name, self.position)


class PresetRow(Base):
    __tablename__ = "presets"

    id: Mapped[str] = mapped_column(primary_key=True)
    name: Mapped[str]
    options: Mapped[dict[str, Any]] = mapped_column(JSON)
    position: Mapped[int]

    def record(self) -> Preset:
        return Preset(self.id, self.name, self.options, self.position)


class DraftRow(Base):
    """What stands in a chat's composer; the chat "" is the one that doesn't exist yet."""

    __tablename__ = "drafts"

    chat: Mapped[str] = mapped_column(primary_key=True)
    text: Mapped[str]
    attachments: Mapped[list[dict[str, str]]] = mapped_column(JSON)

    def record(self) -> Draft:
        return Draft(self.text, attachments_from(self.attachments))


class TurnRow(Base):
    """A message. `token_ids` are 4-byte little-endian integers, and read only when asked for.

    `parent_id` has no cascade on purpose: SQLite follows one at most a thousand levels deep, and a
    chat may be longer. Turns go with their conversation, all in one statement.
    """

    __tablename__ = "turns"
    __table_args__ = (
        CheckConstraint("role IN ('system', 'user', 'assistant')", name="role"),
        CheckConstraint(
            "status IN ('complete', 'streaming', 'stopped', 'interrupted', 'failed')", name="status"
        ),
    )

    id: Mapped[str] = mapped_column(primary_key=True)
    conversation_id: Mapped[str] = mapped_column(
        ForeignKey("conversations.id", ondelete="CASCADE"), index=True
    )
    parent_id: Mapped[str | None] = mapped_column(ForeignKey("turns.id"), index=True)
    role: Mapped[str]
    status: Mapped[str]
    created_at: Mapped[float]
    stop_reason: Mapped[str | None]
    error: Mapped[str | None]
    stats: Mapped[dict[str, Any]] = mapped_column(JSON)
    text: Mapped[str]
    token_ids: Mapped[bytes | None] = mapped_column(LargeBinary, deferred=True)
    attachments: Mapped[list[dict[str, str]]] = mapped_column(JSON, default=list, server_default="[]")
    #: Where each piece of a reply came from, as the session packs it; read only when asked for.
    trace: Mapped[bytes | None] = mapped_column(LargeBinary, deferred=True)
    #: Keys the search index. One above the highest: there is one writer only.
    number: Mapped[int | None] = mapped_column(
        index=True,
        unique=True,
        deferred=True,
        default=sql("(SELECT coalesce(max(number), 0) + 1 FROM turns)"),
    )

    @classmethod
    def of(cls, turn: Turn) -> TurnRow:
        return cls(
            attachments=[asdict(each) for each in turn.attachments],
            id=turn.id,
            conversation_id=turn.conversation_id,
            parent_id=turn.parent_id,
            role=turn.role,
            created_at=turn.created_at,
            **changing_columns(turn),
        )

    def record(self) -> Turn:
        return Turn(
            id=self.id,
            conversation_id=self.conversation_id,
            parent_id=self.parent_id,
            role=cast(Role, self.role),
            text=self.text,
            status=cast(TurnStatus, self.status),
            created_at=self.created_at,
            stop_reason=self.stop_reason,
            error=self.error,
            stats=self.stats,
            attachments=attachments_from(self.attachments),
        )


def attachments_from(kept: Iterable[Mapping[str, str]]) -> tuple[Attachment, ...]:
    return tuple(Attachment(each["name"], each["text"]) for each in kept)


def changing_columns(turn: Turn) -> dict[str, Any]:
    """What may still change in a turn after it was added."""
    return {
        "text": turn.text,
        "status": turn.status,
        "stop_reason": turn.stop_reason,
        "error": turn.error,
        "stats": dict(turn.stats),
    }


def pack_token_ids(token_ids: Iterable[int]) -> bytes:
    """Token ids as 4-byte little-endian integers. Raises OverflowError above 2**32 - 1 or below 0."""
    packed = array("I", token_ids)
    if sys.byteorder == "big":
        packed.byteswap()
    return packed.tobytes()


def unpack_token_ids(blob: bytes) -> tuple[int, ...]:
    packed = array("I")
    packed.frombytes(blob)
    if sys.byteorder == "big":
        packed.byteswap()
    return tuple(packed)
