"""The models that lie on this computer: the app's own folder and the hub's shared cache. Asks no network.

Reads names and file lists alone; whether a model can be loaded is for `folder` and the target to say.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

from foreword.api import LocalModel
from foreword.paths import Paths

log = logging.getLogger(__name__)


def local_models(paths: Paths) -> tuple[LocalModel, ...]:
    """Every folder with a configuration and safetensors, by name."""
    found = {model.folder.resolve(): model for model in (*_own(paths.models), *_cached())}
    return tuple(sorted(found.values(), key=lambda model: (model.name.lower(), str(model.folder))))


def _own(models: Path) -> Iterator[LocalModel]:
    try:
        folders = sorted(models.iterdir())
    except (FileNotFoundError, NotADirectoryError):
        return
    for folder in folders:
        if _is_model(folder):
            yield LocalModel(folder.name, folder)


def _cached() -> Iterator[LocalModel]:
    """The newest snapshot of each model in the hub's cache."""
    from huggingface_hub import CacheNotFound, constants, scan_cache_dir

    try:
        cache = scan_cache_dir(constants.HF_HUB_CACHE)
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
