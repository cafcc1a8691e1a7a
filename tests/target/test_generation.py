"""What a folder says of generating: recommendations that make sense, and every token that ends a reply."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from foreword.messages import ModelInfo
from foreword.target.generation import described, end_ids, recommended
from foreword.target.templates import BUILT_IN, ChatTemplate, choose_template
from foreword.target.tokenizer import TransformersTokenizer
from foreword.target.vocabulary import read_tokenizer, read_vocabulary
from tests.fakes.tiny_target import EOS, byte_tokenizer, tiny_config

INFO = ModelInfo("tiny", "cpu", "float32", 1024, 260, {}, (1,), notes=("one note",))


def write(folder: Path, name: str, content: Any) -> None:
    (folder / name).write_text(content if isinstance(content, str) else json.dumps(content))


@pytest.mark.parametrize(
    ("config", "found"),
    [
        ({}, {}),
        (
            {"do_sample": True, "temperature": 0.6, "top_p": 0.95, "top_k": 20, "eos_token_id": 1},
            {"temperature": 0.6, "top_p": 0.95, "top_k": 20},
        ),
        ({"do_sample": True, "top_k": 64}, {"temperature": 1.0, "top_k": 64}),
        ({"do_sample": False, "temperature": 0.6}, {}),
        ({"temperature": 0.7, "repetition_penalty": 1.05}, {"temperature": 0.7, "repetition_penalty": 1.05}),
        ({"max_new_tokens": 512, "max_length": 20}, {"max_tokens": 512}),
        ({"temperature": "hot", "top_p": 7, "top_k": -1, "min_p": True, "repetition_penalty": 1e9}, {}),
        ({"temperature": None, "top_k": 2.5, "top_p": float("nan")}, {}),
        ("{", {}),
        ("[1]", {}),
    ],
)  # fmt: skip
def test_what_makes_sense_is_recommended(tmp_path: Path, config: Any, found: dict[str, float]) -> None:
    write(tmp_path, "generation_config.json", config)
    assert recommended(tmp_path) == found


def test_without_a_file_nothing_is(tmp_path: Path) -> None:
    assert recommended(tmp_path) == {}


def special(*texts: str) -> Any:
    tokenizer = byte_tokenizer()
    tokenizer.add_special_tokens({"additional_special_tokens": list(texts)})
    return tokenizer


def test_the_ends_of_all_files_count_and_nonsense_does_not(tmp_path: Path) -> None:
    write(tmp_path, "generation_config.json", {"eos_token_id": [3, 4, None, "x", -1, 10**12, True]})
    write(tmp_path, "config.json", {"eos_token_id": 5, "text_config": {"eos_token_id": [6]}})
    assert end_ids(tmp_path, byte_tokenizer(), None) == {3, 4, 5, 6, EOS}


@pytest.mark.parametrize("end", ["<|im_end|>", "<|eot_id|>", "<end_of_turn>"])
def test_a_templates_end_of_turn_ends_a_reply_where_it_is_one_token(end: str) -> None:
    template = ChatTemplate("{{ messages[0].content }}" + end)
    tokenizer = special(end)
    assert end_ids(None, tokenizer, template) == {EOS, tokenizer.convert_tokens_to_ids(end)}
    assert end_ids(None, byte_tokenizer(), template) == {EOS}
    assert end_ids(None, tokenizer, ChatTemplate("{{ messages[0].content }}")) == {EOS}


def test_with_channels_the_end_of_a_message_is_not_the_replys() -> None:
    tokenizer = special("<|im_end|>")
    harmony = ChatTemplate("<|channel|>analysis{{ messages[0].content }}<|im_end|>")
    assert end_ids(None, tokenizer, harmony) == {EOS}


def test_a_built_in_template_ends_by_token_where_there_is_one_and_by_text_where_not() -> None:
    template, _ = choose_template("", "chatml", {})
    tokenizer = special("<|im_end|>")
    with_token = TransformersTokenizer(tokenizer, end_ids(None, tokenizer, template), template)
    assert with_token.stops == ("<|im_start|>",)
    without = TransformersTokenizer(byte_tokenizer(), frozenset({EOS}), template)
    assert without.stops == BUILT_IN["chatml"].stops


def test_tags_around_thinking_are_shown_even_where_they_are_special_tokens() -> None:
    tokenizer = special("<think>", "</think>", "<|im_end|>")
    ids = tokenizer.encode("<think>Hm</think>Yes<|im_end|>", add_special_tokens=False)
    shown = TransformersTokenizer(tokenizer, frozenset({EOS})).decode_plain([*ids, EOS])
    assert shown == "<think>Hm</think>Yes"


def test_all_of_it_is_told_with_the_model(tmp_path: Path) -> None:
    tiny_config().save_pretrained(tmp_path)
    fast = byte_tokenizer()
    fast.chat_template = None
    fast.save_pretrained(tmp_path)
    write(tmp_path, "generation_config.json", {"do_sample": True, "temperature": 0.6})
    told = described(INFO, read_tokenizer(tmp_path, "chatml"), tmp_path)
    assert (told.template, told.template_name) == (BUILT_IN["chatml"].text, "chatml")
    assert len(told.template_sha256) == 64
    assert told.generation == {"temperature": 0.6}
    assert told.notes[0] == "one note"
    assert "brings no chat template" in told.notes[1]
    assert (told.thinks, told.template_switches, told.folder) == (False, (), str(tmp_path))
    # Who only counts or encodes needs no template.
    assert read_vocabulary(tmp_path, 100).tokenizer.encode("ab") == fast.encode("ab")
