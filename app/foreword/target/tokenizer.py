"""Text to token ids and back through transformers, with the model's own chat template."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

from jinja2.exceptions import TemplateError

from foreword.messages import ChatMessage
from foreword.target.target import TargetError


class TransformersTokenizer:
    """A `ChatTokenizer` over a transformers tokenizer; never adds or drops spaces of its own accord."""

    def __init__(self, tokenizer: Any, eos_ids: frozenset[int]) -> None:
        self._tokenizer = tokenizer
        self._eos_ids = eos_ids
        self._fingerprint = _fingerprint(tokenizer)

    @property
    def fingerprint(self) -> str:
        return self._fingerprint

    @property
    def eos_ids(self) -> frozenset[int]:
        return self._eos_ids

    def encode(self, text: str) -> list[int]:
        return list(self._tokenizer.encode(text, add_special_tokens=False))

    def decode(self, token_ids: Sequence[int]) -> str:
        return self._decode(token_ids, skip_special_tokens=False)

    def vocabulary(self) -> Mapping[str, int]:
        found: dict[str, int] = self._tokenizer.get_vocab()
        return found

    def decode_plain(self, token_ids: Sequence[int]) -> str:
        return self._decode(token_ids, skip_special_tokens=True)

    def encode_chat(self, messages: Sequence[ChatMessage]) -> list[int]:
        if not self._tokenizer.chat_template:
            raise TargetError(
                "this model has no chat template, so it can't be talked to: choose a chat model"
            )
        chat = [{"role": message.role, "content": message.content} for message in messages]
        try:
            text = self._tokenizer.apply_chat_template(chat, add_generation_prompt=True, tokenize=False)
        except TemplateError as error:
            raise TargetError(f"the model's chat template refused this conversation: {error}") from error
        return self.encode(text)

    def _decode(self, token_ids: Sequence[int], *, skip_special_tokens: bool) -> str:
        text: str = self._tokenizer.decode(
            list(token_ids),
            skip_special_tokens=skip_special_tokens,
            clean_up_tokenization_spaces=False,
        )
        return text


def _fingerprint(tokenizer: Any) -> str:
    """Equal for equal vocabularies and rules: a hash of the fast tokenizer's whole definition."""
    return hashlib.sha256(tokenizer.backend_tokenizer.to_str().encode()).hexdigest()[:16]
