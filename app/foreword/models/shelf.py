"""What is on this computer: the starter, the hub's cache, the user's folders and GGUF files.

Each is looked at cheaply: names, sizes, JSON and headers. What can't be loaded is listed too, with the
reason. Asks no network; knows neither devices nor what would fit.
"""

from __future__ import annotations

import logging
import shutil
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

from foreword.model_messages import ModelState, Source
from foreword.models import gguf_file, starter
from foreword.models.child import bytes_under
from foreword.models.errors import ModelError
from foreword.models.folder import check_config, check_folder, weight_files
from foreword.paths import Paths

log = logging.getLogger(__name__)

Check = Callable[[Path, str], None]
"""Raises ModelError where the folder may not be loaded; the string is its name."""

MOST_ENTRIES = 5000
"""So many names are looked at in one folder of the user's: his whole home may have been chosen."""
DEPTH = 2
"""Models lie in the chosen folder, below it, or below a publisher's name in it."""


@dataclass(frozen=True, slots=True)
class Found:
    """One model at hand. `id` is what names it to `resolve`; `size` is bytes on the disk."""

    id: str
    name: str
    source: Source
    state: ModelState
    folder: Path
    size: int = 0
    commit: str = ""
    reason: str = ""


def at_hand(paths: Paths, folders: Sequence[str] = (), *, check: Check = check_folder) -> tuple[Found, ...]:
    """Everything there is, the starter first, also where it is absent; then by name."""
    others = [*_cached(check), *_chosen(folders, check)]
    unique = {(found.id, found.state): found for found in others}
    ordered = sorted(
        unique.values(), key=lambda found: (found.state != "here", found.name.casefold(), found.id)
    )
    return (_starter(paths), *ordered)


def hub_cache() -> Path:
    """Where models of the hub lie, for every program of this user."""
    from huggingface_hub import constants

    return Path(constants.HF_HUB_CACHE)


def remove(model: str, paths: Paths, *, loaded: Path | None = None) -> int:
    """Delete a model; returns the bytes that are free now. `loaded` is the folder of the one in use.

    Raises ModelError where it isn't here, is in use, or is a folder of the user's, which is never deleted.
    """
    if model == "starter":
        place = starter.folder(paths)
        if not place.exists():
            raise ModelError("the starter model is not on this computer")
        _refuse_loaded(model, place, loaded)
        return _delete(place)
    place = Path(model).expanduser()
    if gguf_file.is_gguf(place):
        return _remove_expanded(place, paths, loaded)
    if place.is_dir():
        raise ModelError(
            f"{model} is a folder of yours, which Foreword never deletes: delete it yourself, or take it "
            "out of the model folders"
        )
    return _remove_cached(model, loaded)


def _starter(paths: Paths) -> Found:
    place, here = starter.folder(paths), starter.is_present(paths)
    size = bytes_under(place) if here else 0
    return Found("starter", starter.NAME, "starter", "here" if here else "absent", place, size)


# --- the hub's cache


def _cached(check: Check) -> Iterator[Found]:
    from huggingface_hub import CacheNotFound, scan_cache_dir

    try:
        cache = scan_cache_dir(hub_cache())
    except CacheNotFound:
        return
    except OSError as error:
        log.warning("the hub's cache could not be read: %s", error)
        return
    for warning in cache.warnings:
        log.info("the hub's cache: %s", warning)
    for repo in cache.repos:
        if repo.repo_type != "model" or not repo.revisions:
            continue
        revision = next(
            (each for each in repo.revisions if "main" in each.refs),
            max(repo.revisions, key=lambda each: each.last_modified),
        )
        place = revision.snapshot_path
        packed = sorted(place.rglob("*.gguf"))
        for file in packed:
            yield _gguf(file)
        if not packed or (place / "config.json").exists():
            state, reason = _state(place, repo.repo_id, check)
            yield Found(
                repo.repo_id,
                repo.repo_id,
                "cache",
                state,
                place,
                repo.size_on_disk,
                revision.commit_hash,
                reason,
            )


def _state(place: Path, name: str, check: Check) -> tuple[ModelState, str]:
    """A model of which only the description came is begun, not broken; one that will never load is that."""
    try:
        check_config(place, name)
        if _lacks_weights(place, name):
            return "partly", f"{name} is here in part: its weights have still to come"
        check(place, name)
    except ModelError as error:
        return "refused", str(error)
    except OSError as error:
        return "refused", f"{name} can't be read: {error.strerror or error}"
    return "here", ""


def _lacks_weights(place: Path, name: str) -> bool:
    try:
        return not all((place / file).is_file() for file in weight_files(place, name))
    except ModelError:
        return not any(file.suffix in (".bin", ".pt", ".pth", ".h5", ".msgpack") for file in place.iterdir())


def _remove_cached(model: str, loaded: Path | None) -> int:
    from huggingface_hub import CacheNotFound, scan_cache_dir

    try:
        cache = scan_cache_dir(hub_cache())
    except CacheNotFound:
        cache = None
    repos = [repo for repo in cache.repos if repo.repo_type == "model"] if cache else []
    repo = next((repo for repo in repos if repo.repo_id.casefold() == model.casefold()), None)
    if cache is None or repo is None:
        raise ModelError(f"{model} is not on this computer; see: foreword models list")
    _refuse_loaded(model, repo.repo_path, loaded)
    if not repo.revisions:  # blobs of a download that was begun, and no revision yet
        return _delete(repo.repo_path)
    # Copies of a repository share its commits, and revisions are found by those alone.
    alone = replace(cache, repos=frozenset({repo}))
    strategy = alone.delete_revisions(*(revision.commit_hash for revision in repo.revisions))
    strategy.execute()
    return int(strategy.expected_freed_size)


# --- folders of the user's


def _chosen(folders: Sequence[str], check: Check) -> Iterator[Found]:
    for named in folders:
        root = Path(named).expanduser()
        if not root.is_dir():
            reason = f"the model folder {named} isn't there: connect its disk, or take it out of the settings"
            yield Found(named, root.name or named, "folder", "refused", root, reason=reason)
            continue
        yield from _below(root, check)


def _below(root: Path, check: Check) -> Iterator[Found]:
    for place in islice(_places(root, DEPTH), MOST_ENTRIES):
        if place.is_dir():
            state, reason = _state(place, place.name, check)
            if state == "partly":
                state, reason = "refused", f"{place.name} has no weights: model.safetensors is missing"
            yield Found(str(place), place.name, "folder", state, place, bytes_under(place), reason=reason)
        else:
            yield _gguf(place)


def _places(root: Path, depth: int) -> Iterator[Path]:
    """Folders that hold a model, which are not searched further, and GGUF files."""
    if (root / "config.json").is_file() or any(root.glob("*.safetensors")):
        yield root
        return
    try:
        entries = sorted(islice(root.iterdir(), MOST_ENTRIES))
    except OSError as error:
        log.info("the model folder %s could not be read: %s", root, error)
        return
    for entry in entries:
        if gguf_file.is_gguf(entry):
            yield entry
        elif depth and not entry.name.startswith(".") and entry.is_dir():
            yield from _places(entry, depth - 1)


def _gguf(file: Path) -> Found:
    state: ModelState = "here"
    reason, size = "", 0
    try:
        size = file.stat().st_size
        gguf_file.check(file)
    except ModelError as error:
        state, reason = "refused", str(error)
    except OSError as error:
        state, reason = "refused", f"{file.name} can't be read: {error.strerror or error}"
    return Found(str(file), file.stem, "gguf", state, file, size, reason=reason)


def _remove_expanded(file: Path, paths: Paths, loaded: Path | None) -> int:
    made = gguf_file.expanded_folders(file, paths)
    if not made:
        raise ModelError(f"{file} is a file of yours, which Foreword never deletes: delete it yourself")
    for place in made:
        _refuse_loaded(file.name, place, loaded)
    return sum(_delete(place) for place in made)


# --- deleting


def _refuse_loaded(model: str, place: Path, loaded: Path | None) -> None:
    if loaded is not None and loaded.resolve().is_relative_to(place.resolve()):
        raise ModelError(f"{model} is loaded just now: choose another model first, then remove it")


def _delete(place: Path) -> int:
    """Renamed first, so that what is half deleted is never taken for a model."""
    size, going = bytes_under(place), place.with_name(f".{place.name}.going")
    shutil.rmtree(going, ignore_errors=True)
    try:
        place.rename(going)
        shutil.rmtree(going)
    except OSError as error:
        raise ModelError(f"{place} can't be deleted: {error.strerror or error}") from error
    return size
