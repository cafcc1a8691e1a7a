"""Asking the hub: which models it has for some words, and what one of them is made of.

Nothing is kept: what is fetched of a model's description goes to a folder that is thrown away, so that the
cache shows only what the user wanted here. Offline is refused before any request.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any

import httpx2

from foreword.model_messages import Device, Fit, ModelCard
from foreword.models.catalogue import entry_of
from foreword.models.errors import DownloadInterrupted, ModelError
from foreword.models.facts import ModelFacts, Shapes, facts_of_config
from foreword.models.folder import check_architecture, check_config, no_safetensors, read_json
from foreword.models.hub_errors import explained
from foreword.models.network import (
    NetworkOptions,
    Patience,
    client,
    configure_hub,
    refuse_offline,
    token_of,
    where,
)
from foreword.models.sizes import size

PAGE = 30
PATIENCE = Patience(stall=15.0, connect=10.0)
EXPANDED = ("downloads", "gated", "safetensors", "tags", "sha", "library_name")
TIMEOUT_SECONDS = 15.0
DESCRIPTION = ("config.json", "tokenizer_config.json", "chat_template.jinja")
MAX_DESCRIPTION_BYTES = 64_000_000

_WIDTH = {
    "F64": 8,
    "F32": 4,
    "F16": 2,
    "BF16": 2,
    "F8_E4M3": 1,
    "F8_E5M2": 1,
    "I8": 1,
    "U8": 1,
    "I64": 8,
    "I32": 4,
}
_QUANTISED = frozenset(
    {"gptq", "awq", "bitsandbytes", "compressed-tensors", "fp8", "exl2", "exl3", "mlx", "quanto"}
)


def search(
    query: str, options: NetworkOptions, *, pages: int = 1, endpoint: str | None = None
) -> tuple[tuple[ModelCard, ...], bool]:
    """The most downloaded text models whose names hold these words, and whether there are more.

    Raises ModelError with one line.
    """
    from huggingface_hub import constants

    refuse_offline(options, "searching the hub")
    address, limit = (endpoint or constants.ENDPOINT).rstrip("/"), PAGE * pages
    with _answering(query, address, options):
        found = list(islice(_matches(query, address, limit + 1, options), limit + 1))
    return tuple(_card(info) for info in found[:limit]), len(found) > limit


def _matches(query: str, address: str, limit: int, options: NetworkOptions) -> Iterator[Any]:
    """The library's own search asks six times, for half a minute, before it says that nobody answers; so the
    request is ours, and what it means is the library's."""
    from huggingface_hub import ModelInfo
    from huggingface_hub.utils._headers import build_hf_headers
    from huggingface_hub.utils._http import hf_raise_for_status

    url: str | None = f"{address}/api/models"
    wanted: dict[str, Any] | None = {
        "search": query.strip(),
        "pipeline_tag": "text-generation",
        "filter": "safetensors",
        "sort": "downloads",
        "direction": "-1",
        "limit": str(limit),
        "expand": list(EXPANDED),
    }
    headers = build_hf_headers(token=token_of(options) or False)
    with client(options, PATIENCE) as http:
        while url is not None and url.startswith(f"{address}/"):
            answer = http.get(url, params=wanted, headers=headers)
            hf_raise_for_status(answer)
            yield from (ModelInfo(**item) for item in answer.json())  # type: ignore[no-untyped-call]
            # The next page's address has all of the question in it.
            url, wanted = answer.links.get("next", {}).get("url"), None


@contextmanager
def _answering(query: str, address: str, options: NetworkOptions) -> Iterator[None]:
    """What keeps a search from its answer, in words that fit it: there is no model to be missing."""
    from huggingface_hub.errors import HfHubHTTPError

    try:
        with explained(query, address, through=where(options)):
            yield
    except DownloadInterrupted as error:
        said = error.__cause__
        if isinstance(said, HfHubHTTPError):
            raise ModelError(
                f"the hub {address} is busy (it answered {said.response.status_code}): try again later"
            ) from error
        raise ModelError(
            f"the hub {address} is not reachable{where(options)}: check the network and try again"
        ) from error


@dataclass(frozen=True, slots=True)
class Described:
    """A model of the hub: its card, its files with their bytes, and what its description says.

    `facts` is None where it can't be measured before it is here; `reason` says why it can't be loaded.
    """

    card: ModelCard
    files: tuple[tuple[str, int], ...]
    facts: ModelFacts | None
    architecture: str
    template: str
    reason: str


def describe(model: str, options: NetworkOptions, *, endpoint: str | None = None) -> Described:
    """Ask the hub about one model. Raises ModelError with one line."""
    from huggingface_hub import HfApi, constants

    refuse_offline(options, f"looking at {model}")
    configure_hub(options)
    address = (endpoint or constants.ENDPOINT).rstrip("/")
    api = HfApi(endpoint=address, token=token_of(options) or False)
    with explained(model, address, through=where(options)):
        info = api.model_info(model, files_metadata=True, timeout=TIMEOUT_SECONDS)
    sizes = {entry.rfilename: entry.size or 0 for entry in info.siblings or []}
    wanted = [name for name in DESCRIPTION if name in sizes]
    if any(sizes[name] > MAX_DESCRIPTION_BYTES for name in wanted):
        raise ModelError(f"{model} is refused: its description is far too large for what it is")
    with tempfile.TemporaryDirectory(prefix="foreword-hub-") as scratch:
        with explained(model, address, through=where(options)), client(options, PATIENCE) as http:
            for name in wanted:
                url = f"{address}/{info.id}/resolve/{info.sha}/{name}"
                (Path(scratch) / name).write_bytes(_small_file(http, url, options))
        return _described(api, info, Path(scratch), sizes)


def _small_file(http: httpx2.Client, url: str, options: NetworkOptions) -> bytes:
    """A file of the description. The library's own download would ask six times before it gives up."""
    from huggingface_hub.utils._headers import build_hf_headers
    from huggingface_hub.utils._http import hf_raise_for_status

    content = bytearray()
    headers = build_hf_headers(token=token_of(options) or False)
    # A redirect to another host keeps no permission: httpx2 sees to that.
    with http.stream("GET", url, headers=headers, follow_redirects=True) as answer:
        hf_raise_for_status(answer)
        for block in answer.iter_bytes():
            content += block
            if len(content) > MAX_DESCRIPTION_BYTES:
                raise ModelError(f"{url} is refused: far too large for what it is")
    return bytes(content)


def coarse_fit(parameters: int | None, precision: str, context: int, device: Device) -> Fit | None:
    """For a model of which only the number of weights is known: only that it can't fit is certain."""
    width = {"float32": 4.0, "int8": 1.0, "int4": 0.5}.get(precision, 2.0)
    if parameters is None or parameters * width <= device.free:
        return None
    weights = int(parameters * width)
    reason = (
        f"its weights alone take {size(weights)} in {precision} and {device.words or device.name} has "
        f"{size(device.free)} free"
    )
    return Fit(device.name, precision, context, weights, 0, 0, device.free, device.total, "too_large", reason)


def _card(info: Any) -> ModelCard:
    tags = frozenset(info.tags or ())
    entry = entry_of(info.id)
    counts: Mapping[str, int] = info.safetensors.parameters if info.safetensors else {}
    total = sum(counts.values()) or None
    download = sum(int(count * _WIDTH.get(kind, 2)) for kind, count in counts.items()) or None
    reason = _why_not(info, tags)
    return ModelCard(
        id=info.id,
        name=info.id,
        source="hub",
        state="refused" if reason else "absent",
        reason=reason,
        why=entry.why if entry else "",
        licence=entry.licence if entry else _licence(tags),
        parameters=entry.parameters if entry else total,
        download=entry.bytes if entry else download,
        context=entry.facts.context if entry else None,
        commit=info.sha or "",
        gated=bool(info.gated),
        downloads=info.downloads,
    )


def _why_not(info: Any, tags: frozenset[str]) -> str:
    """What the tags give away; the description says more once it is looked at."""
    if "custom_code" in tags:
        return f"{info.id} asks to run Python code that comes with it, and Foreword never does that"
    if info.library_name == "peft":
        return f"{info.id} is an adapter, not a whole model"
    if quantised := sorted(tags & _QUANTISED):
        return (
            f"{info.id} has weights packed by {quantised[0]}, which Foreword doesn't load: take the original "
            "and choose int8 or int4"
        )
    return ""


def _licence(tags: frozenset[str]) -> str:
    return next((tag.removeprefix("license:") for tag in sorted(tags) if tag.startswith("license:")), "")


def _described(api: Any, info: Any, folder: Path, sizes: Mapping[str, int]) -> Described:
    model, reason, config = info.id, "", dict[str, Any]()
    try:
        if "config.json" not in sizes or not any(name.endswith(".safetensors") for name in sizes):
            raise ModelError(no_safetensors(model, sorted(sizes)))
        config = check_config(folder, model)
        check_architecture(config, model)
    except ModelError as error:
        reason = str(error)
    facts = _facts(api, model, config, info.sha) if not reason else None
    card = _card(info)
    weights = sum(count for name, count in sizes.items() if name.endswith(".safetensors") and "/" not in name)
    card = replace(
        card,
        state="refused" if reason else "absent",
        reason=reason,
        parameters=facts.parameters if facts else card.parameters,
        download=weights or card.download,
        context=facts.context if facts else card.context,
    )
    names = config.get("architectures")
    architecture = str(names[0]) if isinstance(names, list) and names else ""
    files = tuple(sorted(sizes.items()))
    return Described(card, files, facts, architecture, template_of(folder), reason)


def _facts(api: Any, model: str, config: Mapping[str, Any], commit: str | None) -> ModelFacts | None:
    try:
        return facts_of_config(config, model)
    except ModelError:
        pass  # another family: the headers of its files say what it is made of
    try:
        found = api.get_safetensors_metadata(model, revision=commit)
        shapes: Shapes = {
            name: tuple(tensor.shape)
            for file in found.files_metadata.values()
            for name, tensor in file.tensors.items()
        }
        return facts_of_config(config, model, shapes)
    except Exception:  # noqa: BLE001 - whatever a stranger's files lead the library to: then it is unmeasured
        return None


def template_of(folder: Path) -> str:
    """The chat template of a folder, empty where it has none."""
    try:
        if (folder / "chat_template.jinja").is_file():
            return (folder / "chat_template.jinja").read_text(encoding="utf-8")[:MAX_DESCRIPTION_BYTES]
        if (folder / "tokenizer_config.json").is_file():
            found = read_json(folder / "tokenizer_config.json").get("chat_template")
            if isinstance(found, list):  # several, by name
                found = next((each.get("template") for each in found if each.get("name") == "default"), None)
            return found if isinstance(found, str) else ""
    except (ModelError, UnicodeDecodeError, AttributeError):
        return ""
    return ""
