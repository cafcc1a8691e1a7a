"""Each precision and each way to keep keys and values: speculation changes no token, and a cache that is
rewound is the one that never had more in it."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch

from foreword.engine.generate import Engine
from foreword.engine.planner import Planner
from foreword.messages import ChatMessage, Finished, GenerateRequest, Sampling
from foreword.speculators.pool import Pool
from foreword.target.cache import SlotCache
from foreword.target.loading import load_target
from foreword.target.transformers_target import TransformersTarget
from tests.fakes.speculators import registry_of
from tests.fakes.tiny_target import write_tiny

IDS = [int(token) for token in torch.randint(0, 256, (700,), generator=torch.Generator().manual_seed(3))]
WAYS = [
    ("float32", "int8"),
    ("bfloat16", "int8"),
    ("int8", "full"),
    ("int8", "int8"),
    ("int4", "full"),
]


@pytest.fixture(scope="module", params=WAYS, ids="-".join)
def target(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> TransformersTarget:
    folder = write_tiny(tmp_path_factory.mktemp("models") / "tiny", vocab_size=288)
    precision, cache = request.param
    found = load_target(folder, name="tiny", dtype=precision, cache=cache)
    assert isinstance(found, TransformersTarget)
    assert found.info.fingerprint["cache"] == cache
    assert len(found.widths) > 3
    return found


def reply(target: TransformersTarget, data: Path, temperature: float, *, on: bool) -> Finished:
    registry = registry_of(("ngram", "foreword_ngram:NgramSpeculator"))
    pool = Pool(registry, lambda: frozenset(["ngram"] if on else []), data)
    engine = Engine(target, pool, Planner(target.widths, target.branches))
    messages = (ChatMessage("user", "one two one two one two one two"),)
    request = GenerateRequest("r", "c", messages, Sampling(temperature=temperature, seed=7), max_tokens=120)
    *_, finished = engine.generate(request, lambda: False)
    pool.close()
    assert isinstance(finished, Finished)
    return finished


@pytest.mark.parametrize("temperature", [0.0, 0.9])
def test_drafts_change_no_token(target: TransformersTarget, tmp_path: Path, temperature: float) -> None:
    target.reuse([])
    plain = reply(target, tmp_path, temperature, on=False)
    for _ in range(2):  # the second one finds the first one's cache
        drafted = reply(target, tmp_path, temperature, on=True)
        assert drafted.stats.drafted > 0
        assert drafted.token_ids == plain.token_ids


@pytest.mark.parametrize("context", [1, 77, 505])
def test_every_width_gives_the_same_bits(target: TransformersTarget, context: int) -> None:
    kept = target.reuse(IDS[:context])
    for begin in range(kept, context, target.chunks[-1]):
        target.extend(IDS[begin : min(context, begin + target.chunks[-1])])
    block = IDS[context : context + target.widths[-1]]
    widest = target.verify(block, range(-1, len(block) - 1), len(block)).clone()
    for width in target.widths:
        assert torch.equal(target.verify(block[:width], range(-1, width - 1), width), widest[:width])


# --- keys and values in 8 bits


def states(tokens: int, seed: int, dtype: torch.dtype = torch.float32) -> torch.Tensor:
    return torch.randn(1, 2, tokens, 16, generator=torch.Generator().manual_seed(seed)).to(dtype) * 3


def test_what_comes_back_is_near_to_what_was_kept() -> None:
    cache = SlotCache(1, 600, in_bytes=True)
    cache.aim(8)
    keys, values = cache.layers[0].update(states(8, 1), states(8, 2))
    assert keys.shape == (1, 2, 512, 16)
    for found, kept in ((keys, states(8, 1)), (values, states(8, 2))):
        assert float((found[:, :, :8] - kept).norm() / kept.norm()) < 0.01
        assert not found[:, :, 8:].any()


def test_it_takes_about_half_the_memory() -> None:
    sizes = []
    for in_bytes in (False, True):
        cache = SlotCache(1, 4096, in_bytes=in_bytes)
        cache.aim(8)
        wide = torch.randn(1, 2, 8, 64).to(torch.bfloat16)
        cache.layers[0].update(wide, wide)
        sizes.append(sum(kept.nbytes for kept in cache.layers[0].kept()))
    assert 0.5 < sizes[1] / sizes[0] < 0.53


def test_a_token_leaves_the_same_whoever_comes_with_it() -> None:
    alone, together = SlotCache(1, 600, in_bytes=True), SlotCache(1, 600, in_bytes=True)
    keys = states(6, 4, torch.bfloat16)
    together.aim(6)
    together.layers[0].update(keys, keys)
    for at in range(6):
        alone.aim(1)
        alone.layers[0].update(keys[:, :, at : at + 1], keys[:, :, at : at + 1])
        alone.length += 1
    for one, other in zip(alone.layers[0].kept(), together.layers[0].kept(), strict=True):
        assert torch.equal(one, other)


def test_a_dropped_tail_is_written_over_and_branches_move_with_their_scales() -> None:
    cache = SlotCache(1, 600, in_bytes=True)
    cache.aim(4)
    cache.layers[0].update(states(4, 1), states(4, 2))
    cache.length = 1
    cache.compact([2, 3], 1)
    cache.length = 3
    cache.aim(1)
    keys, _ = cache.layers[0].update(states(1, 9), states(1, 9))
    expected = torch.cat((states(4, 1)[:, :, [0, 2, 3]], states(1, 9)), 2)
    assert float((keys[:, :, :4] - expected).norm() / expected.norm()) < 0.01


def test_a_slot_can_be_named_by_a_tensor_as_graphs_do() -> None:
    cache = SlotCache(1, 600, in_bytes=True)
    cache.aim(2)
    with cache.writing_at(torch.tensor([3, 4])):
        keys, _ = cache.layers[0].update(states(2, 1), states(2, 1))
    assert not keys[:, :, :3].any()
    assert keys[:, :, 3:5].all()
