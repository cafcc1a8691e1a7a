"""The draft's draws: the target's own rules and randomness, so that two models that agree draw alike."""

from __future__ import annotations

import pytest
import torch

from foreword.engine.sampling import Sampler
from foreword.messages import Sampling
from foreword_draft_model.draws import Draws

SIZE = 300
RULES = {
    "greedy": {},
    "temperature": {"temperature": 0.8},
    "top-k": {"temperature": 1.1, "top_k": 12},
    "top-p": {"temperature": 0.9, "top_p": 0.7},
    "min-p": {"temperature": 1.3, "min_p": 0.05},
    "all": {"temperature": 0.8, "top_k": 40, "top_p": 0.9, "min_p": 0.02},
    "penalties": {"repetition_penalty": 1.4, "frequency_penalty": 0.3, "presence_penalty": 0.4},
    "bias": {"temperature": 0.7, "logit_bias": ((5, 3.0), (6, -2.0), (9999, 1.0)), "repetition_penalty": 0.8},
}
CPU = torch.device("cpu")


def rows(count: int, seed: int = 0, spread: float = 2.5) -> torch.Tensor:
    return torch.randn(count, SIZE, generator=torch.Generator().manual_seed(seed)) * spread


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
def test_a_draft_model_with_the_targets_logits_draws_the_targets_tokens(rules: dict[str, object]) -> None:
    prompt = [3, 5, 8, 299]
    sampling = Sampling(seed=11, **rules)  # type: ignore[arg-type]
    target, draws = Sampler(sampling, prompt), Draws(sampling, range(SIZE), prompt, CPU)
    drafted: list[int] = []
    for position, row in enumerate(rows(60), start=len(prompt)):
        target.begin(row[None])
        wanted = target.pick(0, position)
        token, chance = draws.draw(row, position, drafted)
        assert token == wanted
        assert 0.0 < chance <= 1.0 + 1e-5
        target.commit(token)
        drafted.append(token)
        if len(drafted) == 7:  # committed in blocks: what was drafted counts as written before
            draws.commit(drafted)
            drafted = []


def agreement(same_seed: bool) -> float:
    """How often two models draw the same token, whose distributions are close."""
    ours, theirs = rows(400, 1), rows(400, 1) + 0.4 * rows(400, 2, 1.0)
    target = Draws(Sampling(temperature=0.8, seed=5), range(SIZE), (), CPU)
    draft = Draws(Sampling(temperature=0.8, seed=5 if same_seed else 6), range(SIZE), (), CPU)
    pairs = zip(ours, theirs, strict=True)
    same = sum(target.draw(a, at, ())[0] == draft.draw(b, at, ())[0] for at, (a, b) in enumerate(pairs))
    return same / 400


def test_shared_randomness_agrees_more_often_than_independent_draws() -> None:
    shared, independent = agreement(same_seed=True), agreement(same_seed=False)
    assert shared > independent + 0.3
    assert shared > 0.75


def test_ids_share_the_noise_of_the_targets_ids_that_they_stand_for() -> None:
    sampling = Sampling(temperature=1.0, seed=3)
    order = torch.randperm(SIZE, generator=torch.Generator().manual_seed(4))
    plain, permuted = Draws(sampling, range(SIZE), (), CPU), Draws(sampling, order.tolist(), (), CPU)
    for position, row in enumerate(rows(30)):
        token, _ = plain.draw(row, position, ())
        assert int(order[permuted.draw(row[order], position, ())[0]]) == token


def test_ids_without_a_counterpart_have_a_noise_of_their_own() -> None:
    draws = Draws(Sampling(temperature=1.0, seed=3), [-1] * SIZE, (), CPU)
    drawn = {draws.draw(torch.zeros(SIZE), position, ())[0] for position in range(40)}
    assert len(drawn) > 30


def test_the_chance_is_that_of_the_drawn_token() -> None:
    row = torch.full((SIZE,), -30.0)
    row[7], row[8] = 2.0, 2.0
    _, chance = Draws(Sampling(), range(SIZE), (), CPU).draw(row, 0, ())
    assert chance == pytest.approx(0.5, abs=1e-3)
    drawn, chance = Draws(Sampling(temperature=0.5), range(SIZE), (), CPU).draw(row, 0, ())
    assert drawn in (7, 8)
    assert chance == pytest.approx(0.5, abs=1e-3)
