"""Tiny models with random weights, one of each family, as folders that a user would have."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch

from tests.fakes.tiny_target import EOS, byte_tokenizer

TEMPLATES = Path(__file__).parents[1] / "data" / "templates"
SIZES: dict[str, Any] = {
    "vocab_size": 260, "hidden_size": 32, "intermediate_size": 64, "num_hidden_layers": 2,
    "num_attention_heads": 4, "num_key_value_heads": 2, "max_position_embeddings": 512,
    "bos_token_id": None, "eos_token_id": EOS, "pad_token_id": None, "initializer_range": 0.5,
}  # fmt: skip


def of_kind(kind: str, **changes: Any) -> Any:
    import transformers

    config = getattr(transformers, f"{kind}{'Text' if kind == 'Gemma3' else ''}Config")(**(SIZES | changes))
    return getattr(transformers, f"{kind}ForCausalLM")(config)


def gpt2() -> Any:
    from transformers import GPT2Config, GPT2LMHeadModel

    return GPT2LMHeadModel(
        GPT2Config(
            vocab_size=260, n_embd=32, n_layer=2, n_head=4, n_positions=512, bos_token_id=None,
            eos_token_id=EOS, initializer_range=0.3,
        )
    )  # fmt: skip


def mamba() -> Any:
    from transformers import MambaConfig, MambaForCausalLM

    return MambaForCausalLM(
        MambaConfig(
            vocab_size=260, hidden_size=32, num_hidden_layers=2, state_size=8, bos_token_id=None,
            eos_token_id=EOS, initializer_range=0.3,
        )
    )  # fmt: skip


#: Name: (the model, its template, why nothing is drafted; empty where it is)
FAMILIES: dict[str, tuple[Callable[[], Any], str, str]] = {
    "llama": (lambda: of_kind("Llama"), "llama3", ""),
    "qwen2": (lambda: of_kind("Qwen2"), "smollm2", ""),
    "qwen3": (lambda: of_kind("Qwen3", head_dim=16), "qwen3", ""),
    "gemma3": (
        lambda: of_kind(
            "Gemma3", head_dim=16, sliding_window=24, num_hidden_layers=3, query_pre_attn_scalar=16,
            layer_types=["sliding_attention", "sliding_attention", "full_attention"],
        ),
        "gemma3",
        "",
    ),
    "mistral": (lambda: of_kind("Mistral", sliding_window=24), "mistral", ""),
    "phi3": (lambda: of_kind("Phi3"), "phi3", ""),
    "gpt2": (gpt2, "", ""),
    "mixtral": (lambda: of_kind("Mixtral", num_local_experts=4, num_experts_per_tok=2), "mistral", ""),
    "qwen2_moe": (
        lambda: of_kind(
            "Qwen2Moe", num_experts=4, num_experts_per_tok=2, moe_intermediate_size=32,
            shared_expert_intermediate_size=32,
        ),
        "smollm2",
        "",
    ),
    "lfm2": (
        lambda: of_kind("Lfm2", layer_types=["conv", "full_attention"]),
        "smollm2",
        "keep a state that can't be rewound",
    ),
    "mamba": (mamba, "deepseek_r1", "keep a state that can't be rewound"),
}  # fmt: skip


def write_family(name: str, folder: Path) -> Path:
    make, template, _ = FAMILIES[name]
    torch.manual_seed(0)
    make().eval().save_pretrained(folder)
    tokenizer = byte_tokenizer()
    tokenizer.chat_template = (TEMPLATES / f"{template}.jinja").read_text() if template else None
    tokenizer.save_pretrained(folder)
    return folder
