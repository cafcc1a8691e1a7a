"""A model small enough to reason about: a Markov chain over token ids, and a tokenizer to go with it.

It draws as the app does, by sample and match with randomness keyed by seed, position and token id, so
what holds for it holds for a real target: its tokens don't depend on who drafts. It repeats itself, as
text does, and likes the two ends of its vocabulary. Knows nothing of speculators.
"""

from __future__ import annotations

import math
import random
import re
from collections.abc import Mapping, Sequence

from foreword.api.host import Target
from foreword.api.sampling import Sampling, keyed_bits_of
from foreword.api.speculator import Tokenizer

CHOICES = 4
"""From so many tokens the model chooses at each position."""

TOPIC = 40
"""For so many positions it talks of one thing, then of another."""


class ToyTokenizer:
    """Writes token 12 as `<12>`, and reads that back; any other character becomes its code's remainder."""

    def __init__(self, vocab_size: int, name: str = "toy") -> None:
        self._vocab_size = vocab_size
        self._name = name

    @property
    def fingerprint(self) -> str:
        return f"{self._name}-{self._vocab_size}"

    def encode(self, text: str) -> list[int]:
        pieces = re.finditer(r"<(\d{1,9})>|(.)", text, re.DOTALL)
        ids = (int(piece[1]) if piece[1] else ord(piece[2]) for piece in pieces)
        return [token % self._vocab_size for token in ids]

    def decode(self, token_ids: Sequence[int]) -> str:
        return "".join(f"<{token}>" for token in token_ids)

    def vocabulary(self) -> Mapping[str, int]:
        return {f"<{token}>": token for token in range(self._vocab_size)}


class ToyModel:
    """The target of the suite. `seed` makes another text of it; equal ones are equal for ever."""

    def __init__(
        self, vocab_size: int = 257, *, tokenizer: Tokenizer | None = None, seed: int = 0, name: str = "toy"
    ) -> None:
        self.vocab_size = vocab_size
        self.tokenizer: Tokenizer = tokenizer or ToyTokenizer(vocab_size)
        self._seed = seed
        self._name = name

    def target(self) -> Target:
        """What `attach` is given."""
        return Target(self._name, self.vocab_size, 32_768, self.tokenizer)

    def likeliest(self, before: Sequence[int], count: int) -> tuple[int, ...]:
        """The `count` likeliest ids to follow `before`, best first; fewer in a smaller vocabulary."""
        chosen = self._choices(before)[:count]
        token = 0
        while len(chosen) < min(count, self.vocab_size):
            if token not in chosen:
                chosen.append(token)
            token += 1
        return tuple(chosen)

    def pick(self, before: Sequence[int], sampling: Sampling) -> int:
        """The token that follows `before`: whoever asks, and however often."""
        choices = self._choices(before)
        if sampling.temperature == 0.0:
            return choices[0]
        position = len(before)
        return max(
            enumerate(choices),
            key=lambda choice: (
                -choice[0] / sampling.temperature + _gumbel(keyed_bits_of(sampling.seed, position, choice[1]))
            ),
        )[1]

    def plain(self, prompt: Sequence[int], length: int, sampling: Sampling) -> list[int]:
        """The reply of `length` tokens as it is without any speculator."""
        tokens = list(prompt)
        for _ in range(length):
            tokens.append(self.pick(tokens, sampling))
        return tokens[len(prompt) :]

    def prompt(self, length: int, seed: int) -> list[int]:
        """A prompt in the model's own language."""
        return self.plain([], length, Sampling(temperature=1.0, seed=seed))

    def _choices(self, before: Sequence[int]) -> list[int]:
        last = before[-1] if before else 0
        dice = random.Random(f"{self._seed} {last} {len(before) // TOPIC}")
        choices: list[int] = []
        while len(choices) < min(CHOICES, self.vocab_size):
            edge = dice.choice((0, self.vocab_size - 1))
            token = edge if dice.random() < 0.1 else dice.randrange(self.vocab_size)
            if token not in choices:
                choices.append(token)
        return choices


class ScriptedModel(ToyModel):
    """Says what it is told, from the end of the prompt on; then goes on as a toy."""

    def __init__(self, script: Sequence[int], prompt_length: int, like: ToyModel) -> None:
        super().__init__(like.vocab_size, tokenizer=like.tokenizer)
        self._script = tuple(script)
        self._prompt_length = prompt_length

    def _choices(self, before: Sequence[int]) -> list[int]:
        choices = super()._choices(before)
        at = len(before) - self._prompt_length
        if 0 <= at < len(self._script):
            said = self._script[at]
            choices = [said, *(token for token in choices if token != said)][:CHOICES]
        return choices


def _gumbel(bits: int) -> float:
    return -math.log(-math.log((bits + 0.5) * 2.0**-52))
