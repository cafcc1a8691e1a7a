"""Foreword's engine and the peers behind one face, on tiny models."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from foreword.commands import CommandError
from foreword.commands.bench.configurations import PLAIN, Configuration
from foreword.commands.bench.records import Reply
from foreword.commands.bench.runners import NoRoom, Runner, converse, open_runner
from foreword.commands.bench.wire import Setup, Task
from foreword.messages import ChatMessage, LoadRequest, Sampling
from foreword.paths import Paths
from foreword.worker import service
from tests.fakes.speculators import RaisesInDraft, registry_of

Open = Callable[..., Runner]
NGRAM = Configuration("ngram", "speculators", ("ngram",))
PEER = Configuration("transformers", "peer")
LOOKUP = Configuration("transformers-lookup", "peer", lookup=10)
TASK = Task("chat/1", ("ab ab ab ab", "and once more", "and ab ab"), 24)


@pytest.fixture
def opened(endless: Path, tmp_path: Path) -> Open:
    def open_it(configuration: Configuration, temperature: float = 0.0, context: int = 8192) -> Runner:
        load = LoadRequest(str(endless), "float32", context=context)
        sampling = Sampling(temperature=temperature, seed=3)
        return open_runner(Setup(configuration, Paths.profile(tmp_path), load, sampling))

    return open_it


@pytest.mark.parametrize("temperature", [0.0, 0.9])
def test_a_speculator_gives_plains_tokens_turn_by_turn(opened: Open, temperature: float) -> None:
    plain = converse(opened(PLAIN, temperature), TASK)
    drafted = converse(opened(NGRAM, temperature), TASK)
    assert [one.token_ids for one in drafted] == [one.token_ids for one in plain]
    assert [one.text for one in drafted] == [one.text for one in plain]
    assert all(one.stats and one.stats.drafted == 0 for one in plain)
    assert sum(one.stats.accepted for one in drafted if one.stats) > 0
    assert [one.decode_tokens for one in drafted] == [24, 24, 24]


@pytest.mark.parametrize("configuration", [PEER, LOOKUP], ids=lambda one: one.label)
def test_a_peer_has_the_same_prompts_and_in_float32_the_same_greedy_tokens(
    opened: Open,
    configuration: Configuration,
) -> None:
    plain = converse(opened(PLAIN), TASK)
    peer = converse(opened(configuration), TASK)
    assert [one.prompt_tokens for one in peer] == [one.prompt_tokens for one in plain]
    assert [one.token_ids for one in peer] == [one.token_ids for one in plain]
    assert [one.text for one in peer] == [one.text for one in plain]
    assert [one.stop_reason for one in peer] == ["length"] * 3
    for one in peer:
        assert one.stats is None
        assert one.decode_seconds > 0
        assert one.prefill_seconds > 0


class Echo:
    """Answers with its number, and keeps what it was asked."""

    info = None

    def __init__(self) -> None:
        self.asked: list[tuple[ChatMessage, ...]] = []

    def reply(self, conversation_id: str, messages: Sequence[ChatMessage], max_tokens: int) -> Reply:
        self.asked.append(tuple(messages))
        return Reply((1,), f"answer {len(self.asked)}", "eos", 1, 1, 1, 0.1, 0.1)


def test_each_turn_sees_the_replies_before_it() -> None:
    echo = Echo()
    converse(echo, Task("c", ("one", "two", "three"), 5))
    assert [[(message.role, message.content) for message in asked] for asked in echo.asked] == [
        [("user", "one")],
        [("user", "one"), ("assistant", "answer 1"), ("user", "two")],
        [
            ("user", "one"),
            ("assistant", "answer 1"),
            ("user", "two"),
            ("assistant", "answer 2"),
            ("user", "three"),
        ],
    ]


@pytest.mark.parametrize("configuration", [PLAIN, PEER], ids=lambda one: one.label)
def test_the_context_ends_a_reply_and_refuses_a_prompt(opened: Open, configuration: Configuration) -> None:
    runner = opened(configuration, context=256)
    (short,) = converse(runner, Task("c", ("x" * 240,), 50))
    assert short.prompt_tokens == 240 + len("u:") + 1 + len("a:")
    assert (len(short.token_ids), short.stop_reason) == (11, "context_end")
    with pytest.raises(NoRoom, match="305 tokens"):
        converse(runner, Task("c", ("x" * 300,), 50))


def test_a_speculator_that_fails_is_not_measured_as_plain(
    opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "Registry", lambda **_: registry_of(RaisesInDraft))
    runner = opened(Configuration("x", "speculators", ("RaisesInDraft",)))
    with pytest.raises(CommandError, match="RaisesInDraft failed in draft"):
        converse(runner, TASK)
