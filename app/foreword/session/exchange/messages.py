"""The frozen messages that cross between the window's thread and the exchange's. No Qt, no files."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from foreword.session.conversation import Folder, Preset, WholeChat


@dataclass(frozen=True, slots=True)
class Shelf:
    """The folders and presets that exported chats use, and the system prompt where none is set."""

    folders: tuple[Folder, ...] = ()
    presets: tuple[Preset, ...] = ()
    system_prompt: str = ""

    def prompt_of(self, chat: WholeChat) -> str:
        """The system prompt that holds for a chat: its own, its preset's, or the app's."""
        key = "reply.system_prompt"
        preset = next((each for each in self.presets if each.id == chat.summary.preset_id), None)
        for options in (chat.summary.options, preset.options if preset else {}):
            if key in options:
                return str(options[key])
        return self.system_prompt


class Format(Protocol):
    """How chats become a file. Called on the exchange's thread; `chats` and `go_on` raise Cancelled."""

    @property
    def suffix(self) -> str: ...

    def write(
        self, target: Path, chats: Iterator[WholeChat], shelf: Shelf, go_on: Callable[[], None]
    ) -> None: ...


@dataclass(frozen=True, slots=True)
class ExportRequest:
    """Write these chats (None: all). `target` is a file; or, `separate`, a folder that is made for them."""

    chats: tuple[str, ...] | None
    format: Format
    target: Path
    separate: bool = False
    system_prompt: str = ""


@dataclass(frozen=True, slots=True)
class ImportRequest:
    source: Path


@dataclass(frozen=True, slots=True)
class BackupRequest:
    """Write chats and settings into this archive."""

    target: Path


@dataclass(frozen=True, slots=True)
class CheckRequest:
    """Check a backup whole, and lay it ready; nothing changes yet."""

    source: Path


Request = ExportRequest | ImportRequest | BackupRequest | CheckRequest


@dataclass(frozen=True, slots=True)
class Progress:
    """`fraction` is 0 to 1, or None where there is no measure."""

    words: str
    fraction: float | None = None


@dataclass(frozen=True, slots=True)
class Exported:
    path: Path
    chats: int
    messages: int
    size: int


@dataclass(frozen=True, slots=True)
class Imported:
    """`problems`: a line for each part that was left out, and why."""

    source: str
    chats: int
    messages: int
    problems: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BackedUp:
    path: Path
    chats: int
    messages: int
    size: int


@dataclass(frozen=True, slots=True)
class Checked:
    """A backup that is whole and lies ready. `created_at` in seconds since the epoch."""

    name: str
    created_at: float
    chats: int
    messages: int
    has_settings: bool


Answer = Exported | Imported | BackedUp | Checked


@dataclass(frozen=True, slots=True)
class ExchangeFailed:
    """Nothing was changed or left behind. `cancelled`: because the user said so."""

    reason: str
    detail: str = ""
    cancelled: bool = False
