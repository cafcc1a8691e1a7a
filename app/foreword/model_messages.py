"""What choosing, finding and fetching models is asked and answers, as frozen data.

Made by `models/`, shown by the first start, the Models page and by `foreword models`. Sizes are bytes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Source = Literal["starter", "catalogue", "hub", "cache", "folder", "gguf"]
"""Where a model is known from: the app's own starter and catalogue, a search on the hub, the hub's cache
on this computer, a folder of the user's, a GGUF file."""
ModelState = Literal["here", "partly", "absent", "refused"]
"""here: complete on this computer. partly: a download was begun. refused: never loadable (`reason`)."""


@dataclass(frozen=True, slots=True)
class Device:
    """Something to compute on. `name` is what settings and requests call it: cpu, cuda:0, mps, several.

    `free` and `total` are its memory now; what other programs use is not free. `precisions` are the
    number formats that work there, the usual one first.
    """

    name: str
    words: str
    free: int
    total: int
    precisions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Proposal:
    """A way to make it fit: settings (by key) to take instead, and the words for it."""

    words: str
    changes: Mapping[str, str | int]


@dataclass(frozen=True, slots=True)
class Fit:
    """What a model would take on a device, against what is free there, before anything is loaded.

    `weights` in this precision, `cache` for the keys and values of `context` tokens, `working` for what a
    pass needs besides. `reason` is one line with figures where it doesn't fit or only just; empty where
    it fits.
    """

    device: str
    precision: str
    context: int
    weights: int
    cache: int
    working: int
    free: int
    total: int
    verdict: Literal["fits", "tight", "too_large"]
    reason: str = ""
    proposals: tuple[Proposal, ...] = ()

    @property
    def needed(self) -> int:
        return self.weights + self.cache + self.working


@dataclass(frozen=True, slots=True)
class ModelCard:
    """One model as lists show it. `id` is what the setting model.name takes: "starter", a folder or file,
    or a hub id.

    `download` is what would travel, None where unknown; `size` what lies on the disk. `why` is one line
    for whom it is good. `fit` is for the settings in force; None where the sizes aren't known.
    `drafts_for`: it suits these models as a draft model.
    """

    id: str
    name: str
    source: Source
    state: ModelState
    reason: str = ""
    why: str = ""
    licence: str = ""
    parameters: int | None = None
    download: int | None = None
    size: int | None = None
    context: int | None = None
    folder: str = ""
    commit: str = ""
    fit: Fit | None = None
    recommended: bool = False
    gated: bool = False
    downloads: int | None = None
    drafts_for: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ModelDetails:
    """Everything about one model that is on this computer or was asked of the hub."""

    card: ModelCard
    architecture: str = ""
    #: Fits by (device, precision), for the context of the settings.
    fits: tuple[Fit, ...] = ()
    files: tuple[tuple[str, int], ...] = ()
    #: The chat template and its SHA-256; empty where it has none.
    template: str = ""
    template_sha256: str = ""
    #: Other models as draft models for this one: (card, why not; empty where it can).
    drafts: tuple[tuple[ModelCard, str], ...] = ()
    #: Measured plain speed by precision, tokens per second, where it has run here.
    speeds: Mapping[str, float] = field(default_factory=dict)


DownloadState = Literal["waiting", "running", "checking", "paused", "done", "failed"]


@dataclass(frozen=True, slots=True)
class Download:
    """One download. `done` of `total` bytes are on the disk; `rate` is bytes a second lately.

    It survives a restart as paused, whatever ended the app. `reason` is one line that says what to do.
    """

    id: str
    name: str
    state: DownloadState
    done: int = 0
    total: int = 0
    rate: float = 0.0
    stage: str = ""
    reason: str = ""

    @property
    def seconds_left(self) -> float | None:
        return (self.total - self.done) / self.rate if self.rate > 0 and self.total else None


@dataclass(frozen=True, slots=True)
class ModelsListed:
    """The models at hand and in the catalogue, the devices, and what is free on the disk for more."""

    cards: tuple[ModelCard, ...]
    devices: tuple[Device, ...] = ()
    folder: str = ""
    disk_free: int = 0


@dataclass(frozen=True, slots=True)
class ModelsFound:
    """What the hub answered to a search. `more`: there are further ones."""

    query: str
    cards: tuple[ModelCard, ...]
    more: bool = False


@dataclass(frozen=True, slots=True)
class ModelsFailed:
    """Something asked of the models could not be done: one line that says what to do."""

    what: Literal["list", "search", "info", "remove", "token"]
    reason: str
    id: str = ""
