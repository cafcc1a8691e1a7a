"""Makes folders that hold a whole, tiny, random model, so that each test can spoil one thing in them."""

from __future__ import annotations

import json
import struct
from pathlib import Path

CHAT_TEMPLATE = "{% for message in messages %}{{ message['content'] }}{% endfor %}"


def write_tiny_llama(folder: Path) -> Path:
    """A random Llama of two layers with a word tokenizer, as transformers itself writes it."""
    import torch
    from tokenizers import Tokenizer, models, pre_tokenizers
    from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast

    torch.manual_seed(0)
    config = LlamaConfig(
        vocab_size=32, hidden_size=16, intermediate_size=32, num_hidden_layers=2, num_attention_heads=2,
        num_key_value_heads=1, max_position_embeddings=64,
    )  # fmt: skip
    LlamaForCausalLM(config).save_pretrained(folder)
    words = Tokenizer(models.WordLevel({f"w{number}": number for number in range(32)}, unk_token="w0"))
    words.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer = PreTrainedTokenizerFast(tokenizer_object=words, eos_token="w1", unk_token="w0")
    tokenizer.chat_template = CHAT_TEMPLATE
    tokenizer.save_pretrained(folder)
    return folder


def safetensors_bytes(header: object, body: bytes = b"", length: int | None = None) -> bytes:
    """A safetensors file with any header, also one that its body doesn't bear out."""
    raw = header if isinstance(header, bytes) else json.dumps(header).encode()
    return struct.pack("<Q", len(raw) if length is None else length) + raw + body


def tensor(first: int, last: int, shape: list[int] | None = None, dtype: str = "U8") -> dict[str, object]:
    return {
        "dtype": dtype,
        "shape": [last - first] if shape is None else shape,
        "data_offsets": [first, last],
    }
