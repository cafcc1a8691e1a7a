"""What a reply's bits depend on: device, number format, threads, library versions, class of widths.

Also keeps the result of the self-test per fingerprint, so that only the first load of a model on a
machine pays for it; anything that changes the fingerprint runs the test anew.
"""

from __future__ import annotations

import hashlib
import json
import platform
from pathlib import Path
from typing import Any

import torch
import transformers

from foreword.target.invariance import CANDIDATES, CONTEXTS, InvarianceClass


def device_name(device: torch.device) -> str:
    """For people: "cuda:0 (NVIDIA H100)", "mps", "cpu (AVX512)"."""
    if device.type == "cuda":
        return f"{device} ({torch.cuda.get_device_name(device)})"
    if device.type == "cpu":
        return f"cpu ({torch.backends.cpu.get_cpu_capability()})"
    return str(device)


def numeric(model: Any, found: InvarianceClass | None) -> dict[str, str]:
    """The numeric fingerprint of replies of this model, here and now."""
    facts = {
        "device": device_name(model.device),
        "machine": platform.machine(),
        "dtype": str(model.dtype).removeprefix("torch."),
        "threads": str(torch.get_num_threads()),
        "backend": "transformers eager",
        "torch": torch.__version__,
        "transformers": transformers.__version__,
    }
    if found is not None:
        facts["widths"] = " ".join(map(str, found.widths))
    return facts


def read_class(notes_at: Path | None, model: Any) -> InvarianceClass | None:
    """The class that an earlier self-test found, or None where none ran or its notes can't be read."""
    if notes_at is None:
        return None
    try:
        widths = json.loads(_file(notes_at, model).read_text())["widths"]
        return InvarianceClass(tuple(int(width) for width in widths))
    except (OSError, ValueError, KeyError, TypeError):
        return None  # the test runs again: notes are a saving, never the truth


def write_class(notes_at: Path | None, model: Any, found: InvarianceClass) -> None:
    """Raises OSError where the notes can't be kept."""
    if notes_at is None:
        return
    notes_at.mkdir(parents=True, exist_ok=True)
    target = _file(notes_at, model)
    draft = target.with_suffix(".new")
    draft.write_text(json.dumps({"widths": found.widths, "fingerprint": numeric(model, found)}, indent=1))
    draft.replace(target)


def _file(notes_at: Path, model: Any) -> Path:
    config = model.config.to_json_string(use_diff=False)
    test = [CANDIDATES, CONTEXTS]
    key = json.dumps([numeric(model, None), config, test], sort_keys=True)
    return notes_at / f"{hashlib.sha256(key.encode()).hexdigest()[:24]}.json"
