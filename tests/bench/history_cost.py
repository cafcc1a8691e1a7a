"""What the suffix history costs with ten million tokens stored: drafts, opening, memory, adding, disk.

Run as `python -m tests.bench.history_cost [--tokens 10_000_000] [--folder KEPT]`. With --folder the history
is kept there and found again by the next run.

The text is synthetic and the same each time: chats of 4,000 tokens, half of them words drawn as Zipf
counted them from a vocabulary of 49,152, half passages of 40 tokens that recur, a few of them thousands
of times, most of them some ten times, one in ten with a token changed; and every turn begins with the
same eight tokens, as a chat template has it. So there are grams with far more places than the index
keeps of one. The reader's chats are new ones of the same kind.

Each measurement runs in a process of its own: once over an empty history, once over the full one. A
draft's time includes what the tokens committed since the last one cost. "Adding" is what `finish`
starts and the writer's thread does, folding the log into the file not counted, which comes every few
replies and is shown apart.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from foreword_suffix_history.store import Store, Totals, family
from tests.plugins.suffix_history.helpers import Bench

CHAT, PASSAGE, PASSAGES = 4_000, 40, 30_000
VOCABULARY = 49_152
TEMPLATE = [1, 2, 3, 4, 5, 6, 7, 8]
STEPS, REPLIES = 5_000, 15
OPTIONS = {"size_cap": 1_000}


class Text:
    """An endless source of chats."""

    def __init__(self) -> None:
        draw = random.Random(7)
        self._weights = list(itertools.accumulate(1 / rank for rank in range(1, VOCABULARY)))
        self._passages = [self._words(draw, PASSAGE) for _ in range(PASSAGES)]
        self._passage_weights = list(itertools.accumulate(1 / rank**0.8 for rank in range(1, PASSAGES + 1)))

    def chat(self, number: int, length: int = CHAT) -> list[int]:
        draw = random.Random(number)
        tokens: list[int] = []
        while len(tokens) < length:
            tokens += TEMPLATE
            for _ in range(draw.randrange(1, 8)):
                passage = list(draw.choices(self._passages, cum_weights=self._passage_weights)[0])
                if draw.random() < 0.1:
                    passage[draw.randrange(PASSAGE)] = draw.randrange(VOCABULARY)
                tokens += passage + self._words(draw, PASSAGE)
        return tokens[:length]

    def _words(self, draw: random.Random, count: int) -> list[int]:
        return draw.choices(range(1, VOCABULARY), cum_weights=self._weights, k=count)


def fill(folder: Path, tokens: int) -> float:
    """Learn chats until so many tokens are stored; seconds it took."""
    text, begin = Text(), time.perf_counter()
    bench = Bench(folder, **OPTIONS)
    total = max(1, tokens // CHAT)
    for number in range(1, total + 1):
        bench.feed(f"chat {number}", text.chat(number), number=number, total=total)
        if number % 250 == 0:
            print(f"  {number * CHAT:>12,} tokens", file=sys.stderr)
    bench.settle()
    bench.speculator.close()
    return time.perf_counter() - begin


def drafts(bench: Bench, text: Text) -> tuple[list[float], int, int]:
    """Seconds of each step; tokens drafted and accepted along the likeliest path."""
    seconds: list[float] = []
    drafted = accepted = 0
    for chat in itertools.count(10_000_000):
        tokens = text.chat(chat)
        begin, at = time.perf_counter(), CHAT // 2
        bench.start(tokens[:at], f"new {chat}", temporary=True)
        while at < CHAT and len(seconds) < STEPS:
            begin = time.perf_counter()
            draft = bench.draft()
            seconds.append(time.perf_counter() - begin)
            right = 0
            if draft is not None:
                drafted += len(draft)
                right = _right(draft.token_ids, draft.parents, tokens[at:])
            accepted += right
            bench.observe(*tokens[at : at + right + 1], accepted=right)
            at += right + 1
        bench.speculator.finish()
        if len(seconds) >= STEPS:
            return seconds, drafted, accepted
    raise AssertionError


def _right(token_ids: Sequence[int], parents: Sequence[int], truth: Sequence[int]) -> int:
    """How far down the tree the truth goes."""
    node = -1
    for depth, token in enumerate(truth):
        found = [at for at, parent in enumerate(parents) if parent == node and token_ids[at] == token]
        if not found:
            return depth
        node = found[0]
    return len(truth)


def additions(bench: Bench, text: Text) -> Iterator[tuple[float, float, float]]:
    """Seconds of `finish`, of the writing, and of folding the log, for replies of 1,000 tokens."""
    for number in range(REPLIES):
        tokens = text.chat(20_000_000 + number, 1_500)
        bench.start(tokens[:500], f"added {number}")
        bench.speculator.finish()
        bench.settle()
        bench.store.submit(lambda writer: writer.fold()).result()
        bench.start(tokens[:500], f"added {number}")
        bench.observe(*tokens[500:])
        begin = time.perf_counter()
        bench.speculator.finish()
        finished = time.perf_counter()
        bench.settle()
        written = time.perf_counter()
        bench.store.submit(lambda writer: writer.fold()).result()
        yield finished - begin, written - begin, time.perf_counter() - written


def measure(folder: Path) -> dict[str, float]:
    """One process's figures, in its own words and units."""
    text = Text()
    path = folder / "history.db"
    Store(path).close()  # whatever is imported for the first time is not the file's fault
    openings = []
    for _ in range(5):
        begin = time.perf_counter()
        store = Store(path)
        store.totals()
        openings.append(time.perf_counter() - begin)
        store.close()
    bench = Bench(folder, **OPTIONS)
    bench.settle()
    totals: Totals = bench.store.totals()
    seconds, drafted, accepted = drafts(bench, text)
    seconds.sort()
    adding = list(additions(bench, text))
    resident = int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    bench.speculator.close()
    return {
        "tokens": totals.tokens,
        "bytes_per_token": totals.bytes / max(1, totals.tokens),
        "opening_ms": sorted(openings)[2] * 1e3,
        "draft_median_us": seconds[len(seconds) // 2] * 1e6,
        "draft_p99_us": seconds[int(len(seconds) * 0.99)] * 1e6,
        "draft_worst_us": seconds[-1] * 1e6,
        "tokens_per_step": accepted / STEPS + 1,
        "accepted_of_drafted": accepted / max(1, drafted),
        "finish_median_ms": sorted(row[0] for row in adding)[REPLIES // 2] * 1e3,
        "adding_median_ms": sorted(row[1] for row in adding)[REPLIES // 2] * 1e3,
        "adding_worst_ms": max(row[1] for row in adding) * 1e3,
        "folding_median_ms": sorted(row[2] for row in adding)[REPLIES // 2] * 1e3,
        "resident_mb": resident / 1e6,
    }


def in_a_process(folder: Path) -> dict[str, float]:
    done = subprocess.run(
        [sys.executable, "-m", "tests.bench.history_cost", "--measure", str(folder)],
        capture_output=True,
        text=True,
        check=True,
    )
    figures: dict[str, float] = json.loads(done.stdout)
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--tokens", type=int, default=10_000_000)
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--measure", type=Path, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.measure:
        print(json.dumps(measure(arguments.measure)))
        return
    with tempfile.TemporaryDirectory() as temporary:
        empty, full = Path(temporary) / "empty", arguments.folder or Path(temporary) / "full"
        empty.mkdir()
        full.mkdir(exist_ok=True, parents=True)
        if not any(file.exists() for file in family(full / "history.db")):
            print(f"learnt in {fill(full, arguments.tokens):,.0f} s")
        before, after = in_a_process(empty), in_a_process(full)
    print(f"{'':<22}{'empty':>14}{'full':>14}")
    for name, value in after.items():
        print(f"{name:<22}{before[name]:>14,.2f}{value:>14,.2f}")
    print(f"memory above an empty store: {after['resident_mb'] - before['resident_mb']:.1f} MB")


if __name__ == "__main__":
    main()
