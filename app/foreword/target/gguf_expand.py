"""Expands a GGUF file of the user's into a folder of safetensors, in a process of its own
(`python -m foreword.target.gguf_expand FILE FOLDER`).

Like `gguf`, which does so for the starter model alone and knows it exactly; here any architecture comes
that transformers can unpack, and the tokenizer has to prove that it keeps text as it is. Knows neither
where the file comes from nor where the folder belongs.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from foreword.target.gguf import ConversionError, read_model

PROBES = ("The 3 cats, 3.14 each.\n  x = 1\n", "café, naïve, 日本語, עברית")


def expand(file: Path, folder: Path) -> None:
    """Raises ConversionError, OSError and ValueError, each with a line that says why."""
    model = read_model(file)
    tokenizer = _read_tokenizer(file, getattr(model.config, "max_position_embeddings", None))
    folder.mkdir(parents=True, exist_ok=True)
    model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    rows: int = model.get_input_embeddings().weight.shape[0]
    _drop_invented(folder / "tokenizer.json", rows)
    _check_tokenizer(folder, rows)


def _read_tokenizer(file: Path, context_length: int | None) -> Any:
    from tokenizers import pre_tokenizers
    from transformers import AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(file.parent, gguf_file=file.name)
    if _pre_tokenizer(file) == "smollm":
        # This rule is named in the file, but the conversion leaves it out (see gguf.py).
        tokenizer.backend_tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
            [
                pre_tokenizers.Digits(individual_digits=True),
                pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=True),
            ]
        )
    if context_length:
        tokenizer.model_max_length = context_length
    return tokenizer


def _pre_tokenizer(file: Path) -> str:
    from gguf import GGUFReader

    field = GGUFReader(file).get_field("tokenizer.ggml.pre")
    return str(field.contents()) if field is not None else ""


def _drop_invented(file: Path, rows: int) -> None:
    """The conversion adds special tokens that the file doesn't have, behind its last one: without a row in
    the embedding, they could never be read or written."""
    content = json.loads(file.read_text(encoding="utf-8"))
    content["added_tokens"] = [added for added in content["added_tokens"] if added["id"] < rows]
    file.write_text(json.dumps(content, ensure_ascii=False), encoding="utf-8")


def _check_tokenizer(folder: Path, rows: int) -> None:
    from transformers import AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(folder, local_files_only=True, trust_remote_code=False)
    if len(tokenizer) > rows:
        raise ConversionError(f"its tokenizer has {len(tokenizer)} tokens, the model only {rows}")
    for text in PROBES:
        ids = tokenizer(text, add_special_tokens=False)["input_ids"]
        back = tokenizer.decode(ids, clean_up_tokenization_spaces=False)
        # Some vocabularies begin every text with a space, and give it back.
        if back.removeprefix(" ") != text:
            raise ConversionError(f"its tokenizer turns {text!r} into {back!r}")


def main(arguments: list[str]) -> int:
    """Any error is left to the interpreter, whose last line says it, and exits 1."""
    file, folder = map(Path, arguments)
    expand(file, folder)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
