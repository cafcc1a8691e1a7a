"""`foreword bench`: questions, configurations, a process for each, rounds, and the table of what came out."""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TextIO

from foreword.commands import CommandError
from foreword.commands.bench.configurations import PLAIN, Configuration, choose
from foreword.commands.bench.desk import lay_out
from foreword.commands.bench.history import NONE, History
from foreword.commands.bench.process import Worker
from foreword.commands.bench.progress import Progress
from foreword.commands.bench.questions import read_all
from foreword.commands.bench.records import LeftOut, Question, Round
from foreword.commands.bench.report import Report, settings_of
from foreword.commands.bench.rounds import run_rounds, warm_up
from foreword.commands.bench.summary import speculator_rows, summarise
from foreword.commands.bench.table import LEGEND, PEER_LEGEND, notes, speculator_table, table
from foreword.commands.bench.wire import Setup
from foreword.messages import LoadRequest, ModelInfo, Sampling, SpeculatorInfo
from foreword.paths import Paths
from foreword.settings import Settings
from foreword.worker.cancel import Switches
from foreword.worker.service import Service


@dataclass(frozen=True, slots=True)
class _Plan:
    """What is to be done, all of it checked."""

    files: tuple[Path, ...]
    limit: int | None
    questions: tuple[Question, ...]
    history: History
    configurations: tuple[Configuration, ...]
    installed: tuple[SpeculatorInfo, ...]
    load: LoadRequest
    sampling: Sampling
    max_tokens: int
    options: Mapping[str, Mapping[str, object]]


@dataclass(slots=True)
class _Done:
    """What came out so far; only whole rounds, so that every configuration has the same questions."""

    info: ModelInfo | None = None
    history: str = NONE
    rounds: list[Round] = field(default_factory=list)
    left_out: list[LeftOut] = field(default_factory=list)

    def add(self, result: Round | LeftOut) -> None:
        if isinstance(result, Round):
            self.rounds.append(result)
        else:
            self.left_out.append(result)


def bench(options: argparse.Namespace, paths: Paths) -> int:
    """Measure and print; returns the exit code: 1 where a speculator changed a reply in exact mode.

    Raises UsageError and CommandError; what was done before is printed then, and after an
    interrupt too."""
    plan = _plan(options, paths)
    paths.ensure()
    progress, done = Progress(len(plan.questions)), _Done()
    try:
        _measure(plan, paths, options.json, progress, done)
    finally:
        progress.clear()
        if done.rounds or done.left_out:
            _print(plan, done)
    return 1 if plan.load.mode == "exact" and _changed(plan, done) else 0


def _changed(plan: _Plan, done: _Done) -> bool:
    """Whether any speculator changed any reply."""
    drafting = [one.label for one in plan.configurations if one.kind == "speculators"]
    return not all(all(one.equal(label, PLAIN.label)) for one in done.rounds for label in drafting)


def _plan(options: argparse.Namespace, paths: Paths) -> _Plan:
    settings = Settings(paths.settings, read_only=True)
    for problem in settings.problems:
        print(f"foreword: {problem}", file=sys.stderr)
    with closing(Service(paths, Switches())) as service:
        installed = service.speculators()
    switched_on = [name for name, on in settings["speculators.enabled"].items() if on]
    return _Plan(
        files=tuple(options.questions),
        limit=options.limit,
        questions=tuple(read_all(options.questions, options.limit)),
        history=History(tuple(options.history), tuple(read_all(options.history)) if options.history else ()),
        configurations=tuple(
            choose(options.speculators, options.peer, switched_on=switched_on, installed=installed)
        ),
        installed=installed,
        load=LoadRequest(
            model=options.model or settings["model.name"] or None,
            dtype=options.dtype or settings["model.dtype"],
            context=settings["model.context"],
            mode=options.mode or settings["model.mode"],
            template=settings["model.template"],
            device=settings["model.device"],
            threads=settings["model.threads"],
            cache=settings["model.cache"],
        ),
        sampling=Sampling(temperature=options.temperature, seed=options.seed),
        max_tokens=options.max_tokens,
        options=settings["speculators.options"],
    )


def _measure(plan: _Plan, paths: Paths, out: Path | None, progress: Progress, done: _Done) -> None:
    with ExitStack() as stack:
        report = Report(stack.enter_context(_open(out)))
        _fetch(plan.load, paths, progress)
        desks = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="foreword-bench-")))
        workers: dict[str, Worker] = {}
        self_tests_of = paths
        for configuration in plan.configurations:
            progress.stage(f"loading the model for {configuration.label}")
            desk = lay_out(desks / str(len(workers)), paths, self_tests_of)
            worker = Worker(Setup(configuration, desk, plan.load, plan.sampling, plan.options))
            self_tests_of = desk
            workers[configuration.label] = stack.enter_context(worker)
            warm_up(worker, plan.max_tokens)
        infos = {one: workers[one.label].info for one in plan.configurations}
        _refuse_unlike(infos)
        done.info = infos[PLAIN]
        pupils = [workers[one.label] for one in plan.configurations if one.kind == "speculators"]
        taught = plan.history.teach(workers[PLAIN.label], pupils, plan.max_tokens, progress.learning)
        done.history = plan.history.in_words(taught, plan.questions)
        report.head(
            files=plan.files,
            questions=len(plan.questions),
            settings=settings_of(plan.load, plan.sampling, plan.max_tokens, plan.limit, plan.options),
            history=done.history,
            infos=infos,
            installed=plan.installed,
        )
        for result in run_rounds(plan.questions, workers, plan.max_tokens, progress.answering):
            report.result(result)
            done.add(result)


@contextmanager
def _open(out: Path | None) -> Iterator[TextIO | None]:
    """Opened before anything is measured: a file that can't be written is told at once."""
    if out is None:
        yield None
        return
    with out.open("w", encoding="utf-8") as file:
        yield file


def _fetch(load: LoadRequest, paths: Paths, progress: Progress) -> None:
    """Have the model on this computer before several processes want it."""
    from foreword.models.errors import ModelError
    from foreword.models.resolve import resolve

    def show(stage: str, fraction: float | None) -> None:
        if fraction is not None:
            progress.stage(stage)

    try:
        resolve(load.model, paths, allow_download=True, progress=show)
    except ModelError as error:
        raise CommandError(str(error)) from error


def _refuse_unlike(infos: dict[Configuration, ModelInfo]) -> None:
    """Other threads or another number format would be measured instead of another way to decode."""
    for key in ("device", "dtype", "threads", "torch"):
        found = {one.label: info.fingerprint[key] for one, info in infos.items()}
        if len(set(found.values())) > 1:
            told = ", ".join(f"{label} {value}" for label, value in found.items())
            raise CommandError(f"the configurations differ in {key} ({told}), so comparing says nothing")


def _print(plan: _Plan, done: _Done) -> None:
    for line in _lines(plan, done):
        print(line)


def _lines(plan: _Plan, done: _Done) -> Sequence[str]:
    lines = []
    if done.info is not None:
        threads = done.info.fingerprint["threads"]
        lines.append(f"{done.info.name}, {done.info.device}, {done.info.dtype}, {threads} threads")
        sampling = f"temperature {plan.sampling.temperature:g}, seed {plan.sampling.seed}"
        lines.append(f"{plan.load.mode} mode, {sampling}, at most {plan.max_tokens} tokens a reply")
        lines.append(f"history: {done.history}")
    finished = len(done.rounds) + len(done.left_out)
    if finished < len(plan.questions):
        lines.append(f"Stopped: {finished} of {len(plan.questions)} questions are done.")
    if done.rounds:
        labels = [one.label for one in plan.configurations]
        rows = summarise(done.rounds, labels, PLAIN.label, plan.sampling.seed)
        lines += ["", *table(rows), "", *LEGEND]
        if shares := speculator_rows(done.rounds, plan.configurations):
            lines += ["", *speculator_table(shares), ""]
        if any(one.kind == "peer" for one in plan.configurations):
            lines.append(PEER_LEGEND)
    return [*lines, *notes(done.rounds, done.left_out, plan.configurations)]
