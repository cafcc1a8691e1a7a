"""Every setting once: type, default, range, help text. Kept in a TOML file that people may edit.

A broken value or an unknown key is reported in `problems` and left in the file as it is; it never
keeps the app from starting. Knows nothing of the window that shows the settings.
"""

from __future__ import annotations

import copy
import math
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import tomlkit
from tomlkit.exceptions import TOMLKitError

Value = bool | int | float | str | list[str] | dict[str, bool] | dict[str, dict[str, Any]]


class SettingsError(ValueError):
    """A value does not fit its setting. The message says what would."""


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting. `low` and `high` are inclusive; `choices` limits a string.

    A table holds true or false by name; with `nested`, a table of plain values by name.
    """

    key: str
    default: Value
    help: str
    label: str = ""
    low: float | None = None
    high: float | None = None
    choices: tuple[str, ...] = ()
    nested: bool = False

    def check(self, value: object) -> Value:
        """The value in its proper type, or SettingsError with one line that says what fits."""
        kind = type(self.default)
        if kind is float and type(value) is int:
            value = float(value)
        if type(value) is not kind:
            raise SettingsError(f"{self.key} must be {_kind_name(kind)}, not {value!r}")
        if isinstance(value, list) and not all(isinstance(item, str) for item in value):
            raise SettingsError(f"{self.key} must be a list of texts, not {value!r}")
        if isinstance(value, dict) and not all(self.takes(item) for item in value.values()):
            held = "tables" if self.nested else "true and false"
            raise SettingsError(f"{self.key} must be a table of {held}, not {value!r}")
        if self.choices and value not in self.choices:
            raise SettingsError(f"{self.key} must be one of {', '.join(self.choices)}, not {value!r}")
        if isinstance(value, int | float) and not isinstance(value, bool) and not self._in_range(value):
            raise SettingsError(f"{self.key} must be {self._range()}, not {value!r}")
        return value

    def takes(self, item: object) -> bool:
        """Whether a table may hold this."""
        if not self.nested:
            return isinstance(item, bool)
        return isinstance(item, dict) and all(
            isinstance(value, bool | int | float | str) for value in item.values()
        )

    def _in_range(self, value: float) -> bool:
        """Written so that NaN, which compares false with everything, is in no range."""
        return math.isfinite(value) and not (
            (self.low is not None and value < self.low) or (self.high is not None and value > self.high)
        )

    def _range(self) -> str:
        limits = [f"at least {self.low:.16g}"] if self.low is not None else []
        limits += [f"at most {self.high:.16g}"] if self.high is not None else []
        return " and ".join(limits) or "finite"


def _kind_name(kind: type) -> str:
    names = {bool: "true or false", int: "a whole number", float: "a number", str: "a text"}
    return names.get(kind, "a list" if kind is list else "a table")


SETTINGS: tuple[Setting, ...] = (
    Setting(
        "appearance.theme",
        "system",
        "Follow the system, or always light or dark.",
        "Theme",
        choices=("system", "light", "dark"),
    ),
    Setting(
        "appearance.language",
        "system",
        "The window's language, from the next start on; system follows this computer.",
        "Language",
        choices=("system", "en", "de", "ar"),
    ),
    Setting("appearance.zoom", 100, "Size of all text and controls, in percent.", "Zoom", 50, 300),
    Setting(
        "appearance.motion",
        "system",
        "Whether things glide and fade, or change at once; system follows this computer.",
        "Motion",
        choices=("system", "full", "reduced"),
    ),
    Setting("lens.on", False, "Tint each piece of a reply by where it came from.", "Speculation lens"),
    Setting(
        "lens.dropped",
        False,
        "With the lens on, show drafts that were dropped, where they were dropped.",
        "Show dropped drafts",
    ),
    Setting("lens.panel", False, "Show pace, passes and speculators beside the chat.", "Live panel"),
    Setting("model.name", "", "A folder, a GGUF file or a hub id; empty means the starter model.", "Model"),
    Setting(
        "model.dtype",
        "auto",
        "Number format of the weights; auto takes what runs fastest here. int8 and int4 take less memory "
        "and change the model's answers a little.",
        "Precision",
        choices=("auto", "float32", "bfloat16", "float16", "int8", "int4"),
    ),
    Setting(
        "model.device",
        "auto",
        "What computes: auto, cpu, cuda:0 and so on, mps, or several (spread over all GPUs).",
        "Device",
    ),
    Setting("model.threads", 0, "Processor threads for the model; 0 takes one a core.", "Threads", 0, 1024),
    Setting(
        "model.cache",
        "full",
        "How the conversation is kept in memory: in full, or in 8-bit numbers, which take about half.",
        "Memory of the conversation",
        choices=("full", "int8"),
    ),
    Setting(
        "model.idle_minutes",
        0,
        "Give the model's memory back after so many minutes without a reply; the next message loads it "
        "again. 0 keeps it.",
        "Unload when idle",
        0,
        10_000,
    ),
    Setting(
        "model.thinking",
        "auto",
        "For models that can think before they answer: as the model does by itself, always, or never.",
        "Thinking",
        choices=("auto", "on", "off"),
    ),
    Setting(
        "model.template",
        "",
        "How messages become text for a model that brings no chat template: the name of a built-in one.",
        "Chat template",
    ),
    Setting("models.folders", [], "Folders in which models of yours lie.", "Model folders"),
    Setting(
        "models.offline",
        False,
        "Never ask the network for anything about models, not even when you press a button.",
        "Offline",
    ),
    Setting(
        "models.proxy",
        "",
        "Address of a proxy for downloads, such as http://proxy:3128; empty takes the system's.",
        "Proxy",
    ),
    Setting(
        "model.mode",
        "exact",
        "Exact: a reply has the same tokens with and without drafts, bit for bit, because every pass uses "
        "widths that round alike on this machine. Fast: any width, and drafts with branches; the same up "
        "to rounding, and the tokens at which rounding could have decided are counted.",
        "Exactness",
        choices=("exact", "fast"),
    ),
    Setting(
        "model.context",
        8192,
        "Room for prompt and reply together, in tokens; the model may allow less. More takes memory.",
        "Context length",
        256,
        1_000_000,
    ),
    Setting(
        "reply.system_prompt",
        "",
        "Instructions given before every chat; empty: the model's own.",
        "System prompt",
    ),
    Setting(
        "reply.temperature",
        0.2,
        "0 always takes the likeliest token; higher is more varied.",
        "Temperature",
        0.0,
        5.0,
    ),
    Setting("reply.top_k", 0, "Draw among the k likeliest tokens only; 0 is off.", "Top-k", 0, 1000),
    Setting(
        "reply.top_p",
        0.9,
        "Draw among the likeliest tokens that hold this share; 1 is off.",
        "Top-p",
        0.0,
        1.0,
    ),
    Setting(
        "reply.min_p", 0.0, "Drop tokens below this share of the likeliest one; 0 is off.", "Min-p", 0.0, 1.0
    ),
    Setting(
        "reply.repetition_penalty",
        1.0,
        "Above 1 makes tokens already used less likely.",
        "Repetition penalty",
        0.1,
        10.0,
    ),
    Setting(
        "reply.presence_penalty",
        0.0,
        "Above 0 makes tokens that the reply already has less likely, however often.",
        "Presence penalty",
        -2.0,
        2.0,
    ),
    Setting(
        "reply.frequency_penalty",
        0.0,
        "Above 0 makes tokens less likely with each time that the reply has them.",
        "Frequency penalty",
        -2.0,
        2.0,
    ),
    Setting(
        "reply.seed",
        -1,
        "The same seed gives the same reply to the same question; -1 takes a fresh one each time.",
        "Seed",
        -1,
        2**53,
    ),
    Setting(
        "reply.overflow",
        "ask",
        "When a chat no longer fits into the context: ask, leave out the oldest turns, stop, or go on in a "
        "new chat that begins with a summary.",
        "When the context is full",
        choices=("ask", "drop", "stop", "summary"),
    ),
    Setting("reply.max_tokens", 2048, "The longest reply, in tokens.", "Longest reply", 1, 1_000_000),
    Setting(
        "speculators.enabled",
        {"ngram": True, "suffix_history": True},
        "Which speculators are switched on, by name.",
        "Speculators",
    ),
    Setting("speculators.options", {}, "What is set for each speculator, by name and option.", nested=True),
    Setting(
        "composer.enter",
        "send",
        "What Enter does while you write; Shift+Enter always breaks the line, Ctrl+Enter always sends.",
        "Enter",
        choices=("send", "break"),
    ),
    Setting("chat.wrap_code", False, "Break long lines of code instead of scrolling sideways.", "Wrap code"),
    Setting("chat.open", "", "The chat that was open last."),
)
BY_KEY: Mapping[str, Setting] = {setting.key: setting for setting in SETTINGS}


class Settings:
    """The settings of one profile. Reading is a dictionary look-up; `set` checks and saves at once.

    `read_only` leaves a file that can't be read where it is; `set` is then not to be called.
    """

    def __init__(self, path: Path, *, read_only: bool = False) -> None:
        self.path = path
        self._read_only = read_only
        self.problems: list[str] = []
        self._document = self._read()
        self._values: dict[str, Value] = {}
        self._load_values()

    def __getitem__(self, key: str) -> Any:
        """The value in force. Lists and tables are copies: only `set` changes a setting.

        A table has its defaults too, for what it doesn't name: a speculator that an update brings
        is on or off as it comes.
        """
        default = BY_KEY[key].default
        value = self._values.get(key, default)
        if isinstance(value, dict) and isinstance(default, dict):
            return copy.deepcopy({**default, **value})
        return value.copy() if isinstance(value, list) else value

    def is_set(self, key: str) -> bool:
        """Whether somebody has chosen this value, if only the same as the default."""
        return key in self._values

    def set(self, key: str, value: object, *, flush: bool = True) -> None:
        """Keep a value. Raises SettingsError where it does not fit: nothing has changed then.

        Raises OSError where it can't be saved; the value is in force all the same, until the app ends.
        Without `flush` it is left to the system when the bytes reach the disk.
        """
        checked = BY_KEY[key].check(value)
        self._values[key] = checked
        section, name = key.split(".", 1)
        if not isinstance(self._document.get(section), dict):
            self._document[section] = tomlkit.table()
        self._document[section][name] = checked
        self._save(flush)

    def unset(self, key: str) -> None:
        """Let a setting be as it comes, as if nobody had chosen: a default, or what a model recommends.

        Raises OSError where that can't be saved; it is in force all the same, until the app ends.
        """
        self._values.pop(key, None)
        section, name = key.split(".", 1)
        table = self._document.get(section)
        if isinstance(table, dict) and name in table:
            del table[name]
            self._save(flush=True)

    def _read(self) -> tomlkit.TOMLDocument:
        try:
            # Some editors put a byte order mark in front, which TOML does not know.
            return tomlkit.parse(self.path.read_text(encoding="utf-8-sig"))
        except FileNotFoundError:
            return tomlkit.document()
        except (TOMLKitError, UnicodeDecodeError) as error:
            if self._read_only:
                self.problems.append(f"{self.path.name} can't be read ({error})")
                return tomlkit.document()
            aside = self._free_name_for_broken()
            self.path.rename(aside)
            self.problems.append(
                f"{self.path.name} could not be read ({error}), so every setting has its default; "
                f"the old file is kept as {aside.name}"
            )
            return tomlkit.document()

    def _free_name_for_broken(self) -> Path:
        aside, count = self.path.with_suffix(".broken.toml"), 1
        while aside.exists():
            count += 1
            aside = self.path.with_suffix(f".broken-{count}.toml")
        return aside

    def _load_values(self) -> None:
        for section, table in self._document.unwrap().items():
            for name, value in table.items() if isinstance(table, dict) else [("", table)]:
                key = f"{section}.{name}" if name else section
                if key not in BY_KEY:
                    self.problems.append(f"unknown setting {key} in {self.path.name} (left alone)")
                    continue
                try:
                    self._values[key] = BY_KEY[key].check(self._sound_part(key, value))
                except SettingsError as error:
                    self.problems.append(f"{error} (default used)")

    def _sound_part(self, key: str, value: object) -> object:
        """A table without its broken entries, so that one of them doesn't switch the others back."""
        if not isinstance(value, dict) or not isinstance(BY_KEY[key].default, dict):
            return value
        setting = BY_KEY[key]
        sound = {name: item for name, item in value.items() if setting.takes(item)}
        fitting = "a table of plain values" if setting.nested else "true or false"
        for name in value.keys() - sound.keys():
            self.problems.append(f"{key}.{name} must be {fitting}, not {value[name]!r} (ignored)")
        return sound

    def _save(self, flush: bool) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        # Written beside the old file and put in its place whole: a crash leaves one or the other.
        draft = self.path.with_suffix(".toml.new")
        with draft.open("w", encoding="utf-8") as file:
            file.write(tomlkit.dumps(self._document))
            file.flush()
            if flush:
                os.fsync(file.fileno())
        draft.replace(self.path)
