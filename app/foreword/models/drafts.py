"""Which models can draft for a target, and why each other can't: from files alone, no weight is read.

The verdicts are those of the draft-model speculator, which judges once more when it is attached: token ids
that mean the same to both, or text that both keep as it is. Of models that aren't here, the catalogue knows
which family's token ids they have.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from foreword.models.errors import ModelError
from foreword.models.facts import ModelFacts, facts_of_folder
from foreword.models.folder import check_config

TOKENIZER = "tokenizer.json"
SAME_SHARE = 0.99
"""The least share of ids that mean the same piece to both, for drafts to go token by token."""
PROBE = "Hello, world! It's 3 o'clock (UTC).\n  for x in range(10):\n    return x\n"
"""Text that both tokenizers must keep, for drafts to go by text."""
LARGER = "it is no smaller than the model, so drafting would cost more than it saves"
OTHER_TOKENS = "its tokenizer is another one"
BY_TEXT = "drafts by text, since its vocabulary is another one"


@dataclass(frozen=True, slots=True)
class Verdict:
    """`reason` says why it can't draft, empty where it can; `note` what there is to know where it can."""

    reason: str = ""
    note: str = ""


@dataclass(slots=True)
class Pairs:
    """Judges candidates for one target after the other; a tokenizer is read once while it is unchanged."""

    rewindable: Callable[[Path], str]
    _read: dict[Path, tuple[int, Any]] = field(default_factory=dict)

    def judge(self, target: Path, candidate: Path) -> Verdict:
        """Both are folders that were checked before."""
        if target.resolve() == candidate.resolve():
            return Verdict("it is the model itself")
        try:
            ours, theirs = facts_of_folder(target, target.name), facts_of_folder(candidate, candidate.name)
            if theirs.parameters >= ours.parameters:
                return Verdict(LARGER)
            if "quantization_config" in check_config(candidate, candidate.name):
                return Verdict("its weights are quantised in a way that is not supported")
            if reason := self.rewindable(candidate):
                return Verdict(reason)
            return self._by_tokens(self._tokenizer(target), self._tokenizer(candidate), theirs)
        except (ModelError, OSError) as error:
            return Verdict(str(error) or type(error).__name__)

    def _by_tokens(self, ours: Any, theirs: Any, facts: ModelFacts) -> Verdict:
        mine: Mapping[str, int] = ours.get_vocab(with_added_tokens=True)
        pieces: Mapping[str, int] = theirs.get_vocab(with_added_tokens=True)
        if max(pieces.values(), default=0) >= facts.vocabulary:
            return Verdict(f"its tokenizer has more tokens than its {facts.vocabulary:,} embeddings")
        alike = len(mine.items() & pieces.items())
        total = len(set(mine.values()) | set(pieces.values()))
        if alike >= SAME_SHARE * total:
            return Verdict()
        for whose, tokenizer in (("its", theirs), ("the model's", ours)):
            ids = tokenizer.encode(PROBE, add_special_tokens=False).ids
            if tokenizer.decode(ids, skip_special_tokens=False) != PROBE:
                return Verdict(f"{OTHER_TOKENS}, and {whose} tokenizer doesn't keep text as it is")
        return Verdict(note=BY_TEXT)

    def _tokenizer(self, folder: Path) -> Any:
        from tokenizers import Tokenizer

        file = folder / TOKENIZER
        if not file.is_file():
            raise ModelError(f"{folder.name} has no {TOKENIZER}")
        stamp = file.stat().st_mtime_ns
        known = self._read.get(file)
        if known is None or known[0] != stamp:
            try:
                read = Tokenizer.from_file(str(file))
            except Exception as error:  # the library raises nothing more special
                raise ModelError(f"its {TOKENIZER} is not understood") from error
            read.no_truncation()
            read.no_padding()
            self._read[file] = known = (stamp, read)
        return known[1]
