"""Token ids to text, one id at a time, never half a character.

Byte-level tokenizers split an emoji or a CJK character over several tokens; decoding them one by one
would show replacement characters. So text is released only once its last character is whole. Knows
nothing of stop strings.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

Decode = Callable[[Sequence[int]], str]

_INCOMPLETE = "\ufffd"
_LONGEST_HELD = 8
"""Tokens after which a character that is still incomplete never was one: the bytes are malformed."""

_CONTEXT = 8
"""Tokens of what came before that decide whether a space is dropped or added."""


class Detokenizer:
    """Feed it ids in order; it gives back the text that each makes complete.

    Decoding always begins a few tokens back, because tokenizers drop or add a space at a text's
    beginning: only the difference to what was released before is new.
    """

    def __init__(self, decode: Decode, before: Sequence[int] = ()) -> None:
        """`before` are ids whose text was released already, by another one."""
        self._decode = decode
        self._ids = list(before[-_CONTEXT:])
        self._start = 0
        self._released = len(self._ids)

    def feed(self, token_id: int) -> str:
        """The text that can be shown now and could not before; often a word, sometimes nothing."""
        self._ids.append(token_id)
        shown = self._decode(self._ids[self._start : self._released])
        text = self._decode(self._ids[self._start :])
        held = len(self._ids) - self._released
        if text.endswith(_INCOMPLETE) and held < _LONGEST_HELD:
            return ""
        self._start, self._released = self._released, len(self._ids)
        return text[len(shown) :]
