"""`foreword ask`: one question, one answer, streamed to standard output or printed as one JSON object."""

from __future__ import annotations

import argparse
import json
import signal
import sys
from collections.abc import Callable, Iterable
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
from foreword.worker.cancel import CancelToken, Switches
from foreword.worker.service import Service


def ask(options: argparse.Namespace, paths: Paths) -> int:
    """Answer; returns the exit code. Raises UsageError and CommandError."""
    paths.ensure()
    settings = Settings(paths.settings)
    request = _request(options, settings)
    switches = Switches()
    service = Service(paths, switches)
    switches.set(_chosen(options.speculators, settings, service))
    cancel = CancelToken()
    signal.signal(signal.SIGINT, lambda *_: cancel.set())
    info = _load(service, options, settings, cancel)
    finished = _answer(service, request, cancel, stream=not options.json)
    if options.json:
        print(json.dumps(as_json(finished, info), ensure_ascii=False))
    for speculator in service.speculators():
        if speculator.state == "failed":
            print(f"foreword: {speculator.name} {speculator.reason}", file=sys.stderr)
    service.close()
    return 130 if finished.stop_reason is StopReason.CANCELLED else 0


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
    text = sys.stdin.read() if options.text == "-" else options.text
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
            seed=options.seed,
        ),
        max_tokens=options.max_tokens or settings["reply.max_tokens"],
        stop=tuple(options.stop),
        temporary=True,
    )


def _chosen(wanted: str | None, settings: Settings, service: Service) -> Iterable[str]:
    if wanted is None:
        return [name for name, on in settings["speculators.enabled"].items() if on]
    if wanted == "none":
        return []
    names = [name.strip() for name in wanted.split(",") if name.strip()]
    known = {info.name: info for info in service.speculators()}
    for name in names:
        if name not in known:
            raise UsageError(f"there is no speculator {name!r}; installed: {', '.join(known) or 'none'}")
        if known[name].state == "incompatible":
            raise CommandError(f"the speculator {name} can't be used: it {known[name].reason}")
    return names


def _load(
    service: Service, options: argparse.Namespace, settings: Settings, cancel: CancelToken
) -> ModelInfo:
    from foreword.models.__main__ import terminal_progress
    from foreword.models.errors import ModelCancelled, ModelError
    from foreword.target.target import TargetError

    wanted = LoadRequest(
        model=options.model or settings["model.name"] or None,
        dtype=options.dtype or settings["model.dtype"],
        allow_download=True,
        context=settings["model.context"],
    )
    try:
        return service.load(wanted, _quiet_unless_slow(terminal_progress()), cancel.is_set)
    except ModelCancelled as error:
        raise KeyboardInterrupt from error
    except (ModelError, TargetError) as error:
        raise CommandError(str(error)) from error


def _quiet_unless_slow(show: Callable[[str, float | None], None]) -> Callable[[str, float | None], None]:
    """Downloads have a measure and are shown; the seconds of an ordinary load are not worth a line."""

    def progress(stage: str, fraction: float | None) -> None:
        if fraction is not None:
            show(stage, fraction)

    return progress


def _answer(service: Service, request: GenerateRequest, cancel: CancelToken, *, stream: bool) -> Finished:
    from foreword.engine.generate import PromptTooLong
    from foreword.target.target import TargetError

    finished: Finished | None = None
    try:
        for event in service.generate(request, cancel):
            if isinstance(event, TokenBatch) and stream:
                sys.stdout.write(event.text)
                sys.stdout.flush()
            elif isinstance(event, Finished):
                finished = event
    except (PromptTooLong, TargetError) as error:
        raise CommandError(str(error)) from error
    assert finished is not None, "generate ends with Finished"
    if stream:
        sys.stdout.write("\n")
    return finished
