"""A tokenizer's rules run on every text: those that could run for ever are refused before they are used."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from foreword.target.target import TargetError
from foreword.target.tokenizer import TransformersTokenizer
from foreword.target.tokenizer_file import check_tokenizer_file, is_explosive
from tests.fakes.tiny_target import EOS, byte_tokenizer

IN_USE = {
    "gpt2": r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+",
    "llama3": (
        r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|"
        r"\s*[\r\n]+|\s+(?!\S)|\s+"
    ),
    "o200k": (
        r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|"
        r"'ll|'d)?|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+"
    ),
    "bloom": r" ?[^(\s|[.,!?…。，、।۔،])]+",
    "deepseek": r"[!\"#$%&'()*+,\-./:;<=>?@\[\\\]^_`{|}~][A-Za-z]+|[^\r\n\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+",
    "brackets": r"[\[]+|[^\]]+",
    "kanji": r"[一-龥぀-ゟ゠-ヿ]+",
    "intersection": r"[\p{L}&&[^\p{Han}]]+|[\p{Han}]+",
    "possessive": r"(?:a+)*+b|(\p{L}+\s?)?",
}
BOMBS = [
    r"(a+)+$", r"(a|a)+$", r"(a|aa)+$", r"(?:a?){30}a{30}$", r"(a*)*b", r"((a)+)+", r"(?:(?:a+)b?)*",
    r"([a-z]+)*!", r"(\w+\s?)+$", r"(a+){10}", r"(a{1,9}){20}", r"(?i:(x+x+)+y)", r"(?=(a+)+)a",
    r"[[]](a+)+", r"\((a+)+\)", r"\p{L}(\p{L}+)*$", r"(a+){2,}{3}",
]  # fmt: skip


@pytest.mark.parametrize("name", IN_USE)
def test_the_patterns_of_well_known_tokenizers_pass(name: str) -> None:
    assert not is_explosive(IN_USE[name])


@pytest.mark.parametrize("pattern", BOMBS)
def test_patterns_that_try_exponentially_many_ways_are_found(pattern: str) -> None:
    assert is_explosive(pattern)


def spoil(folder: Path, **changes: Any) -> Path:
    byte_tokenizer().save_pretrained(folder)
    file = folder / "tokenizer.json"
    file.write_text(json.dumps(json.loads(file.read_text()) | changes))
    return file


def split(pattern: str) -> dict[str, Any]:
    return {"type": "Split", "pattern": {"Regex": pattern}, "behavior": "Isolated", "invert": False}


def replace(old: str, new: str) -> dict[str, Any]:
    return {"type": "Replace", "pattern": {"String": old}, "content": new}


def test_an_honest_file_passes_and_a_missing_one_is_for_others_to_miss(tmp_path: Path) -> None:
    check_tokenizer_file(spoil(tmp_path, pre_tokenizer=split(IN_USE["llama3"])))
    check_tokenizer_file(tmp_path / "nowhere" / "tokenizer.json")


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"pre_tokenizer": split(BOMBS[0])}, "for ever"),
        ({"pre_tokenizer": {"type": "Sequence", "pretokenizers": [split("a"), split(BOMBS[1])]}}, "for ever"),
        ({"normalizer": {"type": "Replace", "pattern": {"Regex": BOMBS[4]}, "content": ""}}, "for ever"),
        ({"pre_tokenizer": split("a" * 30_000)}, "for ever"),
        ({"normalizer": replace("a", "a" * 5000)}, "1000 times as long"),
        (
            {"normalizer": {"type": "Sequence", "normalizers": [replace("a", "aa")] * 40}},
            "1000 times as long",
        ),
        ({"decoder": {"type": "Sequence", "decoders": [replace("a", "aaa")] * 12}}, "1000 times as long"),
    ],
)
def test_rules_without_end_are_refused_in_one_line(
    tmp_path: Path, changes: dict[str, Any], reason: str
) -> None:
    with pytest.raises(TargetError, match=reason) as refusal:
        check_tokenizer_file(spoil(tmp_path, **changes))
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize("content", ["", "[]", "[" * 100_000, "{"])
def test_what_is_no_tokenizer_is_refused(tmp_path: Path, content: str) -> None:
    file = tmp_path / "tokenizer.json"
    file.write_text(content)
    with pytest.raises(TargetError):
        check_tokenizer_file(file)


def test_a_changed_file_is_read_again(tmp_path: Path) -> None:
    file = spoil(tmp_path)
    check_tokenizer_file(file)
    spoil(tmp_path, pre_tokenizer=split(BOMBS[0]))
    with pytest.raises(TargetError):
        check_tokenizer_file(file)


def test_a_tokenizer_that_gives_up_inside_ends_no_thread(tmp_path: Path, capfd: Any) -> None:
    """A pattern that nothing here calls explosive may be too much for one text all the same."""
    from tokenizers import Regex, pre_tokenizers

    fast = byte_tokenizer()
    fast.backend_tokenizer.pre_tokenizer = pre_tokenizers.Split(Regex(r"(a|a)+$"), "isolated")
    tokenizer = TransformersTokenizer(fast, frozenset({EOS}))
    with pytest.raises(TargetError, match="failed on this text"):
        tokenizer.encode("a" * 40 + "!")
    assert "retry-limit" in capfd.readouterr().err
