"""How often a draft model draws the target's own token: with the target's randomness, and with its own.

    python -m tests.bench.draft_agreement [model folder] [--layers 1 2 4] [--temperature 0.8]

The draft is the model's first layers alone. Each reply is written by the whole model; at every position both
draw for the same tokens before, so the figures are chances for one token, not lengths of drafts. The last
column is what one pass of the draft takes against one of transformers' own for the whole model.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path

import torch
from transformers import AutoTokenizer

from foreword.api import Sampling
from foreword_draft_model.draws import Draws
from foreword_draft_model.model import DraftModel, load
from tests.e2e.prompts import PROMPTS
from tests.plugins.draft_model.making import early_layers

STARTER = Path(__file__).resolve().parents[2] / ".cache/models/smollm2-135m-instruct"


def write(model: DraftModel, prompt: list[int], sampling: Sampling, size: int, tokens: int) -> list[int]:
    """The model's own reply, prompt included."""
    draws, ids = Draws(sampling, range(size), (), model.device), list(prompt)
    model.clear()
    for _ in range(tokens):
        ids.append(draws.draw(model.read(ids), len(ids), ())[0])
    return ids


def agreement(
    model: DraftModel, ids: list[int], begin: int, samplings: list[Sampling], size: int
) -> tuple[list[int], float]:
    """For each of `samplings` how many tokens of ids[begin:] the model would have drawn; seconds a pass."""
    draws = [Draws(sampling, range(size), (), model.device) for sampling in samplings]
    same, seconds = [0] * len(samplings), []
    model.clear()
    model.read(ids[: begin - 1])
    for position in range(begin, len(ids)):
        begun = time.perf_counter()
        row = model.read(ids[:position]).clone()
        seconds.append(time.perf_counter() - begun)
        for at, one in enumerate(draws):
            same[at] += one.draw(row, position, ())[0] == ids[position]
    return same, sorted(seconds)[len(seconds) // 2]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("folder", nargs="?", type=Path, default=STARTER)
    parser.add_argument("--layers", type=int, nargs="+", default=[1, 2, 4, 8, 16, 30])
    parser.add_argument("--temperature", type=float, default=0.8)
    parser.add_argument("--tokens", type=int, default=120)
    parser.add_argument("--prompts", type=int, default=len(PROMPTS))
    given = parser.parse_args()
    tokenizer = AutoTokenizer.from_pretrained(given.folder)
    whole, size = load(given.folder, "auto", None), len(tokenizer)
    samplings = [
        Sampling(temperature=given.temperature, seed=1),
        Sampling(temperature=given.temperature, seed=2),
    ]
    replies = []
    for prompt in PROMPTS[: given.prompts]:
        chat = [{"role": "user", "content": prompt}]
        ids = tokenizer.apply_chat_template(chat, add_generation_prompt=True, return_dict=False)
        replies.append((len(ids), write(whole, list(ids), samplings[0], size, given.tokens)))
    drawn = sum(len(ids) - begin for begin, ids in replies)
    _, full = agreement(whole, replies[0][1], replies[0][0], samplings, size)
    print(
        f"{drawn} tokens at temperature {given.temperature:g}; "
        f"{torch.get_num_threads()} threads, {whole.dtype}"
    )
    print(f"{'layers':>8} {'shared':>8} {'independent':>12} {'ms a pass':>10} {'of the whole':>13}")
    for layers in given.layers:
        with tempfile.TemporaryDirectory() as folder:
            draft = load(early_layers(Path(folder) / "draft", given.folder, layers), "auto", None)
        found = [agreement(draft, ids, begin, samplings, size) for begin, ids in replies]
        shared, independent = (sum(same[at] for same, _ in found) / drawn for at in (0, 1))
        seconds = sorted(each for _, each in found)[len(found) // 2]
        print(f"{layers:8} {shared:8.1%} {independent:12.1%} {seconds * 1e3:10.1f} {seconds / full:13.0%}")


if __name__ == "__main__":
    main()
