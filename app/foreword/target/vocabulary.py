"""A model's tokenizer alone: what can be known of a model without its weights.

Reads the folder's JSON files; nothing from it is ever run as code. Knows nothing of passes, and asks for
neither weights nor a device.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from transformers import AutoConfig, AutoTokenizer

from foreword.target.target import TargetError
from foreword.target.tokenizer import TransformersTokenizer


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """A tokenizer and the sizes that go with it, in tokens. `eos_id` is None where it declares none."""

    tokenizer: TransformersTokenizer
    eos_id: int | None
    vocab_size: int
    context_length: int


def read_vocabulary(folder: Path, context: int) -> Vocabulary:
    """Read the tokenizer and the configuration of `folder`, which has been checked before (see models).

    `context` bounds prompt and reply together, in tokens; the model may allow less. Raises
    TargetError with one line where the model can't be read.
    """
    tokenizer = fast_tokenizer(folder)
    try:
        config = AutoConfig.from_pretrained(folder, trust_remote_code=False, local_files_only=True)
    except (OSError, ValueError, KeyError) as error:
        raise TargetError(f"the configuration of {folder.name} can't be read: {first_line(error)}") from error
    config = config.get_text_config(decoder=True)
    eos_id: int | None = tokenizer.eos_token_id
    return Vocabulary(
        tokenizer=TransformersTokenizer(tokenizer, frozenset(() if eos_id is None else (eos_id,))),
        eos_id=eos_id,
        vocab_size=config.vocab_size,
        context_length=min(context, getattr(config, "max_position_embeddings", None) or context),
    )


def fast_tokenizer(folder: Path) -> Any:
    """The folder's fast tokenizer. Raises TargetError where there is none."""
    try:
        tokenizer = AutoTokenizer.from_pretrained(folder, trust_remote_code=False, local_files_only=True)
    except (OSError, ValueError, KeyError) as error:
        raise TargetError(f"the tokenizer of {folder.name} can't be loaded: {first_line(error)}") from error
    if not getattr(tokenizer, "is_fast", False):
        raise TargetError(f"{folder.name} has no tokenizer.json: only fast tokenizers are supported")
    return tokenizer


def first_line(error: Exception) -> str:
    """The first line of an exception's text; its type where it says nothing."""
    return str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
