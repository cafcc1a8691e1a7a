"""`foreword ask`: one question, one answer, streamed to standard output or printed as one JSON object."""

from __future__ import annotations

import argparse
import json
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import asdict
from typing import Any

from foreword.commands import CommandError, UsageError
from foreword.messages import (
    ChatMessage,
    Finished,
    GenerateRequest,
    LoadRequest,
    ModelInfo,
    ReplyStats,
    Sampling,
    StopReason,
    TokenBatch,
)
from foreword.paths import Paths
from foreword.settings import Settings
from foreword.speculators.registry import Plugins
from foreword.worker.cancel import CancelToken, Switches
from foreword.worker.service import Service


def ask(options: argparse.Namespace, paths: Paths) -> int:
    """Answer; returns the exit code. Raises UsageError and CommandError."""
    settings = Settings(paths.settings, read_only=True)
    for problem in settings.problems:
        print(f"foreword: {problem}", file=sys.stderr)
    request = _request(options, settings)
    switches, cancel = Switches(_chosen(options.speculators, settings)), CancelToken()
    switches.set_options(settings["speculators.options"])
    with closing(Service(paths, switches, _plugins(options))) as service, _interrupt_cancels(cancel):
        if options.speculators is not None:
            _refuse_unusable(switches.enabled(), service)
        paths.ensure()
        info = _load(service, options, settings, cancel)
        finished = _answer(service, request, cancel, stream=not options.json)
        if options.json:
            _print_json(as_json(finished, info))
        for speculator in service.speculators():
            if speculator.state == "failed":
                print(f"foreword: {speculator.name} {speculator.reason}", file=sys.stderr)
    return 130 if finished.stop_reason is StopReason.CANCELLED else 0


@contextmanager
def _interrupt_cancels(cancel: CancelToken) -> Iterator[None]:
    """The first Ctrl-C ends the reply in good order, the second one ends everything."""

    def handle(_number: int, _frame: object) -> None:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        cancel.set()

    before = signal.signal(signal.SIGINT, handle)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _print_json(value: dict[str, Any]) -> None:
    """In the output's own encoding; where that is not Unicode, in plain escapes instead of lost letters."""
    unicode = (sys.stdout.encoding or "").lower().startswith("utf")
    print(json.dumps(value, ensure_ascii=not unicode))


def as_json(finished: Finished, info: ModelInfo) -> dict[str, Any]:
    """The object that `--json` prints."""
    return {
        "text": finished.text,
        "token_ids": list(finished.token_ids),
        "stop_reason": finished.stop_reason.value,
        "model": info.name,
        "device": info.device,
        "dtype": info.dtype,
        "stats": _stats(finished.stats),
    }


def _stats(stats: ReplyStats) -> dict[str, Any]:
    return {
        **asdict(stats),
        "tokens_per_second": stats.tokens_per_second,
        "tokens_per_pass": stats.tokens_per_pass,
        "acceptance": stats.acceptance,
    }


def _request(options: argparse.Namespace, settings: Settings) -> GenerateRequest:
    text = _standard_input() if options.text == "-" else options.text
    if not text.strip():
        raise UsageError("the question is empty")
    system = options.system if options.system is not None else settings["reply.system_prompt"]
    messages = (ChatMessage("system", system),) if system else ()
    return GenerateRequest(
        reply_id="ask",
        conversation_id="ask",
        messages=(*messages, ChatMessage("user", text)),
        sampling=Sampling(
            temperature=options.temperature,
            top_k=options.top_k,
            top_p=options.top_p,
            min_p=options.min_p,
            repetition_penalty=options.repetition_penalty,
            presence_penalty=options.presence_penalty,
            frequency_penalty=options.frequency_penalty,
            logit_bias=tuple(options.logit_bias),
            seed=options.seed,
        ),
        max_tokens=options.max_tokens or settings["reply.max_tokens"],
        stop=tuple(options.stop),
        temporary=True,
    )


def _standard_input() -> str:
    try:
        text = sys.stdin.read() if sys.stdin is not None else ""
        text.encode()
    except UnicodeError as error:
        raise UsageError("standard input is not text in UTF-8") from error
    return text


def _plugins(options: argparse.Namespace) -> Plugins:
    if options.no_plugins:
        return "none"
    return "bundled" if options.safe_mode else "all"


def _chosen(wanted: str | None, settings: Settings) -> Iterable[str]:
    if wanted is None:
        return [name for name, on in settings["speculators.enabled"].items() if on]
    if wanted == "none":
        return []
    names = [name.strip() for name in wanted.split(",") if name.strip()]
    if not names:
        raise UsageError("--speculators names none; to switch all off, say: --speculators none")
    return names


def _refuse_unusable(names: Iterable[str], service: Service) -> None:
    """Who names a speculator wants it, or to hear why not."""
    known = {info.name: info for info in service.speculators()}
    for name in sorted(names):
        if name not in known:
            raise UsageError(f"there is no speculator {name!r}; installed: {', '.join(known) or 'none'}")
        if known[name].state in ("incompatible", "quarantined"):
            raise CommandError(f"the speculator {name} can't be used: it {known[name].reason}")


def _load(
    service: Service, options: argparse.Namespace, settings: Settings, cancel: CancelToken
) -> ModelInfo:
    from foreword.models.__main__ import terminal_progress
    from foreword.models.errors import ModelCancelled, ModelError
    from foreword.target.target import LoadStopped, TargetError

    wanted = LoadRequest(
        model=options.model or settings["model.name"] or None,
        dtype=options.dtype or settings["model.dtype"],
        allow_download=True,
        context=settings["model.context"],
        mode=options.mode or settings["model.mode"],
        template=settings["model.template"],
        device=settings["model.device"],
        threads=settings["model.threads"],
        cache=settings["model.cache"],
    )
    try:
        info = service.load(wanted, _quiet_unless_slow(terminal_progress()), cancel.is_set)
    except (ModelCancelled, LoadStopped) as error:
        raise KeyboardInterrupt from error
    except (ModelError, TargetError) as error:
        raise CommandError(str(error)) from error
    except Exception as error:  # the engine's boundary, as on the worker's thread
        raise _internal(error) from error
    if cancel.is_set():
        raise KeyboardInterrupt
    return info


def _quiet_unless_slow(show: Callable[[str, float | None], None]) -> Callable[[str, float | None], None]:
    """Downloads have a measure and are shown; the seconds of an ordinary load are not worth a line."""

    from foreword.target.target import READING

    def progress(stage: str, fraction: float | None) -> None:
        if fraction is not None and stage != READING:
            show(stage, fraction)

    return progress


def _answer(service: Service, request: GenerateRequest, cancel: CancelToken, *, stream: bool) -> Finished:
    finished: Finished | None = None
    for event in _events(service, request, cancel):
        if isinstance(event, TokenBatch) and stream:
            sys.stdout.write(event.text)
            sys.stdout.flush()
        elif isinstance(event, Finished):
            finished = event
    assert finished is not None, "generate ends with Finished"
    if stream:
        sys.stdout.write("\n")
    return finished


def _events(service: Service, request: GenerateRequest, cancel: CancelToken) -> Iterator[object]:
    from foreword.engine.fitting import PromptTooLong
    from foreword.target.target import TargetError

    try:
        yield from service.generate(request, cancel)
    except (PromptTooLong, TargetError) as error:
        raise CommandError(str(error)) from error
    except Exception as error:  # the engine's boundary, as on the worker's thread
        raise _internal(error) from error


def _internal(error: Exception) -> CommandError:
    return CommandError(f"the engine failed ({type(error).__name__}: {error}); --debug shows where")
