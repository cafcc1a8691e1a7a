"""How `foreword models` shows what there is: columns for lists, lines for one model."""

from __future__ import annotations

from collections.abc import Sequence

from foreword.commands.columns import aligned
from foreword.model_messages import Device, Fit, ModelCard, ModelDetails, ModelsListed

STATES = {"here": "here", "partly": "in part", "absent": "-", "refused": "refused"}
VERDICTS = {"fits": "fits", "tight": "tight", "too_large": "too large"}


def listed_lines(listed: ModelsListed) -> list[str]:
    """Devices, then every model; under each that is refused, why."""
    lines = [device_line(device) for device in listed.devices]
    lines.append(f"models of the hub: {listed.folder} ({size(listed.disk_free)} free)")
    rows: list[tuple[str, ...]] = [
        ("MODEL", "STATE", "LICENCE", "PARAMETERS", "DOWNLOAD", "ON DISK", "MEMORY", "FIT")
    ]
    rows += [_row(card) for card in listed.cards]
    lines += ["", *aligned(rows, 3)]
    refused = [card for card in listed.cards if card.state == "refused"]
    return [*lines, *(f"refused: {card.reason}" for card in refused)]


def found_lines(query: str, cards: Sequence[ModelCard], more: bool) -> list[str]:
    if not cards:
        return [f"the hub has no text model in safetensors for {query!r}"]
    rows: list[tuple[str, ...]] = [("MODEL", "LICENCE", "NOTE", "PARAMETERS", "DOWNLOAD", "FETCHED")]
    for card in cards:
        note = "refused" if card.state == "refused" else "gated" if card.gated else ""
        fetched = f"{card.downloads:,}" if card.downloads is not None else ""
        rows.append((card.id, card.licence, note, _count(card.parameters), size(card.download), fetched))
    return [*aligned(rows, 3), *(["there are more: --pages 2"] if more else [])]


def details_lines(details: ModelDetails) -> list[str]:
    card = details.card
    facts = {
        "state": STATES[card.state] if card.state != "absent" else "not here",
        "why not": card.reason,
        "note": card.why,
        "architecture": details.architecture,
        "licence": card.licence,
        "gated": "its terms have to be accepted on the hub" if card.gated else "",
        "parameters": _count(card.parameters),
        "context": f"{card.context:,} tokens" if card.context else "",
        "download": size(card.download),
        "on disk": size(card.size),
        "folder": card.folder,
        "commit": card.commit,
        "template": f"SHA-256 {details.template_sha256}" if details.template else "none",
    }
    lines = [card.id, *(f"  {label}: {value}" for label, value in facts.items() if value)]
    lines += [f"  {precision}: {speed:.1f} tokens/s measured" for precision, speed in details.speeds.items()]
    if details.fits:
        lines += ["", *_fit_lines(details.fits)]
    if details.drafts:
        lines += ["", *_draft_lines(details.drafts)]
    return lines


def device_line(device: Device) -> str:
    precisions = f"; {', '.join(device.precisions)}" if device.precisions else ""
    words = device.words or device.name
    return f"device {device.name}: {words}, {size(device.free)} of {size(device.total)} free{precisions}"


def size(count: int | None) -> str:
    if count is None:
        return ""
    return f"{count / 1e9:.1f} GB" if count >= 999_500_000 else f"{count / 1e6:,.0f} MB"


def _row(card: ModelCard) -> tuple[str, ...]:
    fit = card.fit
    return (
        card.id + (" *" if card.recommended and card.state != "here" else ""),
        STATES[card.state],
        card.licence,
        _count(card.parameters),
        size(card.download) if card.state in ("absent", "partly") else "",
        size(card.size),
        size(fit.needed) if fit else "",
        VERDICTS[fit.verdict] if fit else "",
    )


def _fit_lines(fits: Sequence[Fit]) -> list[str]:
    rows: list[tuple[str, ...]] = [
        ("DEVICE", "PRECISION", "FIT", "WEIGHTS", "CACHE", "WORKING", "NEEDED", "FREE")
    ]
    for fit in fits:
        numbers = (fit.weights, fit.cache, fit.working, fit.needed, fit.free)
        rows.append((fit.device, fit.precision, VERDICTS[fit.verdict], *map(size, numbers)))
    proposals = {proposal.words for fit in fits[:1] for proposal in fit.proposals}
    return [f"For {fits[0].context:,} tokens of context:", *aligned(rows, 3), *sorted(proposals)]


def _draft_lines(drafts: Sequence[tuple[ModelCard, str]]) -> list[str]:
    rows: list[tuple[str, ...]] = [("DRAFT MODEL", "STATE", "WHY NOT")]
    rows += [(card.id, STATES[card.state], reason or "can draft") for card, reason in drafts]
    return aligned(rows, 3)


def _count(parameters: int | None) -> str:
    if not parameters:
        return ""
    return f"{parameters / 1e9:.1f} B" if parameters >= 999_500_000 else f"{parameters / 1e6:.0f} M"
