"""Where the app's files live: one object that every part is given, so that none asks the system.

`--profile DIR` keeps everything in one folder; without it each kind goes where the platform keeps it.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import platformdirs

APP_NAME = "foreword"


@dataclass(frozen=True, slots=True)
class Paths:
    """The three roots. Use `ensure()` once at start; the properties never create anything."""

    data: Path
    config: Path
    state: Path

    @classmethod
    def default(cls) -> Paths:
        dirs = platformdirs.PlatformDirs(APP_NAME, appauthor=False)
        return cls(dirs.user_data_path, dirs.user_config_path, dirs.user_state_path)

    @classmethod
    def profile(cls, folder: Path) -> Paths:
        folder = folder.expanduser().absolute()
        return cls(folder, folder, folder)

    def ensure(self) -> Paths:
        """Create the folders, for this user's eyes only. Raises OSError where that is impossible."""
        for folder in (self.data, self.config, self.state):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return self

    @property
    def chats(self) -> Path:
        return self.data / "chats.db"

    @property
    def lock(self) -> Path:
        return self.data / "foreword.lock"

    @property
    def models(self) -> Path:
        return self.data / "models"

    @property
    def speculator_data(self) -> Path:
        return self.data / "speculators"

    @property
    def settings(self) -> Path:
        return self.config / "settings.toml"

    @property
    def window_state(self) -> Path:
        return self.state / "window.ini"

    @property
    def log(self) -> Path:
        return self.state / "foreword.log"
