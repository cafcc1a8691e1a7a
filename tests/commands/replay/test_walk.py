"""Walking over replies: the counts, who hears what, and the same passes as the engine would have made."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from foreword.api import Budget, Context, Draft, Outcome, Session, Speculator, Target, Unsuitable
from foreword.commands import CommandError
from foreword.commands.replay.passes import Passes
from foreword.commands.replay.walk import Told, Walk
from foreword.engine.economy import Economy
from foreword.engine.generate import Engine
from foreword.engine.planner import Planner
from foreword.messages import ChatMessage, Finished, GenerateRequest
from foreword.speculators.pool import Pool
from foreword.speculators.registry import Registry
from foreword.target.tokenizer import TransformersTokenizer
from tests.commands.replay.conftest import VOCABULARY
from tests.fakes.speculators import AlwaysWrong, Oracle, RaisesInDraft, Recorder, Silent, registry_of
from tests.fakes.tiny_target import EOS, byte_tokenizer, tiny_target

TARGET = Target("tiny", VOCABULARY, 1024, TransformersTokenizer(byte_tokenizer(), frozenset({EOS})))
PROMPT = (1, 2, 3, 4, 5)


def told(ids: Any, chat: str = "chat") -> Told:
    return Told(chat, 7, PROMPT, tuple(ids))


def walk_of(folder: Path, *speculators: type[Any], passes: Passes | None = None) -> Walk:
    names = [one.__name__ for one in speculators]
    return Walk(names, registry_of(*speculators, version="v1.1"), TARGET, passes or Passes(), folder)


class Remembers(Speculator):
    """Drafts what the last finished reply began with, wherever it stands."""

    def __init__(self) -> None:
        self.known: list[int] = []
        self.written: list[int] = []

    def start(self, session: Session) -> None:
        self.written = []

    def draft(self, context: Context, budget: Budget) -> Draft | None:
        return Draft.chain(self.known[len(self.written) :][: budget.tokens])

    def observe(self, outcome: Outcome) -> None:
        self.written += outcome.token_ids

    def finish(self) -> None:
        self.known = self.written


class NotHere(Silent):
    def attach(self, target: Target) -> None:
        raise Unsuitable(f"{target.name} is too small")


def test_right_drafts_fill_every_pass(tmp_path: Path) -> None:
    reply = tuple(range(10, 60))
    Oracle.answer, Oracle.prompt_length = reply, len(PROMPT)
    with walk_of(tmp_path, Oracle) as walk:
        walk.reply(told(reply))
    counts = walk.tally.counts()
    assert (counts.completion_tokens, counts.passes) == (50, 4), "15 drafted, 1 for free"
    assert counts.accepted == counts.verified == counts.by_speculator["Oracle"].accepted == 47
    assert (counts.by_speculator["Oracle"].drafted, walk.tally.replies) == (47, 1)
    assert len(walk.tally.step_seconds["Oracle"]) == 4


def test_wrong_drafts_bring_nothing(tmp_path: Path) -> None:
    reply = tuple(range(10, 30))
    AlwaysWrong.answer, AlwaysWrong.prompt_length = reply, len(PROMPT)
    with walk_of(tmp_path, AlwaysWrong) as walk:
        walk.reply(told(reply))
    counts = walk.tally.counts()
    assert (counts.passes, counts.accepted) == (20, 0)
    assert counts.verified > 0


def test_speculators_hear_prompt_and_reply_as_they_were(tmp_path: Path) -> None:
    reply = (5, 5, 9, 5, 5)
    with walk_of(tmp_path, Recorder) as walk:
        walk.reply(told(reply))
        assert walk._pool.settle(10)
    kinds = [call[0] for call in Recorder.calls]
    assert Recorder.calls[0] == ("start", list(PROMPT))
    assert kinds[-1] == "finish"
    heard = [call for call in Recorder.calls if call[0] == "observe"]
    assert tuple(token for _, ids, _ in heard for token in ids) == reply
    assert [accepted for _, _, accepted in heard] == [1, 0, 0, 1], (
        "the last token again: right after 5, twice"
    )
    asked = [ids for kind, *ids in Recorder.calls if kind == "draft"]
    assert asked[0] == [list(PROMPT)]


@settings(max_examples=20)
@given(st.lists(st.lists(st.integers(0, 3), min_size=1, max_size=40), min_size=1, max_size=4))
def test_every_token_is_counted_once(
    tmp_path_factory: pytest.TempPathFactory, replies: list[list[int]]
) -> None:
    with walk_of(tmp_path_factory.mktemp("data"), Recorder, Remembers) as walk:
        for reply in replies:
            walk.reply(told(reply))
    counts = walk.tally.counts()
    assert counts.completion_tokens == sum(map(len, replies))
    # A pass commits what it accepts and a token more, but for one that ends a reply with a drafted token.
    assert 0 <= counts.passes + counts.accepted - counts.completion_tokens <= len(replies)
    assert counts.accepted <= counts.verified <= counts.drafted
    assert set(counts.by_speculator) <= {"Recorder", "Remembers"}


def test_what_was_learnt_from_one_reply_serves_the_next(tmp_path: Path) -> None:
    reply = tuple(range(10, 50))
    with walk_of(tmp_path, Remembers) as walk:
        walk.reply(told(reply, "one"))
        first = walk.tally.counts().passes
        walk.reply(told(reply, "two"))
    assert first == 40, "nothing was known"
    assert walk.tally.counts().passes - first == 3


def test_speculators_that_fail_or_do_not_suit_end_it_with_a_line(tmp_path: Path) -> None:
    with (
        walk_of(tmp_path / "a", RaisesInDraft) as walk,
        pytest.raises(CommandError, match="RaisesInDraft can't be replayed: failed in draft"),
    ):
        walk.reply(told(range(50)))
    with (
        walk_of(tmp_path / "b", NotHere) as walk,
        pytest.raises(CommandError, match=r"NotHere can't be replayed: .*tiny is too small"),
    ):
        walk.reply(told(range(50)))


def measured(tmp_path: Path) -> Passes:
    """Passes that take as long as they are wide, but for the narrowest two."""
    planner = Planner((2, 4, 8, 16))
    for width, seconds in ((2, 0.010), (4, 0.010), (8, 0.020), (16, 0.040)):
        planner.calibration.times.learn(width, 0, seconds)
    calibration = planner.calibration
    calibration._path = tmp_path / "times.json"
    calibration.save()
    return Passes((2, 4, 8, 16), False, tmp_path / "times.json")


def test_with_measured_times_only_what_pays_is_verified(tmp_path: Path) -> None:
    passes = measured(tmp_path)
    reply = tuple(n % 200 for n in range(400))
    AlwaysWrong.answer, AlwaysWrong.prompt_length = reply, len(PROMPT)
    Oracle.answer, Oracle.prompt_length = reply, len(PROMPT)
    with walk_of(tmp_path / "a", AlwaysWrong, passes=passes) as wrong:
        wrong.reply(told(reply))
    with walk_of(tmp_path / "b", Oracle, passes=passes) as right:
        right.reply(told(reply))
    assert wrong.tally.plain_seconds == pytest.approx(4.0)
    assert right.tally.plain_seconds == pytest.approx(4.0)
    assert wrong.tally.seconds < 4.6 + sum(wrong.tally.step_seconds["AlwaysWrong"])
    assert right.tally.counts().passes < 130, "four at a time cost nothing"
    assert right.tally.seconds < 1.6 + sum(right.tally.step_seconds["Oracle"])


def test_the_file_of_the_times_is_not_written(tmp_path: Path) -> None:
    passes = measured(tmp_path)
    assert passes.times is not None
    before = passes.times.read_bytes()
    with walk_of(tmp_path / "a", Recorder, passes=passes) as walk:
        walk.reply(told([5] * 50))
    assert passes.times.read_bytes() == before


def test_it_makes_the_passes_that_the_engine_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The engine writes a reply with passes of one width; a replay of that reply needs about as many."""
    monkeypatch.setattr(Economy, "cheap", 1e9)  # a replay asks always, whatever a draft costs
    model = tiny_target(initializer_range=0.02)
    if 16 not in model.widths:
        pytest.skip("no class of this machine has the width 16")
    pool = Pool(Registry(), lambda: frozenset({"ngram"}), tmp_path / "engine")
    pool.refresh()
    pool.attach(TARGET)
    engine = Engine(model, pool, Planner((16,)))
    request = GenerateRequest("r", "chat", (ChatMessage("user", "abcabcabc" * 5),), max_tokens=150)
    pool.settle(10)
    *_, finished = engine.generate(request, lambda: False)
    pool.close()
    assert isinstance(finished, Finished)
    prompt = tuple(model.tokenizer.encode_chat(request.messages))
    with Walk(["ngram"], Registry(), TARGET, Passes(), tmp_path / "replay") as walk:
        walk.reply(Told("chat", 0, prompt, finished.token_ids))
    counts = walk.tally.counts()
    assert counts.completion_tokens == finished.stats.completion_tokens
    assert counts.passes < 0.5 * counts.completion_tokens, "something was accepted"
    # The engine tries a speculator that it doesn't know with a few tokens at first.
    assert counts.passes == pytest.approx(finished.stats.passes, abs=4)
    assert counts.accepted == pytest.approx(finished.stats.accepted, abs=4)
