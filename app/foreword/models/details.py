"""Everything about one model: files, template, fits on every device, who could draft for it, how fast it ran.

Of a model that is here, nothing is asked of anybody; of one that isn't, the hub is asked, unless that is
forbidden: then the catalogue says what it knows.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from foreword.model_messages import Device, Fit, ModelCard, ModelDetails, ModelsListed
from foreword.models import gguf_file
from foreword.models.cards import Measured, Wanted, family_of, of_entry, pick
from foreword.models.catalogue import entry_of
from foreword.models.drafts import LARGER, OTHER_TOKENS, Pairs
from foreword.models.errors import ModelError
from foreword.models.facts import ModelFacts
from foreword.models.fit import fit
from foreword.models.network import NetworkOptions
from foreword.models.search import Described, describe, template_of
from foreword.models.speeds import read_speeds
from foreword.paths import Paths

Ask = Callable[[str, NetworkOptions], Described]


@dataclass(slots=True)
class Desk:
    """What details are made from. `listed` is the newest list of all models."""

    paths: Paths
    wanted: Wanted
    listed: ModelsListed
    measured: Measured
    pairs: Pairs
    network: NetworkOptions

    @property
    def devices(self) -> Sequence[Device]:
        return self.listed.devices


def details(model: str, desk: Desk, ask: Ask = describe) -> ModelDetails:
    """Raises ModelError with one line."""
    model = model or "starter"
    card = _card(model, desk)
    if card is not None and card.state == "here":
        return _of_folder(card, desk)
    if card is not None and (card.state == "refused" or card.source in ("starter", "folder", "gguf")):
        entry = entry_of(card.id)
        return ModelDetails(card, fits=_fits(entry.facts, card.id, desk) if entry else ())
    entry = entry_of(model)
    if entry is not None and desk.network.offline:
        card = card or of_entry(entry, desk.wanted, pick(desk.devices, desk.wanted.device), {})
        architecture = entry.facts.architecture
        return ModelDetails(
            card, architecture, _fits(entry.facts, card.id, desk), drafts=_pairs(card, None, desk)
        )
    return _of_hub(ask(model, desk.network), card, desk)


def _card(model: str, desk: Desk) -> ModelCard | None:
    wanted = model.casefold()
    return next((card for card in desk.listed.cards if card.id.casefold() == wanted), None)


def _of_folder(card: ModelCard, desk: Desk) -> ModelDetails:
    place: Path | None = Path(card.folder)
    if card.source == "gguf":
        place = gguf_file.expanded(Path(card.folder), desk.paths)
        if place is None:
            file = Path(card.folder)
            return ModelDetails(card, gguf_file.check(file), files=((file.name, file.stat().st_size),))
    assert place is not None
    facts = desk.measured.of(place, card.name)
    template = template_of(place)
    return ModelDetails(
        card,
        architecture=facts.architecture if facts else "",
        fits=_fits(facts, card.id, desk),
        files=tuple((file.name, file.stat().st_size) for file in sorted(place.iterdir()) if file.is_file()),
        template=template,
        template_sha256=_sha256(template),
        drafts=_pairs(card, place, desk),
        speeds=read_speeds(desk.paths).get(str(place), {}),
    )


def _of_hub(described: Described, known: ModelCard | None, desk: Desk) -> ModelDetails:
    device = pick(desk.devices, desk.wanted.device)
    card, facts = described.card, described.facts
    if known is not None:  # what is known here already: a download that was begun, why it is good
        state = "partly" if known.state == "partly" and card.state == "absent" else card.state
        card = replace(card, source=known.source, state=state, why=known.why, folder=known.folder)
    if device is not None and facts is not None:
        wanted = desk.wanted
        card = replace(
            card, fit=fit(facts, wanted.precision, wanted.context, device, cache=wanted.cache, model=card.id)
        )
    return ModelDetails(
        card,
        described.architecture,
        _fits(facts, card.id, desk),
        described.files,
        described.template,
        _sha256(described.template),
        _pairs(card, None, desk),
    )


def _fits(facts: ModelFacts | None, model: str, desk: Desk) -> tuple[Fit, ...]:
    if facts is None:
        return ()
    wanted = desk.wanted
    return tuple(
        fit(facts, precision, wanted.context, device, cache=wanted.cache, model=model)
        for device in desk.devices
        for precision in device.precisions
    )


def _pairs(card: ModelCard, place: Path | None, desk: Desk) -> tuple[tuple[ModelCard, str], ...]:
    """Those that can come first, the ones at hand before others; `place` is where the target's files are."""
    found = [pair for other in desk.listed.cards for pair in _pair(card, place, other, desk)]
    return tuple(sorted(found, key=lambda pair: (bool(pair[1]), pair[0].state != "here")))


def _pair(
    card: ModelCard, place: Path | None, other: ModelCard, desk: Desk
) -> Iterator[tuple[ModelCard, str]]:
    if other.id == card.id or other.state == "refused":
        return
    if other.state == "absent" and (other.parameters or 0) >= (card.parameters or 0):
        return  # nobody would fetch it for this
    there = _folder_of(other, desk) if other.state == "here" else None
    if place is not None and there is not None:
        verdict = desk.pairs.judge(place, there)
        yield (replace(other, why=verdict.note) if verdict.note else other), verdict.reason
        return
    family = family_of(card.id)
    if other.source == "gguf":
        yield other, "it is judged once it was expanded: use it once"
    elif (other.parameters or 0) >= (card.parameters or 0):
        yield other, LARGER
    elif not family or not family_of(other.id):
        yield other, "whether its tokenizer suits is known once both are here"
    else:
        yield other, "" if family_of(other.id) == family else OTHER_TOKENS


def _folder_of(card: ModelCard, desk: Desk) -> Path | None:
    if card.source == "gguf":
        return gguf_file.expanded(Path(card.folder), desk.paths)
    return Path(card.folder)


def _sha256(template: str) -> str:
    return hashlib.sha256(template.encode("utf-8", "surrogatepass")).hexdigest() if template else ""


def refuse_nameless(model: str) -> str:
    """What the user typed, if it could name a model at all. Raises ModelError."""
    if not model.strip() or "\0" in model:
        raise ModelError("name a model: starter, a folder, a GGUF file, or a hub id such as Qwen/Qwen3-0.6B")
    return model.strip()
