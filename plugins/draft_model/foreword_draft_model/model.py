"""DraftModel: a loaded causal model and the keys and values of the tokens that it has read.

`ids` are the tokens in its cache. It reads what is missing, one pass for a few tokens or chunks for many,
and drops a tail whenever it is told to. Knows its own ids and logits; nothing of the target.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch
from transformers import AutoModelForCausalLM
from transformers.utils import logging as transformers_logging

from foreword_draft_model.cache import roomy_cache
from foreword_draft_model.folder import Obstacle

CHUNK = 256
"""Tokens of a prompt read in one pass."""


class DraftModel:
    """`context_length` is how many tokens it can read, None where it sets no limit."""

    def __init__(self, model: Any, context_length: int | None = None) -> None:
        self._model = model
        self._device: torch.device = model.device
        self._cache = roomy_cache()
        self.ids: list[int] = []
        self.context_length = context_length

    @property
    def dtype(self) -> str:
        return str(self._model.dtype).removeprefix("torch.")

    @property
    def device(self) -> torch.device:
        return self._device

    def room_behind(self, tokens: int) -> int:
        """How many tokens it can still read when it has read so many."""
        return (1 << 30) if self.context_length is None else self.context_length - tokens

    def cut_to(self, ids: Sequence[int]) -> None:
        """Drop what isn't a common beginning with `ids`: nothing that was rejected stays in the cache."""
        kept = common_prefix(self.ids, ids)
        if kept < len(self.ids):
            self._cache.crop(kept - len(self.ids))
            del self.ids[kept:]

    @torch.inference_mode()
    def read(self, ids: Sequence[int]) -> torch.Tensor:
        """Read on to the end of `ids`; the logits behind the last of them, [vocabulary].

        `ids` isn't empty and begins with what was read; where that is all of it, its last token is read
        again. The logits are good until the next call.
        """
        if len(self.ids) == len(ids):
            self._cache.crop(-1)
            del self.ids[-1:]
        logits: torch.Tensor | None = None
        while len(self.ids) < len(ids):
            logits = self._pass(ids[len(self.ids) : len(self.ids) + CHUNK])
        assert logits is not None, "there is always a last token"
        return logits

    def clear(self) -> None:
        """Forget all that was read, and give its memory back."""
        self._cache = roomy_cache()
        self.ids = []

    def _pass(self, ids: Sequence[int]) -> torch.Tensor:
        begin = len(self.ids)
        output = self._model(
            input_ids=torch.tensor([list(ids)], device=self._device),
            position_ids=torch.arange(begin, begin + len(ids), device=self._device)[None],
            cache=self._cache,
            use_cache=True,
            logits_to_keep=1,
        )
        self.ids.extend(ids)
        logits: torch.Tensor = output.logits[0, -1]
        return logits


def load(folder: Path, dtype: str, context_length: int | None) -> DraftModel:
    """Load the model of a folder that was judged before. Raises Obstacle where that can't be done here."""
    device = torch.device("cuda", 0) if torch.cuda.is_available() else torch.device("cpu")
    transformers_logging.disable_progress_bar()
    try:
        # Read as float32 and converted afterwards: loading in another format changes, for a while, the
        # number format that torch takes by default in all threads, the target's too.
        model = AutoModelForCausalLM.from_pretrained(
            folder,
            dtype=torch.float32,
            attn_implementation="sdpa",
            use_safetensors=True,
            trust_remote_code=False,
            local_files_only=True,
        ).eval()
        wanted = _dtype(dtype, device)
        for parameter in model.parameters():
            parameter.requires_grad_(False)
            parameter.data = parameter.data.to(wanted)
        loaded = DraftModel(model.to(device), context_length)
        check(loaded, model.get_input_embeddings().weight.shape[0])
    except torch.OutOfMemoryError as error:
        raise Obstacle("it doesn't fit into the memory that is left") from error
    except (OSError, ValueError, RuntimeError, KeyError, TypeError, NotImplementedError) as error:
        raise Obstacle(f"it can't be run here ({_first_line(error)})") from error
    return loaded


@torch.inference_mode()
def check(model: DraftModel, vocab_size: int) -> None:
    """Raises Obstacle unless a cache whose tail was dropped gives the logits that a fresh one gives."""
    tokens = [(at * 7919 + 13) % vocab_size for at in range(24)]
    ids = tokens[:8] + tokens[16:]
    model.read(tokens[:16])
    model.cut_to(ids)
    rewound = model.read(ids).float()
    model.clear()
    fresh = model.read(ids).float()
    model.clear()
    # Rounding differs with the number of tokens in a pass; a state that wasn't rewound differs wholly.
    if not bool((rewound - fresh).abs().max() <= 0.25 * fresh.std() + 1e-3):
        raise Obstacle("its state can't be rewound")


def common_prefix(ours: Sequence[int], theirs: Sequence[int]) -> int:
    """How many ids two lists share from the beginning; compared in blocks, since they are long and alike."""
    shorter = min(len(ours), len(theirs))
    block = 512
    for begin in range(0, shorter, block):
        end = min(begin + block, shorter)
        if ours[begin:end] != theirs[begin:end]:
            return next(at for at in range(begin, end) if ours[at] != theirs[at])
    return shorter


def _dtype(wanted: str, device: torch.device) -> torch.dtype:
    """bfloat16 on a GPU and on processors that compute in it, float32 elsewhere, if "auto"."""
    if wanted != "auto":
        named: torch.dtype = getattr(torch, wanted)
        return named
    fast = torch.cpu._is_avx512_bf16_supported() or torch.cpu._is_amx_tile_supported()
    return torch.bfloat16 if device.type != "cpu" or fast else torch.float32


def _first_line(error: BaseException) -> str:
    lines = str(error).strip().splitlines()
    return lines[0][:120] if lines else type(error).__name__
