"""`foreword replay`: speculators over the stored chats, without the model, and a table of what came out."""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from foreword.api import Target
from foreword.commands import CommandError, UsageError
from foreword.commands.bench.configurations import Configuration, choose
from foreword.commands.replay.chats import StoredReply, read_replies
from foreword.commands.replay.figures import ListFigures, list_figures, plain_figures
from foreword.commands.replay.passes import Passes
from foreword.commands.replay.progress import Progress
from foreword.commands.replay.table import LEGEND, RATIO_LEGEND, table
from foreword.commands.replay.telling import Teller
from foreword.commands.replay.walk import Walk
from foreword.models.errors import ModelError
from foreword.models.local import local_models
from foreword.models.resolve import resolve
from foreword.paths import Paths
from foreword.settings import Settings
from foreword.speculators.registry import Registry
from foreword.target.target import TargetError
from foreword.worker.cancel import Switches
from foreword.worker.service import Service

HISTORY = "none at first: speculators see the chats for the first time, in the order in which they happened"


@dataclass(slots=True)
class _Replay:
    """What is to be done, and how far it is."""

    settings: Settings
    configurations: tuple[Configuration, ...]
    chats: int
    replies: list[StoredReply]
    target: Target
    passes: Passes
    teller: Teller
    walks: dict[str, Walk] = field(default_factory=dict)
    done: int = 0


def replay(options: argparse.Namespace, paths: Paths) -> int:
    """Replay and print; returns the exit code. Raises UsageError and CommandError; what was done before
    is printed then, and after an interrupt too."""
    work = _prepare(options, paths)
    progress = Progress(len(work.replies))
    try:
        _run(work, paths, progress)
    finally:
        progress.clear()
        if work.done:
            _print(work, as_json=options.json)
    return 0


def _prepare(options: argparse.Namespace, paths: Paths) -> _Replay:
    settings = Settings(paths.settings, read_only=True)
    for problem in settings.problems:
        print(f"foreword: {problem}", file=sys.stderr)
    configurations = _chosen(options.speculators, settings, paths)
    chats, replies = read_replies(paths, settings, options.chats)
    target, teller = _target(options.model or settings["model.name"] or None, settings, paths)
    passes = Passes.find(
        paths,
        target.name,
        (reply.fingerprint for reply in reversed(replies)),
        branches=settings["model.mode"] == "fast",
    )
    return _Replay(settings, configurations, chats, replies, target, passes, teller)


def _chosen(lists: Sequence[str] | None, settings: Settings, paths: Paths) -> tuple[Configuration, ...]:
    with closing(Service(paths, Switches())) as service:
        installed = service.speculators()
    switched_on = [name for name, on in settings["speculators.enabled"].items() if on]
    _plain, *chosen = choose(lists, (), switched_on=switched_on, installed=installed)
    if not chosen:
        known = ", ".join(info.name for info in installed) or "none"
        raise UsageError(f"nothing to replay: name speculators with --speculators; installed: {known}")
    return tuple(chosen)


def _target(model: str | None, settings: Settings, paths: Paths) -> tuple[Target, Teller]:
    from foreword.target.vocabulary import read_vocabulary

    try:
        found = resolve(model, paths, allow_download=False)
        vocabulary = read_vocabulary(found.folder, settings["model.context"], settings["model.template"])
    except (ModelError, TargetError) as error:
        raise CommandError(str(error)) from error
    target = Target(found.name, vocabulary.vocab_size, vocabulary.context_length, vocabulary.tokenizer)
    return target, Teller(vocabulary)


def _run(work: _Replay, paths: Paths, progress: Progress) -> None:
    options = work.settings["speculators.options"]
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="foreword-replay-")))
        for number, configuration in enumerate(work.configurations):
            walk = Walk(
                configuration.speculators,
                Registry(state=paths.state),
                work.target,
                work.passes,
                folder / str(number),
                options=partial(_options_of, options),
                models=partial(local_models, paths),
            )
            work.walks[configuration.label] = stack.enter_context(walk)
        for number, reply in enumerate(work.replies):
            progress.replaying(number)
            told = work.teller.tell(reply)
            if told is not None:
                for walk in work.walks.values():
                    walk.reply(told)
            work.done = number + 1


def _options_of(options: Mapping[str, Mapping[str, object]], name: str) -> Mapping[str, object]:
    return options.get(name, {})


# --- what is printed


def _figures(work: _Replay) -> list[ListFigures]:
    """After an interrupt the lists may differ by the one reply that was being walked over."""
    measured = work.passes.times is not None
    lists = [
        list_figures(one.label, one.speculators, work.walks[one.label].tally, measured=measured)
        for one in work.configurations
    ]
    return [plain_figures(lists[0].replies, lists[0].tokens, measured=measured), *lists]


def _print(work: _Replay, *, as_json: bool) -> None:
    if as_json:
        unicode = (sys.stdout.encoding or "").lower().startswith("utf")
        print(json.dumps(_as_json(work), ensure_ascii=not unicode))
        return
    for line in _lines(work):
        print(line)


def _lines(work: _Replay) -> Iterator[str]:
    figures = _figures(work)
    yield f"{work.chats} chats, {len(work.replies)} replies, {figures[0].tokens} tokens of {work.target.name}"
    yield f"verified: {work.passes.in_words()}"
    yield f"history: {HISTORY}"
    if work.done < len(work.replies):
        yield f"Stopped: {work.done} of {len(work.replies)} replies are done."
    yield from ("", *table(figures), "", *LEGEND)
    if work.passes.times is not None:
        yield RATIO_LEGEND
    yield from work.teller.notes()


def _as_json(work: _Replay) -> dict[str, Any]:
    """The object that `--json` prints."""
    return {
        "model": work.target.name,
        "chats": work.chats,
        "replies": len(work.replies),
        "replayed": work.done,
        "history": HISTORY,
        "passes": {
            "measured": work.passes.times is not None,
            "widths": list(work.passes.widths),
            "branches": work.passes.branches,
        },
        "encoded_anew": work.teller.encoded,
        "left_out": work.teller.refused,
        "configurations": [
            {
                **asdict(figures),
                "tokens_per_pass": figures.tokens_per_pass,
                "acceptance": figures.acceptance,
            }
            for figures in _figures(work)
        ],
    }
