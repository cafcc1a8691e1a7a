"""Who can draft for whom, and why not: the same verdicts as the speculator's own."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
import torch
from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers
from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast

from foreword.models.drafts import LARGER, Pairs
from foreword.target.rewinding import why_not_rewindable
from foreword.target.vocabulary import fast_tokenizer
from foreword_draft_model.folder import Obstacle
from foreword_draft_model.pairing import pair

Make = Callable[..., Path]


class Handle:
    """A tokenizer as the app hands it to a speculator."""

    def __init__(self, folder: Path) -> None:
        self._tokenizer = fast_tokenizer(folder)
        self.fingerprint = "x"

    def encode(self, text: str) -> list[int]:
        return list(self._tokenizer.encode(text, add_special_tokens=False))

    def decode(self, ids: list[int]) -> str:
        return str(self._tokenizer.decode(ids, skip_special_tokens=False))

    def vocabulary(self) -> dict[str, int]:
        return dict(self._tokenizer.get_vocab())


@pytest.fixture
def make(tmp_path: Path) -> Make:
    def write(name: str, *, width: int = 16, turned: bool = False, extra: int = 0, rows: int = 270) -> Path:
        """A model of bytes; `turned` numbers them the other way round, `extra` adds tokens."""
        torch.manual_seed(0)
        config = LlamaConfig(
            vocab_size=rows, hidden_size=width, intermediate_size=2 * width, num_hidden_layers=1,
            num_attention_heads=2, num_key_value_heads=2, max_position_embeddings=64,
        )  # fmt: skip
        LlamaForCausalLM(config).save_pretrained(tmp_path / name)
        alphabet = sorted(pre_tokenizers.ByteLevel.alphabet(), reverse=turned)
        tokenizer = Tokenizer(models.BPE({letter: at for at, letter in enumerate(alphabet)}, []))
        tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
        tokenizer.decoder = decoders.ByteLevel()
        tokenizer.add_special_tokens([AddedToken(f"<|{at}|>", special=True) for at in range(1 + extra)])
        PreTrainedTokenizerFast(tokenizer_object=tokenizer, eos_token="<|0|>").save_pretrained(
            tmp_path / name
        )
        return tmp_path / name

    return write


@pytest.fixture
def pairs() -> Pairs:
    return Pairs(why_not_rewindable)


def of_the_speculator(target: Path, candidate: Path, rows: int = 270) -> tuple[str, bool]:
    """(why not, whether by text), by the draft-model speculator itself."""
    from foreword.api import Target

    try:
        found = pair(candidate, Target("t", rows, 64, Handle(target)))
    except Obstacle as obstacle:
        return str(obstacle), False
    return "", found.by_text


def test_the_same_token_ids_even_where_a_few_differ(make: Make, pairs: Pairs) -> None:
    target, small, padded = make("target", width=64), make("small"), make("padded", extra=2, rows=280)
    for candidate in (small, padded):
        verdict = pairs.judge(target, candidate)
        assert (verdict.reason, verdict.note) == ("", "")
        assert of_the_speculator(target, candidate) == ("", False)


def test_another_vocabulary_goes_by_text(make: Make, pairs: Pairs) -> None:
    target, turned = make("target", width=64), make("turned", turned=True)
    verdict = pairs.judge(target, turned)
    assert verdict.reason == ""
    assert "by text" in verdict.note
    assert of_the_speculator(target, turned) == ("", True)


def test_a_tokenizer_that_loses_text_is_refused(make: Make, pairs: Pairs, tiny_llama: Path) -> None:
    target = make("target", width=64)
    verdict = pairs.judge(target, tiny_llama)
    assert "doesn't keep text as it is" in verdict.reason
    assert "doesn't keep text as it is" in of_the_speculator(target, tiny_llama)[0]


def test_more_tokens_than_embeddings(make: Make, pairs: Pairs) -> None:
    target, crowded = make("target", width=64), make("crowded", extra=20, rows=270)
    verdict = pairs.judge(target, crowded)
    assert (
        verdict.reason
        == of_the_speculator(target, crowded)[0]
        == "its tokenizer has more tokens than its 270 embeddings"
    )


def test_what_is_no_smaller_or_the_model_itself(make: Make, pairs: Pairs) -> None:
    target, large = make("target", width=32), make("large", width=64)
    assert pairs.judge(target, large).reason == LARGER
    assert pairs.judge(target, target).reason == "it is the model itself"


def test_a_state_that_cannot_be_rewound(make: Make, pairs: Pairs, tmp_path: Path) -> None:
    target = make("target", width=64)
    odd = Path(shutil.copytree(make("small"), tmp_path / "odd"))
    config = json.loads((odd / "config.json").read_text())
    mamba = {"model_type": "mamba", "architectures": ["MambaForCausalLM"], "state_size": 4}
    (odd / "config.json").write_text(json.dumps({**config, **mamba}))
    verdict = pairs.judge(target, odd)
    assert verdict.reason == of_the_speculator(target, odd)[0]
    assert verdict.reason.endswith("keep a state that can't be rewound")


def test_without_a_fast_tokenizer(make: Make, pairs: Pairs) -> None:
    target, small = make("target", width=64), make("small")
    (small / "tokenizer.json").write_text("no")
    assert "is not understood" in pairs.judge(target, small).reason
    (small / "tokenizer.json").unlink()
    assert "no tokenizer.json" in pairs.judge(target, small).reason


def test_a_tokenizer_that_changed_is_read_anew(make: Make, pairs: Pairs) -> None:
    target, small, turned = make("target", width=64), make("small"), make("turned", turned=True)
    assert pairs.judge(target, small).note == ""
    shutil.copyfile(turned / "tokenizer.json", small / "tokenizer.json")
    assert "by text" in pairs.judge(target, small).note
