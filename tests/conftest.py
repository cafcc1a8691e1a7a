"""What every test stands on: Qt without a screen, an empty home, no hub, and the starter model on demand.

The environment is changed when this file is imported, before Qt, torch or the hub's library read it.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import hypothesis
import pytest

CHECKOUT = Path(__file__).resolve().parents[1]
REAL_ENVIRONMENT = dict(os.environ)
HOME = Path(tempfile.mkdtemp(prefix="foreword-tests-"))
#: Nothing listens on the discard port of this very computer: whoever asks the hub fails at once.
DEAD_END = "http://127.0.0.1:9"


def _enter_empty_home() -> None:
    folders = {
        "HOME": HOME,
        "USERPROFILE": HOME,
        "APPDATA": HOME / "roaming",
        "LOCALAPPDATA": HOME / "local",
        "XDG_CACHE_HOME": HOME / "cache",
        "XDG_CONFIG_HOME": HOME / "config",
        "XDG_DATA_HOME": HOME / "data",
        "XDG_STATE_HOME": HOME / "state",
        "XDG_RUNTIME_DIR": HOME / "run",
        "HF_HOME": HOME / "huggingface",
    }
    for folder in folders.values():
        folder.mkdir(exist_ok=True, mode=0o700)
    for name in [name for name in os.environ if name.startswith(("HF_", "HUGGING", "TRANSFORMERS_"))]:
        del os.environ[name]
    os.environ.update({name: str(folder) for name, folder in folders.items()})
    os.environ.update({"HF_ENDPOINT": DEAD_END, "HF_HUB_DISABLE_TELEMETRY": "1", "DO_NOT_TRACK": "1"})
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")


_enter_empty_home()

# How long an example takes says more about what else the machine is doing than about the code.
hypothesis.settings.register_profile("foreword", deadline=None)
hypothesis.settings.load_profile("foreword")


def pytest_unconfigure() -> None:
    shutil.rmtree(HOME, ignore_errors=True)


@contextmanager
def real_environment() -> Iterator[None]:
    """The user's own environment for a moment: pip then finds its configuration and its cache."""
    hermetic = dict(os.environ)
    os.environ.clear()
    os.environ.update(REAL_ENVIRONMENT)
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(hermetic)


@pytest.fixture(scope="session")
def starter_cache() -> Path:
    """The profile folder that holds the starter model between runs. Read only: tests share it."""
    return Path(REAL_ENVIRONMENT.get("FOREWORD_TEST_CACHE") or CHECKOUT / ".cache").absolute()


@pytest.fixture(scope="session")
def starter_folder(starter_cache: Path) -> Path:
    """The extracted starter model, fetched once by the app's own code. Read only: tests share it."""
    from foreword.models import starter
    from foreword.paths import Paths

    with real_environment():
        return starter.ensure(Paths.profile(starter_cache))
