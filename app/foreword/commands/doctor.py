"""`foreword doctor`: versions, device, folders, model, plugins and their states, and what is wrong.

Reads only; creates nothing, fetches nothing. Exit code 1 where something is wrong.
"""

from __future__ import annotations

import argparse
import os
import platform
import shutil
import sqlite3
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from foreword import __version__
from foreword.commands.models_text import device_line, size
from foreword.models.memory import Memory, main_memory
from foreword.paths import Paths
from foreword.settings import Settings
from foreword.worker.cancel import Switches
from foreword.worker.service import Service

PACKAGES = ("torch", "transformers", "tokenizers", "safetensors", "PySide6-Essentials", "SQLAlchemy")


def report(options: argparse.Namespace, paths: Paths) -> int:
    """Print the report; 0 where all is well, else 1."""
    problems: list[str] = []
    for line in _lines(options, paths, problems):
        sys.stdout.write(line + "\n")
    for problem in problems:
        sys.stdout.write(f"problem: {problem}\n")
    sys.stdout.write("all is well\n" if not problems else f"{len(problems)} problem(s)\n")
    return 1 if problems else 0


def _lines(options: argparse.Namespace, paths: Paths, problems: list[str]) -> Iterator[str]:
    yield f"foreword {__version__}, Python {platform.python_version()}, {platform.platform()}"
    for package in PACKAGES:
        yield f"  {package} {_version(package, problems)}"
    yield f"device: {_device(problems)}"
    memory = main_memory()
    yield f"memory: {size(memory.free)} of {size(memory.total)} free"
    yield from _devices(memory)
    yield f"window: {_window(problems)}"
    settings = Settings(paths.settings, read_only=True)
    problems.extend(settings.problems)
    for label, folder in (("data", paths.data), ("config", paths.config), ("state", paths.state)):
        yield f"{label}: {_folder(folder, problems)}"
    yield f"chats: {_chats(paths.chats, problems)}"
    yield f"model: {_model(options.model or settings['model.name'] or None, paths, problems)}"
    yield from _plugins(paths, settings, problems)


def _version(package: str, problems: list[str]) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        problems.append(f"{package} is not installed: run pip install foreword again")
        return "missing"


def _device(problems: list[str]) -> str:
    try:
        from foreword.target.devices import pick_device, pick_dtype
        from foreword.target.fingerprint import device_name
    except (ImportError, OSError) as error:  # OSError: a library that torch itself loads is missing
        problems.append(f"the engine can't be imported: {error}")
        return "unknown"
    device = pick_device()
    dtype = str(pick_dtype("auto", device)).removeprefix("torch.")
    return f"{device_name(device)}, {dtype}, {os.cpu_count()} processors"


def _devices(memory: Memory) -> Iterator[str]:
    """Each with its memory, and what it computes in."""
    try:
        from foreword.target.devices import devices
    except (ImportError, OSError):
        return  # told already
    for device in devices(memory.free, memory.total):
        yield f"  {device_line(device).removeprefix('device ')}"


def _window(problems: list[str]) -> str:
    try:
        import_module("PySide6.QtWidgets")  # a probe: this module makes no use of Qt
    except ImportError as error:
        problems.append(f"the window can't open: {error}")
        return "unavailable"
    return "can open"


def _folder(folder: Path, problems: list[str]) -> str:
    if not folder.exists():
        return f"{folder} (not made yet)"
    if not os.access(folder, os.W_OK):
        problems.append(f"{folder} can't be written: change its permissions or use --profile DIR")
    free = shutil.disk_usage(folder).free
    if free < 500_000_000:
        problems.append(f"only {free // 10**6} MB are free where {folder} lies: free some space")
    return f"{folder} ({free / 1e9:.1f} GB free)"


def _chats(path: Path, problems: list[str]) -> str:
    if not path.exists():
        return "none yet"
    # Without a log beside it nobody has the file open, and SQLite need not lay out one of its own.
    mode = "mode=ro" if path.with_name(f"{path.name}-wal").exists() else "mode=ro&immutable=1"
    try:
        with closing(sqlite3.connect(f"{path.as_uri()}?{mode}", uri=True, timeout=5)) as database:
            verdict = database.execute("PRAGMA quick_check(1)").fetchone()[0]
            count = database.execute("SELECT count(*) FROM conversations").fetchone()[0]
    except sqlite3.Error as error:
        problems.append(f"{path} can't be read: {error}")
        return "unreadable"
    if verdict != "ok":
        problems.append(f"{path} is damaged ({verdict}): start the app, it sets the file aside")
    return f"{count} conversations, {path.stat().st_size / 1e6:.1f} MB"


def _model(name: str | None, paths: Paths, problems: list[str]) -> str:
    from foreword.models.errors import ModelError
    from foreword.models.resolve import resolve

    try:
        found = resolve(name, paths, allow_download=False)
    except ModelError as error:
        problems.append(str(error))
        return f"{name or 'starter'} (not ready)"
    return f"{found.name} in {found.folder}"


def _plugins(paths: Paths, settings: Settings, problems: list[str]) -> Iterator[str]:
    enabled = [name for name, on in settings["speculators.enabled"].items() if on]
    switches = Switches(enabled)
    switches.set_options(settings["speculators.options"])
    # A look leaves no trace: what they would keep goes to a folder that is thrown away.
    with (
        tempfile.TemporaryDirectory(prefix="foreword-doctor-") as scratch,
        closing(Service(replace(paths, data=Path(scratch)), switches)) as service,
    ):
        infos = service.speculators()
    yield f"speculators: {len(infos)}"
    for info in infos:
        reason = f" ({info.reason})" if info.reason else ""
        yield f"  {info.name}: {info.state}{reason}, from {info.distribution} {info.version}"
        if info.state in ("failed", "incompatible", "quarantined"):
            problems.append(f"the speculator {info.name} from {info.distribution}: {info.reason}")
    for name in sorted(set(enabled) - {info.name for info in infos}):
        problems.append(f"the speculator {name} is switched on but not installed")
