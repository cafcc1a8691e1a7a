"""What a draft of the n-gram speculator costs behind 32,000 tokens of context, in microseconds.

Run as `python -m tests.bench.ngram_cost`. Prints median, 99th percentile and worst for several kinds of
text. Checks one thing only: a draft from the index that grew token by token is the one that an index
built at once from the same tokens gives.
"""

from __future__ import annotations

import argparse
import itertools
import random
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from foreword.api import Budget, Context, Draft, Outcome, Session
from foreword_ngram import NgramSpeculator

VOCABULARY = 49_152
BUDGET = Budget(63, 2_000)


class NoTokenizer:
    """The n-gram speculator reads token ids alone."""

    fingerprint = "none"

    def encode(self, text: str) -> list[int]:
        raise NotImplementedError

    def decode(self, token_ids: Sequence[int]) -> str:
        raise NotImplementedError

    def vocabulary(self) -> Mapping[str, int]:
        raise NotImplementedError


def prose(draw: random.Random) -> Iterator[int]:
    """Few words often, many words seldom, as Zipf counted them."""
    ranks = range(1, VOCABULARY)
    weights = list(itertools.accumulate(1 / rank for rank in ranks))
    while True:
        yield from draw.choices(ranks, cum_weights=weights, k=1000)


def code(draw: random.Random) -> Iterator[int]:
    """Passages that come again, each time with a token changed."""
    passages = [[draw.randrange(2000) for _ in range(60)] for _ in range(20)]
    while True:
        passage = list(draw.choice(passages))
        passage[draw.randrange(60)] = draw.randrange(2000)
        yield from passage


def letters(draw: random.Random) -> Iterator[int]:
    """Four different tokens: every n-gram has thousands of earlier places."""
    while True:
        yield draw.randrange(4)


def one_word(_draw: random.Random) -> Iterator[int]:
    """The same token for ever: every match is as long as matches get."""
    while True:
        yield 7


TEXTS: tuple[Callable[[random.Random], Iterator[int]], ...] = (prose, code, letters, one_word)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--context", type=int, default=32_000, metavar="TOKENS")
    parser.add_argument("--drafts", type=int, default=2_000, metavar="N")
    parser.add_argument("--branches", type=int, nargs="+", default=[1, 2, 4], metavar="N")
    options = parser.parse_args()
    print(f"drafts behind {options.context} tokens and more, in microseconds")
    for branches, text in itertools.product(options.branches, TEXTS):
        times = sorted(measure(text(random.Random(0)), options.context, options.drafts, branches))
        p99 = times[int(0.99 * (len(times) - 1))]
        print(
            f"branches {branches}  {text.__name__:9} median {1e6 * times[len(times) // 2]:7.1f}   "
            f"p99 {1e6 * p99:7.1f}   worst {1e6 * times[-1]:7.1f}"
        )


def measure(text: Iterator[int], context: int, drafts: int, branches: int) -> list[float]:
    """Seconds of each draft, with a token of the text between two of them."""
    token_ids = list(itertools.islice(text, context))
    speculator = started(token_ids, branches)
    times = []
    for token in itertools.islice(text, drafts):
        begun = time.perf_counter()
        speculator.draft(Context(token_ids), BUDGET)
        times.append(time.perf_counter() - begun)
        speculator.observe(Outcome((token,), 0))
        token_ids.append(token)
    assert drafted(speculator, token_ids) == drafted(started(token_ids, branches), token_ids)
    return times


def started(token_ids: Sequence[int], branches: int) -> NgramSpeculator:
    speculator = NgramSpeculator()
    values = {option.name: option.default for option in speculator.options}
    speculator.configure({**values, "branches": branches})
    folder = Path(tempfile.gettempdir())  # given to every speculator; this one keeps nothing there
    speculator.start(Session("bench", True, tuple(token_ids), VOCABULARY, NoTokenizer(), 0, folder))
    return speculator


def drafted(speculator: NgramSpeculator, token_ids: Sequence[int]) -> Draft | None:
    return speculator.draft(Context(token_ids), BUDGET)


if __name__ == "__main__":
    main()
