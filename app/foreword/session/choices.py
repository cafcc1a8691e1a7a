"""Which settings hold for a chat: its own, else those of its preset, else the app's. Pure.

Where the user has left one of the app's as it came, what the model's makers recommend comes before it.
"""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from typing import Any, Literal, Protocol

from foreword.settings import BY_KEY, SETTINGS, Settings, SettingsError
from foreword.storage.records import ConversationSummary, Preset

CHAT_KEYS = (
    *(one.key for one in SETTINGS if one.key.startswith("reply.")),
    "speculators.enabled",
    "model.name",
)
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


class Recommended:
    """The app's settings with what the model's makers recommend beneath what the user has set."""

    def __init__(self, settings: Settings, recommended: Mapping[str, Any]) -> None:
        """`recommended`: values that fit, by the settings' keys."""
        self._settings = settings
        self._recommended = recommended

    def __getitem__(self, key: str) -> Any:
        return self._recommended[key] if self.holds(key) else self._settings[key]

    def holds(self, key: str) -> bool:
        """Whether the model's makers decide this one."""
        return key in self._recommended and not self._settings.is_set(key)


Source = Literal["chat", "preset", "settings", "model"]
"""Where a value comes from."""


class Standing(Choices):
    """The values that hold for one chat, and where each of them comes from.

    Also those of a preset by itself: `own` is then what the preset sets, and nothing lies between.
    """

    def __init__(self, settings: Values, own: Mapping[str, Any], preset: Preset | None = None) -> None:
        super().__init__(settings, own, preset.options if preset else {})
        self.own = own
        self.preset = preset

    def source(self, key: str) -> Source:
        return "chat" if key in self.own else self.source_beneath(key)

    def beneath(self, key: str) -> Any:
        """What would hold if the chat set nothing for itself."""
        return Choices(self._settings, *self._layers[1:])[key]

    def source_beneath(self, key: str) -> Source:
        if self.preset is not None and key in self.preset.options:
            return "preset"
        base = self._settings
        return "model" if isinstance(base, Recommended) and base.holds(key) else "settings"


def choices_for(settings: Values, summary: ConversationSummary | None, presets: Sequence[Preset]) -> Standing:
    """`summary` None is the chat that doesn't exist yet."""
    if summary is None:
        return Standing(settings, {})
    preset = next((each for each in presets if each.id == summary.preset_id), None)
    return Standing(settings, summary.options, preset)


def fitting(generation: Mapping[str, Any]) -> dict[str, Any]:
    """What a model recommends (see ModelInfo), by the settings' keys; left out is what no setting takes."""
    found: dict[str, Any] = {}
    for name, value in generation.items():
        setting = BY_KEY.get(f"reply.{name}")
        if setting is not None:
            with contextlib.suppress(SettingsError):
                found[setting.key] = setting.check(value)
    return found


def checked_options(options: Mapping[str, Any]) -> dict[str, Any]:
    """The same, each value checked. Raises SettingsError for what a chat can't set, or not to this."""
    for key in options:
        if key not in CHAT_KEYS:
            raise SettingsError(f"{key} can't be set for a chat")
    return {key: BY_KEY[key].check(value) for key, value in options.items()}
