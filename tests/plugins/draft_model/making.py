"""Tiny models and tokenizers for the draft model's tests, made on the spot, and a host that lists them."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import torch
from safetensors import safe_open
from safetensors.torch import save_file
from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers, trainers
from transformers import (
    AutoModelForCausalLM,
    Gemma3TextConfig,
    GPT2Config,
    LlamaConfig,
    MambaConfig,
    MistralConfig,
    PreTrainedTokenizerFast,
    Qwen2Config,
)

from foreword.api import LocalModel, Session, Target
from foreword.messages import Sampling
from foreword.target.tokenizer import TransformersTokenizer

CORPUS = (
    "The weather in the mountains is wonderful today, and nobody wonders why.",
    "for x in range(10):\n    print(x, 'wonderfully')\n    return x\n",
    "Wetter, Wörter und Würfel: größer als 漢字仮名 and 絵文字 🙂🚀👩‍🚀 — naïve café.",
    "Hello, world! It's 3 o'clock (UTC).\n",
)
SIZES = {
    "llama": (LlamaConfig, {"num_key_value_heads": 2, "num_attention_heads": 4, "intermediate_size": 64}),
    "qwen2": (Qwen2Config, {"num_key_value_heads": 2, "num_attention_heads": 4, "intermediate_size": 64}),
    "gpt2": (GPT2Config, {"num_attention_heads": 4, "n_inner": 64}),
    "mistral": (
        MistralConfig,
        {"num_key_value_heads": 2, "num_attention_heads": 4, "intermediate_size": 64, "sliding_window": 16},
    ),
    "gemma3": (
        Gemma3TextConfig,
        {
            "num_key_value_heads": 2,
            "num_attention_heads": 4,
            "head_dim": 8,
            "intermediate_size": 64,
            "sliding_window": 16,
            "layer_types": ["sliding_attention", "full_attention"],
        },
    ),
    "mamba": (MambaConfig, {"state_size": 4}),
}  # fmt: skip


# --- tokenizers


def byte_level(vocab_size: int = 0, *, special: Sequence[str] = ("<|end|>",)) -> Any:
    """Byte-level BPE as GPT-2's, trained on the corpus; by default bytes alone, in the alphabet's order."""
    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    tokenizer = Tokenizer(models.BPE({letter: at for at, letter in enumerate(alphabet)}, []))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    if vocab_size:
        trainer = trainers.BpeTrainer(
            vocab_size=vocab_size, initial_alphabet=alphabet, show_progress=False, min_frequency=1
        )
        tokenizer.train_from_iterator(CORPUS, trainer)
    tokenizer.add_special_tokens(list(special))
    return PreTrainedTokenizerFast(tokenizer_object=tokenizer, eos_token=special[0])


def metaspace(vocab_size: int = 400) -> Any:
    """BPE with "▁" for spaces, byte fallback and a beginning-of-sequence token, as Llama 2's."""
    tokenizer = Tokenizer(models.BPE(byte_fallback=True, unk_token="<unk>"))
    tokenizer.normalizer = normalizers.Sequence([normalizers.Prepend("▁"), normalizers.Replace(" ", "▁")])
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace(prepend_scheme="never")  # words, while it is trained
    special = ["<unk>", "<s>", "</s>"]
    byte_pieces = [f"<0x{byte:02X}>" for byte in range(256)]
    trainer = trainers.BpeTrainer(
        vocab_size=vocab_size + 259, special_tokens=special + byte_pieces, show_progress=False
    )
    tokenizer.train_from_iterator(CORPUS, trainer)
    content = json.loads(tokenizer.to_str())
    content["pre_tokenizer"] = None
    # The byte pieces are plain ones.
    content["added_tokens"] = [token for token in content["added_tokens"] if token["content"] in special]
    content["decoder"] = {
        "type": "Sequence",
        "decoders": [
            {"type": "Replace", "pattern": {"String": "▁"}, "content": " "},
            {"type": "ByteFallback"},
            {"type": "Fuse"},
            {"type": "Strip", "content": " ", "start": 1, "stop": 0},
        ],
    }
    content["post_processor"] = {
        "type": "TemplateProcessing",
        "single": [{"SpecialToken": {"id": "<s>", "type_id": 0}}, {"Sequence": {"id": "A", "type_id": 0}}],
        "pair": [{"Sequence": {"id": "A", "type_id": 0}}, {"Sequence": {"id": "B", "type_id": 0}}],
        "special_tokens": {"<s>": {"id": "<s>", "ids": [1], "tokens": ["<s>"]}},
    }
    whole = Tokenizer.from_str(json.dumps(content))
    return PreTrainedTokenizerFast(tokenizer_object=whole, eos_token="</s>", unk_token="<unk>")


def wrapped(tokenizer: Any) -> TransformersTokenizer:
    """As the app hands it to a speculator."""
    return TransformersTokenizer(tokenizer, frozenset())


# --- models


def tiny_model(
    kind: str = "llama",
    vocab_size: int = 260,
    seed: int = 0,
    attn_implementation: str | None = None,
    **changes: Any,
) -> Any:
    make, sizes = SIZES[kind]
    common: dict[str, Any] = {
        "vocab_size": vocab_size,
        "hidden_size": 32,
        "num_hidden_layers": 2,
        "max_position_embeddings": 512,
        "initializer_range": 0.5,
        "bos_token_id": None,
        "eos_token_id": None,
        "pad_token_id": None,
    }
    torch.manual_seed(seed)
    config = make(**(common | sizes | changes))
    model = AutoModelForCausalLM.from_config(
        config, dtype=torch.float32, attn_implementation=attn_implementation
    )
    return model.eval()


def write_model(folder: Path, tokenizer: Any, kind: str = "llama", **changes: Any) -> Path:
    """A folder as a user would have it: config, safetensors, tokenizer."""
    changes.setdefault("vocab_size", len(tokenizer))
    tiny_model(kind, **changes).save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder


def nudged(folder: Path, source: Path, strength: float) -> Path:
    """A copy of a model whose weights are a little off: a draft that is often right and often wrong."""
    shutil.copytree(source, folder)
    weights = {}
    generator = torch.Generator().manual_seed(7)
    with safe_open(source / "model.safetensors", framework="pt") as file:
        for name in file.keys():  # noqa: SIM118 - not a dict
            tensor = file.get_tensor(name)
            noise = torch.randn(tensor.shape, generator=generator) * tensor.float().std() * strength
            weights[name] = (tensor.float() + noise).to(tensor.dtype)
    save_file(weights, folder / "model.safetensors", metadata={"format": "pt"})
    return folder


def early_layers(folder: Path, source: Path, layers: int) -> Path:
    """The model of `source` with its first layers alone: smaller, faster, and of the same vocabulary."""
    folder.mkdir(parents=True)
    config = json.loads((source / "config.json").read_text())
    (folder / "config.json").write_text(json.dumps(config | {"num_hidden_layers": layers}))
    for name in ("tokenizer.json", "tokenizer_config.json", "generation_config.json"):
        shutil.copyfile(source / name, folder / name)
    weights = {}
    with safe_open(source / "model.safetensors", framework="pt") as file:
        for name in file.keys():  # noqa: SIM118 - not a dict
            parts = name.split(".")
            if "layers" not in parts or int(parts[parts.index("layers") + 1]) < layers:
                weights[name] = file.get_tensor(name)
    save_file(weights, folder / "model.safetensors", metadata={"format": "pt"})
    return folder


# --- the app's side


class Models:
    """A host that knows these models."""

    def __init__(self, *folders: Path) -> None:
        self.listed = [LocalModel(folder.name, folder) for folder in folders]
        self.data_folder = Path("unused")

    def models(self) -> Sequence[LocalModel]:
        return self.listed

    def request_history(self) -> None:
        raise AssertionError("a draft model needs no history")


def target_of(tokenizer: Any, vocab_size: int | None = None) -> Target:
    return Target("the target", vocab_size or len(tokenizer), 512, wrapped(tokenizer))


def session_of(
    target: Target, token_ids: Sequence[int], sampling: Sampling | None = None, chat: str = "chat"
) -> Session:
    sampling = sampling or Sampling()
    return Session(
        chat,
        False,
        tuple(token_ids),
        target.vocab_size,
        target.tokenizer,
        sampling.seed,
        Path("unused"),
        sampling,
    )


@contextmanager
def one_thread() -> Iterator[None]:
    """Tiny tensors are slower on several."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)
