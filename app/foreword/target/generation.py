"""What a model's folder says of generating: where a reply ends, and what its makers recommend.

Reads generation_config.json and config.json, which have been checked before (see models). Nothing in them
is taken on trust: what makes no sense is left out. Knows no settings of the user's.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from foreword.messages import ModelInfo
from foreword.target.templates import ChatTemplate

if TYPE_CHECKING:
    from foreword.target.tokenizer import TransformersTokenizer

END_OF_TURN = ("<|im_end|>", "<|eot_id|>", "<end_of_turn>", "<|end|>", "<|eot|>", "<turn|>")
"""What the template families write behind a message. Not every model's files name it as an end."""
_HARMONY = "<|channel|>"
"""In templates with channels, a message's end isn't the reply's."""
_RANGES: Mapping[str, tuple[type, float, float]] = {
    "temperature": (float, 0.0, 5.0),
    "top_p": (float, 0.0, 1.0),
    "top_k": (int, 0, 1000),
    "min_p": (float, 0.0, 1.0),
    "repetition_penalty": (float, 0.1, 10.0),
    "max_new_tokens": (int, 1, 1_000_000),
}
_NAMES = {"max_new_tokens": "max_tokens"}


def recommended(folder: Path) -> dict[str, float | int]:
    """Sampling as the model's makers recommend it, by the app's own names; empty where they say nothing.

    A model that isn't meant to be sampled recommends nothing: such files list what transformers takes for
    defaults.
    """
    config = _read(folder / "generation_config.json")
    if config.get("do_sample") is False:
        return {}
    if config.get("do_sample") is True:
        config = {"temperature": 1.0, **{name: kept for name, kept in config.items() if kept is not None}}
    found: dict[str, float | int] = {}
    for name, (kind, low, high) in _RANGES.items():
        value = config.get(name)
        if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
            continue
        if low <= value <= high and (kind is float or value == int(value)):
            found[_NAMES.get(name, name)] = kind(value)
    return found


def end_ids(folder: Path | None, tokenizer: Any, template: ChatTemplate | None) -> frozenset[int]:
    """Every token that ends a reply: those that the files declare, and the template's end of a turn."""
    ids: set[int] = set()
    if folder is not None:
        for name in ("generation_config.json", "config.json"):
            ids.update(_declared(_read(folder / name)))
    if tokenizer.eos_token_id is not None:
        ids.add(tokenizer.eos_token_id)
    if template is not None and _HARMONY not in template.text:
        special = {str(token): number for number, token in tokenizer.added_tokens_decoder.items()}
        ids.update(special[end] for end in END_OF_TURN if end in special and end in template.text)
    return frozenset(token for token in ids if 0 <= token < len(tokenizer))


def described(info: ModelInfo, tokenizer: TransformersTokenizer, folder: Path) -> ModelInfo:
    """The same with all that the folder says of conversations with the model."""
    template = tokenizer.template
    return replace(
        info,
        folder=str(folder),
        notes=(*info.notes, *([tokenizer.notes] if tokenizer.notes else [])),
        template=template.text,
        template_sha256=template.sha256,
        template_name=template.name,
        template_switches=template.switches,
        thinks=template.thinks,
        generation=recommended(folder),
    )


def _declared(config: Mapping[str, Any]) -> Iterator[int]:
    declared = config.get("eos_token_id")
    for token in declared if isinstance(declared, list) else [declared]:
        if isinstance(token, int) and not isinstance(token, bool):
            yield token
    text = config.get("text_config")
    if isinstance(text, dict):
        yield from _declared(text)


def _read(file: Path) -> dict[str, Any]:
    try:
        content = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):  # most models have one of the two, or neither
        return {}
    return content if isinstance(content, dict) else {}
