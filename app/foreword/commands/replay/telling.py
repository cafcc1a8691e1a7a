"""A stored reply as the model reads it: prompt and reply as token ids."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from foreword.commands.replay.chats import StoredReply
from foreword.commands.replay.walk import Told
from foreword.messages import StopReason
from foreword.target.target import TargetError

if TYPE_CHECKING:
    from foreword.target.vocabulary import Vocabulary


class Teller:
    """Tells replies in one model's tokens, and counts those that it had to encode, or couldn't tell."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._tokenizer = vocabulary.tokenizer
        self._vocab_size = vocabulary.vocab_size
        self._eos_id = vocabulary.eos_id
        self.encoded = 0
        self.refused = 0

    def tell(self, reply: StoredReply) -> Told | None:
        """None where the model's chat template refuses such a conversation, or nothing is left of it."""
        try:
            prompt = self._tokenizer.encode_chat(reply.messages)
        except TargetError:
            self.refused += 1
            return None
        prompt = prompt[: len(prompt) - len(self._tokenizer.opening(prompt))]  # the reply has that itself
        token_ids = reply.token_ids
        if not self._are_ours(reply):
            self.encoded += 1
            token_ids = self._encoded(reply)
        if not prompt or not token_ids:
            self.refused += 1
            return None
        return Told(reply.turn.conversation_id, reply.seed, tuple(prompt), token_ids)

    def notes(self) -> Iterator[str]:
        """One line for each thing that the figures alone don't tell."""
        if self.encoded:
            yield f"{self.encoded} replies have no token ids of this model: encoded from their text."
        if self.refused:
            yield f"Left out: {self.refused} replies that the model's chat template refuses."

    def _are_ours(self, reply: StoredReply) -> bool:
        """Another model's ids say something else here, or nothing at all."""
        ids = reply.token_ids
        if not ids or max(ids) >= self._vocab_size:
            return False
        return self._tokenizer.decode_plain(ids).startswith(reply.turn.text)

    def _encoded(self, reply: StoredReply) -> tuple[int, ...]:
        ended = reply.turn.stop_reason == StopReason.EOS.value and self._eos_id is not None
        return (*self._tokenizer.encode(reply.turn.text), *((self._eos_id,) if ended else ()))
