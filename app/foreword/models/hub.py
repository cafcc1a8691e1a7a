"""Models from the hub: looks in the local cache first, downloads only what will be loaded.

The cache is the one that every program of this user shares. The download itself runs in a process of
its own (download_child.py), goes on where an earlier one stopped, and leaves a record until it is done.
Knows nothing of the starter model.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from huggingface_hub import constants, try_to_load_from_cache

from foreword.models import folder as folders
from foreword.models.download_job import Job, Report
from foreword.models.download_plan import Plan
from foreword.models.download_process import run_job
from foreword.models.download_record import Record, Records, records_folder
from foreword.models.errors import DownloadInterrupted, ModelError
from foreword.models.hub_errors import explained
from foreword.models.network import NetworkOptions, Patience, options_at, refuse_offline
from foreword.models.progress import Cancelled, Progress
from foreword.paths import Paths


class Hub:
    """One hub and one cache. Without arguments: the user's, as huggingface_hub is configured.

    `options` None: as the settings say of the profile for which something is fetched.
    """

    def __init__(
        self,
        endpoint: str | None = None,
        cache: Path | None = None,
        options: NetworkOptions | None = None,
        patience: Patience | None = None,
    ) -> None:
        self.endpoint = (endpoint or constants.ENDPOINT).rstrip("/")
        self.cache = cache or Path(constants.HF_HUB_CACHE)
        self._options = options
        self._patience = patience or Patience()

    def cached(self, model: str) -> Path | None:
        """The folder of a model that is complete in the cache, else None. Touches no network."""
        with explained(model, self.endpoint, str(self.cache)):
            config = try_to_load_from_cache(model, "config.json", cache_dir=self.cache)
        if not isinstance(config, str):
            return None
        place = Path(config).parent
        # The cache holds finished files only, so a file that is there is whole.
        try:
            complete = all((place / name).is_file() for name in folders.weight_files(place, model))
        except ModelError:  # none that may be loaded; the hub may have better ones, or says the reason
            return None
        words = any(all((place / name).is_file() for name in names) for names in folders.TOKENIZERS)
        return place if complete and words else None

    def fetch(self, model: str, paths: Paths, *, progress: Progress, cancelled: Cancelled) -> Path:
        """Download a model into the cache, going on where it stopped before; the profile keeps the record
        of it. Raises ModelError with the reason, ModelCancelled."""

        def report(told: Report) -> None:
            progress(told.stage, told.done / told.total if told.total else None)

        if self._options is None:
            self._options = options_at(paths)
        return self.download(model, Records(records_folder(paths)), report, cancelled)

    def download(
        self, model: str, records: Records, report: Callable[[Report], None], stopped: Cancelled
    ) -> Path:
        """The same, with progress in bytes. Keeps the record up to date, and drops it at the end."""
        with records.locked(model, lambda words, _share: report(Report(words)), stopped):
            if (place := self.cached(model)) is not None:
                records.drop(model)
                return place
            options = self._options or NetworkOptions()
            refuse_offline(options, model)
            return self._download(model, records, options, report, stopped)

    def _download(
        self,
        model: str,
        records: Records,
        options: NetworkOptions,
        report: Callable[[Report], None],
        stopped: Cancelled,
    ) -> Path:
        record = records.get(model)
        if record.cache != str(self.cache):
            record = Record(model, str(self.cache))
        known = {file.name: file.had for file in record.plan.files} if record.plan else {}

        def planned(plan: Plan) -> None:
            # What an earlier try brought is here now too, but it is ours.
            files = tuple(replace(file, had=known.get(file.name, file.had)) for file in plan.files)
            records.keep(Record(model, str(self.cache), Plan(plan.commit, files)))

        job = Job(
            kind="hub",
            model=model,
            folder=str(self.cache),
            options=options,
            patience=self._patience,
            endpoint=self.endpoint,
            commit=record.plan.commit if record.plan else "",
            described=any(name.endswith(".safetensors") for name in known),
        )
        try:
            place = run_job(job, report=report, planned=planned, stopped=stopped)
        except ModelError as error:
            records.note(model, str(error), failed=not isinstance(error, DownloadInterrupted))
            raise
        records.drop(model)
        return Path(place)
