"""Fetches one model from the hub into the shared cache, in the process of its download.

The revision is resolved to a commit once. The description comes first, so that a model that would be
refused is refused before its gigabytes travel; then the weights; the name `main` last, when all is here.
A file gets its name only after its checksum agreed.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import httpx2
from huggingface_hub import HfApi, hf_hub_url
from huggingface_hub.errors import HfHubHTTPError, RevisionNotFoundError

from foreword.models import folder as folders
from foreword.models.download_cache import CachedModel
from foreword.models.download_http import (
    Broken,
    Changed,
    Refused,
    Source,
    Tries,
    fetch_bytes,
    is_disk_full,
)
from foreword.models.download_job import Job, Report, State
from foreword.models.download_plan import Plan, RemoteFile, check_listing, listed, small_files, weights
from foreword.models.errors import DownloadInterrupted, ModelError
from foreword.models.hub_errors import PASSING, explained, refusal
from foreword.models.network import client, configure_hub, refuse_offline, token_of, where
from foreword.models.wheel import free_bytes

if TYPE_CHECKING:
    from foreword.models.download_child import Voice

#: Asking what there is: an unreachable hub is soon told.
LISTING_TRIES = 3


def fetch_model(job: Job, voice: Voice) -> Path:
    """The folder of the complete model. Raises ModelError, DownloadInterrupted, ModelCancelled."""
    refuse_offline(job.options, job.model)
    with explained(job.model, job.endpoint, job.folder):
        Path(job.folder).mkdir(parents=True, exist_ok=True)
    with client(job.options, job.patience) as http:
        try:
            return _Fetch(job, voice, http).run(job.commit)
        except Changed:
            # The pinned commit is gone or was rewritten: what is there now is listed anew, once. Files
            # are kept by their checksum, so those that are still the same stay.
            try:
                return _Fetch(job, voice, http).run("")
            except Changed as error:
                raise DownloadInterrupted(
                    f"{job.model} is being changed on the hub just now; try again later"
                ) from error


class _Fetch:
    def __init__(self, job: Job, voice: Voice, http: httpx2.Client) -> None:
        self._job = job
        self._voice = voice
        self._http = http
        self._cache = CachedModel(Path(job.folder), job.model)
        self._plan = Plan("", ())
        self._arrived = 0
        token = token_of(job.options)
        self._headers = {"Authorization": f"Bearer {token}"} if token else {}

    def run(self, pinned: str) -> Path:
        # 1. What is there, at which commit, and how big?
        commit, files = self._ask(pinned)
        place = self._cache.place(commit)
        # 2. The small files: they say what the model is, and whether it may be loaded.
        small = self._expected(small_files(self._job.model, files), commit)
        self._begin(Plan(commit, small))
        self._fetch_all("Downloading the model's description")
        config = folders.check_config(place, self._job.model)
        if not (self._job.described and commit == self._job.commit):  # it takes seconds
            folders.check_architecture(config, self._job.model)
        # 3. The weights, if there is room.
        big = self._expected(weights(self._job.model, files, place), commit)
        self._begin(Plan(commit, small + big))
        self._check_room()
        self._fetch_all(f"Downloading {self._job.model}")
        # 4. All is here: the name may mean it.
        self._cache.point_main(commit)
        return place

    def _ask(self, pinned: str) -> tuple[str, dict[str, RemoteFile]]:
        self._voice.report(Report("Asking the hub"))
        configure_hub(self._job.options)
        model, patience = self._job.model, self._job.patience
        api = HfApi(endpoint=self._job.endpoint, token=token_of(self._job.options) or False)
        tries = Tries(
            replace(patience, tries=min(patience.tries, LISTING_TRIES)), self._voice.watch(lambda: None)
        )
        while True:
            with explained(model, self._job.endpoint, through=where(self._job.options)):
                try:
                    info = api.model_info(
                        model, revision=pinned or None, files_metadata=True, timeout=patience.connect
                    )
                    break
                except RevisionNotFoundError as error:
                    if pinned:
                        raise Changed(model) from error
                    raise
                except httpx2.TransportError:
                    again = Broken("the hub is not reachable")
                    if tries.left <= 1:
                        raise
                except HfHubHTTPError as error:
                    if error.response.status_code not in PASSING or tries.left <= 1:
                        raise
                    again = Broken("the hub is busy")
            tries.failed(again)
        siblings = info.siblings or []
        check_listing(model, {entry.rfilename for entry in siblings})
        if not info.sha or not info.sha.isalnum():
            raise ModelError(f"{model} is refused: the hub names no commit of it")
        return info.sha, listed(model, siblings)

    def _expected(self, files: tuple[RemoteFile, ...], commit: str) -> tuple[RemoteFile, ...]:
        return tuple(replace(file, had=self._cache.is_here(file, commit)) for file in files)

    def _begin(self, plan: Plan) -> None:
        self._plan = plan
        self._arrived = self._cache.have(plan)
        self._voice.plan(plan)

    def _check_room(self) -> None:
        missing = self._plan.total - self._arrived + self._job.patience.reserve
        free = free_bytes(Path(self._job.folder))
        if missing > free:
            raise DownloadInterrupted(self._no_room(missing, free))

    def _no_room(self, missing: int, free: int) -> str:
        return (
            f"{self._job.model} needs {_mb(missing)} more on the disk and {self._job.folder} has {_mb(free)} "
            f"left; free {_mb(missing - free)} and try again"
        )

    def _fetch_all(self, stage: str) -> None:
        for file in self._plan.files:
            self._voice.check()
            with explained(self._job.model, self._job.endpoint, self._job.folder):
                try:
                    self._fetch_one(file, stage)
                except Refused as error:
                    if error.status == 404 and error.code != "RepoNotFound":
                        raise Changed(file.name) from error
                    raise ModelError(
                        refusal(self._job.model, self._job.endpoint, error.status, error.code)
                    ) from error
                except OSError as error:
                    if not is_disk_full(error):
                        raise
                    free = free_bytes(Path(self._job.folder))
                    rest = self._plan.total - self._cache.have(self._plan) + self._job.patience.reserve
                    raise DownloadInterrupted(self._no_room(rest, free)) from error

    def _fetch_one(self, file: RemoteFile, stage: str) -> None:
        commit = self._plan.commit
        if self._cache.is_here(file, commit):
            return
        with self._cache.locked(file, lambda words, _share: self._tell(words), self._voice.cancelled):
            if self._cache.adopt(file, commit):
                return
            partial = self._cache.partial(file)
            for last in (False, True):
                self._transfer(file, partial, stage)
                self._tell(f"Checking {file.name}", checking=True)
                if file.matches(partial, self._voice.cancelled):
                    break
                partial.unlink()
                if last:
                    raise ModelError(
                        f"{self._job.model} was refused: {file.name} arrived twice with another "
                        "checksum than the hub gives; try again later"
                    )
            self._cache.finish(file, commit)

    def _transfer(self, file: RemoteFile, partial: Path, stage: str) -> None:
        url = hf_hub_url(self._job.model, file.name, revision=self._plan.commit, endpoint=self._job.endpoint)
        others = self._cache.have(self._plan) - min(_size(partial), file.size)

        def grown() -> None:
            self._arrived = others + _size(partial)
            self._tell(stage)

        watch = self._voice.watch(grown)
        fetch_bytes(
            self._http, Source(url, file.size, file.etag, self._headers), partial, watch, self._job.patience
        )

    def _tell(self, stage: str, *, checking: bool = False) -> None:
        state: State = "checking" if checking else "running"
        self._voice.report(Report(stage, min(self._arrived, self._plan.total), self._plan.total, state))


def _size(file: Path) -> int:
    return file.stat().st_size if file.exists() else 0


def _mb(count: int) -> str:
    return f"{max(count, 0) / 1e6:.0f} MB"
