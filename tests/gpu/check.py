"""On a GPU machine, in under five minutes: exactness, pass times, speed of a model of a real size.

    python -m tests.gpu.check [--layers N] [--hidden N] [--tokens N]

Makes a Llama with random weights (about 1.1 billion by default), loads it through the app's own code,
checks that replies with and without drafts have the same token ids, and prints pass times by width, the
tokens per second of plain and drafted decoding and of transformers' generate, and the limit that memory
bandwidth sets. Prints figures; fails only where tokens differ.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

import torch
from transformers import AutoModelForCausalLM, LlamaForCausalLM

from foreword.engine.generate import Engine
from foreword.engine.planner import Planner
from foreword.messages import ChatMessage, Finished, GenerateRequest, Sampling
from foreword.speculators.pool import Pool
from foreword.target.loading import load_target
from foreword.target.transformers_target import TransformersTarget
from tests.fakes.speculators import Oracle, registry_of
from tests.fakes.tiny_target import byte_tokenizer, tiny_config


def main() -> int:
    options = _arguments()
    if not torch.cuda.is_available():
        print("no CUDA here: nothing to check")
        return 0
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "model"
        _make(place, options)
        begun = time.perf_counter()
        target = load_target(place, name="random", context=4096, notes_at=Path(folder) / "notes")
        print(f"loaded in {time.perf_counter() - begun:.1f} s on {target.info.device}")
        assert isinstance(target, TransformersTarget)
        print("fingerprint:", dict(target.info.fingerprint))
        _print_pass_times(target)
        differing = _compare(target, Path(folder), options.tokens)
        target.close()
        del target
        torch.cuda.empty_cache()
        _print_peer(place, options.tokens)
    print("exactness:", "all equal" if not differing else f"{differing} replies differ")
    return 1 if differing else 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--layers", type=int, default=22)
    parser.add_argument("--hidden", type=int, default=2048)
    parser.add_argument("--tokens", type=int, default=256)
    return parser.parse_args()


def _make(place: Path, options: argparse.Namespace) -> None:
    torch.manual_seed(0)
    config = tiny_config(
        vocab_size=32_000, hidden_size=options.hidden, intermediate_size=options.hidden * 11 // 4,
        num_hidden_layers=options.layers, num_attention_heads=options.hidden // 64,
        num_key_value_heads=max(1, options.hidden // 512), max_position_embeddings=4096,
        initializer_range=0.02, eos_token_id=None,
    )  # fmt: skip
    with torch.device("cuda"):
        model = LlamaForCausalLM(config).to(torch.bfloat16)
    model.cpu().save_pretrained(place)
    byte_tokenizer().save_pretrained(place)
    weights = sum(each.numel() * each.element_size() for each in model.parameters())
    print(f"{weights / 1e9:.2f} GB of weights, {sum(p.numel() for p in model.parameters()) / 1e9:.2f} B")
    print(f"memory limit: {_bandwidth() * 1e9 / weights:.0f} passes per second")


def _bandwidth() -> float:
    """GB/s of a large copy, read and write counted."""
    block = torch.empty(1 << 30, dtype=torch.uint8, device="cuda")
    other = torch.empty_like(block)
    seconds = _cuda_seconds(lambda: other.copy_(block), 20)
    return 2 * block.numel() / seconds / 1e9


def _cuda_seconds(work: object, repeats: int) -> float:
    work()  # type: ignore[operator]
    torch.cuda.synchronize()
    begun = time.perf_counter()
    for _ in range(repeats):
        work()  # type: ignore[operator]
    torch.cuda.synchronize()
    return (time.perf_counter() - begun) / repeats


def _print_pass_times(target: TransformersTarget) -> None:
    for context in (100, 2000):
        target.reuse([])
        ids = [token % 250 for token in range(context)]
        for begin in range(0, context, target.chunks[-1]):
            target.extend(ids[begin : begin + target.chunks[-1]])
        times = []
        for width in target.widths:
            chain = list(range(-1, width - 1))
            seconds = _cuda_seconds(lambda w=width, c=chain: target.verify([1] * w, c, w), 20)
            times.append(f"{width}: {seconds * 1e3:.2f}")
        print(f"pass (ms) behind {context} tokens:", ", ".join(times))


def _compare(target: TransformersTarget, folder: Path, tokens: int) -> int:
    """Replies with different token ids, over greedy and sampled ones, drafted by n-gram and an oracle."""
    on: set[str] = set()
    pool = Pool(
        registry_of(("ngram", "foreword_ngram:NgramSpeculator"), Oracle), lambda: frozenset(on), folder
    )
    engine = Engine(target, pool, Planner(target.widths, target.branches))
    differing = 0
    for temperature in (0.0, 0.8, 1.2):
        messages = (ChatMessage("user", "one two three one two three " * 8),)
        request = GenerateRequest("r", "c", messages, Sampling(temperature=temperature, seed=3), tokens)
        plain = _reply(engine, request)
        Oracle.answer, Oracle.prompt_length = plain.token_ids, plain.stats.prompt_tokens
        line = f"temperature {temperature}: plain {plain.stats.tokens_per_second:.0f} tokens/s"
        for name in ("ngram", "Oracle"):
            on.clear()
            on.add(name)
            drafted = _reply(engine, request)
            same = drafted.token_ids == plain.token_ids
            differing += not same
            line += (
                f", {name} {drafted.stats.tokens_per_second:.0f} ({drafted.stats.tokens_per_pass:.2f} a pass"
            )
            line += ", same)" if same else ", DIFFERENT)"
        on.clear()
        print(line)
    return differing


def _reply(engine: Engine, request: GenerateRequest) -> Finished:
    *_, finished = engine.generate(request, lambda: False)
    assert isinstance(finished, Finished)
    return finished


def _print_peer(place: Path, tokens: int) -> None:
    model = AutoModelForCausalLM.from_pretrained(place, dtype=torch.bfloat16).to("cuda").eval()
    prompt = torch.randint(0, 250, (1, 200), device="cuda")

    def generate() -> None:
        model.generate(prompt, max_new_tokens=tokens, do_sample=False, pad_token_id=0)

    print(f"transformers' generate: {tokens / _cuda_seconds(generate, 2):.0f} tokens/s")


if __name__ == "__main__":
    sys.exit(main())
