"""The draw is the target's own distribution, and depends on seed, position and token alone."""

from __future__ import annotations

import math

import pytest
import torch

from foreword.api import keyed_bits
from foreword.engine.sampling import Sampler, accept, gumbel_noise, likeliest
from foreword.engine.tree import TokenTree
from foreword.messages import Sampling

#: Computed with Python integers from the published constants.
EXPECTED_NOISE = (-0.26106013113405635, -1.4603981752963076, -0.7799613824244817)
#: By (seed, position), for the ids 0, 1, 77, 49151 and 151935: what the first release drew with.
PINNED_NOISE = {
    (0, 0): [1.053059059283, -0.680757802514, -1.528519367207, 0.711500185854, -0.195579847704],
    (1, 2): [-0.261060131134, -1.460398175296, 2.453147482337, -0.779961382424, 0.755069290415],
    (7, 1 << 17): [-0.234645272668, 0.606622611977, 0.532487935538, 0.203434785428, -0.426173396868],
    ((1 << 63) - 1, 5): [
        0.742424524677, 1.333116231804, -0.468450095509, -0.743769479668, -1.214099251551,
    ],
}  # fmt: skip
LOGITS = torch.tensor([[2.0, 1.0, 0.0, -1.0, 3.0, 0.5]])


def draws(count: int, logits: torch.Tensor = LOGITS, **rules: float) -> list[int]:
    """Tokens drawn at `count` positions."""
    sampler = Sampler(Sampling(**({"temperature": 1.0, "seed": 7} | rules)), [])  # type: ignore[arg-type]
    sampler.begin(logits)
    return [sampler.pick(0, position) for position in range(count)]


def chi_square(tokens: list[int], probabilities: torch.Tensor) -> float:
    total = len(tokens)
    return sum(
        (tokens.count(at) - total * p) ** 2 / (total * p) for at, p in enumerate(probabilities.tolist())
    )


@pytest.mark.parametrize("temperature", [0.5, 1.0, 2.0])
def test_the_drawn_distribution_is_the_softmax(temperature: float) -> None:
    expected = (LOGITS[0] / temperature).softmax(-1)
    # 5 degrees of freedom: 20.5 is passed by chance once in a thousand; the seed is fixed.
    assert chi_square(draws(20_000, temperature=temperature), expected) < 20.5


def test_draws_at_different_seeds_and_positions_are_independent() -> None:
    ids = torch.arange(4)
    by_seed = torch.stack([gumbel_noise(seed, 5, ids) for seed in range(4000)])
    by_position = torch.stack([gumbel_noise(5, position, ids) for position in range(4000)])
    for noise in (by_seed, by_position):
        assert noise.mean().item() == pytest.approx(0.5772, abs=0.05)
        assert noise.var().item() == pytest.approx(math.pi**2 / 6, abs=0.1)
        assert torch.corrcoef(noise.T).fill_diagonal_(0).abs().max() < 0.06
        assert abs(torch.corrcoef(torch.stack([noise[:-1, 0], noise[1:, 0]]))[0, 1]) < 0.06


def test_the_noise_of_a_token_does_not_depend_on_its_company() -> None:
    whole = gumbel_noise(3, 9, torch.arange(100))
    assert torch.equal(gumbel_noise(3, 9, torch.tensor([42, 7])), whole[[42, 7]])


def test_the_noise_is_fixed_for_good() -> None:
    """A stored seed must give its reply again in later versions."""
    noise = gumbel_noise(1, 2, torch.tensor([0, 1, 49151]))
    assert noise.tolist() == pytest.approx(list(EXPECTED_NOISE), abs=1e-12)


@pytest.mark.parametrize("key", PINNED_NOISE, ids=str)
def test_the_noise_of_the_first_release_is_drawn_still(key: tuple[int, int]) -> None:
    noise = gumbel_noise(*key, torch.tensor([0, 1, 77, 49151, 151935]))
    assert noise.tolist() == pytest.approx(PINNED_NOISE[key], abs=1e-11)


@pytest.mark.parametrize("seed", [0, 3, (1 << 63) - 1])
@pytest.mark.parametrize("position", [0, 1, 131_071])
def test_a_speculator_without_torch_has_the_same_randomness(seed: int, position: int) -> None:
    ids = torch.arange(0, 152_000, 7)
    assert keyed_bits(seed, position, ids).tolist() == keyed_bits(seed, position, ids.numpy()).tolist()


def test_the_likeliest_are_the_targets_own_best_first() -> None:
    rows = torch.tensor([[0.0, 3.0, 2.0, 1.0], [9.0, 1.0, 5.0, 7.0], [1.0, 2.0, 3.0, 4.0]])
    assert likeliest(rows, [0, 2], 2) == ((1, 2), (3, 2))
    assert likeliest(rows.bfloat16(), [1], 16) == ((0, 3, 2, 1),)


def test_noise_is_finite_for_any_key() -> None:
    for seed in (0, 1, (1 << 63) - 1):
        assert torch.isfinite(gumbel_noise(seed, 8191, torch.arange(200_000))).all()


@pytest.mark.parametrize(
    ("rules", "allowed"),
    [
        ({"top_k": 1}, {4}),
        ({"top_k": 3}, {4, 0, 1}),
        ({"top_k": 100}, {0, 1, 2, 3, 4, 5}),
        ({"top_p": 0.7}, {4, 0}),
        ({"top_p": 0.0}, {4}),
        ({"min_p": 0.3}, {4, 0}),
        ({"min_p": 1.0}, {4}),
        ({"top_p": 1.0, "min_p": 0.0}, {0, 1, 2, 3, 4, 5}),
    ],
)
def test_truncation_leaves_exactly_the_tokens_it_should(rules: dict[str, float], allowed: set[int]) -> None:
    assert set(draws(6000, **rules)) == allowed


def test_top_p_counts_the_token_that_crosses_the_share() -> None:
    logits = torch.log(torch.tensor([[0.5, 0.3, 0.2]]))
    assert set(draws(2000, logits, top_p=0.5)) == {0}
    assert set(draws(2000, logits, top_p=0.51)) == {0, 1}


def test_truncated_draws_keep_their_proportions() -> None:
    tokens = draws(20_000, top_k=3)
    share = LOGITS[0, [0, 1, 4]].softmax(-1)
    assert chi_square([{0: 0, 1: 1, 4: 2}[token] for token in tokens], share) < 13.8


def test_greedy_takes_the_first_of_equals() -> None:
    logits = torch.tensor([[1.0, 5.0, 5.0, 2.0]], dtype=torch.bfloat16)
    assert draws(3, logits, temperature=0.0) == [1, 1, 1]
    assert draws(1, logits, temperature=0.0, repetition_penalty=1.5) == [1]


@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_the_repetition_penalty_lowers_what_was_said_whatever_its_sign(sign: float) -> None:
    logits = torch.tensor([[4.0, 3.9]]) if sign > 0 else torch.tensor([[-3.9, -4.0]])
    sampler = Sampler(Sampling(repetition_penalty=1.2), [0])
    sampler.begin(logits)
    assert sampler.pick(0, 0) == 1
    sampler.commit(1)
    assert sampler.pick(0, 1) == 0


def test_a_penalty_on_ids_beyond_the_rows_is_ignored() -> None:
    sampler = Sampler(Sampling(repetition_penalty=1.2), [99])
    sampler.begin(LOGITS)
    assert sampler.pick(0, 0) == 4


def rows_that_say(*tokens: int) -> torch.Tensor:
    rows = torch.zeros(len(tokens), 6)
    for at, token in enumerate(tokens):
        rows[at, token] = 1.0
    return rows


def test_accept_descends_while_the_target_agrees_and_adds_the_bonus() -> None:
    tree = TokenTree(0)
    first = tree.add(0, 3, "a")
    tree.add(first, 4, "a")
    walked = list(accept(tree, rows_that_say(3, 5, 1), Sampler(Sampling(), []), 10))
    assert walked == [(3, first), (5, None)]


def test_accept_takes_the_branch_that_the_target_takes() -> None:
    tree = TokenTree(0)
    tree.add(0, 1, "a")
    right = tree.add(0, 2, "b")
    deeper = tree.add(right, 4, "b")
    walked = list(accept(tree, rows_that_say(2, 0, 4, 5), Sampler(Sampling(), []), 0))
    assert walked == [(2, right), (4, deeper), (5, None)]


def test_each_node_is_penalised_for_its_own_prefix() -> None:
    tree = TokenTree(0)
    tree.add(0, 1, "a")
    rows = torch.tensor([[0.0, 4.0, 3.9], [0.0, 4.0, 3.9]])
    walked = list(accept(tree, rows, Sampler(Sampling(repetition_penalty=1.2), []), 0))
    assert walked == [(1, 1), (2, None)]


def test_a_caller_that_stops_leaves_nothing_behind_in_the_penalties() -> None:
    tree = TokenTree(0)
    tree.add(tree.add(0, 1, "a"), 2, "a")
    sampler = Sampler(Sampling(repetition_penalty=1.2), [])
    walk = accept(tree, rows_that_say(1, 2, 3), sampler, 0)
    next(walk)
    walk.close()
    assert sampler.pick(0, 0) == 1  # penalised for 1 alone, which is still the likeliest
    assert sampler._penalties is not None
    assert sampler._penalties._written == [1]


def sampler_over(logits: torch.Tensor, prompt: list[int], rounding: float = 0.0, **rules: object) -> Sampler:
    sampler = Sampler(Sampling(**rules), prompt, rounding)  # type: ignore[arg-type]
    sampler.begin(logits)
    return sampler


def test_presence_and_frequency_penalties_count_the_reply_alone() -> None:
    logits = torch.tensor([[5.0, 4.2, 0.0]])
    for rules in ({"presence_penalty": 1.0}, {"frequency_penalty": 1.0}):
        sampler = sampler_over(logits, [0, 0, 0], **rules)
        assert sampler.pick(0, 0) == 0  # the prompt does not count
        sampler.commit(0)
        assert sampler.pick(0, 1) == 1


def test_the_frequency_penalty_grows_with_each_use_and_presence_does_not() -> None:
    logits = torch.tensor([[5.0, 3.5, 0.0]])
    presence = sampler_over(logits, [], presence_penalty=1.0)
    frequency = sampler_over(logits, [], frequency_penalty=1.0)
    for sampler in (presence, frequency):
        sampler.pick(0, 0)
        sampler.commit(0)
        sampler.commit(0)
    assert presence.pick(0, 2) == 0
    assert frequency.pick(0, 2) == 1


@pytest.mark.parametrize(
    "rules",
    [
        {"presence_penalty": 0.0, "frequency_penalty": 0.0, "repetition_penalty": 1.0, "logit_bias": ()},
        {"presence_penalty": 0.0, "frequency_penalty": 0.0, "logit_bias": ((3, 0.0),)},
        {"min_p": 0.0, "top_p": 1.0, "top_k": 0, "repetition_penalty": 1.0},
    ],
)
def test_neutral_values_change_nothing(rules: dict[str, object]) -> None:
    for temperature in (0.0, 1.0):
        neutral = sampler_over(LOGITS, [0, 4], temperature=temperature, seed=7, **rules)
        for position in range(200):
            plain = Sampler(Sampling(temperature=temperature, seed=7), [0, 4])
            plain.begin(LOGITS)
            assert neutral.pick(0, position) == plain.pick(0, position)


def test_a_bias_bans_and_forces() -> None:
    assert sampler_over(LOGITS, [], logit_bias=((4, -100.0),)).pick(0, 0) == 0
    assert sampler_over(LOGITS, [], logit_bias=((3, 100.0), (999_999, 5.0))).pick(0, 0) == 3
    forced = sampler_over(LOGITS, [], logit_bias=((2, 100.0),), temperature=1.0, seed=1)
    assert {forced.pick(0, position) for position in range(300)} == {2}


@pytest.mark.parametrize("temperature", [0.0, 1.0])
def test_near_ties_are_counted_within_the_rounding_bound_alone(temperature: float) -> None:
    near = torch.tensor([[3.0, 2.95, -9.0]])
    sampler = sampler_over(near, [], 0.03, temperature=temperature, top_k=2)
    exact = sampler_over(near, [], 0.0, temperature=temperature, top_k=2)
    for position in range(400):
        assert sampler.pick(0, position) == exact.pick(0, position)
    assert exact.near_ties == 0
    if temperature == 0.0:
        assert sampler.near_ties == 400
    else:  # the difference of two Gumbel draws is logistic: the chance to lie within 0.06 of -0.05
        share = 1 / (1 + math.exp(-0.01)) - 1 / (1 + math.exp(0.11))
        assert sampler.near_ties / 400 == pytest.approx(share, abs=0.02)
