"""Text to token ids and back through transformers, with the model's own chat template."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

from foreword.messages import ChatMessage
from foreword.target.target import TargetError
from foreword.target.templates import THINK, ChatTemplate, TemplateMissing, opened_thinking

_NO_SWITCHES: Mapping[str, bool | str] = {}
_LONGEST_OPENING = 8
_THINKING_TAGS = (THINK, "</think>")


class TransformersTokenizer:
    """A `ChatTokenizer` over a transformers tokenizer; never adds or drops spaces of its own accord."""

    def __init__(
        self, tokenizer: Any, eos_ids: frozenset[int], template: ChatTemplate | None = None, notes: str = ""
    ) -> None:
        """`template` None: the tokenizer's own, unchecked. `notes`: one line on the choice of it."""
        self._tokenizer = tokenizer
        self._eos_ids = eos_ids
        self.template = template or ChatTemplate(own_template(tokenizer), constants_of(tokenizer))
        self.notes = notes
        self._fingerprint = _fingerprint(tokenizer)
        self._hidden = _hidden_ids(tokenizer)

    @property
    def fingerprint(self) -> str:
        return self._fingerprint

    @property
    def eos_ids(self) -> frozenset[int]:
        return self._eos_ids

    @property
    def eos_id(self) -> int | None:
        """The one that the tokenizer itself declares."""
        found: int | None = self._tokenizer.eos_token_id
        return found

    @property
    def stops(self) -> tuple[str, ...]:
        vocabulary = self._tokenizer.get_added_vocab()
        return tuple(text for text in self.template.stops if vocabulary.get(text) not in self._eos_ids)

    def encode(self, text: str) -> list[int]:
        try:
            return list(self._tokenizer.encode(text, add_special_tokens=False))
        except BaseException as error:
            # What the tokenizer's own language calls a panic is no Exception here, and would end the thread.
            if type(error).__name__ != "PanicException":
                raise
            raise TargetError(f"the model's tokenizer failed on this text: {error}") from error

    def decode(self, token_ids: Sequence[int]) -> str:
        return self._decode(token_ids, skip_special_tokens=False)

    def vocabulary(self) -> Mapping[str, int]:
        found: dict[str, int] = self._tokenizer.get_vocab()
        return found

    def decode_plain(self, token_ids: Sequence[int]) -> str:
        if self._hidden is None:
            return self._decode(token_ids, skip_special_tokens=True)
        return self._decode(
            [each for each in token_ids if each not in self._hidden], skip_special_tokens=False
        )

    def encode_chat(
        self, messages: Sequence[ChatMessage], switches: Mapping[str, bool | str] = _NO_SWITCHES
    ) -> list[int]:
        if not self.template.text:
            raise TemplateMissing(
                "this model has no chat template, so it can't be talked to: choose a chat model"
            )
        return self.encode(self.template.render(messages, switches))

    def opening(self, prompt: Sequence[int]) -> list[int]:
        tail = list(prompt[-_LONGEST_OPENING:])
        opened = opened_thinking(self.decode(tail))
        if not opened:
            return []
        # Only whole tokens can be the reply's: where the tag begins inside of one, it stays the prompt's.
        cuts = (tail[at:] for at in range(len(tail)))
        return next((cut for cut in cuts if self.decode(cut) == opened), [])

    def _decode(self, token_ids: Sequence[int], *, skip_special_tokens: bool) -> str:
        text: str = self._tokenizer.decode(
            list(token_ids),
            skip_special_tokens=skip_special_tokens,
            clean_up_tokenization_spaces=False,
        )
        return text


def own_template(tokenizer: Any) -> str:
    """The text of the tokenizer's chat template; of several, the one for conversations without tools."""
    template = tokenizer.chat_template
    if isinstance(template, dict):
        template = template.get("default") or next(iter(template.values()), "")
    return template if isinstance(template, str) else ""


def constants_of(tokenizer: Any) -> dict[str, Any]:
    """The special tokens by name, as transformers tells them to a template."""
    told: dict[str, Any] = {}
    for name, token in tokenizer.special_tokens_map.items():
        told[name] = [str(each) for each in token] if isinstance(token, list | tuple) else str(token)
    return told


def _hidden_ids(tokenizer: Any) -> frozenset[int] | None:
    """What the reader doesn't see, where that isn't just every special token: some models count the tags
    around their thinking among those, and it could not be told from the answer without them."""
    special = {
        number: str(token) for number, token in tokenizer.added_tokens_decoder.items() if token.special
    }
    if not any(text in _THINKING_TAGS for text in special.values()):
        return None
    return frozenset(number for number, text in special.items() if text not in _THINKING_TAGS)


def _fingerprint(tokenizer: Any) -> str:
    """Equal for equal vocabularies and rules: a hash of the fast tokenizer's whole definition."""
    return hashlib.sha256(tokenizer.backend_tokenizer.to_str().encode()).hexdigest()[:16]
