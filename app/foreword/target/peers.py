"""Peers: the same weights written with by transformers' own `generate`, to compare with.

Plain `generate`, or its prompt lookup; its own code, its default cache, its SDPA attention. Nothing here
is used for a reader's reply. Knows token ids and seconds; nothing of questions or tables.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import torch
from transformers import AutoModelForCausalLM, GenerationConfig
from transformers.generation.streamers import BaseStreamer
from transformers.utils import logging as transformers_logging

from foreword.messages import ModelInfo, Sampling
from foreword.target.devices import pick_device, pick_dtype
from foreword.target.fingerprint import Facts
from foreword.target.target import TargetError
from foreword.target.tokenizer import TransformersTokenizer
from foreword.target.vocabulary import read_tokenizer

LOOKUP_MATCH = 3
"""The longest match that prompt lookup looks for: its author's choice, and Spec-Bench's after him."""


@dataclass(frozen=True, slots=True)
class PeerReply:
    """What `generate` wrote, the EOS included.

    The pass over the prompt gives the first token, with prompt lookup perhaps more: they belong to
    `prefill_seconds`. `decode_tokens` are those behind them, written in `decode_seconds`.
    """

    token_ids: tuple[int, ...]
    passes: int
    decode_tokens: int
    prefill_seconds: float
    decode_seconds: float


def load_peer(folder: Path, *, name: str, dtype: str, context: int, lookup: int | None) -> Peer:
    """Load the model of `folder` as transformers would by itself; `lookup` tokens are drafted per step.

    Raises TargetError with one line where it can't be loaded.
    """
    transformers_logging.set_verbosity_error()
    transformers_logging.disable_progress_bar()
    device = pick_device()
    try:
        model = AutoModelForCausalLM.from_pretrained(
            folder,
            dtype=pick_dtype(dtype, device),
            attn_implementation="sdpa",
            use_safetensors=True,
            trust_remote_code=False,
            local_files_only=True,
        )
        model = model.to(device).eval()
    except (torch.OutOfMemoryError, OSError, ValueError) as error:
        raise TargetError(f"{name} can't be loaded by transformers alone: {error}") from error
    return Peer(model, read_tokenizer(folder), name=name, context=context, lookup=lookup)


class Peer:
    """A model as transformers runs it. `context` bounds prompt and reply together, in tokens."""

    def __init__(
        self, model: Any, tokenizer: TransformersTokenizer, *, name: str, context: int, lookup: int | None
    ) -> None:
        self.tokenizer = tokenizer
        self._model = model
        self._lookup = lookup
        # What the folder wishes for (penalties, a temperature) would make it write another text.
        model.generation_config = GenerationConfig()
        backend = "transformers generate, sdpa" + (f", prompt lookup of {lookup}" if lookup else "")
        facts = Facts.of(model, backend)
        config = model.config.get_text_config(decoder=True)
        self.info = ModelInfo(
            name=name,
            device=facts.device,
            dtype=facts.dtype,
            context_length=min(context, getattr(config, "max_position_embeddings", None) or context),
            vocab_size=config.vocab_size,
            fingerprint=asdict(facts),
            widths=(),
        )

    def generate(self, prompt: Sequence[int], sampling: Sampling, max_tokens: int) -> PeerReply:
        """Write at most `max_tokens` tokens behind `prompt`."""
        clock = _Clock()
        ids = torch.tensor([list(prompt)], device=self._model.device)
        torch.manual_seed(sampling.seed)
        begun = time.perf_counter()
        with torch.inference_mode():
            written = self._model.generate(
                ids,
                attention_mask=torch.ones_like(ids),
                generation_config=self._config(sampling, max_tokens),
                streamer=clock,
            )
        token_ids = tuple(written[0, len(prompt) :].tolist())
        return PeerReply(
            token_ids=token_ids,
            passes=len(clock.times),
            decode_tokens=len(token_ids) - clock.first,
            prefill_seconds=clock.times[0] - begun,
            decode_seconds=clock.times[-1] - clock.times[0],
        )

    def _config(self, sampling: Sampling, max_tokens: int) -> GenerationConfig:
        eos = sorted(self.tokenizer.eos_ids)
        wanted: dict[str, Any] = {
            "max_new_tokens": max_tokens,
            "eos_token_id": eos or None,
            "pad_token_id": eos[0] if eos else 0,
            "do_sample": sampling.temperature > 0,
            "repetition_penalty": sampling.repetition_penalty,
        }
        if sampling.temperature > 0:
            wanted |= {
                "temperature": sampling.temperature,
                "top_k": sampling.top_k,
                "top_p": sampling.top_p,
                "min_p": sampling.min_p or None,
            }
        if self._lookup:
            wanted |= {"prompt_lookup_num_tokens": self._lookup, "max_matching_ngram_size": LOOKUP_MATCH}
        return GenerationConfig(**wanted)


class _Clock(BaseStreamer):  # type: ignore[misc]  # transformers is not typed
    """When each pass was over. `generate` hands over the prompt first, then what each pass committed."""

    def __init__(self) -> None:
        self.times: list[float] = []
        self.first = 0
        self._prompt_seen = False

    def put(self, value: Any) -> None:
        if not self._prompt_seen:
            self._prompt_seen = True
            return
        self.times.append(time.perf_counter())
        if len(self.times) == 1:
            self.first = value.numel()

    def end(self) -> None:
        return
