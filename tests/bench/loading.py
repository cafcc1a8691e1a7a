"""Loading, by precision: seconds, resident memory before, loaded and after, the estimate against it, and
plain tokens per second.

Run as `python -m tests.bench.loading [--model FOLDER] [--precision int8 ...] [--cache full|int8]`; each
precision has a process of its own, since what one of them leaves behind would count for the next. Checks
one thing only: a model that was unloaded leaves less than a tenth of itself behind.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from foreword.messages import ChatMessage, Finished, GenerateRequest, LoadRequest
from foreword.models.facts import facts_of_folder
from foreword.models.fit import fit
from foreword.models.memory import main_memory
from foreword.models.sizes import kept_bytes
from foreword.paths import Paths
from foreword.worker.cancel import CancelToken, Switches
from foreword.worker.service import Service
from tests.bench.memory import resident_mb
from tests.fakes.tiny_target import write_tiny

QUESTION = "Explain how a lighthouse works, in a few paragraphs."
ALL = ("float32", "bfloat16", "float16", "int8", "int4")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", metavar="FOLDER", help="a folder of safetensors (default: a tiny model)")
    parser.add_argument("--precision", action="append", choices=ALL)
    parser.add_argument("--cache", choices=("full", "int8"), default="full")
    parser.add_argument("--context", type=int, default=4096, metavar="N")
    parser.add_argument("--max-tokens", type=int, default=64, metavar="N")
    parser.add_argument("--here", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        model = options.model or str(write_tiny(Path(folder) / "tiny", vocab_size=288))
        if options.here:
            print(json.dumps(measure(model, options, Path(folder) / "profile")))
            return
        heads = ("precision", "load s", "before MB", "loaded MB", "estimated MB", "after MB", "plain tok/s")
        print("".join(f"{head:>13}" for head in heads))
        for precision in options.precision or ALL:
            print("".join(f"{cell!s:>13}" for cell in row(model, precision, options)), flush=True)


def row(model: str, precision: str, options: argparse.Namespace) -> list[object]:
    command = [sys.executable, "-m", "tests.bench.loading", "--here", "--model", model]
    command += ["--precision", precision, "--cache", options.cache]
    command += ["--context", str(options.context), "--max-tokens", str(options.max_tokens)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        return [precision, (done.stderr.strip().splitlines() or ["failed"])[-1]]
    found = json.loads(done.stdout.strip().splitlines()[-1])
    loaded, left = found["loaded"] - found["before"], found["after"] - found["before"]
    assert left < max(40, loaded / 10), f"{precision}: {left:.0f} MB of {loaded:.0f} MB are left behind"
    return [precision, *(round(value, 1) for value in found.values())]


def measure(model: str, options: argparse.Namespace, profile: Path) -> dict[str, float]:
    """Twice, so that what libraries allocate once for good is in `before`."""
    (precision,) = options.precision
    service = Service(Paths.profile(profile).ensure(), Switches())
    wanted = LoadRequest(model, precision, context=options.context, cache=options.cache)
    found: dict[str, float] = {}
    for _ in range(2):
        before = resident_mb()
        begun = time.perf_counter()
        info = service.load(wanted, lambda _stage, _fraction: None, lambda: False)
        seconds = time.perf_counter() - begun
        finished = answer(service, options.max_tokens)
        from foreword.target.memory import give_back

        give_back()
        loaded = resident_mb()
        service.unload()
        found = {
            "load s": seconds,
            "before": before,
            "loaded": loaded,
            "estimated": before + estimated(model, precision, info.fingerprint["computes"], options) / 1e6,
            "after": resident_mb(),
            "plain": finished.stats.tokens_per_second,
        }
    service.close()
    return found


def answer(service: Service, max_tokens: int) -> Finished:
    request = GenerateRequest("r", "c", (ChatMessage("user", QUESTION),), max_tokens=max_tokens)
    *_, finished = service.generate(request, CancelToken())
    assert isinstance(finished, Finished)
    return finished


def estimated(model: str, precision: str, compute: str, options: argparse.Namespace) -> int:
    from foreword.model_messages import Device

    memory = main_memory()
    device = Device("cpu", "", memory.free, memory.total, (compute,))
    facts = facts_of_folder(Path(model), "model")
    found = fit(facts, precision, options.context, device, cache=options.cache)
    return found.weights + found.cache + kept_bytes(facts, found.weights, precision)


if __name__ == "__main__":
    main()
