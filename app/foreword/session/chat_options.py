"""What a chat sets for itself, and the presets (assistants) that chats can use.

What a new chat sets is held until its first message creates it. Knows the chats; nothing of replies.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject, Signal

from foreword.session.chats import Chats
from foreword.session.choices import Choices, checked_options, choices_for
from foreword.session.conversation import ConversationSummary, Preset
from foreword.settings import Settings, SettingsError


class ChatOptions(QObject):
    """Lives on the window's thread."""

    #: What holds for the open chat changed: its own options, its preset, or that preset.
    changed = Signal()
    presets_changed = Signal()

    def __init__(self, settings: Settings, chats: Chats, parent: QObject) -> None:
        super().__init__(parent)
        self._settings = settings
        self._chats = chats
        self._new = ConversationSummary("", "", 0.0, 0.0)

    def choices(self, conversation_id: str | None = None) -> Choices:
        """The settings that hold for this chat, or for the open one."""
        return choices_for(
            self._settings, self._summary(conversation_id or self._chats.open_id), self.presets()
        )

    def own(self) -> Mapping[str, Any]:
        """What the open chat sets for itself, by the settings' keys."""
        return dict(self._summary(self._chats.open_id).options)

    def set(self, key: str, value: object) -> str:
        """Set an option for the open chat; None: take it back. Returns what is wrong with it, or nothing."""
        options = {name: kept for name, kept in self.own().items() if name != key}
        try:
            options.update(checked_options({} if value is None else {key: value}))
        except SettingsError as error:
            return str(error)
        self._change(options=options)
        return ""

    def set_for_all(self, key: str, value: object) -> str:
        """Set an option for every chat, this one included. Returns what is wrong with it, or nothing."""
        try:
            checked_options({key: value})
            self._settings.set(key, value)
        except SettingsError as error:
            return str(error)
        except OSError as error:
            return f"The settings could not be saved ({error.strerror}): {self._settings.path}"
        return self.set(key, None)

    def preset_id(self) -> str | None:
        """The preset of the open chat."""
        return self._summary(self._chats.open_id).preset_id

    def use_preset(self, preset_id: str | None) -> None:
        """The open chat takes this preset; what it sets for itself comes before it."""
        self._change(preset_id=preset_id)

    def take_new(self) -> tuple[str | None, Mapping[str, Any]]:
        """(preset, options) of the new chat, which is being created; the next new one begins without."""
        new, self._new = self._new, ConversationSummary("", "", 0.0, 0.0)
        return new.preset_id, new.options

    # --- presets
    def presets(self) -> list[Preset]:
        with self._chats.faults_told():
            return self._chats.store.presets.all()
        return []

    def save_preset(self, preset: Preset) -> str:
        """Add it, or replace the one with its id. Returns what is wrong with it, or nothing."""
        if not preset.name.strip():
            return "An assistant needs a name."
        try:
            checked_options(preset.options)
        except SettingsError as error:
            return str(error)
        with self._chats.faults_told():
            self._chats.store.presets.save(preset)
            self.presets_changed.emit()
            self.changed.emit()
        return ""

    def delete_preset(self, preset_id: str) -> None:
        """Chats that used it keep what they set for themselves."""
        with self._chats.faults_told():
            self._chats.store.presets.delete(preset_id)
            self.presets_changed.emit()
            self.changed.emit()

    # --- steps
    def _summary(self, conversation_id: str | None) -> ConversationSummary:
        if conversation_id is not None:
            with self._chats.faults_told():
                found = self._chats.place_of(conversation_id).summary(conversation_id)
                return found or ConversationSummary(conversation_id, "", 0.0, 0.0)
        return self._new

    def _change(self, **columns: Any) -> None:
        conversation_id = self._chats.open_id
        if conversation_id is None:
            self._new = replace(self._new, **columns)
        else:
            with self._chats.faults_told():
                self._chats.place_of(conversation_id).change(conversation_id, **columns)
        self.changed.emit()
