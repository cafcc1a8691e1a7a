"""What only a GPU can show: real captures, exactness through them, memory given back."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch

from foreword.engine.generate import Engine
from foreword.engine.planner import Planner
from foreword.messages import ChatMessage, Finished, GenerateRequest, Sampling
from foreword.speculators.pool import Pool
from foreword.target.loading import load_target
from foreword.target.memory import give_back
from tests.fakes.speculators import registry_of
from tests.fakes.tiny_target import write_tiny

pytestmark = [pytest.mark.gpu, pytest.mark.skipif(not torch.cuda.is_available(), reason="needs CUDA")]


@pytest.mark.parametrize("temperature", [0.0, 0.8])
@pytest.mark.parametrize(
    ("dtype", "cache"),
    [("bfloat16", "full"), ("float32", "full"), ("float16", "full"), ("int8", "full"), ("int4", "int8")],
)
def test_on_equals_off_through_graphs(tmp_path: Path, dtype: str, cache: str, temperature: float) -> None:
    folder = write_tiny(tmp_path / "tiny", vocab_size=288, hidden_size=128, intermediate_size=256)
    target = load_target(folder, name="tiny", dtype=dtype, cache=cache)
    assert "CUDA graphs" in target.info.fingerprint["backend"]
    on: set[str] = set()
    pool = Pool(registry_of(("ngram", "foreword_ngram:NgramSpeculator")), lambda: frozenset(on), tmp_path)
    engine = Engine(target, pool, Planner(target.widths, target.branches))
    replies = []
    for names in ((), ("ngram",)):
        on.clear()
        on.update(names)
        messages = (ChatMessage("user", "one two three one two three one two"),)
        request = GenerateRequest("r", "c", messages, Sampling(temperature=temperature, seed=3), 120)
        *_, finished = engine.generate(request, lambda: False)
        assert isinstance(finished, Finished)
        replies.append(finished.token_ids)
    assert replies[0] == replies[1]


def test_closing_gives_the_memory_back(tmp_path: Path) -> None:
    before = torch.cuda.memory_allocated()
    target = load_target(write_tiny(tmp_path / "tiny"), name="tiny")
    assert torch.cuda.memory_allocated() > before
    target.close()
    del target
    give_back()
    assert torch.cuda.memory_allocated() == before
