"""Whether a model fits, before anything is loaded: figures, a verdict, and what to do where it doesn't.

`check_before_loading` is what stands between a choice and gigabytes: it refuses with figures and a
proposal. The arithmetic is in `sizes`; free memory is handed in, nothing here asks a device.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from foreword.model_messages import Device, Fit
from foreword.models.errors import ModelError
from foreword.models.facts import ModelFacts, facts_of_folder
from foreword.models.proposals import propose, smaller_models
from foreword.models.sizes import estimate
from foreword.models.sizes import is_matrix as is_matrix  # noqa: PLC0414 - for those who quantise
from foreword.models.sizes import weight_bytes as weight_bytes  # noqa: PLC0414


def fit(
    facts: ModelFacts,
    precision: str,
    context: int,
    device: Device,
    *,
    cache: str = "full",
    model: str = "",
) -> Fit:
    """The fit with proposals, where there is need of any. `model` is its id, never proposed itself."""
    found = estimate(facts, precision, context, device, cache)
    if found.verdict == "fits":
        return found
    ways = propose(facts, found, device, cache)
    return replace(found, proposals=(*ways, *smaller_models(found, device, cache, model)))


def check_before_loading(
    folder: Path,
    precision: str,
    context: int,
    device: str,
    free: int,
    *,
    name: str = "",
    total: int = 0,
    cache: str = "full",
    compute: str = "bfloat16",
    precisions: Sequence[str] = (),
) -> Fit:
    """The fit of a checked folder. Raises ModelError, one line with figures and a proposal, where it can't
    be loaded into the `free` bytes of `device`.

    `compute` is the format that "auto" means there; `precisions` all that work there, for proposals.
    """
    name = name or folder.name
    where = Device(device, device, free, total or free, (compute, *precisions))
    found = fit(facts_of_folder(folder, name), precision, context, where, cache=cache, model=name)
    if found.verdict != "too_large":
        return found
    ways = " or ".join(proposal.words for proposal in found.proposals[:2])
    raise ModelError(f"{name} is too large: {found.reason}; {ways or 'close other programs'}")
