"""`foreword models`: list, search, remove, info, as text or as JSON. Pulling is `foreword.models` itself."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from foreword.commands import CommandError, UsageError
from foreword.commands.models_text import details_lines, found_lines, listed_lines
from foreword.model_messages import Device, ModelCard, ModelsListed
from foreword.models import shelf
from foreword.models.cards import Measured, Wanted, listed
from foreword.models.details import Desk, details, refuse_nameless
from foreword.models.drafts import Pairs
from foreword.models.errors import ModelCancelled, ModelError
from foreword.models.memory import main_memory
from foreword.models.network import options_at
from foreword.models.search import search
from foreword.paths import Paths
from foreword.settings import Settings


def models(options: argparse.Namespace, paths: Paths) -> int:
    """Do what `options.action` says; returns the exit code. Raises UsageError and CommandError."""
    actions = {"list": _list, "search": _search, "remove": _remove, "info": _info}
    try:
        return actions[options.action](options, paths)
    except ModelCancelled as error:
        raise KeyboardInterrupt from error
    except ModelError as error:
        raise CommandError(str(error)) from error


def devices() -> tuple[Device, ...]:
    """Everything to compute on. Imports torch: seconds."""
    from foreword.target.devices import devices

    memory = main_memory()
    return devices(memory.free, memory.total)


def _list(options: argparse.Namespace, paths: Paths) -> int:
    found = _listed(paths, _settings(paths))
    if not options.all:
        found = ModelsListed(
            tuple(card for card in found.cards if card.state != "absent"),
            found.devices,
            found.folder,
            found.disk_free,
        )
    _say(options, asdict(found), listed_lines(found))
    return 0


def _search(options: argparse.Namespace, paths: Paths) -> int:
    cards, more = search(options.words, options_at(paths), pages=options.pages)
    value = {"query": options.words, "cards": [asdict(card) for card in cards], "more": more}
    _say(options, value, found_lines(options.words, cards, more))
    return 0


def _remove(options: argparse.Namespace, paths: Paths) -> int:
    model = refuse_nameless(options.name)
    card = next((card for card in _listed(paths, _settings(paths)).cards if card.id == model), None)
    _ask(options, card, model)
    freed = shelf.remove(model, paths)
    _say(
        options,
        {"removed": model, "freed": freed},
        [f"{model} removed; {freed / 1e6:,.0f} MB are free again"],
    )
    return 0


def _info(options: argparse.Namespace, paths: Paths) -> int:
    settings, model = _settings(paths), refuse_nameless(options.name)
    now = _listed(paths, settings)
    desk = Desk(paths, _wanted(settings), now, Measured(), Pairs(_rewindable), options_at(paths))
    found = details(model, desk)
    _say(options, asdict(found), details_lines(found))
    return 0


# --- around them


def _listed(paths: Paths, settings: Settings) -> ModelsListed:
    return listed(paths, _wanted(settings), devices(), (), Measured())


def _wanted(settings: Settings) -> Wanted:
    return Wanted(
        device=settings["model.device"],
        precision=settings["model.dtype"],
        context=settings["model.context"],
        cache=settings["model.cache"],
        folders=tuple(settings["models.folders"]),
    )


def _rewindable(folder: Any) -> str:
    from foreword.target.rewinding import why_not_rewindable

    return why_not_rewindable(folder)


def _settings(paths: Paths) -> Settings:
    settings = Settings(paths.settings, read_only=True)
    for problem in settings.problems:
        print(f"foreword: {problem}", file=sys.stderr)
    return settings


def _say(options: argparse.Namespace, value: dict[str, Any], lines: Sequence[str]) -> None:
    if options.json:
        print(json.dumps(value))
    else:
        print("\n".join(lines))


def _ask(options: argparse.Namespace, card: ModelCard | None, model: str) -> None:
    """Raises CommandError where the answer isn't yes, or where there is nobody to ask."""
    if options.yes:
        return
    if options.json or sys.stdin is None or not sys.stdin.isatty():
        raise UsageError("nothing was removed: there is no terminal to ask on; say --yes to go on")
    where = f" ({card.folder})" if card else ""
    sys.stdout.write(f"Remove {model}{where}? [y/N] ")
    sys.stdout.flush()
    if sys.stdin.readline().strip().lower() not in ("y", "yes"):
        raise CommandError("nothing was removed")
