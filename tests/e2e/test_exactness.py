"""The real model: with drafts and without them the same token ids, in each number format."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from foreword.messages import ChatMessage, Finished, GenerateRequest, LoadRequest, Sampling
from foreword.paths import Paths
from foreword.worker.cancel import CancelToken, Switches
from foreword.worker.service import Service
from tests.e2e.prompts import PROMPTS

pytestmark = [pytest.mark.starter, pytest.mark.timeout(900)]

TOKENS = 128


@pytest.fixture(scope="module", params=["bfloat16", "float32"])
def answer(
    request: pytest.FixtureRequest, starter_folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> Callable[[str, float, bool], Finished]:
    """answer(prompt, temperature, with the n-gram speculator?)"""
    switches = Switches()
    service = Service(Paths.profile(tmp_path_factory.mktemp("profile")).ensure(), switches)
    service.load(
        LoadRequest(str(starter_folder), request.param), lambda _stage, _fraction: None, lambda: False
    )

    def ask(prompt: str, temperature: float, drafting: bool) -> Finished:
        switches.set(["ngram"] if drafting else [])
        sampling = Sampling(temperature=temperature, seed=len(prompt))
        wanted = GenerateRequest("r", "c", (ChatMessage("user", prompt),), sampling, TOKENS)
        *_, finished = service.generate(wanted, CancelToken())
        assert isinstance(finished, Finished)
        return finished

    return ask


@pytest.mark.parametrize("temperature", [0.0, 0.8])
def test_on_equals_off(answer: Callable[[str, float, bool], Finished], temperature: float) -> None:
    accepted = 0
    for prompt in PROMPTS:
        plain = answer(prompt, temperature, False)
        drafted = answer(prompt, temperature, True)
        assert drafted.token_ids == plain.token_ids, prompt
        assert (drafted.text, drafted.stop_reason) == (plain.text, plain.stop_reason)
        assert plain.stats.drafted == 0
        accepted += drafted.stats.accepted
    assert accepted > 0


def test_the_command_line_gives_the_same_reply_with_and_without_drafts(
    starter_cache: Path, starter_folder: Path, tmp_path: Path
) -> None:
    replies = {}
    for speculators in ("ngram", "none"):
        command = [
            sys.executable, "-m", "foreword", "--profile", str(tmp_path), "--model", str(starter_folder),
            "ask", PROMPTS[6], "--max-tokens", "64", "--speculators", speculators, "--json",
        ]  # fmt: skip
        done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
        assert done.returncode == 0, done.stderr
        replies[speculators] = json.loads(done.stdout)
    drafted, plain = replies["ngram"], replies["none"]
    assert drafted["token_ids"] == plain["token_ids"]
    assert drafted["text"] == plain["text"] != ""
    assert drafted["stats"]["accepted"] > 0
    assert drafted["stats"]["tokens_per_pass"] > plain["stats"]["tokens_per_pass"] == 1.0
    assert set(drafted["stats"]["by_speculator"]) == {"ngram"}
    assert plain["stats"]["by_speculator"] == {}
