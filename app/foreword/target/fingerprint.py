"""What a reply's bits depend on: device, number format, threads, library versions, class of widths.

Also keeps the result of the self-test per fingerprint, so that only the first load of a model on a
machine pays for it; anything that changes the fingerprint runs the test anew.
"""

from __future__ import annotations

import hashlib
import json
import logging
import platform
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import torch
import transformers

from foreword.target.invariance import CANDIDATES, CONTEXTS, InvarianceClass

log = logging.getLogger(__name__)


def device_name(device: torch.device) -> str:
    """For people: "cuda:0 (NVIDIA H100)", "mps", "cpu (AVX512)"."""
    if device.type == "cuda":
        return f"{device} ({torch.cuda.get_device_name(device)})"
    if device.type == "cpu":
        return f"cpu ({torch.backends.cpu.get_cpu_capability()})"
    return str(device)


def device_names(model: Any) -> str:
    """The device that a model is on, or all of them."""
    found = sorted(devices_of(model), key=str)
    return ", ".join(map(device_name, found))


def devices_of(model: Any) -> set[torch.device]:
    """Where the weights of a model lie; the computing device where they were taken over by others."""
    return {each.device for each in model.parameters() if each.device.type != "meta"} or {model.device}


@dataclass(frozen=True, slots=True)
class Facts:
    """The numeric fingerprint of a loaded model, without the class that its self-test finds."""

    device: str
    machine: str
    dtype: str
    computes: str
    cache: str
    threads: str
    backend: str
    torch: str
    transformers: str
    config: str

    @classmethod
    def of(cls, model: Any, backend: str, *, precision: str = "", cache: str = "full") -> Facts:
        """`backend` names the code that computes a pass, `precision` what the weights were quantised to,
        `cache` how keys and values are kept."""
        config: str = model.config.to_json_string(use_diff=False)
        computes = str(model.dtype).removeprefix("torch.")
        return cls(
            device=device_names(model),
            machine=platform.machine(),
            dtype=precision or computes,
            computes=computes,
            cache=cache,
            threads=str(torch.get_num_threads()),
            backend=backend,
            torch=torch.__version__,
            transformers=transformers.__version__,
            config=hashlib.sha256(config.encode()).hexdigest()[:16],
        )

    def as_dict(self) -> dict[str, str]:
        return asdict(self)

    def with_class(self, found: InvarianceClass, mode: str) -> dict[str, str]:
        """What a reply records."""
        return {**asdict(self), "mode": mode, "widths": " ".join(map(str, found.widths))}


def read_class(notes_at: Path | None, facts: Facts) -> InvarianceClass | None:
    """The class that an earlier self-test found, or None where none ran or its notes can't be read."""
    if notes_at is None:
        return None
    try:
        notes = json.loads(_file(notes_at, facts).read_text(encoding="utf-8"))
        widths = tuple(int(width) for width in notes["widths"])
        seconds = {int(width): float(each) for width, each in notes["seconds"].items()}
        return InvarianceClass(widths, seconds, float(notes["overhead"]), float(notes["rounding"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None  # the test runs again: notes are a saving, never the truth


def write_class(notes_at: Path | None, facts: Facts, found: InvarianceClass) -> None:
    """Keep it for the next load. Where that is impossible the log says so, and the test runs again."""
    if notes_at is None:
        return
    target = _file(notes_at, facts)
    draft = target.with_suffix(".new")
    notes = {**asdict(found), "fingerprint": asdict(facts)}
    try:
        notes_at.mkdir(parents=True, exist_ok=True)
        draft.write_text(json.dumps(notes, indent=1), encoding="utf-8")
        draft.replace(target)
    except OSError as error:
        log.warning("the result of the self-test could not be kept: %s", error)


def _file(notes_at: Path, facts: Facts) -> Path:
    key = json.dumps([asdict(facts), CANDIDATES, CONTEXTS], sort_keys=True)
    return notes_at / f"{hashlib.sha256(key.encode()).hexdigest()[:24]}.json"
