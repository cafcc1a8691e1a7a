"""Foreword's own format: everything of a chat, as one JSON file that reads back exactly.

    {"format": "foreword-chats", "version": 1, "exported_at": ..., "app": ...,
     "folders": [...], "presets": [...], "chats": [one a line]}

A chat has all its turns, in every version, each after its parent; `open` is the last one of the open
branch. A reader takes what it knows and leaves the rest alone, so later versions may add to it; one that
changes the meaning of what is there counts `version` up.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from foreword import __version__
from foreword.session.conversation import Folder, Preset, Turn, WholeChat
from foreword.session.exchange.messages import Shelf

FORMAT, VERSION = "foreword-chats", 1


@dataclass(frozen=True, slots=True)
class JsonFormat:
    """Writes one chat after the other; never holds more than one."""

    suffix: str = ".json"

    def write(
        self, target: Path, chats: Iterator[WholeChat], shelf: Shelf, go_on: Callable[[], None]
    ) -> None:
        head = {
            "format": FORMAT,
            "version": VERSION,
            "exported_at": time.time(),
            "app": __version__,
            "folders": [_folder(each) for each in shelf.folders],
            "presets": [_preset(each) for each in shelf.presets],
        }
        with target.open("w", encoding="utf-8", newline="\n") as file:
            file.write(_dumped(head)[:-1] + ', "chats": [')
            for number, chat in enumerate(chats):
                go_on()
                file.write((",\n" if number else "\n") + _dumped(_chat(chat)))
            file.write("\n]}\n")


def _dumped(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _folder(folder: Folder) -> dict[str, Any]:
    return {"id": folder.id, "name": folder.name}


def _preset(preset: Preset) -> dict[str, Any]:
    return {"id": preset.id, "name": preset.name, "options": dict(preset.options)}


def _chat(chat: WholeChat) -> dict[str, Any]:
    summary = chat.summary
    return {
        "id": summary.id,
        "title": summary.title,
        "created_at": summary.created_at,
        "updated_at": summary.updated_at,
        "pinned": summary.pinned,
        "named": summary.named,
        "folder": summary.folder_id,
        "preset": summary.preset_id,
        "options": dict(summary.options),
        "open": chat.leaf_id,
        "turns": [_turn(turn, chat.token_ids) for turn in chat.turns],
    }


def _turn(turn: Turn, token_ids: Mapping[str, tuple[int, ...]]) -> dict[str, Any]:
    return {
        "id": turn.id,
        "parent": turn.parent_id,
        "role": turn.role,
        "text": turn.text,
        "status": turn.status,
        "created_at": turn.created_at,
        "stop_reason": turn.stop_reason,
        "error": turn.error,
        "stats": dict(turn.stats),
        "attachments": [asdict(each) for each in turn.attachments],
        "token_ids": list(token_ids.get(turn.id, ())),
    }
