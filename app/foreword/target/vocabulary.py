"""A model's tokenizer alone: what can be known of a model without its weights.

Reads the folder's JSON files; nothing from it is ever run as code. Knows nothing of passes, and asks for
neither weights nor a device.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from transformers import AutoConfig, AutoTokenizer

from foreword.target.generation import end_ids
from foreword.target.target import TargetError
from foreword.target.templates import NO_TEMPLATE, TemplateMissing, choose_template
from foreword.target.tokenizer import TransformersTokenizer, constants_of, own_template
from foreword.target.tokenizer_file import check_tokenizer_file


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """A tokenizer and the sizes that go with it, in tokens. `eos_id` is None where it declares none."""

    tokenizer: TransformersTokenizer
    eos_id: int | None
    vocab_size: int
    context_length: int


def read_vocabulary(folder: Path, context: int, template: str = "") -> Vocabulary:
    """Read the tokenizer and the configuration of `folder`, which has been checked before (see models).

    `context` bounds prompt and reply together, in tokens; the model may allow less. `template` names the
    built-in chat template for a model without one; without either it encodes texts, but no conversations.
    Raises TargetError with one line where the model can't be read.
    """
    try:
        tokenizer = read_tokenizer(folder, template)
    except TemplateMissing:
        fast = fast_tokenizer(folder)
        tokenizer = TransformersTokenizer(fast, end_ids(folder, fast, None), NO_TEMPLATE)
    config = read_config(folder)
    return Vocabulary(
        tokenizer=tokenizer,
        eos_id=tokenizer.eos_id,
        vocab_size=config.vocab_size,
        context_length=min(context, getattr(config, "max_position_embeddings", None) or context),
    )


def read_tokenizer(folder: Path, template: str = "") -> TransformersTokenizer:
    """The folder's tokenizer with its chat template, or the built-in one called `template` where that
    can't be used. Needs no weights: whatever is wrong here is said before they are loaded.

    Raises TemplateMissing where there is no template, TargetError where the tokenizer can't be used.
    """
    tokenizer = fast_tokenizer(folder)
    rows = read_config(folder).vocab_size
    highest = max(tokenizer.get_vocab().values(), default=0)
    if len(tokenizer) > rows or highest >= rows:
        count = max(len(tokenizer), highest + 1)
        raise TargetError(f"the tokenizer of {folder.name} has {count} tokens, the model only {rows}")
    chosen, notes = choose_template(own_template(tokenizer), template, constants_of(tokenizer))
    return TransformersTokenizer(tokenizer, end_ids(folder, tokenizer, chosen), chosen, notes)


def read_config(folder: Path) -> Any:
    """What the configuration says of the text model. Raises TargetError where it can't be understood."""
    try:
        config = AutoConfig.from_pretrained(folder, trust_remote_code=False, local_files_only=True)
        config = config.get_text_config(decoder=True)
        if not isinstance(config.vocab_size, int):
            raise ValueError("its vocab_size is no number")
    except Exception as error:
        raise TargetError(f"the configuration of {folder.name} can't be read: {first_line(error)}") from error
    return config


def fast_tokenizer(folder: Path) -> Any:
    """The folder's fast tokenizer. Raises TargetError where there is none, or one that could do harm."""
    check_tokenizer_file(folder / "tokenizer.json")
    try:
        tokenizer = AutoTokenizer.from_pretrained(folder, trust_remote_code=False, local_files_only=True)
    except Exception as error:
        raise TargetError(f"the tokenizer of {folder.name} can't be loaded: {first_line(error)}") from error
    if not getattr(tokenizer, "is_fast", False):
        raise TargetError(f"{folder.name} has no tokenizer.json: only fast tokenizers are supported")
    return tokenizer


def first_line(error: Exception) -> str:
    """The first line of an exception's text; its type where it says nothing."""
    return str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
