"""For a draft model with another tokenizer: committed ids become text, drafted text becomes ids.

Two tokenizers split differently, so nothing is taken over id by id. Committed ids are decoded as soon as
their characters are whole, and only the end of the text is encoded anew. A draft's text is encoded together
with the last committed ids, and taken from behind them only where those come out unchanged: there the
boundary is one that the target's tokenizer makes itself. Timor et al. call this string-level exact match
(arXiv 2502.05202); the ways to go wrong are those of any two tokenizers: half characters, spaces that a
decoder drops at the beginning, special tokens, words that a boundary cuts.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence

from foreword.api import Tokenizer
from foreword_draft_model.tokenizer_file import TokenizerFile

BROKEN = "\ufffd"
OVERLAP = 32
"""Ids at the end of the context that are encoded anew with new text; old and new ones must meet in them."""
ANCHOR = "\n"
"""Text that keeps to itself: what stands behind it is not the beginning of a text."""
WINDOW = 8
"""Ids decoded before new ones, so that a decoder that treats the first piece specially doesn't meet it."""
LOOK_BEHIND = 16
"""Committed ids that a drafted text is encoded with: at most so many, as many as come out unchanged."""
LONGEST_CHARACTER = 4
"""Bytes, and so ids, that a character has at most."""
LONGEST_STRETCH = 8
"""Passes of the draft model at most for one id of the target's."""


class TextBridge:
    """See `Bridge`. `vocab_size` is the length of the target's logits."""

    def __init__(self, target: Tokenizer, draft: TokenizerFile, vocab_size: int, draft_size: int) -> None:
        self._target, self._draft, self._vocab_size = target, draft, vocab_size
        self._anchor = target.encode(ANCHOR)
        vocabulary, pieces = target.vocabulary(), draft.pieces()
        self._noise_ids = _noise_ids(vocabulary, pieces, draft_size)
        #: Special tokens end a draft, but for those that the target writes the same way.
        self._special = {
            at for piece, at in pieces.items() if at in draft.special and piece not in vocabulary
        }
        self._known = frozenset(pieces.values())
        self._committed: list[int] = []
        self._read = 0  # how many of them are in the text
        self._text = ""
        self._ids: list[int] = []
        self._begins: list[int] = []  # of each of the ids, the index of its first character
        self._forget_text()

    @property
    def ids(self) -> list[int]:
        return self._ids

    @property
    def open_end(self) -> bool:
        return self._read < len(self._committed)

    @property
    def noise_ids(self) -> Sequence[int]:
        return self._noise_ids

    def restart(self, token_ids: Sequence[int]) -> None:
        self._committed = []
        self._forget_text()
        self.extend(token_ids)

    def extend(self, token_ids: Sequence[int]) -> None:
        self._committed.extend(token_ids)
        window, before = _whole_tail(
            self._committed[max(0, self._read - WINDOW) : self._read], self._target.decode
        )
        after = self._target.decode(window + self._committed[self._read :])
        if after.endswith(BROKEN):
            return  # half a character: its other half may come
        self._read = len(self._committed)
        self._append(after[len(before) :])

    def passes(self, tokens: int) -> int:
        stretch = len(self._ids) / max(1, len(self._committed))
        return math.ceil(tokens * min(max(stretch, 1.0), LONGEST_STRETCH))

    def carries(self, draft_id: int) -> bool:
        return draft_id in self._known and draft_id not in self._special

    def proposal(self, drafted: Sequence[int]) -> list[int]:
        text = self._text_of(drafted)
        return self._encode_behind(text) if text and not self.open_end else []

    # --- from the target to the draft
    def _forget_text(self) -> None:
        self._read, self._text = 0, ""
        self._ids = list(self._draft.opening)
        self._begins = [0] * len(self._ids)

    def _append(self, text: str) -> None:
        """Encode the end of the text anew, from a place where old and new ids meet."""
        if not text:
            return
        self._text += text
        opening = len(self._draft.opening)
        first = max(opening, len(self._ids) - OVERLAP)
        start = self._begins[first] if first < len(self._ids) and first > opening else 0
        ids, begins = self._draft.encode(self._text[start:])
        begins = [start + begin for begin in begins]
        kept, taken = self._meet(first, ids, begins) if start else (opening, 0)
        if kept is None:
            ids, begins = self._draft.encode(self._text)
            kept, taken = opening, 0
        if opening and kept == opening and ids[:opening] == self._draft.opening:
            taken = opening  # the text spells the opening out
        self._ids[kept:] = ids[taken:]
        self._begins[kept:] = begins[taken:]

    def _meet(
        self, first: int, ids: Sequence[int], begins: Sequence[int]
    ) -> tuple[int, int] | tuple[None, int]:
        """Where two ids in a row are the same, at the same characters, in what was kept and what came anew.

        The first id behind a cut is not trusted: a tokenizer may treat the beginning of a text specially.
        """
        new = {begin: at for at, begin in enumerate(begins) if at and begins[at - 1] != begin}
        for at in range(first + 1, len(self._ids) - 1):
            place = new.get(self._begins[at])
            if place is None or place + 1 >= len(ids):
                continue
            same_ids = list(ids[place : place + 2]) == self._ids[at : at + 2]
            if same_ids and begins[place + 1] == self._begins[at + 1]:
                return at, place
        return None, 0

    # --- from the draft to the target
    def _text_of(self, drafted: Sequence[int]) -> str:
        """What was drafted, up to the first character that isn't whole."""
        window, before = _whole_tail(self._ids, self._draft.decode)
        for end in range(len(drafted), max(0, len(drafted) - LONGEST_CHARACTER), -1):
            after = self._draft.decode([*window, *drafted[:end]])
            if after.startswith(before) and not after.endswith(BROKEN):
                return after[len(before) :].split(BROKEN, 1)[0]
        return ""

    def _encode_behind(self, text: str) -> list[int]:
        for count in range(min(LOOK_BEHIND, len(self._committed)), 0, -1):
            tail = self._committed[-count:]
            for joined in self._encodings(self._target.decode(tail) + text):
                if joined[:count] == tail:
                    return self._within(joined[count:])
        # The committed ids aren't those that a tokenizer would make of their text: a word was cut. What
        # follows them is the rest of that word, if the ids by themselves say just that.
        tail, before = _whole_tail(self._committed, self._target.decode)
        for alone in self._encodings(text):
            if self._target.decode([*tail, *alone]) == before + text:
                return self._within(alone)
        return []

    def _encodings(self, text: str) -> Iterator[list[int]]:
        """As the beginning of a text, before which some tokenizers put a space; and as what comes later."""
        yield self._target.encode(text)
        behind = self._target.encode(ANCHOR + text)
        if behind[: len(self._anchor)] == self._anchor:
            yield behind[len(self._anchor) :]

    def _within(self, token_ids: list[int]) -> list[int]:
        size = self._vocab_size
        return token_ids[: next((at for at, token in enumerate(token_ids) if token >= size), len(token_ids))]


def _whole_tail(token_ids: Sequence[int], decode: Callable[[Sequence[int]], str]) -> tuple[list[int], str]:
    """The last ids and their text, at most WINDOW of them, beginning where no character is cut."""
    for count in range(min(WINDOW, len(token_ids)), 0, -1):
        tail = list(token_ids[-count:])
        text = decode(tail)
        if BROKEN not in text:
            return tail, text
    return [], ""


def _noise_ids(target: Mapping[str, int], draft: Mapping[str, int], size: int) -> list[int]:
    """Pieces that both tokenizers have share their randomness; "▁" and "Ġ" both write a space."""
    spelled = {piece.replace("▁", "Ġ"): at for piece, at in target.items()}
    noise_ids = [-1] * size
    for piece, at in draft.items():
        if at < size:
            noise_ids[at] = spelled.get(piece.replace("▁", "Ġ"), -1)
    return noise_ids
