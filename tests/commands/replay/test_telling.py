"""A stored reply in the model's tokens: its own ids where they are this model's, else its text."""

from __future__ import annotations

from collections.abc import Sequence

from foreword.commands.replay.chats import StoredReply
from foreword.commands.replay.telling import Teller
from foreword.messages import ChatMessage
from foreword.storage.records import Turn
from foreword.target.tokenizer import TransformersTokenizer
from foreword.target.vocabulary import Vocabulary
from tests.fakes.tiny_target import EOS, byte_tokenizer

MESSAGES = (ChatMessage("user", "hi"),)


def teller(template: str | None = None) -> Teller:
    tokenizer = byte_tokenizer()
    if template is not None:
        tokenizer.chat_template = template
    return Teller(Vocabulary(TransformersTokenizer(tokenizer, frozenset({EOS})), EOS, 260, 1024))


def stored(text: str, ids: Sequence[int], stop: str | None = "eos") -> StoredReply:
    turn = Turn("r", "chat", "q", "assistant", text, "complete", 1.0, stop, stats={"seed": 9})
    return StoredReply(turn, MESSAGES, tuple(ids))


def encoded(text: str) -> tuple[int, ...]:
    return tuple(TransformersTokenizer(byte_tokenizer(), frozenset({EOS})).encode(text))


def test_ids_of_this_model_are_taken_as_they_are() -> None:
    one = teller()
    told = one.tell(stored("hello", (*encoded("hello"), EOS)))
    assert told is not None
    assert told.token_ids == (*encoded("hello"), EOS)
    assert told.prompt == (*encoded("u:hi"), EOS, *encoded("a:"))
    assert (told.conversation_id, told.seed) == ("chat", 9)
    assert (one.encoded, one.refused, list(one.notes())) == (0, 0, [])


def test_a_reply_cut_at_a_stop_string_keeps_its_ids() -> None:
    one = teller()
    told = one.tell(stored("hello", encoded("hello END"), "stop_string"))
    assert told is not None
    assert told.token_ids == encoded("hello END")


def test_ids_of_another_model_and_missing_ones_are_encoded_from_the_text() -> None:
    one = teller()
    for ids in ((), encoded("other"), (70_000, 3)):
        told = one.tell(stored("hello", ids))
        assert told is not None
        assert told.token_ids == (*encoded("hello"), EOS)
    told = one.tell(stored("hello", (), "length"))
    assert told is not None
    assert told.token_ids == encoded("hello"), "nothing ended it"
    assert list(one.notes()) == ["4 replies have no token ids of this model: encoded from their text."]


def test_what_the_template_refuses_is_left_out_and_told() -> None:
    one = teller("{{ raise_exception('no') }}")
    assert one.tell(stored("hello", ())) is None
    assert list(one.notes()) == ["Left out: 1 replies that the model's chat template refuses."]
