"""Models from the hub: looks in the local cache first, downloads only what will be loaded.

Small files come first, so that a model which would be refused is refused before its gigabytes
travel. The weights are fetched by a child process, which a cancel can end at once. The cache is
the one that every program of this user shares. Knows nothing of the starter model.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx2
from huggingface_hub import HfApi, constants, snapshot_download, try_to_load_from_cache
from huggingface_hub.errors import (
    GatedRepoError,
    HfHubHTTPError,
    HFValidationError,
    LocalEntryNotFoundError,
    OfflineModeIsEnabled,
    RepositoryNotFoundError,
    RevisionNotFoundError,
)
from huggingface_hub.utils.tqdm import disable_progress_bars

from foreword.models import folder as folders
from foreword.models.child import ChildFailed, bytes_under, run_child
from foreword.models.errors import ModelError
from foreword.models.progress import Cancelled, Progress, check
from foreword.models.wheel import free_bytes

SMALL = [
    "config.json",
    "generation_config.json",
    "tokenizer.json",
    "tokenizer_config.json",
    "special_tokens_map.json",
    "added_tokens.json",
    "chat_template.jinja",
    "tokenizer.model",
    "vocab.json",
    "vocab.txt",
    "merges.txt",
    "adapter_config.json",
    folders.INDEX,
]
TIMEOUT_SECONDS = 15.0
SPARE_BYTES = 200_000_000
FETCH = (
    "import sys; from huggingface_hub import snapshot_download as fetch; "
    "fetch(sys.argv[1], revision=sys.argv[2], endpoint=sys.argv[3], cache_dir=sys.argv[4], "
    "allow_patterns=sys.argv[5:])"
)


class Hub:
    """One hub and one cache. Without arguments: the user's, as huggingface_hub is configured."""

    def __init__(self, endpoint: str | None = None, cache: Path | None = None) -> None:
        self.endpoint = endpoint or constants.ENDPOINT
        self.cache = cache or Path(constants.HF_HUB_CACHE)

    def cached(self, model: str) -> Path | None:
        """The folder of a model that is complete in the cache, else None. Touches no network."""
        with self._explained(model):
            config = try_to_load_from_cache(model, "config.json", cache_dir=self.cache)
        if not isinstance(config, str):
            return None
        place = Path(config).parent
        # The cache holds finished files only, so a file that is there is whole.
        try:
            complete = all((place / name).is_file() for name in folders.weight_files(place, model))
        except ModelError:  # none that may be loaded; the hub may have better ones, or says the reason
            return None
        return place if complete else None

    def fetch(self, model: str, *, progress: Progress, cancelled: Cancelled) -> Path:
        """Download a model into the cache. Raises ModelError with the reason, ModelCancelled."""
        # 1. What is there, and how big? Refuse what has no safetensors before anything travels.
        progress("Asking the hub", None)
        disable_progress_bars()
        with self._explained(model):
            info = HfApi(endpoint=self.endpoint).model_info(
                model, files_metadata=True, timeout=TIMEOUT_SECONDS
            )
        sizes = {entry.rfilename: entry.size or 0 for entry in info.siblings or []}
        _check_listing(model, sizes)
        check(cancelled)
        # 2. The small files: they say what the model is, and whether it may be loaded.
        progress("Downloading the model's description", None)
        with self._explained(model):
            place = Path(
                snapshot_download(model, endpoint=self.endpoint, cache_dir=self.cache, allow_patterns=SMALL)
            )
        folders.check_architecture(folders.check_config(place, model), model)
        # 3. The weights, of the very revision whose description was checked.
        names = (
            [folders.WEIGHTS] if folders.WEIGHTS in sizes else list(folders.read_index(place / folders.INDEX))
        )
        self._fetch_weights(model, place, {name: sizes.get(name, 0) for name in names}, progress, cancelled)
        return place

    def _fetch_weights(
        self, model: str, place: Path, sizes: dict[str, int], progress: Progress, cancelled: Cancelled
    ) -> None:
        wanted = {name: size for name, size in sizes.items() if not (place / name).is_file()}
        needed, free = sum(wanted.values()), free_bytes(self.cache)
        if needed + SPARE_BYTES > free:
            raise ModelError(
                f"{model} needs {needed // 10**6} MB on the disk and {self.cache} has {free // 10**6} MB "
                "left; free some space and try again"
            )
        blobs = place.parents[1] / "blobs"
        before, unfinished = bytes_under(blobs), set(blobs.glob("*.incomplete"))
        command = [sys.executable, "-c", FETCH, model, place.name, self.endpoint, str(self.cache), *wanted]
        try:
            run_child(
                command,
                stage=f"Downloading {model}",
                written=lambda: bytes_under(blobs) - before,
                expected=needed,
                progress=progress,
                cancelled=cancelled,
                environment={"HF_HUB_DISABLE_PROGRESS_BARS": "1"},
            )
        except ChildFailed as failure:
            raise ModelError(f"{model} could not be downloaded: {failure.last_line}") from failure
        finally:
            # The child had no time to tidy up if it was ended; its partial files can't be continued.
            for partial in set(blobs.glob("*.incomplete")) - unfinished:
                partial.unlink(missing_ok=True)

    @contextmanager
    def _explained(self, model: str) -> Iterator[None]:
        """Turns every way in which the hub says no into one line that says why and what to do."""
        try:
            yield
        except HFValidationError as error:
            raise ModelError(f"{model!r} is neither a folder nor a model's name on the hub") from error
        except GatedRepoError as error:
            raise ModelError(
                f"{model} is gated: accept its terms at {self.endpoint}/{model}, then run `hf auth login`"
            ) from error
        except (RepositoryNotFoundError, RevisionNotFoundError) as error:
            raise ModelError(
                f"the hub has no model {model}, or it is private (then run `hf auth login`); check the name"
            ) from error
        except HfHubHTTPError as error:
            raise ModelError(f"the hub could not deliver {model}: {_first_line(error)}") from error
        except (httpx2.HTTPError, LocalEntryNotFoundError, OfflineModeIsEnabled) as error:
            raise ModelError(
                f"the hub {self.endpoint} is not reachable, and {model} is not on this computer; "
                "check the network and try again"
            ) from error
        except OSError as error:
            raise ModelError(f"{model} can't be kept in {self.cache}: {_first_line(error)}") from error


def _check_listing(model: str, sizes: dict[str, int]) -> None:
    if "config.json" not in sizes:
        if any(name.endswith(".gguf") for name in sizes):
            raise ModelError(folders.no_safetensors(model, sorted(sizes)))
        raise ModelError(f"{model} holds no model that can be loaded: config.json is missing")
    if folders.WEIGHTS not in sizes and folders.INDEX not in sizes:
        raise ModelError(folders.no_safetensors(model, sorted(sizes)))


def _first_line(error: Exception) -> str:
    return (str(error).strip() or type(error).__name__).splitlines()[0]
