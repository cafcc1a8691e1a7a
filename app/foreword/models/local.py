"""The models that lie on this computer, for those who look for a draft model. Asks no network.

The app's own folder, the hub's shared cache and the folders that the user chose. Reads names and file
lists alone; whether a model can be loaded is for `folder` and the target to say, and `shelf` lists more.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

from foreword.api import LocalModel
from foreword.models.shelf import DEPTH, hub_cache
from foreword.paths import Paths
from foreword.settings import Settings

log = logging.getLogger(__name__)


def local_models(paths: Paths) -> tuple[LocalModel, ...]:
    """Every folder with a configuration and safetensors, by name."""
    found: dict[Path, LocalModel] = {}
    for model in (*_chosen(paths), *_own(paths.models), *_cached()):
        found[model.folder.resolve()] = model
    return tuple(sorted(found.values(), key=lambda model: (model.name.lower(), str(model.folder))))


def chosen_folders(paths: Paths) -> tuple[str, ...]:
    """The folders of the user's settings, as the file has them now."""
    if not paths.settings.is_file():
        return ()
    return tuple(Settings(paths.settings, read_only=True)["models.folders"])


def _own(models: Path) -> Iterator[LocalModel]:
    try:
        folders = sorted(models.iterdir())
    except (FileNotFoundError, NotADirectoryError):
        return
    for folder in folders:
        if not folder.name.startswith(".") and _is_model(folder):
            yield LocalModel(folder.name, folder)


def _chosen(paths: Paths) -> Iterator[LocalModel]:
    for named in chosen_folders(paths):
        yield from _below(Path(named).expanduser(), DEPTH)


def _below(place: Path, depth: int) -> Iterator[LocalModel]:
    if _is_model(place):
        yield LocalModel(place.name, place)
        return
    if not depth:
        return
    try:
        entries = sorted(
            entry for entry in place.iterdir() if not entry.name.startswith(".") and entry.is_dir()
        )
    except OSError as error:
        log.info("the model folder %s could not be read: %s", place, error)
        return
    for entry in entries:
        yield from _below(entry, depth - 1)


def _cached() -> Iterator[LocalModel]:
    """The newest snapshot of each model in the hub's cache."""
    from huggingface_hub import CacheNotFound, scan_cache_dir

    try:
        cache = scan_cache_dir(hub_cache())
    except CacheNotFound:
        return
    except OSError as error:
        log.warning("the hub's cache could not be read: %s", error)
        return
    for repo in cache.repos:
        snapshots = [each for each in repo.revisions if _is_model(each.snapshot_path)]
        if repo.repo_type == "model" and snapshots:
            newest = max(snapshots, key=lambda each: each.last_modified)
            yield LocalModel(repo.repo_id, newest.snapshot_path)


def _is_model(folder: Path) -> bool:
    try:
        return (folder / "config.json").is_file() and any(folder.glob("*.safetensors"))
    except OSError:
        return False
