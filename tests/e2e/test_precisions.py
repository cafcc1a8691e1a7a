"""The real model in each precision: speculation changes no token, and fewer bits change little else."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch

from foreword.messages import ChatMessage, Finished, GenerateRequest, LoadRequest, Sampling
from foreword.paths import Paths
from foreword.worker.cancel import CancelToken, Switches
from foreword.worker.service import Service
from tests.e2e.prompts import PROMPTS

pytestmark = [pytest.mark.starter, pytest.mark.timeout(900)]

TEXT = (
    "A lighthouse is a tower with a bright light at its top, built on a coast or a rock to guide ships at "
    "night. For centuries keepers lived beside the lamp, trimmed its wick, wound the clockwork that turned "
    "the lens, and wrote down every passing sail. Today most of the lights run by themselves."
)
AGREEMENT = {"int8": 0.9, "int4": 0.55}
"""Share of places at which the likeliest token is that of bfloat16: far below what was measured."""


def load(service: Service, folder: Path, precision: str, cache: str = "full") -> None:
    wanted = LoadRequest(str(folder), precision, context=1024, cache=cache)  # type: ignore[arg-type]
    service.load(wanted, lambda _stage, _fraction: None, lambda: False)


@pytest.mark.parametrize(("precision", "cache"), [("int8", "full"), ("int4", "full"), ("bfloat16", "int8")])
def test_on_equals_off(starter_folder: Path, tmp_path: Path, precision: str, cache: str) -> None:
    switches = Switches()
    service = Service(Paths.profile(tmp_path / "profile").ensure(), switches)
    load(service, starter_folder, precision, cache)
    drafted = 0
    for temperature in (0.0, 0.8):
        messages = (ChatMessage("user", PROMPTS[0]),)
        request = GenerateRequest("r", "c", messages, Sampling(temperature=temperature, seed=3), 48)
        replies = []
        for enabled in ([], ["ngram"]):
            switches.set(enabled)
            *_, finished = service.generate(request, CancelToken())
            assert isinstance(finished, Finished)
            replies.append(finished)
        assert replies[1].token_ids == replies[0].token_ids
        drafted += replies[1].stats.drafted
    assert drafted > 0
    service.close()


@torch.inference_mode()
def likeliest(folder: Path, precision: str) -> torch.Tensor:
    from foreword.target.loading import load_target
    from foreword.target.transformers_target import TransformersTarget

    target = load_target(folder, name="starter", dtype=precision, context=1024)
    assert isinstance(target, TransformersTarget)
    ids = target.tokenizer.encode(TEXT)
    rows = []
    for begin in range(0, len(ids), target.widths[-1]):
        block = ids[begin : begin + target.widths[-1]]
        width = next(width for width in target.widths if width >= len(block))
        rows.append(target.verify(block, range(-1, len(block) - 1), width).argmax(-1))
        target.keep(range(1, len(block)))
    return torch.cat(rows)


def test_fewer_bits_choose_mostly_the_same_tokens(starter_folder: Path) -> None:
    full = likeliest(starter_folder, "bfloat16")
    for precision, least in AGREEMENT.items():
        agreement = float((likeliest(starter_folder, precision) == full).float().mean())
        print(f"{precision}: {agreement:.1%} of {len(full)} places")
        assert agreement >= least, precision
