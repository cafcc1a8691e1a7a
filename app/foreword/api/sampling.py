"""How the target draws its tokens, and the randomness that it draws with.

A speculator needs neither: the target decides. One with a model of its own may use both for its own
draws: the same noise at the same position makes two models that nearly agree draw the same token far
more often than independent dice would (drafter-invariant speculative decoding, arXiv 2408.07978).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeVar

Array = TypeVar("Array")

_GOLDEN = 0x9E3779B97F4A7C15
_MASK = (1 << 64) - 1


@dataclass(frozen=True, slots=True)
class Sampling:
    """How tokens are drawn. Temperature 0 is greedy; `top_k` 0, `top_p` 1 and `min_p` 0 are off.

    The repetition penalty counts prompt and reply, presence and frequency penalty the reply alone.
    `logit_bias` holds pairs of token id and what is added to its logit. Applied in this order: penalties and
    bias, then temperature, then top-k, top-p and min-p over the probabilities that are left.
    """

    temperature: float = 0.0
    top_k: int = 0
    top_p: float = 1.0
    min_p: float = 0.0
    repetition_penalty: float = 1.0
    presence_penalty: float = 0.0
    frequency_penalty: float = 0.0
    logit_bias: tuple[tuple[int, float], ...] = ()
    seed: int = 0


def keyed_bits(seed: int, position: int, token_ids: Array) -> Array:
    """52 random bits for each of `token_ids`, keyed by all three numbers, in the shape of `token_ids`.

    `token_ids` is an int64 array or tensor of any library whose `* + ^ >> &` wrap (torch, numpy);
    `position` is the index that the drawn token will have in the conversation. The target draws the
    token with the highest log-probability plus Gumbel noise, where
    `noise = -log(-log((bits + 0.5) * 2**-52))` in float64. The bits come from a counter-based hash (the
    finaliser of SplitMix64, Steele et al. 2014): the same on every device, with no state to advance.
    Part of the version promise: the bits for given numbers never change within a major version.

    Raises TypeError for ids of any other type, whose products would wrap elsewhere or not at all.
    """
    dtype = str(getattr(token_ids, "dtype", type(token_ids).__name__)).rpartition(".")[2]
    if dtype != "int64":
        raise TypeError(f"token_ids must be an int64 array or tensor, not {dtype}")
    key = _mix(_mix(seed & _MASK) ^ (position * _GOLDEN & _MASK))
    ids: Any = token_ids
    bits: Array = _shift_right(_mix_array(ids * _signed(_GOLDEN) + _signed(key)), 12)
    return bits


def keyed_bits_of(seed: int, position: int, token_id: int) -> int:
    """The same for one plain int, without any library: slow, and good for tests."""
    key = _mix(_mix(seed & _MASK) ^ (position * _GOLDEN & _MASK))
    return _finalise((token_id * _GOLDEN + key) & _MASK) >> 12


def _mix(value: int) -> int:
    return _finalise((value + _GOLDEN) & _MASK)


def _finalise(value: int) -> int:
    value = ((value ^ (value >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    value = ((value ^ (value >> 27)) * 0x94D049BB133111EB) & _MASK
    return value ^ (value >> 31)


def _mix_array(value: Any) -> Any:
    """SplitMix64's finaliser; products of int64 wrap as unsigned ones do."""
    value = (value ^ _shift_right(value, 30)) * _signed(0xBF58476D1CE4E5B9)
    value = (value ^ _shift_right(value, 27)) * _signed(0x94D049BB133111EB)
    return value ^ _shift_right(value, 31)


def _shift_right(value: Any, bits: int) -> Any:
    """Logical shift; that of the signed types is arithmetic."""
    return (value >> bits) & ((1 << (64 - bits)) - 1)


def _signed(value: int) -> int:
    return value - (1 << 64) if value >= 1 << 63 else value
