"""A tokenizer without its model."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from foreword.messages import ChatMessage
from foreword.target.target import TargetError
from foreword.target.vocabulary import read_vocabulary
from tests.fakes.tiny_target import EOS, byte_tokenizer, tiny_config


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Without any weights."""
    tiny_config().save_pretrained(tmp_path)
    byte_tokenizer().save_pretrained(tmp_path)
    return tmp_path


def test_the_tokenizer_and_the_sizes_without_weights(folder: Path) -> None:
    found = read_vocabulary(folder, 8192)
    assert (found.vocab_size, found.context_length, found.eos_id) == (260, 1024, EOS)
    assert found.tokenizer.decode(found.tokenizer.encode("naïve 日本")) == "naïve 日本"
    assert read_vocabulary(folder, 100).context_length == 100


def test_what_cannot_be_read_is_one_line(folder: Path) -> None:
    (folder / "config.json").write_text(json.dumps({"model_type": "no such model"}))
    with pytest.raises(TargetError, match="can't be"):
        read_vocabulary(folder, 8192)
    (folder / "tokenizer.json").write_text("{")
    with pytest.raises(TargetError, match=r"tokenizer\.json of .* is refused: it can't be read"):
        read_vocabulary(folder, 8192)


@pytest.mark.starter
def test_the_starter_models(starter_folder: Path) -> None:
    found = read_vocabulary(starter_folder, 1 << 20)
    assert (found.vocab_size, found.context_length, found.eos_id) == (49_152, 8192, 2)
    assert len(found.tokenizer.encode_chat([ChatMessage("user", "Hello")])) > 10
