"""Makes GGUF files: a header alone for those that are only looked at, or a whole tiny model."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from gguf import GGUFWriter, TokenType


def write_gguf(file: Path, *, architecture: str = "llama", tensors: bool = True) -> Path:
    """A Llama of two layers over an alphabet of bytes, as llama.cpp's own writer lays it out."""
    file.parent.mkdir(parents=True, exist_ok=True)
    writer = GGUFWriter(file, architecture)
    if architecture == "llama":
        _describe(writer)
        if tensors:
            _weights(writer)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return file


HIDDEN, INNER, LAYERS, HEADS, CONTEXT = 32, 64, 2, 4, 128


def _describe(writer: GGUFWriter) -> None:
    from tokenizers import pre_tokenizers

    pieces = [*sorted(pre_tokenizers.ByteLevel.alphabet()), "ab", "<|end|>"]
    writer.add_name("tiny")
    writer.add_context_length(CONTEXT)
    writer.add_embedding_length(HIDDEN)
    writer.add_block_count(LAYERS)
    writer.add_feed_forward_length(INNER)
    writer.add_head_count(HEADS)
    writer.add_head_count_kv(HEADS)
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_rope_freq_base(10000.0)
    writer.add_vocab_size(len(pieces))
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre("smollm")
    writer.add_token_list(pieces)
    writer.add_token_types([TokenType.NORMAL] * (len(pieces) - 1) + [TokenType.CONTROL])
    writer.add_token_merges(["a b"])
    writer.add_eos_token_id(len(pieces) - 1)
    writer.add_bos_token_id(len(pieces) - 1)
    writer.add_chat_template("{% for message in messages %}{{ message['content'] }}{% endfor %}")


def _weights(writer: GGUFWriter) -> None:
    random = np.random.default_rng(0)

    def add(name: str, *shape: int) -> None:
        writer.add_tensor(name, random.normal(0, 0.1, shape).astype(np.float32))

    add("token_embd.weight", 258, HIDDEN)
    for layer in range(LAYERS):
        for name in ("attn_q", "attn_k", "attn_v", "attn_output"):
            add(f"blk.{layer}.{name}.weight", HIDDEN, HIDDEN)
        add(f"blk.{layer}.ffn_gate.weight", INNER, HIDDEN)
        add(f"blk.{layer}.ffn_up.weight", INNER, HIDDEN)
        add(f"blk.{layer}.ffn_down.weight", HIDDEN, INNER)
        add(f"blk.{layer}.attn_norm.weight", HIDDEN)
        add(f"blk.{layer}.ffn_norm.weight", HIDDEN)
    add("output_norm.weight", HIDDEN)
