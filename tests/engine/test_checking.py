"""A check finds no difference where there is none, and the first one where there is."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
import torch

from foreword.engine.checking import check
from foreword.engine.generate import Engine
from foreword.messages import Checked, CheckProgress, CheckRequest, Finished, GenerateRequest
from foreword.target.transformers_target import TransformersTarget
from tests.engine.test_generate import NGRAM, SAMPLINGS, TEXT, engine, request, write
from tests.fakes.speculators import Branching, Recorder


def written(target: TransformersTarget, data: Path, asked: GenerateRequest) -> tuple[Engine, Finished]:
    made, _ = engine(target, data, [NGRAM, Branching])
    return made, write(target, data, asked, [NGRAM, Branching])


def found(made: Engine, asked: GenerateRequest, ids: tuple[int, ...]) -> Checked:
    *progress, checked = check(made, CheckRequest(asked, ids), lambda: False)
    assert all(isinstance(each, CheckProgress) and each.total == len(ids) for each in progress)
    assert isinstance(checked, Checked)
    return checked


@pytest.mark.parametrize("rules", SAMPLINGS, ids=str)
def test_a_drafted_reply_is_the_same(
    target: TransformersTarget, tmp_path: Path, rules: dict[str, float]
) -> None:
    asked = request(TEXT, **rules)
    made, reply = written(target, tmp_path, asked)
    assert reply.stats.passes < reply.stats.completion_tokens or reply.stats.accepted == 0
    checked = found(made, asked, reply.token_ids)
    assert (checked.tokens, checked.difference) == (len(reply.token_ids), None)


@pytest.mark.parametrize("rules", [{}, {"temperature": 0.8, "seed": 4, "presence_penalty": 0.5}], ids=str)
def test_a_reply_that_went_on_is_compared_as_a_whole(
    target: TransformersTarget, tmp_path: Path, rules: dict[str, float]
) -> None:
    asked = request(TEXT, **rules)
    _, begun = written(target, tmp_path, replace(asked, max_tokens=11))
    going = replace(asked, prefix=begun.token_ids, prefix_text=begun.text, max_tokens=20)
    made, rest = written(target, tmp_path, going)
    whole = (*rest.prefix, *rest.token_ids)
    assert len(whole) > len(rest.token_ids)
    checked = found(made, going, whole)
    assert (checked.tokens, checked.difference) == (len(whole), None)


def test_no_speculator_hears_of_it(target: TransformersTarget, tmp_path: Path) -> None:
    asked = request(TEXT)
    reply = write(target, tmp_path, asked)
    made, _ = engine(target, tmp_path, [Recorder])
    Recorder.calls = []
    found(made, asked, reply.token_ids)
    assert Recorder.calls == []


@pytest.mark.parametrize("at", [0, 5, 47])
def test_the_first_other_token_is_found_with_both_probabilities(
    target: TransformersTarget, tmp_path: Path, at: int
) -> None:
    asked = request(TEXT)
    made, reply = written(target, tmp_path, asked)
    ids = list(reply.token_ids)
    other = (ids[at] + 1) % 250
    ids[at] = other
    difference = found(made, asked, tuple(ids)).difference
    assert difference is not None
    right = reply.token_ids
    decode = target.tokenizer.decode_plain
    assert difference.token == at
    assert difference.character == len(decode(right[:at]))
    # The right value, from a pass over the very prompt and prefix.
    prompt = target.tokenizer.encode_chat(asked.messages)
    target.reuse([])
    target.extend([*prompt, *right[:at]][:-1])
    row = target.verify([[*prompt, *right[:at]][-1]], [-1], target.widths[0])[0].double()
    probabilities = torch.softmax(row, dim=-1)
    assert difference.kept_probability == pytest.approx(float(probabilities[other]), rel=1e-3)
    assert difference.plain_probability == pytest.approx(float(probabilities[right[at]]), rel=1e-3)
    assert difference.plain_probability >= difference.kept_probability


def test_a_token_that_the_rules_leave_out_has_no_probability(
    target: TransformersTarget, tmp_path: Path
) -> None:
    asked = request(TEXT, temperature=0.8, top_k=1, seed=4)
    made, reply = written(target, tmp_path, asked)
    ids = (*reply.token_ids[:3], (reply.token_ids[3] + 1) % 250, *reply.token_ids[4:])
    difference = found(made, asked, ids).difference
    assert difference is not None
    assert (difference.kept_probability, difference.plain_probability) == (0.0, 1.0)


def test_a_reply_that_goes_on_behind_its_end_is_told(target: TransformersTarget, tmp_path: Path) -> None:
    asked = request(TEXT)
    made, reply = written(target, tmp_path, asked)
    stop = reply.text[10:13]
    short = write(target, tmp_path, replace(asked, stop=(stop,)))
    assert len(short.token_ids) < len(reply.token_ids)
    difference = found(made, replace(asked, stop=(stop,)), reply.token_ids).difference
    assert difference is not None
    assert (difference.token, difference.plain) == (len(short.token_ids), "")


def test_it_ends_when_it_is_cancelled(target: TransformersTarget, tmp_path: Path) -> None:
    asked = request(TEXT)
    made, reply = written(target, tmp_path, asked)
    steps = iter(range(1000))
    events = list(check(made, CheckRequest(asked, reply.token_ids), lambda: next(steps) > 10))
    assert not any(isinstance(event, Checked) for event in events)
