"""Text comes out whole: never half a character, and nothing is lost."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from foreword.engine.detokenize import Detokenizer
from tests.fakes.tiny_target import byte_tokenizer

TOKENIZER = byte_tokenizer()


def decode(ids: list[int]) -> str:
    return str(TOKENIZER.decode(ids, skip_special_tokens=True, clean_up_tokenization_spaces=False))


@given(st.text(max_size=40))
def test_every_prefix_shown_is_a_prefix_of_the_text(text: str) -> None:
    detokenizer = Detokenizer(decode)
    shown = ""
    for token in TOKENIZER.encode(text, add_special_tokens=False):
        shown += detokenizer.feed(token)
        assert text.startswith(shown)
    if not text.endswith("\ufffd"):
        assert shown == text


def test_an_emoji_over_four_tokens_comes_at_its_last_byte() -> None:
    detokenizer = Detokenizer(decode)
    pieces = [detokenizer.feed(token) for token in TOKENIZER.encode("a😀", add_special_tokens=False)]
    assert pieces == ["a", "", "", "", "😀"]


def test_bytes_that_never_become_a_character_do_not_hold_the_text_for_ever() -> None:
    lead = TOKENIZER.encode("é", add_special_tokens=False)[0]
    detokenizer = Detokenizer(decode)
    shown = "".join(detokenizer.feed(lead) for _ in range(40))
    assert len(shown) > 20


def test_a_word_tokenizer_keeps_its_spaces() -> None:
    words = {1: "▁one", 2: "▁two", 3: "s"}

    def sentencepiece(ids: list[int]) -> str:
        return "".join(words[token] for token in ids).replace("▁", " ").removeprefix(" ")

    detokenizer = Detokenizer(sentencepiece)  # type: ignore[arg-type]
    assert "".join(detokenizer.feed(token) for token in (1, 2, 3, 1)) == "one twos one"
