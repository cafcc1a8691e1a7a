"""Turns the starter model's GGUF file into the folder that every later start loads: once, in a process
of its own (`python -m foreword.target.gguf FILE FOLDER`).

Writes model.safetensors (bfloat16, tied embeddings stored once), config.json, generation_config.json,
the tokenizer and its chat template. Knows neither where the file comes from nor where the folder
belongs.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

#: Texts that must come back unchanged from the tokenizer that was written.
PROBES = (
    "In 1987 there were 12345 of them, 3.14 each.",
    "  def f(x):\n\treturn x  # 100%\n\n\n",
    "café, naïve, 日本語, 한국어, עברית, 😀👩‍👩‍👧",
)


class ConversionError(Exception):
    """The file was read, but what came out of it is not the model that it should be."""


def convert(file: Path, folder: Path) -> None:
    """Convert one GGUF file of a model with SmolLM2's tokenizer into a folder of safetensors.

    Takes seconds and about a gigabyte of memory. Raises ConversionError where the written tokenizer
    doesn't reproduce text, OSError and ValueError where the file can't be read.
    """
    # 1. The weights: unpacked, not left in GGUF blocks, which no safetensors file could hold.
    model = read_model(file)
    # 2. The tokenizer, with the rule that the conversion loses.
    tokenizer = _read_tokenizer(file, model.config.max_position_embeddings)
    # 3. Write, then read back what was written: a wrong tokenizer would show only in bad replies.
    folder.mkdir(parents=True, exist_ok=True)
    model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    _check_tokenizer(folder)


def read_model(file: Path) -> Any:
    import torch
    from transformers import AutoModelForCausalLM, GgufConfig

    model = AutoModelForCausalLM.from_pretrained(
        file.parent,
        gguf_file=file.name,
        dtype=torch.bfloat16,
        quantization_config=GgufConfig(dequantize=True),
    )
    # transformers takes the model for quantised although its weights are plain by now, and refuses
    # to save it as long as this record stands.
    for name in ("hf_quantizer", "quantization_method", "is_quantized"):
        if hasattr(model, name):
            delattr(model, name)
    if hasattr(model.config, "quantization_config"):
        del model.config.quantization_config
    return model


def _read_tokenizer(file: Path, context_length: int) -> Any:
    from tokenizers import pre_tokenizers
    from transformers import AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(file.parent, gguf_file=file.name)
    # SmolLM2 was trained with every digit a token of its own; the GGUF names this rule, but the
    # conversion leaves it out, and numbers would be cut in ways that the model has never seen.
    tokenizer.backend_tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Digits(individual_digits=True),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=True),
        ]
    )
    tokenizer.model_max_length = context_length
    return tokenizer


def _check_tokenizer(folder: Path) -> None:
    from transformers import AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(folder, local_files_only=True, trust_remote_code=False)
    for text in PROBES:
        back = tokenizer.decode(tokenizer(text)["input_ids"], clean_up_tokenization_spaces=False)
        if back != text:
            raise ConversionError(f"the tokenizer turns {text!r} into {back!r}")
    pieces = tokenizer.tokenize("12345")
    if pieces != list("12345"):
        raise ConversionError(f"the tokenizer cuts 12345 into {pieces}, not into its digits")
    if not tokenizer.chat_template:
        raise ConversionError("the file carries no chat template")


def main(arguments: list[str]) -> int:
    """Convert FILE into FOLDER; any error is left to the interpreter, which prints it and exits 1."""
    file, folder = map(Path, arguments)
    convert(file, folder)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
