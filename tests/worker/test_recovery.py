"""Memory that runs out in the middle of a reply: on without speculation, the same tokens, told once."""

from __future__ import annotations

import gc
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import torch

from foreword.messages import (
    ChatMessage,
    Failed,
    Finished,
    GenerateRequest,
    ModelReady,
    Sampling,
    StopReason,
    TokenBatch,
)
from foreword.speculators.pool import Pool
from foreword.target.target import OutOfMemory, TargetError
from foreword.target.transformers_target import TransformersTarget
from tests.worker.conftest import Station

ALLOCATOR = RuntimeError("[enforce fail] DefaultCPUAllocator: can't allocate memory: you tried 9 bytes")
ERRORS = [
    OutOfMemory("no memory is left"),
    MemoryError(),
    torch.OutOfMemoryError("CUDA out of memory"),
    ALLOCATOR,
]


@pytest.fixture
def ready(station: Station, endless: Path) -> Station:
    station.load(endless)
    station.next(ModelReady)
    return station


@pytest.fixture
def failing(monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[int]]:
    """Let the given passes fail with this error; returns the widths of all passes."""

    def arrange(error: Exception, *numbers: int) -> list[int]:
        verify, seen = TransformersTarget.verify, []

        def failing_verify(target: TransformersTarget, ids: Any, parents: Any, width: int) -> Any:
            seen.append(len(ids))
            if len(seen) in numbers:
                raise error
            return verify(target, ids, parents, width)

        monkeypatch.setattr(TransformersTarget, "verify", failing_verify)
        return seen

    return arrange


def told(station: Station) -> tuple[tuple[int, ...], str, tuple[int, ...]]:
    batches = station.all(TokenBatch)
    return (
        sum((batch.token_ids for batch in batches), ()),
        "".join(batch.text for batch in batches),
        sum((batch.ends for batch in batches), ()),
    )


def run(station: Station, **changes: Any) -> Finished:
    station.said.clear()
    request = GenerateRequest("r", "chat", (ChatMessage("user", "x"),), max_tokens=40)
    station.link.run_requested.emit(replace(request, **changes))
    finished = station.next(Finished, Failed)
    assert isinstance(finished, Finished), finished
    return finished


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
@pytest.mark.parametrize("at", [1, 2, 17, 40])
def test_it_goes_on_from_where_it_was_with_the_same_tokens(
    ready: Station, failing: Callable[..., list[int]], at: int, error: Exception
) -> None:
    if at != 17 and error is not ERRORS[0]:
        return  # every kind once, every place once
    plain = run(ready)
    whole = told(ready)
    failing(error, at)
    again = run(ready)
    assert (again.token_ids, again.text, again.stop_reason) == (
        plain.token_ids,
        plain.text,
        plain.stop_reason,
    )
    assert told(ready) == whole
    assert again.stats.completion_tokens == plain.stats.completion_tokens
    assert again.stats.prompt_tokens == plain.stats.prompt_tokens
    # What can't be gone on from to the letter is written once more: those passes were made, and count.
    assert 0 <= again.stats.passes - plain.stats.passes <= 8
    assert again.prefix == ()


def test_sampled_with_penalties_it_is_the_same_too(ready: Station, failing: Callable[..., list[int]]) -> None:
    sampling = Sampling(temperature=1.2, seed=11, presence_penalty=0.5, frequency_penalty=0.3)
    plain = run(ready, sampling=sampling)
    failing(MemoryError(), 9)
    assert run(ready, sampling=sampling).token_ids == plain.token_ids


def test_a_reply_that_goes_on_keeps_its_prefix(ready: Station, failing: Callable[..., list[int]]) -> None:
    begun = run(ready, max_tokens=10)
    changes = {"prefix": begun.token_ids, "prefix_text": begun.text, "max_tokens": 20}
    plain = run(ready, **changes)
    failing(MemoryError(), 8)
    again = run(ready, **changes)
    assert (again.prefix, again.token_ids, again.text) == (plain.prefix, plain.token_ids, plain.text)


def test_what_is_held_back_for_a_stop_string_is_told_once(
    ready: Station, failing: Callable[..., list[int]]
) -> None:
    text = run(ready).text
    stop = (text[12:15] + "\N{SNOWMAN}", text[20:24])
    plain = run(ready, stop=stop)
    whole = told(ready)
    assert plain.stop_reason is StopReason.STOP_STRING
    for at in (13, 14, 15, 20):
        failing(MemoryError(), at)
        again = run(ready, stop=stop)
        assert (again.text, again.token_ids) == (plain.text, plain.token_ids)
        assert told(ready)[:2] == whole[:2]


def test_the_second_go_asks_no_speculator(
    generous: None, ready: Station, failing: Callable[..., list[int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []
    draft = Pool.draft
    monkeypatch.setattr(Pool, "draft", lambda pool, budgets: (asked.append(1), draft(pool, budgets))[1])
    plain = run(ready)
    ready.link.switches.set({"ngram"})
    ready.stands("ngram", "active")
    failing(MemoryError(), 4)
    again = run(ready)
    assert again.token_ids == plain.token_ids
    assert 0 < len(asked) <= 4
    # What it drafted before counts, in the totals and as its own.
    ngram = again.stats.by_speculator["ngram"]
    assert (ngram.drafted, ngram.verified, ngram.accepted) == (
        again.stats.drafted,
        again.stats.verified,
        again.stats.accepted,
    )
    assert ngram.drafted > 0
    asked.clear()
    assert run(ready).token_ids == plain.token_ids
    assert asked  # the next reply drafts again


def test_the_second_time_it_fails_in_words_with_what_was_written(
    ready: Station, failing: Callable[..., list[int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = run(ready)
    given_back: list[int] = []
    monkeypatch.setattr("foreword.target.memory.give_back", lambda: given_back.append(1))
    failing(ALLOCATOR, 6, 9)
    ready.said.clear()
    ready.run()
    failed = ready.next(Failed)
    assert failed.out_of_memory
    assert "set a smaller context (it is 8192 tokens)" in failed.reason
    assert failed.detail.startswith("Traceback")
    written, _, _ = told(ready)
    assert len(given_back) == 2  # before the second go, and after it
    assert 5 <= len(written) <= 7
    assert written == plain.token_ids[: len(written)]
    failing(ALLOCATOR)
    assert run(ready).token_ids == plain.token_ids


def test_other_faults_are_not_tried_again(ready: Station, failing: Callable[..., list[int]]) -> None:
    for error in (TargetError("the device is gone"), RuntimeError("sizes must match")):
        widths = failing(error, 3)
        ready.said.clear()
        ready.run()
        failed = ready.next(Failed)
        assert not failed.out_of_memory
        assert len(widths) == 3


def test_the_cache_is_given_back_before_the_second_go(
    ready: Station, monkeypatch: pytest.MonkeyPatch
) -> None:
    caches: list[int] = []
    forget = TransformersTarget.forget

    def looking(target: TransformersTarget) -> None:
        forget(target)
        gc.collect()
        caches.append(sum(type(each).__name__ == "SlotCache" for each in gc.get_objects()))

    monkeypatch.setattr(TransformersTarget, "forget", looking)
    verify, count = TransformersTarget.verify, 0

    def once(target: TransformersTarget, *arguments: Any) -> Any:
        nonlocal count
        count += 1
        if count == 4:
            raise MemoryError
        return verify(target, *arguments)

    monkeypatch.setattr(TransformersTarget, "verify", once)
    given_back: list[int] = []
    monkeypatch.setattr("foreword.target.memory.give_back", lambda: given_back.append(len(caches)))
    run(ready)
    assert caches == [1]
    assert given_back == [1]  # once, with the cache gone
