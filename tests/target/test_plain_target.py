"""Models that can't be rewound run plain, say why, and give transformers' own tokens."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import torch

from foreword.engine.generate import Engine
from foreword.engine.planner import Planner
from foreword.messages import ChatMessage, Finished, GenerateRequest
from foreword.speculators.pool import Pool
from foreword.target.loading import load_target
from foreword.target.plain_target import PlainTarget
from tests.fakes.speculators import registry_of
from tests.fakes.tiny_target import EOS, byte_tokenizer

SIZES: dict[str, Any] = {"vocab_size": 260, "hidden_size": 32, "bos_token_id": None, "eos_token_id": EOS}


def mamba() -> Any:
    from transformers import MambaConfig, MambaForCausalLM

    return MambaForCausalLM(MambaConfig(**SIZES, num_hidden_layers=2, state_size=8))


def hybrid() -> Any:
    from transformers import Lfm2Config, Lfm2ForCausalLM

    return Lfm2ForCausalLM(
        Lfm2Config(
            **SIZES, num_hidden_layers=2, intermediate_size=64, num_attention_heads=4,
            num_key_value_heads=2, layer_types=["conv", "full_attention"], initializer_range=0.3,
        )
    )  # fmt: skip


@pytest.fixture(scope="module", params=[mamba, hybrid], ids=lambda make: make.__name__)
def case(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Any]:
    torch.manual_seed(0)
    folder = tmp_path_factory.mktemp("recurrent")
    model = request.param().eval()
    model.save_pretrained(folder)
    byte_tokenizer().save_pretrained(folder)
    return folder, model


def test_it_answers_as_transformers_does_without_drafting(case: tuple[Path, Any], tmp_path: Path) -> None:
    folder, model = case
    target = load_target(folder, name="recurrent", dtype="float32")
    assert isinstance(target, PlainTarget)
    assert "can't be rewound" in target.info.notes[0]
    registry = registry_of(("ngram", "foreword_ngram:NgramSpeculator"))
    pool = Pool(registry, lambda: frozenset(["ngram"]), tmp_path)
    engine = Engine(target, pool, Planner(target.widths, target.branches))
    messages = (ChatMessage("user", "one two one two one two"),)
    *_, finished = engine.generate(GenerateRequest("r", "c", messages, max_tokens=20), lambda: False)
    assert isinstance(finished, Finished)
    prompt = target.tokenizer.encode_chat(messages)
    with torch.inference_mode():
        whole = model.generate(torch.tensor([prompt]), max_new_tokens=20, do_sample=False, pad_token_id=EOS)
    assert list(finished.token_ids) == whole[0, len(prompt) :].tolist()
    assert finished.stats.drafted == 0
    assert finished.stats.passes == finished.stats.completion_tokens


def test_the_state_is_kept_where_the_next_prompt_goes_on_and_dropped_where_not(
    case: tuple[Path, Any],
) -> None:
    target = load_target(case[0], name="recurrent", dtype="float32")
    target.extend([1, 2, 3, 4])
    fresh = target.verify([5], [-1], 1).clone()
    assert target.reuse([1, 2, 3, 4, 5, 6]) == 5
    assert target.reuse([1, 2, 9]) == 0
    target.extend([1, 2, 3, 4])
    assert torch.equal(target.verify([5], [-1], 1), fresh)


def test_more_than_the_root_is_refused(case: tuple[Path, Any]) -> None:
    target = load_target(case[0], name="recurrent", dtype="float32")
    with pytest.raises(ValueError, match="rewound"):
        target.verify([1, 2], [-1, 0], 2)
