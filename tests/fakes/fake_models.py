"""A model manager by script: records what the window asks, tells what a test says. No hub, no process."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject, Slot

from foreword.model_messages import (
    Device,
    Download,
    Fit,
    ModelCard,
    ModelDetails,
    ModelsFailed,
    ModelsFound,
    ModelsListed,
    Proposal,
)
from foreword.session.models import ModelManager

GB = 1_000_000_000
MB = 1_000_000
CPU = Device("cpu", "AMD EPYC, 16 threads", 12 * GB, 16 * GB, ("bfloat16", "float32", "int8", "int4"))
GPU = Device("cuda:0", "NVIDIA RTX 4090", 21 * GB, 24 * GB, ("bfloat16", "float16", "float32", "int8"))


def fit(weights: int, cache: int = 190 * MB, working: int = 240 * MB, **changes: Any) -> Fit:
    """On the CPU in bfloat16; the verdict follows from the figures."""
    free = changes.pop("free", CPU.free)
    verdict = "fits" if weights + cache + working <= 0.9 * free else "tight"
    verdict = verdict if weights + cache + working <= free else "too_large"
    values = {"device": "cpu", "precision": "bfloat16", "context": 8192, **changes}
    return Fit(
        weights=weights, cache=cache, working=working, free=free, total=CPU.total, verdict=verdict, **values
    )  # type: ignore[arg-type]


STARTER = ModelCard(
    "starter", "SmolLM2 135M Instruct", "starter", "absent",
    why="The smallest that can chat: answers at once, knows little.", licence="Apache-2.0",
    parameters=134_515_008, download=98_250_112, size=269_060_552, context=8192,
    folder="/home/x/.local/share/foreword/models", fit=fit(270 * MB), recommended=True,
)  # fmt: skip
QWEN = ModelCard(
    "Qwen/Qwen3-4B-Instruct-2507", "Qwen3 4B Instruct", "catalogue", "absent",
    why="Writes and reasons well in many languages; a good choice for 16 GB.", licence="Apache-2.0",
    parameters=4_022_468_096, download=8_044_982_080, size=8_044_982_080, context=262_144,
    folder="/home/x/.cache/huggingface/hub", fit=fit(8045 * MB, 1208 * MB), recommended=True,
)  # fmt: skip
LLAMA = ModelCard(
    "meta-llama/Llama-3.2-3B-Instruct", "Llama 3.2 3B Instruct", "catalogue", "absent",
    why="Short, friendly answers.", licence="Llama 3.2 Community", parameters=3_212_749_824,
    download=6_425_528_544, context=131_072, fit=fit(6426 * MB, 940 * MB), gated=True,
)  # fmt: skip
LARGE = ModelCard(
    "Qwen/Qwen2.5-32B-Instruct", "Qwen2.5 32B Instruct", "catalogue", "here",
    why="For one large GPU.", licence="Apache-2.0", parameters=32_763_876_352, download=65_527_752_704,
    size=65_527_841_280, context=32_768, folder="/home/x/.cache/huggingface/hub/models--Qwen--Qwen2.5-32B",
    fit=fit(
        65_528 * MB, 2147 * MB,
        reason="Qwen2.5 32B Instruct needs 67.9 GB in bfloat16 with 8,192 tokens; 12.0 GB are free.",
        proposals=(
            Proposal("Load in int4: 20.4 GB", {"model.dtype": "int4"}),
            Proposal("Take Qwen3 4B Instruct instead: 9.5 GB", {"model.name": QWEN.id}),
        ),
    ),
)  # fmt: skip
SMALL = ModelCard(
    "/home/x/models/tiny-llama", "tiny-llama", "folder", "here", parameters=15_000_000, size=60 * MB,
    context=2048, folder="/home/x/models/tiny-llama", fit=fit(30 * MB, 20 * MB),
)  # fmt: skip
BROKEN = ModelCard(
    "/home/x/models/pickled", "pickled", "folder", "refused",
    reason="It has no safetensors file: pickled weights can run code and are never loaded.",
    folder="/home/x/models/pickled",
)  # fmt: skip
DETAILS = ModelDetails(
    LARGE, "Qwen2ForCausalLM", (LARGE.fit, fit(17_900 * MB, 2147 * MB, precision="int4", free=21 * GB,
    device="cuda:0")),  # type: ignore[arg-type]
    (("config.json", 663), ("model-00001-of-00017.safetensors", 3_890 * MB)),
    "{% for message in messages %}<|im_start|>{{ message.role }}{% endfor %}", "ab" * 32,
    ((replace(SMALL, state="here"), ""), (STARTER, "its tokenizer is another one")), {"bfloat16": 21.42},
)  # fmt: skip


class FakeModelManager(ModelManager):
    """The contract of ModelManager without anything below it."""

    def __init__(self, *cards: ModelCard) -> None:
        QObject.__init__(self)
        self.calls: list[tuple[Any, ...]] = []
        self.downloads: tuple[Download, ...] = ()
        self.shelf: ModelsListed | None = None
        self.token = ""
        self.followed = 0
        self.waiting = ModelsListed(cards, (CPU,), "/home/x/.cache/huggingface/hub", 210 * GB)

    @Slot()
    def refresh(self) -> None:
        """Not among `calls`: it comes by itself wherever models are shown."""
        self.shelf = self.waiting
        self.listed.emit(self.shelf)

    @Slot(str)
    def search(self, query: str) -> None:
        self.calls.append(("search", query))

    @Slot(object)
    def model_changed(self, state: object) -> None:
        """Nothing here depends on it."""

    @Slot(str)
    def show(self, model: str) -> None:
        self.calls.append(("show", model))

    @Slot(str)
    def pull(self, model: str) -> None:
        self.calls.append(("pull", model))

    @Slot(str)
    def pause(self, model: str) -> None:
        self.calls.append(("pause", model))

    @Slot(str)
    def resume(self, model: str) -> None:
        self.calls.append(("resume", model))

    @Slot(str)
    def cancel(self, model: str) -> None:
        self.calls.append(("cancel", model))
        self.downloads = tuple(each for each in self.downloads if each.id != model)

    @Slot()
    def follow_settings(self) -> None:
        self.followed += 1

    @Slot(str)
    def remove(self, model: str) -> None:
        self.calls.append(("remove", model))

    @Slot(str)
    def set_token(self, text: str) -> None:
        self.calls.append(("set_token", text))
        self.token = text
        self.token_changed.emit(bool(text))

    def has_token(self) -> bool:
        return bool(self.token)

    def close(self, limit_ms: int) -> bool:
        self.calls.append(("close",))
        return True

    # --- what a test says
    def list_models(self, *cards: ModelCard, devices: tuple[Device, ...] = (CPU,)) -> None:
        self.waiting = replace(self.waiting, cards=cards, devices=devices)
        self.refresh()

    def change(self, model: str, **changes: object) -> None:
        """One card is another one from now on."""
        cards = (replace(card, **changes) if card.id == model else card for card in self.waiting.cards)
        self.list_models(*cards)

    def tell(self, download: Download) -> None:
        """A download is here, or there is more of it."""
        others = [each for each in self.downloads if each.id != download.id]
        self.downloads = (*others, download)
        self.download_changed.emit(download)

    def arrive(self, model: str) -> None:
        """A download is complete, and what it brought is at hand."""
        self.downloads = tuple(each for each in self.downloads if each.id != model)
        self.change(model, state="here")
        self.pulled.emit(model)

    def find(self, query: str, *cards: ModelCard, more: bool = False) -> None:
        self.found.emit(ModelsFound(query, cards, more))

    def refuse(self, what: str, reason: str, model: str = "") -> None:
        self.failed.emit(ModelsFailed(what, reason, model))  # type: ignore[arg-type]
