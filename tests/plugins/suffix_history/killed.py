"""Learns and forgets without end, until it is killed. Run with a folder; says when it has begun."""

from __future__ import annotations

import random
import sys
from pathlib import Path

from tests.plugins.suffix_history.helpers import Bench


def main(folder: Path, seed: int) -> None:
    draw = random.Random(seed)
    history = Bench(folder)
    print("begun", flush=True)
    while True:
        name = f"chat {draw.randrange(12)}"
        text = [draw.randrange(draw.choice((30, 40_000))) for _ in range(draw.randrange(3_000))]
        match draw.randrange(6):
            case 0:
                history.speculator.forget(name)
            case 1:
                history.feed(name, text, text[: len(text) // 2] + text[:50])
            case 2:
                history.store.submit(lambda writer: writer.compact())
            case _:
                history.chat(name, text)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
