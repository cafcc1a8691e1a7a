"""Whether a model can draft for the target, and how: by the same token ids, or by text.

Judged before loading, from what `folder` reads; the configuration is understood by transformers, which is
imported only here and only when asked. Knows vocabularies and kinds of layers; nothing of weights.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from foreword.api import Target
from foreword_draft_model.folder import TOKENIZER, Facts, Obstacle, read_facts
from foreword_draft_model.tokenizer_file import TokenizerFile

SAME_SHARE = 0.99
"""The least share of ids that mean the same piece to both, for the vocabularies to be the same one."""

PROBE = "Hello, world! It's 3 o'clock (UTC).\n  for x in range(10):\n    return x\n"
"""Text that must survive a tokenizer: capitals, spaces, line ends."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """How a model can draft. `alike` ids of `total` mean the same piece to both; `by_text`: too few do."""

    facts: Facts
    vocab_size: int
    context_length: int | None
    alike: int
    total: int

    @property
    def by_text(self) -> bool:
        return self.alike < SAME_SHARE * self.total

    @property
    def size(self) -> str:
        millions = self.facts.parameters / 1e6
        number = f"{millions / 1e3:.1f} B" if millions >= 1e3 else f"{millions:.0f} M"
        return f"{number} parameters, {self.facts.weight_bytes / 1e6:,.0f} MB"

    @property
    def vocabulary(self) -> str:
        if self.by_text:
            return "another than the target's: drafts go by text"
        differing = self.total - self.alike
        return "the target's" if not differing else f"the target's but for {differing} of {self.total:,} ids"


def pair(folder: Path, target: Target) -> Pairing:
    """Raises Obstacle where the model of `folder` can't draft for this target."""
    facts = read_facts(folder)
    vocab_size, context_length = _check_architecture(facts)
    if max(facts.pieces.values(), default=0) >= vocab_size:
        raise Obstacle(f"its tokenizer has more tokens than its {vocab_size:,} embeddings")
    ours = target.tokenizer.vocabulary()
    alike = len(ours.items() & facts.pieces.items())
    total = len(set(ours.values()) | set(facts.pieces.values()))
    pairing = Pairing(facts, vocab_size, context_length, alike, total)
    if pairing.by_text:
        _check_text(TokenizerFile(folder / TOKENIZER), target)
    return pairing


def _check_architecture(facts: Facts) -> tuple[int, int | None]:
    """(length of its logits, its context in tokens); Obstacle unless it can be built and rewound."""
    from transformers import AutoConfig, AutoModelForCausalLM
    from transformers.models.auto.modeling_auto import MODEL_FOR_CAUSAL_LM_MAPPING_NAMES

    names = facts.config.get("architectures")
    name = names[0] if isinstance(names, list) and names else None
    if name not in MODEL_FOR_CAUSAL_LM_MAPPING_NAMES.values():
        raise Obstacle(f"it is no causal language model that is known here ({str(name)[:60]})")
    try:
        config = AutoConfig.from_pretrained(facts.folder, trust_remote_code=False, local_files_only=True)
    except Exception as error:  # the library raises whatever a strange config leads to
        raise Obstacle(f"its config.json is not understood ({_first_line(error)})") from error
    config = config.get_text_config(decoder=True)
    kinds = set(getattr(config, "layer_types", None) or ()) - {"full_attention", "sliding_attention"}
    if kinds:
        raise Obstacle(f"its layers ({', '.join(sorted(kinds))}) keep a state that can't be rewound")
    if getattr(AutoModelForCausalLM._model_mapping.get(type(config), None), "_is_stateful", False):
        raise Obstacle("its layers keep a state that can't be rewound")
    return int(config.vocab_size), getattr(config, "max_position_embeddings", None)


def _check_text(tokenizer: TokenizerFile, target: Target) -> None:
    sides: list[tuple[str, Callable[[str], list[int]], Callable[[Sequence[int]], str]]] = [
        ("its", lambda text: tokenizer.encode(text)[0], tokenizer.decode),
        ("the target's", target.tokenizer.encode, target.tokenizer.decode),
    ]
    for whose, encode, decode in sides:
        if decode(encode(PROBE)) != PROBE:
            raise Obstacle(
                "its vocabulary is another than the target's, so drafts would go by text, and "
                f"{whose} tokenizer doesn't keep text as it is"
            )


def _first_line(error: BaseException) -> str:
    lines = str(error).strip().splitlines()
    return lines[0][:120] if lines else type(error).__name__
