"""Models whose template opens the thinking for them: that opening is the reply's, in text and tokens."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from foreword.engine.checking import check
from foreword.engine.generate import Engine
from foreword.engine.planner import Planner
from foreword.engine.stops import StopScanner
from foreword.messages import (
    ChatMessage,
    Checked,
    CheckRequest,
    Finished,
    GenerateRequest,
    Lesson,
    Sampling,
    StopReason,
    TokenBatch,
)
from foreword.speculators.pool import Pool
from foreword.target.templates import choose_template
from foreword.target.tokenizer import TransformersTokenizer
from foreword.target.transformers_target import TransformersTarget
from foreword.worker.lessons import transcript_of
from tests.engine.test_generate import Eager
from tests.fakes import speculators as fakes
from tests.fakes.speculators import registry_of
from tests.fakes.tiny_target import EOS, byte_tokenizer, tiny_target

TEMPLATES = Path(__file__).parents[1] / "data" / "templates"
OPENING = "<think>\n"
QUESTION = ChatMessage("user", "one two one two")
REQUEST = GenerateRequest("r", "c", (QUESTION,), Sampling(temperature=0.8, seed=3), 30)


@pytest.fixture(scope="module")
def target() -> TransformersTarget:
    return tiny_target(chat_template=(TEMPLATES / "deepseek_r1.jinja").read_text())


@pytest.fixture(autouse=True)
def _fresh_fakes() -> Iterator[None]:
    fakes.reset()
    yield
    fakes.reset()


def events(target: TransformersTarget, data: Path, request: GenerateRequest, *names: type) -> list[object]:
    pool = Pool(registry_of(*names), lambda: frozenset(name.__name__ for name in names), data)
    found = list(Engine(target, pool, Eager(target.widths, target.branches)).generate(request, lambda: False))
    pool.close()
    return found


def answer(target: TransformersTarget, data: Path, request: GenerateRequest, *names: type) -> Finished:
    finished = events(target, data, request, *names)[-1]
    assert isinstance(finished, Finished)
    return finished


def test_the_opening_is_shown_first_and_is_part_of_the_reply(
    target: TransformersTarget, tmp_path: Path
) -> None:
    told = events(target, tmp_path, REQUEST)
    batches = [event for event in told if isinstance(event, TokenBatch)]
    finished = told[-1]
    assert isinstance(finished, Finished)
    opening = target.tokenizer.encode(OPENING)
    assert list(finished.token_ids[: len(opening)]) == opening
    assert finished.text.startswith(OPENING)
    assert "".join(batch.text for batch in batches) == finished.text
    assert [token for batch in batches for token in batch.token_ids] == list(finished.token_ids)
    ends = [end for batch in batches for end in batch.ends]
    assert ends == sorted(ends)
    assert ends[len(opening) - 1] == len(OPENING)
    # The model has read exactly what its template says: the opening once, and the reply behind it.
    prompt = target.tokenizer.encode_chat(REQUEST.messages)
    assert prompt[-len(opening) :] == opening
    assert finished.stats.prompt_tokens == len(prompt)
    whole = [*prompt, *finished.token_ids[len(opening) :]]
    assert target.reuse(whole) == len(whole) - 1


@pytest.mark.parametrize("temperature", [0.0, 0.8])
def test_drafts_change_nothing_and_see_the_opening_as_what_stands_before(
    target: TransformersTarget, tmp_path: Path, temperature: float
) -> None:
    request = replace(REQUEST, sampling=Sampling(temperature=temperature, seed=3, repetition_penalty=1.2))
    plain = answer(target, tmp_path, request)
    opening = len(target.tokenizer.encode(OPENING))
    fakes.Oracle.answer = plain.token_ids[opening:]
    fakes.Oracle.prompt_length = len(target.tokenizer.encode_chat(request.messages))
    drafted = answer(target, tmp_path, request, fakes.Oracle)
    assert drafted.token_ids == plain.token_ids
    assert drafted.text == plain.text
    assert drafted.stats.accepted > 0


def test_going_on_gives_what_one_go_gives(target: TransformersTarget, tmp_path: Path) -> None:
    whole = answer(target, tmp_path, REQUEST)
    first = answer(target, tmp_path, replace(REQUEST, max_tokens=14))
    assert first.stop_reason is StopReason.LENGTH
    assert whole.token_ids[:14] == first.token_ids
    rest = answer(
        target, tmp_path, replace(REQUEST, prefix=first.token_ids, prefix_text=first.text, max_tokens=16)
    )
    if list(rest.prefix) == list(first.token_ids):  # none of it was half a character
        assert (*rest.prefix, *rest.token_ids) == whole.token_ids
    assert OPENING not in rest.text


def test_a_check_compares_the_opening_too(target: TransformersTarget, tmp_path: Path) -> None:
    pool = Pool(registry_of(), frozenset, tmp_path)
    engine = Engine(target, pool, Planner(target.widths, target.branches))
    whole = answer(target, tmp_path, REQUEST)
    *_, done = check(engine, CheckRequest(REQUEST, whole.token_ids), lambda: False)
    assert isinstance(done, Checked)
    assert (done.tokens, done.difference) == (len(whole.token_ids), None)
    pool.close()


def test_the_next_prompt_leaves_the_thinking_out_as_its_template_does(target: TransformersTarget) -> None:
    thought = ChatMessage("assistant", f"{OPENING}Hm.\n</think>\n\nYes.")
    prompt = target.tokenizer.encode_chat((QUESTION, thought, ChatMessage("user", "Sure?")))
    text = target.tokenizer.decode(prompt)
    assert "Hm." not in text
    assert "Yes." in text
    assert text.count("<think>") == 1


def test_a_lesson_has_the_opening_once(target: TransformersTarget) -> None:
    ids = tuple(target.tokenizer.encode(f"{OPENING}Hm.\n</think>\n\nYes."))
    text = target.tokenizer.decode(ids)
    lesson = Lesson(("n",), "c", (((QUESTION, ChatMessage("assistant", text)), (*ids, EOS)),), 1, 1)
    [sequence] = transcript_of(lesson, target.tokenizer).sequences
    assert target.tokenizer.decode(sequence).count("<think>") == 1
    assert sequence[-len(ids) - 1 :] == (*ids, EOS)


def test_switches_reach_the_template(tmp_path: Path) -> None:
    target = tiny_target(chat_template=(TEMPLATES / "qwen3.jinja").read_text())
    said = "<think>\n\n</think>\n\n"
    for switches, closed in (
        ({}, False),
        ({"enable_thinking": True}, False),
        ({"enable_thinking": False}, True),
    ):
        finished = answer(target, tmp_path, replace(REQUEST, template=switches, max_tokens=3))
        whole = target.tokenizer.encode_chat((QUESTION,), switches)
        assert finished.stats.prompt_tokens == len(whole)
        assert target.tokenizer.decode(whole).endswith(said) is closed


def test_texts_that_end_a_turn_end_a_reply_where_no_token_does() -> None:
    """A base model with the template "plain" would go on and write the next question itself."""
    template, _ = choose_template("", "plain", {})
    tokenizer = TransformersTokenizer(byte_tokenizer(), frozenset({EOS}), template)
    assert tokenizer.stops == ("\nUser:",)
    scanner = StopScanner(tokenizer.decode_plain, tokenizer.eos_ids, tokenizer.stops, 100, StopReason.LENGTH)
    rest = iter(tokenizer.encode(" Four.\nUser: And"))
    shown = ""
    while scanner.ended is None:
        shown += scanner.feed(next(rest))
    assert (shown, scanner.ended) == (" Four.", StopReason.STOP_STRING)
