"""The draft model's own tokenizer, straight from its tokenizer.json, for drafts that go by text.

Never adds or drops anything of its own accord. Knows text and the draft's ids; nothing of the target.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from foreword_draft_model.folder import Obstacle


class TokenizerFile:
    """Text to the draft's ids and back. Raises Obstacle where the file can't be understood."""

    def __init__(self, file: Path) -> None:
        from tokenizers import Tokenizer

        try:
            self._tokenizer = Tokenizer.from_file(str(file))
        except Exception as error:  # the library raises nothing more special
            raise Obstacle(f"its {file.name} is not understood") from error
        self._tokenizer.no_truncation()
        self._tokenizer.no_padding()
        added = self._tokenizer.get_added_tokens_decoder()
        self.special = frozenset(at for at, token in added.items() if token.special)
        self.opening = self._opening()

    def encode(self, text: str) -> tuple[list[int], list[int]]:
        """Ids, and for each the index of the character that it begins at."""
        encoding = self._tokenizer.encode(text, add_special_tokens=False)
        return list(encoding.ids), [begin for begin, _end in encoding.offsets]

    def decode(self, token_ids: Sequence[int]) -> str:
        text: str = self._tokenizer.decode(list(token_ids), skip_special_tokens=False)
        return text

    def pieces(self) -> dict[str, int]:
        vocabulary: dict[str, int] = self._tokenizer.get_vocab(with_added_tokens=True)
        return vocabulary

    def _opening(self) -> list[int]:
        """The ids that this model expects before any text, such as a beginning-of-sequence token."""
        whole = list(self._tokenizer.encode("a", add_special_tokens=True).ids)
        bare, _ = self.encode("a")
        length = len(bare)
        at = next((at for at in range(len(whole)) if whole[at : at + length] == bare), 0)
        return whole[:at]
