"""The loop's promise: whatever is drafted, the tokens are those that plain decoding gives."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from foreword.api import Outcome, Session
from foreword.engine.books import DraftBook
from foreword.engine.economy import COSTS_TOO_MUCH, Economy, Terms
from foreword.engine.fitting import PromptTooLong
from foreword.engine.generate import Engine
from foreword.engine.planner import Planner
from foreword.messages import (
    ChatMessage,
    Finished,
    GenerateRequest,
    LeftOut,
    PrefillProgress,
    Sampling,
    StopReason,
    TokenBatch,
)
from foreword.speculators.pool import Pool
from foreword.speculators.registry import Registry
from foreword.target.transformers_target import TransformersTarget
from tests.fakes import speculators as fakes
from tests.fakes.speculators import registry_of
from tests.fakes.tiny_target import tiny_target

TEXT = "one two three one two three one two "
NGRAM = ("ngram", "foreword_ngram:NgramSpeculator")
Speculators = Iterable[type | tuple[str, str]]


class Eager(Planner):
    """Asks everybody and verifies whatever is drafted, so that every path through the loop is walked."""

    def __init__(self, widths: Sequence[int], branches: bool) -> None:
        super().__init__(widths, branches)
        self._economy = Generous(self.calibration.book)

    def _paying(self, nodes: Sequence[int], reach: Sequence[float], terms: Terms) -> tuple[int, float]:
        return len(nodes), super()._paying(nodes, reach, terms)[1]


class Generous(Economy):
    """To whom nothing is dear."""

    def begin_step(self, names: Iterable[str], tokens: int, plain: float) -> tuple[list[str], list[str]]:
        return list(names), []


POOLS: list[Pool] = []
"""The pools of this test, to be closed when it ends."""


@pytest.fixture(autouse=True)
def _fresh_fakes() -> Iterator[None]:
    fakes.reset()
    yield
    close_pools()
    fakes.reset()


def close_pools() -> None:
    while POOLS:
        POOLS.pop().close()


@pytest.fixture(scope="session")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("speculators")


def request(text: str = TEXT, max_tokens: int | None = 48, **rules: object) -> GenerateRequest:
    stop = rules.pop("stop", ())
    return GenerateRequest(
        "r",
        "c",
        (ChatMessage("user", text),),
        Sampling(**rules),
        max_tokens,
        stop,  # type: ignore[arg-type]
    )


def engine(target: TransformersTarget, data: Path, speculators: Speculators = ()) -> tuple[Engine, set[str]]:
    """An engine and the set of names that are switched on, which the test may change at any time."""
    registry: Registry = registry_of(*speculators)
    on = {record.name for record in registry.records}
    pool = Pool(registry, lambda: frozenset(on), data)
    POOLS.append(pool)
    return Engine(target, pool, Eager(target.widths, target.branches)), on


def write(
    target: TransformersTarget,
    data: Path,
    req: GenerateRequest,
    speculators: Speculators = (),
    each: Callable[[int, set[str]], None] = lambda _step, _on: None,
    planner: Planner | None = None,
) -> Finished:
    """The reply, by `planner` or by one that asks and verifies all; `each` is called after every step with
    its number and the switches."""
    made, on = engine(target, data, speculators)
    if planner is not None:
        made = replace(made, planner=planner)
    events = []
    for event in made.generate(req, lambda: False):
        events.append(event)
        if isinstance(event, TokenBatch):
            each(len(events), on)
    finished = events[-1]
    assert isinstance(finished, Finished)
    batches = [event for event in events if isinstance(event, TokenBatch)]
    assert tuple(token for batch in batches for token in batch.token_ids) == finished.token_ids
    shown = "".join(batch.text for batch in batches)
    assert finished.text.startswith(shown)
    return finished


SAMPLINGS = [
    {"temperature": 0.0},
    {"temperature": 0.0, "repetition_penalty": 1.3},
    {"temperature": 0.7, "seed": 11},
    {"temperature": 1.3, "seed": 12, "top_k": 20, "repetition_penalty": 1.2},
    {"temperature": 1.0, "seed": 13, "top_p": 0.8, "min_p": 0.02},
    {"temperature": 0.9, "seed": 14, "presence_penalty": 0.8, "frequency_penalty": 0.4},
    {"temperature": 0.0, "frequency_penalty": 0.5, "logit_bias": ((65, 2.0), (66, -100.0))},
]


@pytest.mark.parametrize("rules", SAMPLINGS, ids=str)
@pytest.mark.parametrize("speculator", [*fakes.HOSTILE, fakes.RaisesInConstructor], ids=lambda s: s.__name__)
def test_no_speculator_changes_the_tokens(
    target: TransformersTarget, data: Path, speculator: type, rules: dict[str, float]
) -> None:
    req = request(**rules)
    plain = write(target, data, req)
    drafted = write(target, data, req, [speculator])
    assert drafted.token_ids == plain.token_ids
    assert (drafted.text, drafted.stop_reason) == (plain.text, plain.stop_reason)


@settings(deadline=None, max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    seed=st.integers(0, (1 << 63) - 1),
    temperature=st.sampled_from([0.0, 0.3, 1.0, 3.0]),
    top_p=st.sampled_from([1.0, 0.9, 0.3]),
    penalty=st.sampled_from([1.0, 1.2]),
    text=st.text(max_size=60),
    mix=st.lists(
        st.sampled_from([fakes.RandomTokens, fakes.Branching, fakes.TooLong, fakes.RaisesLater, NGRAM]),
        unique_by=str, min_size=1, max_size=3,
    ),
)  # fmt: skip
def test_any_mix_at_any_seed_gives_plain_tokens(
    target: TransformersTarget,
    data: Path,
    seed: int,
    temperature: float,
    top_p: float,
    penalty: float,
    text: str,
    mix: list[type],
) -> None:
    req = request(
        text, max_tokens=30, seed=seed, temperature=temperature, top_p=top_p, repetition_penalty=penalty
    )
    assert write(target, data, req, mix).token_ids == write(target, data, req).token_ids
    close_pools()


@pytest.mark.parametrize("rules", SAMPLINGS, ids=str)
def test_switching_in_the_middle_changes_nothing(
    target: TransformersTarget, data: Path, rules: dict[str, float]
) -> None:
    req = request(max_tokens=80, **rules)
    plain = write(target, data, req)
    draw = random.Random(5)

    def toggle(_step: int, on: set[str]) -> None:
        on.symmetric_difference_update(draw.sample(["ngram", "RandomTokens"], draw.randint(0, 2)))

    assert write(target, data, req, [NGRAM, fakes.RandomTokens], toggle).token_ids == plain.token_ids


def test_an_oracle_is_accepted_whole(target: TransformersTarget, data: Path) -> None:
    req = request(max_tokens=60)
    plain = write(target, data, req)
    fakes.Oracle.answer = plain.token_ids
    fakes.Oracle.prompt_length = plain.stats.prompt_tokens
    drafted = write(target, data, req, [fakes.Oracle])
    stats = drafted.stats
    assert drafted.token_ids == plain.token_ids
    assert stats.verified == stats.accepted == stats.completion_tokens - stats.passes
    assert stats.passes <= 2
    assert stats.by_speculator["Oracle"].accepted == stats.accepted


def test_a_liar_is_never_accepted(target: TransformersTarget, data: Path) -> None:
    req = request(max_tokens=40)
    plain = write(target, data, req)
    fakes.AlwaysWrong.answer = plain.token_ids
    fakes.AlwaysWrong.prompt_length = plain.stats.prompt_tokens
    stats = write(target, data, req, [fakes.AlwaysWrong]).stats
    assert (stats.accepted, stats.passes) == (0, stats.completion_tokens)
    assert stats.drafted >= stats.verified > 0


def test_plain_decoding_is_one_token_per_pass_and_drafts_nothing(
    target: TransformersTarget, data: Path
) -> None:
    stats = write(target, data, request(max_tokens=25)).stats
    assert (stats.passes, stats.plain_passes, stats.completion_tokens) == (25, 25, 25)
    assert (stats.drafted, stats.verified, stats.accepted, stats.by_speculator) == (0, 0, 0, {})


def test_each_token_names_those_who_drafted_it(target: TransformersTarget, data: Path) -> None:
    req = request(max_tokens=60)
    fakes.Oracle.answer = write(target, data, req).token_ids
    made, _ = engine(target, data, [fakes.Oracle])
    fakes.Oracle.prompt_length = len(target.tokenizer.encode_chat(req.messages))
    batches = [event for event in made.generate(req, lambda: False) if isinstance(event, TokenBatch)]
    assert len(batches) < 4
    for batch in batches:
        assert batch.sources == ((("Oracle",),) * (len(batch.token_ids) - 1)) + ((),)


# --- asked or not


class Costs(Economy):
    """Believes of drafts that they cost what it is told to, whatever they do."""

    def __init__(self, book: Callable[[str], DraftBook], seconds: Callable[[], float]) -> None:
        super().__init__(book)
        self._timed, self._seconds = book, seconds

    def begin_step(self, names: Iterable[str], tokens: int, plain: float) -> tuple[list[str], list[str]]:
        names = list(names)
        for name in names:
            self._timed(name).took(4, self._seconds() * plain)
        return super().begin_step(names, tokens, plain)


def with_costs(target: TransformersTarget, seconds: Callable[[], float]) -> Planner:
    planner = Planner(target.widths, target.branches)
    planner._economy = Costs(planner.calibration.book, seconds)
    return planner


IDLE_MS = {2: 0.7, 4: 0.63, 6: 0.65, 8: 0.76, 12: 0.78, 16: 0.98, 24: 1.12, 32: 1.26, 64: 2.33, 128: 3.97}
"""Milliseconds of this target's passes by width, as they were measured once on an idle machine."""


def steady_passes(planner: Planner, target: TransformersTarget) -> None:
    """Passes take what they take on an idle machine, however busy this one is: how often one probes hangs
    on it."""
    times = planner.calibration.times
    for width in target.widths:
        times.learn(width, 0, IDLE_MS[width] / 1e3)
    times.learn = lambda *_: None  # type: ignore[method-assign]


@settings(deadline=None, max_examples=20, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    costs=st.lists(st.sampled_from([0.0, 0.005, 0.02, 0.3, 5.0]), min_size=1, max_size=8),
    temperature=st.sampled_from([0.0, 1.0]),
    mix=st.lists(
        st.sampled_from([fakes.RandomTokens, fakes.Oracle, fakes.AlwaysWrong, fakes.Branching, NGRAM]),
        unique_by=str, min_size=1, max_size=4,
    ),
)  # fmt: skip
def test_who_is_asked_and_who_is_paused_never_changes_the_tokens(
    target: TransformersTarget, data: Path, costs: list[float], temperature: float, mix: list[type]
) -> None:
    req = request(max_tokens=60, temperature=temperature, seed=3)
    plain = write(target, data, req)
    fakes.Oracle.answer, fakes.Oracle.prompt_length = plain.token_ids, plain.stats.prompt_tokens
    planner = with_costs(target, itertools.cycle(costs).__next__)
    for _ in range(2):
        assert write(target, data, req, mix, planner=planner).token_ids == plain.token_ids
    close_pools()


def test_one_that_costs_too_much_is_paused_with_a_reason_and_the_reply_is_plain(
    target: TransformersTarget, data: Path
) -> None:
    req = request(max_tokens=120)
    plain = write(target, data, req)
    fakes.AlwaysWrong.answer, fakes.AlwaysWrong.prompt_length = plain.token_ids, plain.stats.prompt_tokens
    planner = with_costs(target, lambda: 0.3)
    steady_passes(planner, target)
    write(target, data, req, [fakes.AlwaysWrong], planner=planner)
    finished = write(target, data, req, [fakes.AlwaysWrong], planner=planner)
    assert finished.token_ids == plain.token_ids
    assert planner.paused() == {"AlwaysWrong": COSTS_TOO_MUCH}
    assert finished.stats.plain_reasons[COSTS_TOO_MUCH] > 100
    assert 0 < finished.stats.drafted < 40


def test_every_step_tells_who_is_paused_by_then(target: TransformersTarget, data: Path) -> None:
    req = request(max_tokens=120)
    plain = write(target, data, req)
    fakes.AlwaysWrong.answer, fakes.AlwaysWrong.prompt_length = plain.token_ids, plain.stats.prompt_tokens
    made, _ = engine(target, data, [fakes.AlwaysWrong])
    made = replace(made, planner=with_costs(target, lambda: 0.3))
    told = [
        event.step.paused
        for event in made.generate(req, lambda: False)
        if isinstance(event, TokenBatch) and event.step is not None
    ]
    made.pool.close()
    assert told[0] == {}
    assert told[-1] == {"AlwaysWrong": COSTS_TOO_MUCH}


def test_one_that_is_worth_its_time_is_asked_although_it_is_dear(
    target: TransformersTarget, data: Path
) -> None:
    req = request(max_tokens=200)
    plain = write(target, data, req)
    fakes.Oracle.answer, fakes.Oracle.prompt_length = plain.token_ids, plain.stats.prompt_tokens
    planner = with_costs(target, lambda: 0.3)
    finished = write(target, data, req, [fakes.Oracle], planner=planner)
    assert finished.token_ids == plain.token_ids
    assert planner.paused() == {}
    assert finished.stats.tokens_per_pass > 2.5


class Curious(fakes.Recorder):
    """Wants to know what the target thought likeliest."""

    likeliest_wanted = 3
    heard: ClassVar[list[tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]]] = []

    def observe(self, outcome: Outcome) -> None:
        self.heard.append((outcome.token_ids, outcome.likeliest))


def test_a_speculator_hears_what_the_target_thought_likeliest(target: TransformersTarget, data: Path) -> None:
    req = request(max_tokens=40)
    plain = write(target, data, req)
    fakes.Oracle.answer, fakes.Oracle.prompt_length = plain.token_ids, plain.stats.prompt_tokens
    Curious.heard.clear()
    made, _ = engine(target, data, [Curious, fakes.Oracle])
    *_, finished = made.generate(req, lambda: False)
    assert made.pool.settle(5.0)
    assert isinstance(finished, Finished)
    assert finished.stats.passes < 20
    pairs = [pair for token_ids, ranked in Curious.heard for pair in zip(token_ids, ranked, strict=True)]
    assert tuple(token for token, _ in pairs) == plain.token_ids
    assert all(len(ranked) == 3 and ranked[0] == token for token, ranked in pairs)  # it was greedy


def test_a_speculator_knows_how_the_target_draws(target: TransformersTarget, data: Path) -> None:
    req = request(max_tokens=3, temperature=0.6, top_k=5, seed=4)
    made, _ = engine(target, data, [Knows])
    list(made.generate(req, lambda: False))
    assert made.pool.settle(5.0)
    assert Knows.known == [req.sampling]


class Knows(fakes.Silent):
    known: ClassVar[list[Sampling]] = []

    def start(self, session: Session) -> None:
        self.known.append(session.sampling)


# --- trees


@pytest.fixture(scope="module")
def fast_target() -> TransformersTarget:
    return tiny_target(mode="fast")


@pytest.mark.parametrize("rules", SAMPLINGS, ids=str)
def test_trees_give_plain_tokens_where_no_tie_is_near(
    fast_target: TransformersTarget, data: Path, rules: dict[str, float]
) -> None:
    """Fast mode: equal up to rounding, and what rounding could have turned is counted."""
    req = request(max_tokens=60, **rules)
    mix = [fakes.Branching, fakes.Oracle, NGRAM]
    plain = write(fast_target, data, req)
    fakes.Oracle.answer, fakes.Oracle.prompt_length = plain.token_ids, plain.stats.prompt_tokens
    made, _ = engine(fast_target, data, mix)
    assert made.planner._branches
    drafted = write(fast_target, data, req, mix)
    if drafted.stats.near_ties == plain.stats.near_ties == 0:
        assert drafted.token_ids == plain.token_ids
    assert drafted.stats.accepted > 0
    assert drafted.stats.passes < plain.stats.passes


def test_branches_of_several_speculators_are_verified_in_one_pass(
    fast_target: TransformersTarget, data: Path
) -> None:
    req = request(max_tokens=40)
    plain = write(fast_target, data, req)
    fakes.Oracle.answer = fakes.AlwaysWrong.answer = plain.token_ids
    fakes.Oracle.prompt_length = fakes.AlwaysWrong.prompt_length = plain.stats.prompt_tokens
    stats = write(fast_target, data, req, [fakes.Oracle, fakes.AlwaysWrong]).stats
    assert stats.accepted == stats.by_speculator["Oracle"].accepted > 0
    assert stats.by_speculator["AlwaysWrong"].verified > 0
    assert stats.by_speculator["AlwaysWrong"].accepted == 0


@pytest.mark.parametrize("temperature", [0.0, 1.0])
def test_the_same_token_48_times_is_drafted_and_stays_48_times(
    target: TransformersTarget, data: Path, temperature: float
) -> None:
    req = request(max_tokens=48, temperature=temperature, seed=1, logit_bias=((65, 100.0),))
    plain = write(target, data, req)
    drafted = write(target, data, req, [NGRAM])
    assert plain.token_ids == (65,) * 48
    assert drafted.token_ids == plain.token_ids
    assert drafted.stats.accepted > 24


# --- where a reply ends


def spoken(target: TransformersTarget, data: Path) -> Finished:
    """A plain reply, as material to put stops into."""
    return write(target, data, request(max_tokens=60))


def test_eos_inside_a_block_ends_everything_there(data: Path) -> None:
    target = tiny_target()
    req = request(max_tokens=40)
    plain = write(target, data, req)
    ends_at = 17
    target.tokenizer._eos_ids = frozenset({plain.token_ids[ends_at]})
    first = plain.token_ids.index(plain.token_ids[ends_at])
    fakes.Oracle.answer, fakes.Oracle.prompt_length = plain.token_ids, plain.stats.prompt_tokens
    made, _ = engine(target, data, [fakes.Oracle, fakes.Recorder])
    *_, finished = made.generate(req, lambda: False)
    assert isinstance(finished, Finished)
    assert finished.stop_reason is StopReason.EOS
    assert finished.token_ids == plain.token_ids[: first + 1]
    assert finished.stats.completion_tokens == first + 1
    assert made.pool.settle(5.0)  # what is observed is told without waiting
    observed = [token for call in fakes.Recorder.calls if call[0] == "observe" for token in call[1]]
    assert tuple(observed) == finished.token_ids
    prompt = target.tokenizer.encode_chat(req.messages)
    assert target.reuse([*prompt, *plain.token_ids]) <= len(prompt) + first + 1


@pytest.mark.parametrize("speculators", [(), (fakes.Oracle,)], ids=["plain", "drafted"])
@pytest.mark.parametrize("length", [1, 2, 5])
def test_a_stop_string_cuts_exactly(
    target: TransformersTarget, data: Path, speculators: Speculators, length: int
) -> None:
    plain = spoken(target, data)
    stop = plain.text[12 : 12 + length]
    fakes.Oracle.answer, fakes.Oracle.prompt_length = plain.token_ids, plain.stats.prompt_tokens
    finished = write(target, data, request(max_tokens=60, stop=(stop,)), speculators)
    assert finished.stop_reason is StopReason.STOP_STRING
    assert finished.text == plain.text[: plain.text.index(stop)]
    assert finished.token_ids == plain.token_ids[: len(finished.token_ids)]


@pytest.mark.parametrize("speculators", [(), (fakes.TooLong,), (fakes.Oracle,)], ids=str)
def test_the_context_end_is_reached_exactly(data: Path, speculators: Speculators) -> None:
    target = tiny_target(context=96)
    plain = write(target, data, request(max_tokens=None))
    fakes.Oracle.answer, fakes.Oracle.prompt_length = plain.token_ids, plain.stats.prompt_tokens
    finished = write(target, data, request(max_tokens=None), speculators)
    assert finished.stop_reason is StopReason.CONTEXT_END
    assert finished.stats.prompt_tokens + finished.stats.completion_tokens == 96
    assert finished.token_ids == plain.token_ids


def test_a_prompt_that_leaves_one_token_of_room_gives_one_token(data: Path) -> None:
    target = tiny_target(context=96)
    overhead = len(target.tokenizer.encode_chat([ChatMessage("user", "")]))
    finished = write(target, data, request("x" * (95 - overhead), None), [fakes.TooLong])
    assert finished.stats.completion_tokens == 1
    assert finished.stop_reason is StopReason.CONTEXT_END


def test_a_prompt_over_the_limit_is_refused_with_both_numbers_and_the_engine_goes_on(data: Path) -> None:
    target = tiny_target(context=96)
    made, _ = engine(target, data)
    with pytest.raises(PromptTooLong, match=r"has \d+ tokens, but the model can hold 96"):
        next(made.generate(request("x" * 200), lambda: False))
    assert isinstance(list(made.generate(request("x", 3), lambda: False))[-1], Finished)


@pytest.mark.parametrize("rules", [{}, {"temperature": 0.9, "seed": 5}, {"frequency_penalty": 0.7}])
@pytest.mark.parametrize("speculators", [(), (NGRAM,)])
def test_a_reply_that_goes_on_is_the_one_that_was_never_cut(
    target: TransformersTarget, data: Path, rules: dict[str, Any], speculators: Speculators
) -> None:
    whole = write(target, data, request(max_tokens=60, **rules))
    cut = 23
    text = target.tokenizer.decode_plain(whole.token_ids[:cut])
    going_on = replace(request(max_tokens=60 - cut, **rules), prefix=whole.token_ids[:cut], prefix_text=text)
    rest = write(target, data, going_on, speculators)
    # Half a character at the cut is dropped, and written once more.
    again = len(rest.prefix)
    assert rest.prefix == whole.token_ids[:again]
    assert cut - 4 < again <= cut
    assert rest.token_ids == whole.token_ids[again : again + 60 - cut]
    assert whole.text.startswith(text + rest.text[:8])


def test_the_oldest_messages_are_left_out_where_that_is_allowed(data: Path) -> None:
    target = tiny_target(context=128)
    made, _ = engine(target, data)
    chat = tuple(ChatMessage("user" if at % 2 == 0 else "assistant", chr(97 + at) * 30) for at in range(5))
    events = list(made.generate(replace(request("x", 5), messages=chat, overflow="drop"), lambda: False))
    assert events[0] == LeftOut("r", 2)
    assert isinstance(events[-1], Finished)
    assert events[-1].stats.prompt_tokens == len(target.tokenizer.encode_chat(chat[2:]))


def test_a_limit_of_one_token_is_kept(target: TransformersTarget, data: Path) -> None:
    finished = write(target, data, request(max_tokens=1), [fakes.TooLong])
    assert len(finished.token_ids) == 1
    assert finished.stop_reason is StopReason.LENGTH


def test_cancel_keeps_what_was_written(target: TransformersTarget, data: Path) -> None:
    made, _ = engine(target, data, [fakes.RandomTokens])
    plain = spoken(target, data)
    steps = 0
    for event in made.generate(request(max_tokens=60), lambda: steps >= 5):
        steps += isinstance(event, TokenBatch)
    assert isinstance(event, Finished)
    assert event.stop_reason is StopReason.CANCELLED
    assert 5 <= len(event.token_ids) < 60
    assert event.token_ids == plain.token_ids[: len(event.token_ids)]


def test_cancel_during_prefill_writes_nothing_and_keeps_the_cache_right(
    target: TransformersTarget, data: Path
) -> None:
    target.reuse([])
    req = request("z" * 700, 10)
    plain = write(target, data, req)
    target.reuse([])
    made, _ = engine(target, data)
    chunks = 0
    for event in made.generate(req, lambda: chunks >= 2):
        chunks += isinstance(event, PrefillProgress)
    assert isinstance(event, Finished)
    assert (event.token_ids, event.stop_reason) == ((), StopReason.CANCELLED)
    again = write(target, data, req)
    assert again.token_ids == plain.token_ids
    assert 0 < again.stats.cached_tokens < again.stats.prompt_tokens


# --- the cache between turns


def test_the_next_turn_prefills_only_its_own_tokens(target: TransformersTarget, data: Path) -> None:
    target.reuse([])
    first = write(target, data, request(max_tokens=30), [NGRAM])
    # The tiny model writes bytes that are no text; a chat repeats what was shown, so ask again alike.
    again = write(target, data, request(max_tokens=30), [NGRAM])
    assert first.stats.cached_tokens == 0
    assert again.stats.cached_tokens == again.stats.prompt_tokens - 1
    assert again.token_ids == first.token_ids


@pytest.mark.parametrize("rules", SAMPLINGS, ids=str)
def test_a_reply_after_reuse_equals_one_after_a_fresh_prefill(
    target: TransformersTarget, data: Path, rules: dict[str, float]
) -> None:
    write(target, data, request(TEXT + "and so on, and so on", 40), [NGRAM, fakes.RandomTokens])
    reused = write(target, data, request(TEXT + "and so forth", **rules), [NGRAM])
    assert reused.stats.cached_tokens > len(TEXT) // 2
    target.reuse([])
    fresh = write(target, data, request(TEXT + "and so forth", **rules))
    assert fresh.stats.cached_tokens == 0
    assert reused.token_ids == fresh.token_ids


def test_the_ngram_plugin_drafts_what_repeats(target: TransformersTarget, data: Path) -> None:
    stats = write(target, data, request(max_tokens=200, repetition_penalty=0.5), [NGRAM]).stats
    assert stats.accepted > 0
    assert stats.tokens_per_pass > 1.2


def test_a_soak_of_a_thousand_steps_with_random_switching(target: TransformersTarget, data: Path) -> None:
    """Replies in one conversation after another, switches thrown at random: always plain tokens."""
    draw = random.Random(99)
    mix = [NGRAM, fakes.RandomTokens, fakes.Oracle, fakes.TooLong]
    made, on = engine(target, data, mix)
    plain_engine, _ = engine(tiny_target(), data)
    steps = 0
    while steps < 1000:
        rules = draw.choice(SAMPLINGS)
        req = request(TEXT * draw.randint(1, 6), draw.randint(1, 90), **rules)
        *_, plain = plain_engine.generate(req, lambda: False)
        assert isinstance(plain, Finished)
        fakes.Oracle.answer, fakes.Oracle.prompt_length = plain.token_ids, plain.stats.prompt_tokens
        for event in made.generate(req, lambda: False):
            steps += isinstance(event, TokenBatch)
            if steps % 4 == 0:
                names = ("ngram", "RandomTokens", "Oracle", "TooLong")
                on.clear()
                on.update(name for name in names if draw.random() < 0.6)
        assert isinstance(event, Finished)
        assert event.token_ids == plain.token_ids
        assert event.text == plain.text


def test_time_and_reasons_are_accounted_for(target: TransformersTarget, data: Path) -> None:
    stats = write(target, data, request(max_tokens=30), [fakes.Silent]).stats
    assert stats.plain_reasons == {"nothing was drafted": 30}
    assert 0 < stats.pass_seconds < stats.decode_seconds
    assert stats.near_ties == 0


def test_the_sampled_distribution_is_the_targets_own_with_drafts(
    target: TransformersTarget, data: Path
) -> None:
    """First tokens over many seeds, drafted by a speculator that always says the same."""
    from tests.engine.test_sampling import chi_square

    req = request("q", 1)
    prompt = target.tokenizer.encode_chat(req.messages)
    target.reuse([])
    target.extend(prompt[:-1])
    row = target.verify([prompt[-1]], [-1], target.widths[0])[0].double()
    top = row.topk(6)
    probabilities = (top.values / 2.0).softmax(-1)
    made, _ = engine(target, data, [fakes.AlwaysWrong])
    drawn = []
    for seed in range(1500):
        *_, finished = made.generate(request("q", 2, seed=seed, temperature=2.0, top_k=6), lambda: False)
        assert isinstance(finished, Finished)
        drawn.append(top.indices.tolist().index(finished.token_ids[0]))
    assert chi_square(drawn, probabilities) < 20.5
