"""A real target over a tiny random Llama with a byte-level vocabulary: the real engine, in milliseconds."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import torch
from tokenizers import Tokenizer, decoders, models, pre_tokenizers
from transformers import AutoModelForCausalLM, LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast

from foreword.target import attention
from foreword.target.tokenizer import TransformersTokenizer
from foreword.target.transformers_target import TransformersTarget

EOS = 256
CHAT_TEMPLATE = (
    "{% for message in messages %}{{ message['role'][0] }}:{{ message['content'] }}<|end|>{% endfor %}"
    "{% if add_generation_prompt %}a:{% endif %}"
)


def byte_tokenizer() -> Any:
    """Every byte is a token, ids 0 to 255 in the alphabet's order; 256 is <|end|>, the EOS."""
    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    tokenizer = Tokenizer(models.BPE({letter: at for at, letter in enumerate(alphabet)}, []))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    fast = PreTrainedTokenizerFast(tokenizer_object=tokenizer, eos_token="<|end|>")
    fast.chat_template = CHAT_TEMPLATE
    return fast


def tiny_config(**changes: Any) -> LlamaConfig:
    sizes: dict[str, Any] = {
        "vocab_size": 260,
        "hidden_size": 32,
        "intermediate_size": 64,
        "num_hidden_layers": 2,
        "num_attention_heads": 4,
        "num_key_value_heads": 2,
        "max_position_embeddings": 1024,
        "eos_token_id": EOS,
        "bos_token_id": None,
        "initializer_range": 0.5,
    }
    return LlamaConfig(**(sizes | changes))


def write_tiny(folder: Path, **changes: Any) -> Path:
    """A folder as a user would have it: config, safetensors, tokenizer, chat template."""
    torch.manual_seed(0)
    LlamaForCausalLM(tiny_config(**changes)).save_pretrained(folder)
    byte_tokenizer().save_pretrained(folder)
    return folder


def tiny_target(
    *,
    context: int = 1024,
    dtype: torch.dtype = torch.float32,
    mode: str = "exact",
    chat_template: str = CHAT_TEMPLATE,
    **changes: Any,
) -> TransformersTarget:
    """The model in memory, behind the app's own target."""
    attention.register()
    torch.manual_seed(0)
    model = AutoModelForCausalLM.from_config(
        tiny_config(**changes), attn_implementation=attention.NAME, dtype=dtype
    ).eval()
    fast = byte_tokenizer()
    fast.chat_template = chat_template
    tokenizer = TransformersTokenizer(fast, frozenset({EOS}))
    return TransformersTarget(model, tokenizer, name="tiny", context=context, notes_at=None, mode=mode)
