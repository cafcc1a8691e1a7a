"""A stored conversation becomes what the target read and wrote, or as near as its tokenizer allows."""

from __future__ import annotations

from foreword.messages import ChatMessage, Lesson
from foreword.target.tokenizer import TransformersTokenizer
from foreword.worker.lessons import transcript_of
from tests.fakes.tiny_target import EOS, byte_tokenizer

ASK, SAY = ChatMessage("user", "a question"), ChatMessage("assistant", "the answer")


def tiny_tokenizer() -> TransformersTokenizer:
    return TransformersTokenizer(byte_tokenizer(), frozenset({EOS}))


def lesson(*versions: tuple[tuple[ChatMessage, ...], tuple[int, ...]]) -> Lesson:
    return Lesson(("suffix_history",), "chat", versions, 2, 7)


def test_the_prompt_and_the_reply_as_they_were_decoded() -> None:
    tokenizer = tiny_tokenizer()
    ids = (*tokenizer.encode("the answer"), EOS)
    transcript = transcript_of(lesson(((ASK, SAY), ids)), tokenizer)
    assert transcript.sequences == ((*tokenizer.encode_chat([ASK]), *ids),)
    assert (transcript.conversation_id, transcript.number, transcript.total) == ("chat", 2, 7)
    assert transcript.fingerprint == tokenizer.fingerprint


def test_ids_that_say_something_else_are_another_models_and_not_used() -> None:
    tokenizer = tiny_tokenizer()
    for wrong in ((), tuple(tokenizer.encode("something else")), (10_000_000,)):
        transcript = transcript_of(lesson(((ASK, SAY), wrong)), tokenizer)
        assert transcript.sequences == ((*tokenizer.encode_chat([ASK]), *tokenizer.encode("the answer")),)


def test_a_conversation_without_replies_has_nothing_to_say() -> None:
    assert transcript_of(lesson(), tiny_tokenizer()).sequences == ()
