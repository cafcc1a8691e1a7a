"""Whatever a plugin does, this reply and the next have plain decoding's tokens; and what is said of it."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from foreword import api
from foreword.engine.generate import Engine
from foreword.messages import ChatMessage, Finished, GenerateRequest, Sampling
from foreword.speculators.lane import LaneThread
from foreword.speculators.pool import Pool
from foreword.speculators.voice import plugins_speak_on_stderr
from foreword.target.transformers_target import TransformersTarget
from tests.engine.test_generate import Eager
from tests.fakes import hostile as worse
from tests.fakes import speculators as fakes
from tests.fakes.speculators import Recorder, registry_of
from tests.fakes.tiny_target import tiny_target
from tests.speculators.conftest import PATIENCE, Bench

BenchOf = Callable[..., Bench]
NGRAM = ("ngram", "foreword_ngram:NgramSpeculator")
ALL = (*fakes.HOSTILE, fakes.RaisesInConstructor, fakes.Exits, *worse.MEDDLING, *worse.HANGING)
REQUEST = GenerateRequest(
    "r", "c", (ChatMessage("user", "one two three one two three one two "),), Sampling(), 24
)


@pytest.fixture(autouse=True)
def _put_back() -> Iterator[None]:
    with worse.put_back():
        yield
    for registered in worse.RegistersAtExit.registered:
        worse.atexit.unregister(registered)


@pytest.fixture(scope="module")
def target() -> TransformersTarget:
    return tiny_target()


def reply(target: TransformersTarget, pool: Pool) -> tuple[int, ...]:
    engine = Engine(target, pool, Eager(target.widths, target.branches))
    *_, last = engine.generate(REQUEST, lambda: False)
    assert isinstance(last, Finished)
    return last.token_ids


@pytest.fixture(scope="module")
def plain(target: TransformersTarget, tmp_path_factory: pytest.TempPathFactory) -> tuple[int, ...]:
    return reply(target, Pool(registry_of(), frozenset, tmp_path_factory.mktemp("plain")))


@pytest.mark.usefixtures("impatient")
@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
@pytest.mark.parametrize("hostile", ALL, ids=lambda each: each.__name__)
def test_this_reply_and_the_next_have_plain_tokens(
    target: TransformersTarget, plain: tuple[int, ...], tmp_path: Path, hostile: type[api.Speculator]
) -> None:
    name, on = hostile.__name__, {hostile.__name__, "ngram"}
    pool = Pool(registry_of(hostile, NGRAM), lambda: frozenset(on), tmp_path)
    pool.refresh()
    pool.attach(api.Target("tiny", target.info.vocab_size, target.context_length, target.tokenizer))
    assert reply(target, pool) == plain
    pool.infos("c")
    assert isinstance(pool.act(name, "go", "c"), str)
    (tmp_path / name / "file").parent.mkdir(exist_ok=True)
    (tmp_path / name / "file").touch()
    pool.forget("another")
    pool.refresh()
    assert reply(target, pool) == plain
    on.remove(name)
    assert reply(target, pool) == plain
    on.add(name)
    assert reply(target, pool) == plain
    (ngram,) = [info for info in pool.infos("c") if info.name == "ngram"]
    assert (ngram.state, ngram.reason) == ("active", "")
    assert "ngram" in pool.seconds, "the others are asked as ever"
    pool.close()


def test_there_are_more_than_twenty_of_them() -> None:
    assert len(set(ALL)) == len(ALL) > 60


# --- what is said of them


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize(
    ("hostile", "reason"),
    [
        (worse.HangsInDraft, "hangs: draft did not return within 0.2 s"),
        (worse.SpinsInDraft, "hangs: draft did not return within 0.2 s"),
        (worse.HangsAndSwallows, "hangs: draft did not return within 0.2 s"),
        (worse.HangsInItsMessage, "hangs: draft did not return within 0.2 s"),
        (worse.HangsInConfigure, "hangs: configure did not return within 0.2 s"),
        (worse.HangsInObserve, "hangs: observe did not return within 0.2 s"),
        (worse.HangsInFinish, "hangs: finish did not return within 0.2 s"),
        (worse.HangsInStatus, "hangs: status did not return within 0.2 s"),
        (worse.HangsInForget, "hangs: forget did not return within 0.2 s"),
        (worse.Interrupts, "failed in draft: KeyboardInterrupt"),
        (worse.ExitsInStart, "failed in start: SystemExit: enough"),
        (worse.ExitsInObserve, "failed in observe: SystemExit"),
        (worse.RaisesBase, "failed in draft: Own: no Exception at all"),
        (worse.RaisesGeneratorExit, "failed in draft: GeneratorExit"),
        (worse.Recurses, "failed in draft: RecursionError: maximum recursion depth exceeded"),
        (worse.RaisesHugeMessage, "failed in draft: ValueError: " + "x" * 300),
        (worse.RaisesSubclassedText, "failed in draft: Textual: a text with a will"),
        (worse.ReturnsIntSubclass, "made a bad draft: it proposed a _Int, which is no plain int of 0 to 99"),
        (
            worse.ReturnsTupleSubclass,
            "made a bad draft: it has token_ids or parents that are no plain tuples",
        ),
        (worse.ReturnsDraftSubclass, "made a bad draft: it returned a _Draft, not a Draft"),
        (worse.ReturnsPretender, "made a bad draft: it returned a _Pretends, not a Draft"),
        (
            worse.ReturnsHalfADraft,
            "failed in draft: AttributeError: 'Draft' object has no attribute 'token_ids'",
        ),
        (
            worse.ReturnsHugeParents,
            "made a bad draft: it gave node 1 the parent a huge int; a parent comes before its children",
        ),
        (
            worse.ReturnsHugeToken,
            "made a bad draft: it proposed a huge int, which is no plain int of 0 to 99",
        ),
        (
            worse.ReturnsNegativeParent,
            "made a bad draft: it gave node 1 the parent -2; a parent comes before its children",
        ),
        (
            worse.ReturnsItsOwnParent,
            "made a bad draft: it gave node 1 the parent 1; a parent comes before its children",
        ),
        (
            worse.ReturnsBadMatchLength,
            "made a bad draft: it gave the match length -5; expected a count of tokens",
        ),
        (worse.SpoilsItself, "failed in draft: TypeError: 'NoneType' object is not callable"),
        (
            worse.OptionsInAList,
            "declares options that can't be used: options must be a tuple, not a list",
        ),
        (
            worse.OptionsThatDontFit,
            "declares options that can't be used: the default doesn't fit: "
            "longest must be a whole number from 1 to 8, not 400",
        ),
        (worse.OptionsTwice, "declares options that can't be used: two options are called longest"),
        (
            worse.OptionsThatAreNone,
            "declares options that can't be used: options holds a str, which is no option",
        ),
        (worse.WantsTooMuch, "has a likeliest_wanted that is no whole number from 0 to 16"),
        (worse.RaisesWhenLookedAt, "failed in import: SystemExit: no options"),
        (worse.StatusOfNonsense, "gave a dict for a status, not a Status"),
        (worse.StatusOfLists, "gave facts, actions or choices as a list, not a tuple"),
        (worse.StatusOfNumbers, "gave a int for a fact's value, not a str"),
        (worse.StatusWithoutMeasure, "gave a fraction that is no number from 0 to 1"),
        (worse.StatusRaises, "failed in status: RuntimeError: no status today"),
    ],
)
def test_the_reason_in_words(bench_of: BenchOf, hostile: type[Any], reason: str) -> None:
    bench = bench_of(hostile, Recorder)
    bench.pool.refresh()
    bench.begin()
    for _ in range(2):
        bench.draft()
        bench.pool.observe((9,), {})
        time.sleep(0.05)
    bench.pool.end()
    bench.info("Recorder")
    bench.pool.forget("chat")
    info = bench.info(hostile.__name__)
    assert (info.state, info.reason) == ("failed", reason)
    assert len(info.detail) < 25_000
    assert bench.info("Recorder").state == "active"


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize(
    ("hostile", "state", "reason"),
    [
        (worse.HangsInStart, "active", "is reading the conversation"),
        (worse.HangsInOpen, "active", "is opening what it keeps"),
        (worse.HangsInConstructor, "active", "is being imported"),
        (worse.UnsuitablySaid, "unsuitable", "(its message can't be read)"),
        (worse.MutatesByForce, "active", ""),
        (worse.SpoilsTokenizer, "active", ""),
        (worse.DeletesItsFolder, "active", ""),
        (worse.StatusOfVolumes, "active", ""),
        (worse.RaisesInClose, "active", ""),
    ],
)
def test_what_may_take_its_time_or_harms_itself_alone_is_no_fault(
    bench_of: BenchOf, hostile: type[Any], state: str, reason: str
) -> None:
    bench = bench_of(hostile, Recorder)
    for _ in range(2):
        bench.begin()
        assert "Recorder" in bench.draft()
        bench.pool.observe((2,), {})
        bench.pool.end()
        info = bench.info(hostile.__name__)
        assert (info.state, info.reason) == (state, reason)


def test_a_hanging_draft_is_abandoned_within_two_seconds(bench_of: BenchOf) -> None:
    bench = bench_of(worse.HangsInDraft, Recorder)
    bench.begin([1])
    begun = time.monotonic()
    first = bench.draft()
    assert 1.9 < time.monotonic() - begun < 4
    assert first == {}, "it came first, and nobody waits for two in one step"
    bench.pool.observe((2,), {})
    assert bench.draft() == {"Recorder": api.Draft.chain([2])}
    assert bench.info("HangsInDraft").reason == "hangs: draft did not return within 2 s"


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("hostile", [worse.HangsInDraft, worse.SpinsInDraft])
def test_an_abandoned_thread_ends(bench_of: BenchOf, hostile: type[Any]) -> None:
    before = set(threading.enumerate())  # other tests may have left theirs behind
    bench = bench_of(hostile)
    bench.begin()
    bench.draft()
    end = time.monotonic() + PATIENCE
    while any(isinstance(thread, LaneThread) for thread in {*threading.enumerate()} - before):
        assert time.monotonic() < end
        time.sleep(0.01)


@pytest.mark.usefixtures("impatient")
def test_switched_on_anew_after_it_hung_a_new_one_drafts(
    bench_of: BenchOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench = bench_of(worse.HangsAndSwallows)
    bench.begin([1])
    assert bench.draft() == {}
    monkeypatch.setattr(worse.HangsAndSwallows, "draft", Recorder.draft)
    monkeypatch.setattr(worse.HangsAndSwallows, "calls", [], raising=False)
    assert bench.draft() == {}
    bench.turn(off="HangsAndSwallows")
    assert bench.draft() == {}
    bench.turn(on="HangsAndSwallows")
    assert bench.draft() == {"HangsAndSwallows": api.Draft.chain([1])}


def test_what_it_shows_is_cut_to_what_a_page_holds(bench_of: BenchOf) -> None:
    bench = bench_of(worse.StatusOfVolumes)
    bench.pool.refresh()
    status = bench.info("StatusOfVolumes").status
    assert status is not None
    assert (len(status.facts), len(status.actions), len(status.working)) == (32, 32, 500)
    assert (len(status.facts[0].label), len(status.facts[0].value)) == (120, 500)
    assert status.fraction == 1.0


def test_a_button_that_fails_says_so(bench_of: BenchOf) -> None:
    bench = bench_of(worse.RaisesInAct)
    bench.pool.refresh()
    line = bench.pool.act("RaisesInAct", "go", None)
    assert line == "RaisesInAct failed in act: RuntimeError: no act today"
    assert bench.info("RaisesInAct").state == "failed"
    assert bench.pool.act("RaisesInAct", "go", None) == "RaisesInAct isn't running: switch it on first."


def test_what_a_plugin_prints_goes_to_standard_error(
    bench_of: BenchOf, capsys: pytest.CaptureFixture[str]
) -> None:
    with plugins_speak_on_stderr():
        bench = bench_of(worse.Prints)
        bench.begin()
        bench.step()
        print("the answer")
        assert sys.stdout.isatty() is False
    printed = capsys.readouterr()
    assert printed.out == "the answer\n"
    assert printed.err == "hello from a plugin\n"


def test_surroundings_that_a_plugin_changed_are_shared_and_the_reply_goes_on(bench_of: BenchOf) -> None:
    bench = bench_of(worse.ChangesSurroundings, Recorder)
    bench.begin([1])
    assert "Recorder" in bench.step(2)
    assert "PATH" not in os.environ, "what is one process can't be parted"
    assert bench.info("ChangesSurroundings").reason.startswith(
        "failed in start: ValueError: signal only works in main thread"
    )
