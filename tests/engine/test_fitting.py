"""What doesn't fit is left out whole, oldest first, or said with figures."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foreword.engine import fitting
from foreword.engine.fitting import PromptTooLong, gone_on_from
from foreword.messages import ChatMessage, GenerateRequest
from foreword.target.tokenizer import TransformersTokenizer
from tests.fakes.tiny_target import EOS, byte_tokenizer

TOKENIZER = TransformersTokenizer(byte_tokenizer(), frozenset({EOS}))


def chat(*lengths: int, system: str = "") -> list[ChatMessage]:
    """Question, answer, question, … of so many characters."""
    said = [
        ChatMessage("user" if at % 2 == 0 else "assistant", chr(ord("a") + at) * length)
        for at, length in enumerate(lengths)
    ]
    return [ChatMessage("system", system), *said] if system else said


def fit(
    messages: list[ChatMessage], tokenizer: TransformersTokenizer, context: int, *, may_drop: bool
) -> tuple[list[int], int]:
    request = GenerateRequest("r", "c", tuple(messages), overflow="drop" if may_drop else "stop")
    prompt, opening, left_out = fitting.fit(request, tokenizer, context)
    assert opening == []
    return prompt, left_out


def test_what_fits_is_left_as_it_is() -> None:
    messages = chat(10, 10, 10)
    assert fit(messages, TOKENIZER, 1000, may_drop=True) == (TOKENIZER.encode_chat(messages), 0)


def test_the_oldest_exchange_goes_first_and_the_system_prompt_stays() -> None:
    messages = chat(50, 50, 50, 50, 20, system="Be kind.")
    prompt, left_out = fit(messages, TOKENIZER, 200, may_drop=True)
    assert left_out == 2
    assert prompt == TOKENIZER.encode_chat([messages[0], *messages[3:]])


def test_without_leave_nothing_is_left_out() -> None:
    with pytest.raises(PromptTooLong, match=r"has \d+ tokens, but the model can hold 100"):
        fit(chat(50, 50, 50), TOKENIZER, 100, may_drop=False)


def test_a_last_question_that_is_too_long_by_itself_is_said() -> None:
    with pytest.raises(PromptTooLong):
        fit(chat(5, 5, 500), TOKENIZER, 100, may_drop=True)


@given(st.lists(st.integers(0, 60), min_size=1, max_size=12), st.integers(20, 400), st.booleans())
def test_as_few_as_possible_are_left_out(lengths: list[int], context: int, system: bool) -> None:
    messages = chat(*lengths, system="Be kind." if system else "")
    if messages[-1].role == "assistant":
        messages = messages[:-1]
    room = context - min(context // 8, 1024)
    head = messages[:1] if system else []
    rest = messages[len(head) :]
    starts = list(range(2, len(rest), 2))
    cuts = [([*head, *rest[at:]], at) for at in starts]
    fitting = [
        (TOKENIZER.encode_chat(cut), at) for cut, at in cuts if len(TOKENIZER.encode_chat(cut)) <= room
    ]
    whole = TOKENIZER.encode_chat(messages)
    if len(whole) < context:
        assert fit(messages, TOKENIZER, context, may_drop=True) == (whole, 0)
    elif fitting:
        assert fit(messages, TOKENIZER, context, may_drop=True) == fitting[0]
    else:
        with pytest.raises(PromptTooLong):
            fit(messages, TOKENIZER, context, may_drop=True)


def test_a_reply_goes_on_from_the_ids_that_it_was_made_of() -> None:
    ids = TOKENIZER.encode("café 🦉")
    assert gone_on_from(ids, "café 🦉", TOKENIZER) == ids
    assert gone_on_from([*ids, EOS], "café 🦉", TOKENIZER) == ids


def test_half_a_character_at_the_end_is_written_again() -> None:
    ids = TOKENIZER.encode("café 🦉")
    assert gone_on_from(ids[:-2], "café ", TOKENIZER) == TOKENIZER.encode("café ")


@pytest.mark.parametrize("ids", [(), (1, 2, 3)])
def test_ids_that_say_something_else_are_not_used(ids: tuple[int, ...]) -> None:
    assert gone_on_from(ids, "text", TOKENIZER) == TOKENIZER.encode("text")
