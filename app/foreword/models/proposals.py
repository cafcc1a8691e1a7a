"""What to do where a model doesn't fit: the same model in less memory, or a smaller one.

The mildest way comes first: a lower precision, a shorter context, an 8-bit cache, both together, another
model. Nothing is proposed that doesn't fit by the same figures.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from foreword.model_messages import Device, Fit, Proposal
from foreword.models.facts import ModelFacts
from foreword.models.sizes import BYTES, QUANTISED, estimate, size

LEAST_CONTEXT = 2048
"""A shorter one is no proposal: a chat would be full after some replies."""
_ORDER = {"float32": 4.0, "bfloat16": 2.0, "float16": 2.0, "int8": 1.0, "int4": 0.5}


def propose(facts: ModelFacts, fit: Fit, device: Device, cache: str) -> tuple[Proposal, ...]:
    """Ways for the same model, at most one of each kind; both kinds together where neither is enough."""
    single = [*_precisions(facts, fit, device, cache), *_contexts(facts, fit, fit.precision, device, cache)]
    if cache == "full":
        for smaller in _best([estimate(facts, fit.precision, fit.context, device, "int8")], fit):
            words = f"keep the conversation in 8-bit numbers, which takes {size(smaller.needed)}"
            single.append(Proposal(words, {"model.cache": "int8"}))
    return tuple(single) or tuple(_together(facts, fit, device, cache))


def smaller_models(fit: Fit, device: Device, cache: str, model: str = "") -> tuple[Proposal, ...]:
    """The biggest model of the catalogue that fits as things are set and is smaller than this one."""
    from foreword.models.catalogue import catalogue

    for entry in sorted(catalogue(), key=lambda entry: entry.bytes, reverse=True):
        if entry.id == model or entry.gated or not entry.pick:
            continue
        other = estimate(entry.facts, fit.precision, fit.context, device, cache)
        if other.weights < fit.weights and other.verdict == "fits":
            words = f"take {entry.id}, which takes {size(other.needed)}"
            return (Proposal(words, {"model.name": entry.id}),)
    return ()


def _precisions(facts: ModelFacts, fit: Fit, device: Device, cache: str) -> list[Proposal]:
    """The highest of the lower precisions that helps."""
    others = (estimate(facts, each, fit.context, device, cache) for each in _lower(fit.precision, device))
    return [
        Proposal(
            f"take {other.precision}, which takes {size(other.needed)}", {"model.dtype": other.precision}
        )
        for other in _best(others, fit)
    ]


def _contexts(facts: ModelFacts, fit: Fit, precision: str, device: Device, cache: str) -> list[Proposal]:
    """The longest of the shorter contexts that helps."""
    found = []
    for other in _best((estimate(facts, precision, each, device, cache) for each in _shorter(fit)), fit):
        words = f"a context of {other.context:,} tokens, which takes {size(other.needed)}"
        changes: dict[str, str | int] = {"model.context": other.context}
        if precision != fit.precision:
            words, changes["model.dtype"] = f"{precision} with {words}", precision
        found.append(Proposal(f"take {words}", changes))
    return found


def _together(facts: ModelFacts, fit: Fit, device: Device, cache: str) -> list[Proposal]:
    for precision in _lower(fit.precision, device):
        if found := _contexts(facts, fit, precision, device, cache):
            return found
    return []


def _shorter(fit: Fit) -> Iterator[int]:
    """Powers of two, as long as a chat has room."""
    context = 1 << (fit.context - 1).bit_length() - 1
    while context >= LEAST_CONTEXT:
        yield context
        context //= 2


def _lower(precision: str, device: Device) -> list[str]:
    able = {each for each in device.precisions if each in BYTES or each in QUANTISED}
    lower = [each for each in able if _ORDER[each] < _ORDER[precision]]
    return sorted(lower, key=lambda each: (-_ORDER[each], each))


def _best(others: Iterable[Fit], fit: Fit) -> list[Fit]:
    """The first that leaves room, as a list of one or none; where the model doesn't go in at all, also the
    first that only just does."""
    tight: list[Fit] = []
    for other in others:
        if other.verdict == "fits":
            return [other]
        if other.verdict == "tight" and fit.verdict == "too_large":
            tight.append(other)
    return tight[:1]
