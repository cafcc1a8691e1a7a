"""What a chat sets for itself, and the presets (assistants) that chats can use.

What a new chat sets is held until its first message creates it. Whatever can't be kept is told to whoever
asked for it, as one line. Knows the chats; nothing of replies.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject, Signal

from foreword.session.chats import Chats, new_id
from foreword.session.choices import Recommended, Standing, checked_options, choices_for, fitting
from foreword.session.conversation import ConversationSummary, Preset
from foreword.session.translate import tr
from foreword.settings import Settings, SettingsError
from foreword.storage.errors import StorageError


class ChatOptions(QObject):
    """Lives on the window's thread."""

    #: What holds for the open chat changed: its own options, its preset, that preset, or the settings.
    changed = Signal()
    presets_changed = Signal()

    def __init__(self, settings: Settings, chats: Chats, parent: QObject) -> None:
        super().__init__(parent)
        self._settings = settings
        self._base = Recommended(settings, {})
        self._chats = chats
        self._new = ConversationSummary("", "", 0.0, 0.0)

    def choices(self, conversation_id: str | None = None) -> Standing:
        """The settings that hold for this chat, or for the open one, and where each comes from."""
        return choices_for(self._base, self._summary(conversation_id or self._chats.open_id), self.presets())

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
        return self._change(options=options)

    def reset(self) -> str:
        """The open chat sets nothing for itself any more. Returns why it can't be, or nothing."""
        return self._change(options={})

    def set_for_all(self, key: str, value: object) -> str:
        """Set an option for every chat, this one included. Returns what is wrong with it, or nothing."""
        try:
            checked_options({key: value})
            self._settings.set(key, value)
        except SettingsError as error:
            return str(error)
        except OSError as error:
            return tr(
                "The settings could not be saved ({reason}): {path}",
                reason=error.strerror,
                path=self._settings.path,
            )
        return self.set(key, None)

    def recommend(self, generation: Mapping[str, Any]) -> None:
        """A model was loaded: what its makers recommend holds where nobody has set anything."""
        self._base = Recommended(self._settings, fitting(generation))
        self.changed.emit()

    def follow_settings(self) -> None:
        """The app's settings changed elsewhere."""
        self.changed.emit()

    def preset_id(self) -> str | None:
        """The preset of the open chat."""
        return self._summary(self._chats.open_id).preset_id

    def use_preset(self, preset_id: str | None) -> str:
        """The open chat takes this preset; what it sets for itself comes before it."""
        if preset_id is not None and self.preset(preset_id) is None:
            return tr("This assistant is no longer there.")
        return self._change(preset_id=preset_id)

    def take_new(self) -> tuple[str | None, Mapping[str, Any]]:
        """(preset, options) of the new chat, which is being created; the next new one begins without."""
        new, self._new = self._new, ConversationSummary("", "", 0.0, 0.0)
        return new.preset_id, new.options

    # --- presets
    def presets(self) -> list[Preset]:
        with self._chats.faults_told():
            return self._chats.store.presets.all()
        return []

    def preset(self, preset_id: str) -> Preset | None:
        return next((each for each in self.presets() if each.id == preset_id), None)

    def standing_of(self, preset: Preset) -> Standing:
        """What holds for a chat that uses this preset and sets nothing for itself."""
        return Standing(self._base, preset.options)

    def save_preset(self, preset: Preset) -> str:
        """Add it, or replace the one with its id. Returns what is wrong with it, or nothing."""
        name = " ".join(preset.name.split())
        if not name:
            return tr("An assistant needs a name.")
        if any(_same_name(each.name, name) for each in self.presets() if each.id != preset.id):
            return tr("There is an assistant called {name} already. Choose another name.", name=name)
        try:
            options = checked_options(preset.options)
        except SettingsError as error:
            return str(error)
        checked = replace(preset, name=name, options=options)
        return self._keep_presets(lambda: self._chats.store.presets.save(checked))

    def new_preset(self, name: str, options: Mapping[str, Any]) -> Preset:
        """One that comes last in the list, for `save_preset`."""
        position = max((each.position for each in self.presets()), default=-1) + 1
        return Preset(new_id(), name, dict(options), position)

    def free_name(self, name: str) -> str:
        """This name, or one like it that no assistant has."""
        taken = [each.name for each in self.presets()]
        free, number = name, 1
        while any(_same_name(each, free) for each in taken):
            number += 1
            free = f"{name} ({number})"
        return free

    def save_as_preset(self, name: str) -> str:
        """A new preset of all that the open chat sets; the chat uses it. Returns what is wrong, or ''."""
        standing = self.choices()
        beneath = standing.preset.options if standing.preset else {}
        preset = self.new_preset(name, {**beneath, **standing.own})
        return self.save_preset(preset) or self._change(preset_id=preset.id, options={})

    def save_to_preset(self) -> str:
        """What the open chat sets becomes part of its preset. Returns what is wrong with it, or nothing."""
        standing = self.choices()
        if standing.preset is None:
            return tr("This chat uses no assistant. Choose one first, or make a new one.")
        changed = replace(standing.preset, options={**standing.preset.options, **standing.own})
        return self.save_preset(changed) or self._change(options={})

    def delete_preset(self, preset_id: str) -> str:
        """Chats that used it keep what they set for themselves. Returns why it can't be, or nothing."""
        problem = self._keep_presets(lambda: self._chats.store.presets.delete(preset_id))
        if not problem and self._new.preset_id == preset_id:
            self._new = replace(self._new, preset_id=None)
        return problem

    # --- steps
    def _summary(self, conversation_id: str | None) -> ConversationSummary:
        if conversation_id is not None:
            with self._chats.faults_told():
                found = self._chats.place_of(conversation_id).summary(conversation_id)
                return found or ConversationSummary(conversation_id, "", 0.0, 0.0)
        return self._new

    def _change(self, **columns: Any) -> str:
        conversation_id = self._chats.open_id
        if conversation_id is None:
            self._new = replace(self._new, **columns)
        else:
            try:
                self._chats.place_of(conversation_id).change(conversation_id, **columns)
            except StorageError as error:
                return str(error)
        self.changed.emit()
        return ""

    def _keep_presets(self, job: Callable[[], None]) -> str:
        try:
            job()
        except StorageError as error:
            return str(error)
        self.presets_changed.emit()
        self.changed.emit()
        return ""


def _same_name(one: str, other: str) -> bool:
    return one.casefold() == other.casefold()
