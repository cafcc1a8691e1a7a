"""How the memory of a sitting grows: resident megabytes over 50 replies in one conversation after another.

Run as `python -m tests.bench.memory [--model FOLDER]`; without a model, on a tiny random one, where what
grows is the app's own. Checks one thing only: the same question always gets the same tokens.
"""

from __future__ import annotations

import argparse
import resource
import sys
import tempfile
from pathlib import Path

from foreword.messages import ChatMessage, Finished, GenerateRequest, LoadRequest
from foreword.paths import Paths
from foreword.worker.cancel import CancelToken, Switches
from foreword.worker.service import Service
from tests.fakes.tiny_target import write_tiny

QUESTIONS = (
    "Count from one to thirty, in words.",
    "Name the planets. Then name them again, in the same order.",
    "Write a short poem about a lighthouse.",
    "Write a function that reverses a list, and explain every line.",
    "Why is the sky blue?",
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", metavar="FOLDER", help="a folder of safetensors (default: a tiny model)")
    parser.add_argument("--replies", type=int, default=50, metavar="N")
    parser.add_argument("--max-tokens", type=int, default=128, metavar="N")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        model = options.model or str(write_tiny(Path(folder) / "tiny"))
        service = Service(Paths.profile(Path(folder) / "profile").ensure(), Switches(["ngram"]))
        service.load(LoadRequest(model), lambda _stage, _fraction: None, lambda: False)
        run(service, options.replies, options.max_tokens)
        service.close()


def run(service: Service, replies: int, max_tokens: int) -> None:
    """Answer and print; the first replies pay for what is allocated once."""
    seen: dict[str, tuple[int, ...]] = {}
    first = 0.0
    for number in range(replies):
        question = QUESTIONS[number % len(QUESTIONS)]
        token_ids = answer(service, f"chat-{number}", question, max_tokens)
        assert seen.setdefault(question, token_ids) == token_ids, question
        if number + 1 == len(QUESTIONS):
            first = resident_mb()
        if (number + 1) % len(QUESTIONS) == 0:
            print(f"after {number + 1:3} replies: {resident_mb():7.1f} MB")
    if replies > len(QUESTIONS):
        print(f"grown since reply {len(QUESTIONS)}: {resident_mb() - first:.1f} MB")


def answer(service: Service, conversation_id: str, question: str, max_tokens: int) -> tuple[int, ...]:
    request = GenerateRequest("r", conversation_id, (ChatMessage("user", question),), max_tokens=max_tokens)
    *_, finished = service.generate(request, CancelToken())
    assert isinstance(finished, Finished)
    return finished.token_ids


def resident_mb() -> float:
    """Megabytes resident now; where the system doesn't say, the most there ever were."""
    statm = Path("/proc/self/statm")
    if statm.exists():
        return int(statm.read_text().split()[1]) * resource.getpagesize() / 1e6
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / 1e6 if sys.platform == "darwin" else most / 1e3


if __name__ == "__main__":
    main()
