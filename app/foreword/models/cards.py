"""One list of everything: what is at hand, the catalogue, the downloads, and whether each would fit.

Puts together what the other modules of this room know; asks neither the network nor a device. The devices
come in with what is free on them now, and what the loaded model takes is counted as free: it would be gone
before another one is loaded.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from foreword.model_messages import Device, Download, Fit, ModelCard, ModelsListed
from foreword.models import gguf_file, starter
from foreword.models.catalogue import STARTER_ENTRY, Entry, catalogue, entry_of
from foreword.models.errors import ModelError
from foreword.models.facts import ModelFacts, facts_of_folder
from foreword.models.fit import fit
from foreword.models.folder import INDEX, WEIGHTS, check_folder
from foreword.models.shelf import Check, Found, at_hand, hub_cache
from foreword.models.sizes import estimate
from foreword.models.wheel import free_bytes
from foreword.paths import Paths

RECOMMENDED = 3
PROCESSOR_BYTES = 4_500_000_000
"""A processor reads every weight for every token: bigger models are no recommendation there."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the settings say: models are measured against it. `loaded` is the folder of the loaded model."""

    device: str = "auto"
    precision: str = "auto"
    context: int = 8192
    cache: str = "full"
    folders: tuple[str, ...] = ()
    loaded: str = ""


@dataclass(slots=True)
class Measured:
    """Facts of folders, read once while their files are unchanged."""

    _known: dict[Path, tuple[tuple[int, ...], ModelFacts]] = field(default_factory=dict)

    def of(self, folder: Path, name: str) -> ModelFacts | None:
        """None where the folder can't be measured."""
        try:
            stamp = _stamp(folder)
            known = self._known.get(folder)
            if known is None or known[0] != stamp:
                self._known[folder] = known = (stamp, facts_of_folder(folder, name))
            return known[1]
        except (ModelError, OSError):
            return None


def listed(
    paths: Paths,
    wanted: Wanted,
    devices: Sequence[Device],
    downloads: Sequence[Download],
    measured: Measured,
    *,
    check: Check = check_folder,
) -> ModelsListed:
    """Everything at hand and in the catalogue, with the fit on the device of the settings."""
    freed = with_loaded_given_back(devices, wanted, measured)
    device = pick(freed, wanted.device)
    here = at_hand(paths, wanted.folders, check=check)
    begun = {download.id: download for download in downloads if download.state != "done"}
    cards = [_of_found(found, wanted, device, begun, measured, paths) for found in here]
    names = {card.id.casefold() for card in cards}
    absent = [entry for entry in catalogue() if entry.id.casefold() not in names]
    cards += [of_entry(entry, wanted, device, begun) for entry in absent if entry.id != STARTER_ENTRY]
    recommended = _recommended(cards, device)
    drafting = dict(_drafting(cards))
    cards = [
        replace(card, recommended=card.id in recommended, drafts_for=drafting.get(card.id, ()))
        for card in cards
    ]
    cache = hub_cache()
    return ModelsListed(tuple(cards), tuple(freed), str(cache), free_bytes(_existing(cache)))


def of_entry(entry: Entry, wanted: Wanted, device: Device | None, begun: Mapping[str, Download]) -> ModelCard:
    """The card of a catalogue model that isn't here."""
    return ModelCard(
        id=entry.id,
        name=entry.name,
        source="catalogue",
        state="partly" if entry.id in begun else "absent",
        why=entry.why,
        licence=entry.licence,
        parameters=entry.parameters,
        download=entry.bytes,
        context=entry.facts.context,
        folder=str(hub_cache()),
        fit=_fit(entry.facts, wanted, device, entry.id),
        gated=entry.gated,
    )


def pick(devices: Sequence[Device], name: str) -> Device | None:
    """The device of this name; "auto" is a graphics card where there is one, as loading takes it."""
    if name != "auto":
        return next((device for device in devices if device.name == name), None)
    by_kind = {
        kind: device
        for kind in ("cpu", "mps", "cuda")
        for device in reversed(devices)
        if device.name.startswith(kind)
    }
    return by_kind.get("cuda") or by_kind.get("mps") or by_kind.get("cpu")


def with_loaded_given_back(
    devices: Sequence[Device], wanted: Wanted, measured: Measured
) -> tuple[Device, ...]:
    """The devices as they would be without the loaded model."""
    device = pick(devices, wanted.device)
    facts = measured.of(Path(wanted.loaded), wanted.loaded) if wanted.loaded else None
    if device is None or facts is None:
        return tuple(devices)
    taken = estimate(facts, wanted.precision, wanted.context, device, wanted.cache)
    back = replace(device, free=min(device.free + taken.weights + taken.cache, device.total))
    return tuple(back if each is device else each for each in devices)


def drafts_of_family(family: str, parameters: int, cards: Sequence[ModelCard]) -> tuple[str, ...]:
    """Larger models of this family that are here."""
    found = []
    for card in cards:
        known = family_of(card.id)
        if card.state == "here" and known == family and (card.parameters or 0) > parameters:
            found.append(card.id)
    return tuple(found)


def family_of(model: str) -> str:
    """The family whose token ids a model has, by its id; empty where that isn't known."""
    entry = entry_of(STARTER_ENTRY if model == "starter" else model)
    return entry.family if entry is not None else ""


def _of_found(
    found: Found,
    wanted: Wanted,
    device: Device | None,
    begun: Mapping[str, Download],
    measured: Measured,
    paths: Paths,
) -> ModelCard:
    entry = entry_of(STARTER_ENTRY if found.source == "starter" else found.id)
    facts = _facts(found, entry, measured, paths)
    absent = found.state == "absent"
    card = ModelCard(
        id=found.id,
        name=found.name,
        source=found.source,
        state="partly" if found.id in begun and found.state != "here" else found.state,
        reason=found.reason,
        why=_why(found, entry),
        licence=starter.LICENCE if found.source == "starter" else entry.licence if entry else "",
        parameters=facts.parameters if facts else None,
        size=None if absent else found.size,
        context=facts.context if facts else None,
        folder=str(found.folder),
        commit=found.commit,
        fit=_fit(facts, wanted, device, found.id) if facts and found.state != "refused" else None,
        gated=entry.gated if entry else False,
    )
    if found.source == "starter":
        return replace(card, download=starter.WHEEL.size)
    return replace(card, download=entry.bytes) if entry and found.state == "partly" else card


def _why(found: Found, entry: Entry | None) -> str:
    if found.source == "starter":
        return "Comes with the first start: the smallest that can chat, quick everywhere, knows little."
    if found.source == "gguf" and found.state == "here":
        return "Expanded on first use: it then takes the disk and the memory of its unpacked weights."
    return entry.why if entry else ""


def _facts(found: Found, entry: Entry | None, measured: Measured, paths: Paths) -> ModelFacts | None:
    if found.state == "here" and found.source == "gguf":
        place = gguf_file.expanded(found.folder, paths)
        return measured.of(place, found.name) if place is not None else None
    facts = measured.of(found.folder, found.name) if found.state == "here" else None
    return facts or (entry.facts if entry and found.state != "refused" else None)


def _fit(facts: ModelFacts, wanted: Wanted, device: Device | None, model: str) -> Fit | None:
    if device is None:
        return None
    return fit(facts, wanted.precision, wanted.context, device, cache=wanted.cache, model=model)


def _recommended(cards: Sequence[ModelCard], device: Device | None) -> set[str]:
    """The largest of the picked ones that fit and will be quick enough, and the starter."""
    picks = {entry.id for entry in catalogue() if entry.pick}
    quick = PROCESSOR_BYTES if device is not None and device.name == "cpu" else None
    able = [
        card
        for card in cards
        if card.id in picks
        and card.fit is not None
        and card.fit.verdict == "fits"
        and (quick is None or card.fit.weights <= quick)
    ]
    able.sort(key=lambda card: card.parameters or 0, reverse=True)
    return {"starter", *(card.id for card in able[:RECOMMENDED])}


def _drafting(cards: Sequence[ModelCard]) -> Iterator[tuple[str, tuple[str, ...]]]:
    for card in cards:
        family = family_of(card.id)
        if family and card.parameters and card.state != "refused":
            yield card.id, drafts_of_family(family, card.parameters, cards)


def _stamp(folder: Path) -> tuple[int, ...]:
    names = ("config.json", WEIGHTS, INDEX)
    return tuple((folder / name).stat().st_mtime_ns for name in names if (folder / name).exists())


def _existing(folder: Path) -> Path:
    """The nearest folder that is there: the cache itself comes with the first download."""
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    return folder
