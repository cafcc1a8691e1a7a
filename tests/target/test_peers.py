"""The peers: transformers' own generate over the same folder, and how its time is told apart."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
import torch

from foreword.messages import Sampling
from foreword.target.peers import Peer, _Clock, load_peer
from foreword.target.target import TargetError
from tests.fakes.tiny_target import EOS, write_tiny

PROMPT = [10, 11, 12, 13] * 6


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_tiny(tmp_path_factory.mktemp("models") / "tiny")


@pytest.fixture(autouse=True)
def one_thread() -> Iterator[None]:
    """So small a model gains nothing from a second thread, and loses much where the processors are busy."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(threads)


def peer(folder: Path, lookup: int | None = None) -> Peer:
    return load_peer(folder, name="tiny", dtype="float32", context=512, lookup=lookup)


def by_hand(folder: Path, count: int) -> list[int]:
    """The likeliest tokens, one whole forward pass for each."""
    from transformers import AutoModelForCausalLM

    model = AutoModelForCausalLM.from_pretrained(folder).eval()
    ids = list(PROMPT)
    with torch.inference_mode():
        while len(ids) < len(PROMPT) + count and ids[-1] != EOS:
            ids.append(int(model(torch.tensor([ids])).logits[0, -1].argmax()))
    return ids[len(PROMPT) :]


@pytest.mark.parametrize("lookup", [None, 4])
def test_the_likeliest_tokens(folder: Path, lookup: int | None) -> None:
    written = peer(folder, lookup).generate(PROMPT, Sampling(), 20)
    assert list(written.token_ids) == by_hand(folder, 20)
    assert written.prefill_seconds > 0
    assert written.decode_seconds > 0


def test_plain_generate_takes_a_pass_for_each_token(folder: Path) -> None:
    written = peer(folder).generate(PROMPT, Sampling(), 8)
    assert (written.passes, len(written.token_ids), written.decode_tokens) == (8, 8, 7)


def test_what_the_first_pass_commits_is_not_decode_time() -> None:
    clock = _Clock()
    for batch in ([1, 2, 3], [4, 5], [6]):
        clock.put(torch.tensor(batch))
    assert (clock.first, len(clock.times)) == (2, 2), "the prompt is handed over first and is no pass"


def test_what_the_folder_wishes_for_does_not_count(folder: Path, tmp_path: Path) -> None:
    wishing = tmp_path / "wishing"
    shutil.copytree(folder, wishing)
    wishes = {
        "do_sample": True,
        "temperature": 2.0,
        "repetition_penalty": 5.0,
        "max_new_tokens": 3,
        "eos_token_id": EOS,
    }
    (wishing / "generation_config.json").write_text(json.dumps(wishes))
    for sampling in (Sampling(), Sampling(temperature=0.7, seed=1)):
        plain, wished = (peer(place).generate(PROMPT, sampling, 12) for place in (folder, wishing))
        assert wished.token_ids == plain.token_ids


def test_a_seed_decides_what_is_drawn(folder: Path) -> None:
    loaded = peer(folder)
    first, again, other = (
        loaded.generate(PROMPT, Sampling(temperature=1.5, seed=seed), 16).token_ids for seed in (1, 1, 2)
    )
    assert first == again != other


def test_it_says_what_it_is(folder: Path) -> None:
    info = peer(folder, 4).info
    assert (info.name, info.dtype, info.context_length, info.vocab_size) == ("tiny", "float32", 512, 260)
    assert info.fingerprint["backend"] == "transformers generate, sdpa, prompt lookup of 4"


def test_a_folder_that_holds_no_model(tmp_path: Path) -> None:
    with pytest.raises(TargetError, match="tiny can't be loaded"):
        peer(tmp_path)
