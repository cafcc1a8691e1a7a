"""What onlookers are told of each step is what the engine counted, and what the reply says."""

from __future__ import annotations

from pathlib import Path

import pytest

from foreword.api import Draft
from foreword.engine.detokenize import Detokenizer
from foreword.engine.looking import describe, dropped
from foreword.engine.planner import Plan
from foreword.engine.tree import TokenTree
from foreword.messages import Finished, TokenBatch
from foreword.target.transformers_target import TransformersTarget
from tests.engine.test_generate import NGRAM, TEXT, engine, request
from tests.fakes.speculators import Branching as Noisy


def letters(ids: object) -> str:
    return "".join(map(chr, ids))  # type: ignore[call-overload]


def tree(*drafts: tuple[str, str, int]) -> TokenTree:
    """A tree behind ">" of drafts given as (name, letters, match length)."""
    return TokenTree.merge(
        ord(">"),
        [(name, Draft.chain([*map(ord, text)], match_length=length)) for name, text, length in drafts],
    )


@pytest.mark.parametrize("temperature", [0.0, 0.9])
@pytest.mark.parametrize("stop", [(), ("o",)])
def test_the_steps_of_a_reply_add_up_to_its_statistics(
    target: TransformersTarget, tmp_path: Path, temperature: float, stop: tuple[str, ...]
) -> None:
    made, _ = engine(target, tmp_path, [NGRAM, Noisy])
    asked = request(TEXT * 3, temperature=temperature, seed=3, stop=stop)
    *events, finished = made.generate(asked, lambda: False)
    assert isinstance(finished, Finished)
    batches = [event for event in events if isinstance(event, TokenBatch)]
    stats = finished.stats
    steps = [batch.step for batch in batches]
    assert sum(step.drafted for step in steps) == stats.drafted > 0
    assert sum(step.verified for step in steps) == stats.verified
    assert sum(step.accepted for step in steps) == stats.accepted
    for name, counts in stats.by_speculator.items():
        mine = [step.shares[name] for step in steps if name in step.shares]
        assert sum(share.drafted for share in mine) == counts.drafted
        assert sum(share.verified for share in mine) == counts.verified
        assert sum(share.accepted for share in mine) == counts.accepted
        assert sum(share.seconds for share in mine) == pytest.approx(counts.seconds)
    plain = sum(step.plain_seconds * len(batch.token_ids) for step, batch in zip(steps, batches, strict=True))
    assert stats.plain_seconds == pytest.approx(plain)
    assert stats.saved_seconds == pytest.approx(plain - stats.decode_seconds)
    assert {step.width for step in steps} <= set(target.widths)


@pytest.mark.parametrize("stop", [(), ("o",), ("ne t",)])
def test_ends_are_where_each_token_s_text_ends(
    target: TransformersTarget, tmp_path: Path, stop: tuple[str, ...]
) -> None:
    made, _ = engine(target, tmp_path, [NGRAM, Noisy])
    *events, finished = made.generate(request(TEXT, stop=stop), lambda: False)
    assert isinstance(finished, Finished)
    ids: list[int] = []
    ends: list[int] = []
    for event in events:
        if isinstance(event, TokenBatch):
            assert len(event.ends) == len(event.token_ids) == len(event.sources)
            ids.extend(event.token_ids)
            ends.extend(event.ends)
    assert ends == sorted(ends)
    assert ends[-1] == len(finished.text)
    detokenizer, said = Detokenizer(target.tokenizer.decode_plain), ""
    for token, end in list(zip(ids, ends, strict=True))[:-1]:
        said += detokenizer.feed(token)
        assert end == len(said)


def test_a_step_in_words() -> None:
    merged = tree(("a", "cats", 5), ("b", "car", 2))
    verified = merged.subtree([1, 2, 3, 5])  # c, a, t and the other draft's r
    plan = Plan(verified, 8, merged, plain_seconds=0.02)
    step = describe(
        plan,
        [ord("c"), ord("a"), ord("n")],
        [1, 2],
        seconds=0.03,
        drafting={"a": 0.001, "b": 0.0, "c": 0.5},
        paused={"c": "it costs too much"},
        decode=letters,
    )
    assert step.paused == {"c": "it costs too much"}
    assert (step.width, step.drafted, step.verified, step.accepted) == (8, 5, 4, 2)
    a, b, idle = step.shares["a"], step.shares["b"], step.shares["c"]
    assert (a.match_length, a.drafted, a.verified, a.accepted, a.seconds) == (5, 4, 3, 2, 0.001)
    assert (b.match_length, b.drafted, b.verified, b.accepted) == (2, 3, 3, 2)
    assert (idle.drafted, idle.seconds) == (0, 0.5)
    assert {(each.after, each.text, each.tokens, each.sources) for each in step.dropped} == {
        (2, "t", 1, ("a",)),
        (2, "r", 1, ("b",)),
    }


def test_nothing_is_dropped_where_all_was_right_or_the_reply_has_ended() -> None:
    whole = tree(("a", "cat", 3))
    assert not list(dropped(whole, [*map(ord, "cats")], [1, 2, 3], letters))
    # The reply ended with the last accepted token: nothing could have stood behind it.
    assert not list(dropped(whole, [*map(ord, "ca")], [1, 2], letters))


def test_a_side_branch_of_a_dropped_run_is_a_run_of_its_own_at_the_same_place() -> None:
    drafts = tree(("a", "xyz", 3), ("b", "xyw", 3))
    found = list(dropped(drafts, [ord("n")], [], letters))
    assert [(each.after, each.text) for each in found] == [(0, "xyz"), (0, "w")]
