"""Which settings hold for a chat: its own, else those of its preset, else the app's. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from foreword.settings import BY_KEY, SETTINGS, SettingsError
from foreword.storage.records import ConversationSummary, Preset

CHAT_KEYS = (*(one.key for one in SETTINGS if one.key.startswith("reply.")), "speculators.enabled")
"""What a chat or a preset may set for itself."""


class Values(Protocol):
    """Settings by key: those of the app, or those that hold for one chat."""

    def __getitem__(self, key: str) -> Any: ...


class Choices:
    """The values that hold for one chat."""

    def __init__(self, settings: Values, *layers: Mapping[str, Any]) -> None:
        """`layers`: options by key, those that come first first."""
        self._settings = settings
        self._layers = layers

    def __getitem__(self, key: str) -> Any:
        return next((layer[key] for layer in self._layers if key in layer), self._settings[key])


def choices_for(settings: Values, summary: ConversationSummary | None, presets: Sequence[Preset]) -> Choices:
    """`summary` None is the chat that doesn't exist yet."""
    if summary is None:
        return Choices(settings)
    preset = next((each for each in presets if each.id == summary.preset_id), None)
    return Choices(settings, summary.options, preset.options if preset else {})


def checked_options(options: Mapping[str, Any]) -> dict[str, Any]:
    """The same, each value checked. Raises SettingsError for what a chat can't set, or not to this."""
    for key in options:
        if key not in CHAT_KEYS:
            raise SettingsError(f"{key} can't be set for a chat")
    return {key: BY_KEY[key].check(value) for key, value in options.items()}
